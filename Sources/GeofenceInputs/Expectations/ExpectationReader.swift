import GeofenceBytes
import GeofenceCore

/// A reader of time, kind, region and device of a recorded run's events, in `jsonl` or in text.
///
/// Times that name no zone are those of the zone that is given, without one of UTC.
package enum ExpectationReader {
  package static func read(path: String, zone: ZoneInfo? = nil) throws(InputError) -> Recording {
    let (bytes, source) = try ByteSource.contents(of: path)
    return try read(bytes, source: source, zone: zone)
  }

  package static func readPresent(path: String, zone: ZoneInfo? = nil) throws(InputError)
    -> Recording
  {
    guard let (bytes, source) = try ByteSource.present(path) else { return Recording(named: path) }
    return try read(bytes, source: source, zone: zone)
  }

  package static func read(_ bytes: [UInt8], source: String, zone: ZoneInfo? = nil)
    throws(InputError) -> Recording
  {
    // A run without events records an empty file.
    if bytes.allSatisfy(ASCII.isBlank) { return Recording(named: source) }
    try ForeignFile.check(
      bytes, source: source, as: .events, help: "record them with --format jsonl or text")
    let hasMark = bytes.starts(with: TextEncoding.utf8Mark)
    let text = hasMark ? bytes.dropFirst(3) : bytes[...]
    var lines = text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
    let usesCRLF = lines.first?.last == ASCII.carriageReturn
    var recording = Recording(named: source, usesCRLF: usesCRLF, hasMark: hasMark)
    // A text that ends with a line end has no line behind it.
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (number, line) in lines.enumerated() {
      func add(_ written: WrittenEvent, _ format: EventFormat) {
        var event = written.event
        event.time = written.time.moment(in: zone)
        if written.time.isLocal { recording.hasLocalTimes = true }
        recording.add(event, in: number + 1, format)
      }
      let first = line.first { !ASCII.isBlank($0) }
      do throws(Diagnosis) {
        switch first {
        case nil, UInt8(ascii: "#"):
          let text = line.last == ASCII.carriageReturn ? line.dropLast() : line
          recording.add(remark: String(decoding: text, as: UTF8.self))
        case ASCII.openBrace: add(try jsonEvent(line), .jsonl)
        default: add(try RecordedLine(line).event, .text)
        }
      } catch {
        let column = if case .line(_, let column) = error.place { column } else { Int?.none }
        throw InputError(
          source: source, place: .line(number + 1, column: column), problem: error.problem,
          help: error.help)
      }
    }
    return recording
  }

  /// An event, whose time is read in the file's zone when it is added.
  typealias WrittenEvent = (time: WrittenTime, event: RecordedEvent)

  private static func jsonEvent(_ line: ArraySlice<UInt8>) throws(Diagnosis) -> WrittenEvent {
    let object = try JSONDocument(Array(line), counting: keys.contains).root.object
    func text(_ key: String, isRequired: Bool) throws(Diagnosis) -> String? {
      let value = object?[key]
      if let text = value?.text { return text }
      guard object != nil, !isRequired, value?.isNull ?? true else { throw noEvent }
      return nil
    }
    guard let name = try text("event", isRequired: true),
      let time = try text("time", isRequired: true)
    else { throw noEvent }
    return try event(
      name, at: time, region: text("region", isRequired: false),
      device: text("device", isRequired: false))
  }

  private static let keys: Set = ["event", "time", "region", "device"]

  private static let noEvent = Diagnosis(
    "not an event: it needs texts under \"event\", \"time\" and \"region\"",
    help: "record it with --format jsonl")

  static func event(_ name: String, at time: String, region: String?, device: String?)
    throws(Diagnosis) -> WrittenEvent
  {
    guard let written = WrittenTime(time) else {
      throw Diagnosis("no time: \(time.quotedExcerpt())", help: "write it as 2024-05-01T09:10:00Z")
    }
    guard Event.Kind.names.contains(name) else {
      let closest = Suggestion.closest(to: name, among: Event.Kind.names)
      throw Diagnosis(
        "no kind of event: \(name.quotedExcerpt())",
        help: closest.map { "did you mean \($0)?" } ?? "write enter or exit")
    }
    let event = RecordedEvent(
      time: written.moment(in: nil), name: name, region: region.map { RegionIdentifier($0) },
      device: device.map { RegionIdentifier($0) })
    if region == nil, event.isUsual {
      let article = event.isCrossing ? "an" : "a"
      throw Diagnosis("\(article) \(name) without a region", help: "name the region")
    }
    return (written, event)
  }
}
