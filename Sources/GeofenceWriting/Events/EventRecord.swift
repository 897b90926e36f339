import GeofenceCore

/// An event as it is written: texts and rounded numbers, named as the keys of `jsonl`.
package struct EventRecord: Hashable, Codable, Sendable {
  /// The kind of event: `enter`, `exit` or `dwell`, the state `inside`, `outside` or `unknown` that the
  /// app has asked for, and with `--verbose` also `unsatisfied`, `monitor`,
  /// `unmonitor`, `unmonitored`, `failed`, `reselect`, `relaunch` and `device`.
  package var event: String
  package var time: Timestamp
  package var region: String?
  package var name: String?
  package var device: String?
  package var initial: Bool?
  /// The distance from the boundary in metres, negative inside, to 0.1 m.
  package var distance: Double?
  package var crossedAt: Timestamp?
  package var latitude: Double
  package var longitude: Double
  /// The time in seconds for which the event waited for the app.
  package var waited: Double?
  /// The state that the app gave the monitor to assume.
  package var assumed: String?
  /// The distance from the centre in metres, to 0.1 m.
  package var distanceFromCenter: Double?
  /// The cause of a reselection, of a relaunch, or of a region that is not monitored; or the action
  /// on the device.
  package var cause: String?
  package var registered: Int?
  package var candidates: Int?
  package var started: Int?
  package var stopped: Int?
  /// The distance of a significant change, in metres to 0.1 m.
  package var moved: Double?
  /// The time of a significant change since the last one, in seconds.
  package var elapsed: Double?

  /// The UID of the reminder whose alarm fires.
  package var uid: String?
  package var title: String?
  package var priority: String?
  package var list: String?
  package var place: String?

  private init(_ name: String, _ time: Timestamp, _ place: Coordinate, _ device: String?) {
    event = name
    self.time = time
    self.device = device
    latitude = place.latitude
    longitude = place.longitude
  }

  /// Returns the records that an event is written as.
  ///
  /// - Parameters:
  ///   - device: The name of the device, if the run has several. It is evaluated only if there is a
  ///     record.
  ///   - isVerbose: True to write more than enters, exits and dwells.
  package static func records(
    of event: Event, device name: @autoclosure () -> String? = nil,
    alarms: [RegionIdentifier: AlarmNotice] = [:], isVerbose: Bool
  ) -> [EventRecord] {
    guard event.isWritten(isVerbose: isVerbose) else { return [] }
    let device = name()
    switch event.kind {
    case .outside(let regions):
      return regions.map { region in
        var record = EventRecord(
          CrossingReport.Name.unsatisfied.rawValue, event.time, event.coordinate, device)
        record.note(region)
        record.distance = event.distance(to: region).tenths
        record.crossedAt = event.time
        record.initial = true
        record.note(alarms, region)
        return record
      }
    case .reselect(let reselection):
      let stopped = reselection.stopped.map { registration("unmonitor", $0, event, device) }
      let started = reselection.started.map { region in
        var record = registration("monitor", region, event, device)
        record.assumed = reselection.assumed(for: region)?.rawValue
        return record
      }
      return [EventRecord(event, device: device)] + stopped + started
    case .registered(let regions):
      return regions.map { registration("monitor", $0, event, device) }
    case .crossing, .failed, .unmonitored, .relaunch, .device: break
    }
    var record = EventRecord(event, device: device, alarms: alarms)
    if !isVerbose { record.waited = nil }
    return [record]
  }

  private static func registration(
    _ name: String, _ region: CircularRegion, _ event: Event, _ device: String?
  ) -> EventRecord {
    var record = EventRecord(name, event.time, event.coordinate, device)
    let distance = event.distanceToCenter(of: region)
    record.note(region)
    record.distance = (distance - region.radius).tenths
    record.distanceFromCenter = distance.tenths
    return record
  }

  private mutating func note(_ region: CircularRegion) {
    self.region = region.identifier.rawValue
    name = region.name
  }

  private mutating func note(_ alarms: [RegionIdentifier: AlarmNotice], _ region: CircularRegion) {
    guard let notice = alarms[region.identifier] else { return }
    uid = notice.uid
    title = notice.title
    priority = notice.priority
    list = notice.list
    place = notice.place
  }

  package init(_ event: Event, device: String? = nil, alarms: [RegionIdentifier: AlarmNotice] = [:])
  {
    self.init(event.kind.name, event.time, event.coordinate, device)
    switch event.kind {
    case .crossing(let report):
      note(report.region)
      note(alarms, report.region)
      distance = event.distance(to: report.region).tenths
      crossedAt = report.crossedAt
      waited = event.time > report.since ? (event.time - report.since).seconds : nil
      initial = report.isInitial ? true : nil
    case .failed(let identifier, let failure):
      region = identifier.rawValue
      cause = failure.code
      if case .limitExceeded(let limit) = failure { registered = limit }
    case .unmonitored(let identifier, let diagnostic):
      region = identifier.rawValue
      cause = diagnostic.rawValue
    case .relaunch(let reason): cause = reason.rawValue
    case .device(let action): cause = action.phrase
    case .reselect(let reselection):
      let causes = reselection.causeNames
      cause = causes.isEmpty ? "first" : causes.joined(separator: ",")
      registered = reselection.registered
      candidates = reselection.candidates
      started = reselection.started.count
      stopped = reselection.stopped.count
      moved = reselection.significantMovement?.distance.tenths
      elapsed = reselection.significantMovement?.interval.seconds
    case .outside, .registered: break
    }
  }
}

extension Event {
  fileprivate func isWritten(isVerbose: Bool) -> Bool {
    guard case .crossing(let report) = kind else { return isVerbose }
    return report.use == .reported && (isVerbose || report.name != .unsatisfied)
  }
}
