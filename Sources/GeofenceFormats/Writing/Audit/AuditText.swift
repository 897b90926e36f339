import GeofenceCore

/// An audit for people: one screen that says what was lost, why, and what to do.
public struct AuditText {
  private let report: AuditReport
  /// Whether every loss and every delivery is listed.
  let isComplete: Bool
  static let shownRegions = 8
  static let shownLosses = 10

  public init(_ report: AuditReport, isComplete: Bool) {
    self.report = report
    self.isComplete = isComplete
  }

  public var lines: [String] {
    let ranking = report.ranking
    guard let best = ranking.first else { return [] }
    var lines = [inputLine]
    let common = AuditColumn.all.filter { !$0.varies(among: ranking) }
    lines.append(
      (ranking.count > 1 ? "in common: " : "strategy: ")
        + (common.map { "\($0.title) \($0.value(best.settings))" }
        + [best.settings.api.rawValue]).joined(separator: ", "))
    if ranking.count > 1 {
      lines += ["", "strategies, the best first"] + table(of: ranking)
      lines += ["", "the best: \(name(of: best, among: ranking))"]
    }
    return lines + [""] + levels(of: best) + losses(of: best)
  }

  private var inputLine: String {
    let input = report.input
    let times = input.times.map { ", \($0.lowerBound.rfc3339) to \($0.upperBound.rfc3339)" } ?? ""
    return "audit of \(counted(input.tracks, "track")), \(counted(input.devices, "device")), "
      + "\(counted(input.fixes, "fix", "fixes")), \(counted(input.regions, "region"))\(times)"
  }

  private func name(of strategy: AuditReport.Strategy, among all: [AuditReport.Strategy]) -> String
  {
    AuditColumn.all.filter { $0.varies(among: all) }
      .map { "--\($0.title) \($0.value(strategy.settings).prefix { $0 != " " })" }
      .joined(separator: " ")
  }

  private func table(of ranking: [AuditReport.Strategy]) -> [String] {
    let varied = AuditColumn.all.filter { $0.varies(among: ranking) }
    var table = TextTable(
      varied.map(\.title) + [
        ">recall", ">missed", ">late", ">median", ">worst", ">changed", "lost to",
      ])
    for strategy in ranking {
      let totals = strategy.totals
      table.append(
        varied.map { $0.value(strategy.settings) } + [
          totals.recallText, "\(totals.missed)", "\(totals.late)", delay(totals.medianDelay),
          delay(totals.worstDelay), "\(strategy.tally.changes)", causes(totals),
        ])
    }
    return table.lines
  }

  private func levels(of strategy: AuditReport.Strategy) -> [String] {
    let totals = strategy.totals
    let byRules = totals.crossings - totals.confirmed
    var table = TextTable(["", ">", ""])
    table.append(["by plain geometry", "\(totals.crossings)", ""])
    table.append(
      [
        "confirmed with unlimited registrations", "\(totals.confirmed)",
        byRules > 0 ? "\(byRules) lost to the rules" : "",
      ])
    let initially =
      totals.deliveredInitially > 0
      ? ", \(totals.deliveredInitially) of them by an initial enter" : ""
    table.append(
      [
        "delivered to the app", "\(totals.delivered)",
        totals.crossings > 0 ? "recall \(totals.recallText)\(initially)" : "no region was crossed",
      ])
    let others =
      strategy.otherEnters > 0
      ? ["  beside these, \(counted(strategy.otherEnters, "enter")) told of being inside already"]
      : []
    return ["crossings"] + table.lines.dropFirst() + others + [
      "  \(counted(totals.late, "delivery", "deliveries")) late; delay median "
        + "\(delay(totals.medianDelay)), worst \(delay(totals.worstDelay)); "
        + "\(counted(strategy.tally.reselections, "reselection")), "
        + "\(counted(strategy.tally.changes, "registration")) changed"
    ]
  }

  func causes(_ totals: AuditTotals) -> String {
    totals.losses.map { "\($0.cause.rawValue) \($0.count)" }.joined(separator: ", ")
  }

  private func delay(_ interval: Interval?) -> String {
    interval.map { "\($0.seconds.plain) s" } ?? "-"
  }

}
