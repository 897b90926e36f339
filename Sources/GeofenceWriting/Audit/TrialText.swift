import GeofenceBytes
import GeofenceCore

/// An audit of many trials for people: what the app is told of, and how sure that is.
package struct TrialText {
  private let report: TrialReport
  /// Whether every region is listed.
  private let isComplete: Bool

  package init(_ report: TrialReport, isComplete: Bool) {
    self.report = report
    self.isComplete = isComplete
  }

  package var lines: [String] {
    guard let best = report.strategies.first else { return [] }
    let strategies = report.strategies.map(\.strategy)
    var lines = AuditConclusion(report, best: best).lines + [""]
    lines += [
      report.input.line, AuditColumn.common(strategies),
      "\(report.positioning), \(counted(report.count, "trial"))",
    ]
    if strategies.count > 1 {
      lines += ["", "strategies, the best first: means, and where 90 % of the trials lie"]
      lines += table
      lines += [
        "", "the best: \(AuditColumn.options(of: best.strategy, among: strategies))\(lead)",
      ]
    }
    return lines + [""] + summary(best) + [""] + levels(best) + regions(best)
      + AuditText.help(report.advice?.map(\.text))
  }

  /// By how much the best is better than the next, and than which ones perhaps not at all.
  private var lead: String {
    let strategies = report.strategies.map(\.strategy)
    let doubtful = report.strategies.dropFirst().compactMap { strategy -> String? in
      guard let behind = strategy.behind, !behind.isPositive else { return nil }
      let options = AuditColumn.options(of: strategy.strategy, among: strategies)
      let isEqual = behind.within == 0...0
      return "\(options) (\(isEqual ? "equal recall" : "\(behind.points) points of recall behind"))"
    }
    if !doubtful.isEmpty { return ", but not surely: \(doubtful.joined(separator: ", "))" }
    return report.strategies[1].behind.map { ", \($0.points) points of recall before the next" }
      ?? ""
  }

  private var table: [String] {
    let strategies = report.strategies
    let varied = AuditColumn.all.filter { $0.varies(among: strategies.map(\.strategy)) }
    var table = TextTable(
      varied.map(\.title) + [
        ">recall", "90 %", ">reach", "90 %", ">behind", "90 %", ">best in", ">missed", ">spurious",
        ">late", ">p50", ">p90", ">changed/h",
      ])
    for strategy in strategies {
      let counts = strategy.total.counts
      table.append(
        varied.map { $0.value(strategy.strategy) } + [
          strategy.recall.percent, strategy.recall.range, strategy.reach.percent,
          strategy.reach.range, strategy.behind.difference, strategy.behind.range,
          "\(strategy.bestShare.percent)", mean(counts.missed),
          mean(strategy.total.efforts.spurious), mean(counts.late),
          strategy.total.delays.median.spoken, strategy.total.delays.quantile(0.9).spoken,
          report.changesPerHour(strategy)?.rate ?? "-",
        ])
    }
    return table.lines
  }

  private func mean(_ count: Int) -> String { report.mean(count).rate }

  /// The best strategy in a sentence or two.
  private func summary(_ best: TrialReport.Strategy) -> [String] {
    guard let reach = best.reach else { return ["no crossing is decided: there is no reach"] }
    var text = "the app is told of \(reach.mean.ofTen) of 10 crossings"
    if report.count > 1 {
      text +=
        " (\(reach.within.lowerBound.ofTen) to \(reach.within.upperBound.ofTen) in 90 % of "
        + "the trials)"
    }
    if let half = best.total.delays.median, let most = best.total.delays.quantile(0.9) {
      text += ", half of them within \(half.spoken), nine of ten within \(most.spoken)"
    }
    let rarely = leastTold(best).prefix(3).filter { $0.share < 0.95 }.map {
      "\(name($0.region)) in \($0.share.ofTen) of 10"
    }
    if !rarely.isEmpty { text += "; least often of \(rarely.joined(separator: ", "))" }
    return [text]
  }

  private func levels(_ best: TrialReport.Strategy) -> [String] {
    let counts = best.total.counts
    var table = TextTable(["", ">", ""])
    func row(_ title: String, _ count: Int, _ words: String = "") {
      table.append([title, mean(count), words])
    }
    row("by plain geometry", counts.geometry)
    row("delivered to the app", counts.delivered, sentence("reach", best.reach))
    for kind in LossCause.Kind.allCases where kind != .circles || counts.lost(to: kind) > 0 {
      row(kind.title, counts.lost(to: kind), causes(counts, [kind]))
    }
    row("undecided", counts.undecided)
    row("confirmed with unlimited registrations", counts.confirmed, sentence("recall", best.recall))
    row("unconfirmed", counts.unconfirmed)
    row("spurious", best.total.efforts.spurious, "told without a crossing")
    return ["crossings in a trial, on average"] + table.lines.dropFirst()
  }

  /// A share with how sure its mean is, and where the trials lie.
  private func sentence(_ name: String, _ spread: Spread?) -> String {
    guard let spread else { return "" }
    let doubt =
      spread.uncertainty.isFinite
      ? " ± \((spread.uncertainty * 100).tenths.plain), \(spread.range) in 90 % of the trials" : ""
    return "\(name) \(spread.mean.percent)\(doubt)"
  }

  private func causes(
    _ counts: CrossingCounts, _ kinds: [LossCause.Kind] = LossCause.Kind.allCases
  ) -> String {
    // What rounds to nothing is left out.
    counts.losses(to: kinds).filter { report.mean($0.count) >= 0.05 }
      .map { "\($0.cause.rawValue) \(mean($0.count))" }.joined(separator: ", ")
  }

  /// The regions that were crossed, those told of least often first.
  private func leastTold(_ best: TrialReport.Strategy) -> [(region: Int, share: Double)] {
    let regions = best.total.regions.indices.compactMap { region in
      best.total.regions[region].reach.value.map { (region, $0) }
    }
    return regions.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  private func regions(_ best: TrialReport.Strategy) -> [String] {
    let crossed = leastTold(best)
    let others = report.names.indices.filter { best.total.regions[$0].geometry == 0 }
      .sorted { (distance($0), $0) < (distance($1), $1) }
    let limit = isComplete ? report.names.count : AuditText.shownRegions
    var table = TextTable(["region", ">crossings", ">told", "lost to"])
    for (region, share) in crossed.prefix(limit) {
      let counts = best.total.regions[region]
      table.append([
        name(region), mean(counts.geometry), share.percent,
        causes(counts),
      ])
    }
    for region in others.prefix(limit) {
      let note = report.visits[region].note(
        nearest: report.approaches[Int32(region)], in: report.input.times, of: report.devices)
      table.append(name(region), note: note)
    }
    let hidden = crossed.count + others.count - min(crossed.count, limit) - min(others.count, limit)
    return ["", "regions, those told of least often and the nearest of the others"]
      + (crossed.isEmpty ? Array(table.lines.dropFirst()) : table.lines)
      + (hidden > 0 ? ["  … and \(hidden) more (--all lists every region)"] : [])
  }

  private func distance(_ region: Int) -> Double {
    report.approaches[Int32(region)]?.distance ?? -1
  }

  private func name(_ region: Int) -> String {
    VisibleText.quoted(report.names[region].rawValue)
  }
}

extension Double {
  /// A share as so many of ten, with one decimal.
  fileprivate var ofTen: String { (self * 10).tenths.plain }
}

extension Spread {
  /// Where nine of ten trials lie, in per cent.
  fileprivate var range: String {
    let (low, high) = (within.lowerBound * 100, within.upperBound * 100)
    return "\(low.tenths.plain)–\(high.tenths.plain)"
  }
}

extension Spread? {
  fileprivate var percent: String { self?.mean.percent ?? "-" }

  fileprivate var range: String { self?.range ?? "-" }

  /// In percentage points.
  fileprivate var difference: String { map { ($0.mean * 100).tenths.plain } ?? "-" }
}
