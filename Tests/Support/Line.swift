import GeofenceCore

/// A straight road to the east, on which places are given in metres from its start.
package enum Line {
  private static let start = Coordinate(latitude: 46.0514, longitude: 14.5060)
  private static let road = Geodesic(
    from: start, to: Coordinate(latitude: 46.0514, longitude: 16.5))

  package static func place(_ metres: Double) -> Coordinate { road.coordinate(at: metres) }

  package static func region(_ identifier: String, at metres: Double, radius: Double)
    -> CircularRegion
  {
    CircularRegion(
      identifier: RegionIdentifier(identifier), center: place(metres), radius: radius)
  }

  package static func fix(second: Int64, at metres: Double) -> Fix {
    Fix(time: Timestamp(milliseconds: second * 1000), coordinate: place(metres))
  }

  /// Returns a timeline of actions, each at a number of seconds after the start.
  package static func timeline(_ actions: [(second: Int64, action: DeviceAction)]) -> Timeline {
    Timeline(
      actions.map { .init(.afterStart(Interval(milliseconds: $0.second * 1000)), $0.action) })
  }

  /// Returns the events along fixes with accuracies in metres, as `drive` does.
  package static func drive(
    _ places: [(second: Int64, metres: Double, accuracy: Double?)],
    past regions: [CircularRegion], _ settings: Settings, isVerbose: Bool = false,
    _ timeline: [(second: Int64, action: DeviceAction)] = []
  ) throws -> [String] {
    let fixes = places.map { second, metres, accuracy in
      var fix = fix(second: second, at: metres)
      fix.horizontalAccuracy = accuracy
      return fix
    }
    return try drive(fixes, past: regions, settings, isVerbose: isVerbose, timeline)
  }

  /// Returns the events of a drive, one line an event: `second kind region`.
  ///
  /// - Parameter isVerbose: whether the lines include more than the enters and exits that the app
  ///   reports.
  package static func drive(
    _ places: [(second: Int64, metres: Double)], past regions: [CircularRegion],
    _ settings: Settings, isVerbose: Bool = false,
    _ timeline: [(second: Int64, action: DeviceAction)] = []
  ) throws -> [String] {
    try drive(
      places.map { fix(second: $0.second, at: $0.metres) }, past: regions, settings,
      isVerbose: isVerbose, timeline)
  }

  private static func drive(
    _ fixes: [Fix], past regions: [CircularRegion], _ settings: Settings, isVerbose: Bool,
    _ timeline: [(second: Int64, action: DeviceAction)]
  ) throws -> [String] {
    let plan = SimulationPlan(
      settings, of: try RegionSet(regions), timeline: Self.timeline(timeline))
    var simulation = Simulation(
      plan, startingAt: fixes.first?.time ?? Timestamp(milliseconds: 0))
    var events: [Event] = []
    for fix in fixes { simulation.advance(to: fix, into: &events) }
    return events.flatMap { describe($0, isVerbose: isVerbose) }
  }

  private static func describe(_ event: Event, isVerbose: Bool) -> [String] {
    if case .crossing(let report) = event.kind {
      guard report.use == .reported, isVerbose || report.name != .unsatisfied else { return [] }
    } else if !isVerbose {
      return []
    }
    let second = event.time.milliseconds / 1000
    switch event.kind {
    case .crossing(let report):
      let waited = (event.time - report.since).milliseconds / 1000
      return [
        "\(second) \(report.name.rawValue) \(report.region.identifier)"
          + (report.isInitial ? " initial" : "")
          + (isVerbose && waited > 0 ? " waited \(waited)" : "")
      ]
    case .outside(let regions):
      return regions.map { "\(second) unsatisfied \($0.identifier) initial" }
    case .failed(let identifier, let failure):
      return ["\(second) failed \(identifier) \(failure.code)"]
    case .reselect(let reselection):
      return ["\(second) reselect \(reselection.causeNames.joined(separator: "+"))"]
        + reselection.stopped.map { region in
          "\(second) unmonitor \(region.identifier)"
            + (event.distance(to: region) <= 0 ? " inside" : "")
        }
        + reselection.started.map { region in
          "\(second) monitor \(region.identifier)"
            + (reselection.assumed(for: region).map { " assuming \($0.rawValue)" } ?? "")
        }
    case .registered(let regions): return regions.map { "\(second) monitor \($0.identifier)" }
    case .unmonitored(let identifier, let diagnostic):
      return ["\(second) unmonitored \(identifier) \(diagnostic.rawValue)"]
    case .relaunch(let cause): return ["\(second) relaunch \(cause.rawValue)"]
    case .device(let action):
      return ["\(second) device \(action.name)" + (action.detail.map { " \($0)" } ?? "")]
    }
  }
}
