import GeofenceBytes
import GeofenceCore

/// A strategy with its account, and its figures over all trials.
package struct AuditedStrategy: Sendable {
  package var strategy: AuditStrategy
  package var account: StrategyAccount
  package let outcomes: [StrategyOutcome]
  package let recall: Spread?
  package let reach: Spread?
  /// The share of the arrivals and departures that reached the app, by their verdicts; `nil` where
  /// nobody asks, or none is decided.
  package let reached: Spread?
  /// The share that it has less than the best, trial by trial; `nil` of the best.
  var behind: Spread?
  var wins: Int?
  private let duration: Interval

  init(_ strategy: AuditStrategy, _ account: StrategyAccount, of duration: Interval) {
    self.strategy = strategy
    self.account = account
    self.duration = duration
    outcomes = account.outcomes
    recall = Spread(outcomes.compactMap(\.counts.recall.value))
    reach = Spread(outcomes.compactMap(\.counts.reach.value))
    reached = Spread(outcomes.compactMap(\.verdict.reached.value))
  }

  package var settings: Settings { strategy.settings }
  package var counts: CrossingCounts { account.counts }
  package var efforts: AuditEfforts { account.efforts }
  /// The share of trials in which it is the best; `nil` where no app can choose between it and others.
  package var bestShare: Double? { wins.map { Double($0) / Double(outcomes.count) } }

  func mean(_ count: Int) -> Double { Double(count) / Double(outcomes.count) }

  func figure(_ count: Int) -> String { mean(count).rate }

  /// The same; `nil` where the mean of many trials rounds to nothing.
  func shown(_ count: Int) -> String? {
    outcomes.count > 1 && mean(count) < 0.05 ? nil : figure(count)
  }

  /// Registrations started and stopped in an hour of a device's track; `nil` where none passed.
  var changesPerHour: Double? { perHour(efforts.tally.changes) }

  func perHour(_ count: Int) -> Double? {
    duration.milliseconds > 0 ? mean(count) / (duration.seconds / 3600) : nil
  }

  /// Returns whether it is better on average: by a share and the other, lateness, effort.
  func precedes(_ other: Self, by measure: AuditMeasure) -> Bool {
    let figures = { (strategy: Self) in
      let shares = [strategy.recall, strategy.reach].map { -($0?.mean ?? -1) }
      let (first, second) = measure == .recall ? (0, 1) : (1, 0)
      return (
        shares[first], shares[second], strategy.counts.late, strategy.efforts.tally.changes
      )
    }
    return figures(self) < figures(other)
  }

  /// Returns whether it raises more: by reach, which every change can be compared by, then as
  /// strategies are.
  func helpsMore(than other: Self) -> Bool {
    let (own, others) = (reach?.mean ?? -1, other.reach?.mean ?? -1)
    return own == others ? precedes(other, by: .recall) : own > others
  }

  /// Returns how much more of the share by a measure it has, trial by trial; `nil` where no trial has both.
  func lead(over other: Self, by measure: AuditMeasure) -> Spread? {
    Spread(
      zip(outcomes, other.outcomes).compactMap { own, other in
        own.counts.share(by: measure).value.flatMap { own in
          other.counts.share(by: measure).value.map { own - $0 }
        }
      })
  }

  /// The share of the trials in which a share reaches a bar; one of nothing does not.
  package func share(reaching bar: Double, _ share: (CrossingCounts) -> Share) -> Share {
    Share(outcomes.count { share($0.counts).value.map { $0 >= bar } ?? false }, of: outcomes.count)
  }

  package func trials(without share: (CrossingCounts) -> Share) -> Int {
    outcomes.count { share($0.counts).whole == 0 }
  }

  // MARK: losses

  /// Returns what else has to go for a loss to be delivered; `nil` where that is not known.
  func obstacles(of loss: AuditedCrossing) -> [Obstacle]? {
    // Of what the end of the track leaves open to the rules, the outage is known.
    guard let cause = loss.loss?.cause else {
      return loss.verdict?.isOut == true ? [.suspended] : nil
    }
    guard let remedy = account.readings[loss.id]?.remedy else { return nil }
    return remedy.elements.filter { $0 != cause.obstacle }
  }

  /// Returns the words for what else stood in the way of a loss, beside what its sentence names.
  func alsoInItsWay(_ loss: AuditedCrossing) -> String? {
    let isEnter = loss.name == .enter
    let crossing = settings.crossing
    let others = (obstacles(of: loss) ?? []).filter { obstacle in
      switch obstacle {
      // A sentence that begins with an outage has named it.
      case .suspended: return loss.verdict?.isOut != true
      // What the crossing itself does not lack stood in the way of the one before it.
      case .cushion: return !isEnter || crossing.inwardCushion > 0
      case .dwell:
        guard let verdict = loss.verdict else { return true }
        return (verdict.watched ?? verdict.stay).atLeast < crossing.dwell(entering: isEnter)
      default: return true
      }
    }
    return others.isEmpty
      ? nil : "also in its way: \(others.map(\.words).joined(separator: ", "))"
  }

  /// Returns the names of `obstacles(of:)`.
  func others(of loss: AuditedCrossing) -> [String]? {
    obstacles(of: loss)?.map {
      $0 == .accuracy && settings.crossing.overlap != nil
        ? LossCause.overlap.rawValue : $0.rawValue
    }
  }

  /// Returns the metres or seconds of the rule down to which a loss would be delivered; `nil` if not
  /// known.
  func deliveryThreshold(of crossing: AuditedCrossing) -> Double? {
    guard account.readings[crossing.id]?.isDeliveredAtLeast == true, let loss = crossing.loss,
      case .stay(let stay)? = loss.detail
    else { return nil }
    // The dwell may count from the cushion, so that not the depth alone decides.
    let isCountedInside = settings.crossing.dwellOrigin == .cushion
    switch (loss.cause, crossing.name) {
    case (.cushion, .enter): return 0
    case (.cushion, .exit):
      let least = RuleRange.cushion.lowerBound
      return isCountedInside ? least : stay.deepestDecided.map { max($0.rounded(.down), least) }
    case (.dwell, _):
      let least = RuleRange.dwell(entering: crossing.name == .enter).lowerBound.seconds
      return isCountedInside ? least : stay.decided.map { max($0.seconds.rounded(.down), least) }
    default: return nil
    }
  }
}

extension Obstacle {
  fileprivate var words: String {
    switch self {
    case .accuracy: "the uncertainty of the fixes"
    case .dwell: "the time to stay on the new side"
    case .cushion: "the distance past the boundary"
    case .slot: "the limit of regions"
    case .renewal: "the restart of regions at a reselection"
    case .suspended: "the scenario's actions"
    case .removed: "the end of its registration"
    case .positioning: "what the phone sees of the track"
    }
  }
}
