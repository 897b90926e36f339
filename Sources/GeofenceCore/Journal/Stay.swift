/// A device's stay on one side of a watched circle, and what the rules and the app made of the
/// crossing that it began with.
struct Stay: Sendable {
  // MARK: the path

  /// The last fix on the other side, the first and the last on this one.
  let before: Timestamp
  let first: Timestamp
  var last: Timestamp
  private var nextTime = Timestamp.distantFuture

  // MARK: the rules

  private var confirmation = Timestamp.distantFuture
  private var possibility = Timestamp.distantFuture

  // MARK: the app

  var slots: SlotRecord
  /// For an exit, the slots since the enter.
  let inside: SlotRecord.Summary?
  private let selector: Int32
  /// The position of the circle among all of the plan.
  var circle: Int32
  let held: Holding
  var phase = CrossingPhase.open
  /// The dwell of a stay inside, where the app received one.
  var dwell: JudgedDwell.Delivery?
  /// The duration and the depth of the stay; `nil` where they were not measured.
  var measure: StayMeasure?
  let isInside: Bool
  /// True if the device came from the other side; otherwise it was inside when the circle was first
  /// evaluated.
  let isCrossing: Bool
  var end: Excursion.End?

  // MARK: its fixes

  /// True if a fix of it decided for its side.
  private(set) var isDecided = false
  /// True if, at a fix of it, the region had a slot and the app could receive an event.
  private(set) var wasReachable = false
  /// True if no fix had decided for the side that the device left.
  var followsUnknownSide = false
  /// True if the track ended in the stay, and under a positioning model the system held the side of the
  /// stay already, so that a longer track would deliver nothing.
  var isHeldAtEnd = false
  /// True if a step of more than five minutes, or of more than 20 s, lies in it or at its ends.
  private(set) var hasGap = false
  private(set) var hasLongStep = false
  /// Metres past the boundary at the deepest fix, as far as the rules ask for a depth.
  private(set) var deepest = -Double.infinity
  private var leastAccuracy = Double.infinity

  init(
    isInside: Bool, isCrossing: Bool, circle: Int32, before: Timestamp, first: Timestamp,
    held: Holding, selection: Int32?, inside: SlotRecord.Summary?
  ) {
    (self.isInside, self.isCrossing, self.circle) = (isInside, isCrossing, circle)
    (self.before, self.first, last) = (before, first, first)
    (self.held, selector, self.inside) = (held, selection ?? -1, inside)
    slots = SlotRecord(held)
  }

  /// The first fix after it.
  var next: Timestamp? {
    get { nextTime == .distantFuture ? nil : nextTime }
    set { nextTime = newValue ?? .distantFuture }
  }

  /// The time at which the rules confirm it with unlimited registrations.
  var confirmedAt: Timestamp? {
    get { confirmation == .distantFuture ? nil : confirmation }
    set { confirmation = newValue ?? .distantFuture }
  }

  /// The time at which they confirm it, or would where they had seen it from its beginning.
  var possibleAt: Timestamp? {
    get { possibility == .distantFuture ? nil : possibility }
    set { possibility = newValue ?? .distantFuture }
  }

  /// True if its crossing was neither delivered nor kept from the app by a flag.
  var isOpenCrossing: Bool { isCrossing && phase == .open }

  /// The selection in force when it began.
  var selection: Int32? { selector < 0 ? nil : selector }

  var lasted: Interval { last - first }

  var side: RegionState { isInside ? .satisfied : .unsatisfied }

  /// The accuracy of its most accurate fix while none had decided, metres.
  var accuracy: Double? { leastAccuracy == .infinity ? nil : leastAccuracy }

  var bounds: CrossingVerdict.Bounds {
    CrossingVerdict.Bounds(atLeast: last - first, atMost: next.map { $0 - before })
  }

  /// True if a gap lies at an end of it.
  var hasGapAtEnd: Bool {
    first - before > CrossingVerdict.soon || next.map { $0 - last > CrossingVerdict.soon } ?? false
  }

  /// Takes in a fix of the stay.
  ///
  /// - Returns: whether it needs the next fix, and a change of the registrations or of the
  ///   device.
  mutating func take(_ moment: VerdictWatch.Moment, isReachable: Bool, _ rules: VerdictRules) -> (
    fix: Bool, change: Bool
  ) {
    isDecided = isDecided || (isInside ? moment.decides.inside : moment.decides.outside)
    deepest = max(deepest, moment.depth(entering: isInside))
    leastAccuracy = min(leastAccuracy, moment.accuracy ?? .infinity)
    wasReachable = wasReachable || isReachable
    return (!isDecided || deepest < rules.neededDepth(entering: isInside), !wasReachable)
  }

  /// Ends it.
  ///
  /// - Parameters:
  ///   - last: the last fix of it.
  ///   - next: the first fix after it; `nil` where the track ends in it.
  mutating func end(_ end: Excursion.End, at last: Timestamp, next: Timestamp?, _ steps: LongSteps)
  {
    (self.end, self.last, self.next) = (end, last, next)
    hasGap = steps.gap >= before
    hasLongStep = steps.long >= before
  }
}

/// The phase of a crossing: each case holds the facts that may be known then.
enum CrossingPhase: Hashable, Sendable {
  /// Something may still be delivered of it.
  case open
  /// The system found it, and a flag of the region kept it from the app.
  case suppressed
  case delivered(AuditedCrossing.Delivery)
  case missed(LossCause?)
  /// The crossing takes back a missed one, with its cause.
  case undoes(Timestamp, LossCause?)
  /// Neither delivered nor known to be missed.
  case undecidable

  var delivery: AuditedCrossing.Delivery? {
    if case .delivered(let delivery) = self { delivery } else { nil }
  }
}

/// The slots of a region during a stay: the first that began and ended, and the last that ended.
///
/// A list of all of them would grow with every selection of an app that renews all registrations.
/// Numbers and times that are not there have a value of their own, as there may be many records.
struct SlotRecord: Hashable, Sendable {
  struct End: Hashable, Sendable {
    let selection: Int32
    let time: Timestamp
    let isRestart: Bool
  }

  private var firstEndTime = Timestamp.distantFuture
  private var lossTime = Timestamp.distantFuture
  private var addTime = Timestamp.distantFuture
  private var firstStarter: Int32 = -1
  private var firstEnder: Int32 = -1
  private var lastEnder: Int32 = -1
  /// The number of the action that took its registration, among those of the device.
  private(set) var removal = Removals.unknown
  /// True if it had a slot at any fix of the stay.
  var hadSlot: Bool
  private var isRestart = false

  init(_ held: Holding) { hadSlot = held.hasSlot }

  /// The selection that gave it the first slot.
  var firstStart: Int32? { firstStarter < 0 ? nil : firstStarter }

  var firstEnd: End? {
    firstEnder < 0 ? nil : End(selection: firstEnder, time: firstEndTime, isRestart: isRestart)
  }

  /// The selection that took the last one away.
  var lastEnd: Int32? { lastEnder < 0 ? nil : lastEnder }

  /// The time at which the system had lost the registration, or it had expired.
  var lostAt: Timestamp? { lossTime == .distantFuture ? nil : lossTime }

  /// The first time at which the app added the region once more, whether or not the system took it.
  var addedAgainAt: Timestamp? { addTime == .distantFuture ? nil : addTime }

  /// The summary that the exit needs.
  var summary: Summary { Summary(hadSlot: hadSlot, lastEnder: lastEnder) }

  struct Summary: Hashable, Sendable {
    let hadSlot: Bool
    fileprivate let lastEnder: Int32

    var lastEnd: Int32? { lastEnder < 0 ? nil : lastEnder }
  }

  mutating func start(by selection: Int32) {
    hadSlot = true
    if firstStarter < 0 { firstStarter = selection }
  }

  mutating func addAgain(at time: Timestamp) {
    hadSlot = true
    addInVain(at: time)
  }

  /// Takes in that the app added the region once more, whether or not the system takes it.
  mutating func addInVain(at time: Timestamp) { addTime = min(addTime, time) }

  mutating func end(by selection: Int32, at time: Timestamp, isRestart: Bool) {
    lastEnder = selection
    if firstEnder < 0 { (firstEnder, firstEndTime, self.isRestart) = (selection, time, isRestart) }
  }

  mutating func lose(at time: Timestamp, by removal: Int32) {
    lossTime = min(lossTime, time)
    beginWithout(by: removal)
  }

  /// Takes in what had taken the registration before.
  mutating func beginWithout(by removal: Int32) {
    if self.removal == Removals.unknown { self.removal = removal }
  }
}

/// The stays of a region that are not settled: the newest in place, as there is seldom another.
struct Stays: RandomAccessCollection, MutableCollection, Sendable {
  private var older = Queue<Stay>()
  private var newest: Stay?

  var startIndex: Int { 0 }
  var endIndex: Int { newest == nil ? 0 : older.count + 1 }

  subscript(index: Int) -> Stay {
    get {
      if index < older.count { return older[index] }
      guard let newest else { preconditionFailure("there is no stay") }
      return newest
    }
    _modify {
      if index < older.count {
        yield &older[index]
      } else {
        guard var stay = newest else { preconditionFailure("there is no stay") }
        newest = nil
        defer { newest = stay }
        yield &stay
      }
    }
  }

  mutating func append(_ stay: Stay) {
    if let newest { older.append(newest) }
    newest = stay
  }

  mutating func removeFirst() -> Stay {
    if older.count > 1 { return older.removeFirst() }
    let stay = self[0]
    if older.isEmpty { newest = nil } else { older = Queue() }
    return stay
  }
}
