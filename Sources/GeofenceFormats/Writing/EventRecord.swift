public import GeofenceCore

/// An event as it is written: plain text and numbers, rounded, under the names of the jsonl keys.
public struct EventRecord: Hashable, Encodable, Sendable {
  /// `enter`, `exit`; with `--verbose` also `unsatisfied`, `monitor`, `unmonitor`,
  /// `unmonitored`, `failed`, `reselect`, `relaunch` and `device`.
  public var event: String
  public var time: Timestamp
  public var region: String?
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

  /// - Parameter device: the device's name where the output tells devices apart.
  public init(_ event: Event, device: String? = nil, reminders: ReminderAlarms? = nil) {
    self.event = event.kind.name
    time = event.time
    self.device = device
    latitude = event.coordinate.latitude
    longitude = event.coordinate.longitude
    switch event.kind {
    case .crossing(let report):
      if let notice = reminders?.notices[report.region] {
        uid = notice.uid
        title = notice.title
        priority = notice.priority.rawValue
        list = notice.list
        place = notice.place
      }
      region = report.region.rawValue
      distance = report.distance.tenths
      crossedAt = report.crossedAt
      waited = report.waited?.seconds
      initial = report.isInitial ? true : nil
    case .monitor(let registration), .unmonitor(let registration):
      region = registration.region.rawValue
      distance = registration.distance.tenths
      distanceFromCenter = registration.distanceFromCenter.tenths
      assumed = registration.assumed == .unknown ? nil : registration.assumed.rawValue
    case .failed(let identifier, let failure):
      region = identifier.rawValue
      cause = failure.rawValue
    case .unmonitored(let identifier, let diagnostic):
      region = identifier.rawValue
      cause = diagnostic.rawValue
    case .relaunch(let reason): cause = reason.rawValue
    case .device(let action):
      cause = [action.name, action.detail].compactMap { $0 }.joined(separator: " ")
    case .reselect(let reselection):
      let causes = reselection.causes.names + (reselection.didChangeSet ? ["set"] : [])
      cause = causes.isEmpty ? "first" : causes.joined(separator: ",")
      registered = reselection.registered
      candidates = reselection.candidates
      started = reselection.started
      stopped = reselection.stopped
      moved = reselection.significantMovement?.distance.tenths
      elapsed = reselection.significantMovement?.interval.seconds
    }
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
    case .monitor: "monitor"
    case .unmonitor: "unmonitor"
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
  var tenths: Double { (self * 10).rounded() / 10 + 0 }
}
