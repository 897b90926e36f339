import GeofenceCore
import Synchronization

/// An app's `CLMonitor`, which it may keep from one run to the next.
final class MonitorHandle: Sendable {
  let name: String
  let channel = EventChannel()
  private let device: Mutex<WeakDevice>

  private struct WeakDevice { weak var device: SimulatedDevice? }

  /// Opens the monitor on the device that is simulated now.
  init(_ name: String) {
    self.name = name
    let device = SimulatedDevice.called("CLMonitor(\"\(name)\")")
    self.device = Mutex(WeakDevice(device: device))
    if let device, device.admits(name) { _ = device.session(of: self) }
  }

  func session(_ call: String) -> MonitorSession? {
    guard let device = SimulatedDevice.called("CLMonitor.\(call)") else { return nil }
    self.device.withLock { $0.device = device }
    return device.session(of: self)
  }

  deinit { device.withLock { $0.device }?.close(self) }
}

/// An open monitor: the app's end of the records that the device keeps under a name.
final class MonitorSession: Sendable {
  let name: String
  let channel: EventChannel
  private unowned let device: SimulatedDevice
  private let monitor: ObjectIdentifier

  init(_ name: String, on device: SimulatedDevice, of monitor: MonitorHandle) {
    self.name = name
    self.device = device
    self.monitor = ObjectIdentifier(monitor)
    channel = monitor.channel
    channel.open()
  }

  func isOf(_ monitor: MonitorHandle) -> Bool { self.monitor == ObjectIdentifier(monitor) }

  func add(
    _ condition: any CLCondition, _ identifier: String, assuming state: CLMonitor.Event.State
  ) {
    device.log(.registration, "monitor \(name) adds \(identifier)")
    if condition is CLMonitor.BeaconIdentityCondition { device.warnOfBeacons() }
    device.system.withLock {
      $0.add(condition, RegionIdentifier(identifier), to: name, assuming: state.assumption)
    }
  }

  func remove(_ identifier: String) {
    device.log(.registration, "monitor \(name) removes \(identifier)")
    device.system.withLock { $0.remove(RegionIdentifier(identifier), from: name) }
  }

  func record(_ identifier: String) -> CLMonitor.Record? {
    device.system.withLock { $0.monitors[name]?[RegionIdentifier(identifier)] }
  }

  var identifiers: [String] {
    device.system.withLock { system in
      system.monitors[name]?.keys.sorted().map(\.rawValue) ?? []
    }
  }
}
