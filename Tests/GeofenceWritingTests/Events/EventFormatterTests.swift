import Foundation
import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceWriting

/// The printed events, which are correct for any name and number and steer no terminal.
struct EventFormatterTests {
  private let place = Coordinate(latitude: 46, longitude: 14.5)

  private func record(
    _ region: String, distance: Double = -82.24, state: RegionState = .satisfied
  ) -> EventRecord {
    let report = CrossingReport.enter(
      CircularRegion(identifier: RegionIdentifier(region), center: place, radius: -distance),
      at: Timestamp(milliseconds: 1000), began: Timestamp(milliseconds: 0), state: state)
    return EventRecord(
      Event(time: Timestamp(milliseconds: 1000), coordinate: place, kind: .crossing(report)))
  }

  private let text = TextFormatter(regions: [], isVerbose: true, isColored: false)
  private let json = JSONLinesFormatter()

  private func csv(_ name: String, isSafe: Bool = false, isShown: Bool = true) -> String {
    let line = CSVFormatter(isVerbose: false, isSafe: isSafe, isShown: isShown)
      .line(for: record(name))
    let head = "1970-01-01T00:00:01Z,enter,"
    let tail = ",,,-82.2,1970-01-01T00:00:00Z,46.0,14.5"
    #expect(line.hasPrefix(head) && line.hasSuffix(tail), "\(line)")
    return String(line.dropFirst(head.count).dropLast(tail.count))
  }

  @Test func `what is less than a twentieth of a metre inside is 0, not -0`() {
    let record = record("a", distance: -0.04)
    #expect(text.line(for: record).contains("  0.0 m inside"))
    #expect(json.line(for: record).contains(#""distance":0,"#))
    #expect(CSVFormatter(isVerbose: false).line(for: record).contains(",0.0,"))
  }

  @Test func `an exit a few millimetres outside is not inside`() {
    #expect(
      text.line(for: record("a", distance: 0.004, state: .unsatisfied)).contains("  0.0 m outside"))
  }

  @Test func `a slash stays one in JSON`() {
    #expect(json.line(for: record("a/b")).contains(#""region":"a/b""#))
    #expect(JSONText.compact(["a/b"]).contains(#""a/b""#))
    #expect(JSONText.compact(["a/b"]) == #"["a/b"]"#)
  }

  @Test(
    arguments: [
      ("plain", "plain"), ("", ""), ("a,b", #""a,b""#), (#"say "a""#, #""say ""a""""#),
      ("back\\slash", "back\\slash"), ("Küche ☕️", "Küche ☕️"), ("a\rb", #""a\rb""#),
      ("a\nb", #""a\nb""#), ("a\r\nb", #""a\r\nb""#), ("\u{1B}[31m", #""\u001b[31m""#),
      ("\u{9B}31m", #""\u009b31m""#), ("a\u{202E}b", #""a\u202eb""#),
      ("a\u{2028}b", #""a\u2028b""#), ("=1+1", "=1+1"),
    ])
  func `a name in CSV on a terminal`(_ name: String, _ cell: String) {
    #expect(csv(name) == cell)
  }

  /// Two names that differ do not become one.
  @Test(
    arguments: [
      ("plain", "plain"), ("", ""), ("a,b", #""a,b""#), (#"say "a""#, #""say ""a""""#),
      ("a\tb", "\"a\tb\""), (#"a\tb"#, #"a\tb"#), ("a\r\nb", "\"a\r\nb\""),
      ("\u{1B}[31m", "\"\u{1B}[31m\""), ("a\u{202E}b", "a\u{202E}b"), ("x ##[y]", "x ##[y]"),
    ])
  func `a name in CSV for a program is the name itself`(_ name: String, _ cell: String) {
    #expect(csv(name, isShown: false).utf8.elementsEqual(cell.utf8))
  }

  @Test(
    arguments: [
      ("=1+1", "'=1+1"), ("+1+1", "'+1+1"), ("-1+1", "'-1+1"), ("@SUM(A1)", "'@SUM(A1)"),
      ("\t=1", #""'\t=1""#), ("\u{FF1D}1", "'\u{FF1D}1"), ("=A,B", #""'=A,B""#), ("a=1", "a=1"),
      ("-5", "-5"), ("", ""), ("'", "'"),
    ])
  func `a name that a spreadsheet would compute has an apostrophe when asked`(
    _ name: String, _ cell: String
  ) { #expect(csv(name, isSafe: true) == cell) }

  /// Control characters, marks of direction, separators of lines, and characters that hide text.
  private static let steering = [
    "\u{0}", "\u{1}", "\u{7}", "\u{8}", "\u{B}", "\u{C}", "\r", "\u{1B}]0;t\u{7}", "\u{7F}",
    "\u{85}", "\u{90}", "\u{9B}2J", "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202E}",
    "\u{2066}", "\u{2069}", "\u{2028}", "\u{2029}",
  ]

  @Test(arguments: steering)
  func `nothing in a name steers a terminal`(_ mark: String) throws {
    let name = "a\(mark)b\nc"
    let record = record(name)
    for line in [
      text.line(for: record), json.line(for: record), csv(name), XMLText.escaped(name),
      name.visible, name.steeringNothing, JSONText.compact([name]),
      InputError(source: name, place: .path(name), problem: name, help: name).problem.visible,
    ] {
      #expect(line.unicodeScalars.allSatisfy { !$0.isSteering }, "\(line.debugDescription)")
    }
    let decoded = try JSONDecoder().decode(
      [String: JSONValue].self, from: Data(json.line(for: record).utf8))
    #expect(decoded["region"]?.text?.unicodeScalars.elementsEqual(name.unicodeScalars) == true)
  }

  private struct JSONValue: Decodable {
    let text: String?
    init(from decoder: any Decoder) throws {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }

  @Test func `an error is as many lines as it says, whatever its file is called`() {
    let error = InputError(
      source: "a\nb: error: none\u{1B}[2J", place: .line(3), problem: "x\u{202E}", help: "y\r")
    #expect(
      error.description
        == #"a\nb: error: none\u001b[2J:3: error: x\u202e"# + "\n" + #"help: y\r"#)
    let report = FindingsReport([Finding(.error, .unreadable, error)])
    #expect(report.text(isComplete: false).split(separator: "\n").count == 3)
  }

  @Test func `what belongs together in emoji stays so where it is data`() {
    let family = "👨‍👩‍👧"
    #expect(json.line(for: record(family)).contains(family))
    #expect(csv(family) == family)
  }
}
