import GeofenceBytes
import GeofenceCore

/// A line of text output: time, event and region in columns, then facts, perhaps with the device.
struct RecordedLine {
  let event: ExpectationReader.WrittenEvent

  init(_ line: ArraySlice<UInt8>) throws(Diagnosis) {
    var rest = line
    let time = Self.word(&rest)
    let name = Self.word(&rest)
    guard let region = try Self.name(&rest) else {
      throw Diagnosis(
        "not an event: \(String(decoding: line, as: UTF8.self).quotedExcerpt())",
        help: "write time, event and region, or record with --format jsonl or text; "
          + "a phone's own log is for 'geofence audit --phone'")
    }
    let device = try Self.device(in: rest)
    event = try ExpectationReader.event(
      name, at: time, region: region.isNone ? nil : region.text, device: device)
  }

  private static func word(_ rest: inout ArraySlice<UInt8>) -> String {
    rest = rest.drop(while: ASCII.isBlank)
    let word = rest.prefix { !ASCII.isBlank($0) }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  private static func name(_ rest: inout ArraySlice<UInt8>) throws(Diagnosis)
    -> (text: String, isNone: Bool)?
  {
    rest = rest.drop(while: ASCII.isBlank)
    guard let first = rest.first else { return nil }
    guard first == ASCII.quote else {
      let word = word(&rest)
      return (word, isNone: word == "-")
    }
    let end = quotedEnd(rest)
    guard end < rest.endIndex else {
      throw Diagnosis("a quoted name that does not end", help: "close it with a quotation mark")
    }
    guard let text = try? JSONDocument(Array(rest[...end])).root.text else {
      throw Diagnosis(
        "a quoted name that is no JSON string",
        help: "escape as JSON does: \\\" for a quotation mark, \\\\ for a backslash")
    }
    rest = rest[(end + 1)...]
    return (text, isNone: false)
  }

  private static func quotedEnd(_ text: ArraySlice<UInt8>) -> Int {
    var end = text.startIndex + 1
    while end < text.endIndex, text[end] != ASCII.quote {
      end += text[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(end, text.endIndex)
  }

  /// Returns the device among the facts, which a quoted title of another is not.
  private static func device(in facts: ArraySlice<UInt8>) throws(Diagnosis) -> String? {
    let mark = Array("device ".utf8)
    var place = facts.startIndex
    var beginsFact = true
    while place < facts.endIndex {
      if beginsFact, facts[place...].starts(with: mark) {
        var rest = facts[(place + mark.count)...]
        return try name(&rest)?.text
      }
      let byte = facts[place]
      if byte == ASCII.quote { place = min(quotedEnd(facts[place...]), facts.endIndex - 1) }
      if !ASCII.isBlank(byte) { beginsFact = byte == UInt8(ascii: ",") }
      place += 1
    }
    return nil
  }
}
