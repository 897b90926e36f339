import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import GeofenceReport
import GeofenceWriting
import TestSupport

/// A drive past four kiosks of which one can be registered at a time.
enum Slots {
  static let kiosks = (0..<4).map {
    Line.region("k\($0)", at: Double($0) * 2000 + 1000, radius: 400)
  }
  static let fixes = (0...90).map { Line.fix(second: Int64($0) * 10, at: Double($0) * 100) }

  /// The settings of an app that reselects every seven minutes and a half, or at each fix.
  static func settings(_ triggers: Triggers = .significant, seconds: Double = 450) -> Settings {
    var settings = Settings()
    (settings.limit, settings.triggers) = (1, triggers)
    settings.significantInterval = Interval(seconds: seconds)
    return settings
  }

  /// The report of the slow app, with the change that was found to help.
  static func report() throws -> Report {
    let slow = try Drive.report(fixes, past: kiosks, settings())
    let fast = try Drive.report(fixes, past: kiosks, settings(.fix))
    var audit = slow.audit
    audit.advice[audit.best] = [
      Advice("--reselect-on fix", from: audit.strategies[0], to: fast.audit.strategies[0])
    ].compactMap(\.self)
    var report = Report(
      title: "drive", regions: slow.regions, audit: audit, records: slow.records)
    report.command = ReportCommandLine([
      "geofence", "report", "it's.gpx", "--regions", "r.json", "--reselect-on", "significant",
    ])
    return report
  }

  /// The report of both apps side by side.
  static func both() throws -> Report {
    try Drive.report(fixes, past: kiosks, under: [settings(), settings(.fix)])
  }

  /// The report of the slow app on an iPhone beside one on Android that reselects at each fix.
  static func phones() throws -> Report {
    var android = Settings(.geofencingClient)
    (android.limit, android.triggers) = (1, .fix)
    return try Drive.report(fixes, past: kiosks, under: [settings(), android])
  }
}
