/// The choices of a device's app, and the events that it received beside the crossings.
package struct AuditEfforts: Hashable, Sendable {
  package internal(set) var tally = SelectionTally()
  /// Enters that belong to no crossing, or once more to one: the device was inside.
  package internal(set) var otherEnters = 0
  /// Events that belong to no crossing, where the phone does not see every fix.
  package internal(set) var spurious = 0
  /// Enters of a region whose last event was an enter.
  package internal(set) var repeated = 0
  /// The location updates that found something, where the phone does not see every fix.
  package internal(set) var updates = 0
  package internal(set) var starts = 0
  /// The crossings that reached the app, by their verdicts, where the events beside them are counted.
  package internal(set) var received = 0
  package internal(set) var events = ExtraEvents()

  static func += (lhs: inout Self, rhs: Self) {
    lhs.tally += rhs.tally
    lhs.otherEnters += rhs.otherEnters
    lhs.spurious += rhs.spurious
    lhs.repeated += rhs.repeated
    lhs.updates += rhs.updates
    lhs.starts += rhs.starts
    lhs.received += rhs.received
    lhs.events += rhs.events
  }
}

/// Takes what has become of crossings, as soon as that is settled.
package protocol AuditSink {
  /// True if it needs no more; asked at every fix.
  ///
  /// The sink is lent for the answer, as it is too large to be copied.
  var isSatisfied: Bool { mutating get }

  mutating func note(_ change: Audit.Change)

  mutating func settle(_ crossing: AuditedCrossing, underStrategy strategy: StrategyNumber)

  /// Takes what became of a dwell that the app asks for, under a strategy that says it.
  mutating func judge(_ dwell: JudgedDwell, underStrategy strategy: StrategyNumber)

  /// Takes in that a device passed a region between two fixes.
  mutating func note(_ passage: Passage)

  /// Takes what happened to a region on a device, at the end of its track, where a record is asked
  /// for.
  mutating func take(_ record: RegionRecord, of key: RegionRecord.Key)

  /// Takes what the choices of a device's app have cost, at the end of its track.
  mutating func finish(_ efforts: AuditEfforts, underStrategy strategy: StrategyNumber)
}

extension AuditSink {
  package mutating func note(_ change: Audit.Change) {}

  package mutating func finish(_ efforts: AuditEfforts, underStrategy strategy: StrategyNumber) {}

  package mutating func judge(_ dwell: JudgedDwell, underStrategy strategy: StrategyNumber) {}

  package mutating func note(_ passage: Passage) {}

  package mutating func take(_ record: RegionRecord, of key: RegionRecord.Key) {}
}
