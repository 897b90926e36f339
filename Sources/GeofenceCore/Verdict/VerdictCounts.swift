/// The counts of what became of the arrivals and departures that an app asked for.
package struct VerdictCounts: Hashable, Sendable {
  package private(set) var inTime = 0
  package private(set) var early = 0
  package private(set) var late = 0
  package private(set) var missed = 0
  package private(set) var undecidable = 0
  package private(set) var filtered = 0
  /// The filtered crossings of departures that went far past the boundary.
  package private(set) var jumps = 0
  package internal(set) var events = ExtraEvents()
  /// The departures that the app received and that rest on one fix, with the device back at the next,
  /// within two minutes of the one before: perhaps errors of the position.
  package private(set) var onOneFix = 0
  /// The departures that the app received by a fix so uncertain that it counts as outside wherever the
  /// device is.
  package private(set) var byVagueFix = 0
  /// The dwells, where the app asks for them.
  package internal(set) var dwells = DwellCounts()
  /// The crossings that lie between two fixes more than five minutes apart.
  package private(set) var crossedInGaps = 0
  /// The regions of which a crossing that is asked for was recorded.
  package private(set) var places: Set<RegionNumber> = []
  package private(set) var missedPlaces: Set<RegionNumber> = []
  /// The missed crossings by cause.
  package private(set) var causes: [LossCause: Int] = [:]
  /// Those of them that were missed as their regions left the set.
  private(set) var cut: [Cut: Int] = [:]

  struct Cut: Hashable {
    let cause: LossCause
    let isOfAlarm: Bool
  }
  /// The crossings missed by the rules or the phone's positions, and during an outage.
  package private(set) var shadowed = 0
  /// The crossings missed during an outage.
  package private(set) var outages: [Outage: Int] = [:]
  /// The crossings that were missed because an action had removed the registrations of their regions,
  /// by the action and their cause.
  private(set) var removals: [Removal: Int] = [:]

  struct Removal: Hashable {
    let action: Outage.Action
    let cause: LossCause
  }
  /// The crossings whose alarms wait for their dates, and are not asked for before.
  package private(set) var waiting = 0
  /// The longest delay of a crossing that was in time.
  package private(set) var latest = Interval(milliseconds: 0)
  private var arrivals = 0

  package init() {}

  package init(_ crossings: some Sequence<JudgedCrossing>) {
    for crossing in crossings { add(crossing) }
  }

  package var asked: Int { inTime + early + late + missed + undecidable + filtered }

  /// The crossings that the recording decides, jitter aside.
  package var decided: Int { inTime + early + late + missed }

  /// The share of them that reached the app.
  package var reached: Share { Share(decided - missed, of: decided) }

  /// True if every crossing is in time or jitter, at least one is asked for, and the app received
  /// nothing that it should not have.
  ///
  /// The recording has to be sound, too: see `Passages` and what a reader found doubtful.
  package var isClean: Bool {
    asked > 0 && inTime + filtered == asked && crossedInGaps == 0 && events.outside == 0
      && events.repeated == 0 && !dwells.areFaulty
  }

  /// The kind of what is asked for.
  var kind: VerdictFact.Kind {
    arrivals == asked ? .arrivals : arrivals == 0 ? .departures : .both
  }

  mutating func add(_ crossing: JudgedCrossing) {
    switch crossing.verdict.outcome {
    case .inTime:
      inTime += 1
      if let time = crossing.verdict.deliveredAt { latest = max(latest, time - crossing.id.time) }
    case .early: early += 1
    case .late: late += 1
    case .missed:
      missed += 1
      if let cause = crossing.verdict.leadingCause {
        causes[cause, default: 0] += 1
        if crossing.verdict.isCut {
          cut[Cut(cause: cause, isOfAlarm: crossing.verdict.isOfAlarm), default: 0] += 1
        }
      }
      if crossing.verdict.isOut, crossing.verdict.loss?.isUnchosen == false { shadowed += 1 }
      if let outage = crossing.verdict.outage { outages[outage, default: 0] += 1 }
      if let action = crossing.verdict.removal, let cause = crossing.verdict.leadingCause {
        removals[.init(action: action, cause: cause), default: 0] += 1
      }
      missedPlaces.insert(crossing.id.region)
    case .undecidable: undecidable += 1
    case .filtered(let isFar):
      filtered += 1
      if isFar { jumps += 1 }
    case .waits:
      waiting += 1
      return
    }
    if crossing.id.time - crossing.verdict.before > CrossingVerdict.soon { crossedInGaps += 1 }
    if crossing.id.name == .enter { arrivals += 1 }
    let (stay, isDelivered) = (crossing.verdict.stay, crossing.verdict.deliveredAt != nil)
    if crossing.id.name == .exit, isDelivered, stay.atLeast.milliseconds == 0,
      let most = stay.atMost, most.milliseconds <= 120_000
    {
      onOneFix += 1
    }
    if crossing.verdict.isByVagueFix { byVagueFix += 1 }
    places.insert(crossing.id.region)
  }

  package static func += (lhs: inout Self, rhs: Self) {
    lhs.inTime += rhs.inTime
    lhs.early += rhs.early
    lhs.late += rhs.late
    lhs.missed += rhs.missed
    lhs.undecidable += rhs.undecidable
    lhs.filtered += rhs.filtered
    lhs.jumps += rhs.jumps
    lhs.events += rhs.events
    lhs.onOneFix += rhs.onOneFix
    lhs.byVagueFix += rhs.byVagueFix
    lhs.dwells += rhs.dwells
    lhs.crossedInGaps += rhs.crossedInGaps
    lhs.places.formUnion(rhs.places)
    lhs.missedPlaces.formUnion(rhs.missedPlaces)
    lhs.shadowed += rhs.shadowed
    for (cause, count) in rhs.causes { lhs.causes[cause, default: 0] += count }
    for (cause, count) in rhs.cut { lhs.cut[cause, default: 0] += count }
    for (outage, count) in rhs.outages { lhs.outages[outage, default: 0] += count }
    for (removal, count) in rhs.removals { lhs.removals[removal, default: 0] += count }
    lhs.waiting += rhs.waiting
    lhs.latest = max(lhs.latest, rhs.latest)
    lhs.arrivals += rhs.arrivals
  }
}

/// The events that are no crossing of a region's shape.
package struct ExtraEvents: Hashable, Sendable {
  /// A first state after a registration, or one that was delivered again after a restart.
  package internal(set) var inside = 0
  /// Events of the kind of the last one, with no crossing between.
  package internal(set) var repeated = 0
  /// Events of places that were neither entered nor passed; an enter and its exit are one.
  package internal(set) var outside = 0
  /// Events of places that were passed between two fixes.
  package internal(set) var betweenFixes = 0

  /// The reason why an event is no crossing.
  package enum Kind: String, Sendable {
    case inside
    case repeated
    case outside
    case betweenFixes
    /// The other event of two that count as one: the exit of a place that was not entered, or the
    /// event that corrects one of a wrong position.
    case counterpart

    /// True if the app should not have received it.
    package var isFault: Bool { self == .outside || self == .repeated }
  }

  mutating func count(_ kind: Kind) {
    switch kind {
    case .inside: inside += 1
    case .repeated: repeated += 1
    case .outside: outside += 1
    case .betweenFixes: betweenFixes += 1
    case .counterpart: break
    }
  }

  package static func += (lhs: inout Self, rhs: Self) {
    lhs.inside += rhs.inside
    lhs.repeated += rhs.repeated
    lhs.outside += rhs.outside
    lhs.betweenFixes += rhs.betweenFixes
  }
}
