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
    _ settings: Settings
  ) throws -> [String] {
    let catalog = RegionCatalog(
      try RegionSet(regions), maximumRadius: settings.maximumRadius)
    var simulation = Simulation(of: catalog, settings)
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
    case .monitor(let registration):
      return "\(second) monitor \(registration.region)"
        + (registration.assumed == .unknown ? "" : " assuming \(registration.assumed.rawValue)")
    case .unmonitor(let registration):
      return "\(second) unmonitor \(registration.region)"
        + (registration.isInside ? " inside" : "")
    case .failed(let identifier, let failure):
      return "\(second) failed \(identifier) \(failure.rawValue)"
    case .reselect(let reselection):
      return "\(second) reselect \(reselection.causes.names.joined(separator: "+"))"
    }
  }
}
