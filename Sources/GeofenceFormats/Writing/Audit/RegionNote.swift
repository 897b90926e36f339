import GeofenceCore

/// Why nothing is counted of a region: nobody was in it, or nobody left it, or its flags are off.
struct RegionNote {
  private let visits: Visits
  private let approach: Approach?
  private let times: ClosedRange<Timestamp>?
  private let devices: [String?]

  /// - Parameters:
  ///   - visits: what devices did with regard to it.
  ///   - approach: where one came nearest, if none was in it.
  ///   - times: of all fixes.
  ///   - devices: what they are called where there are several, by their numbers.
  init(
    _ visits: Visits, _ approach: Approach?, _ times: ClosedRange<Timestamp>?, _ devices: [String?]
  ) {
    self.visits = visits
    self.approach = approach
    self.times = times
    self.devices = devices
  }

  func text(_ clock: LocalClock = LocalClock()) -> String {
    if visits.contains(.left) { return "crossed, but its flags keep that from the app" }
    if visits.contains(.inside) { return "never left" }
    guard let approach else { return "never entered" }
    let isOneDay = times.map(clock.isOneDay) == true
    let time =
      isOneDay ? clock.text(approach.time, onDayOf: approach.time) : clock.text(approach.time)
    let device = devices[Int(approach.device)].map { " by \(TextFormatter.quoted($0))" } ?? ""
    return "never entered; nearest \(approach.distance.rate) m outside at \(time)\(device)"
  }
}
