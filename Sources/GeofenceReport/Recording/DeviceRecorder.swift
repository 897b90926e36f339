public import GeofenceCore

/// What a report shows of one device: a finished value.
public struct DeviceRecord: Sendable {
  /// Where the tracks tell devices apart.
  public let name: String?
  public let fixes: Int
  /// What became of its crossings under the strategy that the report is about.
  public let outcome: AuditOutcome
  /// Everything that a verbose run reports but for single registrations and first states outside.
  public let events: [Event]
  public let registrations: [Registered]
  /// By plain geometry.
  public let stays: [Stay]
  let path: TrackPath

  /// From the first fix to the last.
  public var times: ClosedRange<Timestamp>? {
    guard let first = path.vertices.first, let last = path.vertices.last else { return nil }
    return first.time...last.time
  }
}

/// A stretch of time in which a region had a slot; a restart does not end it.
public struct Registered: Hashable, Sendable {
  public let region: RegionIdentifier
  public let start: Timestamp
  /// `nil` where it had the slot to the end.
  public fileprivate(set) var end: Timestamp?
}

/// Follows a device and keeps what a report shows of it.
///
///     var recorder = DeviceRecorder(plan, startingAt: track.start)
///     for fix in track { recorder.advance(to: fix) }
///     let record = recorder.record(named: nil)
///
/// - Complexity: a fix costs what it costs an audit; memory grows with what happens, and with the
///   shape of the track up to 250,000 points.
public struct DeviceRecorder: Sendable {
  private var audit: Audit
  private let hasAlarms: Bool
  private var fixes = 0
  private var path = PathSimplifier()
  private var events: [Event] = []
  private var registrations: [Registered] = []
  private var open: [RegionIdentifier: Int] = [:]

  /// - Parameters:
  ///   - plan: of one strategy.
  ///   - start: the time of the track's first fix.
  public init(_ plan: AuditPlan, startingAt start: Timestamp) {
    audit = Audit(plan, startingAt: start)
    hasAlarms = plan.hasAlarms
  }

  /// Moves the device to `fix`.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  public mutating func advance(to fix: Fix) {
    audit.advance(to: fix)
    fixes += 1
    path.append(fix.coordinate, at: fix.time)
    var mayHaveChanged = false
    for event in audit.events {
      switch event.kind {
      case .crossing(let report):
        guard report.name != .unsatisfied, report.use == .reported else { continue }
        events.append(event)
        mayHaveChanged = mayHaveChanged || hasAlarms
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

  private mutating func noteRegistrations(at time: Timestamp) {
    let registered = Set(audit.registered.lazy.map(\.identifier))
    for (region, index) in open where !registered.contains(region) {
      registrations[index].end = time
      open[region] = nil
    }
    for region in registered.sorted() where open[region] == nil {
      open[region] = registrations.count
      registrations.append(Registered(region: region, start: time))
    }
  }

  public func record(named name: String?) -> DeviceRecord {
    DeviceRecord(
      name: name, fixes: fixes, outcome: audit.outcomes[0], events: events,
      registrations: registrations, stays: audit.stays, path: path.path)
  }
}
