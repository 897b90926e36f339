import GeofenceBytes
import GeofenceCore

extension AuditText {
  var losses: [String] {
    let verdict = best.account.verdict
    let count = verdict.asked + verdict.waiting - verdict.inTime - verdict.filtered
    guard !isComplete, count > 0 else { return [] }
    let shown = best.account.judged.filter { !$0.verdict.isFine }.prefix(Self.shownLosses)
    let title = "missed, late or undecidable"
    return [
      "",
      count > shown.count
        ? "the first \(shown.count) of \(count) that were \(title) (--all lists every crossing)"
        : title,
    ] + table(of: shown)
  }

  var everyCrossing: [String] {
    let judged = best.account.judged
    if !isComplete || judged.isEmpty { return [] }
    return ["", "every arrival and departure"] + table(of: judged[...])
  }

  private func table(of crossings: ArraySlice<JudgedCrossing>) -> [String] {
    var table = TextTable(["time", "event", "region", "outcome", "why"])
    let judgements = Judgements(of: best.account, best.settings, report.phrasing())
    let audited = Dictionary(best.account.crossings.map { ($0.id, $0) }) { first, _ in first }
    for crossing in crossings {
      let id = crossing.id
      let device = report.name(ofDevice: id.device).map { " of \(VisibleText.quoted($0))" }
      var outcome = crossing.verdict.outcome.name
      if case .missed(let loss) = crossing.verdict.outcome, let cause = loss.cause {
        let others = audited[id].flatMap { best.others(of: $0) } ?? []
        outcome = cause.rawValue
        if !others.isEmpty { outcome += " (and \(others.joined(separator: ", ")))" }
      }
      table.append([
        id.time.rfc3339, id.name.rawValue, name(id.region) + (device ?? ""), outcome,
        judgements.sentence(on: id) ?? "",
      ])
    }
    return Array(lines(of: table).dropFirst())
  }
}
