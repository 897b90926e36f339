import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceInputs
@testable import GeofenceTracks
@testable import GeofenceWriting

/// The update of a recording, which keeps the comments of the previous one.
struct RecordingUpdateTests {
  /// Returns the recording that replaces `text`, with enters of the named regions at times in
  /// seconds.
  private func updated(_ text: String, to enters: [(second: Int64, region: String)]) throws
    -> String
  {
    let recording = try ExpectationReader.read(Array(text.utf8), source: "expected")
    let records = enters.flatMap { second, region in
      EventRecord.records(
        of: Event(
          time: Timestamp(milliseconds: second * 1000),
          coordinate: Coordinate(latitude: 0, longitude: 0),
          kind: .crossing(
            .enter(
              Line.region(region, at: 0, radius: 100), at: Timestamp(milliseconds: second * 1000)))),
        isVerbose: false)
    }
    return recording.text(of: records, by: Formatter())
  }

  /// A formatter that prints the time, event and region.
  private struct Formatter: EventFormatter {
    var header: String? { nil }

    func line(for record: EventRecord) -> String {
      "\(record.time.rfc3339) \(record.event) \(record.region ?? "-")"
    }
  }

  private static let time = "1970-01-01T00:00:0"

  @Test func `an event that stays is written anew, with what it says now`() throws {
    #expect(
      try updated("\(Self.time)1Z  enter  a  12 m inside\n", to: [(1, "a")])
        == "\(Self.time)1Z enter a\n")
  }

  @Test func `comments at the head stay there, and one before an event stays before it`() throws {
    let text = "# head\n\n\(Self.time)2Z enter b\n# of c\n\n\(Self.time)4Z enter c\n# end\n"
    #expect(
      try updated(text, to: [(1, "a"), (2, "b"), (3, "x"), (5, "c")]) == """
        # head

        \(Self.time)1Z enter a
        \(Self.time)2Z enter b
        \(Self.time)3Z enter x
        # of c

        \(Self.time)5Z enter c
        # end

        """)
  }

  @Test func `the comment of an event that is gone goes to the next that is left`() throws {
    let text = """
      \(Self.time)1Z enter a
      # of b
      \(Self.time)2Z enter b
      # of c
      \(Self.time)3Z enter c
      # of d
      \(Self.time)4Z enter d

      """
    #expect(
      try updated(text, to: [(1, "a"), (3, "c")])
        == "\(Self.time)1Z enter a\n# of b\n# of c\n\(Self.time)3Z enter c\n# of d\n")
    #expect(try updated(text, to: []) == "# of b\n# of c\n# of d\n")
  }

  @Test func `comments follow their events where tracks are given in another order`() throws {
    let text = "\(Self.time)1Z enter a\n# of b\n\(Self.time)2Z enter b\n"
    #expect(
      try updated(text, to: [(2, "b"), (1, "a")])
        == "# of b\n\(Self.time)2Z enter b\n\(Self.time)1Z enter a\n")
  }

  @Test func `a comment before one of two equal events comes once`() throws {
    let text = "\(Self.time)1Z enter a\n# twice\n\(Self.time)1Z enter a\n"
    let lines = try updated(text, to: [(1, "a"), (1, "a")]).split(separator: "\n")
    #expect(lines.count { $0 == "# twice" } == 1)
    #expect(lines.count == 3)
  }

  @Test func `lines end as before`() throws {
    let text = "# head\r\n\(Self.time)1Z enter a\r\n"
    #expect(
      try updated(text, to: [(2, "a")]) == "# head\r\n\(Self.time)2Z enter a\r\n")
  }

  @Test func `what was written is read as what was recorded, and is the same again`() throws {
    let text = "# head\n\(Self.time)1Z enter a\n\n# of b\n\(Self.time)2Z enter b\n"
    let once = try updated(text, to: [(1, "a"), (2, "b")])
    #expect(once == text)
  }

  @Test(arguments: [
    (
      "{\"event\":\"enter\",\"region\":\"a\",\"time\":\"1970-01-01T00:00:01Z\"}\n",
      EventFormat.jsonl
    ),
    ("# note\n1970-01-01T00:00:01Z enter a\n", .text),
  ])
  func `the format is that of the first event`(_ text: String, _ format: EventFormat) throws {
    #expect(try ExpectationReader.read(Array(text.utf8), source: "e").format == format)
  }
}
