import GeofenceBytes
import GeofenceCore

extension AuditText {
  private static let fewRegions = 2 * shownRegions

  var regions: [String] {
    let counts = best.account.regions
    if counts.isEmpty { return [] }
    let crossed = hasTrials ? leastDelivered.map(\.region) : mostLost
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
      return [(">crossings", best.figure(counts.geometry)), (">delivered", counts.reach.text)]
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

  var leastDelivered: [(region: RegionNumber, share: Double)] {
    let counts = best.account.regions
    return counts.indices.compactMap { region in
      counts[region].reach.value.map { (region, $0) }
    }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  func name(_ region: RegionNumber) -> String {
    VisibleText.quoted(report.names[region].rawValue)
  }

  private func approach(_ region: RegionNumber) -> Double? { report.approaches[region]?.distance }
}

extension AuditReport {
  package func note(
    on region: RegionNumber, clock: LocalClock = LocalClock(sayingOffset: false)
  ) -> String {
    if visits[region].contains(.left) { return "crossed, but no event of it is asked for" }
    if visits[region].contains(.inside) { return "never left" }
    if let passage = passages.byRegion[region] {
      return "no fix lies inside; \(passage.clause(phrasing(clock)))"
    }
    guard let approach = approaches[region] else { return "never entered" }
    if swapped.contains(region) { return "never entered; are its coordinates swapped?" }
    return words(onAbsenceAt: approach, clock: clock)
      ?? words(onNearest: approach, "never entered", clock: clock)
  }

  func words(
    onAbsenceAt approach: Approach, clock: LocalClock = LocalClock(sayingOffset: false)
  ) -> String? {
    guard approach.isInside else { return nil }
    let reason =
      switch approach.absence {
      case .notAdded(let time): ": it was added at \(moment(time, clock))"
      case .removed(let time): ": it was removed at \(moment(time, clock))"
      case .completed(let time): ": its reminder was completed at \(moment(time, clock))"
      case nil: ""
      }
    let device = name(ofDevice: approach.device).map(VisibleText.quoted) ?? "the device"
    return
      "not in the app's set when \(device) was inside, at \(moment(approach.time, clock))\(reason)"
  }

  /// - Parameter never: what is said of a region in which no device can have been.
  func words(onNearest approach: Approach, _ never: String, clock: LocalClock) -> String {
    "\(approach.gap == nil ? never : "no fix lies inside"); nearest "
      + words(for: approach, clock: clock)
      + (approach.gap.map { "; \(phrasing(clock).clause($0))" } ?? "")
  }

  func moment(_ time: Timestamp, _ clock: LocalClock) -> String { phrasing(clock).moment(time) }

  func words(for approach: Approach, clock: LocalClock) -> String {
    let device = name(ofDevice: approach.device).map { " by \(VisibleText.quoted($0))" } ?? ""
    return "\(approach.distance.spokenMetres) outside at \(moment(approach.time, clock))\(device)"
  }
}
