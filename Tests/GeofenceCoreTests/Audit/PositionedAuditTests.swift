import GeofenceCore
import TestSupport
import Testing

/// An audit under a positioning model, with which the system does not get every fix.
struct PositionedAuditTests {
  /// Returns a model with a location update every so many seconds, and an error in metres that
  /// lasts.
  private func looks(every seconds: Double, error: Double = 0) -> Positioning {
    let grade = PositioningModel.Grade(
      interval: Interval(seconds: seconds), error: error, settles: Interval(seconds: 120))
    return Positioning(PositioningModel(far: grade, near: grade, nearWithin: 0))
  }

  /// Returns the audit of a path past home, both by plain geometry and by the location updates.
  private func account(_ metres: [Double], _ positioning: Positioning) throws -> StrategyAccount {
    let regions = try RegionSet([Line.region("home", at: 1000, radius: 200)])
    let fixes = metres.enumerated().map { Line.fix(second: Int64($0.offset) * 10, at: $0.element) }
    return AuditPlan(of: regions, [AuditStrategy(Settings())], positioning: positioning)
      .account(of: fixes).strategies[0]
  }

  /// The distances in metres along a path to home and past it, at 10 m/s, with a fix every ten
  /// seconds.
  private let pastHome = (0...30).map { 30 + Double($0) * 100 }

  @Test func `a region that is passed between two looks is unseen`() throws {
    let account = try account(pastHome, looks(every: 280))
    // The exit takes back the unseen enter.
    #expect(account.counts.lost(by: .unseen) == 2)
    #expect(account.losses.first?.name == .enter)
    #expect(account.counts.geometry == 2 && account.counts.confirmed == 0)
  }

  @Test func `an exit that the system could not see is missed, whatever a longer track shows`()
    throws
  {
    // At rest in home, where no update decides a side, and then 6 km away for hours.
    let grade = PositioningModel.Grade(
      interval: Interval(seconds: 60), error: 0, settles: Interval(seconds: 120), accuracy: 500)
    let model = Positioning(PositioningModel(far: grade, near: grade, nearWithin: 0))
    let metres = Array(repeating: 1000.0, count: 30) + Array(repeating: 7000, count: 300)
    let exit = try #require(try account(metres, model).judged.first)
    guard case .missed = exit.verdict.outcome else {
      Issue.record("\(exit.verdict.outcome)")
      return
    }
    // Where the recording ends at once, nobody knows.
    let cut = try #require(try account(Array(metres.prefix(31)), model).judged.first)
    #expect(cut.verdict.outcome == .undecidable(.trackEnd))
  }

  @Test func `an enter of where the device was already is spurious, unless it is a first state`()
    throws
  {
    var (spurious, first) = (0, 0)
    for seed in 0..<60 {
      var model = looks(every: 60, error: 150)
      model.seed = UInt64(seed)
      let account = try account(Array(repeating: 1000, count: 60), model)
      #expect(account.counts.geometry == 0)
      spurious += account.efforts.spurious
      first += account.efforts.otherEnters
      #expect(account.efforts.otherEnters <= 1)
    }
    #expect(spurious > 5 && first > 5)
  }

  @Test func `no event is ahead of a crossing if a flag kept another one between from the app`()
    throws
  {
    let home = Line.region("home", at: 1000, radius: 200)
    for hasFlag in [false, true] {
      var settings = Settings(.geofencingClient)
      settings.crossing.responsiveness = Interval(milliseconds: 15_000)
      let region = CircularRegion(
        identifier: home.identifier, center: home.center, radius: 200, notifyOnEntry: !hasFlag)
      // A vague fix puts the device outside, the next one inside again; it leaves between two updates.
      let fixes = [(0, 1000.0, 10.0), (15, 1000, 1414), (30, 1000, 10), (40, 1600, 10)].map {
        second, metres, accuracy in
        var fix = Line.fix(second: Int64(second), at: metres)
        fix.horizontalAccuracy = accuracy
        return fix
      }
      let account = AuditPlan(of: try RegionSet([region]), [AuditStrategy(settings)])
        .account(of: fixes).strategies[0]
      #expect(account.crossings.map(\.name) == [.exit])
      #expect(account.crossings[0].delivery == nil)
    }
  }

  @Test func `the leading rule is the first that the true stay does not meet`() throws {
    let metres = [(15, 1000.0), (11, 1275), (15, 1000)].flatMap {
      Array(repeating: $0.1, count: $0.0)
    }
    // One look falls into the 100 s at 75 m outside: it shows no dwell, but there was one.
    let account = try account(metres, looks(every: 100))
    #expect(account.counts.lost(by: .cushion) == 2 && account.counts.lost == 2)
    guard case .stay(let stay)? = account.losses.first?.loss?.detail else {
      Issue.record("no stay: \(account.losses)")
      return
    }
    #expect(stay.lasted.seconds == 100 && stay.deepest.rounded() == 75)
  }

  @Test func `a stay that was too short is as deep as its deepest fix`() throws {
    let account = try account([30, 500, 830, 1000, 1500, 1700], looks(every: 0.001))
    #expect(account.counts.lost(by: .dwell) == 2 && account.counts.lost == 2)
    guard case .stay(let stay)? = account.losses.first?.loss?.detail else {
      Issue.record("no stay: \(account.losses)")
      return
    }
    #expect(stay.lasted.seconds == 10 && stay.deepest.rounded() == 200)
  }

  @Test func `a look at every fix without an error is what is recorded`() throws {
    let account = try account(pastHome, looks(every: 0.001))
    #expect(account.crossings.compactMap(\.delay?.seconds) == [20, 20])
    #expect(account.efforts.spurious == 0)
  }

  @Test
  func `a stay that the error puts elsewhere is mislocated, and what it makes up is spurious`()
    throws
  {
    var (mislocated, spurious) = (0, 0)
    for seed in 0..<40 {
      var positioning = looks(every: 10, error: 400)
      positioning.seed = UInt64(seed)
      let passing = try account(pastHome + Array(repeating: 3030, count: 50), positioning)
      mislocated += passing.counts.lost(by: .mislocated)
      let resting = try account(pastHome + Array(repeating: 1350, count: 600), positioning)
      spurious += resting.efforts.spurious
    }
    #expect(mislocated > 5)
    #expect(spurious > 5)
  }

  /// An error may show a crossing before it happens; it is confirmed when it is delivered.
  @Test(arguments: 0..<60)
  func `where every region has a slot, what is confirmed is delivered then`(seed: UInt64) throws {
    var positioning = looks(every: 10, error: 60)
    positioning.seed = seed
    let resting = pastHome.prefix(12) + Array(repeating: 1130.0, count: 40) + pastHome.suffix(12)
    let crossings = try account(Array(resting), positioning).crossings
    for crossing in crossings where crossing.delivery?.isInitial != true {
      #expect(crossing.confirmedAt == crossing.delivery?.time)
    }
  }

  @Test func `an event is ahead of a crossing only where the device is not yet on its side`() throws
  {
    // At rest 150 m outside of home, through it within a minute and a half, and at rest once more.
    let metres = Array(repeating: 650.0, count: 60) + [800, 1000, 1200, 1350, 1500]
    var ahead = 0
    for seed in 0..<200 {
      var positioning = looks(every: 10, error: 250)
      positioning.seed = UInt64(seed)
      for crossing in try account(metres, positioning).crossings {
        guard let delivery = crossing.delivery, delivery.time < crossing.id.time else { continue }
        ahead += 1
        let number = Int(delivery.time.milliseconds / 10_000)
        let isInside = abs(metres[number] - 1000) <= 200
        #expect(isInside != (crossing.name == .enter), "seed \(seed), \(crossing.name)")
      }
    }
    #expect(ahead > 20)
  }

  @Test(arguments: 0..<20)
  func `every event is a delivery, or spurious, or an enter of where the device is`(seed: UInt64)
    throws
  {
    let drive = try RandomDrive(seed: seed)
    let positioning = Positioning(PositioningPreset.phone.model, seed: seed)
    let plan = AuditPlan(
      of: drive.regions, drive.strategies.map { AuditStrategy($0) }, timeline: drive.timeline,
      positioning: positioning)
    for (settings, account) in zip(drive.strategies, plan.account(of: drive.fixes).strategies) {
      let told = drive.told(settings, drive.timeline, positioning)
        .count { $0.report.use == .reported }
      let counts = account.counts
      #expect(counts.delivered + account.efforts.spurious + account.efforts.otherEnters == told)
      #expect(counts.geometry == counts.delivered + counts.lost + counts.undecided)
      #expect(counts.lost == LossCause.Kind.allCases.reduce(0) { $0 + counts.lost(to: $1) })
    }
  }

  @Test func `the clock of significant changes starts anywhere in its interval, by the draws`()
    throws
  {
    let drive = try RandomDrive(seed: 3)
    var settings = Settings()
    settings.limit = 2
    var positioning = looks(every: 1)
    func choices(_ seed: UInt64) -> [Timestamp] {
      positioning.seed = seed
      return drive.events(settings, Timeline(), positioning).compactMap { event in
        if case .reselect = event.kind { event.time } else { nil }
      }
    }
    let fixed = Set((0..<20).map { choices($0) })
    positioning.startsClockAnywhere = true
    let shifted = Set((0..<20).map { choices($0) })
    #expect(fixed.count == 1)
    #expect(shifted.count > 1)
    // The first selection is not postponed.
    #expect(shifted.allSatisfy { $0.first == fixed.first?.first })
  }
}
