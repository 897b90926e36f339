import GeofenceBytes
import GeofenceCore

/// An audit for people: one screen that says what was lost, why, and what would help; of many
/// trials also how sure that is.
package struct AuditText {
  let report: AuditReport
  let best: AuditedStrategy
  let isComplete: Bool
  private let width: Int?
  static let shownRegions = 8
  package static let shownLosses = 10
  /// The number of losses that are kept: so that many of them can be one flutter, and that few
  /// audits have to find theirs once more to explain them.
  package static let keptLosses = 5000

  package init(_ report: AuditReport, isComplete: Bool, width: Int? = nil) {
    self.report = report
    self.width = width
    self.isComplete = isComplete
    best = report.strategies[report.best]
  }

  var hasTrials: Bool { report.trials > 1 }

  package var lines: [String] {
    let whatIf = report.ranking.filter(report.whatIf.contains).map { report.strategies[$0] }
    let ranked = Array(report.ranked.dropLast(whatIf.count))
    let strategies = report.ranked.map(\.strategy)
    var lines = conclusion + [""]
    lines += [report.input.line] + AuditColumn.common(strategies)
    if let positioning = report.positioning {
      lines.append(positioning + (hasTrials ? ", \(counted(report.trials, "trial"))" : ""))
    }
    if ranked.count > 1 {
      let measure =
        report.measure == .reach ? " (by reach: interfaces confirm by rules of their own)" : ""
      let means = hasTrials ? ": means, and where 90 % of the trials lie" : ""
      lines += ["", "strategies, the best first\(measure)\(means)"] + table(of: ranked, strategies)
      lines += winners(ranked)
    }
    if !whatIf.isEmpty {
      lines += ["", "what if the system were another, which no app can choose"]
      lines += table(of: (ranked.count > 1 ? [] : ranked) + whatIf, strategies)
    }
    lines += comparison
    if hasTrials { lines += summary }
    if report.interfaces.count > 1 {
      lines += ["", "all that follows is by \(best.settings.api.rules.name) alone"]
    }
    lines += [""] + levels + (hasTrials ? [] : losses) + regions
    let advice = report.adviceTexts ?? []
    if !advice.isEmpty {
      lines += ["", "what helps, tried one at a time, then the best two together"]
      lines += advice.map { "  \($0)" }
    }
    return lines + byDevice + (hasTrials ? [] : everyCrossing)
  }

  // MARK: the conclusion

  private var conclusion: [String] {
    let words = ClaimWords(best.settings, report.phrasing())
    let subject = report.worthless == nil ? report.conditions(subject) : nil
    let verdict =
      report.conclusionOfInterfaces()
      ?? [words.sentences(report.claims(on: best), subject: subject).joined(separator: " ")]
    return verdict + [report.doubt].compactMap(\.self) + report.advice(by: words)
  }

  private var subject: String? {
    let all = report.strategies.map(\.strategy)
    guard all.count > 1 else { return nil }
    let options = AuditColumn.options(of: best.strategy, among: all)
    let count = all.count - report.whatIf.count
    if count == 1 { return options.isEmpty ? nil : "with \(options)," }
    return "with the best of \(count) strategies" + (options.isEmpty ? "," : " (\(options)),")
  }

  // MARK: strategies

  private func winners(_ ranked: [AuditedStrategy]) -> [String] {
    let all = report.ranked.map(\.strategy)
    guard report.interfaces.count > 1 else {
      return ["", "the best: \(AuditColumn.options(of: best.strategy, among: all))\(lead(ranked))"]
    }
    let lines = report.bestOfInterfaces.map { report.strategies[$0].strategy }
      .filter { best in ranked.count { $0.settings.api == best.settings.api } > 1 }
      .map { best in
        let own = all.filter { $0.settings.api == best.settings.api }
        return "the best of \(best.settings.api.rules.name): "
          + AuditColumn.options(of: best, among: own)
      }
    return lines.isEmpty ? [] : [""] + lines
  }

  /// A row for each strategy. In an audit of one run strategies of equal figures share a row.
  private func table(of ranked: [AuditedStrategy], _ all: [AuditStrategy]) -> [String] {
    let varied = AuditColumn.all.filter { $0.varies(among: all) }
    var table = TextTable(varied.map(\.title) + figures(of: best).map(\.title))
    var rest = ranked
    while let first = rest.first {
      let isShared = { (other: AuditedStrategy) in
        hasTrials ? other.strategy == first.strategy : other.hasFigures(of: first)
      }
      let blocks = StrategyBlock.blocks(of: rest.filter(isShared).map(\.strategy), varied)
      rest.removeAll(where: isShared)
      let cells = figures(of: first).map(\.cell)
      for (number, block) in blocks.enumerated() {
        table.append(block.cells + (number == 0 ? cells : cells.map { _ in "" }))
      }
    }
    return lines(of: table)
  }

  func lines(of table: TextTable) -> [String] { table.lines(fitting: width) }

  private func figures(of strategy: AuditedStrategy) -> [(title: String, cell: String)] {
    let (counts, delays) = (strategy.counts, strategy.account.delays)
    func share(_ title: String, _ spread: Spread?) -> [(String, String)] {
      [(title, spread?.mean.percent ?? "-")] + (hasTrials ? [("90 %", spread?.range ?? "-")] : [])
    }
    var figures = share(">recall", strategy.recall) + share(">reach", strategy.reach)
    if hasTrials {
      figures += [
        (">behind", strategy.behind.map { ($0.mean * 100).tenths.plain } ?? "-"),
        ("90 %", strategy.behind?.range ?? "-"), (">best in", strategy.bestShare?.percent ?? "-"),
      ]
    }
    figures.append((">missed", strategy.figure(counts.missed)))
    figures.append(
      hasTrials
        ? (">spurious", strategy.figure(strategy.efforts.spurious))
        : (">unconfirmed", strategy.figure(counts.unconfirmed)))
    return figures + [
      (">delayed", strategy.figure(counts.late)),
      (hasTrials ? ">p50" : ">median", delays.median.spoken),
      hasTrials ? (">p90", delays.quantile(0.9).spoken) : (">worst", delays.worst.spoken),
      (">changed/h", strategy.changesPerHour?.rate ?? "-"),
    ] + (report.positioning == nil ? [] : costs(of: strategy))
  }

  private func costs(of strategy: AuditedStrategy) -> [(title: String, cell: String)] {
    [(">updates/h", strategy.efforts.updates), (">starts/h", strategy.efforts.starts)]
      .map { ($0.0, strategy.perHour($0.1)?.rate ?? "-") }
  }

  private func lead(_ ranked: [AuditedStrategy]) -> String {
    guard hasTrials else { return "" }
    let share = report.measure.rawValue
    let doubtful = ranked.dropFirst().compactMap { strategy -> String? in
      guard let behind = strategy.behind, !behind.isPositive else { return nil }
      let isEqual = behind.within == 0...0
      // Of equal recall the reach decides.
      if isEqual, let more = best.lead(over: strategy, by: .reach), more.isPositive { return nil }
      let options = AuditColumn.options(of: strategy.strategy, among: ranked.map(\.strategy))
      let lead = isEqual ? "equal \(share)" : "\(behind.points) points of \(share) behind"
      return "\(options) (\(lead))"
    }
    if !doubtful.isEmpty { return ", but not surely: \(doubtful.joined(separator: ", "))" }
    let next = ranked[1].behind
    if next?.within == 0...0, let more = best.lead(over: ranked[1], by: .reach) {
      return ", \(more.points) points of reach before the next, of equal \(share)"
    }
    return next.map { ", \($0.points) points of \(share) before the next" } ?? ""
  }

  // MARK: the best

  private var summary: [String] {
    var parts: [String] = []
    let delays = best.account.delays
    if delays.median != nil {
      parts.append(
        "delay median \(delays.median.spoken), nine of ten at most "
          + delays.quantile(0.9).spoken)
    }
    let rarely = leastDelivered.compactMap { region in
      best.account.regions[region].reach.value.map { (region: region, share: $0) }
    }.prefix(3).filter { $0.share < 0.95 }.map { "\(name($0.region)) in \($0.share.ofTen) of 10" }
    if !rarely.isEmpty { parts.append("least often: \(rarely.joined(separator: ", "))") }
    return parts.isEmpty ? [] : ["", parts.joined(separator: "; ")]
  }

  private var levels: [String] {
    let (counts, spurious) = (best.counts, best.efforts.spurious)
    var table = TextTable(["", ">", ""])
    func row(_ title: String, _ count: Int, _ words: String = "", if isSaid: Bool = true) {
      table.append([title, best.figure(count), isSaid ? words : ""])
    }
    row(
      "by plain geometry", counts.geometry,
      best.account.verdict.waiting > 0
        ? "none after the date of its reminder" : "no region was crossed",
      if: !hasTrials && counts.geometry == 0)
    row("delivered to the app", counts.delivered, reach)
    for kind in LossCause.Kind.allCases {
      let isUsual = kind == .positioning ? report.positioning != nil : kind != .circles
      if isUsual || counts.lost(to: kind) > 0 {
        row(kind.title, counts.lost(to: kind), causes(counts, [kind]))
      }
    }
    row(
      "undecided", counts.undecided, "neither delivered nor confirmed when the track ends there",
      if: !hasTrials && counts.undecided > 0)
    let verdict = best.account.verdict
    let undecidable =
      hasTrials || verdict.undecidable > counts.undecided ? verdict.undecidable : 0
    let among = [
      ("undecidable among these", undecidable, "the recording leaves it open"),
      ("jitter among these", verdict.filtered, "taken back within the dwell, and no fault"),
      ("in an outage among these", verdict.shadowed, "nothing could reach the app anyway"),
    ]
    for (title, count, words) in among where best.mean(count) >= 0.05 { row(title, count, words) }
    row("confirmed with unlimited registrations", counts.confirmed, recall)
    row(
      "unconfirmed", counts.unconfirmed, "delivered, but not confirmed",
      if: !hasTrials && counts.unconfirmed > 0)
    if report.positioning != nil {
      row("spurious", spurious, "delivered without a crossing", if: hasTrials || spurious > 0)
    }
    let title = hasTrials ? "crossings in a trial, on average" : "crossings"
    return [title] + lines(of: table).dropFirst() + (hasTrials ? [] : costs) + battery
  }

  private var reach: String {
    if hasTrials { return sentence("reach", best.reach) }
    let (share, initial) = (best.counts.reach, best.counts.deliveredInitially)
    if share.whole == 0 { return "" }
    // The rows give an event to a crossing by the circle that is watched, and verdicts by the region.
    let received = best.account.received
    return "reach \(share.text)" + (initial > 0 ? ", \(initial) of them by an initial event" : "")
      + (received > best.counts.delivered
        ? "; \(received.grouped) by the verdicts of the first line" : "")
  }

  private var recall: String {
    if hasTrials { return sentence("recall", best.recall) }
    let share = best.counts.recall
    return share.whole == 0 ? "" : "\(share.part) of them delivered: recall \(share.text)"
  }

  private func sentence(_ name: String, _ spread: Spread?) -> String {
    guard let spread else { return "" }
    let doubt = spread.doubt.isEmpty ? "" : "\(spread.doubt), \(spread.range) in 90 % of the trials"
    return "\(name) \(spread.mean.percent)\(doubt)"
  }

  private var battery: [String] {
    guard report.positioning != nil else { return [] }
    func rate(_ count: Int) -> String { best.perHour(count)?.rate ?? "-" }
    return [
      "  an hour: \(rate(best.efforts.updates)) location updates, \(rate(best.efforts.starts)) starts "
        + "of the app, \(rate(best.efforts.tally.changes)) registrations changed"
    ]
  }

  private var costs: [String] {
    let (efforts, delays) = (best.efforts, best.account.delays)
    let rate = best.changesPerHour.map { ", \($0.rate) an hour" } ?? ""
    let others =
      "  and \(counted(efforts.otherEnters, "enter")) "
      + EventReason.text(isEnter: true, isInitial: false)
    let repeated =
      "  \(counted(efforts.repeated, "enter")) repeated: the last enter or exit of the region was an enter, too"
    let shown =
      best.settings.api.rules.losesRegistrations && efforts.repeated > 0
      ? [repeated] : []
    return (efforts.otherEnters > 0 ? [others] : []) + shown + [
      "  \(counted(best.account.verdict.late, "delivery", "deliveries")) late; delay median "
        + "\(delays.median.spoken), worst \(delays.worst.spoken); "
        + "\(counted(efforts.tally.reselections, "reselection")), "
        + "\(counted(efforts.tally.changes, "registration")) changed\(rate)"
    ]
  }

  func causes(_ counts: CrossingCounts, _ kinds: [LossCause.Kind] = LossCause.Kind.allCases)
    -> String
  {
    counts.losses(to: kinds).compactMap { cause, count in
      best.shown(count).map { "\(cause.rawValue) \($0)" }
    }.joined(separator: ", ")
  }
}

extension AuditedStrategy {
  fileprivate func hasFigures(of other: Self) -> Bool {
    outcomes[0].precedes(other.outcomes[0], by: .recall) == nil
      && counts.missed == other.counts.missed
      && counts.unconfirmed == other.counts.unconfirmed
      && account.delays.median == other.account.delays.median
      && account.delays.worst == other.account.delays.worst
  }
}

extension Double {
  fileprivate var ofTen: String { (self * 10).tenths.plain }
}

extension Spread {
  /// The range that holds nine of ten trials, in per cent.
  fileprivate var range: String {
    let (low, high) = (within.lowerBound * 100, within.upperBound * 100)
    return "\(low.tenths.plain)–\(high.tenths.plain)"
  }
}

extension AuditReport.Input {
  fileprivate var line: String {
    let times = times.map { ", \($0.lowerBound.rfc3339) to \($0.upperBound.rfc3339)" } ?? ""
    return "audit of \(counted(tracks, "track")), \(counted(devices, "device")), "
      + "\(counted(fixes, "fix", "fixes")), \(counted(regions, "region"))\(times)"
  }
}
