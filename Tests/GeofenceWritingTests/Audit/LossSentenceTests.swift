import GeofenceCore
import GeofenceWriting
import TestSupport
import Testing

/// The sentence about each loss.
struct LossSentenceTests {
  private let home = Line.region("home", at: 1000, radius: 200)
  private let shop = Line.region("shop", at: 1500, radius: 100)
  private let places = (0..<8).map { Line.region("p\($0)", at: Double($0) * 1000, radius: 150) }

  private func losses(_ drive: AuditedDrive) throws -> [String] {
    try drive.section("missed, late or undecidable")
  }

  @Test func `dwell: how long it stayed, and how it ended`() throws {
    let drive = AuditedDrive(
      places: [
        (0, 0, nil), (30, 900, nil), (45, 1000, nil), (46, 1500, nil), (100, 1500, nil),
      ])
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:00:30Z  enter  home    undecidable  undecidable: stayed 15 s to 46 s; 20 s are needed",
        "1970-01-01T00:00:46Z  exit   home    undecidable  undecidable: so is the arrival before it (00:00:30)",
      ])
  }

  @Test func `cushion: how deep it went, and what is needed`() throws {
    let drive = AuditedDrive(
      places: [
        (0, 1000, nil), (60, 1250, nil), (120, 1275, nil), (180, 1000, nil), (240, 1250, nil),
      ])
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:01:00Z  exit   home    cushion      missed: at most 75 m past the boundary; 100 m are needed",
        "1970-01-01T00:03:00Z  enter  home    cushion      missed: its departure (00:01:00) was missed, so the system saw nobody arrive",
        "1970-01-01T00:04:00Z  exit   home    undecidable  undecidable: the recording ends too soon",
      ])
  }

  @Test func `accuracy: how many fixes decided nothing, and the first of them`() throws {
    let uncertain = Line.pace(
      from: 900, to: 1100, by: 50, every: 30, second: 60, accuracy: 300)
    let drive = AuditedDrive(places: [(0, 0, nil)] + uncertain + [(300, 2000, nil)])
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:01:00Z  enter  home    undecidable  undecidable: no fix is accurate enough to say on which side of the boundary it lies: the best is uncertain by 300 m",
        "1970-01-01T00:05:00Z  exit   home    undecidable  undecidable: so is the arrival before it (00:01:00)",
      ])
  }

  @Test func `accuracy: an exit from where no fix had decided`() throws {
    let drive = AuditedDrive(places: [
      (0, 900, 5000), (60, 900, 5000), (120, 2000, 5000), (150, 2000, 5000), (180, 900, 5000),
    ])
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:02:00Z  exit   home    undecidable  undecidable: no fix is accurate enough to say on which side of the boundary it lies: the best is uncertain by 5 km",
        "1970-01-01T00:03:00Z  enter  home    undecidable  undecidable: so is the departure before it (00:02:00)",
      ])
  }

  @Test func `not-registered and registered-late: the choice, its last slot and the next`() throws {
    let drive = AuditedDrive(
      regions: places, places: Line.pace(from: 0, to: 3100, by: 99),
      strategies: [AuditedDrive.settings { $0.limit = 2 }])
    let losses = try losses(drive)
    #expect(
      losses == [
        "1970-01-01T00:03:10Z  enter  p2      not-registered   missed: all 2 slots were taken when the app selected at 00:00:00, 2 km from the region; the last slot went to p1, 1 km away; it reselected at 00:05:00",
        "1970-01-01T00:03:40Z  exit   p2      registered-late  missed: the region got a slot only at 00:05:00, 1 min 20 s after the crossing",
      ])
  }

  @Test func `a distance of ten kilometres or more is said in kilometres`() throws {
    let drive = AuditedDrive(
      regions: [home, Line.region("far", at: 31_000, radius: 200)],
      places: [(0, 1000, nil), (60, 31_000, nil), (120, 31_000, nil), (180, 1000, nil)],
      strategies: [AuditedDrive.settings { $0.limit = 1 }])
    let losses = try losses(drive)
    #expect(
      losses.contains { $0.contains(" when the app selected at 00:00:00, 30 km from the region; ") }
    )
  }

  @Test func `by the boundary a device may be inside of what it is not nearest to`() throws {
    let drive = AuditedDrive(
      regions: [
        Line.region("slim", at: 1000, radius: 100), Line.region("wide", at: 1000, radius: 500),
      ],
      places: [(0, 1000, nil), (60, 1000, nil), (90, 1300, nil), (150, 1300, nil)],
      strategies: [AuditedDrive.settings { ($0.limit, $0.ranking) = (1, .boundary) }])
    let losses = try losses(drive)
    #expect(
      losses.contains {
        $0.contains(" 100 m inside the region; the last slot went to wide, 500 m inside; ")
      }, "\(losses)")
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
        "1970-01-01T00:02:30Z  exit   home    evicted  missed: the region lost its slot to others at 00:03:00; the last slot went to shop, 235 m away"
      ])
  }

  @Test func `evicted: also where a fix in between put the device back, and decided nothing`()
    throws
  {
    let drive = AuditedDrive(
      regions: [home, Line.region("shop", at: 1440, radius: 100)],
      places: [(0, 1100, nil)] + (1...10).map { ($0 * 60, 1240, nil) }
        + [(660, 1195, 65), (720, 1260, nil), (780, 1330, nil), (840, 1400, nil)],
      strategies: [
        AuditedDrive.settings {
          $0.limit = 1
          $0.significantDistance = 155
        }
      ])
    let loss = try #require(try losses(drive).first)
    #expect(loss.hasPrefix("1970-01-01T00:01:00Z  exit   home    evicted"), "\(loss)")
    #expect(loss.contains("the region lost its slot to others at 00:12:00"), "\(loss)")
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
        "1970-01-01T00:01:40Z  exit   home    reset-by-renewal  missed: the app stopped and restarted the region at 00:01:40"
      ])
  }

  @Test(
    arguments: [
      (DeviceAction.reboot, "the device had restarted and was not unlocked", false),
      (.terminate, "the app did not run, and background refresh was off", false),
      (.authorize(.denied), "location access was denied", true),
      (.authorize(.restricted), "location access was restricted", true),
      (.authorize(.notDetermined), "location access was not granted yet", true),
      (.authorize(.whenInUse), "the app had location access only while in use", false),
      (.accuracy(isFull: false), "precise location was off", true),
    ])
  func `suspended: since when nothing could be received, and why`(
    _ action: DeviceAction, _ why: String, keepsState: Bool
  ) throws {
    let isTermination = action == .terminate
    let drive = AuditedDrive(
      places: AuditedDrive.pastHome,
      strategies: [AuditedDrive.settings { $0.api = .clLocationManager }],
      timeline: (isTermination ? [] : [(40, .background)]) + [(50, action)]
        + (isTermination ? [(50, .backgroundRefresh(isOn: false))] : []))
    let losses = try losses(drive)
    try #require(losses.count == 2)
    let start = "1970-01-01T00:02:40Z  enter  home    suspended  missed: from 00:00:50 on "
    #expect(losses[0].hasPrefix(start))
    #expect(isTermination ? losses[0].contains("terminate") : losses[0].hasSuffix(why))
    #expect(
      losses[1].hasSuffix(
        keepsState ? "its arrival (00:02:40) was missed, so the system saw nobody leave" : why)
        || isTermination, "\(losses)")
  }

  @Test func `an outage has all of its actions, and ends with the last of them`() throws {
    let drive = AuditedDrive(
      places: AuditedDrive.pastHome + [(600, 3000, nil)],
      timeline: [
        (20, .background), (40, .backgroundRefresh(isOn: false)), (60, .reboot), (500, .unlock),
        (550, .foreground),
      ])
    let losses = try losses(drive)
    #expect(
      losses.first?.hasSuffix(
        "missed: from 00:00:40 to 00:09:10 the app could not receive events (background-refresh off, "
          + "reboot, unlock)") == true, "\(losses)")
  }

  @Test func `every loss of an outage names its end, also the one that was settled before`()
    throws
  {
    let drive = AuditedDrive(
      places: AuditedDrive.pastHome + Line.pace(from: 2000, to: 0, by: 100, every: 10, second: 400)
        + [(700, 0, nil)],
      timeline: [(20, .background), (40, .backgroundRefresh(isOn: false)), (650, .foreground)])
    let losses = try losses(drive).filter { $0.contains("suspended") }
    #expect(losses.count > 2)
    #expect(
      losses.allSatisfy { $0.contains("from 00:00:40 to 00:10:50 background refresh") },
      "\(losses)")
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
    report.strategies[0].account.readings[loss.id] = .init(
      remedy: Obstacles([.accuracy, .slot]))
    #expect(
      AuditText(report, isComplete: false).lines.contains {
        $0.contains("  too-large (and \(other), slot)  missed: never monitored")
      })
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
        "1970-01-01T00:02:40Z  enter  home    too-large  missed: never monitored: the device monitors no circle of more than 150 m",
        "1970-01-01T00:04:00Z  exit   home    too-large  missed: never monitored: the device monitors no circle of more than 150 m",
      ])
  }
}
