import GeofenceCore
import GeofenceWriting
import Testing

/// The lines of the diff, for each kind of finding.
struct ComparisonTextTests {
  private static func event(
    _ milliseconds: Int64, _ name: String, _ region: String?, of device: String? = nil
  ) -> RecordedEvent {
    RecordedEvent(
      time: Timestamp(milliseconds: milliseconds), name: name,
      region: region.map { RegionIdentifier($0) }, device: device.map { RegionIdentifier($0) })
  }

  private func lines(
    expected: [RecordedEvent], actual: [RecordedEvent], tolerance: Double = 0
  ) -> [String] {
    let tolerance = Interval(seconds: tolerance)
    return ComparisonText(
      ExplainedComparison(Comparison(expected: expected, actual: actual, tolerance: tolerance)),
      source: "may.jsonl", tolerance: tolerance
    ).lines
  }

  @Test func `what is met is one line and no error`() {
    let events = [Self.event(0, "enter", "a"), Self.event(9000, "exit", "a")]
    #expect(lines(expected: events, actual: events) == ["may.jsonl: 2 of 2 expected events came"])
    #expect(lines(expected: [], actual: []) == ["may.jsonl: 0 of 0 expected events came"])
  }

  @Test func `early and late are told to the millisecond, with the tolerance`() {
    #expect(
      lines(
        expected: [Self.event(5000, "enter", "a"), Self.event(60_000, "exit", "a")],
        actual: [Self.event(3500, "enter", "a"), Self.event(62_001, "exit", "a")], tolerance: 1.25)
        == [
          "~ 1970-01-01T00:00:05Z  enter  a  1.5 s early: came at 1970-01-01T00:00:03.500Z",
          "~ 1970-01-01T00:01:00Z  exit   a  2.001 s late: came at 1970-01-01T00:01:02.001Z",
          "may.jsonl: error: 0 of 2 expected events came: 2 early or late, tolerance 1.25 s",
          "help: --tolerance 2.001 would let this pass, and any event be 2.001 s early or late",
        ])
  }

  @Test func `a missing event is told with the nearest that came, before, after or beside it`() {
    let missing = Self.event(60_000, "enter", "a")
    for (actual, nearest) in [
      (Self.event(50_000, "exit", "a"), "exit 10 s earlier, at 1970-01-01T00:00:50Z"),
      (Self.event(60_500, "exit", "a"), "exit 0.5 s later, at 1970-01-01T00:01:00.500Z"),
      (Self.event(60_000, "exit", "a"), "exit at the same time, at 1970-01-01T00:01:00Z"),
    ] {
      #expect(
        lines(expected: [missing], actual: [actual]).contains {
          $0.hasSuffix("missing; the nearest event of this region is the \(nearest)")
        })
    }
    #expect(
      lines(expected: [missing], actual: [])
        == [
          "- 1970-01-01T00:01:00Z  enter  a  missing; no event of this region came",
          "may.jsonl: error: 0 of 1 expected events came: 1 missing",
        ])
  }

  @Test func `names are quoted and aligned, with the device where there is one`() {
    #expect(
      lines(
        expected: [],
        actual: [
          Self.event(0, "enter", "old town", of: "my phone"), Self.event(0, "enter", "a"),
          Self.event(0, "reselect", nil, of: "b"),
        ]) == [
          "+ 1970-01-01T00:00:00Z  enter     a                         unexpected; nothing is expected "
            + "of this region",
          "+ 1970-01-01T00:00:00Z  reselect  - of b                    unexpected; nothing is "
            + "expected of this region",
          "+ 1970-01-01T00:00:00Z  enter     \"old town\" of \"my phone\"  unexpected; nothing is "
            + "expected of this region",
          "may.jsonl: error: 0 of 0 expected events came: 3 unexpected",
        ])
  }

  @Test func `a recording of one device against a run of several is told with the help`() {
    let alone = [Self.event(0, "enter", "a"), Self.event(5000, "exit", "a")]
    let named = alone.map { Self.event($0.time.milliseconds, $0.name, "a", of: "phone") }
    #expect(
      lines(expected: alone, actual: named).last
        == "help: this run tells devices apart, as with several tracks, and the recording does not: "
        + "record it again")
    #expect(
      lines(expected: named, actual: alone).last
        == "help: the recording tells devices apart, as with several tracks, and this run does not: "
        + "give the tracks it was made with")
    for (expected, actual) in [(alone, []), (alone, alone), (named, named + alone)] {
      #expect(!lines(expected: expected, actual: actual).contains { $0.hasPrefix("help: ") })
    }
  }

  @Test func `a tolerance is offered where times alone differ, the least that passes`() {
    let expected = [Self.event(5000, "enter", "a"), Self.event(60_000, "exit", "a")]
    let late = [Self.event(95_000, "enter", "a"), Self.event(62_000, "exit", "b")]
    #expect(!lines(expected: expected, actual: late).contains { $0.contains("--tolerance") })
    let shifted = [Self.event(6500, "enter", "a"), Self.event(360_000, "exit", "a")]
    #expect(
      lines(expected: expected, actual: shifted).last
        == "help: --tolerance 300 would let this pass, and any event be 5 min early or late")
    #expect(
      lines(expected: expected, actual: shifted, tolerance: 300)
        == ["may.jsonl: 2 of 2 expected events came"])
  }

  @Test func `long spans are told as people say them`() {
    for (shift, words) in [
      (59_999, "59.999 s"), (60_000, "1 min"), (333_000, "5 min 33 s"), (3_600_000, "1 h"),
      (3_599_800, "1 h"), (60_012_000, "16 h 40 min"), (86_400_000, "1 day"),
      (277_200_000, "3 days 5 h"),
    ] as [(Int64, String)] {
      let lines = lines(
        expected: [Self.event(0, "enter", "a")], actual: [Self.event(shift, "exit", "a")])
      #expect(lines[0].contains("the exit \(words) later"), "\(lines[0])")
    }
  }

  @Test func `a long diff is cut after a hundred lines, and still summed up`() {
    let expected = (0..<130).map { Self.event(Int64($0) * 1000, "enter", "r\($0)") }
    let lines = lines(expected: expected, actual: [])
    #expect(lines.count == 102)
    #expect(lines[99].hasPrefix("- 1970-01-01T00:01:39Z  enter  r99"))
    #expect(lines[100] == "… and 30 more differences")
    #expect(lines[101] == "may.jsonl: error: 0 of 130 expected events came: 130 missing")
  }
}
