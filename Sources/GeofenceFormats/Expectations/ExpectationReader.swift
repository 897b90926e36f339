public import GeofenceCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// Reads the events of a recorded run, in `jsonl` or in text; the format is found from the content.
///
/// Of each event time, kind, region and device are read, and the rest of its line is passed over.
/// Blank lines and, in text, lines that begin with `#` are comments.
public enum ExpectationReader {
  /// - Parameter path: a file, or `-` for standard input.
  /// - Throws: an error that names file, line and help.
  public static func read(path: String) throws(InputError) -> [RecordedEvent] {
    let (bytes, source) = try ByteSource.contents(of: path)
    return try read(bytes, source: source)
  }

  static func read(_ bytes: [UInt8], source: String) throws(InputError) -> [RecordedEvent] {
    // A run without events records an empty file.
    if bytes.allSatisfy(ASCII.isBlank) { return [] }
    if let (problem, help) = ForeignFormat.problem(
      in: bytes.prefix(4096), wanted: "recorded events",
      help: "record them with --format jsonl or text")
    {
      throw InputError(source: source, problem: problem, help: help)
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    var events: [RecordedEvent] = []
    let lines = text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      guard let first = line.first(where: { !ASCII.isBlank($0) }) else { continue }
      do throws(Diagnosis) {
        if first == UInt8(ascii: "{") {
          events.append(try jsonEvent(line))
        } else if first != UInt8(ascii: "#") {
          events.append(try RecordedLine(line).event)
        }
      } catch {
        throw InputError(
          source: source, place: .line(number + 1), problem: error.problem, help: error.help)
      }
    }
    return events
  }

  private static func jsonEvent(_ line: ArraySlice<UInt8>) throws(Diagnosis) -> RecordedEvent {
    if let fault = JSONFault.find(in: Array(line)) {
      throw Diagnosis(
        "not well-formed JSON at column \(fault.column)",
        help: "expected there is \(fault.expected)")
    }
    guard let keys = try? JSONDecoder().decode(JSONLine.self, from: Data(line)) else {
      throw Diagnosis(
        "not an event: it needs texts under \"event\", \"time\" and \"region\"",
        help: "record it with --format jsonl")
    }
    return try event(keys.event, at: keys.time, region: keys.region, device: keys.device)
  }

  private struct JSONLine: Decodable {
    let event: String
    let time: String
    let region: String?
    let device: String?
  }

  static func event(_ name: String, at time: String, region: String?, device: String?)
    throws(Diagnosis) -> RecordedEvent
  {
    guard let timestamp = Timestamp(parsing: time) else {
      throw Diagnosis(
        "no time: \(time.quotedExcerpt())", help: "write it as 2024-05-01T09:10:00Z")
    }
    guard Event.Kind.names.contains(name) else {
      let closest = Suggestion.closest(to: name, among: Event.Kind.names)
      throw Diagnosis(
        "no kind of event: \(name.quotedExcerpt())",
        help: closest.map { "did you mean \($0)?" } ?? "write enter or exit")
    }
    if region == nil, name == "enter" || name == "exit" {
      throw Diagnosis("an \(name) without a region", help: "name the region")
    }
    return RecordedEvent(
      time: timestamp, name: name, region: region.map { RegionIdentifier($0) },
      device: device.map { RegionIdentifier($0) })
  }
}

extension RecordedEvent {
  /// What a recording of `record` would have.
  public init(_ record: EventRecord) {
    self.init(
      time: record.time, name: record.event, region: record.region.map { RegionIdentifier($0) },
      device: record.device.map { RegionIdentifier($0) })
  }
}
