import GeofenceBytes

extension TrackFormat {
  static let log = TrackFormat(
    "a log", kinds: ["logs of phones"], endings: ["log"], .text(LogTrack.begins, LogTrack.read),
    words: Words(object: "line"))
}

/// A track of the places in the lines of a phone's log, as `LogScanner` reads them, or in the
/// messages of OwnTracks that a program logs or receives.
enum LogTrack {
  static func read(_ source: consuming ByteSource, _ filter: inout PointFilter) throws(InputError) {
    var scanner = LogScanner(filter.times)
    var messages: JSONTrack?
    var (line, goesOn) = (0, true)
    var device = Device()
    while goesOn {
      let end = source.buffer.span.extracting(source.window()).offset(of: ASCII.lineFeed, from: 0)
      if end == source.count, !source.isExhausted, try source.fillAgain() { continue }
      guard source.count > 0, !source.wasInterrupted else { break }
      let text =
        messages == nil ? source.buffer.span.extracting(source.window(end)).text : ""
      line += 1
      // Other messages may stand among the lines of any log.
      if filter.report.pointsRead == 0, hasMessage(text, "\"location\"") {
        messages = JSONTrack(filter)
      }
      let isWanted = messages?.take(
        line: source.buffer.span.extracting(source.window(end)), number: line)
      source.consume(min(end + 1, source.count))
      if let isWanted {
        goesOn = isWanted
        continue
      }
      let entries = scanner.read(text)
      if entries.isEmpty, !text.allSatisfy({ $0.isWhitespace }) {
        if hasMessage(text, "\"transition\"") {
          filter.report.transitions += 1
        } else {
          filter.report.passedOver += 1
        }
      }
      goesOn = try take(entries, onLine: line, &device, &filter)
    }
    if let read = messages?.finish(wasInterrupted: source.wasInterrupted) { filter = read }
    if source.wasInterrupted { filter.report.wasStopped = true }
    if goesOn { goesOn = try take(scanner.end(), onLine: line, &device, &filter) }
    if scanner.usesLocalTimes { filter.times.note(TimeForm.local) }
    filter.report.zoneName = scanner.zoneName
    if scanner.lacksYear { filter.times.note(AssumedTimes.withoutYear) }
    if filter.report.pointsRead == 0, !filter.report.wasStopped {
      throw InputError(
        source: filter.report.source,
        problem: "is a log in which no line has a place in a form that is read",
        help: filter.report.transitions > 0
          ? "--phone reads the enters and exits in it, beside a track"
          : "'geofence help tracks' names the logs that are read")
    }
    filter.end()
  }

  /// The device of the last place, with its index once it is known.
  private struct Device {
    var name: String?
    var index: Int?
  }

  private static func take(
    _ entries: [LogScanner.Entry], onLine line: Int, _ device: inout Device,
    _ filter: inout PointFilter
  ) throws(InputError) -> Bool {
    for entry in entries {
      guard case .place(let place) = entry else {
        filter.report.transitions += 1
        continue
      }
      if device.index == nil || device.name != place.device {
        let name = Array((place.device ?? "").utf8)
        device = Device(name: place.device, index: try filter.device(name.span, onLine: line))
      }
      var point = TrackPoint()
      (point.latitude, point.longitude, point.accuracy) =
        (place.latitude, place.longitude, place.accuracy)
      (point.speed, point.course, point.line, point.device) =
        (place.speed, place.course, line, device.index ?? 0)
      if let time = place.time { point.time = .at(time) }
      guard filter.take(point, text: { _ in nil }) else { return false }
    }
    return true
  }

  // MARK: recognition

  /// Returns true if a message of OwnTracks, of one type, stands in a line, behind words such as its
  /// topic.
  private static func hasMessage(_ line: String, _ type: String = "\"_type\"") -> Bool {
    guard let brace = line.firstIndex(of: "{"), line[..<brace].last?.isWhitespace == true else {
      return false
    }
    return line.contains("\"_type\"") && line.contains(type)
  }

  private static let beginnings = ["╔", "║", "╟", "📍", "flutter: ", "--------- beginning of"]

  /// Returns whether a line is one of a log: a block's or a place's, or a time with words behind it,
  /// or `logcat`'s tag; never a row of a table. `nil` if more of it is needed.
  static func begins(_ line: Span<UInt8>, isWhole: Bool) -> Bool? {
    guard isWhole else { return nil }
    let text = line.text
    if beginnings.contains(where: text.hasPrefix) || text.hasPrefix("<+") { return true }
    if isTag(text) || hasMessage(text) { return true }
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    guard words.count > 1, isDate(words[0]), isClock(words[1]) else { return false }
    guard words.count > 2 else { return true }
    let rest = words[2].split(maxSplits: 4, whereSeparator: { $0.isWhitespace })
    guard let next = rest.first else { return true }
    // `logcat` has its process, its thread and its level there, and perhaps the zone before.
    let fields = rest.drop(while: LogScanner.isZone)
    let numbers = fields.prefix { $0.utf8.allSatisfy(ASCII.isDigit) }
    if numbers.count == 2, let level = fields.dropFirst(2).first, level.utf8.count == 1,
      level.allSatisfy({ "VDIWEF".contains($0) })
    {
      return true
    }
    return !next.contains { ",;|\t\"".contains($0) } && next != "UTC" && Double(next) == nil
      || words[0].utf8.count == 5
  }

  /// Returns whether a text is `2024-05-01`, or without its year as in `logcat`'s lines.
  private static func isDate(_ word: Substring) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let lengths = parts.map({ $0.utf8.count })
    return (lengths == [4, 2, 2] || lengths == [2, 2])
      && parts.allSatisfy { $0.utf8.allSatisfy(ASCII.isDigit) }
  }

  private static func isClock(_ word: Substring) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count >= 3 && parts[0].utf8.count == 2 && parts[1].utf8.count == 2
      && parts.prefix(2).allSatisfy { $0.utf8.allSatisfy(ASCII.isDigit) }
      && parts[2].utf8.prefix(2).allSatisfy(ASCII.isDigit)
      && !word.contains { ";|\t".contains($0) }
      && (!word.contains(",") || parts[2].utf8.count == 6)
  }

  /// Returns whether a text begins as `I/TSLocationManager( 6345): `.
  private static func isTag(_ text: String) -> Bool {
    let bytes = Array(text.utf8.prefix(64))
    guard bytes.count > 2, "VDIWEF".utf8.contains(bytes[0]), bytes[1] == UInt8(ascii: "/"),
      let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes[open...].firstIndex(of: UInt8(ascii: ")"))
    else { return false }
    return close > open + 1
      && bytes[(open + 1)..<close].allSatisfy { $0 == ASCII.space || ASCII.isDigit($0) }
  }
}
