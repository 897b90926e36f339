import GeofenceCore

/// The scenarios in which a phone misses crossings and invents others, because its location updates
/// are rare and inexact.
extension Scenario {
  /// 2024-05-01T07:00:00Z, in milliseconds since 1970.
  private static let morning: Int64 = 1_714_546_800_000

  static var passedBetweenTwoLooks: Scenario {
    let exit = Coordinate(latitude: 46.0020, longitude: 14.4030)
    let services = CircularRegion(identifier: "services", center: exit, radius: 450)
    var drive = Journey(
      from: exit.moved(east: 5300, north: 3816), start: morning, period: 1, noise: 3, seed: 21)
    drive.go(to: exit.moved(east: -5000, north: -3600), at: 36)
    return Scenario(
      name: "passed-between-two-looks",
      story: [
        "A car passes a circle of 450 m at 130 km/h and is in it for 25 seconds. Seen second by",
        "second it enters; a phone that looks every 20 seconds near a boundary sees it there once,",
        "and one look is no stay.",
      ],
      options: ["--positioning phone"],
      track: ("track.gpx", ScenarioText.gpx("Motorway", drive.fixes)),
      regions: ("regions.json", ScenarioText.jsonRegions([services])))
  }

  static var enteredByError: Scenario {
    let school = CircularRegion(
      identifier: "school", center: Coordinate(latitude: 46.0605, longitude: 14.5120), radius: 120)
    var evening = Journey(
      from: school.center.moved(east: 700, north: 0), start: morning, period: 5, noise: 2, seed: 22)
    evening.go(to: school.center.moved(east: 170, north: 0), at: 1.4)
    evening.stay(2400)
    evening.go(to: school.center.moved(east: 900, north: 0), at: 1.4)
    return Scenario(
      name: "entered-by-error",
      story: [
        "Forty minutes in a café 50 m outside a circle of 120 m. The phone's Wi-Fi is off by 74 m in",
        "the middle, for minutes on end: the app hears of a visit that never was.",
      ],
      options: ["--positioning wifi", "--seed 3"],
      track: ("track.gpx", ScenarioText.gpx("In a café", evening.fixes)),
      regions: ("regions.json", ScenarioText.jsonRegions([school])))
  }
}
