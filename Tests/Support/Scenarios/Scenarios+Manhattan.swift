import GeofenceCore

/// A corner of Manhattan's grid, as the Commissioners' Plan of 1811 laid it out: a block is 264
/// feet from street to street, and the avenues run 29° east of north.
///
/// The grid is laid out from one corner, which places every other within some 80 m of its true
/// position.
private struct Corner: CustomStringConvertible {
  let avenue: String
  let street: Int

  init(_ avenue: String, _ street: Int) {
    (self.avenue, self.street) = (avenue, street)
  }

  /// The distances of the avenues from Fifth Avenue in metres, to the east along a street.
  static let avenues: [(name: String, metres: Double)] = [
    ("1 Av", 1010), ("2 Av", 813), ("3 Av", 627), ("Lexington Av", 480), ("Park Av", 352),
    ("Madison Av", 152), ("5 Av", 0), ("6 Av", -281), ("7 Av", -525), ("8 Av", -769),
    ("9 Av", -1013), ("10 Av", -1257), ("11 Av", -1501),
  ]

  /// The corners from the beginning of Madison Avenue to the park.
  static var all: [Corner] {
    avenues.flatMap { avenue in (23...59).map { Corner(avenue.name, $0) } }
  }

  var description: String { "\(avenue) & \(street) St" }

  var place: Coordinate {
    let fifthAndFortySecond = Coordinate(latitude: 40.753527, longitude: -73.980934)
    let along = Double(street - 42) * 80.47
    let across = Self.avenues.first { $0.name == avenue }?.metres ?? 0
    let (sine, cosine) = (0.484810, 0.874620)
    return fifthAndFortySecond.moved(
      east: along * sine + across * cosine, north: along * cosine - across * sine)
  }
}

extension Scenario {
  /// 2024-05-02T13:00:00Z, nine o'clock in New York, in milliseconds since 1970.
  private static let morning: Int64 = 1_714_654_800_000

  /// A courier's round in midtown Manhattan, past 300 shops.
  static var aCourierInMidtown: Scenario {
    var corners = Corner.all
    var random = SeededGenerator(seed: 12)
    corners.shuffle(using: &random)
    let shops = corners.prefix(300).map { corner in
      CircularRegion(
        identifier: RegionIdentifier("\(corner)"), center: corner.place, radius: 100)
    }
    return Scenario(
      name: "a-courier-in-midtown",
      story: [
        "A courier's round through midtown Manhattan: 21 km, twelve deliveries of four minutes, past",
        "300 shops at street corners. Which strategy, and which radius? 'geofence audit' compares them.",
      ],
      options: ["--reselect-on significant,event"],
      track: ("track.csv", ScenarioText.csv(round)),
      regions: (
        "regions.csv", ScenarioText.csvRegions(shops.sorted { $0.identifier < $1.identifier })
      ))
  }

  /// The path along the one-way streets, with deliveries at some corners and a light at the others.
  private static var round: [Fix] {
    let way: [(corner: Corner, isDelivery: Bool)] = [
      (Corner("10 Av", 46), true), (Corner("10 Av", 52), false), (Corner("Park Av", 52), true),
      (Corner("3 Av", 52), false), (Corner("3 Av", 59), false), (Corner("5 Av", 59), false),
      (Corner("5 Av", 50), true), (Corner("5 Av", 46), false), (Corner("Lexington Av", 46), false),
      (Corner("Lexington Av", 38), true), (Corner("Lexington Av", 33), false),
      (Corner("6 Av", 33), true), (Corner("7 Av", 33), false), (Corner("7 Av", 28), true),
      (Corner("7 Av", 24), false), (Corner("3 Av", 24), true), (Corner("1 Av", 24), false),
      (Corner("1 Av", 36), true), (Corner("1 Av", 41), false), (Corner("6 Av", 41), true),
      (Corner("8 Av", 41), false), (Corner("8 Av", 50), true), (Corner("8 Av", 56), false),
      (Corner("2 Av", 56), false), (Corner("2 Av", 40), true), (Corner("2 Av", 27), false),
      (Corner("5 Av", 27), true), (Corner("10 Av", 27), true),
    ]
    var journey = Journey(
      from: Corner("10 Av", 30).place, start: morning, period: 5, noise: 6, seed: 11)
    for (corner, isDelivery) in way {
      journey.go(to: corner.place, at: 6.5)
      journey.stay(isDelivery ? 240 : 30)
    }
    var random = SeededGenerator(seed: 13)
    return journey.fixes.map { fix in
      var fix = fix
      fix.horizontalAccuracy = random.number(in: 8...30)
      return fix
    }
  }
}
