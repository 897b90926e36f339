/// All that happened to a region on a device: every time during which it had a slot, every crossing
/// of its boundary by plain geometry, and every event of it that the app received.
///
/// It is kept to the end, of the regions that a question names; a `RegionJournal` lets go of every
/// crossing that is settled.
package struct RegionRecord: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    package let device: Int32
    package let region: RegionNumber

    package init(device: Int32, region: RegionNumber) {
      (self.device, self.region) = (device, region)
    }
  }

  /// A time from one fix to another.
  package struct Span: Hashable, Sendable {
    package let from: Timestamp
    /// `nil` where it lasted until the track's end.
    package fileprivate(set) var until: Timestamp?

    package func contains(_ time: Timestamp) -> Bool {
      from <= time && until.map { time < $0 } ?? true
    }
  }

  /// The arrival of a device on a side of the boundary, by plain geometry.
  package struct Step: Hashable, Sendable {
    package let time: Timestamp
    package let side: Audit.Change.Side
  }

  /// An event that the app received.
  package struct Received: Hashable, Sendable {
    package let name: AuditedCrossing.Name
    package let time: Timestamp
    /// True if it was the first state after a registration.
    package let isInitial: Bool
    /// The error of the location update that caused the event, if no crossing did; `nil` otherwise.
    package fileprivate(set) var error: Misplacement?
    /// The accuracy of the fix that decided, metres; `nil` where it is not known, or misled the phone.
    package let accuracy: Double?
    /// The crossing that the event belongs to, and its kind if it belongs to none; both are known at
    /// the track's end.
    package fileprivate(set) var crossing: AuditedCrossing.ID?
    package fileprivate(set) var extra: ExtraEvents.Kind?
  }

  /// The true place of a device when a wrong location update caused an event.
  package struct Misplacement: Hashable, Sendable {
    /// The metres from the true place of the device to the boundary, negative inside.
    package let distance: Double
    /// The metres between that place and the location update.
    package let error: Double

    /// True if the location update was right, so that the one before was wrong.
    package var isCorrection: Bool { error < 0.5 }
  }

  /// The times during which the region had a slot; a restart does not end one.
  package private(set) var slots: [Span] = []
  package private(set) var steps: [Step] = []
  package private(set) var events: [Received] = []

  /// The times during which the device was inside while the region belonged to the app's set.
  package var stays: [Span] {
    steps.indices.filter { steps[$0].side == .inside }.map { index in
      Span(from: steps[index].time, until: index + 1 < steps.count ? steps[index + 1].time : nil)
    }
  }

  /// Takes in that a registration began at a fix; what ends and begins at one fix is restarted.
  fileprivate mutating func beginSlot(at time: Timestamp) {
    guard let last = slots.indices.last, slots[last].until ?? time == time else {
      return slots.append(Span(from: time))
    }
    slots[last].until = nil
  }

  fileprivate mutating func endSlot(at time: Timestamp) {
    guard let last = slots.indices.last, slots[last].until == nil else { return }
    slots[last].until = time
  }

  fileprivate mutating func step(to side: Audit.Change.Side, at time: Timestamp) {
    steps.append(Step(time: time, side: side))
  }

  fileprivate mutating func receive(_ event: Received) { events.append(event) }

  fileprivate mutating func label(_ extra: ExtraTally.Listed) {
    events[Int(extra.event)].extra = extra.kind
  }

  fileprivate mutating func own(_ event: Int32, _ crossing: AuditedCrossing.ID) {
    (events[Int(event)].crossing, events[Int(event)].error) = (crossing, nil)
  }
}

/// The records of some regions on one device.
struct RegionRecords: Sendable {
  /// The regions of which a record is kept; `nil` for all.
  private let asked: Set<RegionNumber>?
  private(set) var entries: [RegionNumber: RegionRecord] = [:]

  init(of asked: Set<RegionNumber>?) { self.asked = asked }

  func holds(_ region: RegionNumber) -> Bool { asked?.contains(region) ?? true }

  /// Takes in which of the events of a region are no crossing.
  mutating func label(_ events: [ExtraTally.Listed], of region: RegionNumber) {
    for event in events { entries[region]?.label(event) }
  }

  private mutating func change(_ region: RegionNumber, _ body: (inout RegionRecord) -> Void) {
    if holds(region) { body(&entries[region, default: RegionRecord()]) }
  }

  /// Takes in the registrations that have changed, by the positions of their circles.
  mutating func take(
    _ changes: [RegistrationChange], of numbers: [RegionNumber], at time: Timestamp
  ) {
    for change in changes {
      switch change {
      case .began(let rows):
        for row in rows { self.change(numbers[Int(row)]) { $0.beginSlot(at: time) } }
      case .ended(let rows):
        for row in rows { entries[numbers[Int(row)]]?.endSlot(at: time) }
      }
    }
  }

  mutating func take(_ step: Audit.Change, at time: Timestamp) {
    change(step.region) { $0.step(to: step.side, at: time) }
  }

  /// Takes in an event that the app received.
  ///
  /// - Parameters:
  ///   - accuracy: that of the fix that decided, where it is known.
  ///   - fix: the fix at which the app received it, if it belongs to no crossing.
  mutating func take(
    _ event: Event, _ report: CrossingReport, of region: RegionNumber, accuracy: Double?,
    misleadingAt fix: Fix?
  ) {
    let error = fix.map { fix in
      RegionRecord.Misplacement(
        distance: Geodesic(from: fix.coordinate, to: report.region.center).distance
          - report.region.radius,
        error: Geodesic(from: fix.coordinate, to: event.coordinate).distance)
    }
    change(region) {
      $0.receive(
        .init(
          name: report.state == .satisfied ? .enter : .exit, time: event.time,
          isInitial: report.isInitial, error: error, accuracy: error == nil ? accuracy : nil))
    }
  }

  /// Takes in that an event, by its number, belongs to a crossing.
  mutating func own(_ event: Int32, _ crossing: AuditedCrossing.ID) {
    entries[crossing.region]?.own(event, crossing)
  }
}
