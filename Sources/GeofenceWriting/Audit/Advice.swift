import GeofenceCore

/// A change of a strategy that was tried and found better, with its figures.
package struct Advice: Sendable {
  /// The options that make the change.
  package let change: String
  /// A figure with the change, and what it was before.
  private struct Figure {
    let name: String
    let after: Share
    let before: Share

    /// Whether it is more, and not only in what rounding hides.
    var isRaised: Bool { after > before && after.text != before.text }

    var text: String {
      let text = "\(name) \(after.text) (\(after.part) of \(after.whole))"
      if after == before { return "\(text) as before" }
      // What rounding hides is not set beside itself.
      return after.text == before.text ? text : "\(text) instead of \(before.text)"
    }
  }

  /// The one that the change is judged by, then the other.
  private let figures: [Figure]
  /// What it costs, in words.
  private let costs: [String]
  fileprivate let after: AuditReport.Strategy

  /// - Returns: `nil` where the change is not better.
  package init?(_ change: String, from before: AuditReport.Strategy, to after: AuditReport.Strategy)
  {
    self.change = change
    self.after = after
    let (old, new) = (before.counts, after.counts)
    let recall = Figure(name: "recall", after: new.recall, before: old.recall)
    let reach = Figure(name: "reach", after: new.reach, before: old.reach)
    // Another radius confirms other crossings, so that only reach can be compared.
    figures =
      after.strategy.minimumRadius == before.strategy.minimumRadius
      ? [recall, reach] : [reach, recall]
    guard figures[0].isRaised else { return nil }
    var costs: [String] = []
    func note(_ name: String, _ path: KeyPath<CrossingCounts, Int>) {
      let more = new[keyPath: path] - old[keyPath: path]
      if more > 0 { costs.append("\(more) more \(name)") }
    }
    note("late", \.late)
    note("unconfirmed", \.unconfirmed)
    note("missed", \.missed)
    if let new = after.changesPerHour, let old = before.changesPerHour {
      let more = new - old
      // What rounds to nothing is none.
      if more >= 0.05 {
        let noun = more.rate == "1" ? "registration" : "registrations"
        costs.append("\(more.rate) more \(noun) an hour")
      }
    }
    self.costs = costs
  }

  /// Whether it has the figures of another, as they are printed.
  package func hasFigures(of other: Self) -> Bool {
    after.counts.recall.text == other.after.counts.recall.text
      && after.counts.reach.text == other.after.counts.reach.text
  }

  /// Of what was tried, what is better: the best first, and of the radii only the best.
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
    return withOneRadius(advice.sorted { $0.precedes($1) }, \.change)
  }

  /// Whether it helps more: by reach, which every change can be compared by, then as strategies are.
  private func precedes(_ other: Self) -> Bool {
    let (own, others) = (after.counts.reach, other.after.counts.reach)
    return own == others ? after.precedes(other.after) ?? false : own > others
  }

  /// Adds what the best two come to together, unless that is no more than one of them alone.
  package static func adding(_ pair: Advice?, to advice: [Advice]) -> [Advice] {
    guard let pair, !advice.contains(where: pair.hasFigures) else { return advice }
    return (advice + [pair]).sorted { $0.precedes($1) }
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

  package var text: String { "\(change): \(effects)" }

  /// The figures with the change and what it costs, in words.
  package var effects: String { (figures.map(\.text) + costs).joined(separator: ", ") }

  /// The crossings that are delivered with the change, of all.
  package var delivered: Share { Share(after.counts.delivered, of: after.counts.geometry) }
}

extension Double {
  /// With one decimal below ten, in whole numbers above.
  package var rate: String { (magnitude < 10 ? tenths : rounded()).plain }
}
