/// Takes what has become of crossings, as soon as that is settled.
public protocol AuditSink {
  /// Whether it needs no more; asked at every fix.
  var isSatisfied: Bool { get }

  /// Takes in where a device has come to.
  mutating func note(_ change: Audit.Change)

  /// - Parameter strategy: its position in the plan.
  mutating func settle(_ crossing: AuditedCrossing, underStrategy strategy: Int)

  /// Takes what the choices of a device's app have cost, at the end of its track.
  ///
  /// - Parameter otherEnters: enters that tell of no crossing, or once more of one.
  mutating func finish(tally: SelectionTally, otherEnters: Int, underStrategy strategy: Int)
}
