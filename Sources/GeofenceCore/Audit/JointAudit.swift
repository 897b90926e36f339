/// The audit of one device: of its app's regions, and beside it of those of the alarms, which the
/// system's Reminders watches in slots of its own.
package struct JointAudit: Sendable {
  private var own: Audit
  /// The audit of the alarms' regions; empty where there are no alarms.
  private var others: [Audit]

  package init(
    _ plan: AuditPlan, startingAt start: Timestamp, device: Int32 = 0, named name: String? = nil,
    trial: UInt64 = 0
  ) {
    own = Audit(plan, startingAt: start, device: device, named: name, trial: trial)
    others = plan.others.map {
      Audit($0, startingAt: start, device: device, named: name, trial: trial)
    }
  }

  /// Moves the device to `fix`.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  package mutating func advance(to fix: Fix, into sink: inout some AuditSink) {
    own.advance(to: fix, into: &sink)
    for index in others.indices { others[index].advance(to: fix, into: &sink) }
  }

  /// Settles what is left at the end of the track.
  package mutating func finish(into sink: inout some AuditSink) {
    own.finish(into: &sink)
    for index in others.indices { others[index].finish(into: &sink) }
  }

  /// The changes at the last fix.
  package var changes: [Audit.Change] { own.changes + others.flatMap(\.changes) }

  /// The events of the first strategy's simulation at the last fix, each with a Boolean value that
  /// indicates whether it belongs to no crossing.
  package var reports: [(event: Event, isFalse: Bool)] {
    let own = own.reports
    if others.isEmpty { return own }
    return own.filter { !$0.event.isEmptySelection }
      + others.flatMap(\.reports).filter { !$0.event.isAction }
  }

  /// The earlier events under the first strategy that the crossings of the last fix have come after,
  /// so that they are false no longer.
  package var creditedEvents: [Audit.CreditedEvent] {
    own.creditedEvents + others.flatMap(\.creditedEvents)
  }

  /// Returns the location update at `fix`, which was the last, under the first strategy; `nil`
  /// where there was none, or it found nothing, or the phone sees every fix.
  package func sighting(at fix: Fix) -> Positioner.Sighting? { own.sighting(at: fix) }

  /// The regions registered under the first strategy.
  package var registered: [RegionIdentifier] {
    own.registered.map(\.identifier) + others.flatMap { $0.registered.map(\.identifier) }
  }
}

extension Audit {
  fileprivate var reports: [(event: Event, isFalse: Bool)] {
    let falseEvents = falseEvents
    return events.enumerated().map { ($1, falseEvents.contains($0)) }
  }
}
