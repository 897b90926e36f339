import GeofenceBytes
import GeofenceCore

extension AuditText {
  /// The first of what was lost, and why.
  func losses(of strategy: AuditReport.Strategy) -> [String] {
    let count = strategy.counts.lost
    guard !isComplete, count > 0 else { return [] }
    let shown = strategy.account.losses.prefix(Self.shownLosses)
    let title =
      count > shown.count
      ? "the first \(shown.count) of \(count) losses (--all lists every crossing)" : "losses"
    return ["", title] + table(of: shown)
  }

  /// Every crossing, when the text is complete.
  func list(of strategy: AuditReport.Strategy) -> [String] {
    isComplete && !strategy.account.crossings.isEmpty
      ? ["", "every crossing"] + table(of: strategy.account.crossings) : []
  }

  /// What was tried and what it comes to.
  static func help(_ advice: [String]?) -> [String] {
    guard let advice, !advice.isEmpty else { return [] }
    return ["", "what helps, tried one at a time, then the best two together"]
      + advice.map { "  \($0)" }
  }

  private func table(of crossings: some Sequence<AuditedCrossing>) -> [String] {
    var table = TextTable(["time", "event", "region", "outcome", "why"])
    for crossing in crossings {
      let device = report.name(ofDevice: crossing.device).map {
        " of \(VisibleText.quoted($0))"
      }
      let name = VisibleText.quoted(report.names[Int(crossing.region)].rawValue)
      let (outcome, why) = words(for: crossing)
      table.append(
        [crossing.time.rfc3339, crossing.name.rawValue, name + (device ?? ""), outcome, why])
    }
    return Array(table.lines.dropFirst())
  }

  private func words(for crossing: AuditedCrossing) -> (outcome: String, why: String) {
    switch crossing.outcome {
    case .lost:
      let text = LossText(crossing, report.names)
      return (text?.cause ?? "", text?.text ?? "")
    case .undecided: return ("undecided", "neither told nor confirmed when the track ends there")
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
