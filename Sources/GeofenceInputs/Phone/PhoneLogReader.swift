import GeofenceBytes
import GeofenceCore

/// A reader of the events that a real phone delivered, from its app's own log.
///
/// JSON in the forms of `PhoneForm`, as a document, a list or an object a line; tables; the lines
/// of `simulate`; and Transistorsoft's log. The content shows the form.
package enum PhoneLogReader {
  package static func read(path: String, zone: ZoneInfo? = nil) throws(InputError) -> PhoneLog {
    let file = try ByteSource.contents(of: path)
    var source = ByteSource(bytes: file.bytes, name: file.name)
    _ = try source.findEncoding()
    try source.skipByteOrderMark()
    let bytes = source.prefix(source.count)
    // A phone that delivers nothing leaves an empty log, or the header of one.
    var isLog = bytes.allSatisfy(ASCII.isBlank)
    var log = PhoneLog(named: file.name)
    if isLog { log.form = "an empty file" }
    var reading = PhoneLogReading(log, zone)
    do throws(Diagnosis) {
      let first = bytes.first { !ASCII.isBlank($0) }
      if first == ASCII.openBracket || first == ASCII.openBrace && !Self.isLines(bytes) {
        try reading.addJSON(JSONDocument(bytes, counting: { _ in false }).root)
      } else {
        let isTable = try reading.addTable(bytes)
        isLog = isLog || isTable
        if !isTable { try reading.addLines(YAMLText.json(of: bytes, from: file.name) ?? bytes) }
      }
    } catch {
      throw InputError(error.or(help: Self.help), source: file.name)
    }
    if reading.log.events.isEmpty, let count = reading.log.leftOut[PhoneLogReading.timeless] {
      throw InputError(
        source: file.name, problem: "\(counted(count, "event")) without a time",
        help: "keep the times, with the year, before the log's lines")
    }
    guard
      isLog || reading.hasEmptyList || !reading.log.events.isEmpty || !reading.log.leftOut.isEmpty
    else {
      throw InputError(
        source: file.name, problem: "no enter or exit in a form that is read", help: help)
    }
    return reading.finished
  }

  private static let help =
    "write a CSV with time, event and region, or see geofence help recordings for the forms"

  private static func isLines(_ bytes: [UInt8]) -> Bool {
    let first = bytes.split(separator: ASCII.lineFeed).first { !$0.allSatisfy(ASCII.isBlank) }
    return first.map { (try? JSONDocument(Array($0), counting: { _ in false })) != nil } ?? false
  }
}

struct PhoneLogReading {
  private(set) var log: PhoneLog
  private var times: TimeReader
  /// The events that an SDK wrote beside the callbacks of the system, which say the same.
  private var spoken: [PhoneEvent] = []
  private var usesLocalTimes = false
  private(set) var hasEmptyList = false
  /// The first word of a table that is no kind of event.
  private var unreadable: String?
  /// The topics of OwnTracks' trackers.
  private var topics: [String: String] = [:]

  init(_ log: PhoneLog, _ zone: ZoneInfo?) {
    self.log = log
    times = TimeReader(zone: zone)
  }

  var finished: PhoneLog {
    var log = log
    log.hasLocalTimes = usesLocalTimes || times.assumed.contains(.local)
    for index in log.events.indices {
      if let topic = log.events[index].device.flatMap({ topics[$0] }) {
        log.events[index].device = topic
      }
    }
    return log
  }

  static let timeless = "without a time"

  /// The reasons to leave out transitions of OwnTracks, by what triggered them.
  private static let otherTriggers = [
    "b": "of a beacon", "l": "computed by the app, not delivered by the phone",
  ]

  private mutating func leaveOut(_ reason: String) { log.leftOut[reason, default: 0] += 1 }

  private mutating func time(_ text: String) -> Timestamp? {
    let bytes = Array(text.utf8)
    if case .at(let time) = times.reading(bytes.span) { return time }
    // A log's line may write the fraction of a second after a comma.
    let pointed = bytes.map { $0 == ASCII.comma ? ASCII.point : $0 }
    return if case .at(let time) = times.reading(pointed.span) { time } else { nil }
  }

  /// Returns the time in a text; a text of a time of day needs the date from another field.
  private mutating func time(_ text: String, on date: String?) -> Timestamp? {
    time(text) ?? date.flatMap { time("\($0) \(text)") }
  }

  // MARK: JSON

  mutating func addJSON(_ value: JSONElement) throws(Diagnosis) {
    if let list = value.list {
      hasEmptyList = hasEmptyList || !list.contains { _ in true }
      for entry in list { try addJSON(entry) }
      return
    }
    guard let object = value.object else { return }
    let wraps = ["events", "event"].compactMap { object[$0] }
    if let inner = wraps.first(where: { $0.list != nil || $0.object?["type"] != nil }) {
      return try addJSON(inner)
    }
    // A place has a type of its own in GeoJSON.
    if let inner = object["location"], inner.list != nil || inner.object?["geofence"] != nil {
      return try addJSON(inner)
    }
    try add(object)
  }

  private mutating func add(_ object: JSONObject) throws(Diagnosis) {
    if object["_type"] != nil, let tracker = object["tid"]?.text, let topic = object["topic"]?.text
    {
      topics[tracker] = topic
    }
    guard let form = PhoneForm.all.first(where: { $0.marks(object) }) else { return }
    let written = object.text(at: form.kinds)
    guard let kind = form.kind(of: object) else {
      // Locations and the like stand beside the events.
      if form.name == "e-mission" || written != nil && form.name != "JSON" {
        leaveOut("of another kind")
      }
      return
    }
    log.form = form.name
    if form.name == "OwnTracks", let trigger = object["t"]?.text,
      let reason = Self.otherTriggers[trigger]
    {
      return leaveOut(reason)
    }
    guard kind != .other else { return leaveOut("of a dwell") }
    if object["geofenceId"] != nil, object["deviceId"] != nil, object["eventTime"] != nil {
      throw Diagnosis(
        "an event that Traccar's server computed: no phone delivered it",
        help: "give the log of the app on the phone", at: .path(object.value.path))
    }
    guard let text = object.text(at: form.times),
      let time = time(text, on: object.text(at: ["date"]))
    else {
      throw Diagnosis(
        "an event without a readable time", help: "write it as 2024-05-01T09:10:00Z",
        at: .path(object.value.path))
    }
    var event = PhoneEvent(time: time, isEnter: kind == .enter)
    event.crossedAt = object.text(at: ["crossedAt"]).flatMap { self.time($0) }
    event.isState = written.map(PhoneForm.isState) ?? false
    event.device = object.text(at: form.devices)
    if let latitude = object.number(at: form.latitudes),
      let longitude = object.number(at: form.longitudes)
    {
      event.place = Coordinate(latitude: latitude, longitude: longitude)
    } else if let field = form.place, let text = object.text(at: [field]),
      let place = PlaceText(Array(text.utf8).span)
    {
      event.place = Coordinate(latitude: place.latitude, longitude: place.longitude)
    }
    if event.place != nil { event.accuracy = object.number(at: form.accuracies) }
    let names = form.regions.lazy.compactMap { object.value(at: $0)?.list }.first
    let regions = names.map { $0.compactMap(\.label) } ?? []
    guard regions.isEmpty else {
      for region in regions { add(event, of: region) }
      return
    }
    let region = object.text(at: form.regions)
    if let region, region == object.text(at: [PhoneForm.waypointTime]), form.name == "OwnTracks" {
      log.waypoints.insert(region)
    }
    add(event, of: region)
  }

  private mutating func add(_ event: PhoneEvent, of region: String?) {
    var event = event
    event.region = region
    event.place = event.place?.known
    log.events.append(event)
  }

  // MARK: lines

  mutating func addLines(_ bytes: [UInt8]) throws(Diagnosis) {
    let lines = bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).map {
      $0.last == ASCII.carriageReturn ? $0.dropLast() : $0
    }
    // A line far down may show what the clock of those before it is.
    var survey = LogScanner(times)
    for line in lines { _ = survey.read(String(decoding: line, as: UTF8.self)) }
    var scanner = LogScanner(times, like: survey)
    var hasObjects = false
    for (number, line) in lines.enumerated() {
      guard let first = line.first(where: { !ASCII.isBlank($0) }), first != UInt8(ascii: "#") else {
        continue
      }
      do throws(Diagnosis) {
        if let json = JSONDocument.inLine(line) {
          hasObjects = hasObjects || json.start == line.startIndex
          try addJSON(json.document.root)
        } else if hasObjects, first == ASCII.openBrace {
          // A line of JSON that is cut off throws; a line of text would be passed over.
          _ = try JSONDocument(Array(line), counting: { _ in false })
        } else {
          let entries = scanner.read(String(decoding: line, as: UTF8.self))
          for entry in entries { add(entry) }
          if entries.isEmpty { addRecorded(line) }
        }
      } catch {
        throw Diagnosis(error.problem, help: error.help, at: .line(number + 1, column: nil))
      }
    }
    usesLocalTimes = usesLocalTimes || scanner.usesLocalTimes
    log.lacksYear = scanner.lacksYear
    if log.events.isEmpty { log.events = spoken }
  }

  private mutating func add(_ entry: LogScanner.Entry) {
    switch entry {
    case .place(let place):
      guard let last = log.events.indices.last, log.events[last].place == nil,
        let time = place.time,
        let here = Coordinate(latitude: place.latitude, longitude: place.longitude).known,
        -300_000...5000 ~= (time - log.events[last].time).milliseconds
      else { return }
      log.events[last].place = here
      log.events[last].accuracy = place.accuracy.isFinite ? place.accuracy : nil
    case .crossing(let crossing):
      log.form = crossing.form
      if crossing.kind == .other { return leaveOut("of a dwell") }
      guard let time = crossing.time else { return leaveOut(Self.timeless) }
      let event = PhoneEvent(
        time: time, isEnter: crossing.kind == .enter, region: crossing.region)
      if crossing.isOfSystem { log.events.append(event) } else { spoken.append(event) }
    }
  }

  /// Adds a line of `simulate`.
  private mutating func addRecorded(_ text: ArraySlice<UInt8>) {
    let words = "the lines of simulate"
    guard log.form.isEmpty || log.form == words,
      let (time, recorded) = try? RecordedLine(text).event,
      let kind = PhoneForm.kind(recorded.name)
    else { return }
    log.form = words
    guard kind != .other else { return leaveOut("of a dwell") }
    usesLocalTimes = usesLocalTimes || time.isLocal
    var event = PhoneEvent(time: time.moment(in: times.zone), isEnter: kind == .enter)
    event.isState = PhoneForm.isState(recorded.name)
    event.device = recorded.device?.rawValue
    add(event, of: recorded.region?.rawValue)
  }

  // MARK: tables

  /// Adds the rows of a table; `false` if no header names a time, a kind and a region.
  mutating func addTable(_ bytes: [UInt8]) throws(Diagnosis) -> Bool {
    guard
      var table = try? DelimitedTable(ByteSource(bytes: bytes, name: log.name), Self.slots),
      table.header.fills(Self.slots.required)
    else { return false }
    log.form = "a table"
    try refuseRows(beforeHeader: bytes, table.line - 2)
    do throws(InputError) {
      while try table.next() { try add(table) }
    } catch {
      throw error.diagnosis
    }
    if log.events.isEmpty, let unreadable, Set(log.leftOut.keys) == ["of another kind"] {
      throw Diagnosis(
        "no row is an enter or an exit; the first is \(unreadable.quotedExcerpt())",
        help: "write the kinds as enter and exit, or as the numbers 1 and 2")
    }
    return true
  }

  /// Throws an error for a row among the lines before the header, as in a file that was sorted.
  private mutating func refuseRows(beforeHeader bytes: [UInt8], _ lines: Int) throws(Diagnosis) {
    guard lines > 0 else { return }
    let before = bytes.split(
      separator: ASCII.lineFeed, maxSplits: lines, omittingEmptySubsequences: false)
    for (number, line) in before.prefix(lines).enumerated() {
      let cells = String(decoding: line, as: UTF8.self).split { ",;\t".contains($0) }.map(
        String.init)
      guard cells.contains(where: { PhoneForm.kind(ofTransition: $0) != nil }),
        cells.contains(where: { time($0) != nil })
      else { continue }
      throw Diagnosis(
        "a row before the header", help: "put the header first", at: .line(number + 1))
    }
  }

  private enum Column: Int, CaseIterable {
    case time, date, kind, region, latitude, longitude, accuracy, device, crossedAt

    var names: [String] {
      switch self {
      case .time: TrackColumn.time.names + ["at"]
      case .date: ["date", "day"]
      case .kind: ["event", "kind", "transition", "action", "eventtype", "type"]
      case .region: PhoneForm.regionNames
      case .latitude: TrackColumn.latitude.names
      case .longitude: TrackColumn.longitude.names
      case .accuracy: TrackColumn.accuracy.names
      case .device: TrackColumn.device.names
      case .crossedAt: ["crossedAt"]
      }
    }
  }

  private static let slots = ColumnSlots(
    fields: Column.allCases.map { "\($0)" }, names: Column.allCases.map(\.names),
    required: [Column.time, .date].map { [$0, .kind, .region].map(\.rawValue) })

  private mutating func add(_ table: borrowing DelimitedTable) throws(InputError) {
    func cell(_ column: Column) -> String? {
      let text = table.text(column.rawValue)
      return text.isEmpty ? nil : text
    }
    guard let word = cell(.kind), let written = cell(.time) ?? cell(.date) else { return }
    let time = time(written, on: cell(.date))
    guard let kind = PhoneForm.kind(ofTransition: word) else {
      // A header may come again.
      if time != nil || !Column.kind.names.contains(word.lowercased()) {
        unreadable = unreadable ?? word
        leaveOut("of another kind")
      }
      return
    }
    guard kind != .other else { return leaveOut("of a dwell") }
    guard let time else {
      throw table.rowError(
        "no time: \(written.quotedExcerpt())", help: "write it as 2024-05-01T09:10:00Z")
    }
    var event = PhoneEvent(time: time, isEnter: kind == .enter)
    event.crossedAt = cell(.crossedAt).flatMap { self.time($0) }
    event.isState = PhoneForm.isState(word)
    event.device = cell(.device)
    if let latitude = table.number(Column.latitude.rawValue),
      let longitude = table.number(Column.longitude.rawValue)
    {
      event.place = Coordinate(latitude: latitude, longitude: longitude)
      event.accuracy = table.number(Column.accuracy.rawValue)
    }
    add(event, of: cell(.region))
  }
}

extension Coordinate {
  /// The place; `nil` for one that is none.
  fileprivate var known: Coordinate? { isValid && !isAtZero ? self : nil }
}

extension PhoneForm {
  fileprivate func marks(_ object: JSONObject) -> Bool {
    if mark.field.isEmpty { return true }
    guard let value = object.value(at: mark.field) else { return false }
    let text = value.label ?? ""
    return mark.values.isEmpty || mark.values.contains { text.hasPrefix($0) }
  }

  fileprivate func kind(of object: JSONObject) -> Kind? {
    if name == "JSON",
      let kind = object.text(at: Self.transitions).flatMap(Self.kind(ofTransition:))
    {
      return kind
    }
    guard let word = object.text(at: kinds) else { return nil }
    // Radar's places, beacons and states are no geofences of the app.
    if name == "Radar", !word.hasSuffix("_geofence") { return nil }
    return name == "e-mission" && word == "1" ? .exit : Self.kind(word)
  }

  private static let transitions = [
    "geofenceTransition", "geofence_transition", "transitionType", "transition", "eventType",
  ]
}

extension JSONObject {
  /// Returns the value at a path of keys, such as `location.coordinates[0]`.
  fileprivate func value(at path: String) -> JSONElement? {
    var current: JSONElement?
    for (number, step) in path.split(separator: ".").enumerated() {
      let parts = step.split(separator: "[")
      let object = number == 0 ? self : current?.object
      current = object?[String(parts[0])]
      if parts.count == 2, let number = Int(parts[1].dropLast()) {
        current = current?.list?.dropFirst(number).first { _ in true }
      }
    }
    return current.flatMap { $0.isNull ? nil : $0 }
  }

  /// Returns the first text or number at one of some paths, or else under a key that is spelled
  /// otherwise, such as `createdAt` for `created_at`.
  fileprivate func text(at paths: [String]) -> String? {
    paths.lazy.compactMap { self.value(at: $0)?.label }.first
      ?? paths.lazy.compactMap { path in
        self.members.first { ColumnName($0.key).text == ColumnName(path).text }?.value.label
      }.first
  }

  fileprivate func number(at paths: [String]) -> Double? {
    paths.lazy.compactMap {
      self.value(at: $0).flatMap { $0.number ?? $0.text.flatMap(Double.init) }
    }.first
  }
}
