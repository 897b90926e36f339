import GeofenceCore

/// A straight walk of four hours, with an app that selects its regions on significant changes.
enum SignificantWalk {
  /// Returns the distances in metres from one change to the next, for up to 100 of `count` phones.
  static func distances(_ model: PositioningModel, _ count: Int) throws -> [Double] {
    let start = Coordinate(latitude: 46.0514, longitude: 14.5060)
    let road = Geodesic(from: start, to: Coordinate(latitude: 46.0514, longitude: 15.5))
    let places = try RegionSet(
      ["one", "two"].enumerated().map { number, name in
        CircularRegion(
          identifier: RegionIdentifier(name), center: road.coordinate(at: -9000 - Double(number)),
          radius: 100)
      })
    var settings = Settings()
    settings.limit = 1
    let plan = SimulationPlan(settings, of: places, positioning: Positioning(model))
    var odometer = Odometer()
    let readings = (0..<14_400).map { second in
      odometer.read(
        Fix(
          time: Timestamp(milliseconds: Int64(second) * 1000),
          coordinate: road.coordinate(at: Double(second) * 1.4)))
    }
    return (0..<min(count, 100)).flatMap { trial -> [Double] in
      var simulation = Simulation(plan, .empty, trial: UInt64(trial))
      var events: [Event] = []
      for reading in readings { simulation.advance(to: reading, into: &events) }
      return events.compactMap { event in
        guard case .reselect(let choice) = event.kind else { return nil }
        return choice.significantMovement?.distance
      }
    }
  }
}
