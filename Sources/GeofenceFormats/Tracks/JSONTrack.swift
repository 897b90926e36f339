import GeofenceCore

/// Tracks in JSON: objects with the keys of a table's header, one a line or in a list (OwnTracks,
/// Overland, Google's Records.json and the paths of its Timeline.json), and GeoJSON.
struct JSONTrack: JSONHandler {
  enum Name {
    /// A value of a point, the most preferred key first, and what it has to be divided by.
    case column(TrackColumn, rank: Int8, divisor: Double)
    /// A latitude and a longitude in one text.
    case pair
    /// When a path of Google's begins, and how many minutes later a point of it was passed.
    case start, minutes
    /// OwnTracks' kind of a message.
    case message
    /// GeoJSON's kind of an object.
    case kind
    /// A list of objects.
    case list
    /// An object that is a part of the one it stands in.
    case part, properties
    case coordinates, times
    /// A list of Google's visits and ways.
    case history
    /// A key that means nothing: where it stands among `otherKeys`.
    case other(Int)
  }

  static let help = "a track is made of objects with a latitude and a longitude, or of GeoJSON"

  var points: RankedPoints
  private var keys = NameIndex()
  private var names: [Name] = []
  private var otherKeys: [String] = []
  private let choice: ColumnChoice?
  /// The objects that are open, those that are a part of another aside.
  private var records: [JSONRecord] = []
  private var record = JSONRecord()
  /// The name of the innermost object's device.
  private var device: [UInt8] = []
  /// The time that stands before the object on its line.
  private var lineTime = TimeReading.missing
  private var times = TimeReader()
  private var lines = JSONLines()
  private var isHistory = false
  /// True as soon as a key of times has come.
  private var hasTimes = false
  /// True as soon as a waypoint of OwnTracks has come, or a list that a file of regions has.
  private var hasRegions = false

  init(_ points: RankedPoints, _ choice: ColumnChoice?) {
    self.points = points
    self.choice = choice
    self.points.filter.untimed.mayBeRegions = choice == nil
  }

  mutating func name(of key: Span<UInt8>) -> Name? {
    let index = keys.index(of: key)
    if index == names.count {
      names.append(Name(key.text, choice) ?? .other(otherKeys.count))
      note(names[index], key.text)
    }
    if case .other = names[index], !seeksTimes { return nil }
    return names[index]
  }

  mutating func begin(_ container: JSONContainer, _ name: Name?, line: Int) -> Bool {
    switch (container, name) {
    case (.object, .part), (.object, .properties): return true
    case (.object, nil), (.object, .list):
      records.append(record)
      record = JSONRecord()
      record.point.values.line = line
      device.removeAll(keepingCapacity: true)
      return true
    case (.array, nil): return true
    case (.array, .list):
      record.isEnvelope = true
      return true
    case (.array, .coordinates):
      lines.begin(line: line)
      return true
    case (.array, .times): return true
    case (.array, .history):
      isHistory = true
      return false
    default: return false
    }
  }

  mutating func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Name) {
    if value == .null { return }
    switch name {
    case .column(.device, let rank, _):
      if record.prefersDevice(rank) { device = text.array }
    case .column(let column, let rank, let divisor):
      record.take(column, rank, text, divisor: divisor, &times)
    case .pair: record.take(pair: text, &times)
    case .start:
      record.start = times.reading(text)
      points.filter.untimed.seek(text, of: "startTime")
    case .minutes: record.minutes = Double(decimal: text)
    case .message: record.message = text.text
    case .kind: record.note(kind: text.text)
    case .coordinates: lines.take(text)
    case .times: lines.take(time: times.reading(text))
    case .other(let index):
      if value == .text { points.filter.untimed.seek(text, of: otherKeys[index]) }
    case .list, .part, .properties, .history: break
    }
  }

  mutating func end(_ container: JSONContainer, _ name: Name?) -> Bool {
    switch (container, name) {
    case (.array, .coordinates): return endCoordinates()
    case (.object, .properties): record.hasProperties = true
    case (.object, nil), (.object, .list):
      defer { record = records.popLast() ?? JSONRecord() }
      return endRecord()
    default: break
    }
    return true
  }

  mutating func take(prefix: Span<UInt8>) -> Bool {
    // OwnTracks' recorder writes the time, the kind of the message and the message.
    let end = prefix.indices.first { ASCII.isBlank(prefix[$0]) } ?? 0
    guard end > 0 else { return false }
    lineTime = times.reading(prefix.extracting(0..<end))
    return prefix[end] == ASCII.tab || lineTime != .unreadable
  }

  private mutating func endCoordinates() -> Bool {
    guard let place = lines.end() else { return true }
    if lines.depth == 0 {
      record.place(place)
      return true
    }
    record.hasLine = true
    // Nothing waits where all that belongs to a line is known.
    guard record.isLine, record.hasProperties else {
      lines.hold(place)
      return true
    }
    do throws(InputError) {
      return deliver(try lines.point(at: place))
    } catch {
      return points.fail(error)
    }
  }

  private mutating func endRecord() -> Bool {
    defer {
      lines.reset()
      lineTime = .missing
    }
    if record.isEnvelope { return true }
    if record.hasLine {
      guard record.isLine else { return pass() }
      return deliverLine()
    }
    guard record.isPoint else {
      if record.message == "waypoint" { hasRegions = true }
      return pass()
    }
    if points.filter.report.hasLines, record.isFeature {
      points.filter.report.droppedWaypoints += 1
      return true
    }
    record.finish(lineTime, in: records.last)
    record.point.values.device = points.device(device)
    return points.take(record.point.values, .trackPoint) { record.point.text(of: $0) }
  }

  /// Delivers what has waited for the end of a line's feature.
  private mutating func deliverLine() -> Bool {
    do throws(InputError) {
      while let point = try lines.next() { guard deliver(point) else { return false } }
      return true
    } catch {
      return points.fail(error)
    }
  }

  /// Delivers a point of a line.
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
}

// MARK: - Points without a time

extension JSONTrack {
  /// Whether the points may still turn out to have no time.
  private var seeksTimes: Bool {
    points.filter.report.fixesKept == 0 && !points.filter.untimed.isNoted
  }

  /// Notes a key that has not come before, and what follows from it where the points have no time.
  private mutating func note(_ name: Name, _ key: String) {
    switch name {
    case .column(.time, _, _), .column(.date, _, _), .times:
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
      ? UntimedTrack().reason
      : "no key is known as one of times (not known: \(otherKeys.listed()))"
  }
}

extension JSONTrack {
  /// Reads `source` to its end, unless `body` returns `false`.
  static func read(
    _ source: consuming ByteSource, _ filter: inout PointFilter,
    newDevice: (Int, String?) -> Void, _ body: TrackReader.Body
  ) throws(InputError) {
    var reader = JSONReader<JSONTrack>(source, isSequence: true)
    var (isHistory, areRegions) = (false, false)
    try RankedPoints.withPoints(of: &filter, newDevice: newDevice, body) { points in
      var track = JSONTrack(points, points.filter.options.columns)
      var failure: InputError?
      do throws(InputError) {
        try reader.read(&track)
      } catch {
        failure = error
      }
      if !reader.wasInterrupted { track.points.end() }
      isHistory = track.isHistory
      areRegions = track.hasRegions || track.points.filter.untimed.areRegions
      return (track.points, failure)
    }
    guard filter.report.pointsRead > 0 || reader.wasInterrupted else {
      if isHistory { throw ForeignFile.googleHistory.error(of: filter.report.source, as: .track) }
      if areRegions { throw ForeignFile.regions.error(of: filter.report.source, as: .track) }
      throw InputError(
        source: filter.report.source, problem: "the JSON has no point", help: help)
    }
  }
}

extension JSONTrack.Name {
  /// - Returns: `nil` for a key that means nothing.
  fileprivate init?(_ key: String, _ choice: ColumnChoice?) {
    if let column = Self.column(key, choice) {
      self = column
      return
    }
    switch key {
    case "_type": self = .message
    case "type": self = .kind
    case "features", "locations", "semanticSegments", "timelinePath": self = .list
    case "point": self = .pair
    case "startTime": self = .start
    case "durationMinutesOffsetFromStartTime": self = .minutes
    case "geometry", "coords", "location", "coordinateProperties": self = .part
    case "properties": self = .properties
    case "coordinates": self = .coordinates
    case "coordTimes", "times": self = .times
    case "timelineObjects": self = .history
    // What OwnTracks calls its devices.
    case "topic": self = .column(.device, rank: 100, divisor: 1)
    case "tid": self = .column(.device, rank: 101, divisor: 1)
    default: return nil
    }
  }

  /// The column of a table that a key is.
  private static func column(_ key: String, _ choice: ColumnChoice?) -> Self? {
    let name = ColumnName(key)
    let slots = TrackColumn.slots(choice)
    for (column, names) in zip(TrackColumn.allCases, slots.comparable) {
      guard let rank = names.firstIndex(of: name.text) else { continue }
      return .column(column, rank: Int8(clamping: rank), divisor: column.divisor(name))
    }
    return nil
  }
}
