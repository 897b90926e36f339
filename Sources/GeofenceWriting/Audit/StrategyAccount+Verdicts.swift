import GeofenceCore

extension StrategyAccount {
  var verdictsByID: [AuditedCrossing.ID: CrossingVerdict] {
    Dictionary(judged.map { ($0.id, $0.verdict) }) { first, _ in first }
  }

  /// Whether no phone would have delivered a crossing that was missed; `nil` of others.
  ///
  /// Of several things in its way the surest counts: the app's among them.
  func isSure(_ id: AuditedCrossing.ID, _ verdict: CrossingVerdict) -> Bool? {
    guard let loss = verdict.loss else { return nil }
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
    }
  }

  package var doubt: CrossingVerdict.Doubt? {
    if case .undecidable(let doubt) = self { doubt } else { nil }
  }
}
