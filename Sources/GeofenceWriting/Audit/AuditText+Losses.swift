import GeofenceBytes
import GeofenceCore

/// The part of the text that lists single crossings, and what became of each.
extension AuditText {
  /// The first of what was lost, and why.
  var losses: [String] {
    let count = best.counts.lost
    guard !isComplete, count > 0 else { return [] }
    let shown = best.account.losses.prefix(Self.shownLosses)
    let title =
      count > shown.count
      ? "the first \(shown.count) of \(count) losses (--all lists every crossing)" : "losses"
    return ["", title] + table(of: shown)
  }

  /// The lines about every crossing, where the text is complete.
  var everyCrossing: [String] {
    let crossings = best.account.crossings
    return isComplete && !crossings.isEmpty ? ["", "every crossing"] + table(of: crossings) : []
  }

  private func table(of crossings: some Sequence<AuditedCrossing>) -> [String] {
    var table = TextTable(["time", "event", "region", "outcome", "why"])
    for crossing in crossings {
      let device = report.name(ofDevice: crossing.device).map { " of \(VisibleText.quoted($0))" }
      let (outcome, why) = words(for: crossing)
      table.append([
        crossing.time.rfc3339, crossing.name.rawValue, name(crossing.region) + (device ?? ""),
        outcome, why,
      ])
    }
    return Array(table.lines.dropFirst())
  }

  private func words(for crossing: AuditedCrossing) -> (outcome: String, why: String) {
    switch crossing.outcome {
    case .lost:
      let text = report.text(of: crossing, under: best)
      return (text?.cause ?? "", text?.text ?? "")
    case .undecided:
      return ("undecided", "neither delivered nor confirmed when the track ends there")
    case .delivered(let delivery):
      let delay = (delivery.time - crossing.time).seconds
      let words = [
        "\(delay.magnitude.plain) s \(delay < 0 ? "before" : "after") the crossing",
        delivery.isInitial ? "by an initial enter" : nil,
        crossing.confirmedAt == nil ? "unconfirmed" : nil,
      ]
      return (
        crossing.isLate ? "late" : "delivered", words.compactMap(\.self).joined(separator: ", ")
      )
    }
  }
}

extension AuditReport {
  /// Returns the reason why a crossing was lost under a strategy; `nil` where it was not.
  package func text(
    of crossing: AuditedCrossing, under strategy: AuditedStrategy, clock: LocalClock = LocalClock()
  ) -> LossText? {
    LossText(
      crossing, names, remedy: strategy.account.remedies[crossing.id],
      judgesOverlap: strategy.settings.crossing.overlap != nil, clock: clock)
  }
}
