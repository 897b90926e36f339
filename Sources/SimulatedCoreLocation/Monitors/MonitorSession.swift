import GeofenceCore

/// An open monitor: the app's end of the records that the device keeps under a name.
final class MonitorSession: Sendable {
  let name: String
  let channel: EventChannel
  private let device: SimulatedDevice
  /// Whether it was opened rightly; a misused one hears of nothing.
  private let isValid: Bool

  init(_ name: String, on device: SimulatedDevice, isValid: Bool) {
    self.name = name
    self.device = device
    self.isValid = isValid
    channel = EventChannel(
      onHandled: { [weak device] event in device?.noteHandled(event, monitor: name) },
      onListening: { [weak device] in device?.noteListening() })
  }

  func add(
    _ condition: any CLCondition, _ identifier: String, assuming state: CLMonitor.Event.State
  ) {
    guard isValid else { return }
    device.system.withLock {
      $0.add(condition, RegionIdentifier(identifier), to: name, assuming: state.assumption)
    }
  }

  func remove(_ identifier: String) {
    guard isValid else { return }
    device.system.withLock { $0.remove(RegionIdentifier(identifier), from: name) }
  }

  func record(_ identifier: String) -> CLMonitor.Record? {
    device.system.withLock { $0.monitors[name]?[RegionIdentifier(identifier)]?.record }
  }

  var identifiers: [String] {
    device.system.withLock { system in
      system.monitors[name]?.keys.sorted().map(\.rawValue) ?? []
    }
  }

  /// The app lets go of the monitor; what it did not handle waits.
  func close() {
    guard isValid else { return }
    device.closeMonitor(self)
  }
}
