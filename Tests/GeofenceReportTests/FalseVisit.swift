import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import GeofenceReport
import GeofenceWriting
import TestSupport

/// A stay beside a small region that location updates put inside for a while.
enum FalseVisit {
  /// The device rests 150 m before the middle of a circle of 120 m, after a drive away from it.
  static func report() throws -> Report {
    let school = Line.region("school", at: 0, radius: 120)
    let fixes = (0...400).map { second in
      Line.fix(second: Int64(second) * 5, at: max(150, 900 - Double(second) * 10))
    }
    let grade = PositioningModel.Grade(
      interval: Interval(seconds: 10), error: 80, settles: Interval(seconds: 120))
    var settings = Settings()
    settings.crossing.cushion = 0
    for seed in 1...40 {
      let model = PositioningModel(far: grade, near: grade, nearWithin: 0)
      let report = try Drive.report(
        fixes, past: [school], settings, positioning: Positioning(model, seed: UInt64(seed)))
      if report.headline.contains("1 event came without an arrival or departure") {
        return report
      }
    }
    throw Missing()
  }

  /// An error that says that no seed made up a visit.
  struct Missing: Error {}
}
