/// The crossings of one region itself by one device, on their way to a verdict.
///
/// The journal decides which crossing an event belongs to, and what the recording leaves open. The
/// reason why nothing was delivered is known from the stay by the watched circle (`RegionJournal`),
/// which the journal receives when that stay is settled. The watched circle may be larger than the
/// region: then it shows the first enter and the last exit of a visit. A crossing is settled as soon
/// as the crossings after it cannot change it:
///
///     var shape = ShapeJournal(rules)
///     shape.crossCircle(entering: true, at: fix.time, …)
///     shape.crossShape(entering: true, after: last, at: fix.time, isAsked: true)
///     shape.receive(event, …)
///     shape.close(watched)
///     while let (crossing, verdict) = shape.removeSettled(isJudged: true) { … }
///
/// - Complexity: memory is O(1) while crossings are settled.
struct ShapeJournal: Sendable {
  /// An event that the app received, with the circumstances.
  struct Arrival: Sendable {
    let isEnter: Bool
    let crossedAt: Timestamp
    let time: Timestamp
    var isInitial = false
    /// True if it is an event of the region's present circle; false if it is one of a former circle,
    /// which leaves the set at this fix.
    var isOfThisCircle = true
    /// True if the app received it; otherwise a flag suppressed it.
    var isReported = true
    /// The accuracy of the fix that decided, metres; `nil` where the fix has none, or the event was
    /// delivered after an outage.
    var accuracy: Double?
    /// The last fix before.
    let lastTime: Timestamp
    /// The time at which an outage ended since then.
    var heldUntil: Timestamp?
    /// The number of restarts of the device so far.
    var reboots: Int32 = 0
  }

  /// The class of an event that is no crossing.
  fileprivate enum Extra: Sendable {
    case inside, repeated
    case stray
    /// Of a watched visit, by its number, in which the shape was not entered yet.
    case visit(Int32)
    /// Of one that is over.
    case left(wasPassed: Bool)
  }

  /// The largest number of crossings in a visit for which the first enter stays open.
  private static let mostKept = 1000

  var rules: VerdictRules
  /// In the order of their visits.
  var crossings = Queue<ShapeCrossing>()
  private(set) var visits = Queue<WatchedVisit>()
  private var tally: ExtraTally
  var events: ExtraEvents { tally.events }
  /// The events that are no crossing, as they became so; empty where they are not asked for.
  var listed: [ExtraTally.Listed] { tally.listed ?? [] }
  /// The side of the shape on which the device is.
  private(set) var isInShape = false
  private var before: ShapeCrossing.Before?
  private var epoch: Int32 = 0
  /// The sides for which a fix of an earlier stay has decided, since the region joined the set.
  private var hasDecided = (inside: false, outside: false)
  private var crossingCount: Int32 = 0
  /// The number of events that the app has received.
  private var eventCount: Int32 = 0
  private var visitCount: Int32 = 0
  private var lastEvent: (isEnter: Bool, crossings: Int32, reboots: Int32)?
  /// The event that may be ahead of its crossing, with its class if none follows.
  private var ahead: (event: HeldEvent, extra: Extra)?
  /// The region had a slot at the last crossing, or at the last fix at which its crossings were
  /// judged.
  var wasRegistered = false

  /// - Parameter listsEvents: whether the events that are no crossing are kept one by one.
  init(_ rules: VerdictRules, listsEvents: Bool = false) {
    self.rules = rules
    tally = ExtraTally(listed: listsEvents ? [] : nil)
  }

  // MARK: the shape

  /// Takes in that the device was in the shape when that was evaluated first, at a fix.
  mutating func beginInShape(at time: Timestamp) {
    isInShape = true
    if let newest = visits.indices.last {
      visits[newest].wasEntered = true
      visits[newest].beganInShape =
        visits[newest].isOrigin && visits[newest].first == time
    }
  }

  mutating func crossShape(
    entering: Bool, after before: Timestamp, at time: Timestamp, isAsked: Bool,
    isTooLarge: Bool = false, hidden: HiddenExit? = nil
  ) {
    if let newest = crossings.indices.last, rules.hasLargerCircles, crossings[newest].isWaiting,
      crossings[newest].next == nil, crossings[newest].epoch == epoch
    {
      wait(of: newest, until: time, after: before)
      crossings[newest].holdOfStay = crossings[newest].wait.longest.hold
    }
    endShape(after: before, at: time, isTakenBack: true)
    isInShape = entering
    crossingCount += 1
    var crossing = ShapeCrossing(
      isEnter: entering, before: before, at: time, isAsked: isAsked, epoch: epoch,
      visit: visits.last?.number ?? visitCount)
    (crossing.isTooLarge, crossing.hidden) = (isTooLarge, hidden)
    if let (event, extra) = ahead {
      if case .visit(crossing.visit) = extra {
        // The visit keeps its events for this crossing.
        ahead = nil
      } else if event.isEnter == entering, time - event.time <= CrossingVerdict.soon {
        ahead = nil
        take(event, for: &crossing)
      } else {
        dropAhead()
      }
    }
    if let newest = visits.indices.last {
      if entering { enter(newest, &crossing) } else { visits[newest].hasExits = true }
    }
    closeHidden(entering)
    crossings.append(crossing)
  }

  private mutating func enter(_ visit: Int, _ crossing: inout ShapeCrossing) {
    visits[visit].wasEntered = true
    guard let held = visits[visit].held, !visits[visit].beganInShape else { return }
    take(held, for: &crossing)
    if let other = visits[visit].ifEntered { tally.become(other) }
    (visits[visit].held, visits[visit].ifEntered) = (nil, nil)
  }

  /// Gives a crossing an event that was delivered before it.
  private func take(_ event: HeldEvent, for crossing: inout ShapeCrossing) {
    guard crossing.deliveredAt == nil, !crossing.isSuppressed else { return }
    guard event.isReported else {
      crossing.isSuppressed = true
      return
    }
    (crossing.deliveredAt, crossing.event) = (event.time, event.number)
    crossing.delivered = crossing.delivered(
      at: event.time, after: event.time, heldUntil: nil, LongSteps())
  }

  /// Of the crossings within one visit of a larger circle only the first enter, the newest enters and the
  /// last exit may still be delivered.
  private mutating func closeHidden(_ isEnter: Bool) {
    guard rules.hasLargerCircles, let visit = visits.last, visit.leftAt == nil else { return }
    var kept = isEnter ? 3 : 0
    // The outcome of the circle's own enter is the first one's, as long as few follow.
    let first = isEnter ? places(in: visit).first { crossings[$0].isEnter } : nil
    if let first, crossings.count - first >= Self.mostKept { crossings[first].isClosed = true }
    for index in crossings.indices.reversed() where crossings[index].isEnter == isEnter {
      // The crossings before a closed one are closed, too.
      if crossings[index].visit != visit.number || index == first || crossings[index].isClosed {
        break
      }
      if kept > 0 { kept -= 1 } else { crossings[index].isClosed = true }
    }
  }

  /// Returns the places of the crossings within a visit of the watched circle.
  ///
  /// - Complexity: O(log n) for n crossings that are not settled.
  private func places(in visit: WatchedVisit) -> Range<Int> {
    let first = crossings.partitioningIndex { $0.visit >= visit.number }
    return first..<crossings.partitioningIndex { $0.visit > visit.number }
  }

  private mutating func endShape(after last: Timestamp, at next: Timestamp?, isTakenBack: Bool) {
    guard let newest = crossings.indices.last, crossings[newest].next == nil,
      crossings[newest].epoch == epoch
    else { return }
    crossings[newest].last = last
    crossings[newest].next = next
    crossings[newest].isOver = true
    crossings[newest].isTakenBack = isTakenBack
  }

  // MARK: the watched circle

  /// Takes in that the device was in the circle when that was evaluated first, at a fix.
  mutating func beginInCircle(at time: Timestamp) { visit(from: time, isOrigin: true) }

  private mutating func visit(from time: Timestamp, isOrigin: Bool) {
    visitCount += 1
    visits.append(WatchedVisit(number: visitCount, first: time, isOrigin: isOrigin))
  }

  /// Takes in that the device crossed the circle at a fix.
  ///
  /// - Parameters:
  ///   - stay: the stay that ends; `nil` where there is none of this circle.
  ///   - followsUnknownSide: whether no recorded fix before had decided a side.
  /// - Returns: true if no fix had decided the side before.
  mutating func crossCircle(
    entering isEnter: Bool, at time: Timestamp, ending stay: Stay?, followsUnknownSide: Bool
  ) -> Bool {
    if let stay {
      // A vague fix may have put a device outside that was inside from the start.
      if stay.isDecided, isEnter { hasDecided.outside = true }
      if stay.isDecided, !isEnter { hasDecided.inside = true }
    } else if !followsUnknownSide {
      hasDecided.outside = true
    }
    if isEnter {
      visit(from: time, isOrigin: false)
    } else if let newest = visits.indices.last, !visits[newest].isForgotten {
      visits[newest].leftAt = time
      finishLeftVisits()
    }
    return isEnter ? !hasDecided.outside : !hasDecided.inside
  }

  /// Records that the straight line to the fix at a time touched the shape.
  mutating func pass(at time: Timestamp) {
    guard let newest = visits.indices.last else { return }
    let visit = visits[newest]
    if visit.contains(time) || visit.leftAt == time { visits[newest].wasPassed = true }
  }

  // MARK: events

  /// Takes in an event. Those that the app received are numbered from 0 in this order.
  mutating func receive(_ event: Arrival, _ steps: LongSteps) {
    let held = HeldEvent(
      number: eventCount, isEnter: event.isEnter, time: event.time, isReported: event.isReported)
    if event.isReported { eventCount += 1 }
    let owner = owner(of: event)
    if case .crossing(let index) = owner, !crossings[index].isDelivered {
      deliver(event, held.number, to: index, steps)
      dropAhead()
      if event.isReported {
        tally.strayIsEnter = nil
        noteLast(event)
      }
      return
    }
    dropAhead()
    var extra = self.extra(event)
    if event.isReported { noteLast(event) }
    if case .visit(let index) = owner {
      hold(held, extra, in: index)
      extra = .visit(visits[index].number)
    }
    ahead = (held, extra)
    // A second event of a crossing may be ahead of the next.
    if isInShape == event.isEnter { dropAhead() }
  }

  private mutating func deliver(
    _ event: Arrival, _ number: Int32, to index: Int, _ steps: LongSteps
  ) {
    guard event.isReported else {
      crossings[index].isSuppressed = true
      return
    }
    wait(of: index, until: event.time, after: event.lastTime)
    (crossings[index].deliveredAt, crossings[index].event) = (event.time, number)
    crossings[index].isFirstState = event.isInitial && !event.isEnter
    crossings[index].accuracy = Float(event.accuracy ?? 0)
    crossings[index].delivered = crossings[index].delivered(
      at: event.time, after: event.lastTime, heldUntil: event.heldUntil, steps)
  }

  private enum Owner {
    case none
    case crossing(Int)
    case closed
    case visit(Int)
  }

  /// The crossing that an event belongs to: the latest of its kind in the watched visit that holds
  /// its beginning, an exit's in the last visit before it.
  private func owner(of event: Arrival) -> Owner {
    let isEnter = event.isEnter
    let place = visits.lastIndex { visit in
      if visit.isForgotten == event.isOfThisCircle { return false }
      if isEnter { return visit.contains(event.crossedAt) }
      // By a wrong position the phone may see the device leave before it does.
      guard visit.first <= event.crossedAt, let leftAt = visit.leftAt else { return false }
      return leftAt <= event.time
    }
    if let place {
      let visit = visits[place]
      let own = places(in: visit).filter { crossings[$0].isEnter == isEnter }
      if let index = own.last(where: { crossings[$0].time <= event.crossedAt }) {
        return .crossing(index)
      }
      if let index = own.first, !visit.beganInShape { return .crossing(index) }
      if own.isEmpty, isEnter ? visit.wasEntered && !visit.beganInShape : visit.hasExits {
        return .closed
      }
      if let index = staying(event) { return .crossing(index) }
      if !visit.wasEntered { return .visit(place) }
      return .none
    }
    return staying(event).map { .crossing($0) } ?? .none
  }

  /// The crossing in whose stay an event is delivered, if it has none.
  private func staying(_ event: Arrival) -> Int? {
    guard let newest = crossings.indices.last, crossings[newest].isEnter == event.isEnter,
      crossings[newest].next == nil, crossings[newest].epoch == epoch,
      !crossings[newest].isDelivered
    else { return nil }
    return newest
  }

  private func extra(_ event: Arrival) -> Extra {
    let isAgain =
      lastEvent.map { $0.isEnter == event.isEnter && $0.crossings == crossingCount } ?? false
    if isAgain, lastEvent?.reboots == event.reboots { return .repeated }
    if lastEvent?.isEnter == event.isEnter { return .inside }
    // By a wrong position a phone may find itself inside at first where it is not.
    let isThere = !event.isEnter || visits.contains { $0.contains(event.crossedAt) }
    return event.isInitial && isThere ? .inside : .stray
  }

  private mutating func noteLast(_ event: Arrival) {
    lastEvent = (event.isEnter, crossingCount, event.reboots)
  }

  private mutating func hold(_ event: HeldEvent, _ extra: Extra, in visit: Int) {
    let isFirst = !visits[visit].hasEvent
    visits[visit].hasEvent = true
    if isFirst, event.isEnter, visits[visit].end == nil {
      visits[visit].held = event
      visits[visit].ifEntered = tally.fork
      if event.isReported { visits[visit].ifEntered?.strayIsEnter = nil }
    } else if event.isReported {
      visits[visit].ifEntered?.count(extra, event)
    }
  }

  private mutating func dropAhead() {
    if let (event, extra) = ahead, event.isReported { count(extra, event) }
    ahead = nil
  }

  private mutating func count(_ extra: Extra, _ event: HeldEvent) {
    if case .visit(let number) = extra {
      if let place = visits.firstIndex(where: { $0.number == number }) {
        if visits[place].strays.isEmpty || tally.listed != nil {
          visits[place].strays.append(event)
        }
      }
      return
    }
    tally.count(extra, event)
    if let newest = visits.indices.last { visits[newest].ifEntered?.count(extra, event) }
  }

  // MARK: settling

  /// Takes in what became of a crossing of the circle, of which nothing more is delivered.
  ///
  /// - Returns: the time of the crossing of the region itself that it shows; `nil` where it shows
  ///   none.
  mutating func close(_ watched: WatchedCrossing) -> Timestamp? {
    watched.stay.isInside ? closeEnters(watched) : closeExits(watched)
  }

  private mutating func closeEnters(_ watched: WatchedCrossing) -> Timestamp? {
    guard
      let place = visits.firstIndex(where: {
        $0.first == watched.stay.first && !$0.hasClosedEnters
      })
    else { return nil }
    visits[place].hasClosedEnters = true
    let visit = visits[place]
    let own = places(in: visit).filter { crossings[$0].isEnter }
    var crossedAt: Timestamp?
    if let first = own.first, !visit.beganInShape, !crossings[first].isClosed {
      crossings[first].watched = watched
      crossedAt = crossings[first].time
    }
    for index in own { crossings[index].isClosed = true }
    if visit.isForgotten, visit.leftAt == nil { finish(visit: place) }
    return crossedAt
  }

  private mutating func closeExits(_ watched: WatchedCrossing) -> Timestamp? {
    guard let place = visits.firstIndex(where: { $0.leftAt == watched.stay.first })
    else { return nil }
    let visit = visits[place]
    let shown = places(in: visit).last { !crossings[$0].isEnter } ?? stayingOut(after: visit)
    if let shown {
      crossings[shown].visit = visit.number
      crossings[shown].watched = watched
      crossings[shown].hidden = nil
    }
    visits[place].hasClosedExits = true
    finishLeftVisits()
    return shown.map { crossings[$0].time }
  }

  /// The exit from the shape whose stay goes on when the device leaves the larger circle again without
  /// having entered the shape: of several ways out the last stands for it, unless one was confirmed or
  /// delivered.
  private func stayingOut(after visit: WatchedVisit) -> Int? {
    guard rules.hasLargerCircles, !visit.wasEntered, let leftAt = visit.leftAt,
      let index = crossings.lastIndex(where: { $0.time <= leftAt })
    else { return nil }
    let crossing = crossings[index]
    guard !crossing.isEnter, !crossing.isClosed, crossing.next.map({ leftAt <= $0 }) ?? true,
      let watched = crossing.watched, !watched.isDelivered, watched.stay.confirmedAt == nil
    else { return nil }
    return index
  }

  /// Finishes the visits whose exits are closed. Until the next visit is over, an exit that the system
  /// finds by an error of the position belongs to the visit before; so does the way out of a next visit
  /// in which the device does not enter the shape.
  private mutating func finishLeftVisits() {
    while let oldest = visits.first, oldest.hasClosedExits,
      let next = visits.dropFirst().first(where: { $0.leftAt != nil }),
      next.wasEntered || next.hasClosedExits
    {
      finish(visit: 0)
    }
  }

  /// Returns true if the device was in the shape during the visit that began at a fix.
  func wasEntered(from time: Timestamp) -> Bool {
    visits.contains { $0.first == time && $0.wasEntered }
  }

  private mutating func finish(visit place: Int) {
    let visit = visits.remove(at: place)
    for index in places(in: visit) { crossings[index].isClosed = true }
    if visit.wasEntered { return }
    if let first = visit.strays.first {
      count(.left(wasPassed: visit.wasPassed), first)
      for event in visit.strays.dropFirst() {
        tally.list(.counterpart, event)
        if let newest = visits.indices.last { visits[newest].ifEntered?.list(.counterpart, event) }
      }
    } else if case .visit(visit.number)? = ahead?.extra {
      ahead?.extra = .left(wasPassed: visit.wasPassed)
    }
  }

  /// The region has another shape now, and the circle that is watched for it is the same.
  mutating func changeShape(after last: Timestamp, at time: Timestamp) {
    endShape(after: last, at: time, isTakenBack: false)
    isInShape = false
    epoch += 1
    hasDecided = (false, false)
  }

  /// The region has left the set, or is another circle now.
  ///
  /// - Parameter isOfAlarm: true if another alarm may take its place, of which no event is again.
  mutating func forget(after last: Timestamp, at time: Timestamp, isOfAlarm: Bool) {
    dropAhead()
    if isOfAlarm { lastEvent = nil }
    changeShape(after: last, at: time)
    if let newest = visits.indices.last, !visits[newest].isForgotten {
      visits[newest].forgottenAt = time
    }
  }

  /// The track has ended at a fix: no stay goes on.
  mutating func finish(at last: Timestamp) {
    dropAhead()
    endShape(after: last, at: nil, isTakenBack: false)
  }

  /// Closes everything, as nothing can happen any more.
  mutating func closeAll() {
    for index in crossings.indices { crossings[index].isClosed = true }
    while !visits.isEmpty { finish(visit: 0) }
  }

  /// Removes the oldest crossing, and what became of it, if nothing after it can change that.
  ///
  /// - Parameter isJudged: whether it is asked what became of it.
  mutating func removeSettled(isJudged: Bool) -> (ShapeCrossing, CrossingVerdict?)? {
    // The device may be back in the larger circle, and not in the shape.
    guard let first = crossings.first, first.isClosed, first.isOver else { return nil }
    guard isJudged else { return (crossings.removeFirst(), nil) }
    guard let outcome = outcomeOfFirst() else { return nil }
    _ = crossings.removeFirst()
    var verdict = first.verdict(outcome, rules)
    if let before, before.epoch == first.epoch, case .undecidable = before.outcome,
      !before.isDelivered, first.follows(in: outcome)
    {
      verdict.follows = before.time
    }
    switch outcome {
    case .filtered: break
    default:
      before = .init(
        time: first.time, epoch: first.epoch, isDelivered: first.isDelivered, outcome: outcome)
    }
    return (first, verdict)
  }

  /// The outcome of the first crossing; `nil` while that depends on those after it.
  private mutating func outcomeOfFirst() -> CrossingVerdict.Outcome? {
    let first = crossings[0]
    if let delivered = first.delivered { return delivered }
    // Where a flag asks for it, its alarm is to fire later.
    if first.isSuppressed { return first.isAsked ? .waits : .inTime }
    if first.isEnter {
      if let isFar = first.takesBackJitter { return .filtered(isFar: isFar) }
      guard let isJitter = isBeforeJitter else { return nil }
      if isJitter { return .filtered(isFar: crossings[1].goesFar) }
    } else if first.isJitter(rules) {
      guard crossings.count > 1, crossings[1].isClosed else { return nil }
      if !crossings[1].isDelivered { crossings[1].takesBackJitter = first.goesFar }
      return .filtered(isFar: first.goesFar)
    }
    let before = before?.epoch == first.epoch ? before : nil
    return first.undelivered(after: before, rules)
  }

  /// True if the first crossing is an enter before a departure that is jitter, where the enter after
  /// that is delivered; `nil` while that is not known.
  private var isBeforeJitter: Bool? {
    guard crossings[0].isTakenBack else { return false }
    guard crossings.count > 1 else { return nil }
    let exit = crossings[1]
    guard exit.isTakenBack else {
      // A departure that lasts, or whose region has left the set, is none.
      if exit.next == nil, !exit.isClosed { return nil }
      return false
    }
    guard exit.isClosed else { return nil }
    guard exit.isJitter(rules) else { return false }
    guard crossings.count > 2, crossings[2].isClosed else { return nil }
    return crossings[2].isDelivered
  }
}

/// The counts of the events that are no crossing.
struct ExtraTally: Sendable {
  private(set) var events = ExtraEvents()
  /// True if the last stray event that none has corrected was an enter; `nil` where there is none.
  var strayIsEnter: Bool?
  /// The events one by one, in the order in which their kinds were known; `nil` where they are not
  /// asked for.
  private(set) var listed: [Listed]?
  /// The number of events that were listed before this was forked.
  private var base = 0

  struct Listed: Sendable {
    let kind: ExtraEvents.Kind
    /// Its number.
    let event: Int32
  }

  init(listed: [Listed]?) { self.listed = listed }

  /// The same counts, with a list from here on.
  fileprivate var fork: Self {
    var fork = self
    if let listed { (fork.base, fork.listed) = (listed.count, []) }
    return fork
  }

  /// Takes the counts of a fork, and its events from there on.
  fileprivate mutating func become(_ fork: Self) {
    (events, strayIsEnter) = (fork.events, fork.strayIsEnter)
    if let own = fork.listed { listed?.replaceSubrange(fork.base..., with: own) }
  }

  fileprivate mutating func count(_ extra: ShapeJournal.Extra, _ event: HeldEvent) {
    let kind: ExtraEvents.Kind
    switch extra {
    case .inside: kind = .inside
    case .repeated: kind = .repeated
    case .stray where strayIsEnter == !event.isEnter: (kind, strayIsEnter) = (.counterpart, nil)
    case .stray: (kind, strayIsEnter) = (.outside, event.isEnter)
    case .left(wasPassed: true): kind = .betweenFixes
    case .left: kind = .outside
    case .visit: return
    }
    events.count(kind)
    list(kind, event)
  }

  fileprivate mutating func list(_ kind: ExtraEvents.Kind, _ event: HeldEvent) {
    listed?.append(Listed(kind: kind, event: event.number))
  }
}

/// A visit of the watched circle, which ends with the exit or as the region leaves the set.
struct WatchedVisit: Sendable {
  /// Among those of the region on the device; of two fixes of one time only it tells the order.
  let number: Int32
  /// The first fix inside.
  let first: Timestamp
  /// The first fix outside after it; `nil` while the device is inside.
  var leftAt: Timestamp?
  /// The fix at which the region left the set; `nil` while it is in it.
  var forgottenAt: Timestamp?
  /// True if the device was inside when the circle was evaluated first.
  let isOrigin: Bool
  /// True if the device was in the shape then, too.
  var beganInShape = false
  /// True if the device was in the shape during the visit.
  var wasEntered = false
  var hasExits = false
  var wasPassed = false
  var hasClosedEnters = false
  var hasClosedExits = false
  /// The first event of a visit in which the shape was not entered yet.
  var held: HeldEvent?
  /// The counts from that one on, should the shape be entered.
  var ifEntered: ExtraTally?
  /// True if an event was received while the shape had not been entered.
  var hasEvent = false
  /// The events among these that are no crossing's; the first alone where they are not listed.
  var strays: [HeldEvent] = []

  var isForgotten: Bool { forgottenAt != nil }

  var end: Timestamp? { leftAt ?? forgottenAt }

  func contains(_ time: Timestamp) -> Bool {
    first <= time && end.map { time < $0 || $0 == first } ?? true
  }
}

/// An event that the app received, and of which the crossing may follow.
struct HeldEvent: Sendable {
  /// Among the events that the app received; it says nothing of one that a flag kept from it.
  let number: Int32
  let isEnter: Bool
  let time: Timestamp
  let isReported: Bool
}
