import GeofenceBytes

package enum TrackColumn: Int, NamedField {
  case time, date, latitude, longitude, accuracy, device, altitude, speed, course
  case northSouth, eastWest
  case position

  package static let words = [
    "time", "date", "latitude", "longitude", "accuracy", "device", "altitude", "speed", "course",
    "northSouth", "eastWest", "position",
  ]

  /// The table of the fields of points.
  ///
  /// The programs are trackintel, Home Assistant, Movebank, the loggers of Columbus, Ornitela and
  /// Technosmart, GoPro's cameras, the ships of NOAA, the stops and shapes of GTFS, FIT files as tables, and
  /// Google's histories. GPX has the elements of version 1.0 and the usual extensions; those of an
  /// accuracy are the ones that apps use for metres, and `hdop` is no length.
  package static let table: [[FieldNames]] = allCases.map { field in
    switch field {
    case .time:
      [
        .usual(
          "time", "timestamp", "datetime", "utc", "t", "tst", "epoch", "unixtime", "ts",
          "recorded_at", "created_at", "datetime_utc", "time_utc", "utc_time", "gps_time",
          "fix_time", "timestamp_ms", "utc_t", "unix"),
        .usual(
          "elapsed", "elapsed_time", "seconds_elapsed", "time_since_start", "relative_time",
          unit: .seconds), .usual("(utc)timeinms", unit: .milliseconds),
        .ofPrograms(
          "tracked_at", "last_updated", "last_changed", "utc_datetime", "basedatetime",
          "time_fired", "created"),
        .elements("time", in: .gpx), .elements("Time", in: .tcx),
      ]
    case .date: [.usual("date", "utc_d"), .ofPrograms("utc_date")]
    case .latitude:
      [
        .usual("latitude", "lat", "y"), .usual("latitudee7", unit: .tenMillionths),
        .ofPrograms(
          "location_lat", "gps_latitude", "gps_lat", columbusLatitude, "GPS (Lat.) [deg]",
          "stop_lat", "shape_pt_lat",
          semicircleLatitude),
        .ofPrograms("late7", unit: .tenMillionths),
        .elements("lat", in: .gpx), .elements("LatitudeDegrees", in: .tcx),
      ]
    case .longitude:
      [
        .usual("longitude", "lon", "lng", "long", "x"), .usual("longitudee7", unit: .tenMillionths),
        .ofPrograms(
          "location_long", "location_lon", "gps_longitude", "gps_lon", "gps_lng", "longitude e/w",
          "GPS (Long.) [deg]", "stop_lon",
          "shape_pt_lon",
          "position_long"),
        .ofPrograms("lnge7", unit: .tenMillionths),
        .elements("lon", in: .gpx), .elements("LongitudeDegrees", in: .tcx),
      ]
    case .accuracy:
      [
        .usual("accuracy", "acc", "horizontal_accuracy", "hacc"), .ofPrograms("gps_accuracy"),
        .elements("accuracy", "acc", "hacc", "horizontalAccuracy", "horizontal_accuracy", in: .gpx),
      ]
    case .device:
      [
        .usual(
          "device", "device_id", "device_name", "trajectory_id", "traj_id", "track_id", "user",
          "user_id", "uid"),
        // The topic under which OwnTracks publishes a device.
        .usual("topic", in: .json),
        .usual(
          "tid", "vehicle", "vehicle_id", "vehicle_ref", "taxi_id", "tracker", "imei", "mmsi",
          "icao24", "callsign", "entity_id", "animal_id", "individual_local_identifier"),
        .ofPrograms("shape_id"),
      ]
    case .altitude:
      [
        .usual("ele", "elevation", "alt", "altitude"), .ofPrograms("GPS (Alt.) [m]"),
        .elements("ele", in: .gpx), .elements("AltitudeMeters", in: .tcx),
      ]
    case .speed:
      [
        .usual("speed", "vel", "velocity"), .ofPrograms("GPS (2D) [m/s]"),
        .elements("speed", in: .gpx), .elements("Speed", in: .tcx),
      ]
    case .course: [.usual("course", "bearing", "heading", "cog"), .elements("course", in: .gpx)]
    case .northSouth:
      [
        .usual("n/s", "ns", "lat_dir", "lat_direction", "latitude_direction", "n/s indicator"),
        .ofPrograms("lat_ref", "latitude_ref", "gps_latitude_ref"),
      ]
    case .eastWest:
      [
        .usual("e/w", "ew", "lon_dir", "lon_direction", "longitude_direction", "e/w indicator"),
        .ofPrograms(
          "lon_ref", "longitude_ref", "gps_longitude_ref", "long_dir", "long_direction", "lng_dir"),
      ]
    case .position:
      [
        .usual("position", "geom", "geometry", "wkt", "the_geom", "point"),
        .usual("location", "coordinates", "coordinate", "coords", "gps", "gps_coordinates", "geo"),
        .usual("geo_point", "gps_location", "gps_position"),
        FieldNames(
          texts: latitudeFirst, files: [.tables, .json], areOfPrograms: false, unit: .own),
      ]
    }
  }

  package var notedUnits: [FieldUnit] {
    switch self {
    case .latitude, .longitude: FieldUnit.ofAngles + [.semicircles]
    case .course: FieldUnit.ofAngles
    case .speed: FieldUnit.ofSpeeds
    case .altitude, .accuracy: FieldUnit.ofLengths
    case .time: FieldUnit.ofTimes
    default: []
    }
  }

  var keys: [String] { names(in: .json) }

  /// The names of a place that may also name a sensor's axes.
  static let axes: Set = ["x", "y"]
  static let thirdAxis = "z"

  /// The names of a place in one text that say which of its numbers is the latitude.
  static let latitudeFirst = ["lat", "latitude"].flatMap { latitude in
    ["lon", "lng", "long", "longitude"].flatMap { longitude in
      ["", ",", "/"].map { latitude + $0 + longitude }
    }
  }

  /// Returns whether a name, or what stands in its brackets, is one of these.
  package static func isLatitudeFirst(_ written: String) -> Bool {
    let name = ColumnName(written)
    return [name.text, ColumnName(name.note ?? "").text].contains { latitudeFirst.contains($0) }
  }

  static let columbusLatitude = "latitude n/s"
  /// The name of a latitude in FIT files, which count coordinates in 2³¹ths of 180 degrees.
  static let semicircleLatitude = "position_lat"

  /// The columns by their words and, behind those, by their names, as `ColumnName` compares them.
  private static let byName = Dictionary(
    allCases.map { ($0.word.lowercased(), $0) }
      + allCases.flatMap { column in column.names.map { (ColumnName($0).text, column) } },
    uniquingKeysWith: { first, _ in first })

  package static func named(_ word: String) -> TrackColumn? { byName[ColumnName(word).text] }

  static let slots = ColumnSlots(
    fields: allCases.map { $0.word }, names: allCases.map { $0.names },
    units: allCases.map { $0.notedUnits },
    sought: TrackColumn.time.slot, required: [[latitude.slot, longitude.slot], [position.slot]],
    axes: ColumnSlots.Axes(slots: [latitude.slot, longitude.slot], others: [position.slot]))

  static let keySlots = ColumnSlots(
    fields: allCases.map { $0.word }, names: allCases.map { $0.keys },
    units: allCases.map { $0.notedUnits })

  func hasUnknownUnit(_ name: ColumnName) -> Bool {
    guard [.time, .speed, .accuracy].contains(self), let note = unknownUnit(name) else {
      return false
    }
    return self != .time || !Self.isOfClock(note)
  }

  /// Returns whether a note on a column of times names a zone, a clock or a form, and no unit.
  private static func isOfClock(_ note: String) -> Bool {
    note.contains { $0.isNumber || $0 == ":" }
      || ["utc", "gmt", "unix", "epoch", "local"].contains { note.contains($0) }
  }

  /// Returns the scale of times under a name that states their unit; `nil` if it states none.
  func timeScale(_ name: ColumnName) -> TimeScale? {
    unit(name).map { TimeScale(unitsPerSecond: $0.count) }
  }

  static func isUTC(_ name: ColumnName) -> Bool {
    ["utc", "gmt"].contains { name.text.contains($0) || name.note?.contains($0) == true }
  }
}

extension ColumnChoice {
  package static let ofTracks = TrackColumn.allCases.map { $0.word }

  /// Reads a user's choice of a track's columns; see `init(parsing:_:)`.
  package init?(ofTrack text: String) {
    self.init(parsing: text) { TrackColumn.named($0)?.word }
  }
}
