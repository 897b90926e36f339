/// All that is kept of one registration: the state of its region, the crossing under way, and what
/// the app is still to receive of it.
struct Condition: Hashable, Sendable {
  var crossing: Crossing
  /// A Boolean value that indicates whether the condition needs every fix.
  var isBusy = false
  var hold = Hold.none
  /// The state that the app could not receive, the last one of the condition.
  var waiting: Waiting?
  /// The time of the enter whose dwell is still to come.
  var entered: Timestamp?

  /// The time until which the condition is evaluated at no fix.
  enum Hold: Hashable, Sendable {
    case none
    /// Until the app has received the state that waits.
    case untilDelivery
    case untilNextFix
    case untilSecondFix
  }

  /// A state that could not be delivered to the app.
  struct Waiting: Hashable, Sendable {
    let state: RegionState
    /// The time at which the crossing began; `nil` for a first determination.
    let crossedAt: Timestamp?
    /// The time at which the state was found.
    let since: Timestamp
  }

  /// The largest error, in metres, of a distance between vectors that comes from rounding.
  static let rounding = 1e-6

  init(_ crossing: Crossing = Crossing()) { self.crossing = crossing }

  /// A Boolean value that indicates whether nothing has to be kept of the condition: the device is
  /// outside, and nothing is under way.
  var isUsual: Bool {
    !isBusy && hold == .none && crossing.isSettledOutside && waiting == nil && entered == nil
  }

  /// Evaluates a fix if the condition needs it.
  ///
  /// - Returns: the outcome, and the metres and the time that the device may move on before another
  ///   fix is needed; the allowance is unlimited where every fix is needed, or none.
  mutating func evaluate(
    _ circle: Circle, _ fix: borrowing Fix, _ vector: EarthVector, _ rules: CrossingRules
  ) -> (outcome: Crossing.Outcome, allowance: QuietZone.Allowance) {
    if hold != .none { return (.nothing, QuietZone.Allowance()) }
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

  /// Returns the metres and the time that the device may move on before the condition needs a fix.
  private func allowance(_ circle: Circle, _ vector: EarthVector, _ rules: CrossingRules)
    -> QuietZone.Allowance
  {
    QuietZone.Allowance(
      distance: circle.slack(at: vector, crossing, rules) - Self.rounding,
      end: crossing.due(after: rules.dwell))
  }

  /// Holds the condition, whose state stands and whose crossing under way begins anew, or lets it
  /// go on.
  mutating func hold(_ hold: Hold) {
    self.hold = hold
    isBusy = false
    if hold != .none { crossing.dropPending() }
  }
}
