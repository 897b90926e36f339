import GeofenceCore
import GeofenceWriting
import TestSupport

/// An audit of a drive along the line, as a sample for the writers.
struct AuditedDrive {
  typealias Place = (second: Int64, metres: Double, accuracy: Double?)

  var regions = [Line.region("home", at: 1000, radius: 200)]
  var places: [Place] = []
  var strategies = [Settings()]
  var timeline: [(second: Int64, action: DeviceAction)] = []
  /// The name of each device; all devices take the same path.
  var devices: [String?] = [nil]

  func report() throws -> AuditReport {
    let plan = AuditPlan(
      of: try RegionSet(regions), strategies.map { AuditStrategy($0) },
      timeline: Line.timeline(timeline))
    let fixes = places.map { second, metres, accuracy in
      let fix = Line.fix(second: second, at: metres)
      return Fix(time: fix.time, coordinate: fix.coordinate, horizontalAccuracy: accuracy)
    }
    var account = AuditAccount(plan)
    for device in devices.indices { plan.audit(fixes, ofDevice: Int32(device), into: &account) }
    var input = AuditReport.Input()
    if let first = fixes.first?.time, let last = fixes.last?.time {
      input.times = first...last
      input.duration = Interval(
        milliseconds: (last - first).milliseconds * Int64(devices.count))
    }
    input.tracks = devices.count
    input.devices = devices.count
    input.fixes = places.count * devices.count
    input.regions = regions.count
    var report = AuditReport(input, plan, account, devices: devices)
    report.approaches = plan.approaches(of: fixes, account)
    return report
  }

  func text(isComplete: Bool = false) throws -> String {
    AuditText(try report(), isComplete: isComplete).lines.joined(separator: "\n")
  }

  /// Returns the lines of the text between the one that is `title` and the next blank one.
  func section(_ title: String, isComplete: Bool = false) throws -> [String] {
    let lines = AuditText(try report(), isComplete: isComplete).lines
    return lines.drop { $0 != title }.dropFirst().prefix { !$0.isEmpty }
      .map { String($0.drop { $0 == " " }) }
  }

  /// Returns the default settings with a change.
  static func settings(_ change: (inout Settings) -> Void) -> Settings {
    var settings = Settings()
    change(&settings)
    return settings
  }

  /// The path to and past home in steps of 50 m, with no fix within 10 m of a boundary or cushion.
  static let pastHome: [Place] = Line.pace(from: 10, to: 2000, by: 50)
}
