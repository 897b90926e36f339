/// A recorded run against another one: which events came, and which did not.
///
/// Events are the same when kind, region and device are, and their times lie within the tolerance. Of
/// what is left, an expected event and an actual one are one that came early or late when they agree
/// but for the time, each is the other's nearest, and no event of their region that came as expected
/// lies between them.
public struct Comparison: Sendable {
  public enum Finding: Hashable, Sendable {
    /// It came within the tolerance.
    case met(expected: RecordedEvent, actual: RecordedEvent)
    case shifted(expected: RecordedEvent, actual: RecordedEvent)
    /// With the nearest event of the same region and device that did come.
    case missing(RecordedEvent, nearest: RecordedEvent?)
    /// With the nearest event of the same region and device that was expected.
    case unexpected(RecordedEvent, nearest: RecordedEvent?)
  }

  /// One for each expected event and one for each unexpected, in the order of their times.
  public private(set) var findings: [Finding] = []

  /// - Complexity: O(n log n) for n events.
  public init(
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
  }

  /// What did not come as expected.
  public var differences: [Finding] {
    findings.filter { if case .met = $0 { false } else { true } }
  }

  /// Whether everything came as expected and nothing else.
  public var isMet: Bool { differences.isEmpty }

  /// How many events came and how many did not.
  public struct Counts: Hashable, Sendable {
    public var met = 0
    public var missing = 0
    public var unexpected = 0
    public var shifted = 0

    /// How many events came, whether or not they were expected.
    public var came: Int { met + unexpected + shifted }
  }

  /// - Complexity: O(n) for n findings.
  public var counts: Counts {
    findings.reduce(into: Counts()) { counts, finding in
      switch finding {
      case .met: counts.met += 1
      case .missing: counts.missing += 1
      case .unexpected: counts.unexpected += 1
      case .shifted: counts.shifted += 1
      }
    }
  }

  /// What events must share to be compared at all.
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
  /// The expected event, or the one that nobody expected.
  public var event: RecordedEvent {
    switch self {
    case .met(let event, _), .shifted(let event, _), .missing(let event, _),
      .unexpected(let event, _):
      event
    }
  }

  /// The event that came; `nil` where none did.
  public var actual: RecordedEvent? {
    switch self {
    case .met(_, let event), .shifted(_, let event), .unexpected(let event, _): event
    case .missing: nil
    }
  }

  /// The order of every listing.
  fileprivate static func precedes(_ lhs: Self, _ rhs: Self) -> Bool {
    let (left, right) = (lhs.event, rhs.event)
    if left.time != right.time { return left.time < right.time }
    if left.device != right.device { return (left.device ?? "") < (right.device ?? "") }
    // Exits come before enters.
    if left.name != right.name { return left.name > right.name }
    return (left.region ?? "") < (right.region ?? "")
  }
}
