import GeofenceBytes
import GeofenceCore

/// An audit for people: one screen that says what was lost, why, and what would help.
package struct AuditText {
  let report: AuditReport
  /// Whether every loss and every delivery is listed.
  let isComplete: Bool
  /// How many regions are shown where there are more, of those that lost most and of those that
  /// nothing happened to.
  static let shownRegions = 8
  package static let shownLosses = 10

  package init(_ report: AuditReport, isComplete: Bool) {
    self.report = report
    self.isComplete = isComplete
  }

  package var lines: [String] {
    let ranking = report.ranking.map { report.strategies[$0] }
    guard let best = ranking.first else { return [] }
    let strategies = ranking.map(\.strategy)
    var lines = AuditConclusion(report, best: best).lines + [""]
    lines += [report.input.line, AuditColumn.common(strategies)]
    if let positioning = report.positioning { lines.append(positioning) }
    if ranking.count > 1 {
      lines += ["", "strategies, the best first"] + table(of: ranking)
      lines += ["", "the best: \(AuditColumn.options(of: best.strategy, among: strategies))"]
    }
    return lines + [""] + levels(of: best) + losses(of: best) + regions(of: best)
      + Self.help(report.advice?.map(\.text)) + list(of: best)
  }

  /// A row for each of the figures that there are, with every strategy that comes to them.
  private func table(of ranking: [AuditReport.Strategy]) -> [String] {
    let varied = AuditColumn.all.filter { $0.varies(among: ranking.map(\.strategy)) }
    let figures = [
      ">recall", ">reach", ">missed", ">unconfirmed", ">late", ">median", ">worst", ">changed/h",
    ]
    var table = TextTable(varied.map(\.title) + figures)
    var rest = ranking
    while let first = rest.first {
      let equals = rest.filter { $0.hasFigures(of: first) }
      rest.removeAll { $0.hasFigures(of: first) }
      for (number, block) in StrategyBlock.blocks(of: equals.map(\.strategy), varied).enumerated() {
        table.append(
          block.cells + (number == 0 ? cells(first) : figures.map { _ in "" }))
      }
    }
    return table.lines
  }

  private func cells(_ strategy: AuditReport.Strategy) -> [String] {
    let (counts, delays) = (strategy.counts, strategy.account.delays)
    return [
      counts.recall.text, counts.reach.text, "\(counts.missed)", "\(counts.unconfirmed)",
      "\(counts.late)", delays.median.spoken, delays.worst.spoken,
      strategy.changesPerHour?.rate ?? "-",
    ]
  }

  private func levels(of strategy: AuditReport.Strategy) -> [String] {
    let counts = strategy.counts
    let initially =
      counts.deliveredInitially > 0
      ? ", \(counts.deliveredInitially) of them by an initial enter" : ""
    var table = TextTable(["", ">", ""])
    func row(_ title: String, _ count: Int, _ words: String = "") {
      table.append([title, "\(count)", words])
    }
    row("by plain geometry", counts.geometry, counts.geometry == 0 ? "no region was crossed" : "")
    row(
      "delivered to the app", counts.delivered,
      counts.reach.whole > 0 ? "reach \(counts.reach.text)\(initially)" : "")
    let usual: [LossCause.Kind] =
      [.rules, .app] + (report.positioning == nil ? [] : [.positioning])
    for kind in LossCause.Kind.allCases where usual.contains(kind) || counts.lost(to: kind) > 0 {
      row(kind.title, counts.lost(to: kind), causes(counts, [kind]))
    }
    row(
      "undecided", counts.undecided,
      counts.undecided > 0 ? "neither told nor confirmed when the track ends there" : "")
    row(
      "confirmed with unlimited registrations", counts.confirmed,
      counts.confirmed > 0
        ? "\(counts.recall.part) of them delivered: recall \(counts.recall.text)" : "")
    row(
      "unconfirmed", counts.unconfirmed,
      counts.unconfirmed > 0 ? "delivered, but not confirmed" : "")
    if report.positioning != nil {
      let spurious = strategy.account.efforts.spurious
      row("spurious", spurious, spurious > 0 ? "told without a crossing" : "")
    }
    return ["crossings"] + table.lines.dropFirst() + others(strategy) + [costs(strategy)]
  }

  private func others(_ strategy: AuditReport.Strategy) -> [String] {
    let enters = strategy.account.efforts.otherEnters
    return enters > 0
      ? ["  beside these, \(counted(enters, "enter")) told of being inside already"] : []
  }

  private func costs(_ strategy: AuditReport.Strategy) -> String {
    let (counts, account) = (strategy.counts, strategy.account)
    let rate = strategy.changesPerHour.map { ", \($0.rate) an hour" } ?? ""
    return "  \(counted(counts.late, "delivery", "deliveries")) late; delay median "
      + "\(account.delays.median.spoken), worst \(account.delays.worst.spoken); "
      + "\(counted(account.efforts.tally.reselections, "reselection")), "
      + "\(counted(account.efforts.tally.changes, "registration")) changed\(rate)"
  }

  func causes(_ counts: CrossingCounts, _ kinds: [LossCause.Kind] = LossCause.Kind.allCases)
    -> String
  {
    counts.losses(to: kinds).map { "\($0.cause.rawValue) \($0.count)" }.joined(separator: ", ")
  }
}
