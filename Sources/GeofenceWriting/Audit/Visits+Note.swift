import GeofenceBytes
import GeofenceCore

extension Visits {
  /// Why nothing is counted of a region: nobody was in it, or nobody left it, or its flags are off.
  ///
  /// - Parameters:
  ///   - approach: where a device came nearest, if none was in it.
  ///   - times: of all fixes.
  ///   - devices: what they are called where there are several, by their numbers.
  func note(
    nearest approach: Approach?, in times: ClosedRange<Timestamp>?, of devices: [String?],
    clock: LocalClock = LocalClock()
  ) -> String {
    if contains(.left) { return "crossed, but its flags keep that from the app" }
    if contains(.inside) { return "never left" }
    guard let approach else { return "never entered" }
    return "never entered; nearest \(approach.words(in: times, of: devices, clock: clock))"
  }
}

extension Approach {
  /// Its distance and time, and the device where there are several.
  ///
  /// - Parameters:
  ///   - times: of all fixes.
  ///   - devices: what they are called where there are several, by their numbers.
  func words(
    in times: ClosedRange<Timestamp>?, of devices: [String?], clock: LocalClock = LocalClock()
  ) -> String {
    let isOneDay = times.map(clock.isOneDay) == true
    let time = isOneDay ? clock.text(self.time, onDayOf: self.time) : clock.text(self.time)
    let device = devices[Int(device)].map { " by \(VisibleText.quoted($0))" } ?? ""
    return "\(distance.rate) m outside at \(time)\(device)"
  }
}
