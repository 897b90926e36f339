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
  /// What the events that the app received are, by their positions among the events.
  fileprivate(set) var received: [Int: RegionRecord.Received] = [:]
  /// The times during which no event could reach the app.
  package fileprivate(set) var outages: [Outage] = []
  package fileprivate(set) var path = TrackPath(vertices: [], error: 0)
  fileprivate(set) var profile = TrackProfile()
  /// The fixes themselves, the first of them where there are more than were to be kept.
  fileprivate(set) var given: [Fix] = []

  /// The circles that actions add to the app's set, in the order of time.
  var added: [(from: Timestamp, region: CircularRegion)] {
    events.compactMap { event -> (from: Timestamp, region: CircularRegion)? in
      guard case .device(.add(let region)) = event.kind else { return nil }
      return (from: event.time, region: region)
    }
  }

  /// Returns true if the reminder of a region was completed by a time, and has no later date.
  fileprivate func isCompleted(_ region: RegionIdentifier, at time: Timestamp) -> Bool {
    var isCompleted = false
    for event in events where event.time <= time {
      switch event.kind {
      case .device(.complete(_, let regions)) where regions.contains(region): isCompleted = true
      case .device(.add(let other)) where other.identifier == region: isCompleted = false
      default: break
      }
    }
    return isCompleted
  }

  /// The positions of the events that the app should not have received.
  var falseEvents: [Int] {
    received.filter { $0.value.extra?.isFault == true }.map { $0.key }.sorted()
  }

  package var times: ClosedRange<Timestamp>? {
    guard let first = path.vertices.first, let last = path.vertices.last else { return nil }
    return first.time...last.time
  }
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
  private let keepsTrack: Bool
  private let keptFixes: Int
  /// The visits to regions of alarms, which go on after the alarm has fired and its region has left
  /// the set; `nil` where there are none.
  private var visits: VisitSurvey?

  /// - Parameters:
  ///   - plan: the plan of one strategy, recording all regions.
  ///   - keepsTrack: `false` where another recorder of the same device keeps its path and stays.
  ///   - keptFixes: the number of fixes to keep.
  package init(
    _ plan: AuditPlan, startingAt start: Timestamp, device: Int32 = 0, named name: String? = nil,
    keepsTrack: Bool = true, keptFixes: Int = 0
  ) {
    (self.keepsTrack, self.keptFixes) = (keepsTrack, keptFixes)
    audit = Audit(plan, startingAt: start, device: device, named: name)
    self.plan = plan
    if keepsTrack, plan.hasAlarms { visits = VisitSurvey(of: plan.regionsOfAlarms, .empty) }
  }

  /// Moves the device to `fix` and records what a report shows of it.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  package mutating func advance(to fix: Fix, into sink: inout some AuditSink) {
    audit.advance(to: fix, into: &sink)
    if keepsTrack {
      path.append(fix.coordinate, at: fix.time)
      record.profile.append(fix)
      visits?.visit(fix, ofDevice: 0)
      if record.given.count < keptFixes { record.given.append(fix) }
    }
    if let look = audit.sighting(at: fix), look != record.looks.last { record.looks.append(look) }
    record.fixes += 1
    record.events += audit.events.filter { $0.isShown }
  }

  /// Settles the crossings that are undecided at the end of the track.
  package mutating func finish(into sink: inout some AuditSink) { audit.finish(into: &sink) }

  package func record(named name: String?) -> DeviceRecord {
    var record = record
    (record.name, record.path, record.outages) = (name, path.path, audit.outages)
    let regions = audit.records.map { (name: plan.names[$0], record: $1) }
    func spans(_ times: (RegionRecord) -> [RegionRecord.Span]) -> [RegionSpan] {
      regions.flatMap { region in
        times(region.record).map {
          RegionSpan(region: region.name, start: $0.from, end: $0.until)
        }
      }
    }
    func sorted(_ spans: [RegionSpan]) -> [RegionSpan] {
      spans.sorted { ($0.start, $0.region) < ($1.start, $1.region) }
    }
    record.registrations = sorted(spans { $0.slots })
    if keepsTrack {
      let ofAlarms = plan.regionsOfAlarms
      let alarms = Set(ofAlarms.map { $0.identifier })
      let visited = ofAlarms.indices.flatMap { index in
        (visits?.visits(at: index) ?? []).map {
          RegionSpan(region: ofAlarms[index].identifier, start: $0.start, end: $0.leftAt)
        }.filter { !record.isCompleted($0.region, at: $0.start) }
      }
      record.stays = sorted(spans { $0.stays }.filter { !alarms.contains($0.region) } + visited)
    }
    // Both lists are in the order of receipt, and the page does not show every state.
    var rest = Dictionary(regions.map { ($0.name, $0.record.events[...]) }) { first, _ in first }
    for (position, event) in record.events.enumerated() {
      guard let report = event.crossing, report.name != .dwell,
        let own = rest[report.region.identifier]
      else { continue }
      let name: AuditedCrossing.Name = report.state == .satisfied ? .enter : .exit
      let later = own.drop { $0.time < event.time || $0.time == event.time && $0.name != name }
      guard let first = later.first, first.time == event.time else { continue }
      record.received[position] = first
      rest[report.region.identifier] = later.dropFirst()
    }
    return record
  }
}

extension Event {
  var crossing: CrossingReport? { if case .crossing(let report) = kind { report } else { nil } }

  /// True if a report shows it: no single registrations, no first states outside but those that tell
  /// of an exit, and no selection of the same regions, which every fix may bring.
  fileprivate var isShown: Bool {
    switch kind {
    case .crossing(let report):
      ([.enter, .exit, .dwell].contains(report.name) || report.tellsOfExit)
        && report.use == .reported
    case .reselect(let reselection):
      !reselection.started.isEmpty || !reselection.stopped.isEmpty
        || reselection.significantMovement != nil
    case .outside, .registered: false
    case .device, .failed, .unmonitored, .relaunch: true
    }
  }
}

extension BasemapFrame {
  package init(around devices: [DeviceRecord]) {
    self.init(around: devices.flatMap { $0.path.vertices.map { $0.coordinate } })
  }
}
