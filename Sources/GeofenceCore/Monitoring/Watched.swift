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
  /// - Returns: what it decided, and the metres the device may move before another fix is needed;
  ///   infinity where every fix is, or none.
  mutating func look(
    _ circle: Circle, _ fix: borrowing Fix, _ vector: EarthVector, _ rules: CrossingRules
  ) -> (outcome: Crossing.Outcome, slack: Double) {
    if isPaused { return (.nothing, .infinity) }
    var outcome = Crossing.Outcome.nothing
    var slack = circle.slack(at: vector, crossing, rules)
    if slack <= Self.rounding {
      outcome = circle.observe(fix, vector, rules, &crossing)
      slack = circle.slack(at: vector, crossing, rules)
    }
    isBusy = slack <= Self.rounding
    return (outcome, isBusy ? .infinity : slack)
  }

  mutating func pause(_ isPaused: Bool) {
    self.isPaused = isPaused
    isBusy = false
    if isPaused { crossing.dropPending() }
  }
}
