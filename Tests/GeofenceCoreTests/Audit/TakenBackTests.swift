import GeofenceCore
import TestSupport
import Testing

/// Crossings into the state that the monitor held already: they take back a lost one.
struct TakenBackTests {
  private let home = Line.region("home", at: 1000, radius: 200)

  @Test(arguments: [0, 7200])
  func `an exit whose enter was lost is lost with it, however long the track goes on`(rest: Int64)
    throws
  {
    let crossings = try Line.audit(
      [(0, 0, nil), (30, 950, nil), (40, 0, nil), (40 + rest, 0, nil)], past: [home])
    #expect(
      crossings == [
        "30 enter home lost dwell: 0 s, 150 m",
        "40 exit home lost dwell: \(rest) s, 800 m undoing 30",
      ])
  }

  @Test func `an enter whose exit was lost is lost with it, and the next exit is undecided`() throws
  {
    let crossings = try Line.audit(
      [(0, 1000, nil), (60, 1300, nil), (120, 1000, nil), (180, 1300, nil), (600, 1300, nil)],
      past: [home])
    #expect(
      crossings == [
        "60 exit home lost dwell: 0 s, 100 m",
        "120 enter home lost dwell: 0 s, 200 m undoing 60",
        // The monitor still holds that the device is inside: this exit may be confirmed yet.
        "180 exit home undecided",
      ])
  }

  @Test func `what was delivered is not taken back: an exit at the end is undecided`() throws {
    let crossings = try Line.audit(
      [(0, 0, nil), (30, 950, nil), (60, 950, nil), (70, 0, nil)], past: [home])
    #expect(crossings == ["30 enter home told at 60", "70 exit home undecided"])
  }

  @Test func `reach counts what is taken back, and recall does not`() throws {
    let plan = AuditPlan(of: try RegionSet([home]), [AuditStrategy(Settings())])
    let fixes = [(0, 0), (30, 950), (40, 0), (7200, 0)].map {
      Line.fix(second: Int64($0.0), at: Double($0.1))
    }
    let counts = plan.account(of: fixes).strategies[0].counts
    #expect(counts.undecided == 0 && counts.lost == 2 && counts.lost(by: .dwell) == 2)
    #expect(counts.reach == Share(0, of: 2) && counts.recall.value == nil)
  }

  @Test(arguments: 0..<40)
  func `a strategy that is only counted has the figures of one that is explained`(seed: UInt64)
    throws
  {
    let drive = try RandomDrive(seed: seed)
    let strategies = drive.strategies.map { AuditStrategy($0) }
    func counts(_ depth: AuditPlan.Depth) -> [[Int]] {
      let plan = AuditPlan(
        of: drive.regions, strategies, timeline: drive.timeline, detailed: 0, depth: depth)
      return plan.account(of: drive.fixes).strategies.map { account in
        let counts = account.counts
        return [counts.geometry, counts.delivered, counts.confirmed, counts.lost, counts.undecided]
      }
    }
    #expect(counts(.counts) == counts(.causes))
  }
}
