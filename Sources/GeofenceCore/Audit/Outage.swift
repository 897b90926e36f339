/// A time during which nothing can reach the app, by the actions on the device and the app.
package struct Outage: Hashable, Sendable {
  /// The position in the timeline of the action that began it.
  package let number: Int
  package let from: Timestamp
  /// `nil` where it lasts.
  package fileprivate(set) var until: Timestamp?
  package let device: DeviceState

  func contains(_ time: Timestamp) -> Bool {
    from <= time && until.map { time < $0 } ?? true
  }
}

extension Schedule {
  /// Returns the outages of a device, in the order of time.
  package func outages(on platform: DeviceState.Platform) -> [Outage] {
    var device = DeviceState(platform: platform)
    var outages: [Outage] = []
    for entry in entries {
      device.take(entry.action)
      let isOut = !device.monitors || device.reach == .waits
      let isOpen = outages.last.map { $0.until == nil } ?? false
      if isOut, !isOpen {
        outages.append(Outage(number: entry.number, from: entry.time, until: nil, device: device))
      } else if !isOut, isOpen {
        outages[outages.count - 1].until = entry.time
      }
    }
    return outages
  }
}
