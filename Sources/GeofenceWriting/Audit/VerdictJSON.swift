import GeofenceBytes
import GeofenceCore

/// What became of a crossing, for programs: what its sentence rests on, and the sentence.
struct VerdictJSON {
  let between: [Timestamp]
  let outcome: String
  let reason: JSONValue?
  let sentence: String?
  let stay: JSONValue
  let sure: Bool?
  let undecidable: String?
  let watched: JSONValue?

  /// - Parameter others: what else stood in its way, where that is known.
  /// - Returns: `nil` where what became of it is not listed.
  init?(_ id: AuditedCrossing.ID, _ judgements: Judgements, and others: [String]?) {
    guard let verdict = judgements[id] else { return nil }
    between = [verdict.before, id.time]
    outcome = verdict.outcome.name
    reason = Self.reason(verdict, and: others)
    sentence = judgements.sentence(on: id)
    stay = Self.bounds(verdict.stay)
    sure = judgements.isSure(id)
    undecidable = verdict.outcome.doubt?.rawValue
    watched = verdict.watched.map(Self.bounds)
  }

  private static func bounds(_ stay: CrossingVerdict.Bounds) -> JSONValue {
    ["atLeast": stay.atLeast.seconds, "atMost": stay.atMost?.seconds]
  }

  /// The cause of a crossing that was missed or late.
  private static func reason(_ verdict: CrossingVerdict, and others: [String]?) -> JSONValue? {
    let actions = verdict.outage?.actions ?? verdict.removal.map { [$0] }
    let action = actions.map { $0.map(\.action.phrase).joined(separator: ", ") }
    let from = verdict.outage?.from ?? verdict.removal?.time
    switch verdict.outcome {
    case .late(let late):
      return [
        "action": action, "cause": late.hold.rawValue, "from": from, "until": late.until,
        "deepest": late.hold == .cushion ? late.deepest.tenths : nil, "endOfStay": late.endOfStay,
      ]
    case .missed(let loss):
      return [
        "action": action, "cause": loss.cause?.rawValue, "and": others, "from": from,
        "undoes": loss.undoes, "until": verdict.outage?.until,
      ]
    case .inTime, .early, .undecidable, .filtered, .waits: return nil
    }
  }
}
