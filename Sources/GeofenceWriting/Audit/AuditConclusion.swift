import GeofenceBytes
import GeofenceCore

/// The two lines that an audit for people begins with: what was lost and why, and what would help most.
struct AuditConclusion {
  private let counts: CrossingCounts
  private let efforts: AuditEfforts
  private let visits: [Visits]
  /// The strategy that is judged, in words; `nil` where there is no other.
  private let subject: String?
  /// The number of trials; `nil` where there were none.
  private let trials: Int?
  /// The nearest that a device came to a region, in words, where none came into one.
  private let nearest: String?
  /// The change that helps most; `nil` where none does.
  private let advice: String?
  private let isAdvised: Bool

  init(_ report: AuditReport, best: AuditReport.Strategy) {
    counts = best.counts
    efforts = best.account.efforts
    visits = report.visits
    subject = Self.subject(best.strategy, among: report.strategies.map(\.strategy))
    trials = nil
    nearest = Self.nearest(report.approaches, report.names, report.input, report.devices)
    advice = report.advice?.first?.text
    isAdvised = report.advice != nil
  }

  init(_ report: TrialReport, best: TrialReport.Strategy) {
    counts = best.total.counts
    efforts = best.total.efforts
    visits = report.visits
    subject = Self.subject(best.strategy, among: report.strategies.map(\.strategy))
    trials = report.count
    nearest = Self.nearest(report.approaches, report.names, report.input, report.devices)
    advice = report.advice?.first?.text
    isAdvised = report.advice != nil
  }

  var lines: [String] {
    [(subject.map { "\($0), " } ?? "") + verdict, remedy]
  }

  private static func subject(_ best: AuditStrategy, among all: [AuditStrategy]) -> String? {
    guard all.count > 1 else { return nil }
    let options = AuditColumn.options(of: best, among: all)
    return "with the best of \(all.count) strategies" + (options.isEmpty ? "" : " (\(options))")
  }

  private static func nearest(
    _ approaches: [Int32: Approach], _ names: [RegionIdentifier], _ input: AuditReport.Input,
    _ devices: [String?]
  ) -> String? {
    approaches.min { ($0.value.distance, $0.key) < ($1.value.distance, $1.key) }.map {
      region, approach in
      "\(VisibleText.quoted(names[Int(region)].rawValue)), "
        + approach.words(in: input.times, of: devices)
    }
  }

  // MARK: what was lost

  private var verdict: String {
    if counts.geometry == 0 {
      return "nothing could be lost: "
        + (isVisited ? "no crossing happened that the app asks for" : "no region was crossed")
        + ", so this says nothing of how well the app does"
    }
    let text = counts.lost > 0 ? lost : nothingLost
    return ([text] + remarks).joined(separator: "; ")
  }

  private var lost: String {
    let isOne = trials == nil && counts.lost == 1
    let isAll = trials == nil && counts.lost == counts.geometry
    let share = isAll ? everyOne : "\(number(counts.lost) ?? "fewer than 0.1") of \(all)"
    let average = trials == nil ? "" : " in a trial on average"
    let text = "\(share) \(isOne ? "was" : "were") lost\(average)"
    let thieves = thieves
    if thieves.isEmpty { return text }
    if thieves.count == 1, trials == nil { return "\(text) \(thieves[0].words)" }
    return "\(text): " + thieves.map { "\($0.count) \($0.words)" }.joined(separator: ", ")
  }

  /// How many were lost to what, and by which causes.
  private var thieves: [(count: String, words: String)] {
    LossCause.Kind.allCases.compactMap { kind in
      let causes = counts.losses(to: [kind]).compactMap { cause in
        number(cause.count).map { (name: cause.cause.rawValue, count: $0) }
      }
      guard let count = number(counts.lost(to: kind)), let first = causes.first else { return nil }
      let names =
        causes.count == 1
        ? first.name : causes.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
      return (count, "\(kind.title.dropFirst("lost ".count)) (\(names))")
    }
  }

  private var nothingLost: String {
    if counts.delivered == 0 {
      return "nothing was lost, and nothing was delivered: \(everyOne) "
        + (isSingle ? "was" : "were") + " undecided when the track ended"
    }
    let isAll = counts.delivered == counts.geometry
    let delivered = number(counts.delivered) ?? "fewer than 0.1"
    let share = isAll ? everyOne : "\(delivered) of \(all)"
    let isOne = isAll ? isSingle : delivered == "1"
    return "nothing was lost\(inTrials): \(share) \(isOne ? "was" : "were") delivered"
  }

  private var remarks: [String] {
    var remarks: [String] = []
    func note(_ count: Int, _ word: String) {
      guard count > 0, let number = number(count) else { return }
      remarks.append("\(number) \(number == "1" ? "was" : "were") \(word)")
    }
    if counts.delivered > 0 || counts.lost > 0 {
      note(counts.undecided, "undecided when the track ended")
    }
    if counts.lost == 0 {
      note(counts.late, "late")
      note(counts.unconfirmed, "unconfirmed")
    }
    if let number = number(efforts.spurious), efforts.spurious > 0 {
      remarks.append("\(number) \(number == "1" ? "event" : "events") told of no crossing")
    }
    if counts.confirmed == 0 {
      remarks.append("the rules confirm no crossing, so there is no recall")
    }
    return remarks
  }

  /// Whether a device was in a region.
  private var isVisited: Bool { !visits.allSatisfy(\.isEmpty) }

  private var isSingle: Bool { number(counts.geometry) == "1" }

  /// The crossings that happened, counted.
  private var all: String {
    "\(number(counts.geometry) ?? "0") \(isSingle ? "crossing" : "crossings")"
  }

  /// The same, where something is true of every one.
  private var everyOne: String {
    switch number(counts.geometry) {
    case "1": "the one crossing"
    case "2": "both crossings"
    default: "all \(all)"
    }
  }

  private var inTrials: String {
    trials.map { $0 == 1 ? " in the one trial" : " in any of \($0) trials" } ?? ""
  }

  /// A count as it is shown: of trials the mean; `nil` where that rounds to nothing.
  private func number(_ count: Int) -> String? {
    guard let trials else { return "\(count)" }
    let mean = Double(count) / Double(max(trials, 1))
    return mean < 0.05 ? nil : mean.rate
  }

  // MARK: what would help

  private var remedy: String {
    if counts.geometry == 0 {
      if isVisited { return "what would help: a track with crossings that the app asks for" }
      return "what would help: a track that crosses a region"
        + (nearest.map { "; the nearest is \($0)" } ?? "")
    }
    if counts.lost == 0 { return "no change was tried, as nothing was lost" }
    if let advice { return "what would help most: \(advice)" }
    return isAdvised ? "nothing that was tried is better" : "no change was tried"
  }
}
