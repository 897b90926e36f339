import GeofenceCore
import GeofenceWriting
import TestSupport
import Testing

/// The sentence about each loss.
struct LossTextTests {
  private let home = Line.region("home", at: 1000, radius: 200)
  private let shop = Line.region("shop", at: 1500, radius: 100)
  private let places = (0..<8).map { Line.region("p\($0)", at: Double($0) * 1000, radius: 150) }

  private func losses(_ drive: AuditedDrive) throws -> [String] { try drive.section("losses") }

  @Test func `dwell: how long it stayed, and how it ended`() throws {
    let drive = AuditedDrive(
      places: [
        (0, 0, nil), (30, 900, nil), (45, 1000, nil), (46, 1500, nil), (50, 1000, nil),
        (100, 1000, nil),
      ])
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:00:30Z  enter  home    dwell    stayed 15 s, 20 s are needed; at most 200.0 m past the boundary",
        "1970-01-01T00:00:46Z  exit   home    dwell    the enter of 00:00:30Z was lost, so that the system held the device to be still outside",
      ])
  }

  @Test(
    arguments: [.remove("home"), .add(Line.region("home", at: 9000, radius: 200))]
      as [DeviceAction])
  func `dwell: the region may end first`(_ action: DeviceAction) throws {
    let drive = AuditedDrive(
      places: [(0, 0, nil), (30, 900, nil), (40, 950, nil), (50, 1000, nil)],
      timeline: [(45, action)])
    #expect(
      try losses(drive).first?.hasSuffix(
        "the region is removed or moved after 10 s, 20 s are needed; "
          + "at most 150.0 m past the boundary") == true)
  }

  @Test func `cushion: how deep it went, and what is needed`() throws {
    let drive = AuditedDrive(
      places: [
        (0, 1000, nil), (60, 1250, nil), (120, 1275, nil), (180, 1000, nil), (240, 1250, nil),
      ])
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:01:00Z  exit   home    cushion  at most 75.0 m past the boundary in 1 min, 100.0 m are needed",
        "1970-01-01T00:03:00Z  enter  home    cushion  the exit of 00:01:00Z was lost, so that the system held the device to be still inside",
      ])
  }

  @Test func `accuracy: how many fixes decided nothing, and the first of them`() throws {
    let uncertain = Line.pace(
      from: 900, to: 1100, by: 50, every: 30, second: 60, accuracy: 300)
    let drive = AuditedDrive(places: [(0, 0, nil)] + uncertain + [(300, 2000, nil)])
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:01:00Z  enter  home    accuracy  5 fixes decided nothing, the first at 00:01:00Z: uncertain by 300.0 m, 100.0 m past the boundary",
        "1970-01-01T00:05:00Z  exit   home    accuracy  the enter of 00:01:00Z was lost, so that the system held the device to be still outside",
      ])
  }

  @Test func `accuracy: an exit from where no fix had decided`() throws {
    let drive = AuditedDrive(places: [
      (0, 900, 5000), (60, 900, 5000), (120, 2000, 5000), (150, 2000, 5000), (180, 900, 5000),
    ])
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:02:00Z  exit   home    accuracy  no fix before the crossing had decided where the device was"
      ])
  }

  @Test func `not-registered and registered-late: the choice, its last slot and the next`() throws {
    let drive = AuditedDrive(
      regions: places, places: Line.pace(from: 0, to: 3100, by: 99),
      strategies: [AuditedDrive.settings { $0.limit = 2 }])
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:03:10Z  enter  p2      not-registered   2000.0 m away when the app selected at 00:00:00Z; the last slot went to p1 at 1000.0 m; it reselected at 00:05:00Z",
        "1970-01-01T00:03:40Z  exit   p2      registered-late  registered at 00:05:00Z (significant), 1 min 20 s after the crossing",
      ])
  }

  @Test func `a distance of ten kilometres or more is said in kilometres`() throws {
    let drive = AuditedDrive(
      regions: [home, Line.region("far", at: 31_000, radius: 200)],
      places: [(0, 1000, nil), (60, 31_000, nil), (120, 31_000, nil), (180, 1000, nil)],
      strategies: [AuditedDrive.settings { $0.limit = 1 }])
    let losses = try losses(drive)
    #expect(losses.contains { $0.contains("  30 km away when the app selected at 00:00:00Z; ") })
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
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:02:30Z  exit   home    evicted  lost its slot at 00:03:00Z, 65.0 m outside; the last slot went to shop at 235.0 m"
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
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:01:40Z  exit   home    reset-by-renewal  restarted at 00:01:40Z, 0 s after the crossing"
      ])
  }

  @Test(
    arguments: [
      (DeviceAction.reboot, "restarted and not unlocked; last: reboot", false),
      (.terminate, "the app does not run, and background refresh is off; last: terminate", false),
      (.background, "in the background, and background refresh is off; last: background", false),
      (.authorize(.denied), "the app may not use locations; last: authorize denied", true),
      (
        .authorize(.restricted),
        "the device does not let the app use locations; last: authorize restricted", true
      ),
      (
        .authorize(.notDetermined),
        "the user has not been asked for locations; last: authorize not-determined", true
      ),
      (.accuracy(isFull: false), "precise location is off; last: accuracy reduced", true),
    ])
  func `suspended: what the device was like`(
    _ action: DeviceAction, _ why: String, keepsState: Bool
  ) throws {
    let drive = AuditedDrive(
      places: AuditedDrive.pastHome,
      strategies: [AuditedDrive.settings { $0.api = .clLocationManager }],
      timeline: [(40, .backgroundRefresh(isOn: false)), (50, action)])
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:02:40Z  enter  home    suspended  \(why) at 00:00:50Z",
        "1970-01-01T00:04:00Z  exit   home    suspended  "
          + (keepsState
            ? "the enter of 00:02:40Z was lost, so that the system held the device to be still outside"
            : "\(why) at 00:00:50Z"),
      ])
  }

  @Test(arguments: [(API.geofencingClient, "overlap"), (.clLocationManager, "accuracy")])
  func `what else would have stopped it is named as the interface's cause`(
    _ api: API, _ other: String
  ) throws {
    let drive = AuditedDrive(
      places: [(0, 1000, nil), (60, 1250, nil), (70, 1000, nil)],
      strategies: [
        AuditedDrive.settings {
          $0 = Settings(api)
          $0.maximumRadius = 150
        }
      ])
    var report = try drive.report()
    let loss = try #require(report.strategies[0].account.losses.first)
    report.strategies[0].account.remedies[loss.id] = Obstacles([.accuracy, .slot])
    let text = try #require(report.text(of: loss, under: report.strategies[0]))
    #expect(text.cause == "too-large (and \(other), slot)")
    var json = ""
    AuditJSON(report, isComplete: true).write(to: &json)
    #expect(json.contains(#"{"and":["\#(other)","slot"],"cause":"too-large""#))
  }

  @Test func `too-large: the radius`() throws {
    let drive = AuditedDrive(
      places: AuditedDrive.pastHome,
      strategies: [AuditedDrive.settings { $0.maximumRadius = 150 }])
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:02:40Z  enter  home    too-large  its radius of 200 m is above the maximum of the device",
        "1970-01-01T00:04:00Z  exit   home    too-large  its radius of 200 m is above the maximum of the device",
      ])
  }
}
