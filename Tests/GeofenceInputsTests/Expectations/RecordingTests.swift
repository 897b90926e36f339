import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceInputs
@testable import GeofenceTracks
@testable import GeofenceWriting

/// The recordings of users: whole runs, runs edited by hand, and files of another kind.
struct RecordingTests {
  private func read(_ text: String) throws -> [RecordedEvent] {
    try ExpectationReader.read(Array(text.utf8), source: "expected").events
  }

  private func read(bytes: [UInt8]) throws -> [RecordedEvent] {
    try ExpectationReader.read(bytes, source: "expected").events
  }

  /// Returns each event as `kind region device`, with `-` for a missing value.
  private func words(_ events: [RecordedEvent]) -> [String] {
    events.map { "\($0.name) \($0.region?.rawValue ?? "-") \($0.device?.rawValue ?? "-")" }
  }

  private func failure(_ text: String) -> InputError? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return error as? InputError
    }
  }

  private static let time = Timestamp(milliseconds: 1_714_547_400_250)

  private static let region = CircularRegion(
    identifier: "old town", center: Coordinate(latitude: 46, longitude: 14.5), radius: 100)

  /// The records of a verbose run, one of each kind.
  private static let verbose: [EventRecord] = {
    let report = CrossingReport.enter(region, at: time)
    let kinds: [Event.Kind] = [
      .crossing(report), .failed("old town", .radiusAboveMaximum),
      .unmonitored("old town", .authorizationDenied), .relaunch(.event), .device(.reboot),
    ]
    return kinds.map { kind in
      EventRecord(
        Event(time: time, coordinate: region.center, kind: kind), device: "phone, device 2")
    }
  }()

  @Test(arguments: [false, true])
  func `every kind of event of a verbose run is read back`(_ isText: Bool) throws {
    let formatter: any EventFormatter =
      isText
      ? TextFormatter(regions: [Self.region], isVerbose: true, isColored: false)
      : JSONLinesFormatter()
    let recording = Self.verbose.map { formatter.line(for: $0) }.joined(separator: "\n")
    #expect(try read(recording) == Self.verbose.map(RecordedEvent.init))
    #expect(
      words(try read(recording)) == [
        "enter old town phone, device 2", "failed old town phone, device 2",
        "unmonitored old town phone, device 2", "relaunch - phone, device 2",
        "device - phone, device 2",
      ])
  }

  @Test(
    arguments: [
      ("reminder \"Buy, device x\", list Errands", "-"),
      ("reminder \"say \\\", device x\", list Errands", "-"),
      ("reminder \"Buy, device x\", list Errands, device y", "y"),
      ("reminder \"unclosed, device x", "-"), ("initial,device y", "y"), ("device y", "y"),
      ("device \"y, z\"", "y, z"), ("on a device y", "-"),
    ])
  func `a device is a fact of its own, not a word of a title`(_ facts: String, _ device: String)
    throws
  {
    let line = "2024-05-01T07:10:00Z  enter  home  82.2 m inside, \(facts)"
    #expect(words(try read(line)) == ["enter home \(device)"])
  }

  @Test(arguments: ["", "\n", " \r\n\t\n", "# no event\n", "\u{FEFF}"])
  func `a recording without events expects none`(_ text: String) throws {
    #expect(try read(text) == [])
  }

  @Test func `times of any offset are the same moment, to the millisecond`() throws {
    let events = try read(
      """
      2024-05-01T07:10:00.250Z enter home
      2024-05-01T09:10:00.25+02:00 enter home
      {"time":"2024-05-01T09:10:00.250+0200","event":"enter","region":"home","more":[1]}
      """)
    #expect(events.map(\.time) == Array(repeating: Self.time, count: 3))
  }

  @Test func `lines of text and of jsonl may stand in one recording`() throws {
    let events = try read(
      #"""
        # by hand
        {"event":"exit","region":"-","time":"2024-05-01T07:10:00Z"}

      2024-05-01T07:11:00Z exit "-"
      """#)
    #expect(words(events) == ["exit - -", "exit - -"])
    #expect(events.map(\.region) == ["-", "-"])
  }

  @Test(
    arguments: [
      ("2024-05-01T07:10:00Z exit a\n\n  x", 3, "not an event: \"  x\"", "write time, event"),
      ("2024-05-01 07:10:00 exit a", 1, "no time: \"2024-05-01\"", "write it as 2024-"),
      ("2024-05-01T07:10:00Z EXIT a", 1, "no kind of event: \"EXIT\"", "did you mean exit?"),
      ("2024-05-01T07:10:00Z exit -", 1, "an exit without a region", "name the region"),
      ("2024-05-01T07:10:00Z exit \"a", 1, "a quoted name that does not end", "close it with"),
      ("2024-05-01T07:10:00Z exit \"a\\", 1, "a quoted name that does not end", "close it with"),
      ("2024-05-01T07:10:00Z exit \"a\\q\"", 1, "a quoted name that is no JSON", "escape as JSON"),
      ("2024-05-01T07:10:00Z exit a device \"x", 1, "a quoted name that does not", "close it with"),
      (
        "# comment\n{\"event\":\"exit\"", 2, "not well-formed JSON", "is expected here"
      ),
      (
        #"{"event":"exit","region":7,"time":"2024-05-01T07:10:00Z"}"#, 1,
        "it needs texts under \"event\", \"time\" and \"region\"", "record it with --format jsonl"
      ),
      ("time,event,region", 1, "not an event: \"time,event,region\"", "--format jsonl or text"),
    ])
  func `a mistake names its line and its help`(
    _ text: String, _ line: Int, _ problem: String, _ help: String
  ) throws {
    let error = try #require(failure(text))
    #expect(error.kind == .data && error.source == "expected")
    #expect([.line(line), .line(line, column: 16)].contains(error.place))
    #expect(error.problem.contains(problem), "\(error)")
    #expect(error.help?.contains(help) == true, "\(error)")
  }

  @Test(
    arguments: [
      (Array("<?xml version=\"1.0\"?><gpx/>".utf8), "is GPX, not recorded events"),
      (Array("<html>".utf8), "is an HTML page, not recorded events"),
      ([0x1F, 0x8B, 8], "is compressed with gzip, not recorded events"),
      ([0xFF, 0xFE, 0x31, 0], "binary data"),
    ])
  func `a file of another kind is called by its name`(_ bytes: [UInt8], _ problem: String) {
    #expect {
      try read(bytes: bytes)
    } throws: { error in
      (error as? InputError)?.problem == problem && (error as? InputError)?.help != nil
    }
  }
}
