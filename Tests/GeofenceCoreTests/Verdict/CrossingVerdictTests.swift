import GeofenceBase
import TestSupport
import Testing

@testable import GeofenceCore

/// What became of each arrival and departure on short drives past a circle of 100 m at 1,000 m.
struct CrossingVerdictTests {
  /// A drive, and what is said of it.
  struct Drive: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// A fix each: `second:metres` from the centre, with an accuracy if there is a third number.
    let path: String
    var change: @Sendable (inout Settings) -> Void = { _ in }
    var actions: [(second: Int64, action: DeviceAction)] = []
    /// A crossing each.
    let crossings: [String]
    /// The counts of the events that are no crossing, as far as there are some.
    var events = ""
    var passages = 0
    var isClean = false
  }

  static let drives: [Drive] = [
    Drive(
      testDescription: "in and out, at rest for a minute each",
      path: "0:-600 20:0 80:0 100:600 160:600",
      crossings: ["20 enter inTime", "100 exit inTime"], isClean: true),
    Drive(
      testDescription: "a stay of two fixes 12 s apart may have lasted for the dwell",
      path: "0:-600 12:0 24:0 36:600 100:600",
      crossings: ["12 enter undecidable time", "36 exit undecidable time"]),
    Drive(
      testDescription: "a stay that is too short by both bounds takes its departure along",
      path: "0:-600 4:-150 8:0 12:150 16:600 100:600",
      crossings: ["8 enter missed dwell", "12 exit missed dwell undoing 8"]),
    Drive(
      testDescription: "two hours without a fix after the edge leave the stay open",
      path: "0:-600 10:0 7210:600 7300:600",
      crossings: ["10 enter undecidable gap", "7210 exit undecidable gap"]),
    Drive(
      testDescription: "a vague fix out of the circle and back",
      path: "0:0:5 30:0:5 60:900:900 90:0:5 120:0:5",
      crossings: ["60 exit undecidable accuracy", "90 enter undecidable accuracy"],
      events: "inside 1"),
    Drive(
      testDescription: "a drive that ends in the circle", path: "0:-600 30:0 45:0",
      crossings: ["30 enter undecidable trackEnd"]),
    Drive(
      testDescription: "out for less than the dwell is jitter, and so is the way back",
      path: "0:0 30:0 36:130 42:0 90:0",
      crossings: ["36 exit filtered", "42 enter filtered"], events: "inside 1", isClean: true),
    Drive(
      testDescription: "jitter on the way in hides neither the arrival nor what came before",
      path: "0:-600 10:0 15:130 20:0 60:0",
      crossings: ["10 enter filtered", "15 exit filtered", "20 enter inTime"], isClean: true),
    Drive(
      testDescription: "parked a little outside for a quarter of an hour",
      path: "0:0 30:0 60:140 360:140 660:140 960:140 990:600 1020:600",
      crossings: ["60 exit late cushion until 990"], events: "inside 1"),
    Drive(
      testDescription: "denied while it arrived, and allowed after a quarter of an hour",
      path: "0:-600 60:0 360:0 660:0 960:0 1260:0 1320:0",
      actions: [(30, .authorize(.denied)), (1000, .authorize(.always))],
      crossings: ["60 enter late suspended until 1260"]),
    Drive(
      testDescription: "a stay of ten seconds while nothing could be received is missed",
      path: "0:-600 40:0 50:600 120:600",
      actions: [(20, .authorize(.denied))],
      crossings: ["40 enter missed dwell for sure", "50 exit missed dwell for sure undoing 40"]),
    Drive(
      testDescription: "a larger circle rings for a place that was not entered",
      path: "0:-900 60:-250 120:-250 180:-900 240:-900", change: { $0.minimumRadius = 400 },
      crossings: [], events: "outside 1"),
    Drive(
      testDescription: "a larger circle rings for a place that was passed between two fixes",
      path: "0:-900 60:-250 120:250 180:900 240:900", change: { $0.minimumRadius = 400 },
      crossings: [], events: "betweenFixes 1", passages: 1),
    Drive(
      testDescription: "a larger circle is left long after the place",
      path: "0:0 60:0 120:250 420:250 720:250 740:900 800:900",
      change: { $0.minimumRadius = 400 },
      crossings: ["120 exit late larger-circle until 740"], events: "inside 1"),
    Drive(
      testDescription: "a larger circle rings ten minutes before the place",
      path: "0:-900 60:-350 90:-350 360:-350 660:0 720:0",
      change: { $0.minimumRadius = 400 },
      crossings: ["660 enter early"]),
    Drive(
      testDescription: "out and back within a larger circle is hidden, and sure",
      path: "0:0 60:0 120:250 360:250 420:0 480:0", change: { $0.minimumRadius = 400 },
      crossings: ["120 exit missed merged for sure", "420 enter missed merged for sure"],
      events: "inside 1"),
    Drive(
      testDescription: "of a larger circle that is too large, nothing is hidden by that",
      path: "0:0 60:0 120:250 360:250 420:0 480:0 540:900 600:900",
      change: {
        $0.minimumRadius = 400
        $0.maximumRadius = 300
      },
      crossings: [
        "120 exit missed too-large for sure", "420 enter missed too-large for sure",
        "540 exit missed too-large for sure",
      ]),
    Drive(
      testDescription: "restarts at every fix ring again and again",
      path: "0:-600 60:0 120:0 180:0",
      change: {
        $0.limit = 1
        $0.renewal = .all
        $0.triggers = .fix
      },
      crossings: ["60 enter inTime"], events: "repeated 2"),
    Drive(
      testDescription:
        "what the phone determines anew after a restart of the device is not repeated",
      path: "0:-600 60:0 120:0 180:0 240:0 300:0",
      actions: [(130, .reboot), (200, .unlock)],
      crossings: ["60 enter inTime"], events: "inside 1", isClean: true),
    Drive(
      testDescription: "of three fixes of one time the second is inside",
      path: "0:-600 20:-600 20:0 20:600 60:600 100:600",
      crossings: ["20 enter missed dwell", "20 exit missed dwell undoing 20"]),
    Drive(
      testDescription: "out of the circle at the time of the first fix",
      path: "0:0 0:600 30:600 60:600", change: { $0 = Settings(.geofencingClient) },
      crossings: ["0 exit inTime"], events: "inside 1", isClean: true),
    Drive(
      testDescription: "five minutes without a fix after the first that decided",
      path: "0:-600:5 30:-80:60 60:-30:10 360:0:10 400:0:10",
      crossings: ["30 enter late no-fix until 360"]),
    Drive(
      testDescription: "out of the place, not of the larger circle, and nothing could be received",
      path: "0:0 30:0 60:150", change: { $0.minimumRadius = 400 },
      actions: [(10, .authorize(.denied))],
      crossings: ["60 exit missed suspended for sure"], events: "inside 1"),
    Drive(
      testDescription: "out of the place, not of the larger circle, when the track ends",
      path: "0:0 30:0 60:150", change: { $0.minimumRadius = 400 },
      crossings: ["60 exit undecidable trackEnd"], events: "inside 1"),
    Drive(
      testDescription: "a larger circle rings, is left, and rings for the place all the same",
      path: "0:-900 30:-350 60:-350 70:-450 80:0 140:0", change: { $0.minimumRadius = 400 },
      crossings: ["80 enter inTime"], isClean: true),
    Drive(
      testDescription: "another region of the same larger circle has no crossing of the first",
      path: "0:-900 30:0 60:0 120:0 180:900 240:900", change: { $0.minimumRadius = 400 },
      actions: [(100, .add(Line.region("here", at: 1000, radius: 150)))],
      crossings: ["30 enter inTime", "180 exit inTime"], isClean: true),
    Drive(
      testDescription: "the state that an app asks for is no event where nothing was crossed",
      path: "0:0 30:0 60:0", change: { $0 = Settings(.clLocationManager) },
      actions: [(20, .determine(nil))], crossings: []),
    Drive(
      testDescription: "a vague fix at the start puts outside who is inside",
      path: "0:50:165 20:90:600 40:125:600 60:300:10 100:300:10",
      change: { $0 = Settings(.geofencingClient) }, crossings: ["40 exit undecidable accuracy"]),
    Drive(
      testDescription: "a selection at the first fix after a restart comes after its events",
      path: "0:0 20:0 40:600 60:58500",
      change: {
        $0 = Settings(.clLocationManager)
        $0.limit = 1
        $0.triggers = .fix
        $0.crossing.dwell = Interval(milliseconds: 60_000)
      }, actions: [(10, .reboot), (50, .unlock), (55, .launch)],
      crossings: ["40 exit undecidable trackEnd"]),
    Drive(
      testDescription: "an exit that a vague fix finds after the way back is that of before",
      path: "0:0:10 30:0:10 60:110:60 100:0:10 130:0:600 160:0:10 300:0:10",
      change: { $0 = Settings(.geofencingClient) },
      crossings: ["60 exit inTime", "100 enter inTime"], events: "inside 1", isClean: true),
    Drive(
      testDescription: "an exit that a vague fix finds long after the way back waited for one",
      path: "0:0:10 30:0:10 60:110:60 100:0:10 200:0:10 300:0:10 400:0:10 500:0:600 600:0:10",
      change: { $0 = Settings(.geofencingClient) },
      crossings: [
        "60 exit late accuracy until 500, over at 100", "100 enter late no-fix until 500",
      ],
      events: "inside 1"),
    Drive(
      testDescription: "nobody knows that the device had left the larger circle by a vague fix",
      path: "0:350:30 10:450:165 600:0:165 625:350:30",
      change: {
        $0 = Settings(.clLocationManager)
        $0.minimumRadius = 400
      }, crossings: ["600 enter undecidable accuracy", "625 exit undecidable accuracy"]),
    Drive(
      testDescription: "a wrong position in a larger circle is corrected by the next event",
      path: "0:300:30 10:300:1414 20:300:30 40:0:10 300:0:10",
      change: {
        $0 = Settings(.geofencingClient)
        $0.minimumRadius = 500
      }, crossings: ["40 enter inTime"], events: "outside 1"),
    Drive(
      testDescription: "an event that comes on the way back belongs to the way back",
      path: "0:900:10 20:0:700 40:200:700 60:0:10 300:0:10",
      change: {
        $0 = Settings(.geofencingClient)
        $0.minimumRadius = 500
      },
      crossings: [
        "20 enter missed overlap", "40 exit missed merged for sure", "60 enter inTime",
      ]),
    Drive(
      testDescription: "jitter does not hide that nobody knew the side before it",
      path: "0:50:165 15:50:165 18:150:165 22:50:165 40:50:165 60:400:10 200:500:10",
      change: { $0 = Settings(.clLocationManager) },
      crossings: ["18 exit filtered", "22 enter filtered", "60 exit undecidable accuracy"]),
    Drive(
      testDescription: "flutter in a larger circle does not hide why its first arrival was missed",
      path: "1000:-900 1020:-350 1040:0 1045:150 1050:0 1055:150 1060:0 1065:150 1070:0 "
        + "1075:150 1080:0 1140:900 1200:900",
      change: {
        $0.minimumRadius = 400
        $0.limit = 1
        $0.triggers = []
      },
      crossings: ["1040 enter missed not-registered for sure"]
        + (0..<4).flatMap {
          ["\(1045 + 10 * $0) exit filtered", "\(1050 + 10 * $0) enter filtered"]
        }
        + ["1140 exit missed not-registered for sure"]),
    Drive(
      testDescription: "a departure waits for fixes while the larger circle is left twice",
      path: "0:0 40:1079 260:342 300:795 500:1365", change: { $0.minimumRadius = 500 },
      crossings: ["40 exit late no-fix until 500"], events: "inside 1"),
    Drive(
      testDescription: "what the rules confirm is missed, though nobody knows what was before",
      path: "0:30000 290:-120 295:-50 305:-50 315:110 330:110 345:110 375:50 390:50 405:50 "
        + "435:700 500:700",
      change: {
        $0 = Settings(.clLocationManager)
        $0.limit = 1
      },
      crossings: [
        "295 enter undecidable time", "315 exit undecidable time", "375 enter missed cushion",
        "435 exit inTime",
      ]),
    Drive(
      testDescription: "straight through between two fixes is no crossing",
      path: "0:-600 60:600 120:1500", crossings: [], passages: 1),
    Drive(
      testDescription: "nobody passes between two fixes what joins the set at the second",
      path: "0:-600 60:600 120:1500",
      actions: [
        (0, .remove(RegionIdentifier("here"))),
        (60, .add(Line.region("here", at: 1000, radius: 100))),
      ], crossings: []),
  ]

  @Test(arguments: drives) func `each drive`(drive: Drive) throws {
    var settings = Settings()
    drive.change(&settings)
    // A second region, far away, so that one slot is too few for both.
    let regions = [
      Line.region("far", at: 60_000, radius: 100), Line.region("here", at: 1000, radius: 100),
    ]
    let plan = AuditPlan(
      of: try RegionSet(regions), [AuditStrategy(settings)], timeline: Line.timeline(drive.actions))
    let fixes = drive.path.split(separator: " ").map { point in
      let numbers = point.split(separator: ":").compactMap { Double($0) }
      var fix = Line.fix(second: Int64(numbers[0]), at: 1000 + numbers[1])
      fix.horizontalAccuracy = numbers.count > 2 ? numbers[2] : nil
      return fix
    }
    let account = plan.account(of: fixes)
    let strategy = account.strategies[0]
    #expect(strategy.judged.map(Self.line) == drive.crossings)
    // One crossing has one reason.
    for crossing in strategy.crossings {
      let judged = strategy.judged.first { $0.id == crossing.id }
      guard let loss = judged?.verdict.loss, let cause = crossing.loss?.cause else { continue }
      #expect(loss.cause == cause)
    }
    #expect(Self.line(strategy.verdict.events) == drive.events)
    #expect(account.passages.count == drive.passages)
    #expect(strategy.verdict.isClean == drive.isClean)
    #expect(strategy.verdict.asked == drive.crossings.count)
    // The events are counted without the verdicts, too.
    let events = AuditPlan(
      of: try RegionSet(regions), [AuditStrategy(settings)], timeline: Line.timeline(drive.actions),
      Question(explained: 0, depth: .events)
    ).account(of: fixes).strategies[0].verdict
    #expect(Self.line(events.events) == drive.events && events.asked == 0)
  }

  @Test func `the action that took the registration is named`() throws {
    // The app added the region again after the restart, and that registration expired.
    try expectRemoval(
      at: nil, [(20, .reboot), (30, .unlock)], expiringAfter: 100, addsAgainAfter: .boot)
    // It was lost before it could expire, and location went off later.
    try expectRemoval(at: 20, [(20, .update), (300, .location(isOn: false))], expiringAfter: 100)
    try expectRemoval(at: 20, [(20, .reboot), (30, .unlock), (90, .update), (300, .update)])
    try expectRemoval(
      at: 90, [(20, .reboot), (30, .unlock), (90, .location(isOn: false))], addsAgainAfter: .boot)
    // The system refuses to add it while location is off.
    try expectRemoval(
      at: 20, [(20, .location(isOn: false)), (80, .reboot), (90, .unlock)], addsAgainAfter: .boot)
    try expectRemoval(
      at: 90, [(20, .update), (90, .location(isOn: false)), (95, .launch), (300, .update)])
    try expectRemoval(at: 20, [(20, .location(isOn: false)), (90, .location(isOn: false))])
    // Clearing the data of the app removes the registrations.
    try expectRemoval(at: 20, [(20, .clearData), (30, .update)])
    // It refuses a selection that the app makes anew, too, whatever came since.
    try expectRemoval(
      at: 20,
      [(20, .location(isOn: false)), (30, .clearData), (60, .update), (90, .launch)])
  }

  @Test func `what the system refused for want of a permission does not expire`() throws {
    var settings = Settings(.geofencingClient)
    settings.request.expiration = Interval(milliseconds: 100_000)
    let plan = AuditPlan(
      of: try RegionSet([Line.region("here", at: 1000, radius: 100)]), [AuditStrategy(settings)],
      timeline: Line.timeline([
        (20, .clearData), (30, .authorize(.whenInUse)), (210, .launch),
      ]))
    let fixes = (0...12).map { Line.fix(second: Int64($0) * 40, at: $0 < 5 ? 0 : 1000) }
    let judged = plan.account(of: fixes).strategies[0].judged
    #expect(judged.map(Self.line) == ["200 enter missed removed for sure"])
  }

  /// A polygon of 200 m by 222 m in a circle of 160 m.
  private static var square: CircularRegion {
    let sides = [(900.0, -0.001), (1100, -0.001), (1100, 0.001), (900, 0.001)]
    let corners = sides.map { metres, north in
      let place = Line.place(metres)
      return Coordinate(latitude: place.latitude + north, longitude: place.longitude)
    }
    let center = Line.place(1000)
    return CircularRegion(
      identifier: RegionIdentifier("here"), center: center, radius: 160,
      shape: RegionShape(rings: [corners], around: center))
  }

  private static var phrasing: Phrasing {
    Phrasing(
      moment: { "\($0.milliseconds / 1000)" }, span: { "\($0.milliseconds / 1000) s" },
      distance: { "\(Int($0.rounded())) m" }, name: { _ in "here" })
  }

  /// Returns the sentences on the crossings of a region by a device at these metres.
  private func sentences(
    on region: CircularRegion, _ settings: Settings, at metres: [Int64: Double]
  ) throws -> [String] {
    let plan = AuditPlan(of: try RegionSet([region]), [AuditStrategy(settings)])
    let fixes = metres.sorted { $0.key < $1.key }.map { Line.fix(second: $0.key, at: $0.value) }
    return plan.account(of: fixes).strategies[0].judged.map {
      CrossingSentence(settings, Self.phrasing).text(of: $0)
    }
  }

  @Test func `the circle that is named is the one that is watched`() throws {
    var settings = Settings()
    settings.minimumRadius = 100
    let sentences = try sentences(
      on: Self.square, settings,
      at: [0: 400, 60: 1000, 120: 1000, 180: 1130, 240: 1130, 300: 1000, 360: 1000])
    #expect(
      sentences == [
        "delivered at 120, 60 s later",
        "missed: the device did not cross the 160 m circle that is watched instead",
        "missed: the device did not cross the 160 m circle that is watched instead",
      ])
  }

  @Test func `the depth that is needed is at most half of the radius`() throws {
    var settings = Settings()
    settings.crossing.inwardCushion = 80
    let sentences = try sentences(
      on: Line.region("here", at: 1000, radius: 100), settings,
      at: [0: 400, 60: 920, 240: 920, 480: 1000, 540: 1000])
    #expect(
      sentences == [
        "late, 420 s: at most 20 m past the boundary until 480; an arrival needs 50 m"
      ])
  }

  @Test(arguments: [false, true])
  func `a polygon is passed between two fixes only while it is in the set`(isRemoved: Bool) throws {
    let region = Self.square
    let plan = AuditPlan(
      of: try RegionSet([region]), [AuditStrategy(Settings())],
      timeline: Line.timeline(isRemoved ? [(0, .remove(region.identifier))] : []))
    let fixes = [400.0, 1600, 2500].enumerated().map {
      Line.fix(second: Int64($0.offset) * 60, at: $0.element)
    }
    #expect(plan.account(of: fixes).passages.count == (isRemoved ? 0 : 1))
  }

  @Test func `a restart that took the registrations is the reason after it is over, too`() throws {
    let plan = AuditPlan(
      of: try RegionSet([Line.region("here", at: 1000, radius: 100)]), [AuditStrategy(Settings())],
      timeline: Line.timeline([(20, .rebootLosingRegistrations), (30, .unlock)]))
    let fixes = (0...7).map {
      Line.fix(second: Int64($0) * 30, at: $0 < 2 ? 700 : $0 < 5 ? 1000 : 700)
    }
    let judged = plan.account(of: fixes).strategies[0].judged
    #expect(
      judged.map(Self.line) == [
        "60 enter missed suspended for sure", "150 exit missed suspended for sure",
      ])
    #expect(
      judged.map { CrossingSentence(Settings(), Self.phrasing).text(of: $0) }
        == Array(
          repeating:
            "missed: the reboot of 20 removed its registration, and the app did not add it "
            + "again in time", count: 2))
  }

  @Test func `under a model, too, a side is known that a recorded fix decides`() throws {
    // The phone sees every fix, and knows too little of each.
    let vague = PositioningModel.Grade(accuracy: 1414)
    let positioning = Positioning(PositioningModel(far: vague, near: vague, nearWithin: 0))
    let plan = AuditPlan(
      of: try RegionSet([Line.region("here", at: 1000, radius: 100)]), [AuditStrategy(Settings())],
      positioning: positioning)
    let places = [400.0, 400, 1000, 1000, 1000, 400, 400]
    let fixes = places.enumerated().map { Line.fix(second: Int64($0.offset) * 30, at: $0.element) }
    let judged = plan.account(of: fixes).strategies[0].judged
    #expect(judged.map(\.verdict.outcome.name) == ["missed", "undecidable"])
    #expect(judged.last?.verdict.outcome == .undecidable(.trackEnd))
  }

  @Test func `the rules look by the boundaries that are left, as the app does`() throws {
    let grade = { PositioningModel.Grade(interval: Interval(seconds: $0)) }
    let plan = AuditPlan(
      of: try RegionSet([
        Line.region("left", at: 1000, radius: 100), Line.region("here", at: 3000, radius: 100),
      ]), [AuditStrategy(Settings(.geofencingClient))],
      timeline: Line.timeline([(25, .remove(RegionIdentifier("left")))]),
      positioning: Positioning(PositioningModel(far: grade(1e5), near: grade(10), nearWithin: 200)))
    let places = [1000.0, 1000, 1000, 3000, 3000]
    let fixes = places.enumerated().map { Line.fix(second: Int64($0.offset) * 10, at: $0.element) }
    let crossings = plan.account(of: fixes).strategies[0].crossings
    #expect(crossings.map { [$0.confirmedAt, $0.delivery?.time] } == [[nil, nil]])
  }

  @Test(arguments: [false, true])
  func `an app that registers a region again is why nothing came`(isPositioned: Bool) throws {
    let every = PositioningModel.Grade(interval: Interval(seconds: 1))
    var settings = Settings(.geofencingClient)
    settings.request.initialTriggers = []
    let plan = AuditPlan(
      of: try RegionSet([Line.region("here", at: 1000, radius: 100)]), [AuditStrategy(settings)],
      timeline: Line.timeline([(25, .launch)]),
      positioning: isPositioned
        ? Positioning(PositioningModel(far: every, near: every, nearWithin: 0)) : nil)
    let fixes = [400.0, 400, 400, 1000, 1000].enumerated().map {
      Line.fix(second: Int64($0.offset) * 10, at: $0.element)
    }
    let crossings = plan.account(of: fixes).strategies[0].crossings
    #expect(crossings.map(\.loss?.cause) == [.suspended])
    #expect(
      crossings.first?.loss?.detail == .hindered(registeredAgain: Timestamp(milliseconds: 30_000)))
  }

  @Test func `an app that adds a region again in vain is why nothing came`() throws {
    var settings = Settings(.geofencingClient)
    settings.request.initialTriggers = []
    settings.crossing.responsiveness = Interval(milliseconds: 60_000)
    // It is added when no fix has decided where the device is, and again without the permission.
    let plan = AuditPlan(
      of: try RegionSet([Line.region("here", at: 1000, radius: 100)]), [AuditStrategy(settings)],
      timeline: Line.timeline([(25, .launch), (35, .authorize(.whenInUse)), (45, .launch)]))
    let fixes = (0...20).map { Line.fix(second: Int64($0) * 10, at: $0 < 4 ? 400 : 1000) }
    let judged = plan.account(of: fixes).strategies[0].judged
    #expect(judged.map(Self.line) == ["40 enter missed suspended for sure"])
  }

  @Test func `of several actions between two fixes each begins or ends an outage at its time`()
    throws
  {
    let plan = AuditPlan(
      of: try RegionSet([Line.region("here", at: 1000, radius: 100)]), [AuditStrategy(Settings())],
      timeline: Line.timeline([
        (30, .forceQuit), (50, .backgroundRefresh(isOn: false)), (605, .launch), (610, .background),
        (615, .backgroundRefresh(isOn: true)),
      ]))
    let fixes = (0...20).map { Line.fix(second: Int64($0) * 60, at: $0 < 1 ? 400 : 1000) }
    let outage = try #require(plan.account(of: fixes).strategies[0].judged.first?.verdict.outage)
    #expect(outage.from == Timestamp(milliseconds: 30_000))
    #expect(outage.until == Timestamp(milliseconds: 605_000))
    #expect(outage.actions.map(\.action) == [.forceQuit, .backgroundRefresh(isOn: false)])
  }

  /// A memory of every crossing until the track's end would grow with the track.
  @Test(arguments: API.ofCoreLocation)
  func `what an app that never runs again cannot receive is settled at once`(_ api: API) throws {
    let plan = AuditPlan(
      of: try RegionSet([Line.region("here", at: 1000, radius: 100)]),
      [AuditStrategy(Settings(api))], timeline: Line.timeline([(30, .forceQuit)]))
    var account = AuditAccount(plan)
    var audit = Audit(plan, startingAt: Timestamp(milliseconds: 0))
    for number in 0..<400 {
      let metres = number / 10 % 2 == 0 ? 400.0 : 1000
      audit.advance(to: Line.fix(second: Int64(number) * 10, at: metres), into: &account)
    }
    let settled = account.strategies[0].judged
    audit.finish(into: &account)
    let all = account.strategies[0].judged
    #expect(all.count == 39 && settled.count >= 35, "\(settled.count)")
    #expect(Set(settled).isSubset(of: all))
    #expect(
      all.allSatisfy { $0.verdict.leadingCause == .suspended && $0.verdict.outage?.until == nil })
  }

  @Test func `an exit ahead of the device is of the visit in which it was found`() throws {
    var settings = Settings(.clLocationManager)
    settings.minimumRadius = 400
    // The larger circle is left and entered again, and the place itself never entered.
    let events = try drawn(settings, seed: 3, every: 10, until: 1400) { second in
      second < 200 || second >= 800 ? 700 : 300
    }.verdict.events
    #expect(Self.line(events) == "outside 1")
  }

  @Test func `a departure that the phone saw too early, for another one, was mislocated`() throws {
    let judged = try drawn(Settings(.geofencingClient), seed: 11, every: 5, until: 600) { second in
      second >= 220 ? 900 : (100..<110).contains(second) ? 300 : 0
    }.judged
    #expect(
      judged.map(Self.line) == [
        "100 exit inTime", "110 enter inTime", "220 exit missed mislocated",
      ])
  }

  /// Plays a drive past the circle under a model that errs by 150 m every 40 s.
  ///
  /// - Parameter place: returns the metres from the centre at a second.
  private func drawn(
    _ settings: Settings, seed: UInt64, every step: Int64, until end: Int64,
    _ place: (Int64) -> Double
  ) throws -> StrategyAccount {
    let grade = PositioningModel.Grade(interval: Interval(seconds: 40), error: 150)
    let model = PositioningModel(far: grade, near: grade, nearWithin: 0)
    let plan = AuditPlan(
      of: try RegionSet([Line.region("here", at: 1000, radius: 100)]), [AuditStrategy(settings)],
      positioning: Positioning(model, seed: seed))
    let fixes = stride(from: Int64(0), through: end, by: Int64.Stride(step)).map {
      Line.fix(second: $0, at: 1000 - place($0))
    }
    return plan.account(of: fixes).strategies[0]
  }

  @Test func `a region that nobody asks about may be too large`() throws {
    let regions = try RegionSet([
      Line.region("asked", at: 1000, radius: 100), Line.region("huge", at: 1000, radius: 200_000),
    ])
    let plan = { AuditPlan(of: regions, [AuditStrategy(Settings())], Question(about: $0)) }
    #expect(plan(nil).largestRegion == 1)
    #expect(plan([0]).largestRadius == 100)
  }

  /// Expects an arrival after 200 s to be missed, as an action took the registration that it needed.
  private func expectRemoval(
    at second: Int64?, _ actions: [(second: Int64, action: DeviceAction)],
    expiringAfter expiration: Int64? = nil,
    addsAgainAfter broadcasts: GeofenceRequest.Broadcasts = [],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    var settings = Settings(.geofencingClient)
    settings.request.expiration = expiration.map { Interval(milliseconds: $0 * 1000) }
    settings.request.broadcasts = broadcasts
    let plan = AuditPlan(
      of: try RegionSet([Line.region("here", at: 1000, radius: 100)]), [AuditStrategy(settings)],
      timeline: Line.timeline(actions))
    let fixes = (0...10).map { Line.fix(second: Int64($0) * 40, at: $0 < 5 ? 0 : 1000) }
    let judged = plan.account(of: fixes).strategies[0].judged
    #expect(
      judged.map(Self.line) == ["200 enter missed removed for sure"], sourceLocation: location)
    #expect(
      judged.first?.verdict.removal?.time.milliseconds == second.map { $0 * 1000 },
      sourceLocation: location)
  }

  @Test func `regions that nobody asks about are not counted`() throws {
    let regions = try RegionSet([
      Line.region("asked", at: 1000, radius: 100), Line.region("other", at: 3000, radius: 100),
    ])
    let added = Line.timeline([(10, .add(Line.region("added", at: 5000, radius: 100)))])
    let fixes = (0..<60).map { Line.fix(second: Int64($0) * 30, at: Double($0) * 100) }
    let counts = { (asked: Set<RegionNumber>?) throws -> VerdictCounts in
      var settings = Settings()
      settings.renewal = .all
      settings.triggers = .fix
      let plan = AuditPlan(
        of: regions, [AuditStrategy(settings)], timeline: added, Question(about: asked))
      return plan.account(of: fixes).strategies[0].verdict
    }
    let (all, one) = (try counts(nil), try counts([1]))
    #expect(all.asked == 6 && all.places.count == 3)
    #expect(one.asked == 2 && one.places == [1])
    #expect(Self.line(one.events) == "")
  }

  @Test(arguments: [(0.0, 3), (12, 0)])
  func `departures that rest on a single fix are counted`(_ rest: Double, _ count: Int) throws {
    let plan = AuditPlan(
      of: try RegionSet([Line.region("here", at: 1000, radius: 50)]),
      [AuditStrategy(Settings(.geofencingClient))])
    let fixes = (0..<3).flatMap { turn -> [Fix] in
      let start = Int64(turn) * 100
      return [
        Line.fix(second: start, at: 1000), Line.fix(second: start + 12, at: 1200),
        Line.fix(second: start + 24, at: rest > 0 ? 1200 : 1000),
      ]
    }
    let verdict = plan.account(of: fixes + [Line.fix(second: 400, at: 1000)]).strategies[0].verdict
    #expect(verdict.onOneFix == count)
    #expect(verdict.others(Passages()).contains(.onOneFix(3)) == (count == 3))
  }

  @Test(arguments: [(310, 45, "dwell until 386"), (200, 10, "no-fix until 426")])
  func `fixes that change nothing for a waiting crossing still count toward its wait`(
    _ dwell: Int64, _ steps: Int64, _ hold: String
  ) throws {
    var fixes = [(0, -600), (4, -150), (8, 0), (40, 0), (72, 150), (76, 600)].map {
      Line.fix(second: $0.0, at: 1000 + $0.1)
    }
    fixes += (1...steps).map { Line.fix(second: 76 + $0 * 10, at: 10_000 - Double($0 % 3)) }
    fixes.append(Line.fix(second: 76 + steps * 10 + 250, at: 10_000))
    var settings = Settings(.clLocationManager)
    settings.crossing.outwardDwell = Interval(milliseconds: dwell * 1000)
    let plan = AuditPlan(
      of: try RegionSet([Line.region("here", at: 1000, radius: 100)]), [AuditStrategy(settings)])
    let judged = plan.account(of: fixes).strategies[0].judged
    #expect(judged.map(Self.line) == ["8 enter inTime", "72 exit late \(hold)"])
  }

  @Test func `a state is no news of a departure whose arrival was missed`() throws {
    let fixes = [(0, -600), (4, -150), (8, 0), (12, 150), (16, 600), (60, 600)].map {
      Line.fix(second: $0.0, at: 1000 + $0.1)
    }
    let plan = AuditPlan(
      of: try RegionSet([Line.region("here", at: 1000, radius: 100)]),
      [AuditStrategy(Settings(.clLocationManager))],
      timeline: Line.timeline([(59, .determine(nil))]))
    let judged = plan.account(of: fixes).strategies[0].judged
    #expect(judged.map(Self.line) == ["8 enter missed dwell", "12 exit missed dwell undoing 8"])
  }

  private static func line(_ judged: JudgedCrossing) -> String {
    let second = { (time: Timestamp) in "\(time.milliseconds / 1000)" }
    let head = "\(second(judged.id.time)) \(judged.id.name.rawValue)"
    return switch judged.verdict.outcome {
    case .inTime: "\(head) inTime"
    case .early: "\(head) early"
    case .late(let late):
      "\(head) late \(late.hold.rawValue) until \(second(late.until))"
        + (late.endOfStay.map { ", over at \(second($0))" } ?? "")
    case .missed(let loss):
      "\(head) missed \(loss.cause?.rawValue ?? "-")" + (loss.isSure ? " for sure" : "")
        + (loss.undoes.map { " undoing \(second($0))" } ?? "")
    case .undecidable(let doubt): "\(head) undecidable \(doubt.rawValue)"
    case .filtered: "\(head) filtered"
    case .waits: "\(head) waits"
    }
  }

  private static func line(_ events: ExtraEvents) -> String {
    let counts = [
      ("inside", events.inside), ("repeated", events.repeated), ("outside", events.outside),
      ("betweenFixes", events.betweenFixes),
    ]
    return counts.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
