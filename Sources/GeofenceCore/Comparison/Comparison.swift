/// A comparison of two recorded runs: the expected events that occurred, and the differences.
///
/// Two events are the same when their kind, region and device are, and their times differ by at
/// most the tolerance. Of the remaining events, an expected one and an actual one count as one
/// event that was shifted in time when they agree but for the time, each is the other's nearest,
/// and no matched event of their region lies between them.
package struct Comparison: Sendable {
  package enum Finding: Hashable, Sendable {
    case met(expected: RecordedEvent, actual: RecordedEvent)
    case shifted(expected: RecordedEvent, actual: RecordedEvent)
    /// The expected event is missing; `nearest` is the nearest actual event of its region and
    /// device.
    case missing(RecordedEvent, nearest: RecordedEvent?)
    /// The actual event was not expected; `nearest` is the nearest expected event of its region and
    /// device.
    case unexpected(RecordedEvent, nearest: RecordedEvent?)
  }

  /// The findings, one for each expected event and one for each unexpected, in the order of their
  /// times.
  package private(set) var findings: [Finding] = []
  /// The findings of events that are not as expected, each in its place.
  package private(set) var differences: [Finding] = []

  /// Compares two runs, in any order of their events.
  ///
  /// - Complexity: O(n log n) for n events.
  package init(
    expected: [RecordedEvent], actual: [RecordedEvent],
    tolerance: Interval = Interval(milliseconds: 0)
  ) {
    let expectations = Dictionary(grouping: expected, by: Place.init)
    let events = Dictionary(grouping: actual, by: Place.init)
    for place in Set(expectations.keys).union(events.keys) {
      var matching = Matching(expectations[place] ?? [], events[place] ?? [])
      matching.pairWithin(tolerance)
      matching.pairNearest()
      findings += matching.findings(within: tolerance)
    }
    findings.sort(by: Finding.precedes)
    differences = findings.filter { if case .met = $0 { false } else { true } }
  }

  package var isMet: Bool { differences.isEmpty }

  package struct Counts: Hashable, Sendable {
    package var met = 0
    package var missing = 0
    package var unexpected = 0
    package var shifted = 0

    package var came: Int { met + unexpected + shifted }
  }

  package var counts: Counts {
    findings.reduce(into: Counts()) { counts, finding in
      switch finding {
      case .met: counts.met += 1
      case .missing: counts.missing += 1
      case .unexpected: counts.unexpected += 1
      case .shifted: counts.shifted += 1
      }
    }
  }

  /// The region and the device, which two events must share to be compared at all.
  private struct Place: Hashable {
    let region: RegionIdentifier?
    let device: RegionIdentifier?

    init(_ event: RecordedEvent) {
      region = event.region
      device = event.device
    }
  }
}

extension Comparison.Finding {
  package var event: RecordedEvent {
    switch self {
    case .met(let event, _), .shifted(let event, _), .missing(let event, _),
      .unexpected(let event, _):
      event
    }
  }

  package var actual: RecordedEvent? {
    switch self {
    case .met(_, let event), .shifted(_, let event), .unexpected(let event, _): event
    case .missing: nil
    }
  }

  /// Returns whether `lhs` stands before `rhs` in every listing: by time, device, kind and region.
  fileprivate static func precedes(_ lhs: Self, _ rhs: Self) -> Bool {
    let (left, right) = (lhs.event, rhs.event)
    if left.time != right.time { return left.time < right.time }
    if left.device != right.device { return (left.device ?? "") < (right.device ?? "") }
    // Exits precede enters.
    if left.name != right.name { return left.name > right.name }
    return (left.region ?? "") < (right.region ?? "")
  }
}
