/// A crossing of a watched circle whose outcome is not settled, with all that is known of it.
struct OpenCrossing: Sendable {
  /// The position of the circle among all of the plan.
  var circle: Int32
  let isEnter: Bool
  /// A Boolean value that indicates whether there was none: the device was inside when the region
  /// was first evaluated.
  let isOrigin: Bool
  /// The time of the first fix on the new side.
  let time: Timestamp
  /// The time at which the region itself was crossed; `nil` while, or where, only a larger circle
  /// was.
  var truth: Timestamp?
  /// Of an enter: whether the device has come into the region itself since.
  var isEntered = false
  /// A Boolean value that indicates whether its region has left the set, or become another circle.
  var isForgotten = false
  let center: EarthVector
  /// The stay as it truly was.
  var stay: ExcursionMeter
  /// The tests of the crossing by the rules, with unlimited registrations.
  var tests: Numbered<CrossingRules, RuleTest>
  /// The traces that it left in the runs.
  var traces: Numbered<AuditedRun, CrossingTrace>

  init(_ step: CircleAudit.Step, at fix: Fix, _ vector: EarthVector, _ plan: CirclePlan) {
    circle = step.circle
    isEnter = step.isInside
    isOrigin = !step.isCrossing
    time = fix.time
    center = EarthVector(plan.all.regions[Int(step.circle)].center)
    stay = ExcursionMeter(fix, squaredChord: vector.squaredChord(to: center))
    tests = Numbered(repeating: RuleTest(), count: plan.rules.count)
    traces = Numbered(repeating: CrossingTrace(), count: plan.runs.count)
  }

  var name: AuditedCrossing.Name { isEnter ? .enter : .exit }

  /// Takes the measure of the stay at a fix.
  ///
  /// - Parameter confirm: called with each of the rules that confirm it now, fed from its
  ///   beginning.
  /// - Returns: whether some of the rules have not confirmed it yet, and may.
  mutating func measure(
    _ fix: Fix, _ vector: EarthVector, _ plan: CirclePlan,
    confirm: (Number<CrossingRules>) -> Void
  ) -> Bool {
    let chord = vector.squaredChord(to: center)
    stay.extend(to: fix, squaredChord: chord, entering: isEnter)
    let watched = plan.all.circles[Int(circle)]
    if plan.heedsAccuracy, let accuracy = fix.horizontalAccuracy,
      !watched.isDecided(by: fix, vector, accuracy)
    {
      stay.noteUndecided(fix, accuracy: accuracy)
    }
    var isOpen = false
    for number in tests.indices where tests[number].confirmedAt == nil {
      let rules = plan.rules[number]
      if tests[number].confirmsWitness(fix, vector, watched, rules) { confirm(number) }
      if tests[number].witnessedAt != nil { continue }
      // A stay that cannot be confirmed, as its beginning was lost, is measured until the rules
      // have nothing to say against it.
      isOpen =
        isOpen || tests[number].isExpected
        || fix.time - time < rules.dwell(entering: isEnter) || rules.dwellOrigin == .cushion
        || !isPastCushion(rules, chord, plan)
    }
    return isOpen
  }

  /// Takes in how deep the stay truly is.
  ///
  /// - Returns: whether that can still change what is said of a loss under some of the runs.
  mutating func measureDepth(_ fix: Fix, _ vector: EarthVector, _ plan: CirclePlan) -> Bool {
    let isNeeded = traces.indices.contains {
      traces[$0].needsSights(isDetailed: plan.runs[$0].isDetailed)
    }
    guard isNeeded else { return false }
    stay.extend(to: fix, squaredChord: vector.squaredChord(to: center), entering: isEnter)
    return true
  }

  /// Takes in a location update during the stay under a run.
  mutating func note(
    _ seen: Fix, _ vector: EarthVector, under run: Number<AuditedRun>, _ plan: CirclePlan
  ) {
    guard traces[run].needsSights(isDetailed: plan.runs[run].isDetailed) else { return }
    let watched = plan.all.circles[Int(circle)]
    traces[run].sight.note(
      seen, squaredChord: vector.squaredChord(to: center), entering: isEnter,
      isOnNewSide: watched.contains(seen.coordinate, vector) == isEnter,
      isDecided: seen.horizontalAccuracy.map { watched.isDecided(by: seen, vector, $0) } ?? true)
  }

  /// Returns whether a chord from the centre ends so far past the boundary as rules ask for.
  private func isPastCushion(_ rules: CrossingRules, _ squaredChord: Double, _ plan: CirclePlan)
    -> Bool
  {
    let radius = plan.all.regions[Int(circle)].radius
    let depth = squaredChord.squareRoot() - radius
    // A chord is a little shorter than the path along the ground.
    return (isEnter ? -depth : depth) > rules.cushion(entering: isEnter, radius: radius) + 1
  }
}

/// The test of a crossing by rules with unlimited registrations.
struct RuleTest: Sendable {
  /// The time at which the rules confirmed it.
  var confirmedAt: Timestamp?
  /// A crossing that is fed from its beginning, and the time at which the rules confirmed that.
  var witness: Crossing?
  fileprivate var witnessedAt: Timestamp?
  /// A Boolean value that indicates whether the rules held the other side, so that a stay that
  /// meets them is confirmed.
  var isExpected = false

  /// The time at which they confirmed it, or would have if they had seen it from its beginning.
  var possibleAt: Timestamp? { confirmedAt ?? witnessedAt }

  /// Shows a fix to the witness.
  ///
  /// - Returns: whether it confirms the crossing now.
  fileprivate mutating func confirmsWitness(
    _ fix: Fix, _ vector: EarthVector, _ circle: Circle, _ rules: CrossingRules
  ) -> Bool {
    guard witnessedAt == nil, var crossing = witness else { return false }
    let outcome = circle.observe(fix, vector, rules, &crossing)
    witness = crossing
    guard case .confirmed = outcome else { return false }
    witnessedAt = fix.time
    return true
  }
}
