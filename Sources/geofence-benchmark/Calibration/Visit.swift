import GeofenceCore

/// A path to a circle's centre, a stay, and the path onward, as observers of phones took it.
struct Visit {
  let speed: Double
  let radius: Double
  var stay = Interval(seconds: 900)
  private static let reach = 6000.0
  private static let centre = Coordinate(latitude: 46.0514, longitude: 14.5060)
  private static let road = Geodesic(
    from: centre, to: Coordinate(latitude: 46.0514, longitude: 14.9))

  /// The first events that one phone delivered, compared with its true position.
  struct Outcome {
    /// The metres from the boundary, positive outside, and the seconds after the true crossing.
    typealias Told = (distance: Double, delay: Double)
    var enter: Told?
    var exit: Told?
    var more = 0
  }

  private var way: [(second: Int, metres: Double)] {
    let there = Int(Self.reach / speed)
    let rest = Int(stay.seconds)
    return (0...(2 * there + rest)).map { second in
      let metres =
        second <= there
        ? Double(second) * speed - Self.reach
        : second <= there + rest ? 0 : Double(second - there - rest) * speed
      return (second, metres)
    }
  }

  func outcomes(_ model: PositioningModel, _ count: Int) throws -> [Outcome] {
    let region = CircularRegion(identifier: "circle", center: Self.centre, radius: radius)
    var settings = Settings()
    settings.crossing.cushion = model.cushion ?? settings.crossing.cushion
    settings.crossing.outwardDwell = model.outwardDwell
    let plan = SimulationPlan(
      settings, of: try RegionSet([region]), positioning: Positioning(model))
    let way = way
    var odometer = Odometer()
    let readings = way.map { second, metres in
      odometer.read(
        Fix(
          time: Timestamp(milliseconds: Int64(second) * 1000),
          coordinate: Self.road.coordinate(at: metres)))
    }
    let entered = way.first { $0.metres.magnitude <= radius }?.second ?? 0
    let left = way.last { $0.metres.magnitude <= radius }.map { $0.second + 1 } ?? 0
    return (0..<count).map { trial in
      var simulation = Simulation(plan, .empty, trial: UInt64(trial))
      var events: [Event] = []
      for reading in readings { simulation.advance(to: reading, into: &events) }
      var outcome = Outcome()
      for event in events {
        guard case .crossing(let report) = event.kind, report.name != .unsatisfied else { continue }
        let second = Int(event.time.milliseconds / 1000)
        let distance = way[second].metres.magnitude - radius
        if report.name == .enter, outcome.enter == nil, second < left {
          outcome.enter = (distance, Double(second - entered))
        } else if report.name == .exit, outcome.exit == nil, second >= left, outcome.enter != nil {
          outcome.exit = (distance, Double(second - left))
        } else {
          outcome.more += 1
        }
      }
      return outcome
    }
  }
}
