import GeofenceBytes
import GeofenceCore

extension AuditText {
  var losses: [String] {
    let verdict = best.account.verdict
    let count = verdict.asked + verdict.waiting - verdict.inTime - verdict.filtered
    guard !isComplete, count > 0 else { return [] }
    let shown = best.account.faults.prefix(Self.shownLosses)
    let title = "missed, late or undecidable"
    return [
      "",
      count > shown.count
        ? "the first \(shown.count) of \(count) that were \(title) (--all lists every crossing)"
        : title,
    ] + table(of: shown)
  }

  var everyCrossing: [String] {
    let crossings = best.account.crossings
    if !isComplete || crossings.isEmpty { return [] }
    return ["", "every arrival and departure"] + table(of: crossings[...])
  }

  private func table(of crossings: ArraySlice<AuditedCrossing>) -> [String] {
    var table = TextTable(["time", "event", "region", "outcome", "why"])
    let judgements = Judgements(of: best.account, best.settings, report.phrasing())
    for crossing in crossings {
      guard let judged = crossing.judged else { continue }
      let id = crossing.id
      let device = report.name(ofDevice: id.device).map { " of \(VisibleText.quoted($0))" }
      var outcome = judged.verdict.outcome.name
      if let cause = judged.verdict.loss?.cause {
        let others = best.others(of: crossing) ?? []
        outcome = cause.rawValue
        if !others.isEmpty { outcome += " (and \(others.joined(separator: ", ")))" }
      }
      table.append([
        id.time.rfc3339, id.name.rawValue, name(id.region) + (device ?? ""), outcome,
        judgements.sentence(on: judged),
      ])
    }
    return Array(lines(of: table).dropFirst())
  }
}
