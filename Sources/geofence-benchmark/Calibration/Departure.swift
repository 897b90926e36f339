import GeofenceCore

/// A phone's exit from its app's circle where it rested, and the path recorded beside it.
struct Departure {
  let isApple: Bool
  let day: Int64
  let circle: CircularRegion
  let path: [Fix]
  let left: Timestamp
  let delivered: Timestamp

  var delay: Double { (delivered - left).seconds }

  /// The seconds by which the clock of the San Francisco Bay is behind UTC, about.
  private static let zone: Int64 = 8 * 3_600_000

  /// Returns the exits whose crossing two fixes of at most 60 s enclose, and the number of all.
  static func all(_ recordings: Recordings) throws -> (known: [Departure], all: Int) {
    let path = recordings.path
    var (known, count): ([Departure], Int) = ([], 0)
    for phone in recordings.phones {
      var made: Timestamp?
      for (time, name, waits) in phone.transitions {
        if makers.contains(name) {
          made = time
        } else if waits, exits.contains(name), let start = made {
          count += 1
          made = nil
          if let departure = try Departure(phone, madeAt: start, exitAt: time, path) {
            known.append(departure)
          }
        }
      }
    }
    return (known, count)
  }

  private static let makers: Set = [
    "T_INITIALIZE", "T_INIT_COMPLETE", "T_START_TRACKING", "T_TRIP_ENDED",
    "local.transition.initialize", "local.transition.start_tracking",
    "local.transition.stopped_moving",
  ]
  private static let exits: Set = ["T_EXITED_GEOFENCE", "local.transition.exited_geofence"]

  /// Creates a departure; `nil` where nobody recorded the crossing, or it came after the exit.
  private init?(
    _ phone: Recordings.Phone, madeAt made: Timestamp, exitAt delivered: Timestamp, _ path: [Fix]
  ) throws {
    // The phone's own last place, else that of a phone beside it.
    let own = phone.fixes.last(until: made + Interval(seconds: 5))
    let beside = path.last(until: made + Interval(seconds: 60))
    guard
      let rest = own.flatMap({ made - $0.time <= Interval(seconds: 86_400) ? $0 : nil })
        ?? beside.flatMap({ made - $0.time < Interval(seconds: 300) ? $0 : nil })
    else { return nil }
    circle = CircularRegion(identifier: "circle", center: rest.coordinate, radius: 100)
    let start = Swift.max(made, rest.time)
    let part = path[
      path.firstIndex(at: start)..<path.firstIndex(at: delivered + Interval(seconds: 900))]
    let fixes = Array(part)
    let depths = fixes.map { Geodesic(from: rest.coordinate, to: $0.coordinate).distance - 100 }
    // The one crossing after which the phones were surely gone.
    guard let first = depths.first, first <= 0,
      let far = fixes.indices.first(where: {
        depths[$0] > 200 || (fixes[$0].time > delivered && depths[$0] > 0)
      }), let last = (0..<far).last(where: { depths[$0] <= 0 })
    else { return nil }
    let gap = fixes[last + 1].time - fixes[last].time
    guard gap <= Interval(seconds: 60) else { return nil }
    left =
      fixes[last].time
      + Interval(seconds: gap.seconds * -depths[last] / (depths[last + 1] - depths[last]))
    guard delivered >= left else { return nil }
    // The app makes a circle once the phone has rested for minutes, and phones at rest log nothing.
    let end = fixes[fixes.count - 1]
    let way = Array(fixes.drop { $0.time <= start })
    self.path =
      rest.resting(from: start + Interval(seconds: -600), until: start) + way
      + end.resting(
        from: end.time + Interval(seconds: 30), until: delivered + Interval(seconds: 900))
    (isApple, self.delivered) = (phone.isApple, delivered)
    day = (delivered.milliseconds - Self.zone) / 86_400_000
  }
}

extension Fix {
  fileprivate func resting(from start: Timestamp, until end: Timestamp) -> [Fix] {
    stride(from: start.milliseconds, through: end.milliseconds, by: 30_000).map {
      Fix(
        time: Timestamp(milliseconds: $0), coordinate: coordinate,
        horizontalAccuracy: horizontalAccuracy)
    }
  }
}

extension [Fix] {
  fileprivate func firstIndex(at time: Timestamp) -> Int {
    partitioningIndex { $0.time >= time }
  }

  fileprivate func last(until time: Timestamp) -> Fix? {
    let next = partitioningIndex { $0.time > time }
    return next > 0 ? self[next - 1] : nil
  }
}
