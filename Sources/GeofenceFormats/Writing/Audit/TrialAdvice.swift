import GeofenceCore

/// A change of a strategy that is better in many trials, with how sure that is.
public struct TrialAdvice: Sendable {
  /// The options that make the change.
  let change: String
  /// What it raises, and its means with and without the change.
  private let raised: (name: String, after: Double, before: Double)
  /// How much more, trial by trial with equal draws.
  private let lead: Spread
  /// What it costs, in words.
  private let costs: [String]

  /// - Returns: `nil` where the change is not better, or the trials leave it open.
  init?(
    _ change: String, from before: TrialReport.Strategy, to after: TrialReport.Strategy,
    _ report: TrialReport
  ) {
    guard let recall = after.lead(over: before, in: \.recall) else { return nil }
    let reach = after.lead(over: before, in: \.reach)
    let isLarger = after.strategy.minimumRadius > before.strategy.minimumRadius
    if recall.isPositive, let means = Self.means(after.recall, before.recall) {
      (raised, lead) = (("recall", means.0, means.1), recall)
    } else if isLarger, !recall.isNegative, let reach, reach.isPositive,
      let means = Self.means(after.reach, before.reach)
    {
      (raised, lead) = (("reach", means.0, means.1), reach)
    } else {
      return nil
    }
    self.change = change
    costs = Self.costs(from: before, to: after, report)
  }

  private static func means(_ after: Spread?, _ before: Spread?) -> (Double, Double)? {
    after.flatMap { after in before.map { (after.mean, $0.mean) } }
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
    return more.filter { $0.1 >= 0.05 }.map { "\($0.1.rate) more \($0.0)" }
  }

  public var text: String {
    let (name, after, before) = raised
    return "\(change): "
      + (["\(name) \(after.percent) instead of \(before.percent), \(lead.points) points more"]
      + costs).joined(separator: ", ")
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
