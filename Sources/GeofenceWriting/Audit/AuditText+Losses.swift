import GeofenceBytes
import GeofenceCore

extension AuditText {
  var losses: [String] {
    let count = best.counts.lost
    guard !isComplete, count > 0 else { return [] }
    let groups = Self.groups(of: best.account.losses, best.settings).prefix(Self.shownLosses)
    let shown = groups.reduce(0) { $0 + $1.count }
    let title =
      count > shown
      ? "the first \(shown) of \(count) losses (--all lists every crossing)" : "losses"
    return ["", title] + table(of: groups)
  }

  /// Returns crossings in groups: those of one region, three or more in a row, each less than the
  /// dwell after the one before, are one; every other one is a group by itself.
  package static func groups(of crossings: [AuditedCrossing], _ settings: Settings)
    -> [[AuditedCrossing]]
  {
    let dwell = settings.crossing.dwell
    var runs: [[Int]] = []
    // The run that the last crossing of each device and region belongs to.
    var last: [RegionNumber: Int] = [:]
    for (index, crossing) in crossings.enumerated() {
      if let run = last[crossing.region], let before = runs[run].last.map({ crossings[$0] }),
        before.device == crossing.device, before.delivery == nil, crossing.delivery == nil,
        before.name != crossing.name, crossing.time - before.time < dwell
      {
        runs[run].append(index)
      } else {
        last[crossing.region] = runs.count
        runs.append([index])
      }
    }
    let groups = runs.flatMap { run in run.count < 3 ? run.map { [$0] } : [run] }
    return groups.sorted { $0[0] < $1[0] }.map { $0.map { crossings[$0] } }
  }

  var everyCrossing: [String] {
    let crossings = best.account.crossings
    if !isComplete || crossings.isEmpty { return [] }
    return ["", "every crossing"] + table(of: Self.groups(of: crossings, best.settings)[...])
  }

  private func table(of groups: ArraySlice<[AuditedCrossing]>) -> [String] {
    var table = TextTable(["time", "event", "region", "outcome", "why"])
    for group in groups {
      let crossing = group[0]
      let device = report.name(ofDevice: crossing.device).map { " of \(VisibleText.quoted($0))" }
      let (outcome, why) = group.count == 1 ? words(for: crossing) : words(for: group)
      table.append([
        crossing.time.rfc3339, group.count == 1 ? crossing.name.rawValue : "flutter",
        name(crossing.region) + (device ?? ""),
        outcome, why,
      ])
    }
    return Array(lines(of: table).dropFirst())
  }

  private func words(for group: [AuditedCrossing]) -> (outcome: String, why: String) {
    let (first, last) = (group[0].time, group[group.count - 1].time)
    let clock = LocalClock()
    return (
      group[0].loss?.cause.rawValue ?? "undecided",
      "on the boundary of \(name(group[0].region)), \(clock.text(first, onDayOf: first)) to "
        + "\(clock.text(last, onDayOf: first)): \(group.count) crossings that the "
        + "\(best.settings.crossing.dwell.spoken) are there to keep quiet"
    )
  }

  private func words(for crossing: AuditedCrossing) -> (outcome: String, why: String) {
    switch crossing.outcome {
    case .lost:
      let text = report.text(of: crossing, under: best)
      return (text?.cause ?? "", text?.text ?? "")
    case .undecided:
      return ("undecided", "neither delivered nor confirmed when the track ends there")
    case .delivered(let delivery):
      let delay = delivery.time - crossing.time
      let words = [
        "\(delay.spoken) \(delay.milliseconds < 0 ? "before" : "after") the crossing",
        delivery.isInitial ? "by an initial enter" : nil,
        crossing.confirmedAt == nil ? "unconfirmed" : nil,
      ]
      return (
        crossing.isLate ? "late" : "delivered", words.compactMap(\.self).joined(separator: ", ")
      )
    }
  }
}

extension AuditReport {
  package func text(
    of crossing: AuditedCrossing, under strategy: AuditedStrategy, clock: LocalClock = LocalClock()
  ) -> LossText? {
    LossText(
      crossing, names, remedy: strategy.account.remedies[crossing.id],
      reasons: strategy.account.reasons,
      judgesOverlap: strategy.settings.crossing.overlap != nil, clock: clock)
  }
}
