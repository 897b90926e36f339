import GeofenceCore
import TestSupport
import Testing

/// Crossings into the state that the monitor already held, which take back a lost crossing.
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
        "40 exit home lost dwell undoing 30",
      ])
  }

  @Test func `a crossing back to where nothing changed before is one at its own fix`() throws {
    let crossings = try Line.audit(
      [0, 10, 20].map { ($0, 795, nil) } + [(30, 810, nil), (40, 796, nil), (50, 0, nil)],
      past: [home])
    #expect(
      crossings == [
        "30 enter home lost dwell: 0 s, 10 m", "40 exit home lost dwell undoing 30",
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
        "120 enter home lost dwell undoing 60",
        // For the monitor the device is still inside, so this exit may yet be confirmed.
        "180 exit home undecided",
      ])
  }

  @Test func `what was delivered is not taken back: an exit at the end is undecided`() throws {
    let crossings = try Line.audit(
      [(0, 0, nil), (30, 950, nil), (60, 950, nil), (70, 0, nil)], past: [home])
    #expect(crossings == ["30 enter home told at 60", "70 exit home undecided"])
  }

  /// Past two regions of which one at a time has a slot, the first of them chosen for good.
  private func withOneSlot(_ api: API, _ end: Double) throws -> [String] {
    var settings = Settings()
    (settings.api, settings.limit, settings.triggers) = (api, 1, .significant)
    settings.significantInterval = Interval(milliseconds: 10_000_000)
    return try Line.audit(
      [(0, 0, nil), (60, 1000, nil), (120, 1000, nil), (130, end, nil)],
      past: [Line.region("pier", at: 0, radius: 100), home], settings
    ).filter { $0.contains("home") }
  }

  @Test(arguments: API.ofCoreLocation)
  func `without a slot, an exit at the end whose enter was lost is lost with it`(api: API) throws {
    #expect(
      try withOneSlot(api, 1300).map { $0.prefix { $0 != ":" } }
        == ["60 enter home lost not-registered", "130 exit home lost not-registered"])
  }

  @Test func `without a slot, an enter at the end may yet come as a first state`() throws {
    var settings = Settings()
    (settings.limit, settings.renewal) = (1, .all)
    settings.significantInterval = Interval(milliseconds: 10_000_000)
    func outcomes(_ api: API) throws -> [Substring] {
      settings.api = api
      return try Line.audit(
        [(0, 1250, nil), (10, 1000, nil), (70, 1250, nil), (130, 1000, nil)],
        past: [Line.region("pier", at: 1250, radius: 30), home], settings
      ).filter { $0.contains("home") }.map { $0.prefix { $0 != ":" } }
    }
    let lost: [Substring] = [
      "10 enter home lost not-registered", "70 exit home lost not-registered",
    ]
    #expect(try outcomes(.clMonitor) == lost + ["130 enter home undecided"])
    #expect(try outcomes(.clLocationManager) == lost + ["130 enter home lost not-registered"])
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
    func counts(_ depth: Question.Depth) -> [[Int]] {
      let plan = AuditPlan(
        of: drive.regions, strategies, timeline: drive.timeline,
        Question(explained: 0, depth: depth))
      return plan.account(of: drive.fixes).strategies.map { account in
        let counts = account.counts
        return [counts.geometry, counts.delivered, counts.confirmed, counts.lost, counts.undecided]
      }
    }
    #expect(counts(.counts) == counts(.causes))
  }
}
