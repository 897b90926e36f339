import GeofenceCore

package struct Advice: Sendable {
  package let change: String
  /// The figure that the change is judged by, then the other.
  private let figures: [Figure]
  private let costs: [String]
  private let after: AuditedStrategy
  package let strays: Strays
  package var strategy: AuditStrategy { after.strategy }

  /// The events of no crossing that a change adds, in a trial on average.
  package struct Strays: Hashable, Sendable {
    let outside: Double
    let repeated: Double
  }

  private struct Figure {
    let name: String
    let after: Double?
    let before: Double?
    /// The difference, trial by trial with equal draws.
    let lead: Spread?
    /// The share with the change; `nil` where it is a mean of many trials.
    let share: Share?

    init(
      _ name: String, _ spread: KeyPath<AuditedStrategy, Spread?>,
      by measure: AuditMeasure, from before: AuditedStrategy, to after: AuditedStrategy
    ) {
      self.name = name
      self.after = after[keyPath: spread]?.mean
      self.before = before[keyPath: spread]?.mean
      lead = after.lead(over: before, by: measure)
      self.share = after.outcomes.count > 1 ? nil : after.counts.share(by: measure)
    }

    private var isEqualAsShown: Bool { after.percent == before.percent }

    /// True if it is surely more, and not only in what rounding hides.
    var isRaised: Bool {
      let isMore = share == nil ? lead?.isPositive == true : after ?? -1 > before ?? -1
      return isMore && !isEqualAsShown
    }

    var text: String {
      let text =
        "\(name) \(after.percent)" + (share.map { " (\($0.part) of \($0.whole))" } ?? "")
      // A strategy under which nothing was confirmed has no share to compare with.
      guard before != nil else { return text }
      guard isEqualAsShown else { return "\(text) instead of \(before.percent)" }
      // Two figures that differ only by rounding are not printed side by side.
      return share == nil || after == before ? "\(text) as before" : text
    }
  }

  /// - Returns: `nil` where the change is not better, or the trials leave it open.
  package init?(_ change: String, from before: AuditedStrategy, to after: AuditedStrategy) {
    let recall = Figure("recall", \.recall, by: .recall, from: before, to: after)
    let reach = Figure("reach", \.reach, by: .reach, from: before, to: after)
    // Another radius confirms other crossings, so that only reach can be compared.
    let isSameRadius = after.strategy.minimumRadius == before.strategy.minimumRadius
    // A change can deliver more crossings and confirm more, so that recall does not rise.
    figures = isSameRadius && recall.isRaised ? [recall, reach] : [reach, recall]
    guard figures[0].isRaised,
      after.outcomes.count > 1
        // A crossing that a gap leaves undecidable was delivered all the same: in time, it is no gain.
        || after.account.received > before.account.received
          && after.counts.delivered > before.counts.delivered
    else { return nil }
    self.change = change
    self.after = after
    let (events, known) = (after.efforts.events, before.efforts.events)
    strays = Strays(
      outside: max(0, after.mean(events.outside - known.outside)),
      repeated: max(0, after.mean(events.repeated - known.repeated)))
    let (old, new) = (before.counts, after.counts)
    var more = [
      ("delayed", after.mean(new.late - old.late)),
      ("unconfirmed", after.mean(new.unconfirmed - old.unconfirmed)),
      // Of what happened where other crossings are confirmed.
      ("missed", after.mean(isSameRadius ? new.missed - old.missed : new.lost - old.lost)),
    ]
    if !isSameRadius {
      let hidden = new.lost(by: .merged) - old.lost(by: .merged)
      more.append(("hidden by the larger circle", after.mean(hidden)))
    }
    if after.outcomes.count > 1 {
      more.append(("spurious", after.mean(after.efforts.spurious - before.efforts.spurious)))
    }
    let changes = (after.changesPerHour ?? 0) - (before.changesPerHour ?? 0)
    more.append(("\(changes.rate == "1" ? "registration" : "registrations") an hour", changes))
    // A cost that rounds to 0 is not printed.
    costs = more.filter { $0.1 >= 0.05 }.map { "\($0.1.rate) more \($0.0)" }
  }

  /// Returns the changes that are better, the best first; of the radii only the best is among them.
  package static func best(
    of candidates: [Candidate], from before: AuditedStrategy, to outcomes: [AuditedStrategy]
  ) -> [Advice] {
    let advice = candidates.compactMap { candidate in
      outcomes.first { $0.strategy == candidate.strategy }.flatMap {
        Advice(candidate.change, from: before, to: $0)
      }
    }
    var hasRadius = false
    return sorted(advice).filter { advice in
      guard advice.change.hasPrefix("--min-radius") else { return true }
      defer { hasRadius = true }
      return !hasRadius
    }
  }

  /// Adds what the best two deliver together, unless that is no more than one of them alone.
  package static func adding(_ pair: Advice?, to advice: [Advice]) -> [Advice] {
    guard let pair, !advice.contains(where: pair.hasFigures) else { return advice }
    return sorted(advice + [pair])
  }

  private static func sorted(_ advice: [Advice]) -> [Advice] {
    // Sorting in the standard library keeps the order of equals.
    advice.sorted { $0.after.helpsMore(than: $1.after) }
  }

  private func hasFigures(of other: Self) -> Bool {
    zip(figures.sorted { $0.name < $1.name }, other.figures.sorted { $0.name < $1.name })
      .allSatisfy { $0.after.percent == $1.after.percent }
  }

  package var text: String { "\(change): \(effects)" }

  /// The figures with the change and what it costs, in words.
  package var effects: String {
    let judged = figures[0]
    let lead = judged.share == nil ? judged.lead.map { ", \($0.points) points more" } : nil
    let other = figures[1].share == nil && figures[1].lead == nil ? [] : [figures[1].text]
    return ([judged.text + (lead ?? "")] + other + costs + strays.clauses).joined(separator: ", ")
  }

  /// The arrivals and departures that reach the app with the change; `nil` for a mean of many trials.
  package var received: Int? { after.outcomes.count > 1 ? nil : after.account.received }
}

extension Double? {
  var percent: String { self?.percent ?? "-" }
}
