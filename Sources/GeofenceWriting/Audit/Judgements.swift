import GeofenceBytes
import GeofenceCore

/// What became of the crossings of one strategy that were asked for, with the sentence on each.
package struct Judgements {
  private let verdicts: [AuditedCrossing.ID: CrossingVerdict]
  private let details: [AuditedCrossing.ID: LossDetail]
  private let remedies: [AuditedCrossing.ID: Obstacles]
  private let words: CrossingSentence

  /// - Complexity: O(n) for the n crossings that are listed.
  package init(of account: StrategyAccount, _ settings: Settings, _ phrasing: Phrasing) {
    verdicts = Dictionary(account.judged.map { ($0.id, $0.verdict) }) { first, _ in first }
    details = account.crossings.reduce(into: [:]) { details, crossing in
      if let detail = crossing.loss?.detail { details[crossing.id] = detail }
    }
    remedies = account.remedies
    words = CrossingSentence(settings, phrasing)
  }

  /// What became of a crossing; `nil` where that is not listed.
  package subscript(id: AuditedCrossing.ID) -> CrossingVerdict? { verdicts[id] }

  package func sentence(on id: AuditedCrossing.ID) -> String? {
    verdicts[id].map { words.text(of: .init(id: id, verdict: $0), details[id]) }
  }

  /// Whether no phone would have delivered a crossing that was missed; `nil` of others.
  ///
  /// Of several things in its way the surest counts: the app's among them.
  func isSure(_ id: AuditedCrossing.ID) -> Bool? {
    guard let loss = verdicts[id]?.loss else { return nil }
    if loss.isSure { return true }
    let first =
      loss.undoes.map {
        AuditedCrossing.ID(
          device: id.device, region: id.region, name: id.name == .enter ? .exit : .enter, time: $0)
      } ?? id
    let app: [Obstacle] = [.slot, .renewal, .suspended, .removed]
    return remedies[first].map { remedy in app.contains(where: remedy.contains) } ?? false
  }
}

extension AuditReport {
  /// Returns the words of every sentence on these tracks.
  ///
  /// - Parameters:
  ///   - clock: of the times, which have dates only where the tracks have several.
  ///   - name: returns the name of a region.
  package func phrasing(
    _ clock: LocalClock = LocalClock(sayingOffset: false),
    name: ((RegionNumber) -> String)? = nil
  ) -> Phrasing {
    Phrasing(clock, input.times, name: name ?? { VisibleText.quoted(names[$0].rawValue) })
  }
}

extension Phrasing {
  package init(
    _ clock: LocalClock, _ times: ClosedRange<Timestamp>?,
    name: @escaping (RegionNumber) -> String
  ) {
    let isOneDay = times.map(clock.isOneDay) == true
    self.init(
      moment: { isOneDay ? clock.text($0, onDayOf: $0) : clock.text($0) },
      span: { $0.spoken }, distance: { $0.spokenMetres }, name: name)
  }
}

extension CrossingVerdict.Outcome {
  /// The name that programs read.
  package var name: String {
    switch self {
    case .inTime: "inTime"
    case .early: "early"
    case .late: "late"
    case .missed: "missed"
    case .undecidable: "undecidable"
    case .filtered: "filtered"
    case .waits: "waits"
    }
  }

  package var doubt: CrossingVerdict.Doubt? {
    if case .undecidable(let doubt) = self { doubt } else { nil }
  }
}

extension AuditedStrategy {
  /// Returns what else has to go for a loss to be delivered; `nil` where that is not known.
  func others(of loss: AuditedCrossing) -> [String]? {
    guard let cause = loss.loss?.cause, let remedy = account.remedies[loss.id] else { return nil }
    return remedy.elements.filter { $0 != cause.obstacle }.map {
      $0 == .accuracy && settings.crossing.overlap != nil
        ? LossCause.overlap.rawValue : $0.rawValue
    }
  }

  /// Returns the metres or seconds of the rule down to which a loss would be delivered; `nil` if not
  /// known.
  func deliveryThreshold(of crossing: AuditedCrossing) -> Double? {
    guard account.ends[crossing.id]?.contains(.least) == true, let loss = crossing.loss,
      case .stay(let stay, let needs)? = loss.detail
    else { return nil }
    // The dwell may count from the cushion, so that not the depth alone decides.
    let isCountedInside = needs.dwellOrigin == .cushion
    switch (loss.cause, crossing.name) {
    case (.cushion, .enter): return 0
    case (.cushion, .exit):
      let least = RuleRange.cushion.lowerBound
      return isCountedInside ? least : stay.deepestDecided.map { max($0.rounded(.down), least) }
    case (.dwell, _):
      let least = RuleRange.dwell(entering: crossing.name == .enter).lowerBound.seconds
      return isCountedInside ? least : stay.decided.map { max($0.seconds.rounded(.down), least) }
    default: return nil
    }
  }
}
