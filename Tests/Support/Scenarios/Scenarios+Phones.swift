import GeofenceCore

/// The scenario in which one track gives other events on another system.
extension Scenario {
  /// 2024-05-01T07:00:00Z, in milliseconds since 1970.
  private static let morning: Int64 = 1_714_546_800_000

  static var aCommuteOnTwoPhones: Scenario {
    let home = Coordinate(latitude: 46.0850, longitude: 14.4700)
    let library = CircularRegion(
      identifier: "library", center: home.moved(east: 1700, north: -900), radius: 120)
    let office = CircularRegion(
      identifier: "office", center: home.moved(east: 5200, north: -2600), radius: 150)
    var generator = SeededGenerator(seed: 31)
    // Thirty shops lie nearer to home than the library does.
    let shops = (1...30).map { number in
      CircularRegion(
        identifier: RegionIdentifier("shop-\(number)"),
        center: home.moved(
          east: generator.number(in: -1000...700), north: generator.number(in: 200...1100)),
        radius: 100)
    }
    var commute = Journey(from: home, start: morning, period: 5, noise: 3, seed: 32)
    commute.go(to: library.center, at: 16)
    commute.stay(130)
    commute.go(to: office.center, at: 12)
    commute.stay(600)
    let fixes = commute.fixes.enumerated().map { number, fix in
      var fix = fix
      fix.horizontalAccuracy = Double(15 + number % 4 * 10)
      return fix
    }
    return Scenario(
      name: "a-commute-on-two-phones",
      story: [
        "A commute with two minutes at the library, past 32 places. Android takes 100 geofences and",
        "tells of the library, and of the stay; an iPhone's app has its 20 slots full of shops near",
        "home until the next significant change. 'geofence audit --api clmonitor,geofencingclient'",
        "sets the two side by side.",
      ],
      options: ["--api geofencingclient", "--loitering 90"],
      track: ("track.csv", ScenarioText.csv(fixes)),
      regions: ("regions.json", ScenarioText.jsonRegions([library, office] + shops)))
  }
}
