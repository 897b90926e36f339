import GeofenceCore

/// Reads the rows of a CSV track as fixes.
struct CSVTrack: ~Copyable {
  var table: DelimitedTable
  /// Whether a time is told by a `date` and a `time` column together.
  private let joinsDateAndTime: Bool
  /// The column of the time; that of the date where there is no other.
  private let timeColumn: TrackColumn
  /// Whether dates are six digits, the year first, as in the tables of Columbus loggers.
  private let hasShortDates: Bool
  let hasDevices: Bool
  /// Whether there is an altitude, a speed or a course.
  let hasDetails: Bool
  /// What the numbers are divided by; `nil` where they are as they should be.
  private let scale: Scale?
  private var joined: [UInt8] = []

  /// What makes degrees and metres per second of the table's numbers.
  fileprivate struct Scale {
    let latitude: Double
    let longitude: Double
    let speed: Double
    /// Whether columns say on which sides of the equator and of Greenwich a place lies.
    let hasSides: Bool
  }

  /// Reads `source` from its header to its end, unless `body` returns `false`.
  ///
  /// - Parameter pieces: takes over where the first row has a time and a place.
  static func read(
    _ source: consuming ByteSource, _ filter: inout PointFilter,
    newDevice: (Int, String?) -> Void, pieces: TrackReader.PieceReader?, _ body: TrackReader.Body
  ) throws(InputError) {
    var track = try CSVTrack(source, filter.options.columns)
    let header = track.table.header
    filter.report.unknownColumns = header.otherColumns.map { header.names[$0] }
      .filter { !$0.isEmpty }
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

  private init(_ source: consuming ByteSource, _ choice: ColumnChoice?) throws(InputError) {
    let table = try DelimitedTable(source, TrackColumn.slots(choice))
    try table.requireCoordinates()
    self.init(table)
  }

  /// - Parameter table: with columns for the coordinates.
  init(_ table: consuming DelimitedTable) {
    hasDevices = table.has(.device)
    hasDetails = table.has(.altitude) || table.has(.speed) || table.has(.course)
    joinsDateAndTime = table.has(.date) && table.has(.time)
    timeColumn = table.has(.time) ? .time : .date
    hasShortDates =
      table.header.name(TrackColumn.latitude.slot) == ColumnName(TrackColumn.columbusLatitude)
    let scale = Scale(
      latitude: table.divisor(.latitude), longitude: table.divisor(.longitude),
      speed: table.divisor(.speed), hasSides: table.has(.northSouth) || table.has(.eastWest))
    self.scale = scale.isNeeded ? scale : nil
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
    var times = TimeReader()
    let point = point(&times)
    guard case .at(let time) = point.time, point.coordinate.isValid, !(point.accuracy < 0),
      // Seconds from a beginning of their own are known by those before them.
      time.milliseconds.magnitude > 1_000_000_000
    else { return nil }
    return time
  }
}

// MARK: - One row

extension CSVTrack {
  /// Reads the current row and those after it.
  private mutating func readRows(
    _ filter: inout PointFilter, newDevice: (Int, String?) -> Void, _ body: TrackReader.Body
  ) throws(InputError) {
    if !hasDevices {
      let name: [UInt8] = []
      _ = filter.addDevice(NameKey(name.span), name.span, newDevice)
    }
    explainMissingTimes(&filter)
    var times = TimeReader()
    do throws(InputError) {
      repeat {
        var point = point(&times)
        if hasDevices { point.device = try device(&filter, newDevice) }
        if point.time == .missing, filter.isUndecided { seekTime(&filter) }
        guard try filter.take(point, text: { text($0) }, body) else { return }
      } while try table.next()
    } catch {
      // What was read before counts.
      try filter.end(body)
      throw error
    }
    if !wasInterrupted { try filter.end(body) }
  }

  /// What the current row says, but for its device.
  ///
  /// - Parameter times: what is kept of the rows before; no part of the track, which could not be read
  ///   while it changes.
  @inline(__always)
  mutating func point(_ times: inout TimeReader) -> TrackPoint {
    var point = TrackPoint(table, hasDetails: hasDetails)
    if let scale { rescale(&point, scale) }
    point.time = joinsDateAndTime ? joinedTime(&times) : time(&times)
    return point
  }

  private func rescale(_ point: inout TrackPoint, _ scale: Scale) {
    point.latitude /= scale.latitude
    point.longitude /= scale.longitude
    point.speed /= scale.speed
    guard scale.hasSides else { return }
    if let sign = table.sign(.northSouth, .northSouth) {
      point.latitude = sign * point.latitude.magnitude
    }
    if let sign = table.sign(.eastWest, .eastWest) {
      point.longitude = sign * point.longitude.magnitude
    }
  }

  /// Where the device's name lies in the source's buffer, without blanks around it.
  @inline(__always)
  var deviceName: Range<Int> {
    let range = table.range(TrackColumn.device.slot)
    let name = table.source.buffer.span.extracting(range).trimmed
    return (range.lowerBound &+ name.lowerBound)..<(range.lowerBound &+ name.upperBound)
  }

  /// The time of the one cell that has it.
  @inline(__always)
  private mutating func time(_ times: inout TimeReader) -> TimeReading {
    times.reading(table.source.buffer.span.extracting(table.range(timeColumn.slot)))
  }

  /// The time of a `date` and a `time` cell; a `time` that has a date of its own serves alone.
  private mutating func joinedTime(_ times: inout TimeReader) -> TimeReading {
    joined.removeAll(keepingCapacity: true)
    table.append(.date, to: &joined)
    if hasShortDates, joined.count == 6 { joined.insert(contentsOf: "20".utf8, at: 0) }
    let date = joined.count
    if date > 0, !table.isBlank(.time) { joined.append(ASCII.space) }
    table.append(.time, to: &joined)
    joined.punctuate(date: date)
    if let time = Timestamp(bytes: joined.span) { return .at(time) }
    if date > 0, case .at(let time) = time(&times),
      // The digits of a time of day are no seconds since 1970.
      time.milliseconds >= 100_000_000_000
    {
      return .at(time)
    }
    return joined.isEmpty ? .missing : .unreadable
  }

  /// The index of the current row's device.
  @inline(__always)
  private mutating func device(
    _ filter: inout PointFilter, _ newDevice: (Int, String?) -> Void
  ) throws(InputError) -> Int {
    let (bytes, name) = (table.source.buffer.span, deviceName)
    let key = NameKey(at: name, of: bytes)
    return try filter.device(key, bytes.extracting(name), onLine: table.line, newDevice)
  }

  /// What the current row has for `culprit`.
  func text(_ culprit: PointFilter.Culprit) -> String? {
    switch culprit {
    case .latitude: table.text(.latitude)
    case .longitude: table.text(.longitude)
    case .time: joinsDateAndTime ? joined.span.text : table.text(timeColumn)
    }
  }
}

// MARK: - Rows without a time

extension CSVTrack {
  /// Says why the points may have no time.
  private func explainMissingTimes(_ filter: inout PointFilter) {
    let others = filter.report.unknownColumns
    for name in others where TrackColumn.named(name) == nil { filter.untimed.note(other: name) }
    let hasTimes = table.has(.time) || table.has(.date)
    filter.untimed.mayBeRegions = filter.options.columns == nil && !hasTimes
    guard !hasTimes else {
      filter.untimed.reason = "its column of times is empty"
      return
    }
    let unknown = others.isEmpty ? "" : " (not known: \(others.listed()))"
    filter.untimed.reason =
      table.header.otherColumns.isEmpty
      ? "no column has a time" : "no column is known as one of times\(unknown)"
  }

  /// Looks for a column that is not known and has the time.
  private func seekTime(_ filter: inout PointFilter) {
    guard filter.untimed.column == nil, !table.has(.time), !table.has(.date) else { return }
    for column in table.header.otherColumns {
      table.withColumn(column) { filter.untimed.seek($0, of: table.header.names[column]) }
    }
  }
}

extension [UInt8] {
  /// Gives the date at the beginning dashes, or takes them, so that it is written as the time after it.
  fileprivate mutating func punctuate(date count: Int) {
    let dashes = [4, 7]
    let hasColons = self[count...].contains(UInt8(ascii: ":"))
    if count == 8, hasColons, prefix(8).allSatisfy({ $0 &- ASCII.zero < 10 }) {
      for place in dashes { insert(UInt8(ascii: "-"), at: place) }
    } else if count == 10, self.count > count, !hasColons,
      dashes.allSatisfy({ self[$0] == UInt8(ascii: "-") || self[$0] == UInt8(ascii: "/") })
    {
      for place in dashes.reversed() { remove(at: place) }
    }
  }
}

extension CSVTrack.Scale {
  fileprivate var isNeeded: Bool { latitude != 1 || longitude != 1 || speed != 1 || hasSides }
}

extension TrackPoint {
  /// The numbers of the table's current row.
  @inline(__always)
  fileprivate init(_ table: borrowing DelimitedTable, hasDetails: Bool) {
    line = table.line
    latitude = table.degrees(.latitude, .northSouth)
    longitude = table.degrees(.longitude, .eastWest)
    accuracy = table.number(.accuracy)
    guard hasDetails else { return }
    altitude = table.number(.altitude)
    speed = table.number(.speed)
    course = table.number(.course)
  }
}

extension DelimitedTable {
  fileprivate func has(_ column: TrackColumn) -> Bool { has(column.slot) }

  fileprivate func requireCoordinates() throws(InputError) {
    let missing = [TrackColumn.latitude, .longitude].filter { !has($0) }
    guard !missing.isEmpty else { return }
    throw headerError(
      missing: missing.map { "\($0)" }, accepted: missing.map(\.usualNames),
      ("--columns", "time,latitude,longitude,-"))
  }

  @inline(__always)
  fileprivate func number(_ column: TrackColumn) -> Double { number(column.slot) ?? .nan }

  @inline(__always)
  fileprivate func isBlank(_ column: TrackColumn) -> Bool { isBlank(column.slot) }

  @inline(__always)
  fileprivate func degrees(_ column: TrackColumn, _ sides: Hemispheres) -> Double {
    let range = range(column.slot)
    if range.isEmpty { return .nan }
    return Double(
      degrees: source.buffer.span.extracting(range), sides, comma: header.hasDecimalComma) ?? .nan
  }

  /// 1 or -1 for the side that a cell names; `nil` where it names none.
  fileprivate func sign(_ column: TrackColumn, _ sides: Hemispheres) -> Double? {
    withCell(column.slot) { cell in
      let text = cell.trimmed
      return text.isEmpty ? nil : sides.sign(of: cell[text.lowerBound])
    }
  }

  fileprivate func divisor(_ column: TrackColumn) -> Double {
    header.name(column.slot).map { column.divisor($0) } ?? 1
  }

  fileprivate func text(_ column: TrackColumn) -> String { text(column.slot) }

  /// Appends the cell's bytes without blanks around them.
  fileprivate func append(_ column: TrackColumn, to bytes: inout [UInt8]) {
    let cell = source.buffer.span.extracting(range(column.slot))
    for index in cell.trimmed { bytes.append(cell[index]) }
  }
}
