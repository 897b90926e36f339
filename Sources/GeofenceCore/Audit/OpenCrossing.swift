/// A place for a crossing in the log.
typealias Slot = Int32

/// A crossing of a watched circle whose outcome is not settled.
struct OpenCrossing: Sendable {
  /// The region's number.
  let region: Int32
  /// Of the circle, among all of the plan.
  var position: Int32
  let isEnter: Bool
  /// Whether there was none: the device was inside when the region was looked at first.
  let isOrigin: Bool
  /// The first fix on the new side.
  let time: Timestamp
  /// When the region itself was crossed; `nil` while, or where, only a larger circle was.
  var truth: Timestamp?
  /// Of an enter: whether the device has come into the region itself since.
  var isEntered = false
  /// The region's crossings before and after this one.
  let previous: Slot?
  var next: Slot?
  /// Whether its region has left the set, or become another circle.
  var isForgotten = false
  let center: EarthVector
  var stay: ExcursionMeter
}

/// How a crossing met a strategy, in numbers alone: there are many.
struct CrossingTrace: Sendable {
  /// What the monitor held before the crossing.
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

  var held = Held.noSlot
  /// Whether the region had a slot at any fix since the crossing.
  var hadSlot = false
  /// Of an exit: whether it had one at any fix since the enter.
  var hadSlotInside = false
  /// Whether a restart had taken the registrations away.
  var wasLostInRestart = false
  var isStopRestart = false
  /// Whether conditions were watched at the fix before the crossing.
  var wasWatched = true
  /// Whether the choice in force had restarted the region.
  var wasRestarted = false
  var isDeliveryInitial = false
  /// The choice in force at the crossing, and those that gave the region its first slot after it,
  /// took a slot away for the first time, and for the last time; −1 for none.
  var choice: Int32 = -1
  var startedBy: Int32 = -1
  var stoppedBy: Int32 = -1
  var lastStoppedBy: Int32 = -1
  /// Of an exit: the last choice that took the slot away since the enter.
  var stoppedInsideBy: Int32 = -1
  /// What the device was like when the crossing would have been told, among those noted.
  var hindrance: Int32 = -1
  var stoppedAt = Timestamp.distantFuture
  var deliveredAt: Timestamp?

  /// Whether a restart before the crossing made the monitor forget where the device was.
  var isForgotten: Bool { held == .unknown && wasRestarted }
}
