/// A field of a track's point, with its names in tables and JSON.
///
/// Readers, help and messages take the names from here alone.
enum TrackColumn: Int, CaseIterable {
  case time, date, latitude, longitude, accuracy, device, altitude, speed, course
  case northSouth, eastWest
  /// A latitude and a longitude in one text, or a `POINT` of WKT.
  case position

  /// The names in a table, the most preferred first.
  var names: [String] { keys.filter { !Self.keysOnly.contains($0) } }

  /// The names in JSON, the most preferred first.
  var keys: [String] { usualNames + programsNames }

  /// The names that only JSON has: the topic under which OwnTracks publishes a device.
  private static let keysOnly: Set = ["topic"]

  /// The names that messages and help show.
  var usualNames: [String] {
    switch self {
    case .time:
      [
        "time", "timestamp", "datetime", "utc", "t", "tst", "epoch", "unixtime", "ts",
        "recorded_at", "created_at", "datetime_utc", "time_utc", "utc_time", "gps_time", "fix_time",
        "timestamp_ms", "utc_t",
      ]
    case .date: ["date", "utc_d"]
    case .latitude: ["latitude", "lat", "y", Self.latitudeE7]
    case .longitude: ["longitude", "lon", "lng", "long", "x", Self.longitudeE7]
    case .accuracy: ["accuracy", "acc", "horizontal_accuracy", "hacc"]
    case .device:
      [
        "device", "device_id", "device_name", "trajectory_id", "traj_id", "track_id", "user",
        "user_id", "uid", "topic", "tid", "vehicle", "vehicle_id", "taxi_id", "tracker", "imei",
        "mmsi", "icao24", "callsign", "entity_id", "animal_id", "individual_local_identifier",
      ]
    case .altitude: ["ele", "elevation", "alt", "altitude"]
    case .speed:
      SpeedUnit.suffixes.flatMap { unit in ["speed", "vel", "velocity"].map { $0 + unit } }
    case .course: ["course", "bearing", "heading", "cog"]
    case .northSouth: ["n/s", "ns"]
    case .eastWest: ["e/w", "ew"]
    case .position: ["position", "geom", "geometry", "wkt", "the_geom", "point"]
    }
  }

  /// The names of single programs: trackintel, Home Assistant, Movebank, the loggers of Columbus,
  /// the stops of GTFS, FIT files as tables, and Google's histories.
  private var programsNames: [String] {
    switch self {
    case .time: ["tracked_at", "last_updated", "last_changed"]
    case .latitude:
      ["location_lat", Self.columbusLatitude, "stop_lat", Self.semicircleLatitude, "late7"]
    case .longitude:
      ["location_long", "longitude e/w", "stop_lon", Self.semicircleLongitude, "lnge7"]
    case .accuracy: ["gps_accuracy", "accuracy_meters"]
    case .altitude: ["altitude_meters"]
    case .speed: ["speed_meters_per_second"]
    default: []
    }
  }

  /// The names of a place that may also be those of a sensor's axes.
  static let axes: Set = ["x", "y"]
  /// The name of the axis that no place has.
  static let thirdAxis = "z"

  static let columbusLatitude = "latitude n/s"
  private static let latitudeE7 = "latitudee7"
  private static let longitudeE7 = "longitudee7"
  /// The name of a latitude in FIT files, which count coordinates in 2³¹ths of 180 degrees.
  static let semicircleLatitude = "position_lat"
  /// The name of a longitude in FIT files, in the same unit.
  static let semicircleLongitude = "position_long"

  /// The number of FIT's units in a degree.
  static let semicirclesPerDegree = 2_147_483_648.0 / 180

  /// Returns the divisor of a value under a name.
  func divisor(_ name: ColumnName) -> Double {
    switch self {
    case .latitude, .longitude:
      switch name.text {
      case Self.latitudeE7, Self.longitudeE7, "late7", "lnge7": 1e7
      default: name.note == "semicircles" ? Self.semicirclesPerDegree : 1
      }
    case .speed: SpeedUnit.divisor(of: name)
    default: 1
    }
  }

  /// Returns the column that a user's word means, such as `lat`.
  static func named(_ word: String) -> TrackColumn? {
    let name = ColumnName(word).text
    return allCases.first { $0.word.lowercased() == name }
      ?? allCases.first { $0.names.contains { ColumnName($0).text == name } }
  }

  /// Returns the slots of a table's columns.
  static func slots(_ choice: ColumnChoice?) -> ColumnSlots {
    ColumnSlots(
      fields: allCases.map(\.word), names: allCases.map(\.names), choice: choice,
      sought: TrackColumn.time.slot,
      required: [[latitude.slot, longitude.slot], [position.slot]],
      axes: ColumnSlots.Axes(
        slots: [latitude.slot, longitude.slot], others: [position.slot]))
  }

  /// Returns the slots of the keys of JSON.
  static func keySlots(_ choice: ColumnChoice?) -> ColumnSlots {
    ColumnSlots(fields: allCases.map(\.word), names: allCases.map(\.keys), choice: choice)
  }

  var slot: Int { rawValue }

  /// The user's word for the column.
  var word: String { "\(self)" }

  /// Returns whether a column's name says that its times are in UTC.
  static func isUTC(_ name: ColumnName) -> Bool {
    ["utc", "gmt"].contains { name.text.contains($0) || name.note?.contains($0) == true }
  }
}

extension ColumnChoice {
  /// The words for the columns of a track.
  package static let ofTracks = TrackColumn.allCases.map(\.word)

  /// The headers of a track, such as `latitude (lat, y)`, for people.
  package static let trackHeaders = TrackColumn.allCases.map { column in
    let names = column == .speed ? ["speed", "vel", "velocity"] : column.names
    let others = names.filter { $0 != column.word }
    return "\(column.word) (\(others.joined(separator: ", ")))"
  }.joined(separator: "; ")

  /// Reads a user's choice of a track's columns; see `init(parsing:_:)`.
  package init?(ofTrack text: String) {
    self.init(parsing: text) { TrackColumn.named($0)?.word }
  }
}

/// The unit of a speed, which a column's name includes.
enum SpeedUnit {
  /// The number of each unit in a metre per second, with the unit's names.
  private static let perMetrePerSecond: [(names: [String], count: Double)] = [
    (["", "m/s", "ms", "mps"], 1), (["km/h", "kmh", "kph"], 3.6),
    (["kn", "knots", "knot", "kt", "kts"], 3600 / 1852), (["mph"], 3600 / 1609.344),
  ]

  /// The units with which a name may end.
  static let suffixes = perMetrePerSecond.flatMap(\.names)

  static func divisor(of name: ColumnName) -> Double {
    let unit =
      name.note
      ?? ["speed", "velocity", "vel"].reduce(name.text) { text, word in
        text.hasPrefix(word) ? String(text.dropFirst(word.count)) : text
      }
    return perMetrePerSecond.first { $0.names.contains(unit) }?.count ?? 1
  }
}
