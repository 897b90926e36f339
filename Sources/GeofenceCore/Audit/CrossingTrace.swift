/// The trace that a crossing left in a run.
struct CrossingTrace: Sendable {
  /// The state that the monitor held before the crossing.
  enum Held: UInt8, Comparable {
    case noSlot, unknown
    /// The side that the crossing leaves.
    case oldSide
    /// The same, but a crossing to the other was under way: the fixes that undid it were uncertain.
    case underWay
    /// The side that it leads to.
    case newSide

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// The first end of its registration.
  struct End {
    let choice: Number<Choice>
    let time: Timestamp
    let isRestart: Bool
  }

  var held = Held.noSlot
  /// A Boolean value that indicates whether the region had a slot at any fix since the crossing.
  private(set) var hadSlot = false
  /// Of an exit: whether it had one at any fix since the enter, and the last choice since then that
  /// took it away.
  private(set) var hadSlotInside = false
  private(set) var stoppedInsideBy: Number<Choice>?
  /// A Boolean value that indicates whether a restart had taken the registrations away.
  var wasLostInRestart = false
  /// The time from which the region was without its registration because the system had lost it or
  /// it had expired, of a crossing under way; `nil` where it was not.
  private(set) var removedAt: Timestamp?
  /// A Boolean value that indicates whether it had no slot at the crossing, and could not deliver
  /// the new side with a later one, as that is what the app knows, or what a first state does not
  /// tell of.
  var isSilent = false
  /// A Boolean value that indicates whether conditions were watched at the fix before the crossing.
  var wasWatched = true
  /// A Boolean value that indicates whether the choice in force had restarted the region.
  var wasRestarted = false
  /// The choice in force at the crossing, the one that gave the region its first slot after it, and
  /// the last one that took a slot away.
  var choice: Number<Choice>?
  private(set) var startedBy: Number<Choice>?
  private var lastStoppedBy: Number<Choice>?
  private(set) var end: End?
  /// The note of what the device was like when the crossing would have been delivered.
  var hindrance: Number<Hindrance>?
  var delivery: AuditedCrossing.Delivery?
  /// The location updates during the stay, where the phone does not see every fix.
  var sight = CrossingSight()

  /// A Boolean value that indicates whether a restart before the crossing made the monitor forget
  /// where the device was.
  var isForgotten: Bool { held == .unknown && wasRestarted }

  /// Returns whether location updates during the stay can still change what is said of a loss.
  ///
  /// - Parameter isDetailed: whether the moment that decided is kept.
  func needsSights(isDetailed: Bool) -> Bool {
    delivery == nil && held != .noSlot && (isDetailed || held < .underWay || sight.looks == 0)
  }

  /// Takes in that the region had a slot at the crossing.
  mutating func noteSlot() { hadSlot = true }

  /// Takes in how the enter before this exit met the run.
  mutating func follow(_ enter: CrossingTrace) {
    (hadSlotInside, stoppedInsideBy) = (enter.hadSlot, enter.lastStoppedBy)
  }

  /// Takes in that the system has lost the registration, or that it has expired.
  mutating func noteRemoval(at time: Timestamp) { removedAt = removedAt ?? time }

  mutating func noteStart(by choice: Number<Choice>) {
    hadSlot = true
    startedBy = startedBy ?? choice
  }

  mutating func noteStop(by choice: Number<Choice>, at time: Timestamp, isRestart: Bool) {
    lastStoppedBy = choice
    end = end ?? End(choice: choice, time: time, isRestart: isRestart)
  }
}
