import GeofenceCore

/// A path to a circle's centre, a stay, and the path onward, as observers of phones took it.
struct Visit: Hashable {
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
    var settings = Settings()
    settings.crossing.follow(model)
    return try outcomes(settings, model, count)
  }

  func outcomes(_ settings: Settings, _ model: PositioningModel, _ count: Int) throws -> [Outcome] {
    let region = CircularRegion(identifier: "circle", center: Self.centre, radius: radius)
    let plan = SimulationPlan(
      settings, of: try RegionSet([region]), positioning: Positioning(model))
    let way = way
    let path = way.map { second, metres in
      Fix(
        time: Timestamp(milliseconds: Int64(second) * 1000),
        coordinate: Self.road.coordinate(at: metres))
    }
    let entered = way.first { $0.metres.magnitude <= radius }?.second ?? 0
    let left = way.last { $0.metres.magnitude <= radius }.map { $0.second + 1 } ?? 0
    return plan.events(along: path, phones: count).map { events in
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

/// Eight hours without moving, near the boundary of a circle.
enum Rest {
  /// Returns the most events per phone at any of eleven distances from the boundary, from 100 m
  /// inside to 100 m outside.
  static func most(_ settings: Settings, _ model: PositioningModel, radius: Double = 100) throws
    -> Double
  {
    let centre = Coordinate(latitude: 46.0514, longitude: 14.5060)
    let road = Geodesic(from: centre, to: Coordinate(latitude: 46.0514, longitude: 14.9))
    let region = CircularRegion(identifier: "circle", center: centre, radius: radius)
    let plan = SimulationPlan(
      settings, of: try RegionSet([region]), positioning: Positioning(model))
    return stride(from: -100.0, through: 100, by: 20).map { distance in
      let path = stride(from: 0, through: 28_800, by: 10).map { second in
        Fix(
          time: Timestamp(milliseconds: Int64(second) * 1000),
          coordinate: road.coordinate(at: max(0, radius + distance)))
      }
      let events = plan.events(along: path, phones: 40).map { events in
        events.count { event in
          guard case .crossing(let report) = event.kind else { return false }
          return report.name != .unsatisfied
        }
      }
      return Double(events.reduce(0, +)) / Double(events.count)
    }.max() ?? 0
  }
}

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
    let path = (0..<14_400).map { second in
      Fix(
        time: Timestamp(milliseconds: Int64(second) * 1000),
        coordinate: road.coordinate(at: Double(second) * 1.4))
    }
    return plan.events(along: path, phones: min(count, 100)).flatMap { events in
      events.compactMap { event in
        guard case .reselect(let choice) = event.kind else { return nil }
        return choice.significantMovement?.distance
      }
    }
  }
}
