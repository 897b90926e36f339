/// What became of the crossings of one strategy that were asked for, with the sentence on each.
package struct Judgements {
  private let crossings: [AuditedCrossing.ID: AuditedCrossing]
  private let readings: [AuditedCrossing.ID: DeliveryMatrix.Reading]
  private let words: CrossingSentence

  /// - Complexity: O(n) for the n crossings that are listed.
  package init(of account: StrategyAccount, _ settings: Settings, _ phrasing: Phrasing) {
    crossings = Dictionary(account.crossings.map { ($0.id, $0) }) { first, _ in first }
    readings = account.readings
    words = CrossingSentence(settings, phrasing)
  }

  /// What became of a crossing; `nil` where that is not listed.
  package subscript(id: AuditedCrossing.ID) -> CrossingVerdict? { crossings[id]?.verdict }

  package func sentence(on id: AuditedCrossing.ID) -> String? {
    crossings[id].flatMap { crossing in
      crossing.judged.map { words.text(of: $0, crossing.loss?.detail) }
    }
  }

  /// Whether no phone would have delivered a crossing that was missed; `nil` of others.
  ///
  /// Of several things in its way the surest counts: the app's among them.
  package func isSure(_ id: AuditedCrossing.ID) -> Bool? {
    guard let loss = self[id]?.loss else { return nil }
    if loss.isSure { return true }
    let first =
      loss.undoes.map {
        AuditedCrossing.ID(
          device: id.device, region: id.region, name: id.name == .enter ? .exit : .enter, time: $0)
      } ?? id
    let sure: [Obstacle] =
      [.slot, .renewal, .suspended, .removed] + (loss.isTooShallow ? [.cushion] : [])
    // Of a crossing that nobody asked for there is no reading, and nothing is claimed.
    return readings[first]?.remedy.map { remedy in sure.contains(where: remedy.contains) } ?? false
  }
}
