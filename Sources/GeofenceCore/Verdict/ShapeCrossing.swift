/// A crossing of a region's shape on its way to a verdict.
struct ShapeCrossing: Sendable {
  let isEnter: Bool
  /// The last fix on the old side.
  let before: Timestamp
  /// The first fix on the new side.
  let time: Timestamp
  /// True if a flag of the region asks for it.
  let isAsked: Bool
  /// The number of times that the region had left the set before.
  let epoch: Int32
  /// The number of the watched visit in which it lies, or whose way out stands for it.
  var visit: Int32
  var last: Timestamp
  /// The first fix after the stay; `nil` while it lasts, and where the track ends in it.
  var next: Timestamp?
  /// True if the stay, or the track in it, has ended.
  var isOver = false
  /// True if the stay ended by a crossing back.
  var isTakenBack = false
  /// The time of its event.
  var deliveredAt: Timestamp?
  /// The number of its event among those that the app received.
  var event: Int32?
  /// True if its event was the first state outside after a restart of the region.
  var isFirstState = false
  /// Its outcome, where it was delivered.
  var delivered: CrossingVerdict.Outcome?
  /// True if the system found it and a flag kept it from the app.
  var isSuppressed = false
  /// The stay by the watched circle that decides what became of it, when nothing can be delivered of
  /// that any more.
  var watched: WatchedCrossing?
  /// The cause that kept an exit from the app within the larger circle; `nil` elsewhere.
  var hidden: HiddenExit?
  /// True if the watched circle is larger than what the device monitors.
  var isTooLarge = false
  /// True if no event can belong to it any more.
  var isClosed = false
  /// True if it takes back jitter that goes far past the boundary, false if jitter on the edge; `nil`
  /// where it takes back none.
  var takesBackJitter: Bool?
  /// The accuracy of the fix by which it was delivered, metres; 0 where that is not known.
  var accuracy: Float = 0

  var wait = DeliveryWait()
  /// The condition that held its event back for most of a stay that a larger circle has ended; `nil`
  /// of any other stay.
  var holdOfStay: CrossingVerdict.Hold?

  init(
    isEnter: Bool, before: Timestamp, at time: Timestamp, isAsked: Bool, epoch: Int32, visit: Int32
  ) {
    (self.isEnter, self.before, self.time) = (isEnter, before, time)
    (self.isAsked, self.epoch, self.visit) = (isAsked, epoch, visit)
    last = time
    wait.since = time
  }

  var isDelivered: Bool { deliveredAt != nil || isSuppressed }

  /// True if it reached the app, and the recording shows when.
  var isReceived: Bool {
    switch delivered {
    case .inTime, .early, .late: true
    default: false
    }
  }

  var bounds: CrossingVerdict.Bounds {
    CrossingVerdict.Bounds(atLeast: last - time, atMost: next.map { $0 - before })
  }

  /// True if it is still of interest what holds its event back.
  ///
  /// An event of a later visit of a larger circle belongs to it while its stay lasts.
  var isWaiting: Bool { isAsked && !isDelivered && !(isOver && isClosed) }
}

/// A stay by the watched circle of which nothing can be delivered any more.
struct WatchedCrossing: Sendable {
  let stay: Stay
  let phase: CrossingPhase
  let cause: LossCause?
  /// The action that took the registration of its region.
  let removal: Outage.Action?
  /// The moment that decided.
  let detail: LossDetail?
  /// True if a longer track could have delivered it.
  let mayStillCome: Bool
  /// True if it had no slot, and the last selection had left no region out.
  let isUnchosen: Bool

  /// True if it was delivered. An event after the device had crossed the shape again belongs to that
  /// later crossing.
  var isDelivered: Bool { phase.delivery != nil }

  /// True if the system held the new side already.
  var isHeld: Bool { stay.held.known == .newSide }

  /// True if the region had no slot, and would not report the new side with a later one.
  var isSilent: Bool {
    if case .nothing(_, let isSilent) = stay.held { isSilent } else { false }
  }
}

/// An exit from a shape within the larger circle that is watched, should that not be left.
struct HiddenExit: Sendable {
  /// True if the region had a slot, and the app could receive an event, at a fix of the stay.
  var wasReachable = false
  /// The cause, if that was at none.
  let cause: LossCause
  let removal: Outage.Action?
}

/// The time that a crossing has waited for its event, by what held that back.
struct DeliveryWait: Sendable {
  /// The milliseconds by the raw order of `CrossingVerdict.Hold`; empty until there are some.
  private var spent: [Int64] = []
  /// The ends of the last spans.
  private var until: [Timestamp] = []
  var since = Timestamp.distantPast
  /// True if the event was lost in an outage: no dwell holds it back any more.
  private var isLost = false
  private(set) var hold = CrossingVerdict.Hold.dwell
  /// Metres past the boundary at the deepest fix that was not deep enough.
  private(set) var deepest = -Double.infinity

  /// True if the event may have been lost in an outage.
  var mayBeLost: Bool {
    !isLost && !spent.isEmpty && spent[CrossingVerdict.Hold.suspended.place] > 0
  }

  /// Notes that the event was lost in an outage once another dwell has passed since, and returns true
  /// from then on.
  mutating func noteLoss(by time: Timestamp, _ dwell: Interval) -> Bool {
    let end = until.isEmpty ? time : until[CrossingVerdict.Hold.suspended.place]
    isLost = isLost || mayBeLost && hold != .suspended && time - end > dwell
    return isLost
  }

  /// Counts the time until a fix, or a delivery at it.
  ///
  /// - Parameter longest: the longest time without a fix in which the dwell can go on.
  mutating func advance(to time: Timestamp, longest: Interval) {
    let span = time - since
    guard span.milliseconds > 0 else { return }
    var hold = hold
    if hold == .dwell, span > longest { hold = .noFix }
    if spent.isEmpty {
      spent = Array(repeating: 0, count: CrossingVerdict.Hold.allCases.count)
      until = Array(repeating: time, count: spent.count)
    }
    spent[hold.place] += span.milliseconds
    until[hold.place] = time
    since = time
  }

  /// Takes in what holds the event back from a fix on.
  mutating func begin(_ hold: CrossingVerdict.Hold, depth: Double) {
    self.hold = hold
    if hold == .cushion { deepest = max(deepest, depth) }
  }

  /// The hold that took most of the time, and of equal ones the first.
  var longest: (hold: CrossingVerdict.Hold, until: Timestamp) {
    var best = 0
    for place in spent.indices where spent[place] > spent[best] { best = place }
    guard !spent.isEmpty else { return (hold, since) }
    return (CrossingVerdict.Hold.allCases[best], until[best])
  }
}

extension CrossingVerdict.Hold {
  /// Among all.
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
