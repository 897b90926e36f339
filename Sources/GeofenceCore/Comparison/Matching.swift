/// A matching of the expected and the actual events of one region on one device.
struct Matching {
  /// The expected events in the order of their times; `actual` is in that order, too.
  private let expected: [RecordedEvent]
  private let actual: [RecordedEvent]
  /// The number of the actual event for each expected one; `expectedOf` has the expected event for
  /// each actual one.
  private var actualOf: [Int?]
  private var expectedOf: [Int?]

  init(_ expected: [RecordedEvent], _ actual: [RecordedEvent]) {
    self.expected = expected.sorted { $0.time < $1.time }
    self.actual = actual.sorted { $0.time < $1.time }
    actualOf = Array(repeating: nil, count: expected.count)
    expectedOf = Array(repeating: nil, count: actual.count)
  }

  private mutating func pair(_ expected: Int, _ actual: Int) {
    actualOf[expected] = actual
    expectedOf[actual] = expected
  }

  /// Pairs as many events as possible within `tolerance`, the earliest first among events of one
  /// kind.
  ///
  /// - Complexity: O(n) for n events, after grouping them by kind.
  mutating func pairWithin(_ tolerance: Interval) {
    for (name, numbers) in Self.byName(expected) {
      var candidates = (Self.byName(actual)[name] ?? [])[...]
      for number in numbers {
        let time = expected[number].time
        candidates = candidates.drop { time - actual[$0].time > tolerance }
        guard let first = candidates.first, actual[first].time - time <= tolerance else { continue }
        pair(number, first)
        candidates = candidates.dropFirst()
      }
    }
  }

  /// Pairs remaining events that are each other's nearest, with no paired event between them.
  ///
  /// - Complexity: O(n log n) for n events.
  mutating func pairNearest() {
    let expectedStretch = Self.stretches(actualOf)
    let actualStretch = Self.stretches(expectedOf)
    struct Key: Hashable {
      let name: String
      let stretch: Int
    }
    let expectedLeft = Dictionary(
      grouping: actualOf.indices.filter { actualOf[$0] == nil },
      by: { Key(name: expected[$0].name, stretch: expectedStretch[$0]) })
    let actualLeft = Dictionary(
      grouping: expectedOf.indices.filter { expectedOf[$0] == nil },
      by: { Key(name: actual[$0].name, stretch: actualStretch[$0]) })
    for (key, numbers) in expectedLeft {
      guard let candidates = actualLeft[key] else { continue }
      let times = numbers.map { expected[$0].time }
      let candidateTimes = candidates.map { actual[$0].time }
      for (position, number) in numbers.enumerated() {
        guard let nearest = candidateTimes.nearest(to: times[position]),
          times.nearest(to: candidateTimes[nearest]) == position
        else { continue }
        pair(number, candidates[nearest])
      }
    }
  }

  func findings(within tolerance: Interval) -> [Comparison.Finding] {
    let expectedTimes = expected.map { $0.time }
    let actualTimes = actual.map { $0.time }
    var findings = expected.indices.map { number -> Comparison.Finding in
      let event = expected[number]
      guard let other = actualOf[number].map({ actual[$0] }) else {
        return .missing(event, nearest: actualTimes.nearest(to: event.time).map { actual[$0] })
      }
      let shift = max(other.time - event.time, event.time - other.time)
      return shift <= tolerance
        ? .met(expected: event, actual: other) : .shifted(expected: event, actual: other)
    }
    for number in actual.indices where expectedOf[number] == nil {
      let event = actual[number]
      findings.append(
        .unexpected(
          event, nearest: expectedTimes.nearest(to: event.time).map { expected[$0] }))
    }
    return findings
  }

  private static func byName(_ events: [RecordedEvent]) -> [String: [Int]] {
    Dictionary(grouping: events.indices, by: { events[$0].name })
  }

  /// Returns, for each event, the number of paired events before it.
  private static func stretches(_ partners: [Int?]) -> [Int] {
    var paired = 0
    return partners.map { partner in
      defer { if partner != nil { paired += 1 } }
      return paired
    }
  }
}

extension [Timestamp] {
  /// Returns the position of the time nearest to `time`, the earlier of two; the array is
  /// ascending.
  ///
  /// - Complexity: O(log n) for n times.
  fileprivate func nearest(to time: Timestamp) -> Int? {
    let next = partitioningIndex { $0 >= time }
    guard next < count else { return isEmpty ? nil : count - 1 }
    guard next > 0 else { return 0 }
    return time - self[next - 1] <= self[next] - time ? next - 1 : next
  }
}
