/// All that is kept of one registration: the state of its region, the crossing under way, and what
/// the app is still to receive of it.
package struct Condition: Hashable, Sendable {
  package var crossing: Crossing
  /// A Boolean value that indicates whether the condition needs every fix.
  var isBusy = false
  package var hold = Hold.none
  /// The state that the app could not receive, the last one of the condition.
  package var waiting: Waiting?
  /// The time of the enter whose dwell is still to come.
  package var entered: Timestamp?

  /// The time until which the condition is evaluated at no fix.
  package enum Hold: CaseIterable, Hashable, Sendable {
    case none
    /// Until the app has received the state that waits.
    case untilDelivery
    case untilNextFix
    case untilSecondFix
  }

  /// A state that could not be delivered to the app.
  package struct Waiting: Hashable, Sendable {
    let state: RegionState
    /// The time at which the crossing began; `nil` for a first determination.
    let crossedAt: Timestamp?
    /// The time at which the state was found.
    let since: Timestamp

    package init(state: RegionState, crossedAt: Timestamp?, since: Timestamp) {
      (self.state, self.crossedAt, self.since) = (state, crossedAt, since)
    }
  }

  /// The largest error, in metres, of a distance between vectors that comes from rounding.
  static let rounding = 1e-6

  package init(_ crossing: Crossing = Crossing()) { self.crossing = crossing }

  /// A Boolean value that indicates whether nothing but the crossing is known of the condition.
  var isPlain: Bool { hold == .none && waiting == nil && entered == nil }

  /// A Boolean value that indicates whether the device is outside, and nothing is under way.
  var isUsual: Bool { crossing.isSettledOutside && isPlain }

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
      end: crossing.due(after: rules.dwell(entering: crossing.state == .unsatisfied)))
  }

  /// Holds the condition, whose state stands and whose crossing under way begins anew, or lets it
  /// go on.
  mutating func hold(_ hold: Hold) {
    self.hold = hold
    isBusy = false
    if hold != .none { crossing.dropPending() }
  }
}
