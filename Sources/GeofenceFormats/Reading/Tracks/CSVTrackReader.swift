import GeofenceCore

/// Reads a track from CSV.
enum CSVTrackReader {
  /// The accepted names of each field, the first to serve first.
  enum Slot: Int, CaseIterable {
    case time, date, latitude, longitude, accuracy, device, altitude, speed, course

    var names: [String] {
      switch self {
      case .time:
        ["time", "timestamp", "datetime", "date", "utc", "t", "tst", "epoch", "unixtime"]
      case .date: ["date"]
      case .latitude: ["latitude", "lat", "y"]
      case .longitude: ["longitude", "lon", "lng", "long", "x"]
      case .accuracy: ["accuracy", "acc", "horizontal_accuracy", "hacc"]
      case .device: ["device", "device_id", "trajectory_id", "user", "vehicle_id", "tracker"]
      case .altitude: ["ele", "elevation", "alt"]
      case .speed: ["speed", "vel"]
      case .course: ["course", "bearing", "heading", "cog"]
      }
    }
  }

  static func read(
    _ source: consuming ByteSource, _ filter: inout PointFilter,
    _ body: (Fix, TrackReader.Device) -> Bool
  ) throws(InputError) {
    var table = try DelimitedTable(source, slots: Slot.allCases.map(\.names))
    for slot in [Slot.latitude, .longitude] where !table.has(slot.rawValue) {
      throw InputError(
        source: table.source.name, place: .line(table.header.line),
        problem:
          "no \(slot) column among \(table.header.names.prefix(12).map { $0.quotedExcerpt() }.joined(separator: ", "))",
        mend: "name it one of \(slot.names.joined(separator: ", "))")
    }
    let columns = Columns(table)
    var devices = DeviceNames()
    while try table.next() {
      let device =
        columns.device
        ? devices.device(named: table.source.buffer.span.extracting(table.field(.device)))
        : TrackReader.only
      let point = columns.point(table)
      guard let fix = try filter.fix(point, device: device.index, line: table.line) else {
        continue
      }
      guard body(fix, device) else { return }
    }
  }

  /// Which fields the file has.
  private struct Columns {
    let device: Bool
    private let time: Bool
    private let accuracy: Bool
    private let altitude: Bool
    private let speed: Bool
    private let course: Bool
    /// Whether the header has a date and a time, each in a column of its own.
    private let joinsDateAndTime: Bool

    init(_ table: borrowing DelimitedTable) {
      device = table.has(Slot.device.rawValue)
      time = table.has(Slot.time.rawValue)
      accuracy = table.has(Slot.accuracy.rawValue)
      altitude = table.has(Slot.altitude.rawValue)
      speed = table.has(Slot.speed.rawValue)
      course = table.has(Slot.course.rawValue)
      joinsDateAndTime =
        table.header.name(Slot.time.rawValue) == "time" && table.has(Slot.date.rawValue)
    }

    /// The current row as a point.
    @inline(__always)
    func point(_ table: borrowing DelimitedTable) -> TrackPoint {
      var point = TrackPoint()
      point.latitude = table.number(.latitude)
      point.longitude = table.number(.longitude)
      if time { point.time = joinsDateAndTime ? joinedTime(table) : plainTime(table) }
      if accuracy { point.accuracy = table.number(.accuracy) }
      if altitude { point.altitude = table.number(.altitude) }
      if speed { point.speed = table.number(.speed) }
      if course { point.course = table.number(.course) }
      return point
    }

    @inline(__always)
    private func plainTime(_ table: borrowing DelimitedTable) -> TrackPoint.Time {
      let field = table.source.buffer.span.extracting(table.field(.time))
      if let time = Timestamp(parsing: field) { return .at(time) }
      return field.trimmed.isEmpty ? .absent : .unreadable
    }

    @inline(never)
    private func joinedTime(_ table: borrowing DelimitedTable) -> TrackPoint.Time {
      let (date, time) = (table.text(Slot.date.rawValue), table.text(Slot.time.rawValue))
      if date.isEmpty, time.isEmpty { return .absent }
      // Where only one is filled in, it may be a whole time.
      let joined = date.isEmpty || time.isEmpty ? date + time : "\(date)T\(time)"
      return Timestamp(parsing: joined).map { .at($0) } ?? .unreadable
    }
  }
}

extension DelimitedTable {
  @inline(__always)
  fileprivate func number(_ slot: CSVTrackReader.Slot) -> Double? { number(slot.rawValue) }

  @inline(__always)
  fileprivate func field(_ slot: CSVTrackReader.Slot) -> Range<Int> { range(slot.rawValue) }
}
