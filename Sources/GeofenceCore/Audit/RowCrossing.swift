/// A crossing of a watched circle as one strategy met it, and what was noted of it on the way.
struct RowCrossing: Sendable {
  /// The state that the monitor held before the crossing.
  enum Held: UInt8, Comparable {
    case noSlot, unknown
    case oldSide
    /// The same, but a crossing to the other was under way: the fixes that undid it were uncertain.
    case underWay
    case newSide

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// The first end of its registration.
  struct Stop {
    let choice: Int32
    let time: Timestamp
    let isRestart: Bool
  }

  /// A stay by the fixes of the path, and by the location updates, of which there were so many.
  final class Measure: Sendable {
    let stay: Excursion?
    let looks: Int
    let seen: Excursion?

    init(_ stay: Excursion?, looks: Int, seen: Excursion?) {
      (self.stay, self.looks, self.seen) = (stay, looks, seen)
    }
  }

  // MARK: plain geometry

  /// The position of the circle among all of the plan.
  var circle: Int32
  let isEnter: Bool
  /// A Boolean value that indicates whether there was none: the device was inside when the region
  /// was first evaluated.
  let isOrigin: Bool
  /// The time of the first fix on the new side.
  let time: Timestamp
  /// The time at which the region itself was crossed; `nil` while, or where, only a larger circle
  /// was.
  var truth: Timestamp?
  /// Of an enter: whether the device has come into the region itself since.
  var isEntered = false
  /// A Boolean value that indicates whether its region has left the set, or become another circle.
  var isForgotten = false
  /// The reason why there is no further fix on the new side; `nil` while there may be.
  var end: Excursion.End?
  /// The time of the last fix on the new side, where the stay has ended.
  var lastTime: Timestamp

  // MARK: the rules, with unlimited registrations

  var confirmedAt: Timestamp?
  /// The time at which the rules confirmed it, or would have if they had seen it from its beginning.
  var possibleAt: Timestamp?
  /// A crossing that is fed from the beginning of the stay, where the rules held another state.
  var witness: Crossing?

  // MARK: the app

  var held = Held.noSlot
  /// The row of the catalog that was registered at the crossing.
  var registration: Int32?
  /// A Boolean value that indicates whether the region had a slot at any fix since the crossing.
  var hadSlot = false
  /// Of an exit: whether it had one at any fix since the enter, and the last choice since then that
  /// took it away.
  var hadSlotInside = false
  var stoppedInsideBy: Int32?
  /// A Boolean value that indicates whether a restart had taken the registrations away.
  var wasLostInRestart = false
  /// A Boolean value that indicates whether the system had lost the registration, or it had expired.
  var wasRemoved = false
  /// The time from which it was without the registration for that reason; `nil` where it was not.
  var removedAt: Timestamp?
  /// A Boolean value that indicates whether it had no slot at the crossing, and could not deliver
  /// the new side with a later one.
  var isSilent = false
  /// A Boolean value that indicates whether conditions were watched at the fix before the crossing.
  var wasWatched = true
  /// A Boolean value that indicates whether the choice in force had restarted the region.
  var wasRestarted = false
  /// The choice in force at the crossing, the one that gave the region its first slot after it, and
  /// the last one that took a slot away.
  var choice: Int32?
  var startedBy: Int32?
  var lastStoppedBy: Int32?
  var stop: Stop?
  /// The number of the note on what kept the app from receiving it when it was confirmed.
  var hindrance: Int?
  var delivery: AuditedCrossing.Delivery?
  /// A Boolean value that indicates whether the system found it, and kept it from the app because of
  /// a flag of the region.
  var isSuppressed = false

  // MARK: the fixes of the stay

  /// A Boolean value that indicates whether the fixes of the stay are kept, to be measured.
  var isKept = false
  /// The numbers of the first fix of the stay and of the first location update, among those kept.
  var firstFix = 0
  var firstSight = 0
  var measure: Measure?

  init(
    circle: Int32, isEnter: Bool, isOrigin: Bool = false, at time: Timestamp
  ) {
    (self.circle, self.isEnter, self.isOrigin, self.time) = (circle, isEnter, isOrigin, time)
    lastTime = time
  }

  var name: AuditedCrossing.Name { isEnter ? .enter : .exit }

  var lasted: Interval { lastTime - time }

  /// A Boolean value that indicates whether a restart before the crossing made the monitor forget
  /// where the device was.
  var forgotState: Bool { held == .unknown && wasRestarted }

  mutating func noteStart(by choice: Int32) {
    hadSlot = true
    startedBy = startedBy ?? choice
  }

  mutating func noteStop(by choice: Int32, at time: Timestamp, isRestart: Bool) {
    lastStoppedBy = choice
    stop = stop ?? Stop(choice: choice, time: time, isRestart: isRestart)
  }
}

/// The crossings of a region under one strategy that are not settled yet.
///
/// A crossing stays until there is one after it and nothing can be delivered of it any more. So
/// memory is O(r) for the r regions that were crossed, however often.
struct RowRegion: Sendable {
  let region: RegionNumber
  /// The crossings that are not settled, the oldest first.
  var open: [RowCrossing] = []
  /// The time of the settled crossing before these, where it was lost, and the cause of that, where
  /// it is asked for.
  var lost: (time: Timestamp, cause: LossCause?)?
  /// The last crossing of the region itself that its larger circle does not show.
  var hidden: (isEnter: Bool, time: Timestamp)?
  /// The losses that are none if the device stays out of the region until the track ends: then they
  /// are undecided.
  var withheld: [AuditRow.Finding] = []

  init(_ region: RegionNumber) { self.region = region }

  /// Returns the crossing that news of a side tells of: the last one before the news began, if it is
  /// of this kind.
  ///
  /// A position may err, so that the phone is ahead: then it is the next one, if it came to pass
  /// before the news was confirmed.
  ///
  /// - Parameter mayErr: whether the phone may see places where the device is not.
  func matched(
    entering: Bool, from began: Timestamp, to confirmed: Timestamp, mayErr: Bool
  ) -> Int? {
    let past = open.lastIndex { $0.time <= began }
    if let past {
      if open[past].isEnter == entering { return past }
      // Of two fixes of one time the earlier may be the one at which the news began.
      if !mayErr, open[past].time == began, past > 0, open[past - 1].isEnter == entering {
        return past - 1
      }
    }
    let next = past.map { $0 + 1 } ?? 0
    return open[next...].firstIndex { $0.isEnter == entering && $0.time <= confirmed }
  }
}
