import GeofenceBytes
import GeofenceCore

extension AuditedStrategy {
  /// The members of an object about a crossing: its event, what became of it, what the sentence about
  /// that rests on, and the sentence.
  typealias Facts = [(String, (any JSONConvertible)?)]

  /// - Parameter judgements: `nil` where what became of it is not listed.
  func facts(of crossing: AuditedCrossing, _ judgements: Judgements?) -> Facts {
    let (others, judged) = (others(of: crossing), judgements.flatMap { _ in crossing.judged })
    let verdict = judged?.verdict
    let deliveredAt = judged == nil ? crossing.delivery?.time : crossing.deliveredAt
    let loss = crossing.delivery == nil ? crossing.loss?.cause : verdict?.loss?.cause
    return [
      // The further obstacles beside the cause; missing if they are unknown.
      ("and", deliveredAt == nil ? others : nil),
      ("between", verdict.map { [$0.before, crossing.time] }),
      ("cause", deliveredAt == nil ? loss?.rawValue : nil),
      ("comesAt", deliveryThreshold(of: crossing)),
      ("crossedAt", crossing.time), ("delay", deliveredAt.map { ($0 - crossing.time).seconds }),
      ("deliveredAt", deliveredAt), ("event", crossing.name.rawValue),
      ("outcome", verdict?.outcome.name), ("reason", verdict?.reason(and: others)),
      ("sentence", judged.flatMap { judgements?.sentence(on: $0) }),
      ("stay", verdict?.stay.json),
      ("sure", judged.flatMap { judgements?.isSure($0) }),
      ("undecidable", verdict?.outcome.doubt?.rawValue),
      ("undecided", crossing.outcome == .undecided && deliveredAt == nil ? true : nil),
      ("watched", verdict?.watched?.json),
    ]
  }
}

extension CrossingVerdict.Bounds {
  fileprivate var json: JSONValue {
    ["atLeast": atLeast.seconds, "atMost": atMost?.seconds]
  }
}

extension CrossingVerdict {
  /// Returns the cause of a crossing that was missed or late.
  ///
  /// - Parameter others: what else stood in its way, where that is known.
  fileprivate func reason(and others: [String]?) -> JSONValue? {
    let actions = outage?.actions ?? removal.map { [$0] }
    let action = actions.map { $0.map(\.action.phrase).joined(separator: ", ") }
    let from = outage?.from ?? removal?.time
    switch outcome {
    case .late(let late):
      return [
        "action": action, "cause": late.hold.rawValue, "from": from,
        "until": outage?.until ?? late.until,
        "deepest": late.hold == .cushion ? late.deepest.tenths : nil, "endOfStay": late.endOfStay,
      ]
    case .missed(let loss):
      return [
        "action": action, "cause": loss.cause?.rawValue, "and": others, "from": from,
        "undoes": loss.undoes, "until": outage?.until,
      ]
    case .inTime, .early, .undecidable, .filtered, .waits: return nil
    }
  }
}
