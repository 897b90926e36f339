/// What a track says of a point, with the names that tables and JSON have for it, first the most
/// preferred.
enum TrackColumn: Int, CaseIterable {
  case time, date, latitude, longitude, accuracy, device, altitude, speed, course
  case northSouth, eastWest

  var names: [String] { usualNames + programsNames }

  /// Those that are worth to be told.
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
    case .device: ["device", "device_id", "trajectory_id", "user", "vehicle_id", "tracker"]
    case .altitude: ["ele", "elevation", "alt", "altitude"]
    case .speed:
      SpeedUnit.suffixes.flatMap { unit in ["speed", "vel", "velocity"].map { $0 + unit } }
    case .course: ["course", "bearing", "heading", "cog"]
    case .northSouth: ["n/s", "ns"]
    case .eastWest: ["e/w", "ew"]
    }
  }

  /// Those of single programs: trackintel, Movebank, the loggers of Columbus, and the stops of GTFS.
  private var programsNames: [String] {
    switch self {
    case .time: ["tracked_at"]
    case .latitude: ["location_lat", Self.columbusLatitude, "stop_lat"]
    case .longitude: ["location_long", "longitude e/w", "stop_lon"]
    case .device: ["user_id", "individual_local_identifier"]
    default: []
    }
  }

  static let columbusLatitude = "latitude n/s"
  private static let latitudeE7 = "latitudee7"
  private static let longitudeE7 = "longitudee7"

  /// What a value under a name has to be divided by.
  func divisor(_ name: ColumnName) -> Double {
    switch self {
    case .latitude: name.text == Self.latitudeE7 ? 1e7 : 1
    case .longitude: name.text == Self.longitudeE7 ? 1e7 : 1
    case .speed: SpeedUnit.divisor(of: name)
    default: 1
    }
  }

  /// What a user's word for a column means, such as `lat`.
  static func named(_ word: String) -> TrackColumn? {
    let name = ColumnName(word).text
    return allCases.first { $0.word.lowercased() == name }
      ?? allCases.first { $0.names.contains { ColumnName($0).text == name } }
  }

  /// The columns of a table.
  static func slots(_ choice: ColumnChoice?) -> ColumnSlots {
    ColumnSlots(
      fields: allCases.map(\.word), names: allCases.map(\.names), choice: choice,
      sought: TrackColumn.time.slot)
  }

  var slot: Int { rawValue }

  /// What a user calls it.
  var word: String { "\(self)" }
}

extension ColumnChoice {
  /// What the columns of a track may mean.
  public static let ofTracks = TrackColumn.allCases.map(\.word)

  /// The headers of a track, such as `latitude (lat, y)`, for people.
  public static let trackHeaders = TrackColumn.allCases.map { column in
    let names = column == .speed ? ["speed", "vel", "velocity"] : column.names
    let others = names.filter { $0 != column.word }
    return "\(column.word) (\(others.joined(separator: ", ")))"
  }.joined(separator: "; ")

  /// Reads what a user says of a track's columns; see `init(parsing:_:)`.
  public init?(ofTrack text: String) {
    self.init(parsing: text) { TrackColumn.named($0)?.word }
  }
}

/// The unit of a speed, as a column's name tells it.
enum SpeedUnit {
  /// In a metre per second there are so many of each.
  private static let perMetrePerSecond: [(names: [String], count: Double)] = [
    (["", "m/s", "ms", "mps"], 1), (["km/h", "kmh", "kph"], 3.6),
    (["kn", "knots", "knot", "kt", "kts"], 3600 / 1852), (["mph"], 3600 / 1609.344),
  ]

  /// What a name may end with.
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
