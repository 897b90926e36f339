import GeofenceBytes
import GeofenceCore

/// The two lines that an audit for people begins with: what was lost and why, and what would help
/// most.
struct AuditConclusion {
  private let report: AuditReport
  private let best: AuditedStrategy
  private let counts: CrossingCounts
  private let isSingleAudit: Bool

  init(_ report: AuditReport, best: AuditedStrategy) {
    (self.report, self.best, counts) = (report, best, best.counts)
    isSingleAudit = report.trials == 1
  }

  var lines: [String] {
    [(subject.map { "\($0), " } ?? "") + verdict, remedy]
  }

  /// The strategy that is judged, in words; `nil` where there is no other.
  private var subject: String? {
    let all = report.strategies.map(\.strategy)
    guard all.count > 1 else { return nil }
    let options = AuditColumn.options(of: best.strategy, among: all)
    return "with the best of \(all.count) strategies" + (options.isEmpty ? "" : " (\(options))")
  }

  /// The nearest that a device came to a region, in words, where none came into one.
  private var nearest: String? {
    report.nearest.first.map { region, approach in
      "\(VisibleText.quoted(report.names[region].rawValue)), "
        + report.words(for: approach)
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
    let isOne = isSingleAudit && counts.lost == 1
    let isAll = isSingleAudit && counts.lost == counts.geometry
    let share = isAll ? everyOne : "\(best.shown(counts.lost) ?? "fewer than 0.1") of \(all)"
    let average = isSingleAudit ? "" : " in a trial on average"
    let text = "\(share) \(isOne ? "was" : "were") lost\(average)"
    let thieves = thieves
    if thieves.isEmpty { return text }
    if thieves.count == 1, isSingleAudit { return "\(text) \(thieves[0].words)" }
    return "\(text): " + thieves.map { "\($0.count) \($0.words)" }.joined(separator: ", ")
  }

  /// The numbers of losses of each kind, with their causes.
  private var thieves: [(count: String, words: String)] {
    LossCause.Kind.allCases.compactMap { kind in
      let causes = counts.losses(to: [kind]).compactMap { cause in
        best.shown(cause.count).map { (name: cause.cause.rawValue, count: $0) }
      }
      guard let count = best.shown(counts.lost(to: kind)), let first = causes.first else {
        return nil
      }
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
    let delivered = best.shown(counts.delivered) ?? "fewer than 0.1"
    let share = isAll ? everyOne : "\(delivered) of \(all)"
    let isOne = isAll ? isSingle : delivered == "1"
    let trials = isSingleAudit ? "" : " in any of \(report.trials) trials"
    return "nothing was lost\(trials): \(share) \(isOne ? "was" : "were") delivered"
  }

  private var remarks: [String] {
    var remarks: [String] = []
    func note(_ count: Int, _ word: String) {
      guard count > 0, let number = best.shown(count) else { return }
      remarks.append("\(number) \(number == "1" ? "was" : "were") \(word)")
    }
    if counts.delivered > 0 || counts.lost > 0 {
      note(counts.undecided, "undecided when the track ended")
    }
    if counts.lost == 0 {
      note(counts.late, "late")
      note(counts.unconfirmed, "unconfirmed")
    }
    let spurious = best.efforts.spurious
    if let number = best.shown(spurious), spurious > 0 {
      remarks.append("\(number) \(number == "1" ? "event" : "events") came without a crossing")
    }
    if counts.confirmed == 0 {
      remarks.append("the rules confirm no crossing, so there is no recall")
    }
    return remarks
  }

  /// A Boolean value that indicates whether a device was in a region.
  private var isVisited: Bool { !report.visits.allSatisfy(\.isEmpty) }

  private var isSingle: Bool { best.shown(counts.geometry) == "1" }

  /// The crossings that happened, counted.
  private var all: String {
    "\(best.shown(counts.geometry) ?? "0") \(isSingle ? "crossing" : "crossings")"
  }

  /// The same, where something is true of every one.
  private var everyOne: String {
    switch best.shown(counts.geometry) {
    case "1": "the one crossing"
    case "2": "both crossings"
    default: "all \(all)"
    }
  }

  // MARK: what would help

  private var remedy: String {
    if counts.geometry == 0 {
      if isVisited { return "what would help: a track with crossings that the app asks for" }
      return "what would help: a track that crosses a region"
        + (nearest.map { "; the nearest is \($0)" } ?? "")
    }
    if counts.lost == 0 { return "no change was tried, as nothing was lost" }
    guard let advice = report.advice else { return "no change was tried" }
    return advice.first.map { "what would help most: \($0.text)" }
      ?? "nothing that was tried is better"
  }
}
