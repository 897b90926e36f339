/// What a device's app did and heard beside its crossings.
package struct AuditEfforts: Hashable, Sendable {
  package internal(set) var tally = SelectionTally()
  /// Enters that tell of no crossing, or once more of one: the device was inside.
  package internal(set) var otherEnters = 0
  /// Events that tell of no crossing, where the phone does not see every fix.
  package internal(set) var spurious = 0

  static func += (lhs: inout Self, rhs: Self) {
    lhs.tally += rhs.tally
    lhs.otherEnters += rhs.otherEnters
    lhs.spurious += rhs.spurious
  }
}

/// Takes what has become of crossings, as soon as that is settled.
package protocol AuditSink {
  /// Whether it needs no more; asked at every fix.
  var isSatisfied: Bool { get }

  /// Takes in where a device has come to.
  mutating func note(_ change: Audit.Change)

  /// - Parameter strategy: its position in the plan.
  mutating func settle(_ crossing: AuditedCrossing, underStrategy strategy: Int)

  /// Takes what the choices of a device's app have cost, at the end of its track.
  mutating func finish(_ efforts: AuditEfforts, underStrategy strategy: Int)
}
