import GeofenceCore
import GeofenceWriting
import TestSupport
import Testing

/// The rows of an audit of several strategies: each is, to the byte, the audit of it alone.
struct RowsAloneTests {
  /// The strategies of a drive, an Android phone's with a least time between location updates, one
  /// with larger circles, and one for which every fix decides.
  private func strategies(of drive: RandomDrive) -> [AuditStrategy] {
    var sparse = Settings(.geofencingClient)
    sparse.crossing.responsiveness = Interval(seconds: 90)
    sparse.request.expiration = Interval(seconds: 300)
    var wide = Settings()
    wide.minimumRadius = 300
    wide.crossing.cushion = 200
    wide.crossing.dwellOrigin = .cushion
    var exact = Settings(.clLocationManager)
    exact.crossing.ignoresAccuracy = true
    return (drive.strategies + [sparse, wide, exact]).map { AuditStrategy($0) }
  }

  /// Returns the rows of the JSON of an audit, in the order of the strategies.
  private func rows(
    _ drive: RandomDrive, _ strategies: [AuditStrategy], _ positioning: Positioning? = nil
  ) -> [Substring] {
    let plan = AuditPlan(
      of: drive.regions, strategies, timeline: drive.timeline, positioning: positioning)
    let report = AuditReport(
      AuditReport.Input(), plan, drive.audit(strategies, positioning), devices: [nil])
    var json = ""
    AuditJSON(report, isComplete: true).write(to: &json)
    let rows = json.split(separator: "\n").drop { $0 != #""strategies":["# }.dropFirst()
      .prefix { $0.hasPrefix("{") }
      .map { $0[...($0.lastIndex(of: "}") ?? $0.startIndex)] }
    // They are written in the order of their rank.
    return zip(report.ranking, rows).sorted { $0.0 < $1.0 }.map(\.1)
  }

  @Test(arguments: 0..<40)
  func `a row of several strategies is the audit of that row alone`(seed: UInt64) throws {
    let drive = try RandomDrive(seed: seed)
    let strategies = strategies(of: drive)
    let together = rows(drive, strategies)
    #expect(together.count == strategies.count)
    for (row, strategy) in zip(together, strategies) {
      #expect([row] == rows(drive, [strategy]))
    }
  }

  @Test(arguments: 0..<20)
  func `so is one under a positioning model`(seed: UInt64) throws {
    let drive = try RandomDrive(seed: seed)
    let strategies = strategies(of: drive)
    let positioning = Positioning(PositioningPreset.phone.model, seed: seed)
    for (row, strategy) in zip(rows(drive, strategies, positioning), strategies) {
      #expect([row] == rows(drive, [strategy], positioning))
    }
  }
}
