package import GeofenceCore

/// A change of a strategy that was tried and found better, with its figures.
public struct Advice: Sendable {
  /// The options that make the change.
  public let change: String
  /// What it raises, and what that was before.
  let raised: (name: String, share: Share, before: Share)
  /// What it costs, in words.
  let costs: [String]
  fileprivate let after: AuditReport.Strategy

  /// A change that is worth a try.
  package struct Candidate: Sendable {
    package let change: String
    package let strategy: AuditStrategy

    /// What may help a strategy, one change at a time.
    ///
    /// - Parameters:
    ///   - smallest: the least radius of all regions, metres.
    ///   - losesToRules: whether the rules lost crossings.
    package static func all(for strategy: AuditStrategy, smallest: Double, losesToRules: Bool)
      -> [Candidate]
    {
      let triggers: [Triggers] = [
        [.significant, .event], [.significant, .sentinel], [.significant, .event, .sentinel],
      ]
      var candidates = triggers.map { triggers in
        Candidate("--reselect-on \(triggers.names.joined(separator: ","))", strategy) {
          $0.settings.triggers = triggers
        }
      }
      candidates += Ranking.allCases.map { ranking in
        Candidate("--rank \(ranking.rawValue)", strategy) { $0.settings.ranking = ranking }
      }
      candidates += [
        Candidate("--renew changed", strategy) { $0.settings.renewal = .changed },
        Candidate("--limit 20", strategy) { $0.settings.limit = max(20, $0.settings.limit) },
      ]
      if losesToRules {
        candidates += [100.0, 150, 200].filter { $0 > max(smallest, strategy.minimumRadius) }
          .map { radius in
            Candidate("--min-radius \(radius.plain)", strategy) { $0.minimumRadius = radius }
          }
      }
      return candidates.filter { $0.strategy != strategy }
    }

    private init(
      _ change: String, _ strategy: AuditStrategy, _ apply: (inout AuditStrategy) -> Void
    ) {
      self.change = change
      var changed = strategy
      apply(&changed)
      self.strategy = changed
    }
  }

  /// - Returns: `nil` where the change is not better.
  init?(_ change: String, from before: AuditReport.Strategy, to after: AuditReport.Strategy) {
    self.change = change
    self.after = after
    let (old, new) = (before.counts, after.counts)
    if new.recall > old.recall {
      raised = ("recall", new.recall, old.recall)
    } else if after.strategy.minimumRadius > before.strategy.minimumRadius, new.reach > old.reach,
      new.recall == old.recall
    {
      raised = ("reach", new.reach, old.reach)
    } else {
      return nil
    }
    var costs: [String] = []
    func note(_ name: String, _ path: KeyPath<CrossingCounts, Int>) {
      let more = new[keyPath: path] - old[keyPath: path]
      if more > 0 { costs.append("\(more) more \(name)") }
    }
    note("late", \.late)
    note("unconfirmed", \.unconfirmed)
    note("missed", \.missed)
    if let new = after.changesPerHour, let old = before.changesPerHour, new > old {
      costs.append("\((new - old).rate) more registrations an hour")
    }
    self.costs = costs
  }

  /// Of what was tried, what is better: the best first, one of those that come to the same.
  package static func best(
    of candidates: [Candidate], from before: AuditReport.Strategy,
    to outcomes: [AuditReport.Strategy]
  ) -> [Advice] {
    let advice = candidates.compactMap { candidate in
      outcomes.first { $0.strategy == candidate.strategy }.flatMap {
        Advice(candidate.change, from: before, to: $0)
      }
    }
    // Sorting in the standard library keeps the order of equals.
    return withOneRadius(advice.sorted { $0.after.precedes($1.after) ?? false }, \.change)
  }

  /// Of sorted advice all but the radii after the best.
  static func withOneRadius<Element>(_ advice: [Element], _ change: (Element) -> String)
    -> [Element]
  {
    var hasRadius = false
    return advice.filter { advice in
      guard change(advice).hasPrefix("--min-radius") else { return true }
      defer { hasRadius = true }
      return !hasRadius
    }
  }

  public var text: String {
    let (name, share, before) = raised
    return "\(change): "
      + (["\(name) \(share.text) (\(share.part) of \(share.whole)) instead of \(before.text)"]
      + costs).joined(separator: ", ")
  }
}

extension Double {
  /// With one decimal below ten, in whole numbers above.
  package var rate: String { (magnitude < 10 ? tenths : rounded()).plain }
}
