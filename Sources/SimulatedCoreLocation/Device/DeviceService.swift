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

enum DeviceServices {
  typealias Maker = @Sendable (SimulatedDevice) -> any DeviceService

  private static let makers = Mutex<[(type: ObjectIdentifier, make: Maker)]>([])

  static func add(_ type: ObjectIdentifier, _ make: @escaping Maker) {
    makers.withLock { makers in
      if !makers.contains(where: { $0.type == type }) { makers.append((type, make)) }
    }
  }

  static func make(for device: SimulatedDevice) -> [any DeviceService] {
    makers.withLock { $0.map(\.make) }.map { $0(device) }
  }
}

extension SimulatedDevice {
  /// Lets every later device have a service from its beginning.
  package static func provide<Service: DeviceService>(
    _ type: Service.Type, _ make: @escaping @Sendable (SimulatedDevice) -> Service
  ) {
    DeviceServices.add(ObjectIdentifier(type), make)
  }

  package func service<Service: DeviceService>(
    _ type: Service.Type, _ make: @Sendable (SimulatedDevice) -> Service
  ) -> Service {
    if let service = found(type) { return service }
    let made = make(self)
    return app.withLock { state in
      if let other = state.services.lazy.compactMap({ $0 as? Service }).first { return other }
      state.services.append(made)
      return made
    }
  }

  private func found<Service: DeviceService>(_ type: Service.Type) -> Service? {
    services.lazy.compactMap { $0 as? Service }.first
  }

  var services: [any DeviceService] { app.withLock { $0.services } }

  package var lastFix: Fix? { system.withLock { $0.core.lastFix } }

  package var clock: Timestamp { system.withLock { $0.clock } }

  package var settings: Settings { system.withLock { $0.settings } }

  package var isListening: Bool { app.withLock { $0.isListening } }
}
