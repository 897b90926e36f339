public import GeofenceCore

/// A straight road to the east on which places are given in metres.
public enum Line {
  private static let start = Coordinate(latitude: 46.0514, longitude: 14.5060)
  private static let road = Geodesic(
    from: start, to: Coordinate(latitude: 46.0514, longitude: 16.5))

  public static func place(_ metres: Double) -> Coordinate { road.coordinate(at: metres) }

  public static func region(_ identifier: String, at metres: Double, radius: Double)
    -> CircularRegion
  {
    CircularRegion(
      identifier: RegionIdentifier(identifier), center: place(metres), radius: radius)
  }

  public static func fix(second: Int64, at metres: Double) -> Fix {
    Fix(time: Timestamp(milliseconds: second * 1000), coordinate: place(metres))
  }

  /// What happens on a drive, one line an event: `second kind region`.
  public static func drive(
    _ places: [(second: Int64, metres: Double)], past regions: [CircularRegion],
    _ settings: Settings, _ timeline: [(second: Int64, action: DeviceAction)] = []
  ) throws -> [String] {
    let catalog = RegionCatalog(
      try RegionSet(regions), maximumRadius: settings.maximumRadius)
    let entries = timeline.map {
      Timeline.Entry(.afterStart(Interval(milliseconds: $0.second * 1000)), $0.action)
    }
    var simulation = Simulation(of: catalog, settings, timeline: Timeline(entries))
    var events: [Event] = []
    for (second, metres) in places {
      simulation.advance(to: fix(second: second, at: metres), into: &events)
    }
    return events.map(describe)
  }

  private static func describe(_ event: Event) -> String {
    let second = event.time.milliseconds / 1000
    switch event.kind {
    case .crossing(let report):
      return "\(second) \(report.name.rawValue) \(report.region)"
        + (report.isInitial ? " initial" : "")
        + (report.waited.map { " waited \($0.milliseconds / 1000)" } ?? "")
    case .monitor(let registration):
      return "\(second) monitor \(registration.region)"
        + (registration.assumed == .unknown ? "" : " assuming \(registration.assumed.rawValue)")
    case .unmonitor(let registration):
      return "\(second) unmonitor \(registration.region)"
        + (registration.isInside ? " inside" : "")
    case .failed(let identifier, let failure):
      return "\(second) failed \(identifier) \(failure.rawValue)"
    case .reselect(let reselection):
      let causes = reselection.causes.names + (reselection.didChangeSet ? ["set"] : [])
      return "\(second) reselect \(causes.joined(separator: "+"))"
    case .unmonitored(let identifier, let diagnostic):
      return "\(second) unmonitored \(identifier) \(diagnostic.rawValue)"
    case .relaunch(let cause): return "\(second) relaunch \(cause.rawValue)"
    case .device(let action):
      return "\(second) device \(action.name)" + (action.detail.map { " \($0)" } ?? "")
    }
  }
}
