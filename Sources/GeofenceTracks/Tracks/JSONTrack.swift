import GeofenceBytes

extension TrackFormat {
  static let json = TrackFormat(
    "JSON",
    kinds: [
      "GeoJSON", "JSON lines (OwnTracks, Overland)", "Google's Records.json", "Timeline.json",
    ], endings: ["json", "geojson", "jsonl", "rec"], .text(JSONTrack.begins, JSONTrack.read),
    words: Words(
      routePoint: "raw signal", waypoint: "point", waypointOrigin: " of visits and ways",
      track: "paths", route: "raw signals"))
}

/// A track in JSON: objects with the keys of a table's header, one a line or in a list (OwnTracks,
/// Overland, Google's Records.json and the paths of its Timeline.json), or GeoJSON.
struct JSONTrack: JSONHandler {
  enum Name {
    /// A value of a point, with the rank of its key (0 is the most preferred).
    case column(TrackColumn, rank: Int8, key: Int32)
    /// A time, with the rank of its key (0 is the most preferred).
    case time(rank: Int8, isUTC: Bool, key: Int32)
    case pair(key: Int32)
    case start, minutes
    case end
    case stay(JSONStay.End)
    case segment
    case signals
    case sensor, thirdAxis, stream
    case message
    case kind
    case list
    /// A list of places under a key that may also have something else, or an object around one.
    case wrapper
    case part, properties
    case coordinates, times
    /// A key without a meaning, with its position in `otherKeys`.
    case other(Int32)
  }

  /// The facts about a key that are too large for its name, which is copied for each value.
  private struct Key {
    var divisor = 1.0
    var scale: TimeScale?
    /// The key itself, if it is that of a place in one text and does not say which number is first.
    var unordered: String?
  }

  static let wordsOfLines = TrackFormat.Words(
    routePoint: "raw signal", waypoint: "point", track: "a line")

  /// The words for e-mission's two streams of places.
  static let wordsOfStreams = TrackFormat.Words(
    routePoint: "filtered location", track: "locations as they were received")

  static let help = "a track is made of objects with a latitude and a longitude, or of GeoJSON"

  var points: RankedPoints
  private var keys = NameIndex()
  private var names: [Name] = []
  private var facts: [Key] = []
  private var otherKeys: [String] = []
  private let choice: ColumnChoice?
  /// The keys that are chosen and that no record has had.
  private var absent: [String]
  /// The objects that are open, without those that are a part of another.
  private var records: [JSONRecord] = []
  private var openRecords = 0
  /// The open objects that are a place of the record around them.
  private var openPlaces = 0
  /// True between the elements of a list of places, each of which is a record.
  private var isInPlaces = false
  /// The lists of places that are open, each with the device around it, its open objects that are a
  /// part of an element, and whether it has places.
  private var lists: [(device: [UInt8], parts: Int, hasPlaces: Bool)] = []
  private var record = JSONRecord()
  private var device: [UInt8] = []
  private var lineTime = TimeReading.missing
  private var times: TimeReader
  private var lines = JSONLines()
  private var spelling: JSONRecord.Spelling?
  private var isHistory = false
  private var hasTimes = false
  private var hasRegions = false
  private var timeline = JSONTimeline()
  private var survey = ColumnSurvey()
  private var surveyed: [UInt32] = []

  init(_ filter: PointFilter) {
    points = RankedPoints(filter)
    times = filter.times
    choice = filter.options.columns
    absent = (choice?.names?.values).map { $0.filter { $0 != ColumnChoice.none }.sorted() } ?? []
    points.filter.untimed.mayBeRegions = choice == nil
  }

  mutating func name(of key: Span<UInt8>, at offset: Int) -> Name? {
    let index = keys.index(of: key)
    if index == names.count {
      facts.append(Key())
      names.append(name(ofNew: key.text) ?? .other(Int32(otherKeys.count)))
      note(names[index], key.text)
    }
    if case .other = names[index], !seeksTimes, !survey.isActive { return nil }
    return names[index]
  }

  mutating func begin(_ container: JSONContainer, _ name: Name?, line: Int) -> Bool {
    switch (container, name) {
    case (.object, .part), (.object, .properties), (.object, .coordinates): return true
    case (.object, .pair) where !isInPlaces:
      openPlaces += 1
      return true
    case (.object, .wrapper) where !isInPlaces:
      guard let last = lists.indices.last else { return true }
      if record.isPoint { return false }
      lists[last].parts += 1
      return true
    case (.object, .segment):
      record.stay.isSegment = true
      return true
    case (.object, .stay(let end)):
      record.stay.open = end
      return true
    case (.object, nil), (.object, .list), (.object, .signals), (.object, .pair),
      (.object, .wrapper):
      // Nearly all records lie in no other one, and are not copied.
      if openRecords > 0 {
        records.append(record)
        record = JSONRecord()
      }
      openRecords += 1
      record.point.values.line = line
      if case .signals = name { record.isSignal = true }
      if isInPlaces, let list = lists.last {
        // A place in a list is of the device that stands around it.
        isInPlaces = false
        device = list.device
      } else if !device.isEmpty {
        device.removeAll(keepingCapacity: true)
      }
      if !surveyed.isEmpty { surveyed.removeAll(keepingCapacity: true) }
      return true
    case (.array, nil): return true
    case (.array, .pair):
      // Transistorsoft's SDK posts a list of places under the key of one.
      return beginPlaces()
    case (.array, .wrapper):
      guard !record.isPoint, beginPlaces() else { return false }
      if points.filter.report.pointsRead == 0 { points.filter.untimed.forgetTimes() }
      return true
    case (.array, .list), (.array, .signals):
      record.isEnvelope = true
      if points.filter.report.pointsRead == 0 { points.filter.untimed.forgetTimes() }
      return takeDeparture()
    case (.array, .coordinates):
      lines.begin(line: line)
      return true
    case (.array, .times): return true
    default: return false
    }
  }

  mutating func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Name) {
    if value == .null { return }
    switch name {
    case .column(.device, let rank, _): if record.prefersDevice(rank) { device = text.array }
    case .column(let column, let rank, let key):
      if column == .accuracy, value == .text, Double(decimal: text) == nil {
        points.filter.report.note(accuracy: text.text)
      }
      record.take(column, rank, text, divisor: facts[Int(key)].divisor)
    case .time(let rank, let isUTC, let key):
      record.takeTime(text, rank, isUTC: isUTC, facts[Int(key)].scale, &times)
    case .pair(let key): if value == .text { take(pair: text, under: facts[Int(key)].unordered) }
    case .stay(let end):
      guard value == .text, let place = PlaceText(text) else { break }
      record.stay.open = end
      _ = record.stay.take(place)
      record.stay.open = nil
    case .end: record.stay.end = times.reading(text)
    case .sensor: record.note(sensor: text.text)
    case .stream: record.note(stream: text.text)
    case .thirdAxis: record.hasThirdAxis = true
    case .start:
      record.start = times.reading(text)
      points.filter.untimed.seek(text, of: "startTime")
    case .minutes: record.minutes = Double(decimal: text)
    case .message: record.message = text.text
    case .kind: record.note(kind: text.text)
    case .coordinates:
      if value == .text { take(pair: text, under: "coordinates") } else { lines.take(text) }
    case .times: lines.take(time: times.reading(text))
    case .other(let index):
      if value == .text, seeksTimes, !record.isEnvelope {
        points.filter.untimed.seek(text, of: otherKeys[Int(index)])
      }
      if survey.isActive { note(text, ofKey: Int(index)) }
    case .list, .wrapper, .part, .properties, .segment, .signals: break
    }
  }

  mutating func end(_ container: JSONContainer, _ name: Name?) -> Bool {
    switch (container, name) {
    case (.array, .coordinates): return endCoordinates()
    case (.object, .properties): record.hasProperties = true
    case (.object, .stay): record.stay.open = nil
    case (.array, .pair), (.array, .wrapper):
      let list = lists.removeLast()
      (device, isInPlaces) = (list.device, false)
      if list.hasPlaces {
        record.isEnvelope = true
        notePlace()
      }
    case (.object, .wrapper) where lists.isEmpty: break
    case (.object, .wrapper) where lists[lists.count - 1].parts > 0:
      lists[lists.count - 1].parts -= 1
    case (.object, .pair) where openPlaces > 0: openPlaces -= 1
    case (.object, .pair), (.object, .wrapper):
      // Under such a key there may be lists of other things, and the record around them is a place.
      if record.isPoint { notePlace() }
      let goesOn = record.isPoint ? endRecord() : true
      closeRecord()
      isInPlaces = true
      return goesOn
    case (.object, nil), (.object, .list), (.object, .signals):
      if !lists.isEmpty, record.isPoint { notePlace() }
      let goesOn = endRecord()
      closeRecord()
      return goesOn
    default: break
    }
    return true
  }

  private mutating func beginPlaces() -> Bool {
    guard openPlaces == 0, !isInPlaces else { return false }
    lists.append((device, 0, false))
    isInPlaces = true
    return true
  }

  private mutating func notePlace() {
    if let last = lists.indices.last { lists[last].hasPlaces = true }
  }

  private mutating func closeRecord() {
    openRecords -= 1
    if records.isEmpty { record = JSONRecord() } else { record = records.removeLast() }
  }

  mutating func take(prefix: Span<UInt8>) -> Bool {
    // The recorder of OwnTracks writes the time, the kind of the message and the message.
    let end = prefix.indices.first { ASCII.isBlank(prefix[$0]) } ?? 0
    guard end > 0 else { return false }
    lineTime = times.reading(prefix.extracting(0..<end))
    return prefix[end] == ASCII.tab || lineTime != .unreadable
  }

  private mutating func take(pair text: Span<UInt8>, under key: String?) {
    let isSwapped = choice?.isLongitudeFirst == true
    let isAssumed = record.take(pair: text, longitudeFirst: isSwapped)
    if isAssumed, !isSwapped, points.filter.report.assumedOrder == nil, !isHistory {
      points.filter.report.assumedOrder = key
    }
  }

  private mutating func endCoordinates() -> Bool {
    guard let place = lines.end() else { return true }
    if lines.depth == 0 {
      record.place(place)
      return true
    }
    record.hasLine = true
    // A place need not wait if everything that belongs to its line is known.
    guard record.isLine, record.hasProperties else {
      lines.hold(place)
      return true
    }
    do throws(InputError) {
      return deliver(try lines.point(at: place))
    } catch {
      return points.filter.fail(error)
    }
  }

  private mutating func endRecord() -> Bool {
    defer {
      lines.reset()
      lineTime = .missing
    }
    if case .at(let start) = record.start { timeline.endSegment(from: start, to: record.stay.end) }
    if record.isStay {
      if takesStay { return deliverStay() }
      if record.stay.isSegment { return pass() }
    }
    if record.isEnvelope { return true }
    if record.hasLine {
      guard record.isLine else { return pass() }
      return deliverLine()
    }
    guard record.isPoint, !(record.spelling.isOfAxes && record.hasThirdAxis) else {
      if record.message == "waypoint" { hasRegions = true }
      if record.message == "transition" {
        points.filter.report.transitions += 1
        return true
      }
      return record.isSignal ? true : pass()
    }
    if let goesOn = refuseSpelling() { return goesOn }
    if points.filter.report.hasLines, record.isFeature {
      points.filter.report.droppedWaypoints += 1
      return true
    }
    record.finish(lineTime, start: records.isEmpty ? .missing : records[records.count - 1].start)
    times.note(record.timeForm)
    record.point.values.device = points.device(device)
    if device.isEmpty, !otherKeys.isEmpty { examine() }
    let isLesser = record.isSignal || record.isFiltered
    let kind = isLesser ? TrackReport.PointKind.routePoint : .trackPoint
    if record.isFiltered { points.filter.report.hasFilteredPlaces = true }
    let last = records.count - 1
    if kind == .trackPoint, last >= 0, records[last].isOfPaths {
      timeline.take(ofPath: record.point.values)
      return true
    }
    return points.take(record.point.values, kind) { record.point.text(of: $0) }
  }

  /// Passes over a place whose keys are not the file's first: whether to go on; `nil` if it counts.
  private mutating func refuseSpelling() -> Bool? {
    if isHistory || record.isSignal { return nil }
    let first = spelling ?? record.spelling
    spelling = first
    if record.spelling == first { return nil }
    if first.isOfAxes {
      // The points before were read as places, and likely are none.
      return points.filter.fail(
        InputError(
          source: points.filter.report.source, place: .line(record.point.values.line),
          problem: "x and y were read as places before, and here is a place under other keys",
          help: "say which keys are the place, such as --columns latitude=lat,longitude=lon"))
    }
    if record.spelling.isOfAxes { return pass() }
    points.filter.report.otherSpellings += 1
    return true
  }

  // MARK: visits and trips

  private var takesStay: Bool {
    guard record.start != .missing || record.stay.end != .missing else { return false }
    return record.stay.hasPlace || record.stay.isSegment && record.isPoint
  }

  /// Delivers the beginning of a visit or a trip before the points of its path.
  private mutating func takeDeparture() -> Bool {
    guard record.stay.isSegment else { return true }
    takeVisit()
    return deliver(end: record.stay.departure(at: record.start))
  }

  private mutating func deliverStay() -> Bool {
    takeVisit()
    guard deliver(end: record.stay.departure(at: record.start)) else { return false }
    return deliver(end: record.stay.arrival)
  }

  /// Takes the place of a visit, which stands under the same keys as that of a point.
  private mutating func takeVisit() {
    if !record.stay.hasPlace, record.isPoint { record.stay.take(record.point.values) }
  }

  private mutating func deliver(end: TrackPoint?) -> Bool {
    guard var point = end else { return true }
    isHistory = true
    point.line = record.point.values.line
    point.device = points.device(device)
    let kind = record.stay.isSegment ? TrackReport.PointKind.trackPoint : .waypoint
    if kind == .waypoint { timeline.take(ofStay: point) }
    return points.take(point, kind) { $0 == .time ? nil : "" }
  }

  // MARK: telling devices apart

  private mutating func note(_ text: Span<UInt8>, ofKey index: Int) {
    while surveyed.count <= index { surveyed.append(0) }
    surveyed[index] = text.hash | 1
  }

  private mutating func examine() {
    if survey.isActive {
      survey.add(record.point.values, surveyed)
    } else {
      survey.look(at: record.point.values)
    }
  }

  private var deviceKey: String? {
    survey.best.flatMap { $0 < otherKeys.count ? otherKeys[$0] : nil }
  }

  private mutating func deliverLine() -> Bool {
    do throws(InputError) {
      while let point = try lines.next() { guard deliver(point) else { return false } }
      return true
    } catch {
      return points.filter.fail(error)
    }
  }

  private mutating func deliver(_ point: TrackPoint) -> Bool {
    points.filter.report.hasLines = true
    var point = point
    point.device = points.device(device)
    return points.take(point, .trackPoint) { $0 == .time ? nil : "" }
  }

  private mutating func pass() -> Bool {
    points.filter.report.passedOver += 1
    return true
  }

  // MARK: points without a time

  private var seeksTimes: Bool {
    points.filter.report.fixesKept == 0 && !points.filter.untimed.isNoted
  }

  /// Notes a key that has not occurred before, and what follows from it if the points have no time.
  private mutating func note(_ name: Name, _ key: String) {
    switch name {
    case .time, .times:
      hasTimes = true
      points.filter.untimed.mayBeRegions = false
    case .start:
      otherKeys.append(key)
      points.filter.untimed.mayBeRegions = false
    case .other:
      otherKeys.append(key)
      points.filter.untimed.note(other: key)
      if key == "regions" || key == "waypoints" { hasRegions = true }
    default: break
    }
    guard seeksTimes else { return }
    points.filter.untimed.reason =
      hasTimes || otherKeys.isEmpty
      ? UntimedTrack().reason : "no key is known as one of times (not known: \(otherKeys.listed()))"
  }

  /// Returns whether a text begins with an object or an array, or with an object behind a time and a
  /// word, as OwnTracks' recorder writes it; `nil` if more of its first line is needed.
  static func begins(_ line: Span<UInt8>, isWhole: Bool) -> Bool? {
    if line[0] == ASCII.openBrace || line[0] == ASCII.openBracket { return true }
    guard isWhole else { return nil }
    let brace = line.offset(of: ASCII.openBrace, from: 0)
    guard brace < line.count, ASCII.isBlank(line[brace - 1]),
      line.offset(of: 0, from: 0) == line.count
    else { return false }
    let words = line.extracting(0..<brace).text.split(whereSeparator: { $0.isWhitespace })
    return 1...2 ~= words.count && words[0].contains("T") && words[0].first?.isNumber == true
  }

  static func read(_ source: consuming ByteSource, _ filter: inout PointFilter) throws(InputError) {
    try read(source, &filter, called: "JSON")
  }

  static func read(
    _ source: consuming ByteSource, _ filter: inout PointFilter, called format: String
  ) throws(InputError) {
    var reader = JSONReader<JSONTrack>(source, isSequence: true)
    var track = JSONTrack(filter)
    var fault: InputError?
    do throws(InputError) {
      try reader.read(&track)
    } catch {
      fault = error
    }
    filter = track.finish(wasInterrupted: reader.wasInterrupted)
    if let fault, !filter.isDone { throw fault }
    guard filter.report.pointsRead > 0 || filter.isDone || reader.wasInterrupted else {
      if track.hasRegions || filter.untimed.areRegions {
        throw ForeignFile.regions.error(of: filter.report.source, as: .track)
      }
      throw InputError(
        source: filter.report.source, problem: "the \(format) has no point", help: help)
    }
  }

  /// Takes the JSON in a line of a log, behind whatever stands before it; passes over another line.
  mutating func take(line: Span<UInt8>, number: Int) -> Bool {
    let object = line.extracting(line.offset(of: ASCII.openBrace, from: 0)..<line.count)
    var scanner = JSONScanner<JSONTrack>(isSequence: false, line: number)
    try? scanner.scan(object, isWhole: true, &self)
    if scanner.isComplete || scanner.isStopped { return !scanner.isStopped }
    // The object breaks off before its end, so that its places are not taken.
    (records, lists, isInPlaces) = ([], [], false)
    (record, openRecords, openPlaces) = (JSONRecord(), 0, 0)
    lines.reset()
    return line.trimmed.isEmpty ? true : pass()
  }

  /// Ends the track, and returns the filter with all that is known of its points.
  mutating func finish(wasInterrupted: Bool) -> PointFilter {
    if !wasInterrupted {
      timeline.deliver(to: &points)
      points.end()
      points.filter.report.absentKeys = absent
    }
    var filter = points.filter
    filter.report.areEvents = TrackReport.eventKeys.allSatisfy(otherKeys.contains)
    filter.report.deviceColumn = deviceKey
    filter.report.turns = deviceKey == nil ? nil : survey.turns
    filter.report.assumesAxes = spelling?.isOfAxes == true && choice?.names?["latitude"] == nil
    filter.times = times
    return filter
  }

  /// Returns the meaning, if any, of a new key, whose facts are the last.
  private mutating func name(ofNew key: String) -> Name? {
    let name = ColumnName(key)
    absent.removeAll { ColumnName($0).text == name.text }
    let match = TrackColumn.keySlots.chosen(by: choice).match(name)
    let column = match.map { TrackColumn.allCases[$0.slot] }
    let rank = Int8(clamping: match?.rank ?? 0)
    let last = facts.count - 1
    switch column {
    case .time, .date:
      if choice?.names?["time"] == nil, TrackColumn.time.hasUnknownUnit(name) { return nil }
      facts[last].scale = choice?.timeScale ?? TrackColumn.time.timeScale(name)
      return .time(rank: rank, isUTC: TrackColumn.isUTC(name), key: Int32(last))
    case .position, nil:
      if let name = Name(key) { return name }
      guard column != nil else { return nil }
      facts[last].unordered = TrackColumn.isLatitudeFirst(key) ? nil : key
      return .pair(key: Int32(last))
    case .some(let column):
      // A number in a unit that is not known has no meaning.
      if column.hasUnknownUnit(name) { return nil }
      facts[last].divisor = column.divisor(name)
      return .column(column, rank: rank, key: Int32(last))
    }
  }
}

extension JSONTrack.Name {
  /// Creates the meaning of a key that is no field of a table; `nil` if it has none.
  fileprivate init?(_ key: String) {
    switch key {
    case "_type": self = .message
    case "type": self = .kind
    case "features", "locations", "semanticSegments", "timelinePath", "timelineObjects", "points",
      "timelineItems", "samples":
      self = .list
    case "rawSignals": self = .signals
    case "startTime", "startTimestamp", "startTimestampMs", "startDate": self = .start
    case "endTime", "endTimestamp", "endTimestampMs", "endDate": self = .end
    case "placeLocation", "center": self = .stay(.both)
    case "start", "startLocation": self = .stay(.start)
    case "end", "endLocation": self = .stay(.end)
    case "placeVisit", "activitySegment": self = .segment
    case "visit", "activity", "topCandidate", "duration", "simplifiedRawPath", "attributes",
      "coordinateProperties", "metadata":
      self = .part
    case "data", "positions", "results", "records", "history", "track", "log", "Location History":
      self = .wrapper
    case "sensor": self = .sensor
    case "key": self = .stream
    case TrackColumn.thirdAxis: self = .thirdAxis
    case "durationMinutesOffsetFromStartTime": self = .minutes
    case "properties": self = .properties
    case "coordinates": self = .coordinates
    case "coordTimes", "times": self = .times
    default: return nil
    }
  }
}
