import GeofenceBytes
import GeofenceCore

extension AuditText {
  private static let fewRegions = 2 * shownRegions

  var regions: [String] {
    let counts = best.account.regions
    if counts.isEmpty { return [] }
    let crossed = hasTrials ? leastDelivered : mostLost
    let others = counts.indices.filter { counts[$0].geometry == 0 && report.isAsked($0) }
      .sorted { (approach($0) ?? -1, $0) < (approach($1) ?? -1, $1) }
    let isShort = isComplete || !hasTrials && counts.count <= Self.fewRegions
    let limit = isShort ? counts.count : Self.shownRegions
    var table = TextTable(["region"] + figures(of: CrossingCounts()).map(\.title) + ["lost to"])
    for region in crossed.prefix(limit) {
      let counts = counts[region]
      table.append([name(region)] + figures(of: counts).map(\.cell) + [causes(counts)])
    }
    for region in others.prefix(limit) { table.append(name(region), note: report.note(on: region)) }
    let order = hasTrials ? "least often delivered" : "that lost most"
    let title =
      isShort && !hasTrials
      ? "regions" : "regions, those \(order) and the nearest of the others"
    let hidden = (crossed.count - limit, others.count - limit)
    return ["", title] + lines(of: table).dropFirst(crossed.isEmpty ? 1 : 0)
      + more(crossed: max(hidden.0, 0), others: max(hidden.1, 0))
  }

  private func figures(of counts: CrossingCounts) -> [(title: String, cell: String)] {
    if hasTrials {
      return [
        (">crossings", best.figure(counts.geometry)),
        (">delivered", counts.reach.whole == 0 ? "undecided" : counts.reach.text),
      ]
    }
    return [
      (">geometry", counts.geometry), (">delivered", counts.delivered), (">lost", counts.lost),
      (">undecided", counts.undecided), (">confirmed", counts.confirmed),
      (">unconfirmed", counts.unconfirmed),
    ].map { ($0.0, "\($0.1)") }
  }

  private func more(crossed: Int, others: Int) -> [String] {
    if crossed + others == 0 { return [] }
    let hidden =
      hasTrials
      ? ["\(crossed + others) more"]
      : [(crossed, "crossed"), (others, "not crossed")].filter { $0.0 > 0 }
        .map { "\($0.0) more that \($0.0 == 1 ? "was" : "were") \($0.1)" }
    return ["  … and \(hidden.joined(separator: ", ")) (--all lists every region)"]
  }

  private var mostLost: [RegionNumber] {
    let counts = best.account.regions
    return counts.indices.filter { counts[$0].geometry > 0 }
      .sorted { (-counts[$0].lost, $0) < (-counts[$1].lost, $1) }
  }

  /// The regions that were crossed, first those of which no trial decides a crossing.
  var leastDelivered: [RegionNumber] {
    let counts = best.account.regions
    return counts.indices.filter { counts[$0].geometry > 0 }
      .sorted { (counts[$0].reach, $0) < (counts[$1].reach, $1) }
  }

  func name(_ region: RegionNumber) -> String { report.label(of: region) }

  private func approach(_ region: RegionNumber) -> Double? { report.approaches[region]?.distance }
}
