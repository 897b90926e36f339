public import GeofenceCore

/// An event as it is written: plain text and numbers, rounded, under the names of the jsonl keys.
public struct EventRecord: Hashable, Codable, Sendable {
  /// `enter`, `exit`; with `--verbose` also `unsatisfied`, `monitor`, `unmonitor`,
  /// `unmonitored`, `failed`, `reselect`, `relaunch` and `device`.
  public var event: String
  public var time: Timestamp
  public var region: String?
  /// What people call the region, where its identifier does not say it.
  public var name: String?
  public var device: String?
  public var initial: Bool?
  /// Metres from the boundary, negative inside, to 0.1 m.
  public var distance: Double?
  public var crossedAt: Timestamp?
  public var latitude: Double
  public var longitude: Double
  /// Seconds that it waited for the app.
  public var waited: Double?
  /// What the app told the monitor to assume.
  public var assumed: String?
  /// Metres from the centre, to 0.1 m.
  public var distanceFromCenter: Double?
  /// What asked for a reselection or a relaunch, why a region is not watched, or what was done to
  /// the device.
  public var cause: String?
  public var registered: Int?
  public var candidates: Int?
  public var started: Int?
  public var stopped: Int?
  /// What made a significant change: metres to 0.1 m, and seconds.
  public var moved: Double?
  public var elapsed: Double?

  /// Of the reminder whose alarm fires.
  public var uid: String?
  public var title: String?
  public var priority: String?
  public var list: String?
  public var place: String?

  private init(_ name: String, _ time: Timestamp, _ place: Coordinate, _ device: String?) {
    event = name
    self.time = time
    self.device = device
    latitude = place.latitude
    longitude = place.longitude
  }

  /// The lines that an event comes to.
  ///
  /// - Parameters:
  ///   - device: the device's name where the output tells devices apart; asked for only where there
  ///     is a line.
  ///   - isVerbose: whether more than enters and exits are wanted.
  public static func records(
    of event: Event, device name: @autoclosure () -> String? = nil,
    reminders: ReminderAlarms? = nil, isVerbose: Bool
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
        record.note(reminders, region)
        return record
      }
    case .reselect(let reselection):
      let stopped = reselection.stopped.map { registration("unmonitor", $0, event, device) }
      let started = reselection.started.map { region in
        var record = registration("monitor", region, event, device)
        record.assumed = reselection.assumed[region.identifier]?.rawValue
        return record
      }
      return [EventRecord(event, device: device)] + stopped + started
    case .crossing, .failed, .unmonitored, .relaunch, .device: break
    }
    var record = EventRecord(event, device: device, reminders: reminders)
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

  /// Names the reminder whose alarm `region` is of, if it is.
  private mutating func note(_ reminders: ReminderAlarms?, _ region: CircularRegion) {
    guard let notice = reminders?.notices[region.identifier] else { return }
    uid = notice.uid
    title = notice.title
    priority = notice.priority.rawValue
    list = notice.list
    place = notice.place
  }

  /// - Parameter device: the device's name where the output tells devices apart.
  public init(_ event: Event, device: String? = nil, reminders: ReminderAlarms? = nil) {
    self.init(event.kind.name, event.time, event.coordinate, device)
    switch event.kind {
    case .crossing(let report):
      note(report.region)
      note(reminders, report.region)
      distance = event.distance(to: report.region).tenths
      crossedAt = report.crossedAt
      waited = report.waited.milliseconds > 0 ? report.waited.seconds : nil
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
    case .outside: break
    }
  }
}

extension Event {
  /// Whether any line comes of it.
  ///
  /// - Parameter isVerbose: whether more than enters and exits are wanted.
  fileprivate func isWritten(isVerbose: Bool) -> Bool {
    guard case .crossing(let report) = kind else { return isVerbose }
    return report.use == .reported && (isVerbose || report.name != .unsatisfied)
  }
}

extension Event.Kind {
  /// Every word for a kind of event.
  static let names = [
    "enter", "exit", "unsatisfied", "monitor", "unmonitor", "failed", "reselect", "unmonitored",
    "relaunch", "device",
  ]

  /// The user's word for it.
  public var name: String {
    switch self {
    case .crossing(let report): report.name.rawValue
    case .outside: CrossingReport.Name.unsatisfied.rawValue
    case .failed: "failed"
    case .reselect: "reselect"
    case .unmonitored: "unmonitored"
    case .relaunch: "relaunch"
    case .device: "device"
    }
  }
}

extension Double {
  /// Rounded to a tenth, never −0.
  package var tenths: Double { (self * 10).rounded() / 10 + 0 }
}
