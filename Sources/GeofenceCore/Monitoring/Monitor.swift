/// The system's side: it watches the registered conditions and says when one changes state.
///
/// A condition is looked at only when the device may have reached its boundary: as long as the
/// device stays nearer to the place of the last look than any settled boundary was, none of those
/// can have been crossed. Where there are many conditions, a look takes in the nearby ones alone.
///
/// - Complexity: with n conditions of which m are nearby, a fix costs O(b) for the b
///   of them that are undecided or being crossed, O(m) when the device has used up its slack, and
///   O(m + log n) when it leaves those. Looks after a change of the conditions cost
///   O(n), the eighth of them O(n log n). No allocation on the way.
package struct Monitor: Sendable {
  package let rules: CrossingRules
  /// In the order of their identifiers; copies of a monitor share them, and the circles.
  private var regions: [CircularRegion] = []
  private var circles: [Circle] = []
  private var crossings: [Crossing] = []
  private var nearby = NearbyConditions()
  /// Positions to look at on every fix, ascending.
  private var busy: [Int] = []
  private var anchor = EarthVector(x: 0, y: 0, z: 0)
  /// Squared metres the device may be from `anchor` without another look; negative forces one.
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

  /// Watches every region of a set.
  ///
  /// - Complexity: O(n log n) for n regions, paid once for all copies of the monitor.
  init(rules: CrossingRules, watching regions: RegionSet) {
    self.rules = rules
    self.regions = Array(regions)
    circles = regions.map { Circle($0) }
    crossings = Array(repeating: Crossing(), count: circles.count)
    nearby.survey(self.regions)
  }

  /// In the order of their identifiers.
  package var conditions: Conditions {
    Conditions(regions: regions, circles: circles, crossings: crossings)
  }

  /// - Complexity: O(log n) for n conditions.
  func condition(named identifier: RegionIdentifier) -> Condition? {
    let position = self.position(of: identifier)
    guard position < regions.count, regions[position].identifier == identifier
    else { return nil }
    return conditions[position]
  }

  /// - Precondition: no condition bears this identifier.
  /// - Complexity: O(n); O(log n) when the identifier is the last in order.
  package mutating func add(_ region: CircularRegion, assuming state: RegionState = .unknown) {
    add(region, crossing: Crossing(assuming: state))
  }

  mutating func add(_ region: CircularRegion, crossing: Crossing) {
    let position = self.position(of: region.identifier)
    precondition(
      position == regions.count || regions[position].identifier != region.identifier,
      "a condition is added once")
    regions.insert(region, at: position)
    circles.insert(Circle(region), at: position)
    crossings.insert(crossing, at: position)
    nearby.forgetRegions()
    squaredSlack = -1
  }

  package mutating func remove(_ identifier: RegionIdentifier) {
    let position = self.position(of: identifier)
    guard position < regions.count, regions[position].identifier == identifier
    else { return }
    regions.remove(at: position)
    circles.remove(at: position)
    crossings.remove(at: position)
    nearby.forgetRegions()
    squaredSlack = -1
  }

  package mutating func removeAll() {
    regions.removeAll(keepingCapacity: true)
    circles.removeAll(keepingCapacity: true)
    crossings.removeAll(keepingCapacity: true)
    nearby.forgetRegions()
    squaredSlack = -1
  }

  /// Makes every state unknown and drops every crossing under way, as a restart does.
  package mutating func forgetStates() {
    for position in crossings.indices { crossings[position] = Crossing() }
    nearby.forgetStates()
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
      lookAround(fix, vector, into: &transitions)
    }
  }

  /// Metres the device may move in a straight line from `place` before a condition needs to see a
  /// fix; not positive when one needs to see the very next.
  func slack(at place: EarthVector) -> Double {
    guard busy.isEmpty, squaredSlack > 0 else { return 0 }
    return squaredSlack.squareRoot() - place.squaredChord(to: anchor).squareRoot()
  }

  private mutating func look(
    at position: Int, _ fix: borrowing Fix, _ vector: EarthVector,
    into transitions: inout [Transition]
  ) {
    switch circles[position].observe(fix, vector, rules, &crossings[position]) {
    case .nothing: break
    case .determined: transitions.append(Transition(position: position, crossedAt: nil))
    case .confirmed(let crossedAt):
      transitions.append(Transition(position: position, crossedAt: crossedAt))
    }
  }

  private mutating func lookAround(
    _ fix: borrowing Fix, _ vector: EarthVector, into transitions: inout [Transition]
  ) {
    anchor = vector
    busy.removeAll(keepingCapacity: true)
    var least = Double.infinity
    if circles.count >= NearbyConditions.leastCount {
      if nearby.slack(at: vector) <= Self.rounding {
        nearby.move(to: vector, regions, crossings)
      }
      least = nearby.slack(at: vector)
    }
    if let neighbours = nearby.positions {
      for position in neighbours {
        least = min(least, lookClosely(at: position, fix, vector, into: &transitions))
      }
    } else {
      for position in circles.indices {
        least = min(least, lookClosely(at: position, fix, vector, into: &transitions))
      }
    }
    least -= Self.rounding
    squaredSlack = least > 0 ? least * least : -1
  }

  /// Shows a condition the fix if it needs to see it.
  ///
  /// - Returns: metres the device may move before it needs to see another; infinity where it sees
  ///   every one.
  private mutating func lookClosely(
    at position: Int, _ fix: borrowing Fix, _ vector: EarthVector,
    into transitions: inout [Transition]
  ) -> Double {
    var slack = circles[position].slack(at: vector, crossings[position], rules)
    if slack <= Self.rounding {
      look(at: position, fix, vector, into: &transitions)
      slack = circles[position].slack(at: vector, crossings[position], rules)
    }
    if slack > Self.rounding { return slack }
    busy.append(position)
    return .infinity
  }

  /// What the vectors' coordinates may be off by, metres.
  private static let rounding = 1e-6

  private func position(of identifier: RegionIdentifier) -> Int {
    if let last = regions.last, last.identifier < identifier { return regions.count }
    return regions.partitioningIndex { $0.identifier >= identifier }
  }
}

extension Monitor {
  /// The registered conditions, in the order of their identifiers.
  package struct Conditions: RandomAccessCollection {
    fileprivate let regions: [CircularRegion]
    fileprivate let circles: [Circle]
    fileprivate let crossings: [Crossing]

    package var startIndex: Int { 0 }
    package var endIndex: Int { circles.count }
    package subscript(position: Int) -> Condition {
      Condition(regions[position], circles[position], crossing: crossings[position])
    }
  }
}
