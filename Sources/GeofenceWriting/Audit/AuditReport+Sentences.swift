import GeofenceBytes
import GeofenceCore

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
    self.init(
      moment: clock.moments(in: times), span: { $0.spoken }, distance: { $0.spokenMetres },
      name: name)
  }
}

extension CrossingVerdict.Outcome {
  package var doubt: CrossingVerdict.Doubt? {
    if case .undecidable(let doubt) = self { doubt } else { nil }
  }
}

extension AuditedStrategy {
  /// Returns what else has to go for a loss to be delivered; `nil` where that is not known.
  func others(of loss: AuditedCrossing) -> [String]? {
    guard let cause = loss.loss?.cause, let remedy = account.readings[loss.id]?.remedy
    else { return nil }
    return remedy.elements.filter { $0 != cause.obstacle }.map {
      $0 == .accuracy && settings.crossing.overlap != nil
        ? LossCause.overlap.rawValue : $0.rawValue
    }
  }

  /// Returns the metres or seconds of the rule down to which a loss would be delivered; `nil` if not
  /// known.
  func deliveryThreshold(of crossing: AuditedCrossing) -> Double? {
    guard account.readings[crossing.id]?.isDeliveredAtLeast == true, let loss = crossing.loss,
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
