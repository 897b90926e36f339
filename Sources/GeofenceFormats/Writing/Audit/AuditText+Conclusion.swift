import GeofenceCore

extension AuditText {
  /// The audit in two lines: what was lost and why, and what would help most.
  public var conclusion: [String] {
    guard let best = report.ranking.first.map({ report.strategies[$0] }) else { return [] }
    let counts = best.counts
    let crossings = counted(counts.geometry, "crossing")
    let outcome: String
    if counts.geometry == 0 {
      outcome = "no region was crossed"
    } else if counts.lost > 0 {
      let verb = counts.lost == 1 ? "was" : "were"
      outcome = "\(counts.lost) of \(crossings) \(verb) lost: \(causes(counts))"
    } else if counts.undecided > 0 {
      outcome = "none of \(crossings) was lost; \(counts.undecided) undecided where the track ends"
    } else {
      outcome =
        counts.geometry == 1
        ? "the only crossing was delivered" : "all \(crossings) were delivered"
    }
    let strategies = report.strategies.map(\.strategy)
    let options =
      strategies.count > 1
      ? "with \(AuditColumn.options(of: best.strategy, among: strategies)): " : ""
    return ["\(options)\(outcome)"] + Self.remedy(report.advice?.map(\.brief))
  }

  /// What helps most, in a line; none where nothing was tried.
  static func remedy(_ advice: [String]?) -> [String] {
    guard let advice else { return [] }
    return [advice.first.map { "what helps most: \($0)" } ?? "nothing that was tried would help"]
  }
}
