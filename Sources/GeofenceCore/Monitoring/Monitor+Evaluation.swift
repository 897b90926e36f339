extension Monitor {
  /// The state changes found at one fix.
  package struct Findings: Sendable {
    /// The changes, in no particular order.
    package var changes: [Change] = []
    /// The members found outside when all undetermined members were evaluated; they are not among
    /// `changes`.
    package var outside: PositionSet?

    package mutating func removeAll() {
      if !changes.isEmpty { changes.removeAll(keepingCapacity: true) }
      if outside != nil { outside = nil }
    }

    @inline(__always)
    fileprivate mutating func add(
      _ outcome: Crossing.Effect, _ state: RegionState,
      of condition: @autoclosure () -> ConditionRef
    ) {
      switch outcome {
      case .nothing: break
      case .determined: changes.append(Change(condition(), state, crossedAt: nil))
      case .confirmed(let crossedAt):
        changes.append(Change(condition(), state, crossedAt: crossedAt))
      }
    }
  }

  /// A state that was determined or changed at a fix.
  package struct Change: Hashable, Sendable {
    package let condition: ConditionRef
    package let state: RegionState
    /// The time at which the crossing began; `nil` for a first determination.
    package let crossedAt: Timestamp?

    package init(_ condition: ConditionRef, _ state: RegionState, crossedAt: Timestamp?) {
      self.condition = condition
      self.state = state
      self.crossedAt = crossedAt
    }
  }

  /// Evaluates `fix` and adds the resulting changes to `findings`.
  ///
  /// Evaluating the same fix twice changes nothing the second time, except for conditions that were
  /// added in between.
  ///
  /// - Precondition: `fix` is not earlier than the one before.
  package mutating func observe(
    _ fix: borrowing Fix, _ vector: EarthVector, into findings: inout Findings
  ) {
    let time = fix.time
    guard time < deadline, vector.squaredChord(to: anchor) < squaredSlack,
      !mayBeInsideBeyondBoundary(fix.horizontalAccuracy)
    else {
      return evaluateReached(fix, vector, into: &findings)
    }
    let accuracy = fix.horizontalAccuracy
    if busyCount > 0 || rules.judgesOverlap(ofAccuracy: accuracy) {
      evaluateBusy(fix, vector, into: &findings)
    }
  }

  /// Returns whether a fix with an accuracy in metres, whose place is outside of a circle, may count
  /// as inside of it.
  ///
  /// At most half of a fix's circle of accuracy lies within a region whose boundary the fix has not
  /// crossed, so only a rule that asks for no more makes this possible.
  private func mayBeInsideBeyondBoundary(_ accuracy: Double?) -> Bool {
    guard let overlap = rules.overlap, overlap.inside <= 0.5 else { return false }
    return rules.judgesOverlap(ofAccuracy: accuracy)
  }

  /// Returns the metres and the time that the device may move on from `place` without an
  /// evaluation.
  // It changes nothing. A method that does not mutate would receive a copy of the whole monitor.
  mutating func allowance(at place: EarthVector) -> QuietZone.Allowance {
    guard busyCount == 0, squaredSlack > 0 else { return QuietZone.Allowance(distance: 0) }
    return QuietZone.Allowance(
      distance: squaredSlack.squareRoot() - place.squaredChord(to: anchor).squareRoot(),
      end: deadline)
  }

  /// Returns whether the boundary of a monitored condition lies at most some metres from a place.
  ///
  /// - Complexity: O(n) for n conditions; O(m + log n) for m nearby ones where there are many.
  package func isBoundary(within metres: Double, of place: Coordinate) -> Bool {
    let vector = EarthVector(place)
    // A closure over the monitor would receive a copy of it.
    let (members, catalog) = (members, catalog)
    func isNear(_ position: Int32) -> Bool {
      catalog.circles[Int(position)].isBoundary(within: metres, of: place, vector)
    }
    if individuals.contains(where: { $0.circle.isBoundary(within: metres, of: place, vector) }) {
      return true
    }
    guard usesIndex else { return members.contains(where: isNear) }
    return catalog.index.contains(within: metres + 1, of: vector) {
      members.contains($0) && isNear($0)
    }
  }

  /// True if a crossing has begun that is neither confirmed nor dropped.
  ///
  /// - Complexity: O(k) for the k conditions that are kept.
  package var isCrossing: Bool {
    kept.contains { $0.condition.hold == .none && $0.condition.crossing.depth != .none }
  }

  private mutating func evaluateBusy(
    _ fix: borrowing Fix, _ vector: EarthVector, into findings: inout Findings
  ) {
    var hasChanged = false
    // The share of a circle of accuracy may change a state wherever the boundary is.
    let isOfAll = rules.judgesOverlap(ofAccuracy: fix.horizontalAccuracy)
    for index in kept.indices
    where kept[index].condition.isBusy || isOfAll && kept[index].condition.hold == .none {
      let before = kept[index].condition.crossing
      let outcome = circle(at: index).observe(fix, vector, rules, &kept[index].condition.crossing)
      hasChanged = hasChanged || kept[index].condition.crossing != before
      findings.add(outcome, kept[index].condition.crossing.state, of: reference(at: index))
    }
    // A changed crossing may be settled now, or may wait for its dwell, so the next fix evaluates
    // all conditions.
    if hasChanged { squaredSlack = -1 }
  }

  /// Evaluates a fix for all conditions that the device may have reached, and computes the new
  /// slack.
  private mutating func evaluateReached(
    _ fix: borrowing Fix, _ vector: EarthVector, into findings: inout Findings
  ) {
    let moved = vector.squaredChord(to: anchor).squareRoot()
    anchor = vector
    busyCount = 0
    if !undetermined.isEmpty { determine(fix, vector, into: &findings) }
    if let accuracy = fix.horizontalAccuracy, mayBeInsideBeyondBoundary(accuracy) {
      keepOverlapping(accuracy, around: vector)
    }
    let clearance = keepReached(from: vector, moved)
    let reached = QuietZone.Allowance(distance: clearance - Condition.rounding)
    let allowance = reached.joined(with: evaluateKept(fix, vector, into: &findings))
    squaredSlack = allowance.distance > 0 ? allowance.distance * allowance.distance : -1
    deadline = allowance.end
  }

  /// Evaluates a fix for the conditions that are kept, and keeps those no longer of which nothing
  /// has to be kept.
  private mutating func evaluateKept(
    _ fix: borrowing Fix, _ vector: EarthVector, into findings: inout Findings
  ) -> QuietZone.Allowance {
    var allowance = QuietZone.Allowance()
    var next = 0
    // Where the share of a circle of accuracy counts, a fix may be judged as outside of a region
    // wherever it is inside. Few conditions cost less where they stay.
    let keepsInside = rules.overlap != nil || kept.count < NearbyRegions.leastCount
    var settledInside: [Int32] = []
    for index in kept.indices {
      let (outcome, own) = kept[index].condition.evaluate(circle(at: index), fix, vector, rules)
      allowance = allowance.joined(with: own)
      if kept[index].condition.isBusy { busyCount += 1 }
      findings.add(outcome, kept[index].condition.crossing.state, of: reference(at: index))
      let isDropped =
        index >= individuals.count && !kept[index].condition.isBusy
        && kept[index].condition.isPlain && kept[index].condition.crossing.pending == nil
      switch kept[index].condition.crossing.state {
      case .unsatisfied where isDropped: break
      case .satisfied where isDropped && !keepsInside: settledInside.append(kept[index].position)
      default:
        if next < index { kept.swapAt(next, index) }
        next += 1
      }
    }
    if next < kept.count {
      kept.removeSubrange(next...)
      nearby.restart()
    }
    if !settledInside.isEmpty {
      inside = inside.union(PositionSet(settledInside, of: catalog.regions.count))
    }
    return allowance
  }

  private var usesIndex: Bool { members.count >= NearbyRegions.leastCount }

  private mutating func determine(
    _ fix: borrowing Fix, _ vector: EarthVector, into findings: inout Findings
  ) {
    var outside = undetermined
    settleOutside()
    // Where the boundary is farther away than the accuracy of the fix, the device can only be
    // outside.
    let reach = 1 + (rules.ignoresAccuracy ? 0 : fix.horizontalAccuracy ?? 0)
    var candidates: [Int32] = []
    if outside.count >= NearbyRegions.leastCount {
      catalog.index.find(within: reach, of: vector, into: &candidates)
      candidates.removeAll { !outside.contains($0) }
      candidates.sort()
    } else {
      candidates = outside.filter { catalog.circles[Int($0)].clearance(at: vector) <= reach }
    }
    var found: [Kept] = []
    for position in candidates {
      var crossing = Crossing()
      let outcome = catalog.circles[Int(position)].observe(fix, vector, rules, &crossing)
      if crossing.isSettledOutside { continue }
      found.append(Kept(position: position, condition: Condition(crossing)))
      findings.add(outcome, crossing.state, of: .region(position))
    }
    keep(found)
    outside = outside.subtracting(
      PositionSet(found.map { $0.position }, of: catalog.regions.count))
    if !outside.isEmpty { findings.outside = outside }
  }

  /// Keeps the conditions of the members of which a circle of accuracy in metres may cover a part.
  private mutating func keepOverlapping(_ accuracy: Double, around vector: EarthVector) {
    let reach = accuracy + 1
    var candidates: [Int32] = []
    if usesIndex {
      catalog.index.find(within: reach, of: vector, into: &candidates)
      candidates.removeAll { !members.contains($0) }
    } else {
      candidates = members.filter { catalog.circles[Int($0)].clearance(at: vector) <= reach }
    }
    let new = candidates.filter { index(of: .region($0)) == nil }.sorted()
    if new.isEmpty { return }
    keep(new.map { Kept(position: $0, condition: Condition(.settledOutside)) })
    nearby.restart()
  }

  /// Keeps the conditions of the regions whose boundary the device may have reached.
  ///
  /// - Parameter moved: the metres from the place of the last evaluation.
  /// - Returns: the metres that the device may move before it can reach another boundary.
  private mutating func keepReached(from vector: EarthVector, _ moved: Double) -> Double {
    guard usesIndex else { return keepReached(members, vector) }
    if nearby.slack(at: vector) <= Condition.rounding {
      let members = members
      let kept = PositionSet(keptMembers.map { $0.position }, of: catalog.regions.count)
      nearby.move(
        to: vector, in: catalog.index, outward: inside.isEmpty ? 0 : moved,
        inward: nearby.isForgotten ? .infinity : moved
      ) { position in
        members.contains(position) && !kept.contains(position)
      }
    }
    return min(nearby.slack(at: vector), keepReached(nearby.positions, vector))
  }

  /// Keeps the conditions of those members whose boundary the device may have reached.
  ///
  /// - Parameter positions: ascending positions of members.
  /// - Returns: the metres that the device may move before it can reach the boundary of another.
  private mutating func keepReached(_ positions: some Sequence<Int32>, _ vector: EarthVector)
    -> Double
  {
    var least = Double.infinity
    var reached: [Kept] = []
    var left: [Int32] = []
    // The next condition that is kept, and the position of its region.
    var next = individuals.count
    var following = next < kept.count ? kept[next].position : .max
    for position in positions {
      while following < position {
        next += 1
        following = next < kept.count ? kept[next].position : .max
      }
      if following == position { continue }
      let isInside = inside.contains(position)
      let clearance =
        isInside
        ? catalog.circles[Int(position)].depth(at: vector)
        : catalog.circles[Int(position)].clearance(at: vector)
      if clearance > Condition.rounding {
        least = min(least, clearance)
      } else {
        let crossing = isInside ? Crossing.settledInside : .settledOutside
        reached.append(Kept(position: position, condition: Condition(crossing)))
        if isInside { left.append(position) }
      }
    }
    if !reached.isEmpty { keep(reached) }
    if !left.isEmpty {
      inside = inside.subtracting(PositionSet(left, of: catalog.regions.count))
    }
    return least
  }
}
