import GeofenceBytes
import GeofenceCore

/// What became of a crossing, for programs: what its sentence rests on, and the sentence.
struct VerdictJSON {
  let between: [Timestamp]
  let outcome: String
  let reason: JSONValue?
  let sentence: String
  let stay: JSONValue
  let sure: Bool?
  let undecidable: String?
  let watched: JSONValue?

  /// - Parameter others: what else stood in its way, where that is known.
  init(
    _ crossing: JudgedCrossing, _ strategy: AuditedStrategy, and others: [String]?,
    clock: LocalClock = LocalClock()
  ) {
    let verdict = crossing.verdict
    between = [verdict.before, crossing.id.time]
    outcome = verdict.outcome.name
    reason = Self.reason(verdict, and: others)
    sentence = CrossingSentence(
      strategy.settings, Phrasing(clock, onDayOf: crossing.id.time)
    ).text(of: crossing)
    stay = Self.bounds(verdict.stay)
    sure = strategy.account.isSure(crossing.id, verdict)
    undecidable = verdict.outcome.doubt?.rawValue
    watched = verdict.watched.map(Self.bounds)
  }

  private static func bounds(_ stay: CrossingVerdict.Bounds) -> JSONValue {
    ["atLeast": stay.atLeast.seconds, "atMost": stay.atMost?.seconds]
  }

  /// The cause of a crossing that was missed or came late.
  private static func reason(_ verdict: CrossingVerdict, and others: [String]?) -> JSONValue? {
    switch verdict.outcome {
    case .late(let late):
      [
        "cause": late.hold.rawValue, "until": late.until,
        "deepest": late.hold == .cushion ? late.deepest.tenths : nil, "endOfStay": late.endOfStay,
      ]
    case .missed(let loss): ["cause": loss.cause?.rawValue, "and": others, "undoes": loss.undoes]
    case .inTime, .early, .undecidable, .filtered: nil
    }
  }
}

extension Phrasing {
  /// - Parameter day: of times on this day only the time of day is said.
  package init(_ clock: LocalClock, onDayOf day: Timestamp) {
    self.init(
      moment: { clock.text($0, onDayOf: day) }, span: { $0.spoken },
      distance: { $0.spokenMetres })
  }
}
