import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceInputs
@testable import GeofenceTracks
@testable import GeofenceWriting

/// The recorded events, which are read back as they were written.
struct ExpectationReaderTests {
  private func read(_ text: String) throws -> [RecordedEvent] {
    try ExpectationReader.read(Array(text.utf8), source: "expected").events
  }

  private func event(
    _ second: Int64, _ name: String, _ region: RegionIdentifier?, of device: RegionIdentifier? = nil
  ) -> RecordedEvent {
    RecordedEvent(
      time: Timestamp(milliseconds: second * 1000), name: name, region: region, device: device)
  }

  @Test(
    arguments: [
      "home", "two words", "\"quoted\"", "-", "", "tab\tand\nline", "é", "device x", "a,b",
    ])
  func `what is written in either format is read`(_ name: String) throws {
    let identifier = RegionIdentifier(name)
    let report = CrossingReport.enter(
      Line.region(name, at: 0, radius: 100), at: Timestamp(milliseconds: 5000),
      began: Timestamp(milliseconds: 0))
    let record = EventRecord(
      Event(
        time: Timestamp(milliseconds: 5000), coordinate: Coordinate(latitude: 1, longitude: 2),
        kind: .crossing(report)), device: name.isEmpty ? nil : name)
    let formatters: [any EventFormatter] = [
      JSONLinesFormatter(),
      TextFormatter(regions: [report.region], isVerbose: false, isColored: false),
    ]
    let expected = event(5, "enter", identifier, of: name.isEmpty ? nil : identifier)
    for formatter in formatters {
      #expect(try read(formatter.line(for: record)) == [expected])
    }
  }

  @Test func `comments and blank lines are passed over, whatever ends a line`() throws {
    let text = "\u{FEFF}# drive of May\r\n\r\n1970-01-01T00:00:01Z  exit  home  204.6 m outside\r\n"
    #expect(try read(text) == [event(1, "exit", "home")])
    #expect(try read("") == [])
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:01Z enter", "expected:1: error: not an event"),
      ("\nnow enter home", "expected:2: error: no time: \"now\""),
      ("1970-01-01T00:00:01Z entre home", "help: did you mean enter?"),
      ("1970-01-01T00:00:01Z enter -", "error: an enter without a region"),
      ("1970-01-01T00:00:01Z enter \"home", "error: a quoted name that does not end"),
      ("{\"event\":\"enter\",\"time\":\"1970-01-01T00:00:01Z\",}", "error: not well-formed JSON"),
      (
        #"{"event":"enter","time":"1970-01-01T00:00:01Z","event":"exit","region":"a"}"#,
        "expected:1:48: error: the key \"event\" is there twice in one object"
      ),
      ("{\"event\":\"enter\"}", "help: record it with --format jsonl"),
    ])
  func `a mistake is named with its line and help`(_ text: String, _ message: String) {
    #expect {
      try read(text)
    } throws: { error in
      "\(error)".contains(message)
    }
  }
}
