/// The crossing of a monitored condition, with the fixes for which it needs an evaluation.
struct Watched: Hashable, Sendable {
  var crossing: Crossing
  /// A Boolean value that indicates whether the condition needs every fix.
  var isBusy = false
  /// A Boolean value that indicates whether the condition is evaluated at no fix.
  var isPaused = false

  /// The largest error, in metres, of a distance between vectors that comes from rounding.
  static let rounding = 1e-6

  init(_ crossing: Crossing = Crossing()) {
    self.crossing = crossing
  }

  /// Evaluates a fix if the condition needs it.
  ///
  /// - Returns: the outcome, and the metres and the time that the device may move on before another
  ///   fix is needed; the allowance is unlimited where every fix is needed, or none.
  mutating func evaluate(
    _ circle: Circle, _ fix: borrowing Fix, _ vector: EarthVector, _ rules: CrossingRules
  ) -> (outcome: Crossing.Outcome, allowance: QuietZone.Allowance) {
    if isPaused { return (.nothing, QuietZone.Allowance()) }
    var outcome = Crossing.Outcome.nothing
    var allowance = allowance(circle, vector, rules)
    let accuracy = fix.horizontalAccuracy
    if allowance.isUsedUp(at: fix.time) || rules.judgesOverlap(ofAccuracy: accuracy) {
      outcome = circle.observe(fix, vector, rules, &crossing)
      allowance = self.allowance(circle, vector, rules)
    }
    isBusy = allowance.isUsedUp(at: fix.time)
    return (outcome, isBusy ? QuietZone.Allowance() : allowance)
  }

  /// Returns whether a fix is evaluated although the device has not reached another boundary.
  ///
  /// - Parameter isOfAll: a Boolean value that indicates whether every condition is evaluated.
  @inline(__always)
  func isEvaluated(_ isOfAll: Bool) -> Bool { isBusy || isOfAll && !isPaused }

  /// Evaluates a fix for a condition that needs every fix.
  ///
  /// - Parameter hasChanged: set to `true` if the fix changes the crossing.
  @inline(__always)
  mutating func observe(
    _ circle: Circle, _ fix: borrowing Fix, _ vector: EarthVector, _ rules: CrossingRules,
    _ hasChanged: inout Bool
  ) -> Crossing.Outcome {
    let before = crossing
    let outcome = circle.observe(fix, vector, rules, &crossing)
    hasChanged = hasChanged || crossing != before
    return outcome
  }

  /// Returns the metres and the time that the device may move on before the condition needs a fix.
  private func allowance(_ circle: Circle, _ vector: EarthVector, _ rules: CrossingRules)
    -> QuietZone.Allowance
  {
    QuietZone.Allowance(
      distance: circle.slack(at: vector, crossing, rules) - Self.rounding,
      end: crossing.due(after: rules.dwell(entering: crossing.state == .unsatisfied)))
  }

  mutating func pause(_ isPaused: Bool) {
    self.isPaused = isPaused
    isBusy = false
    if isPaused { crossing.dropPending() }
  }
}
