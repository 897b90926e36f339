import GeofenceCore

extension Scenario {
  /// 2024-05-01T07:00:00Z, in milliseconds since 1970.
  private static let morning: Int64 = 1_714_546_800_000

  /// A walk through Tivoli park in Ljubljana.
  static var walkThroughOneRegion: Scenario {
    let park = CircularRegion(
      identifier: "tivoli", center: Coordinate(latitude: 46.0553, longitude: 14.4957), radius: 150)
    var walk = Journey(
      from: park.center.moved(east: 500, north: 0), start: morning, period: 5, noise: 1.5, seed: 1)
    walk.go(to: park.center.moved(east: -500, north: 20), at: 1.4)
    return Scenario(
      name: "walk-through-one-region",
      story: [
        "A walk of 1 km at 1.4 m/s through a circle of 150 m.",
        "The enter comes 20 s, the dwell, after the boundary; the exit 100 m, the cushion, and so",
        "about 72 s after it.",
      ],
      options: [],
      track: ("track.gpx", ScenarioText.gpx("A walk through Tivoli", walk.fixes)),
      regions: ("regions.json", ScenarioText.jsonRegions([park])))
  }

  /// The departure from an office near Ljubljana's railway station.
  static var exitNeedsTheCushion: Scenario {
    let office = CircularRegion(
      identifier: "office", center: Coordinate(latitude: 46.0586, longitude: 14.5108), radius: 100)
    var day = Journey(from: office.center, start: morning, period: 10, noise: 2, seed: 2)
    day.stay(600)
    day.go(to: office.center.moved(east: 175, north: 0), at: 1.3)
    day.stay(1800)
    day.go(to: office.center, at: 1.3)
    day.stay(600)
    day.go(to: office.center.moved(east: -200, north: -400), at: 1.4)
    return Scenario(
      name: "exit-needs-the-cushion",
      story: [
        "Lunch 75 m past the boundary lasts half an hour and is no exit: the cushion is 100 m.",
        "The way home goes past it and is one.",
      ],
      options: [],
      track: ("track.gpx", ScenarioText.gpx("A day at the office", day.fixes)),
      regions: ("regions.json", ScenarioText.jsonRegions([office])))
  }

  /// Three trips between home and a shop in Ljubljana, during which the app is terminated,
  /// Background App Refresh is off, and the phone is restarted.
  static var aPhonesDay: Scenario {
    let home = CircularRegion(
      identifier: "home", center: Coordinate(latitude: 46.0620, longitude: 14.5300), radius: 150)
    let shop = CircularRegion(
      identifier: "shop", center: home.center.moved(east: 1500, north: 0), radius: 150)
    var day = Journey(from: home.center, start: morning, period: 10, noise: 2, seed: 10)
    for _ in 0..<3 {
      day.go(to: shop.center, at: 4)
      day.stay(300)
      day.go(to: home.center, at: 4)
      day.stay(300)
    }
    return Scenario(
      name: "a-phones-day",
      story: [
        "Three trips from home to a shop. On the first the app is terminated, and each event starts",
        "it again. On the second Background App Refresh is off and the app in the background: only",
        "the last state of each region is left when the user opens it. On the third the phone is",
        "restarted in the shop and unlocked at home: the states are determined anew.",
      ],
      options: [],
      track: ("track.gpx", ScenarioText.gpx("Three trips", day.fixes)),
      regions: ("regions.json", ScenarioText.jsonRegions([home, shop])),
      actions: """
        [
          {"//": "the first trip"},
          {"at": "+60s", "do": "terminate"},
          {"//": "the second trip"},
          {"at": "+1400s", "do": "background-refresh", "to": "off"},
          {"at": "+2600s", "do": "launch"},
          {"//": "the third trip"},
          {"at": "+2650s", "do": "background-refresh", "to": "on"},
          {"at": "+3300s", "do": "reboot"},
          {"at": "+4000s", "do": "unlock"}
        ]

        """)
  }

  /// A rest on a bench at the edge of Congress Square in Ljubljana.
  static var jitterOnABoundary: Scenario {
    let square = CircularRegion(
      identifier: "kongresni-trg", center: Coordinate(latitude: 46.0501, longitude: 14.5040),
      radius: 100)
    var rest = Journey(
      from: square.center.moved(east: 140, north: 0), start: morning, period: 5, noise: 2, seed: 3)
    rest.go(to: square.center.moved(east: 103, north: 0), at: 1.2)
    rest.noise = 9
    rest.stay(1200)
    return Scenario(
      name: "jitter-on-a-boundary",
      story: [
        "Twenty minutes on a bench 3 m outside a circle, with fixes on both sides of it.",
        "Once they lie inside for 20 s, which is an enter without a visit; none lies 100 m outside, so",
        "no exit follows. Plain geometry (--cushion 0 --dwell 0) fires 56 times.",
      ],
      options: [],
      track: ("track.gpx", ScenarioText.gpx("On a bench", rest.fixes)),
      regions: ("regions.json", ScenarioText.jsonRegions([square])))
  }

  /// A path around Maribor's bus station, with fixes from cell towers and then from satellites.
  static var cellGradeFixes: Scenario {
    let station = CircularRegion(
      identifier: "bus-station", center: Coordinate(latitude: 46.5596, longitude: 15.6567),
      radius: 200)
    var ride = Journey(
      from: station.center.moved(east: -2500, north: 300), start: morning, period: 30, noise: 250,
      seed: 8)
    ride.go(to: station.center.moved(east: 1500, north: 0), at: 6)
    let cells = ride.fixes.map { fix in
      var fix = fix
      fix.horizontalAccuracy = 3000
      return fix
    }
    var back = Journey(
      from: station.center.moved(east: 1400, north: 0), start: morning + 900_000, period: 10,
      noise: 3, seed: 9)
    back.go(to: station.center, at: 6)
    back.stay(60)
    let satellites = back.fixes.map { fix in
      var fix = fix
      fix.horizontalAccuracy = 8
      return fix
    }
    return Scenario(
      name: "cell-grade-fixes",
      story: [
        "A ride through a circle of 200 m seen by fixes good to 3 km: they straddle the boundary",
        "and decide nothing. The way back has fixes good to 8 m; the first of them decides.",
      ],
      options: [],
      track: ("track.csv", ScenarioText.csv(cells + satellites)),
      regions: ("regions.csv", ScenarioText.csvRegions([station])))
  }
}
