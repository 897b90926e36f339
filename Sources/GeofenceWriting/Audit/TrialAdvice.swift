import GeofenceCore

/// A change of a strategy that is better in many trials, with how sure that is.
package struct TrialAdvice: Sendable {
  /// The options that make the change.
  package let change: String
  /// A figure's means with the change and before.
  private struct Figure {
    let name: String
    let after: Double
    let before: Double
    /// How much more, trial by trial with equal draws.
    let lead: Spread

    init?(
      _ name: String, _ means: KeyPath<TrialReport.Strategy, Spread?>,
      _ share: KeyPath<CrossingCounts, Share>, from before: TrialReport.Strategy,
      to after: TrialReport.Strategy
    ) {
      guard let lead = after.lead(over: before, in: share), let new = after[keyPath: means]?.mean,
        let old = before[keyPath: means]?.mean
      else { return nil }
      self.name = name
      self.after = new
      self.before = old
      self.lead = lead
    }

    /// Whether it is surely more, and not only in what rounding hides.
    var isRaised: Bool { lead.isPositive && after.percent != before.percent }

    var text: String {
      "\(name) \(after.percent) "
        + (after.percent == before.percent ? "as before" : "instead of \(before.percent)")
    }
  }

  /// The one that the change is judged by.
  private let judged: Figure
  private let other: Figure?
  /// The mean of what the user noticed, with the change.
  let reach: Double
  /// What it costs, in words.
  private let costs: [String]

  /// - Returns: `nil` where the change is not better, or the trials leave it open.
  init?(
    _ change: String, from before: TrialReport.Strategy, to after: TrialReport.Strategy,
    _ report: TrialReport
  ) {
    let recall = Figure("recall", \.recall, \.recall, from: before, to: after)
    let reach = Figure("reach", \.reach, \.reach, from: before, to: after)
    // Another radius confirms other crossings, so that only reach can be compared.
    let isLarger = after.strategy.minimumRadius != before.strategy.minimumRadius
    guard let judged = isLarger ? reach : recall, judged.isRaised else { return nil }
    self.judged = judged
    other = isLarger ? recall : reach
    self.change = change
    self.reach = after.reach?.mean ?? 0
    costs = Self.costs(from: before, to: after, report)
  }

  /// Whether it has the figures of another, as they are printed.
  func hasFigures(of other: Self) -> Bool {
    Set([judged.text, self.other?.text]) == Set([other.judged.text, other.other?.text])
  }

  private static func costs(
    from before: TrialReport.Strategy, to after: TrialReport.Strategy, _ report: TrialReport
  ) -> [String] {
    let counts = (before.total.counts, after.total.counts)
    let efforts = (before.total.efforts, after.total.efforts)
    let changes = (report.changesPerHour(before) ?? 0, report.changesPerHour(after) ?? 0)
    let more = [
      ("late", report.mean(counts.1.late - counts.0.late)),
      ("unconfirmed", report.mean(counts.1.unconfirmed - counts.0.unconfirmed)),
      ("missed", report.mean(counts.1.missed - counts.0.missed)),
      ("spurious", report.mean(efforts.1.spurious - efforts.0.spurious)),
      ("registrations an hour", changes.1 - changes.0),
    ]
    // What rounds to nothing is none.
    return more.filter { $0.1 >= 0.05 }.map { name, count in
      let isOne = count.rate == "1" && name.hasPrefix("registrations")
      return "\(count.rate) more \(isOne ? "registration an hour" : name)"
    }
  }

  package var text: String { "\(change): \(effects)" }

  /// The figures with the change and what it costs, in words.
  package var effects: String {
    let figures =
      ["\(judged.text), \(judged.lead.points) points more"] + (other.map { [$0.text] } ?? [])
    return (figures + costs).joined(separator: ", ")
  }
}

extension Spread {
  /// Whether the mean of very many trials is surely above 0, as sure as an interval that holds in nine
  /// of ten cases is, and by a tenth of a percentage point.
  var isPositive: Bool { mean > uncertainty && mean >= 0.0005 }

  /// The same below 0.
  var isNegative: Bool { -mean > uncertainty && -mean >= 0.0005 }

  /// A mean of shares in percentage points, and how far off it may be.
  var points: String {
    let doubt = uncertainty.isFinite ? " ± \((uncertainty * 100).tenths.plain)" : ""
    return (mean * 100).tenths.plain + doubt
  }
}
