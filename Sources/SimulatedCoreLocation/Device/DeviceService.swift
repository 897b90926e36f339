import GeofenceCore
import Synchronization

/// A service of the simulated system that another library adds, such as its reminders.
package protocol DeviceService: AnyObject, Sendable {
  var isUsed: Bool { get }

  func move(to fix: Fix)

  /// Takes note of the time of the first fix; no time passes until then.
  func begin(at time: Timestamp)

  func elapse(until time: Timestamp)

  var accountLines: [String] { get }

  func apply(_ action: DeviceAction)

  /// True if a delivery to the app is due, whatever the device does.
  var owesDelivery: Bool { get }

  /// Returns the next delivery to the app, which has come to rest; `nil` if nothing is due.
  func next() -> ServiceDelivery?
}

/// A delivery of a service to the app, on the main actor.
package struct ServiceDelivery: Sendable {
  let text: String
  let deliver: @MainActor @Sendable () -> Void

  package init(_ text: String, _ deliver: @escaping @MainActor @Sendable () -> Void) {
    self.text = text
    self.deliver = deliver
  }
}

extension SimulatedDevice {
  static let serviceMaker = Mutex<(@Sendable (SimulatedDevice) -> any DeviceService)?>(nil)

  /// Lets every later device have a service from its beginning.
  package static func provide<Service: DeviceService>(
    _ type: Service.Type, _ make: @escaping @Sendable (SimulatedDevice) -> Service
  ) {
    serviceMaker.withLock { $0 = make }
  }

  package func service<Service: DeviceService>(
    _ type: Service.Type, _ make: @Sendable (SimulatedDevice) -> Service
  ) -> Service {
    if let service = service as? Service { return service }
    let made = make(self)
    return system.withLock { system in
      if let other = system.service as? Service { return other }
      system.service = made
      return made
    }
  }

  var service: (any DeviceService)? { system.withLock { $0.service } }

  /// Takes note that the app has let a service write a file, which takes the disk's time: the app is
  /// not blocked, and the device's patience with it begins anew.
  package func noteProgress() {
    AppExecutor.noteTurn()
    system.withLock { $0.rest }?.beginAnew()
  }

  package var lastFix: Fix? { system.withLock { $0.core.lastFix } }

  package var clock: Timestamp { system.withLock { $0.clock } }

  package var settings: Settings { system.withLock { $0.settings } }

  package var isListening: Bool { system.withLock { $0.isListening } }
}
