import GeofenceCore
import TestSupport
import Testing

/// The pairing of expected events with actual ones.
struct PairingTests {
  /// Returns the findings of a comparison, one line a finding, in their order.
  private func findings(
    _ expected: [RecordedEvent], _ actual: [RecordedEvent], tolerance: Int64 = 0
  ) -> [String] {
    let comparison = Comparison(
      expected: expected, actual: actual, tolerance: Interval(milliseconds: tolerance))
    return comparison.findings.map { finding in
      switch finding {
      case .met(let event, let other): "\(word(event)) met at \(other.time.milliseconds)"
      case .shifted(let event, let other): "\(word(event)) came at \(other.time.milliseconds)"
      case .missing(let event, let nearest):
        "\(word(event)) missing, nearest \(nearest.map(word) ?? "-")"
      case .unexpected(let event, let nearest):
        "\(word(event)) unexpected, nearest \(nearest.map(word) ?? "-")"
      }
    }
  }

  private func word(_ event: RecordedEvent) -> String {
    "\(event.time.milliseconds) \(event.name) \(event.region?.rawValue ?? "-")"
      + (event.device.map { " of \($0)" } ?? "")
  }

  private func event(
    _ time: Int64, _ name: String = "enter", _ region: RegionIdentifier? = "a",
    of device: RegionIdentifier? = nil
  ) -> RecordedEvent {
    RecordedEvent(
      time: Timestamp(milliseconds: time), name: name, region: region, device: device)
  }

  @Test(arguments: [-2000, 2000] as [Int64])
  func `the tolerance is met at its edge and missed a millisecond past it`(_ shift: Int64) {
    let actual = [event(10_000 + shift)]
    #expect(
      findings([event(10_000)], actual, tolerance: 2000)
        == ["10000 enter a met at \(10_000 + shift)"])
    #expect(
      findings([event(10_000)], actual, tolerance: 1999)
        == ["10000 enter a came at \(10_000 + shift)"])
  }

  @Test func `of two that are as near, the earlier is taken`() {
    #expect(
      findings([event(10)], [event(8), event(12)])
        == ["10 enter a came at 8", "12 enter a unexpected, nearest 10 enter a"])
    #expect(
      findings([event(8), event(12)], [event(10)])
        == ["8 enter a came at 10", "12 enter a missing, nearest 10 enter a"])
  }

  @Test func `the nearest may belong to another, and then nobody's is taken`() {
    // 30 is nearest to 25, but 25 is nearer to 24.
    #expect(
      findings([event(24), event(30)], [event(25)])
        == ["24 enter a came at 25", "30 enter a missing, nearest 25 enter a"])
  }

  @Test func `events at the same time are each paired once`() {
    #expect(
      findings([event(10), event(10)], [event(10), event(10)])
        == ["10 enter a met at 10", "10 enter a met at 10"])
    #expect(
      findings([event(10)], [event(10), event(10)])
        == ["10 enter a met at 10", "10 enter a unexpected, nearest 10 enter a"])
  }

  @Test func `a pair across one that came as expected is two differences`() {
    #expect(
      findings([event(10), event(20, "exit")], [event(20, "exit"), event(21)]) == [
        "10 enter a missing, nearest 20 exit a", "20 exit a met at 20",
        "21 enter a unexpected, nearest 20 exit a",
      ])
  }

  @Test func `within the tolerance the order of a region's events need not be kept`() {
    #expect(
      findings([event(10), event(11, "exit")], [event(10, "exit"), event(11)], tolerance: 1)
        == ["10 enter a met at 11", "11 exit a met at 10"])
  }

  @Test func `the order in which events are given does not matter`() {
    let expected = (0..<40).map { event(Int64($0) * 7 % 40 * 10, $0 % 2 == 0 ? "enter" : "exit") }
    let actual = expected.map { event($0.time.milliseconds + 3, $0.name) }
    let found = findings(expected, actual)
    #expect(found.count == 40 && found.allSatisfy { $0.contains("came at") })
    #expect(found == findings(expected.reversed(), Array(actual[20...] + actual[..<20])))
  }

  @Test func `identifiers are equal scalar by scalar only, of regions and of devices`() {
    #expect(
      findings([event(1, "enter", "\u{E9}")], [event(1, "enter", "e\u{301}")]).count == 2)
    #expect(
      findings([event(1, of: "\u{E9}")], [event(1, of: "e\u{301}")]).count == 2)
    #expect(findings([event(1, of: "x")], [event(1)]).count == 2)
  }

  @Test func `findings are in the order of time, device, kind and region`() {
    let events = [
      event(1, "exit", "b", of: "x"), event(1, "exit", "c", of: "x"),
      event(1, "enter", "a", of: "x"),
      event(1, "exit", "a", of: "y"), event(2, "enter", "a", of: "w"),
    ]
    #expect(
      findings(events.reversed(), [])
        == events.map { "\(word($0)) missing, nearest -" })
  }
}
