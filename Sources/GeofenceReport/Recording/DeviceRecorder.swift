import GeofenceCore

/// The finished record of one device that a report shows.
package struct DeviceRecord: Sendable {
  package fileprivate(set) var name: String?
  package fileprivate(set) var fixes = 0
  /// The events of a verbose run, without single registrations and first states outside.
  package fileprivate(set) var events: [Event] = []
  /// The times at which each region had a slot; a restart does not end such a time.
  package fileprivate(set) var registrations: [RegionSpan] = []
  /// The times at which the device was inside each region, by plain geometry.
  package fileprivate(set) var stays: [RegionSpan] = []
  /// The positions that the phone reported; empty where every fix is reported as recorded.
  package fileprivate(set) var looks: [Positioner.Sighting] = []
  /// The events that tell of no crossing, in the order of time.
  package fileprivate(set) var falseEvents: [FalseEvent] = []
  /// The times during which no event could reach the app.
  package fileprivate(set) var outages: [Outage] = []
  package fileprivate(set) var path = TrackPath(vertices: [], error: 0)
  fileprivate(set) var profile = TrackProfile()
  /// The fixes themselves, the first of them where there are more than were to be kept.
  fileprivate(set) var given: [Fix] = []

  package var times: ClosedRange<Timestamp>? {
    guard let first = path.vertices.first, let last = path.vertices.last else { return nil }
    return first.time...last.time
  }
}

/// An event that the app received without any crossing, because a location update was off.
package struct FalseEvent: Hashable, Sendable {
  /// The position of the event among the events of the record.
  package let event: Int
  /// The metres from the true place of the device to the boundary, negative inside.
  package let distance: Double
  /// The metres between the true place of the device and the one that the system had.
  package let error: Double
}

/// A span of time in which a condition holds for a region, from fix to fix.
package struct RegionSpan: Hashable, Sendable {
  package let region: RegionIdentifier
  package let start: Timestamp
  /// The time of the first fix at which the condition no longer holds, or at which the region left
  /// the app's set; `nil` where it holds to the end.
  package fileprivate(set) var end: Timestamp?
}

/// A recorder that follows a device and keeps the part that a report shows.
///
///     var recorder = DeviceRecorder(plan, startingAt: track.start)
///     for fix in track { recorder.advance(to: fix, into: &account) }
///     recorder.finish(into: &account)
///     let record = recorder.record(named: nil)
///
/// - Complexity: a fix costs as much as in an audit; memory is O(e + p) for the e events and the p
///   points that the shape of the track needs, 250,000 at most.
package struct DeviceRecorder: Sendable {
  private var audit: Audit
  private let plan: AuditPlan
  private var path = PathSimplifier()
  private var record = DeviceRecord()
  private var open: [RegionIdentifier: Int] = [:]
  private var openStays: [RegionNumber: Int] = [:]
  private let keepsTrack: Bool
  private let keptFixes: Int

  /// - Parameters:
  ///   - plan: the plan of one strategy.
  ///   - keepsTrack: `false` where another recorder of the same device keeps its path and stays.
  ///   - keptFixes: the number of fixes to keep.
  package init(
    _ plan: AuditPlan, startingAt start: Timestamp, device: Int32 = 0, named name: String? = nil,
    keepsTrack: Bool = true, keptFixes: Int = 0
  ) {
    (self.keepsTrack, self.keptFixes) = (keepsTrack, keptFixes)
    audit = Audit(plan, startingAt: start, device: device, named: name)
    self.plan = plan
  }

  /// Moves the device to `fix` and records what a report shows of it.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  package mutating func advance(to fix: Fix, into sink: inout some AuditSink) {
    audit.advance(to: fix, into: &sink)
    if keepsTrack {
      for change in audit.changes { note(change, at: fix.time) }
      path.append(fix.coordinate, at: fix.time)
      record.profile.append(fix)
      if record.given.count < keptFixes { record.given.append(fix) }
    }
    if let look = audit.sighting(at: fix), look != record.looks.last { record.looks.append(look) }
    record.fixes += 1
    for credited in audit.creditedEvents {
      record.falseEvents = record.falseEvents.filter { !isOf(credited, $0) }
    }
    // An expiry brings no event.
    var mayHaveChanged = plan.strategies.contains { $0.settings.request.expiration != nil }
    for (event, isFalse) in audit.reports {
      switch event.kind {
      case .crossing(let report):
        guard [.enter, .exit, .dwell].contains(report.name), report.use == .reported else {
          continue
        }
        if isFalse { record.falseEvents.append(falseEvent(event, of: report.region, at: fix)) }
        record.events.append(event)
        mayHaveChanged = mayHaveChanged || plan.hasAlarms
      case .reselect(let reselection):
        // A selection of the same regions is not recorded, since every fix may bring one.
        let isChange = !reselection.started.isEmpty || !reselection.stopped.isEmpty
        if isChange || reselection.significantMovement != nil { record.events.append(event) }
        mayHaveChanged = mayHaveChanged || isChange
      case .outside: break
      case .registered: mayHaveChanged = true
      case .device:
        record.events.append(event)
        mayHaveChanged = true
      case .failed, .unmonitored, .relaunch: record.events.append(event)
      }
    }
    if mayHaveChanged { noteRegistrations(at: fix.time) }
  }

  /// Settles the crossings that are undecided at the end of the track.
  package mutating func finish(into sink: inout some AuditSink) { audit.finish(into: &sink) }

  private mutating func note(_ change: Audit.Change, at time: Timestamp) {
    if let index = openStays.removeValue(forKey: change.region) { record.stays[index].end = time }
    guard change.side == .inside else { return }
    openStays[change.region] = record.stays.count
    record.stays.append(RegionSpan(region: plan.names[change.region], start: time))
  }

  /// Returns what is known of an event of no crossing, which is about to be appended.
  private func falseEvent(_ event: Event, of region: CircularRegion, at fix: Fix) -> FalseEvent {
    FalseEvent(
      event: record.events.count,
      distance: Geodesic(from: fix.coordinate, to: region.center).distance - region.radius,
      error: Geodesic(from: fix.coordinate, to: event.coordinate).distance)
  }

  /// Returns whether an event that seemed to belong to no crossing is one that was ahead of it.
  private func isOf(_ credited: Audit.CreditedEvent, _ made: FalseEvent) -> Bool {
    let event = record.events[made.event]
    return event.time == credited.time
      && event.crossing?.region.identifier == plan.names[credited.region]
  }

  private mutating func noteRegistrations(at time: Timestamp) {
    let registered = Set(audit.registered)
    for (region, index) in open where !registered.contains(region) {
      record.registrations[index].end = time
      open[region] = nil
    }
    for region in registered.sorted() where open[region] == nil {
      open[region] = record.registrations.count
      record.registrations.append(RegionSpan(region: region, start: time))
    }
  }

  package func record(named name: String?) -> DeviceRecord {
    var record = record
    (record.name, record.path, record.outages) = (name, path.path, audit.outages)
    return record
  }
}

extension Event {
  var crossing: CrossingReport? { if case .crossing(let report) = kind { report } else { nil } }
}

extension BasemapFrame {
  package init(around devices: [DeviceRecord]) {
    self.init(around: devices.flatMap { $0.path.vertices.map { $0.coordinate } })
  }
}
