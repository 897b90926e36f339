import GeofenceBytes

struct CSVTrack: ~Copyable {
  private var table: DelimitedTable
  private var joinsDateAndTime = false
  /// True if one cell has the time, its unit shown by the number.
  private var hasPlainTimes = true
  private var timeColumn = TrackColumn.time
  private var timeColumns: TimeColumns
  /// The columns that may have the place in one text, where there are several.
  private var placeColumns: [Int]
  /// True if dates are six digits, year first (Columbus loggers).
  private let hasShortDates: Bool
  private let hasDevices: Bool
  private let hasPosition: Bool
  private let hasDetails: Bool
  /// The divisors that make degrees, metres and metres per second of the numbers, by slot; empty if
  /// all are one.
  private var divisors: [Double] = []
  private var hasSides = false
  /// True if a point has more than degrees, an accuracy and a time.
  private var hasMore = false
  private let choice: ColumnChoice?
  private let zone: ZoneInfo?
  /// True if coordinates count 2³¹ths of 180°, as a first row shows.
  private var areSemicircles = false
  private var joined: [UInt8] = []
  private let surveyed: [Int]
  private var survey = ColumnSurvey()
  private var surveyedValues: [UInt32] = []

  static func read(_ source: consuming ByteSource, _ filter: inout PointFilter) throws(InputError) {
    let slots = TrackColumn.slots.chosen(by: filter.options.columns)
    let table = try DelimitedTable(source, slots)
    try table.requireCoordinates()
    let places = table.rivals(for: TrackColumn.position.slot, slots)
    var track = CSVTrack(table, places, filter.options)
    let hasRow = try track.nextRow()
    if hasRow {
      track.choosePlace()
      track.settleUnits()
      filter.report.sideColumns = track.settleSides()
      try track.table.requireKnownUnits(slots.choice)
      filter.report.assumedOrder = track.assumedOrder
    }
    let header = track.table.header
    filter.report.unknownColumns = header.otherNames
    filter.report.assumesAxes = header.assumesAxes(slots)
    if hasRow { try track.readRows(&filter) }
    if filter.failure == nil { try track.end(&filter) }
  }

  private func end(_ filter: inout PointFilter) throws(InputError) {
    let wasInterrupted = table.source.wasInterrupted
    filter.report.wasStopped = filter.report.wasStopped || wasInterrupted
    filter.report.mayBeCut = table.mayBeCut
    filter.report.noteDeviceColumn(survey, surveyed, table.header)
    if filter.report.pointsRead == 0, !wasInterrupted {
      throw InputError(
        source: filter.report.source, place: .line(table.header.line),
        problem: "there is a header and no row after it", help: "write one row for each point")
    }
  }

  private init(
    _ table: consuming DelimitedTable, _ places: [Int], _ options: TrackReader.Options
  ) {
    (choice, zone) = (options.columns, options.zone)
    hasDevices = table.has(.device)
    hasPosition = !table.has(.latitude) && !table.has(.longitude) && table.has(.position)
    hasDetails = table.has(.altitude) || table.has(.speed) || table.has(.course)
    hasShortDates =
      table.header.name(TrackColumn.latitude.slot) == ColumnName(TrackColumn.columbusLatitude)
    surveyed = hasDevices ? [] : table.header.otherColumns
    timeColumns = TimeColumns(table.header, choice)
    placeColumns = hasPosition ? places : []
    self.table = table
    if !timeColumns.choices.isEmpty || !placeColumns.isEmpty { self.table.awaitChoice() }
    settleDivisors()
    settleTime()
  }

  private mutating func settleTime() {
    joinsDateAndTime = table.has(.date) && table.has(.time)
    timeColumn = table.has(.time) ? .time : .date
    hasPlainTimes = !joinsDateAndTime && timeScale == nil && choice?.dateOrder == nil
  }

  /// The column of a place in one text of which nothing says which number is the latitude.
  private var assumedOrder: String? {
    guard hasPosition, choice == nil || choice?.isLongitudeFirst == false,
      let column = table.header.columns[TrackColumn.position.slot], !table.header.names.isEmpty,
      !TrackColumn.isLatitudeFirst(table.header.names[column]),
      table.withCell(TrackColumn.position.slot, { PlaceText($0) })?.isOrderAssumed == true
    else { return nil }
    return table.header.names[column]
  }

  /// Goes to the next row that belongs to the header, if the rows of other tables stand between.
  @inline(__always)
  private mutating func nextRow() throws(InputError) -> Bool {
    guard try table.next() else { return false }
    return table.header.mark == nil ? true : try seekMark()
  }

  private mutating func seekMark() throws(InputError) -> Bool {
    while table.otherText(0) != table.header.mark {
      guard try table.next() else { return false }
    }
    return true
  }

  /// Determines from the first row the units of coordinates that the header leaves open.
  private mutating func settleUnits() {
    guard choice == nil, table.hasSemicircles else { return }
    let isBeyond = { (place: Double) in place.magnitude > 180 }
    guard isBeyond(table.number(.latitude)) || isBeyond(table.number(.longitude)) else { return }
    areSemicircles = true
    settleDivisors()
  }

  private mutating func settleSides() -> [String] {
    let found = table.sides(Self.sides, choice)
    if !found.isEmpty { settleDivisors() }
    return found
  }

  private static let sides = [
    DelimitedTable.Side(
      .northSouth, slot: TrackColumn.northSouth.slot, of: TrackColumn.latitude.slot),
    DelimitedTable.Side(.eastWest, slot: TrackColumn.eastWest.slot, of: TrackColumn.longitude.slot),
  ]

  // MARK: one row

  private mutating func readRows(_ filter: inout PointFilter) throws(InputError) {
    if !hasDevices { _ = filter.addDevice(Span()) }
    let hasAccuracy = table.has(TrackColumn.accuracy)
    explainMissingTimes(&filter)
    var times = timeReader
    let body = filter.body
    defer { filter.report.assumedTimes.formUnion(times.assumed) }
    do throws(InputError) {
      var isUndecided = table.header.isUndecided
      repeat {
        if isUndecided {
          if !timeColumns.choices.isEmpty { chooseTime(&times) }
          choosePlace()
          filter.report.assumedOrder = filter.report.assumedOrder ?? assumedOrder
          filter.report.unknownColumns = table.header.otherNames
        }
        var point = point(&times)
        if hasDevices { point.device = try device(&filter) }
        if table.isTooLong { filter.report.longRows += 1 }
        if hasAccuracy, point.accuracy.isNaN, !table.isBlank(TrackColumn.accuracy.slot) {
          filter.report.note(accuracy: table.text(TrackColumn.accuracy))
        }
        if point.time == .missing, filter.isUndecided { seekTime(&filter) }
        guard filter.take(point, to: body, line: { table.line }, text: { text($0) }) else { break }
        if !surveyed.isEmpty { examine(point) }
        if isUndecided, timeColumns.choices.isEmpty, placeColumns.isEmpty {
          table.endChoice(all: survey.isActive)
          isUndecided = false
        }
      } while try nextRow()
    } catch {
      // The points that were read before the error count.
      filter.end()
      throw error
    }
    if !table.source.wasInterrupted { filter.end() }
  }

  @inline(__always)
  private mutating func point(_ times: inout TimeReader) -> TrackPoint {
    var point = TrackPoint()
    point.time = hasPlainTimes ? time(&times) : otherTime(&times)
    point.hasDetails = hasMore
    point.latitude = table.degrees(.latitude, .northSouth)
    point.longitude = table.degrees(.longitude, .eastWest)
    point.accuracy = table.number(.accuracy)
    if hasMore { complete(&point) }
    return point
  }

  /// Adds to the point of the current row what few tables have.
  @inline(never)
  private func complete(_ point: inout TrackPoint) {
    if hasDetails {
      point.altitude = table.number(.altitude)
      point.speed = table.number(.speed)
      point.course = table.number(.course)
    }
    if hasPosition { place(&point) }
    if !divisors.isEmpty { rescale(&point) }
    if hasSides {
      point.latitude = table.signed(point.latitude, Self.sides[0])
      point.longitude = table.signed(point.longitude, Self.sides[1])
    }
  }

  private func rescale(_ point: inout TrackPoint) {
    point.latitude /= divisors[TrackColumn.latitude.slot]
    point.longitude /= divisors[TrackColumn.longitude.slot]
    point.altitude /= divisors[TrackColumn.altitude.slot]
    point.accuracy /= divisors[TrackColumn.accuracy.slot]
    point.speed /= divisors[TrackColumn.speed.slot]
  }

  private mutating func settleDivisors() {
    divisors = TrackColumn.allCases.map { column in
      switch column {
      case .latitude, .longitude:
        table.divisor(column) * (areSemicircles ? FieldUnit.semicircles.count : 1)
      case .altitude, .accuracy, .speed: table.divisor(column)
      default: 1
      }
    }
    if divisors.allSatisfy({ $0 == 1 }) { divisors = [] }
    hasSides = table.has(.northSouth) || table.has(.eastWest)
    hasMore = hasDetails || hasPosition || !divisors.isEmpty || hasSides
  }

  @inline(__always)
  private mutating func time(_ times: inout TimeReader) -> TimeReading {
    times.reading(
      table.source.buffer.span.extracting(unchecked: table.range(timeColumn.slot)))
  }

  @inline(never)
  private mutating func otherTime(_ times: inout TimeReader) -> TimeReading {
    if joinsDateAndTime { return joinedTime(&times) }
    return times.scaledReading(table.source.buffer.span.extracting(table.range(timeColumn.slot)))
  }

  /// Returns the time of a `date` and a `time`, of which one with its own date serves alone.
  private mutating func joinedTime(_ times: inout TimeReader) -> TimeReading {
    beginJoining()
    table.append(.date, to: &joined)
    let date = endDate()
    table.append(.time, to: &joined)
    endJoining(date: date)
    if let time = times.time(joined.span) { return .at(time) }
    if date > 0, case .at(let time) = time(&times),
      // The digits of a time of day are not seconds since 1970.
      time.milliseconds >= 100_000_000_000
    {
      return .at(time)
    }
    return joined.span.trimmed.isEmpty ? .missing : .unreadable
  }

  private mutating func beginJoining() { joined.removeAll(keepingCapacity: true) }

  private mutating func endJoining(date length: Int) {
    if joined.last == ASCII.space { joined.removeLast() }
    joined.punctuate(date: length)
  }

  /// Ends the date in `joined` before a time of day. Returns the date's length in bytes.
  private mutating func endDate() -> Int {
    if hasShortDates, joined.count == 6 { joined.insert(contentsOf: "20".utf8, at: 0) }
    let length = joined.count
    if length > 0 { joined.append(ASCII.space) }
    return length
  }

  @inline(__always)
  private func device(_ filter: inout PointFilter) throws(InputError) -> Int {
    let cell = table.source.buffer.span.extracting(table.range(TrackColumn.device.slot))
    return try filter.device(cell.extracting(cell.trimmed), onLine: table.line)
  }

  private func text(_ culprit: PointFilter.Culprit) -> String? {
    switch culprit {
    case .latitude: text(hasPosition ? .position : .latitude, .northSouth)
    case .longitude: text(hasPosition ? .position : .longitude, .eastWest)
    case .time: joinsDateAndTime ? joined.span.text : table.text(timeColumn)
    }
  }

  private func text(_ column: TrackColumn, _ side: TrackColumn) -> String {
    let text = table.text(column)
    return table.has(side) && !table.isBlank(side) ? "\(text) \(table.text(side))" : text
  }

  // MARK: the table, as a row shows it

  private var timeReader: TimeReader {
    var times = TimeReader(zone: zone)
    times.isUTC = areTimesUTC
    times.scale = timeScale
    times.order = choice?.dateOrder
    times.isScaleChosen = choice?.timeScale != nil
    return times
  }

  /// The scale of times that are numbers, as the user or their column's name states it.
  private var timeScale: TimeScale? {
    if let chosen = choice?.timeScale { return chosen }
    guard timeColumn == .time, timeColumns.choices.isEmpty else { return nil }
    return table.header.name(TrackColumn.time.slot).flatMap { TrackColumn.time.timeScale($0) }
  }

  private var areTimesUTC: Bool {
    [TrackColumn.time, .date].contains {
      table.header.name($0.slot).map(TrackColumn.isUTC) == true
    }
  }

  private mutating func choosePlace() {
    table.fill(TrackColumn.position.slot, from: &placeColumns) { PlaceText($0) != nil }
  }

  /// Chooses the first column whose value in this row has the best form of a time, if any.
  private mutating func chooseTime(_ times: inout TimeReader) {
    var best: (form: TimeForm, choice: TimeColumns.Choice)?
    let hasDates = timeColumns.choices.contains { $0.date != nil }
    for choice in timeColumns.choices {
      let form = form(of: choice, &times)
      // The digits of a time of day beside a date are not seconds.
      if form == .elapsed, hasDates { continue }
      if form < best?.form ?? .unreadable { best = (form, choice) }
    }
    guard let best else { return }
    timeColumns = .none
    var header = table.header
    header.fill(TrackColumn.time.slot, with: best.choice.time)
    header.fill(TrackColumn.date.slot, with: best.choice.date)
    table.refill(header)
    settleTime()
    times.isUTC = areTimesUTC
    times.scale = timeScale
  }

  private mutating func form(of choice: TimeColumns.Choice, _ times: inout TimeReader) -> TimeForm {
    guard let date = choice.date, let time = choice.time else {
      return table.withColumn(choice.time ?? choice.date ?? 0) {
        times.candidate($0, isUTC: choice.isUTC, scale: choice.scale).1
      }
    }
    beginJoining()
    table.append(column: date, to: &joined)
    let length = endDate()
    table.append(column: time, to: &joined)
    endJoining(date: length)
    return times.candidate(joined.span, isUTC: choice.isUTC).1
  }

  @inline(__always)
  private mutating func examine(_ point: TrackPoint) {
    if survey.isActive { return examineColumns(point) }
    survey.look(at: point)
    if survey.isActive { table.locate(all: true) }
  }

  private mutating func examineColumns(_ point: TrackPoint) {
    surveyedValues.removeAll(keepingCapacity: true)
    for column in surveyed {
      table.withColumn(column) { cell in
        let value = cell.extracting(cell.trimmed)
        surveyedValues.append(value.isEmpty ? 0 : value.hash | 1)
      }
    }
    survey.add(point, surveyedValues)
    if !survey.isActive { table.locate(all: false) }
  }

  private func place(_ point: inout TrackPoint) {
    let isSwapped = choice?.isLongitudeFirst == true
    let place = table.withCell(TrackColumn.position.slot) {
      PlaceText($0, longitudeFirst: isSwapped)
    }
    guard let place else { return }
    point.latitude = place.latitude
    point.longitude = place.longitude
    if point.altitude.isNaN { point.altitude = place.altitude }
    if point.accuracy.isNaN { point.accuracy = place.accuracy }
  }

  // MARK: rows without a time

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

  private func seekTime(_ filter: inout PointFilter) {
    guard !table.has(.time), !table.has(.date) else { return }
    for column in table.header.otherColumns {
      table.withColumn(column) { filter.untimed.seek($0, of: table.header.names[column]) }
    }
    filter.untimed.seekPair()
  }
}

extension [UInt8] {
  fileprivate mutating func append(blankless cell: Span<UInt8>) {
    for index in cell.trimmed { append(cell[index]) }
  }

  /// Inserts or removes dashes so that the date is written like the time after it.
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

extension DelimitedTable {
  fileprivate func has(_ column: TrackColumn) -> Bool { has(column.slot) }

  fileprivate func requireCoordinates() throws(InputError) {
    let missing = [TrackColumn.latitude, .longitude].filter { !has($0) }
    guard !missing.isEmpty, missing.count == 1 || !has(.position) else { return }
    if header.names.contains(ForeignFile.fitLatitude) {
      throw ForeignFile.fitData.error(of: source.name, as: .track)
    }
    let names = Set(header.names.map { ColumnName($0).text })
    if names.isSuperset(of: TrackColumn.axes), names.contains(TrackColumn.thirdAxis) {
      throw InputError(
        source: source.name, place: .line(header.line),
        problem:
          "the header has no latitude and longitude: x and y stand beside a z, as a sensor's axes do",
        help: "if they are degrees, pass --columns latitude=y,longitude=x")
    }
    throw headerError(
      missing: missing.map { $0.word }, accepted: missing.map { $0.usualNames },
      ("--columns", "time,latitude,longitude,-"))
  }

  fileprivate func requireKnownUnits(_ choice: ColumnChoice?) throws(InputError) {
    for column in [TrackColumn.time, .speed, .accuracy] {
      // A time that the user names has the unit that the user gives, or that its number shows.
      guard let name = header.name(column.slot), column.hasUnknownUnit(name),
        column != .time || number(.time).isFinite && choice?.names?["time"] == nil
      else { continue }
      throw unknownUnit(column, name.note ?? "")
    }
  }

  @inline(__always)
  fileprivate func number(_ column: TrackColumn) -> Double { number(column.slot) ?? .nan }

  @inline(__always)
  fileprivate func isBlank(_ column: TrackColumn) -> Bool { isBlank(column.slot) }

  @inline(__always)
  fileprivate func degrees(_ column: TrackColumn, _ sides: Hemispheres) -> Double {
    let range = range(column.slot)
    if range.isEmpty { return .nan }
    let comma = header.hasDecimalComma
    return Double(degreesAt: range, of: source.buffer.span, sides, comma: comma) ?? .nan
  }

  /// True if the coordinates may be unnamed semicircles.
  fileprivate var hasSemicircles: Bool {
    header.name(TrackColumn.latitude.slot) == ColumnName(TrackColumn.semicircleLatitude)
  }

  fileprivate func divisor(_ column: TrackColumn) -> Double {
    header.name(column.slot).map { column.divisor($0) } ?? 1
  }

  fileprivate func text(_ column: TrackColumn) -> String { text(column.slot) }

  fileprivate func append(column: Int, to bytes: inout [UInt8]) {
    withColumn(column) { bytes.append(blankless: $0) }
  }

  fileprivate func append(_ column: TrackColumn, to bytes: inout [UInt8]) {
    bytes.append(blankless: source.buffer.span.extracting(range(column.slot)))
  }
}
