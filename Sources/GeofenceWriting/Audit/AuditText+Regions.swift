import GeofenceBytes
import GeofenceCore

/// Every region: what became of its crossings, or how near a device came.
extension AuditText {
  /// A number of regions that fits the screen with everything else.
  private static let fewRegions = 2 * shownRegions

  func regions(of strategy: AuditReport.Strategy) -> [String] {
    let counts = strategy.account.regions
    let crossed = counts.indices.filter { counts[$0].geometry > 0 }
      .sorted { (-counts[$0].lost, $0) < (-counts[$1].lost, $1) }
    let others = counts.indices.filter { counts[$0].geometry == 0 }
      .sorted { (approach($0) ?? -1, $0) < (approach($1) ?? -1, $1) }
    guard !counts.isEmpty else { return [] }
    let isShort = isComplete || counts.count <= Self.fewRegions
    let limit = isShort ? counts.count : Self.shownRegions
    var table = TextTable([
      "region", ">geometry", ">delivered", ">lost", ">undecided", ">confirmed", ">unconfirmed",
      "lost to",
    ])
    for region in crossed.prefix(limit) {
      let counts = counts[region]
      let figures = [
        counts.geometry, counts.delivered, counts.lost, counts.undecided, counts.confirmed,
        counts.unconfirmed,
      ]
      table.append(
        [name(region)] + figures.map { "\($0)" } + [causes(counts)])
    }
    for region in others.prefix(limit) { table.append(name(region), note: report.note(on: region)) }
    let lines = crossed.isEmpty ? Array(table.lines.dropFirst()) : table.lines
    let hidden = [
      (crossed.count - limit, "more that was crossed", "more that were crossed"),
      (others.count - limit, "more that was not crossed", "more that were not crossed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    return [
      "", isShort ? "regions" : "regions, those that lost most and the nearest of the others",
    ]
      + lines
      + (hidden.isEmpty
        ? [] : ["  … and \(hidden.joined(separator: ", ")) (--all lists every region)"])
  }

  private func name(_ region: Int) -> String {
    VisibleText.quoted(report.names[region].rawValue)
  }

  /// Metres between a region that no device was in and the nearest fix.
  private func approach(_ region: Int) -> Double? { report.approaches[Int32(region)]?.distance }
}

extension AuditReport {
  /// Why nothing is counted of a region.
  package func note(on region: Int, clock: LocalClock = LocalClock()) -> String {
    visits[region].note(
      nearest: approaches[Int32(region)], in: input.times, of: devices, clock: clock)
  }
}
