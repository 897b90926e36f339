import GeofenceBase
import TestSupport
import Testing

@testable import GeofenceCore

/// What became of each dwell on short drives past a circle of 100 m, where an Android app asks for
/// one a minute after an enter.
struct DwellVerdictTests {
  private func sentences(
    _ path: String, _ actions: [(second: Int64, action: DeviceAction)] = [],
    positioning: PositioningModel? = nil, _ change: (inout Settings) -> Void = { _ in }
  ) throws -> (dwells: [String], verdict: VerdictCounts) {
    var settings = Settings(.geofencingClient)
    settings.request.loitering = Interval(milliseconds: 60_000)
    change(&settings)
    let plan = AuditPlan(
      of: try RegionSet([
        Line.region("far", at: 60_000, radius: 100), Line.region("here", at: 1000, radius: 100),
      ]), [AuditStrategy(settings)], timeline: Line.timeline(actions),
      positioning: positioning.map { Positioning($0) })
    let fixes = path.split(separator: " ").map { point in
      let numbers = point.split(separator: ":").compactMap { Double($0) }
      return Line.fix(second: Int64(numbers[0]), at: 1000 + numbers[1])
    }
    let strategy = plan.account(of: fixes).strategies[0]
    let phrasing = Phrasing(
      moment: { "\($0.milliseconds / 1000)" }, span: { "\($0.milliseconds / 1000) s" },
      distance: { "\($0) m" }, name: { _ in "Shop" })
    let dwells = strategy.dwells.map { dwell in
      "\(dwell.enteredAt.milliseconds / 1000) "
        + DwellSentence(settings, phrasing).text(of: dwell)
    }
    return (dwells, strategy.verdict)
  }

  @Test func `a dwell is delivered at the first fix at which it is due`() throws {
    let (dwells, verdict) = try sentences("0:-600 20:0 50:0 80:0 110:0 200:600")
    #expect(dwells == ["20 delivered at once"])
    #expect(verdict.dwells.due == 1 && verdict.isClean)
    #expect(try sentences("0:-600 20:0 50:0 90:0 200:600").dwells == ["20 delivered 10 s later"])
  }

  @Test func `who leaves before is due none, and the end of a track leaves it open`() throws {
    let (dwells, verdict) = try sentences("0:-600 20:0 50:0 70:600 100:600")
    #expect(dwells == ["20 not due: the device had left by 70"])
    #expect(verdict.dwells.left == 1 && verdict.isClean)
    #expect(
      try sentences("0:-600 20:0 50:0").dwells
        == ["20 undecidable: the recording ends before it is due"])
  }

  @Test func `fixes far apart leave open how long a device stayed, and when a dwell was delivered`()
    throws
  {
    #expect(
      try sentences("0:-600 20:0 50:0 500:600").dwells
        == ["20 not due by the fixes: the device had left by 500"])
    let (dwells, verdict) = try sentences("0:-600 20:0 50:0 700:0 800:600")
    #expect(dwells == ["20 delivered 620 s later, after a gap without a fix"])
    #expect(verdict.dwells.late == 0 && verdict.dwells.delivered == 1)
  }

  @Test func `a registration that no action removed has expired`() throws {
    let (_, verdict) = try sentences("0:-600 20:-600 100:-600 200:0 300:0 400:600") {
      $0.request.expiration = Interval(milliseconds: 60_000)
    }
    var settings = Settings(.geofencingClient)
    settings.request.expiration = Interval(milliseconds: 60_000)
    let phrasing = Phrasing(
      moment: { _ in "" }, span: { _ in "" }, distance: { _ in "" }, name: { _ in "" })
    #expect(
      verdict.outcomes.first?.sentence(settings, phrasing)
        == "2 of 2 arrivals and departures never reached the app because the registration of the "
        + "region had expired")
  }

  @Test func `a device that was inside at first dwells only if the app asks for that`() throws {
    #expect(try sentences("0:0 30:0 60:0 90:0").dwells == ["0 delivered at once"])
    let (dwells, verdict) = try sentences("0:0 30:0 60:0 90:0") {
      $0.request.initialTriggers = .enter
    }
    #expect(
      dwells == [
        "0 not due: the device was inside when the region was first evaluated, and --initial-trigger "
          + "does not name dwell"
      ])
    #expect(verdict.dwells.isEmpty)
  }

  @Test func `a dwell is missed with its enter, or with the registration`() throws {
    let path = "0:-600 20:0 50:0 80:0 110:0 200:600"
    let (dwells, verdict) = try sentences(path, [(10, .reboot), (15, .unlock)])
    func sentence(_ deed: String) -> String {
      "20 missed because \(deed) removed its registration, and the app did not add it again in time"
    }
    #expect(dwells == [sentence("the reboot of 10")])
    #expect(verdict.dwells.missed == 1 && !verdict.isClean)
    // That another registration could expire says nothing of this one.
    for expiration in [nil, Interval(milliseconds: 5_000_000)] {
      #expect(
        try sentences(path, [(40, .update)]) { $0.request.expiration = expiration }.dwells
          == [sentence("the update of 40")])
    }
    #expect(
      try sentences(path, [(40, .authorize(.denied)), (150, .authorize(.always))]).dwells
        == ["20 missed because the device or the app could not receive events"])
  }

  @Test(arguments: [0, 5000] as [Int64])
  func `a registration that expires after a dwell was due, and before the next fix, is its cause`(
    _ responsiveness: Int64
  ) throws {
    func dwells(
      expiring seconds: Int64, _ actions: [(second: Int64, action: DeviceAction)] = []
    ) throws -> [String] {
      try sentences("0:-600 20:0 50:0 130:0 200:600 300:600", actions) {
        $0.request.expiration = Interval(milliseconds: seconds * 1000)
        $0.crossing.responsiveness = Interval(milliseconds: responsiveness)
      }.dwells
    }
    let expired = ["20 missed because the registration of the region had expired"]
    #expect(try dwells(expiring: 125) == expired)
    #expect(try dwells(expiring: 125, [(250, .reboot)]) == expired)
    #expect(try dwells(expiring: 135) == ["20 delivered 50 s later"])
  }

  @Test func `an outage that kept the dwell from the app goes before an expiry after it`() throws {
    let path = "0:-600 20:0 50:0 80:0 110:0 130:0 200:600"
    func dwells(_ actions: [(second: Int64, action: DeviceAction)]) throws -> [String] {
      try sentences(path, actions) { $0.request.expiration = Interval(milliseconds: 100_000) }
        .dwells
    }
    #expect(
      try dwells([(40, .authorize(.denied))])
        == ["20 missed because the device or the app could not receive events"])
    #expect(try dwells([(120, .authorize(.denied))]) == ["20 delivered at once"])
  }

  @Test func `a dwell that comes again in one stay is known, and no dwell that was due`() throws {
    let (dwells, verdict) = try sentences(
      "0:-600 20:0 50:0 80:0 100:0 130:0 170:0 200:600", [(90, .launch)])
    #expect(
      dwells == [
        "20 delivered at once", "20 delivered 10 s later, again without an arrival between",
      ])
    #expect(verdict.dwells.due == 1 && verdict.dwells.repeated == 1 && verdict.dwells.areFaulty)
  }

  @Test func `a dwell of a region that the app could not select says nothing of its slots`() throws
  {
    #expect(
      try sentences(
        "0:-600 20:0 50:0 80:0 110:0 200:600",
        [(-1, .authorize(.denied)), (150, .authorize(.always))]
      ).dwells == ["20 missed because the device or the app could not receive events"])
  }

  @Test func `a late dwell says whether the phone looked late or found the device late`() throws {
    var model = PositioningModel.recorded
    model.far.interval = Interval(milliseconds: 400_000)
    model.near = model.far
    let drive =
      "0:-600 " + stride(from: 20, through: 1500, by: 20).map { "\($0):0" }.joined(separator: " ")
    let (dwells, verdict) = try sentences(drive, positioning: model)
    #expect(dwells.count == 1 && verdict.dwells.late == 1 && !verdict.isClean)
    #expect(
      dwells[0].contains("no location update came from")
        || dwells[0].contains("the device was found inside only at"), "\(dwells)")
  }

  @Test func `the counts of dwells are one sentence`() throws {
    let phrasing = Phrasing(
      moment: { "\($0.milliseconds / 1000)" }, span: { "\($0.milliseconds / 1000) s" },
      distance: { "\($0) m" }, name: { _ in "Shop" })
    let settings = Settings(.geofencingClient)
    let all = try sentences("0:-600 20:0 90:0 100:600 200:0 230:0 240:600 300:0 400:0 500:600")
    #expect(
      all.verdict.dwells.sentence(settings, phrasing)
        == "both dwells that were due reached the app in time; 1 stay ended before a dwell was due")
    let again = try sentences(
      "0:-600 20:0 50:0 80:0 100:0 130:0 170:0 200:600", [(90, .launch)])
    #expect(
      again.verdict.dwells.sentence(settings, phrasing)
        == "the one dwell that was due reached the app in time; 1 dwell came again, with no arrival "
        + "between")
  }
}
