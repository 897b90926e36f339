public import GeofenceCore

/// The finished record of one device that a report shows.
public struct DeviceRecord: Sendable {
  /// The name of the device, where the tracks distinguish devices.
  public let name: String?
  public let fixes: Int
  /// The events of a verbose run, without single registrations and first states outside.
  public let events: [Event]
  /// The times at which each region had a slot; a restart does not end such a time.
  public let registrations: [RegionSpan]
  /// The times at which the device was inside each region, by plain geometry.
  public let stays: [RegionSpan]
  /// The positions that the phone reported; empty where every fix is reported as recorded.
  let looks: [Positioner.Sighting]
  let path: TrackPath

  /// The times of the first and the last fix; `nil` where there is no fix.
  public var times: ClosedRange<Timestamp>? {
    guard let first = path.vertices.first, let last = path.vertices.last else { return nil }
    return first.time...last.time
  }
}

/// A span of time in which a condition holds for a region, from fix to fix.
public struct RegionSpan: Hashable, Sendable {
  public let region: RegionIdentifier
  /// The time of the first fix at which the condition holds.
  public let start: Timestamp
  /// The time of the first fix at which the condition no longer holds, or at which the region left
  /// the app's set; `nil` where it holds to the end.
  public fileprivate(set) var end: Timestamp?
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
public struct DeviceRecorder: Sendable {
  private var audit: Audit
  private let plan: AuditPlan
  private var fixes = 0
  private var path = PathSimplifier()
  private var events: [Event] = []
  private var registrations: [RegionSpan] = []
  private var open: [RegionIdentifier: Int] = [:]
  private var stays: [RegionSpan] = []
  private var openStays: [Int32: Int] = [:]
  private var looks: [Positioner.Sighting] = []

  /// Creates the recorder of one device.
  ///
  /// - Parameters:
  ///   - plan: the plan of one strategy.
  ///   - start: the time of the track's first fix.
  ///   - device: the number of the device in its crossings.
  ///   - name: the name of the device, where there are several.
  public init(
    _ plan: AuditPlan, startingAt start: Timestamp, device: Int32 = 0, named name: String? = nil
  ) {
    audit = Audit(plan, startingAt: start, device: device, named: name)
    self.plan = plan
  }

  /// Moves the device to `fix` and records what a report shows of it.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  public mutating func advance(to fix: Fix, into sink: inout some AuditSink) {
    audit.advance(to: fix, into: &sink)
    for change in audit.changes { note(change, at: fix.time) }
    if let look = audit.sighting(at: fix), look != looks.last { looks.append(look) }
    fixes += 1
    path.append(fix.coordinate, at: fix.time)
    var mayHaveChanged = false
    for event in audit.events {
      switch event.kind {
      case .crossing(let report):
        guard report.name != .unsatisfied, report.use == .reported else { continue }
        events.append(event)
        mayHaveChanged = mayHaveChanged || plan.hasAlarms
      case .reselect(let reselection):
        // A selection of the same regions is not recorded, since every fix may bring one.
        let isChange = !reselection.started.isEmpty || !reselection.stopped.isEmpty
        if isChange || reselection.significantMovement != nil { events.append(event) }
        mayHaveChanged = mayHaveChanged || isChange
      case .outside: break
      case .device:
        events.append(event)
        mayHaveChanged = true
      case .failed, .unmonitored, .relaunch: events.append(event)
      }
    }
    if mayHaveChanged { noteRegistrations(at: fix.time) }
  }

  /// Settles the crossings that are undecided at the end of the track.
  public mutating func finish(into sink: inout some AuditSink) { audit.finish(into: &sink) }

  private mutating func note(_ change: Audit.Change, at time: Timestamp) {
    if let index = openStays.removeValue(forKey: change.region) { stays[index].end = time }
    guard change.side == .inside else { return }
    openStays[change.region] = stays.count
    stays.append(RegionSpan(region: plan.names[Int(change.region)], start: time))
  }

  private mutating func noteRegistrations(at time: Timestamp) {
    let registered = Set(audit.registered.lazy.map(\.identifier))
    for (region, index) in open where !registered.contains(region) {
      registrations[index].end = time
      open[region] = nil
    }
    for region in registered.sorted() where open[region] == nil {
      open[region] = registrations.count
      registrations.append(RegionSpan(region: region, start: time))
    }
  }

  /// Returns the record of everything so far.
  public func record(named name: String?) -> DeviceRecord {
    DeviceRecord(
      name: name, fixes: fixes, events: events, registrations: registrations, stays: stays,
      looks: looks,
      path: path.path)
  }
}
