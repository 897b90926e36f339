import GeofenceCore

extension Scenario {
  /// 2024-05-03T08:10:00Z, in milliseconds since 1970.
  private static let morning: Int64 = 1_714_723_800_000

  private static let valley = Coordinate(latitude: 46.02, longitude: 14.30)

  /// The bends of the road in metres from where it begins, 27 s apart for a car.
  private static let bends: [(east: Double, north: Double)] = [
    (0, 590), (310, 1170), (830, 1530), (1440, 1310), (2080, 1230), (2670, 1530), (3290, 1500),
    (3670, 970), (3930, 360), (4160, -260), (4380, -880), (4620, -1500), (4910, -2080),
    (5440, -2370), (5900, -1900), (6240, -1340), (6620, -800), (7140, -410), (7780, -270),
    (8290, 140), (8630, 700), (8910, 1300), (9200, 1890), (9570, 2440), (10130, 2400),
    (10470, 1830), (10720, 1230), (10960, 610), (11210, 0), (11520, -590), (11990, -1030),
    (12640, -1020), (13270, -1190), (13750, -1630), (14290, -2000), (14800, -1650),
    (15100, -1060), (15330, -450), (15550, 180), (15770, 800), (16020, 1410), (16360, 1970),
    (16940, 2030),
  ]

  /// The places along the road, in metres from where it begins, and their radii.
  private static let stops: [(name: String, east: Double, north: Double, radius: Double)] = [
    ("mill-bridge", 180, 940, 360), ("bakery", 570, 1510, 380), ("old-town", 1290, 1460, 340),
    ("library", 1920, 1280, 340), ("saw-mill", 2620, 1420, 400), ("chapel", 3310, 1530, 360),
    ("quarry", 3600, 930, 340), ("ferry", 3980, 340, 340), ("kindergarten", 4250, -340, 360),
    ("vineyard", 4440, -960, 340), ("market", 4710, -1520, 400),
    ("post-office", 4960, -2140, 360), ("castle", 5630, -2370, 400),
    ("brickworks", 5930, -1750, 400), ("orchard", 6310, -1180, 340), ("inn", 6900, -690, 360),
    ("weir", 7520, -400, 340), ("school", 8150, -160, 340), ("cemetery", 8500, 470, 360),
    ("fire-station", 8800, 1060, 340), ("pharmacy", 9150, 1640, 340),
    ("sports-ground", 9380, 2320, 360), ("boathouse", 10080, 2540, 340),
    ("farm-shop", 10350, 1960, 360), ("water-tower", 10640, 1290, 380),
    ("museum", 11010, 640, 340), ("viewpoint", 11280, -70, 380), ("campsite", 11530, -630, 340),
    ("station", 12040, -1030, 340), ("swimming-pool", 12740, -1070, 400),
    ("town-hall", 13340, -1220, 380), ("old-bridge", 13900, -1830, 340),
    ("clinic", 14410, -1920, 400), ("lookout", 14930, -1400, 360), ("kiosk", 15210, -880, 140),
    ("lime-kiln", 15460, -220, 400), ("airfield", 15670, 590, 380), ("nursery", 15840, 1120, 380),
    ("bus-depot", 16130, 1860, 360), ("lock", 16720, 2060, 340),
  ]

  static var windingDrive: Scenario {
    var drive = Journey(
      from: valley.moved(east: bends[0].east, north: bends[0].north), start: morning, period: 5,
      noise: 2, seed: 21)
    for bend in bends.dropFirst() {
      drive.go(to: valley.moved(east: bend.east, north: bend.north), at: 27)
    }
    let places = stops.map { stop in
      CircularRegion(
        identifier: RegionIdentifier(stop.name),
        center: valley.moved(east: stop.east, north: stop.north), radius: stop.radius)
    }
    return Scenario(
      name: "a-winding-drive",
      story: [
        "A drive along a river, past forty places of which twenty can be registered: at the third",
        "bend and near the end the next ones have no slot yet, and the kiosk is passed in less than",
        "20 s. 'geofence report' shows which, when and why.",
      ],
      options: ["--reselect-on significant"],
      track: ("track.gpx", ScenarioText.gpx("Along the river", drive.fixes)),
      regions: ("regions.json", ScenarioText.jsonRegions(places)))
  }
}
