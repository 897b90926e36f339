import GeofenceCore

/// The columns of a CSV track, with the names that each may bear, first the most preferred.
enum TrackColumn: Int, CaseIterable {
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

/// Reads the rows of a CSV track as fixes.
struct CSVTrack: ~Copyable {
  var table: DelimitedTable
  private var devices = DeviceTable()
  /// Whether a time is told by a `date` and a `time` column together.
  private let joinsDateAndTime: Bool
  let hasDevices: Bool
  /// Whether there is an altitude, a speed or a course.
  let hasDetails: Bool
  private var joined: [UInt8] = []
  private var times = TimeReader()

  /// Reads `source` from its header to its end, unless `body` returns `false`.
  ///
  /// - Parameter pieces: takes over where the first row has a time and a place.
  static func read(
    _ source: consuming ByteSource, _ filter: inout PointFilter,
    newDevice: (Int, String?) -> Void, pieces: TrackReader.PieceReader?, _ body: (Fix, Int) -> Bool
  ) throws(InputError) {
    var track = try CSVTrack(source)
    if try track.table.next() {
      if let pieces, let start = track.start(filter) {
        return try pieces(TrackPieces(track, from: start, filter), &filter.report)
      }
      try track.readRows(&filter, newDevice: newDevice, body)
    }
    filter.report.wasStopped = filter.report.wasStopped || track.wasInterrupted
    if filter.report.pointsRead == 0, !track.wasInterrupted {
      throw InputError(
        source: filter.report.source, place: .line(track.table.header.line),
        problem: "there is a header and no row after it", help: "write one row for each point")
    }
  }

  private init(_ source: consuming ByteSource) throws(InputError) {
    let table = try DelimitedTable(source, slots: TrackColumn.allCases.map(\.names))
    try table.requireCoordinates()
    self.init(table)
  }

  /// - Parameter table: with columns for the coordinates.
  init(_ table: consuming DelimitedTable) {
    hasDevices = table.has(.device)
    hasDetails = table.has(.altitude) || table.has(.speed) || table.has(.course)
    joinsDateAndTime = table.has(.date) && table.header.name(TrackColumn.time.rawValue) == "time"
    self.table = table
  }

  var wasInterrupted: Bool { table.source.wasInterrupted }

  /// Takes whole rows from the source, as many as have come.
  mutating func cut() throws(InputError) -> TrackPiece? {
    let line = table.line
    guard let bytes = try table.cut() else { return nil }
    return TrackPiece(
      bytes: bytes, line: line, lines: table.line - line, source: table.source.name,
      header: table.header)
  }

  /// The time of the first row, where nothing about the row is doubtful.
  private mutating func start(_ filter: borrowing PointFilter) -> Timestamp? {
    guard !table.scanner.hasQuotedField, !filter.options.ignoresTimes else { return nil }
    let point = point()
    guard case .at(let time) = point.time, point.coordinate.isValid, !(point.accuracy < 0)
    else { return nil }
    return time
  }
}

// MARK: - One row

extension CSVTrack {
  /// Reads the current row and those after it.
  private mutating func readRows(
    _ filter: inout PointFilter, newDevice: (Int, String?) -> Void, _ body: (Fix, Int) -> Bool
  ) throws(InputError) {
    if !hasDevices {
      filter.add(device: nil)
      newDevice(0, nil)
    }
    repeat {
      var point = point()
      if hasDevices { point.device = device(&filter, newDevice) }
      let time = try filter.time(of: point) { text($0) }
      if let time, !body(point.fix(at: time), point.device) {
        filter.report.wasStopped = true
        return
      }
    } while try table.next()
  }

  /// What the current row says, but for its device.
  @inline(__always)
  mutating func point() -> TrackPoint {
    var point = TrackPoint(table, hasDetails: hasDetails)
    point.time = joinsDateAndTime ? joinedTime() : times.reading(table)
    return point
  }

  /// Where the device's name lies in the source's buffer, without blanks around it.
  @inline(__always)
  var deviceName: Range<Int> {
    let range = table.range(TrackColumn.device.rawValue)
    let name = table.source.buffer.span.extracting(range).trimmed
    return (range.lowerBound &+ name.lowerBound)..<(range.lowerBound &+ name.upperBound)
  }

  /// The time of a `date` and a `time` cell.
  private mutating func joinedTime() -> TimeReading {
    joined.removeAll(keepingCapacity: true)
    table.append(.date, to: &joined)
    if !joined.isEmpty, !table.isBlank(.time) { joined.append(ASCII.space) }
    table.append(.time, to: &joined)
    if let time = Timestamp(bytes: joined.span) { return .at(time) }
    return joined.isEmpty ? .missing : .unreadable
  }

  /// The index of the current row's device.
  @inline(__always)
  private mutating func device(
    _ filter: inout PointFilter, _ newDevice: (Int, String?) -> Void
  ) -> Int {
    let range = deviceName
    let known = devices.count
    let index = devices.index(at: range, of: table)
    if index == known {
      let name = table.source.buffer.span.extracting(range)
      let text = name.isEmpty ? nil : name.text
      filter.add(device: text)
      newDevice(index, text)
    }
    return index
  }

  /// What the current row has for `culprit`.
  func text(_ culprit: PointFilter.Culprit) -> String? {
    switch culprit {
    case .latitude: table.text(.latitude)
    case .longitude: table.text(.longitude)
    case .time: joinsDateAndTime ? joined.span.text : table.text(.time)
    }
  }
}

extension TrackPoint {
  /// The numbers of the table's current row.
  @inline(__always)
  fileprivate init(_ table: borrowing DelimitedTable, hasDetails: Bool) {
    line = table.line
    latitude = table.number(.latitude)
    longitude = table.number(.longitude)
    accuracy = table.number(.accuracy)
    guard hasDetails else { return }
    altitude = table.number(.altitude)
    speed = table.number(.speed)
    course = table.number(.course)
  }
}

extension TimeReader {
  /// Reads the time of the table's current row.
  @inline(__always)
  fileprivate mutating func reading(_ table: borrowing DelimitedTable) -> TimeReading {
    reading(table.source.buffer.span.extracting(table.range(TrackColumn.time.rawValue)))
  }
}

extension DeviceTable {
  /// The index of the device whose name lies at `range` of the table's buffer.
  @inline(__always)
  fileprivate mutating func index(at range: Range<Int>, of table: borrowing DelimitedTable) -> Int {
    index(of: table.source.buffer.span.extracting(range))
  }
}

extension DelimitedTable {
  fileprivate func has(_ column: TrackColumn) -> Bool { has(column.rawValue) }

  fileprivate func requireCoordinates() throws(InputError) {
    let missing = [TrackColumn.latitude, .longitude].filter { !has($0) }
    guard !missing.isEmpty else { return }
    let names = missing.map { "\($0)" }.joined(separator: " and ")
    throw headerError("the header has no \(names)", accepted: missing.map(\.names))
  }

  @inline(__always)
  fileprivate func number(_ column: TrackColumn) -> Double { number(column.rawValue) ?? .nan }

  @inline(__always)
  fileprivate func isBlank(_ column: TrackColumn) -> Bool { isBlank(column.rawValue) }

  fileprivate func text(_ column: TrackColumn) -> String { text(column.rawValue) }

  /// Appends the cell's bytes without blanks around them.
  fileprivate func append(_ column: TrackColumn, to bytes: inout [UInt8]) {
    let cell = source.buffer.span.extracting(range(column.rawValue))
    for index in cell.trimmed { bytes.append(cell[index]) }
  }
}
