import GeofenceCore
import GeofenceFormats
import TestSupport
import Testing

/// Each loss in one sentence, and each cause with what to do about it.
struct LossTextTests {
  private let home = Line.region("home", at: 1000, radius: 200)
  private let shop = Line.region("shop", at: 1500, radius: 100)
  private let places = (0..<8).map { Line.region("p\($0)", at: Double($0) * 1000, radius: 150) }

  private func losses(_ drive: AuditedDrive) throws -> [String] { try drive.section("losses") }
  private func advice(_ drive: AuditedDrive) throws -> [String] { try drive.section("lost to") }

  @Test func `dwell: how long it stayed, and how it ended`() throws {
    let drive = AuditedDrive(
      places: [(0, 0, nil), (30, 900, nil), (45, 1000, nil), (46, 1500, nil)])
    #expect(
      try losses(drive) == [
        "1970-01-01T00:00:30Z  enter  home    dwell  stayed 15 s, 20 s are needed; at most 200.0 m past the boundary",
        "1970-01-01T00:00:46Z  exit   home    dwell  takes back the enter of 00:00:30Z, lost by the same cause",
      ])
    #expect(
      try advice(drive) == [
        "dwell  2  the stay is shorter than the dwell of 20 s: draw a larger circle"
      ])
  }

  @Test(
    arguments: [nil, .remove("home"), .add(Line.region("home", at: 9000, radius: 200))]
      as [DeviceAction?])
  func `dwell: the track or the region may end first`(_ action: DeviceAction?) throws {
    let last: Int64 = action == nil ? 40 : 50
    let drive = AuditedDrive(
      places: [(0, 0, nil), (30, 900, nil), (40, 950, nil), (last, 1000, nil)],
      timeline: action.map { [(Int64(45), $0)] } ?? [])
    let end = action == nil ? "the track ends" : "the region is removed or moved"
    #expect(
      try losses(drive).first?.hasSuffix(
        "\(end) after 10 s, 20 s are needed; at most \(action == nil ? 200 : 150).0 m past the "
          + "boundary") == true)
  }

  @Test func `cushion: how deep it went, and what is needed`() throws {
    let drive = AuditedDrive(
      places: [(0, 1000, nil), (60, 1300, nil), (120, 1350, nil), (180, 1000, nil)])
    #expect(
      try losses(drive) == [
        "1970-01-01T00:01:00Z  exit   home    cushion  at most 150.0 m past the boundary in 60 s, 200.0 m are needed",
        "1970-01-01T00:03:00Z  enter  home    cushion  takes back the exit of 00:01:00Z, lost by the same cause",
      ])
    #expect(
      try advice(drive) == [
        "cushion  2  the pass is shallower than the cushion: draw a larger circle, or do not wait for it"
      ])
  }

  @Test func `accuracy: how many fixes decided nothing, and the first of them`() throws {
    let uncertain = Line.pace(
      from: 900, to: 1100, by: 50, every: 30, second: 60, accuracy: 300)
    let drive = AuditedDrive(places: [(0, 0, nil)] + uncertain)
    #expect(
      try losses(drive) == [
        "1970-01-01T00:01:00Z  enter  home    accuracy  5 fixes decided nothing, the first at 00:01:00Z: uncertain by 300.0 m, 100.0 m past the boundary"
      ])
    #expect(
      try advice(drive) == [
        "accuracy  1  draw circles larger than the fixes are uncertain"
      ])
  }

  @Test func `accuracy: an exit from where no fix had decided`() throws {
    let drive = AuditedDrive(places: [(0, 900, 5000), (60, 900, 5000), (120, 2000, 5000)])
    #expect(
      try losses(drive) == [
        "1970-01-01T00:02:00Z  exit   home    accuracy  no fix before the crossing had decided where the device was"
      ])
  }

  @Test func `not-registered and registered-late: the choice, its last slot and the next`() throws {
    let drive = AuditedDrive(
      regions: places, places: Line.pace(from: 0, to: 3100, by: 99),
      strategies: [AuditedDrive.settings { $0.limit = 2 }])
    #expect(
      try losses(drive) == [
        "1970-01-01T00:03:10Z  enter  p2      not-registered   2000.0 m away when the app chose at 00:00:00Z; the last slot went to p1 at 1000.0 m; it chose again at 00:05:00Z",
        "1970-01-01T00:03:40Z  exit   p2      registered-late  registered at 00:05:00Z (significant), 80 s after the crossing",
      ])
    #expect(
      try advice(drive) == [
        "not-registered   1  choose more often: --reselect-on significant,event",
        "registered-late  1  choose more often: --reselect-on significant,event",
      ])
  }

  @Test func `evicted: where it stood when it gave up its slot, and to which`() throws {
    let drive = AuditedDrive(
      regions: [home, shop], places: Line.pace(from: 905, to: 1600, by: 20),
      strategies: [
        AuditedDrive.settings {
          $0.triggers = .fix
          $0.limit = 1
        }
      ])
    #expect(
      try losses(drive) == [
        "1970-01-01T00:02:30Z  exit   home    evicted  gave up its slot at 00:03:00Z, 65.0 m outside; the last slot went to shop at 235.0 m"
      ])
    #expect(
      try advice(drive) == [
        "evicted  1  keep the circles that the device is in: --rank boundary"
      ])
  }

  @Test func `reset-by-renewal: when it was started anew`() throws {
    let drive = AuditedDrive(
      regions: [home, shop], places: Line.pace(from: 1005, to: 1440, by: 20),
      strategies: [
        AuditedDrive.settings {
          $0.triggers = .fix
          $0.renewal = .all
          $0.limit = 1
        }
      ])
    #expect(
      try losses(drive) == [
        "1970-01-01T00:01:40Z  exit   home    reset-by-renewal  restarted at 00:01:40Z, 0 s after the crossing"
      ])
    #expect(
      try advice(drive) == [
        "reset-by-renewal  1  stop and start only what changed: --renew changed"
      ])
  }

  @Test(
    arguments: [
      (DeviceAction.reboot, "restarted and not unlocked; last: reboot"),
      (.terminate, "the app does not run, and background refresh is off; last: terminate"),
      (.background, "in the background, and background refresh is off; last: background"),
      (.authorize(.denied), "the app may not use locations; last: authorize denied"),
      (
        .authorize(.restricted),
        "the device does not let the app use locations; last: authorize restricted"
      ),
      (
        .authorize(.notDetermined),
        "the user has not been asked for locations; last: authorize not-determined"
      ),
      (.accuracy(isFull: false), "precise location is off; last: accuracy reduced"),
    ])
  func `suspended: what the device was like`(_ action: DeviceAction, _ why: String) throws {
    let drive = AuditedDrive(
      places: AuditedDrive.pastHome,
      strategies: [AuditedDrive.settings { $0.api = .clLocationManager }],
      timeline: [(40, .backgroundRefresh(isOn: false)), (50, action)])
    #expect(
      try losses(drive) == [
        "1970-01-01T00:02:40Z  enter  home    suspended  \(why) at 00:00:50Z",
        "1970-01-01T00:04:00Z  exit   home    suspended  \(why) at 00:00:50Z",
      ])
    #expect(
      try advice(drive) == ["suspended  2  no strategy helps: see what the scenario does"])
  }

  @Test func `a radius above the maximum is named, and the mend is a smaller circle`() throws {
    let drive = AuditedDrive(
      places: AuditedDrive.pastHome,
      strategies: [AuditedDrive.settings { $0.maximumRadius = 150 }])
    #expect(
      try losses(drive) == [
        "1970-01-01T00:02:40Z  enter  home    not-registered  its radius is above the maximum",
        "1970-01-01T00:04:00Z  exit   home    not-registered  its radius is above the maximum",
      ])
    #expect(
      try advice(drive) == [
        "not-registered  2  radii above the maximum of 150 m: draw smaller circles"
      ])
  }
}
