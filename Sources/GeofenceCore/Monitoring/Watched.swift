/// A watched condition's crossing, and how it is looked at.
struct Watched: Hashable, Sendable {
  var crossing: Crossing
  /// Whether it has to see every fix.
  var isBusy = false
  /// Whether it sees none.
  var isPaused = false

  /// What the vectors' coordinates may be off by, metres.
  static let rounding = 1e-6

  init(_ crossing: Crossing = Crossing()) {
    self.crossing = crossing
  }

  /// Shows a fix if the condition needs to see it.
  ///
  /// - Returns: what it decided, and how far and how long the device may move before another fix is
  ///   needed; without end where every fix is, or none.
  mutating func look(
    _ circle: Circle, _ fix: borrowing Fix, _ vector: EarthVector, _ rules: CrossingRules
  ) -> (outcome: Crossing.Outcome, allowance: QuietZone.Allowance) {
    if isPaused { return (.nothing, QuietZone.Allowance()) }
    var outcome = Crossing.Outcome.nothing
    var allowance = allowance(circle, vector, rules)
    if allowance.isUsedUp(at: fix.time) {
      outcome = circle.observe(fix, vector, rules, &crossing)
      allowance = self.allowance(circle, vector, rules)
    }
    isBusy = allowance.isUsedUp(at: fix.time)
    return (outcome, isBusy ? QuietZone.Allowance() : allowance)
  }

  /// Shows a fix to a busy condition.
  ///
  /// - Parameter hasChanged: set where that changes its crossing.
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

  private func allowance(_ circle: Circle, _ vector: EarthVector, _ rules: CrossingRules)
    -> QuietZone.Allowance
  {
    QuietZone.Allowance(
      distance: circle.slack(at: vector, crossing, rules) - Self.rounding,
      end: crossing.due(after: rules.dwell))
  }

  mutating func pause(_ isPaused: Bool) {
    self.isPaused = isPaused
    isBusy = false
    if isPaused { crossing.dropPending() }
  }
}
