import GeofenceCore
import TestSupport
import Testing

/// The comparison of two runs, with times in seconds and one word a finding.
struct ComparisonTests {
  @Test(
    arguments: [
      // The columns are expected, actual, tolerance, and findings.
      ("10+a 50-a", "10+a 50-a", 0, "met met"),
      ("10+a", "", 0, "missing"),
      ("", "10+a", 0, "unexpected"),
      ("10+a", "13+a", 0, "late 3"),
      ("10+a", "8+a", 0, "early 2"),
      ("10+a", "13+a", 3, "met"),
      ("10+a", "13+a", 2, "late 3"),
      // An event of another kind or region is not the same event.
      ("10+a", "10-a", 0, "unexpected missing"),
      ("10+a", "10+b", 0, "missing unexpected"),
      // If there are two events for one, the nearer is paired with it.
      ("10+a", "12+a 90+a", 0, "late 2 unexpected"),
      ("10+a 90+a", "88+a", 0, "missing early 2"),
      // Two events stay apart if one between them was delivered as expected.
      ("10+a 50-a", "50-a 95+a", 0, "missing met unexpected"),
      // Within the tolerance, as many events as possible are paired.
      ("10+a 12+a", "12+a 14+a", 2, "met met"),
      ("10+a 10+a", "10+a", 0, "met missing"),
    ])
  func `events are paired by kind, region and time`(
    _ expected: String, _ actual: String, _ tolerance: Int, _ found: String
  ) {
    let comparison = Comparison(
      expected: Self.events(expected), actual: Self.events(actual),
      tolerance: Interval(seconds: Double(tolerance)))
    #expect(comparison.findings.map(Self.word).joined(separator: " ") == found)
    #expect(comparison.isMet == (Set(found.split(separator: " ")) == ["met"]))
  }

  @Test func `devices are compared each for itself`() {
    let time = Timestamp(milliseconds: 0)
    func event(_ device: String) -> RecordedEvent {
      RecordedEvent(time: time, name: "enter", region: "a", device: RegionIdentifier(device))
    }
    let comparison = Comparison(expected: [event("x")], actual: [event("y")])
    #expect(comparison.findings.map(Self.word) == ["missing", "unexpected"])
  }

  @Test func `the nearest event of the region is named`() {
    let comparison = Comparison(
      expected: Self.events("10+a"), actual: Self.events("30-a 60-a 11+b"))
    guard case .missing(_, let nearest?) = comparison.findings.first else {
      Issue.record("the enter is missing")
      return
    }
    #expect(nearest == Self.events("30-a")[0])
  }

  @Test func `no pairing within the tolerance is better than the one found`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      func times() -> [Int] {
        (0..<Int(random.number(in: 0...5))).map { _ in Int(random.number(in: 0...12)) }
      }
      let (expected, actual) = (times(), times())
      let tolerance = Int(random.number(in: 0...4))
      let events = [expected, actual].map { $0.map { "\($0)+a" }.joined(separator: " ") }
      let comparison = Comparison(
        expected: Self.events(events[0]), actual: Self.events(events[1]),
        tolerance: Interval(seconds: Double(tolerance)))
      let met = comparison.findings.count { Self.word($0) == "met" }
      #expect(met == Self.mostPairs(expected, actual, tolerance), "\(events), \(tolerance)")
    }
  }

  /// Returns the greatest number of pairs that any assignment has, by trying all of them.
  private static func mostPairs(_ expected: [Int], _ actual: [Int], _ tolerance: Int) -> Int {
    guard let first = expected.first else { return 0 }
    let rest = Array(expected.dropFirst())
    return actual.indices.reduce(mostPairs(rest, actual, tolerance)) { best, index in
      guard (actual[index] - first).magnitude <= tolerance else { return best }
      var others = actual
      others.remove(at: index)
      return max(best, 1 + mostPairs(rest, others, tolerance))
    }
  }

  /// Returns the events in a text: `time+region` is an enter, and `time-region` is an exit.
  private static func events(_ text: String) -> [RecordedEvent] {
    text.split(separator: " ").map { word in
      let time = Int64(word.prefix { $0.isNumber }) ?? 0
      return RecordedEvent(
        time: Timestamp(milliseconds: time * 1000), name: word.contains("+") ? "enter" : "exit",
        region: RegionIdentifier(String(word.suffix(1))), device: nil)
    }
  }

  private static func word(_ finding: Comparison.Finding) -> String {
    switch finding {
    case .met: "met"
    case .missing: "missing"
    case .unexpected: "unexpected"
    case .shifted(let expected, let actual):
      actual.time > expected.time
        ? "late \(Int((actual.time - expected.time).seconds))"
        : "early \(Int((expected.time - actual.time).seconds))"
    }
  }
}
