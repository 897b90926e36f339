import GeofenceCore

extension Scenario {
  /// 2024-05-01T12:00:00Z, in milliseconds since 1970.
  private static let noon: Int64 = 1_714_564_800_000

  private static let ljubljana = Coordinate(latitude: 46.0885, longitude: 14.4702)
  private static let kranj = Coordinate(latitude: 46.2420, longitude: 14.3700)

  /// The forty places on the road from Ljubljana to Kranj, 460 m apart.
  private static let fortyStops: [CircularRegion] = {
    let road = Geodesic(from: ljubljana, to: kranj)
    return (1...40).map { number in
      CircularRegion(
        identifier: RegionIdentifier(number < 10 ? "stop-0\(number)" : "stop-\(number)"),
        center: road.coordinate(at: Double(number) * 460), radius: 400)
    }
  }()

  private static func fortyStopsOnADrive(
    _ name: String, story: [String], options: [String]
  ) -> Scenario {
    var drive = Journey(from: ljubljana, start: noon, period: 5, noise: 3, seed: 4)
    drive.go(to: kranj, at: 24)
    drive.stay(60)
    return Scenario(
      name: name, story: story, options: options,
      track: ("track.gpx", ScenarioText.gpx("Ljubljana to Kranj", drive.fixes)),
      regions: ("regions.json", ScenarioText.jsonRegions(fortyStops)))
  }

  static var significantChangeIsTooSlow: Scenario {
    fortyStopsOnADrive(
      "significant-change-is-too-slow",
      story: [
        "Forty circles of 400 m along a drive at 24 m/s. A significant change comes every five",
        "minutes (7.2 km) at most, and once under way the nearest 20 reach 4.6 km ahead: what",
        "lies beyond that before the next change is passed unregistered.",
      ], options: ["--reselect-on significant"])
  }

  static var everyEventReselects: Scenario {
    fortyStopsOnADrive(
      "every-event-reselects",
      story: [
        "The same drive: each event chooses the nearest 20 anew, so the registrations keep up",
        "with the car and no circle is missed.",
      ], options: ["--reselect-on significant,event"])
  }

  /// Returns a path past the lake of Cerknica, a circle of 5 km, among 30 small circles.
  private static func largeRegion(_ ranking: String, story: [String]) -> Scenario {
    let lake = CircularRegion(
      identifier: "lake", center: Coordinate(latitude: 45.7480, longitude: 14.3620), radius: 5000)
    let village = Coordinate(latitude: 45.7950, longitude: 14.3640)
    let houses = (1...30).map { number -> CircularRegion in
      let number = Double(number)
      return CircularRegion(
        identifier: RegionIdentifier("house-\(Int(number) + 10)"),
        center: village.moved(
          east: 130 * ((number - 1).truncatingRemainder(dividingBy: 6) - 2.5),
          north: 130 * (((number - 1) / 6).rounded(.down) - 2)), radius: 100)
    }
    var drive = Journey(
      from: lake.center.moved(east: 0, north: 1000), start: noon, period: 10, noise: 3, seed: 5)
    drive.go(to: village.moved(east: 0, north: -700), at: 10)
    drive.stay(120)
    drive.go(to: village.moved(east: 200, north: 2500), at: 10)
    return Scenario(
      name: "large-region-by-\(ranking)", story: story, options: ["--rank \(ranking)"],
      track: ("track.gpx", ScenarioText.gpx("From the lake to Cerknica", drive.fixes)),
      regions: ("regions.geojson", ScenarioText.geoJSONRegions([lake] + houses)))
  }

  static var largeRegionByCentre: Scenario {
    largeRegion(
      "centre",
      story: [
        "A circle of 5 km among thirty of 100 m. Ranked by centre, the village's houses take",
        "every slot while the device still stands in the large circle: its exit never comes.",
      ])
  }

  static var largeRegionByBoundary: Scenario {
    largeRegion(
      "boundary",
      story: [
        "The same drive ranked by the distance to the edge: the large circle keeps its slot as",
        "long as the device stands in it, and its exit comes.",
      ])
  }

  /// The coast road of Taveuni in Fiji, where it crosses the 180th meridian.
  static var acrossTheAntimeridian: Scenario {
    let line = Coordinate(latitude: -16.7870, longitude: 180)
    let places = [
      CircularRegion(
        identifier: "meridian-marker", center: Coordinate(latitude: -16.7870, longitude: -179.9999),
        radius: 300),
      CircularRegion(
        identifier: "hospital", center: Coordinate(latitude: -16.7870, longitude: 179.9910),
        radius: 300),
    ]
    var drive = Journey(
      from: line.moved(east: -2200, north: 0), start: noon, period: 5, noise: 3, seed: 6)
    drive.go(to: line.moved(east: 1500, north: 0), at: 10)
    return Scenario(
      name: "across-the-antimeridian",
      story: [
        "A drive east across 180°: one circle lies on the line, with fixes of both signs of",
        "longitude inside it. Both circles are entered and left once.",
      ],
      options: [],
      track: ("track.gpx", ScenarioText.gpx("Across the line on Taveuni", drive.fixes)),
      regions: ("regions.json", ScenarioText.jsonRegions(places)))
  }

  /// A path from Apple Park to its visitor centre, as a file for Xcode's simulator.
  static var xcodeWaypoints: Scenario {
    let visitorCenter = Coordinate(latitude: 37.3327, longitude: -122.0053)
    return Scenario(
      name: "xcode-waypoints",
      story: [
        "Four waypoints without times, as Xcode's simulator takes them: 20 m/s from waypoint to",
        "waypoint, a fix every 5 s in between. The circle at the end is entered 20 s after its",
        "boundary.",
      ],
      options: ["--start 2024-05-01T09:00:00Z", "--interpolate 5"],
      track: (
        "track.gpx",
        ScenarioText.waypoints([
          ("Infinite Loop", Coordinate(latitude: 37.3318, longitude: -122.0302)),
          ("De Anza Boulevard", Coordinate(latitude: 37.3369, longitude: -122.0325)),
          ("Homestead Road", Coordinate(latitude: 37.3373, longitude: -122.0140)),
          ("Visitor Center", visitorCenter),
        ])
      ),
      regions: (
        "regions.json",
        ScenarioText.jsonRegions([
          CircularRegion(identifier: "visitor-center", center: visitorCenter, radius: 500)
        ])
      ))
  }

  /// The scenarios of all folders of `tracks/`.
  package static var all: [Scenario] {
    [
      walkThroughOneRegion, exitNeedsTheCushion, jitterOnABoundary, significantChangeIsTooSlow,
      everyEventReselects, largeRegionByCentre, largeRegionByBoundary, acrossTheAntimeridian,
      xcodeWaypoints, cellGradeFixes, aPhonesDay, aDayOfErrands, passedBetweenTwoLooks,
      enteredByError, theStartDecides, aCourierInMidtown, windingDrive,
      aCommuteOnTwoPhones,
    ]
  }
}
