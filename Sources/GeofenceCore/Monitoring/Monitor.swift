/// The system's side: it watches the registered conditions and says when one changes state.
///
/// A condition is looked at only when the device may have reached its boundary: as long as the
/// device stays nearer to the place of the last full look than any settled boundary was, none of
/// those can have been crossed.
///
/// - Complexity: with n conditions a fix costs O(b) for the b of them that are undecided or being
///   crossed, and O(n) when the device has used up its slack. No allocation either way.
package struct Monitor: Sendable {
  package let rules: CrossingRules
  /// In the order of their identifiers.
  package private(set) var conditions: [Condition] = []
  /// Positions to look at on every fix, ascending.
  private var busy: [Int] = []
  private var anchor = EarthVector(x: 0, y: 0, z: 0)
  /// Squared metres the device may be from `anchor` without a full look; negative forces one.
  private var squaredSlack = -1.0

  /// A state that was settled or changed at a fix.
  package struct Transition: Hashable {
    /// Position in `conditions`.
    package let position: Int
    /// `nil` for a first determination.
    package let crossedAt: Timestamp?
  }

  package init(rules: CrossingRules) {
    self.rules = rules
  }

  /// - Precondition: no condition bears this identifier.
  /// - Complexity: O(n); O(log n) when the identifier is the last in order.
  package mutating func add(_ region: CircularRegion, assuming state: RegionState = .unknown) {
    add(region, crossing: Crossing(assuming: state))
  }

  mutating func add(_ region: CircularRegion, crossing: Crossing) {
    let position = self.position(of: region.identifier)
    precondition(
      position == conditions.count || conditions[position].region.identifier != region.identifier,
      "a condition is added once")
    conditions.insert(Condition(region, crossing: crossing), at: position)
    squaredSlack = -1
  }

  package mutating func remove(_ identifier: RegionIdentifier) {
    let position = self.position(of: identifier)
    guard position < conditions.count, conditions[position].region.identifier == identifier
    else { return }
    conditions.remove(at: position)
    squaredSlack = -1
  }

  package mutating func removeAll() {
    conditions.removeAll(keepingCapacity: true)
    squaredSlack = -1
  }

  /// Makes every state unknown and drops every crossing under way, as a restart does.
  package mutating func forgetStates() {
    for position in conditions.indices {
      conditions[position] = Condition(conditions[position].region)
    }
    squaredSlack = -1
  }

  /// Appends what changes at `fix`, in the order of the identifiers.
  ///
  /// Showing the same fix twice changes nothing the second time, except for conditions that were
  /// added in between.
  package mutating func observe(
    _ fix: borrowing Fix, _ vector: EarthVector, into transitions: inout [Transition]
  ) {
    if vector.squaredChord(to: anchor) < squaredSlack {
      for position in busy { look(at: position, fix, vector, into: &transitions) }
    } else {
      lookAtAll(fix, vector, into: &transitions)
    }
  }

  private mutating func look(
    at position: Int, _ fix: borrowing Fix, _ vector: EarthVector,
    into transitions: inout [Transition]
  ) {
    switch conditions[position].observe(fix, vector, rules) {
    case .nothing: break
    case .determined: transitions.append(Transition(position: position, crossedAt: nil))
    case .confirmed(let crossedAt):
      transitions.append(Transition(position: position, crossedAt: crossedAt))
    }
  }

  private mutating func lookAtAll(
    _ fix: borrowing Fix, _ vector: EarthVector, into transitions: inout [Transition]
  ) {
    anchor = vector
    busy.removeAll(keepingCapacity: true)
    var least = Double.infinity
    for position in conditions.indices {
      if conditions[position].slack(at: vector) <= Self.rounding {
        look(at: position, fix, vector, into: &transitions)
      }
      let slack = conditions[position].slack(at: vector)
      if slack <= Self.rounding { busy.append(position) } else { least = min(least, slack) }
    }
    least -= Self.rounding
    squaredSlack = least * least
  }

  /// What the vectors' coordinates may be off by, metres.
  private static let rounding = 1e-6

  private func position(of identifier: RegionIdentifier) -> Int {
    if let last = conditions.last, last.region.identifier < identifier { return conditions.count }
    return conditions.partitioningIndex { $0.region.identifier >= identifier }
  }
}
