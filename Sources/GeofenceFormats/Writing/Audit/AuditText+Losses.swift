import GeofenceCore

extension AuditText {
  /// What was lost to which cause, where, and why; every crossing when the text is complete.
  func losses(of strategy: AuditReport.Strategy) -> [String] {
    let losses = strategy.losses
    guard isComplete || !losses.isEmpty else { return [] }
    var lines: [String] = []
    if !losses.isEmpty {
      lines += ["", "lost to"] + advice(on: strategy)
      lines += ["", "regions that lost most"] + regions(of: strategy)
    }
    if isComplete { return lines + ["", "every crossing"] + list(strategy.crossings, strategy) }
    let shown = losses.prefix(Self.shownLosses)
    let title =
      losses.count > shown.count
      ? "the first \(shown.count) of \(losses.count) losses (--all lists every crossing)" : "losses"
    return lines + ["", title] + list(shown, strategy)
  }

  private func advice(on strategy: AuditReport.Strategy) -> [String] {
    var table = TextTable(["cause", ">", "what to do"])
    for (cause, count) in strategy.totals.losses {
      let advice = Advice(cause, on: strategy)
      table.append([cause.rawValue, "\(count)", advice.text])
    }
    return Array(table.lines.dropFirst())
  }

  private func regions(of strategy: AuditReport.Strategy) -> [String] {
    let losers = strategy.regions.filter { isComplete || $0.totals.missed > 0 }.sorted {
      $0.totals.missed == $1.totals.missed
        ? $0.region < $1.region : $0.totals.missed > $1.totals.missed
    }
    let shown = isComplete ? losers[...] : losers.prefix(Self.shownRegions)
    var table = TextTable(["region", ">geometry", ">confirmed", ">delivered", "lost to"])
    for (region, totals) in shown {
      let counts = [totals.crossings, totals.confirmed, totals.delivered].map { "\($0)" }
      table.append([TextFormatter.quoted(region.rawValue)] + counts + [causes(totals)])
    }
    let rest = losers.count - shown.count
    return table.lines + (rest > 0 ? ["  … and \(counted(rest, "more region"))"] : [])
  }

  private func list(
    _ crossings: some Sequence<AuditReport.Crossing>, _ strategy: AuditReport.Strategy
  )
    -> [String]
  {
    var table = TextTable(["time", "event", "region", "fate", "why"])
    for item in crossings {
      let crossing = item.crossing
      let device = item.device.map { " of \(TextFormatter.quoted($0))" } ?? ""
      let name = TextFormatter.quoted(crossing.region.rawValue) + device
      let (outcome, why) = outcome(of: crossing, under: strategy.settings)
      table.append([crossing.time.rfc3339, crossing.name.rawValue, name, outcome, why])
    }
    return Array(table.lines.dropFirst())
  }

  private func outcome(of crossing: AuditedCrossing, under settings: Settings)
    -> (outcome: String, why: String)
  {
    switch crossing.outcome {
    case .lost(let loss):
      return (loss.cause.rawValue, LossText(crossing, under: settings)?.text ?? "")
    case .delivered(let delivery):
      let delay = "\((delivery.time - crossing.time).seconds.plain) s after the crossing"
      return (
        crossing.isLate ? "late" : "delivered",
        delivery.isInitial ? "\(delay), by an initial enter" : delay
      )
    }
  }
}
