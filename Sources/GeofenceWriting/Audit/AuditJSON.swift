import GeofenceBytes
import GeofenceCore

/// An audit for programs: one JSON object, keys sorted, an element of a list a line; the strategies
/// in the order of their rank. Totals, regions and losses are the best strategy's.
///
/// Distances are in metres to 0.1 m, spans of time in seconds, times as RFC 3339; counts of many
/// trials are means.
package struct AuditJSON {
  private let report: AuditReport
  private let phone: PhoneReport?
  private let best: AuditedStrategy
  private let isComplete: Bool

  package init(_ report: AuditReport, phone: PhoneReport? = nil, isComplete: Bool) {
    self.report = report
    self.phone = phone
    self.isComplete = isComplete
    best = report.strategies[report.best]
  }

  private var hasTrials: Bool { report.trials > 1 }

  package func write<Stream: TextOutputStream>(to stream: inout Stream) {
    let input = report.input
    var object = JSONObjectWriter<Stream>()
    object.list("advice", report.adviceTexts?.map(\.json), to: &stream)
    // The interface of what stands beside the strategies.
    object.value(
      "api", report.interfaces.count > 1 ? best.settings.api.rawValue : nil, to: &stream)
    object.list(
      "byDevice",
      report.isByDevice
        ? report.countsByDevice.map { device, counts -> JSONValue in
          ["device": report.name(ofDevice: device), "totals": totals(counts)]
        } : nil, to: &stream)
    object.value("comparison", report.comparison.map(entry), to: &stream)
    object.value("devices", input.devices, to: &stream)
    object.list("differences", differences, to: &stream)
    object.value("fixes", input.fixes, to: &stream)
    object.value("from", input.times?.lowerBound, to: &stream)
    let judged = judgements(of: best)
    let losses = best.account.faults.lazy.filter { $0.loss != nil && $0.deliveredAt == nil }
    object.list(
      "losses", hasTrials ? nil : losses.map { entry($0, best, judged) }, to: &stream)
    object.value("phone", phone?.json, to: &stream)
    object.value("positioning", report.positioning, to: &stream)
    object.list("regions", regions(of: best), to: &stream)
    object.list("strategies", report.ranked.lazy.map(entry), to: &stream)
    object.value("to", input.times?.upperBound, to: &stream)
    object.value("totals", hasTrials ? nil : totals(best.counts, best.account.delays), to: &stream)
    object.value("tracks", input.tracks, to: &stream)
    object.value("trials", hasTrials ? report.trials : nil, to: &stream)
    // So many of the strategies, the last ones, are of a system that no app can choose.
    object.value("whatIf", report.whatIf.count.unlessZero, to: &stream)
    object.end(to: &stream)
  }

  // MARK: interfaces

  private func entry(_ crossings: CrossingComparison) -> JSONValue {
    let interfaces: [JSONValue] = zip(report.bestOfInterfaces, crossings.deliveries).map {
      number, deliveries in
      [
        "api": report.strategies[number].settings.api.rawValue,
        "delivered": best.mean(deliveries.count), "later": best.mean(deliveries.lags.total),
        "medianLag": deliveries.lags.median?.seconds, "worstLag": deliveries.lags.worst?.seconds,
      ]
    }
    return [
      "crossings": best.mean(crossings.crossings),
      "deliveredByAll": best.mean(crossings.deliveredByAll),
      "deliveredBySome": best.mean(crossings.partial), "interfaces": interfaces,
    ]
  }

  private var differences: (some Sequence<JSONValue>)? {
    (hasTrials ? nil : report.comparison).map { comparison in
      let strategies = report.bestOfInterfaces.map { report.strategies[$0] }
      // Where not every crossing is listed, those in time are not known one by one.
      let judged = strategies.map { isComplete ? judgements(of: $0) : nil }
      return comparison.differences.lazy.map { entry($0, strategies, judged) }
    }
  }

  private func entry(
    _ difference: CrossingComparison.Difference, _ strategies: [AuditedStrategy],
    _ judged: [Judgements?]
  ) -> JSONValue {
    let (id, lags) = (difference.id, difference.lags)
    let outcomes = strategies.indices.map { number in
      outcome(
        difference.outcomes[number], strategies[number], judged[number], lag: lags[number])
    }
    return [
      "crossedAt": id.time, "device": report.name(ofDevice: id.device),
      "event": id.name.rawValue, "outcomes": outcomes,
      "region": report.names[id.region].rawValue,
    ]
  }

  /// Returns what one interface made of a crossing.
  ///
  /// - Parameter lag: the time from the first delivery by any interface to its own.
  private func outcome(
    _ crossing: AuditedCrossing, _ strategy: AuditedStrategy, _ judged: Judgements?,
    lag: Interval?
  ) -> JSONValue {
    // The facts that the interfaces share are written once, beside their outcomes.
    let own = facts(of: crossing, strategy, judged).filter {
      $0.0 != "crossedAt" && $0.0 != "event"
    }
    return JSONValue(own + [("api", strategy.settings.api.rawValue), ("lag", lag?.seconds)])
  }

  // MARK: strategies

  private func entry(_ strategy: AuditedStrategy) -> JSONValue {
    let (account, settings) = (strategy.account, strategy.settings)
    let overlap = settings.crossing.overlap
    // An interface that judges by the overlap has neither dwell nor cushions.
    let rules = overlap == nil ? settings.crossing : nil
    let choices: JSONValue = [
      "api": settings.api.rawValue, "positioning": strategy.strategy.model,
      "rank": settings.ranking.rawValue,
      "reselectOn": settings.triggers.optionNames, "limit": settings.limit,
      "renew": settings.renewal.rawValue, "dwell": rules?.dwell.seconds,
      "dwellOut": rules?.outwardDwell?.seconds,
      "cushion": rules?.cushion, "cushionIn": rules?.inwardCushion,
      "overlap": overlap.map { [$0.inside, $0.outside] }, "minRadius": settings.minimumRadius,
    ]
    if hasTrials {
      return [
        "settings": choices, "verdict": account.isJudged ? verdict(strategy) : nil,
        "recall": values(strategy.recall), "reach": values(strategy.reach),
        "behind": values(strategy.behind, least: -1), "bestShare": strategy.bestShare,
        "counts": means(strategy.counts, spurious: strategy.efforts.spurious),
        "delayP50": account.delays.median?.seconds,
        "delayP90": account.delays.quantile(0.9)?.seconds,
        "registrationsPerHour": strategy.changesPerHour?.tenths,
        "updatesPerHour": perHour(strategy, \.updates),
        "startsPerHour": perHour(strategy, \.starts),
      ]
    }
    let judged = isComplete ? judgements(of: strategy) : nil
    return [
      "settings": choices, "verdict": account.isJudged ? verdict(strategy) : nil,
      "totals": totals(
        strategy.counts, account.delays,
        repeated: settings.api.rules.losesRegistrations
          ? account.efforts.repeated : nil),
      "reselections": account.efforts.tally.reselections,
      "registrationsChanged": account.efforts.tally.changes,
      "registrationsPerHour": strategy.changesPerHour?.tenths,
      "updatesPerHour": perHour(strategy, \.updates), "startsPerHour": perHour(strategy, \.starts),
      "otherEnters": account.efforts.otherEnters, "spurious": account.efforts.spurious.unlessZero,
      "regions": isComplete ? regions(of: strategy) : nil,
      "crossings": isComplete ? account.crossings.map { entry($0, strategy, judged) } : nil,
      "dwells": isComplete && !account.dwells.isEmpty
        ? account.dwells.map { report.json($0, strategy) } : nil,
    ]
  }

  private func verdict(_ strategy: AuditedStrategy) -> JSONValue {
    let (verdict, mean) = (strategy.account.verdict, strategy.mean)
    let events: JSONValue = [
      "inside": mean(verdict.events.inside), "repeated": mean(verdict.events.repeated),
      "outside": mean(verdict.events.outside), "betweenFixes": mean(verdict.events.betweenFixes),
    ]
    let causes = verdict.causes.sorted { $0.key.rawValue < $1.key.rawValue }
    let places: JSONValue = [
      "all": verdict.places.count, "missed": verdict.missedPlaces.count,
    ]
    return [
      "asked": mean(verdict.asked), "inTime": mean(verdict.inTime), "early": mean(verdict.early),
      "late": mean(verdict.late), "missed": mean(verdict.missed),
      "causes": JSONValue(causes.map { ($0.key.rawValue, mean($0.value)) }),
      "undecidable": mean(verdict.undecidable), "filtered": mean(verdict.filtered),
      "reached": hasTrials ? values(strategy.reached) : nil, "events": events,
      "passedBetweenFixes": report.passages.count, "places": hasTrials ? nil : places,
      "green": hasTrials ? nil : report.isGreen(strategy) && phone?.isSame ?? true,
      "doubt": report.doubt,
      "dwells": json(verdict.dwells, mean),
    ]
  }

  /// `nil` where the app asks for no dwell.
  private func json(_ dwells: DwellCounts, _ mean: (Int) -> Double) -> JSONValue? {
    if dwells.isEmpty { return nil }
    return [
      "due": mean(dwells.due), "delivered": mean(dwells.delivered), "late": mean(dwells.late),
      "missed": mean(dwells.missed), "repeated": dwells.repeated > 0 ? mean(dwells.repeated) : nil,
      "left": mean(dwells.left), "undecidable": mean(dwells.undecidable),
    ]
  }

  private func perHour(_ strategy: AuditedStrategy, _ count: KeyPath<AuditEfforts, Int>) -> Double?
  {
    report.positioning.flatMap { _ in strategy.perHour(strategy.efforts[keyPath: count])?.tenths }
  }

  private func totals(
    _ counts: CrossingCounts, _ delays: Delays? = nil, repeated: Int? = nil
  ) -> JSONValue {
    [
      "geometry": counts.geometry, "confirmed": counts.confirmed, "delivered": counts.delivered,
      "deliveredInitially": counts.deliveredInitially, "unconfirmed": counts.unconfirmed,
      "undecided": counts.undecided, "lostToRules": counts.lost(to: .rules),
      "lostToApp": counts.lost(to: .app), "lostToCircles": counts.lost(to: .circles),
      "lostToPositioning": counts.lost(to: .positioning).unlessZero, "late": counts.late,
      "missed": counts.missed, "repeated": repeated, "recall": counts.recall.value,
      "reach": counts.reach.value,
      "medianDelay": delays?.median?.seconds, "worstDelay": delays?.worst?.seconds,
      "causes": JSONValue(counts.losses().map { ($0.cause.rawValue, $0.count) }),
    ]
  }

  private func means(_ counts: CrossingCounts, spurious: Int? = nil) -> JSONValue {
    [
      "geometry": best.mean(counts.geometry), "confirmed": best.mean(counts.confirmed),
      "delivered": best.mean(counts.delivered), "unconfirmed": best.mean(counts.unconfirmed),
      "undecided": best.mean(counts.undecided), "late": best.mean(counts.late),
      "missed": best.mean(counts.missed), "spurious": spurious.map(best.mean),
      "causes": JSONValue(counts.losses().map { ($0.cause.rawValue, best.mean($0.count)) }),
    ]
  }

  /// A mean with where 90 % of the trials lie, and where, in nine of ten cases, the mean of very
  /// many trials lies.
  private func values(_ spread: Spread?, least: Double = 0) -> JSONValue? {
    spread.map { spread in
      let doubt = spread.uncertainty.isFinite ? spread.uncertainty : nil
      return [
        "mean": spread.mean, "low": spread.within.lowerBound, "high": spread.within.upperBound,
        "meanLow": doubt.map { max(spread.mean - $0, least) },
        "meanHigh": doubt.map { min(spread.mean + $0, 1) },
      ]
    }
  }

  // MARK: regions

  private func regions(of strategy: AuditedStrategy) -> [JSONValue] {
    strategy.account.regions.indices.filter(report.isAsked).map { number in
      let (counts, visits) = (strategy.account.regions[number], report.visits[number])
      let isAbsent = report.approaches[number]?.isInside == true
      return [
        "region": report.names[number].rawValue,
        "absent": isAbsent ? report.approaches[number].map(absence) : nil,
        "nearest": isAbsent ? nil : report.approaches[number].map(report.json),
        "neverEntered": visits.isEmpty && !isAbsent ? true : nil,
        "neverLeft": visits == .inside ? true : nil,
        "delivered": hasTrials ? counts.reach.value : nil,
        "counts": hasTrials ? means(counts) : nil,
        "totals": hasTrials ? nil : totals(counts),
      ]
    }
  }

  private func absence(_ approach: Approach) -> JSONValue {
    let (added, removed, completed): (Timestamp?, Timestamp?, Timestamp?) =
      switch approach.absence {
      case .notAdded(let time): (time, nil, nil)
      case .removed(let time): (nil, time, nil)
      case .completed(let time): (nil, nil, time)
      case nil: (nil, nil, nil)
      }
    return [
      "addedAt": added, "completedAt": completed,
      "device": report.name(ofDevice: approach.device), "insideAt": approach.time,
      "removedAt": removed,
    ]
  }

  // MARK: crossings

  private func judgements(of strategy: AuditedStrategy) -> Judgements {
    Judgements(of: strategy.account, strategy.settings, report.phrasing())
  }

  private func entry(
    _ crossing: AuditedCrossing, _ strategy: AuditedStrategy, _ judged: Judgements?
  ) -> JSONValue {
    JSONValue(
      facts(of: crossing, strategy, judged) + [
        ("device", report.name(ofDevice: crossing.device)),
        ("region", report.names[crossing.region].rawValue),
      ])
  }

  private func facts(
    of crossing: AuditedCrossing, _ strategy: AuditedStrategy, _ judged: Judgements?
  ) -> AuditedStrategy.Facts {
    let loss = crossing.loss
    // The stay on the new side, for a loss to the rules: its duration and its depth. One that takes
    // back another loss was not decided by its stay.
    let stay: Excursion? =
      if loss?.undoes == nil, case .stay(let stay) = loss?.detail { stay } else { nil }
    return strategy.facts(of: crossing, judged) + [
      ("confirmedAt", crossing.confirmedAt), ("deepest", stay?.deepest.tenths),
      ("initial", crossing.delivery?.isInitial == true ? true : nil),
      ("lasted", stay?.lasted.seconds), ("late", crossing.isLate ? true : nil),
      ("undoes", crossing.deliveredAt == nil ? loss?.undoes : nil),
    ]
  }
}

extension Int {
  fileprivate var unlessZero: Int? { self > 0 ? self : nil }
}

extension AuditReport {
  func json(
    _ dwell: JudgedDwell, _ strategy: AuditedStrategy,
    clock: LocalClock = LocalClock(sayingOffset: false)
  ) -> JSONValue {
    let facts: (outcome: String, deliveredAt: Timestamp?, cause: LossCause?) =
      switch dwell.outcome {
      case .delivered(let delivery): (dwell.isLate ? "late" : "inTime", delivery.time, nil)
      case .repeated(let delivery): ("repeated", delivery.time, nil)
      case .missed(let loss): ("missed", nil, loss.cause)
      case .left: ("left", nil, nil)
      case .undecidable: ("undecidable", nil, nil)
      case .notAsked: ("notAsked", nil, nil)
      }
    return [
      "region": names[dwell.region].rawValue, "device": name(ofDevice: dwell.device),
      "crossedAt": dwell.enteredAt, "due": dwell.due, "outcome": facts.outcome,
      "deliveredAt": facts.deliveredAt, "cause": facts.cause?.rawValue,
      "sentence": DwellSentence(strategy.settings, phrasing(clock)).text(of: dwell),
    ]
  }

  func json(_ approach: Approach) -> JSONValue {
    [
      "at": approach.time, "device": name(ofDevice: approach.device),
      "distance": approach.distance.tenths,
    ]
  }
}
