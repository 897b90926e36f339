/// The sentences on the crossings of one strategy that were asked for.
package struct Judgements {
  private let readings: [AuditedCrossing.ID: DeliveryMatrix.Reading]
  private let words: CrossingSentence

  package init(of account: StrategyAccount, _ settings: Settings, _ phrasing: Phrasing) {
    readings = account.readings
    words = CrossingSentence(settings, phrasing)
  }

  package var phrasing: Phrasing { words.phrasing }

  package func sentence(on crossing: JudgedCrossing) -> String { words.text(of: crossing) }

  /// Returns whether no phone would have delivered a crossing that was missed; `nil` of others.
  ///
  /// Of several things in its way the surest counts: the app's among them.
  package func isSure(_ crossing: JudgedCrossing) -> Bool? {
    guard let loss = crossing.verdict.loss else { return nil }
    if loss.isSure { return true }
    let id = crossing.id
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
