extension Event.Kind {
  /// The names of all kinds of events.
  package static let names = [
    "enter", "exit", "dwell", "unsatisfied", "monitor", "unmonitor", "failed", "reselect",
    "unmonitored",
    "relaunch", "device",
  ]

  /// The name of the kind for users.
  package var name: String {
    switch self {
    case .crossing(let report): report.name.rawValue
    case .outside: CrossingReport.Name.unsatisfied.rawValue
    case .failed: "failed"
    case .reselect: "reselect"
    case .registered: "monitor"
    case .unmonitored: "unmonitored"
    case .relaunch: "relaunch"
    case .device: "device"
    }
  }
}
