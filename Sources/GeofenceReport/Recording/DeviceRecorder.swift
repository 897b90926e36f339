public import GeofenceCore

/// What a report shows of one device: a finished value.
public struct DeviceRecord: Sendable {
  /// Where the tracks tell devices apart.
  public let name: String?
  public let fixes: Int
  /// Everything that a verbose run reports but for single registrations and first states outside.
  public let events: [Event]
  /// When which region had a slot; a restart does not end that.
  public let registrations: [RegionSpan]
  /// When the device was inside which region, by plain geometry.
  public let stays: [RegionSpan]
  /// Where the phone saw the device; none where it sees every fix.
  let looks: [Positioner.Sighting]
  let path: TrackPath

  /// From the first fix to the last.
  public var times: ClosedRange<Timestamp>? {
    guard let first = path.vertices.first, let last = path.vertices.last else { return nil }
    return first.time...last.time
  }
}

/// A stretch of time in which something holds for a region, from fix to fix.
public struct RegionSpan: Hashable, Sendable {
  public let region: RegionIdentifier
  /// The first fix at which it holds.
  public let start: Timestamp
  /// The first at which it does not, or when the region left the app's set; `nil` where it holds to
  /// the end.
  public fileprivate(set) var end: Timestamp?
}

/// Follows a device and keeps what a report shows of it.
///
///     var recorder = DeviceRecorder(plan, startingAt: track.start)
///     for fix in track { recorder.advance(to: fix, into: &account) }
///     recorder.finish(into: &account)
///     let record = recorder.record(named: nil)
///
/// - Complexity: a fix costs what it costs an audit; memory grows with what happens, and with the
///   shape of the track up to 250,000 points.
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

  /// - Parameters:
  ///   - plan: of one strategy.
  ///   - start: the time of the track's first fix.
  ///   - device: the number that its crossings bear.
  ///   - name: the device's, where there are several.
  public init(
    _ plan: AuditPlan, startingAt start: Timestamp, device: Int32 = 0, named name: String? = nil
  ) {
    audit = Audit(plan, startingAt: start, device: device, named: name)
    self.plan = plan
  }

  /// Moves the device to `fix`.
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
        // A choice of the same regions, as every fix may bring one, is not worth a mark.
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

  /// Settles what is left at the end of the track.
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

  public func record(named name: String?) -> DeviceRecord {
    DeviceRecord(
      name: name, fixes: fixes, events: events, registrations: registrations, stays: stays,
      looks: looks,
      path: path.path)
  }
}
