import GeofenceCore
import GeofenceReport
import TestSupport
import Testing

struct DeviceRecorderTests {
  /// Kiosks every 500 m, two slots, an app that chooses at every fix.
  private func registrations(
    _ metres: [Double], _ timeline: [(second: Int64, action: DeviceAction)] = [],
    renewal: Renewal = .changed
  ) throws -> [String] {
    var settings = Settings()
    (settings.limit, settings.triggers, settings.renewal) = (2, .fix, renewal)
    let kiosks = (0..<5).map { Line.region("k\($0)", at: Double($0) * 500, radius: 100) }
    let places = metres.enumerated().map { (second: Int64($0) * 10, metres: $1) }
    let report = try Drive.report(places, past: kiosks, settings, timeline)
    return report.records[0][0].registrations.map { span in
      "\(span.region) \(span.start.milliseconds / 1000)–"
        + (span.end.map { "\($0.milliseconds / 1000)" } ?? "")
    }
  }

  @Test func `a region is registered from the choice that takes it to the one that drops it`()
    throws
  {
    #expect(
      try registrations([0, 100, 600, 1100]) == ["k0 0–20", "k1 0–30", "k2 20–", "k3 30–"])
  }

  @Test func `a restart is no gap`() throws {
    #expect(
      try registrations([0, 100, 600, 1100], renewal: .all) == [
        "k0 0–20", "k1 0–30", "k2 20–", "k3 30–",
      ])
  }

  @Test func `a registration ends when its region leaves the app's set`() throws {
    #expect(
      try registrations([0, 0, 0], [(10, .remove("k0"))]) == ["k0 0–10", "k1 0–", "k2 10–"])
  }

  @Test func `choices that change nothing leave no mark`() throws {
    var settings = Settings()
    (settings.limit, settings.triggers) = (1, .fix)
    let kiosks = [Line.region("a", at: 0, radius: 100), Line.region("b", at: 2000, radius: 100)]
    let report = try Drive.report(
      (0...20).map { (second: Int64($0) * 10, metres: Double($0) * 100) }, past: kiosks, settings)
    let choices = report.records[0][0].events.filter {
      if case .reselect = $0.kind { true } else { false }
    }
    #expect(choices.map { $0.time.milliseconds / 1000 } == [0, 110])
  }

  /// The device goes past a shop twice; the reminder there fires the first time.
  @Test func `an alarm that has fired is no longer watched, and what comes later is not missed`()
    throws
  {
    let metres = Array(0...20) + Array(0..<20).reversed()
    let fixes = metres.enumerated().map { number, hundreds in
      Line.fix(second: Int64(number) * 10, at: Double(hundreds) * 100)
    }
    let shop = Line.region("shop", at: 1000, radius: 400)
    for (repeats, events, end, crossings) in [(false, 1, 80, 1), (true, 4, nil, 4)]
      as [(Bool, Int, Int64?, Int)]
    {
      let book = AlarmPlan([.init(regions: ["shop"], due: nil)], repeats: repeats)
      let (record, account) = Drive.record(
        fixes,
        AuditPlan(
          of: try RegionSet([shop]), [AuditStrategy(Settings())], alarms: book,
          Question(recording: nil)))
      #expect(record.events.count { if case .crossing = $0.kind { true } else { false } } == events)
      #expect(record.registrations.map { $0.end?.milliseconds } == [end.map { $0 * 1000 }])
      #expect(account.strategies[0].counts.geometry == crossings)
      #expect(account.strategies[0].counts.lost == 0)
    }
  }

  // MARK: stays, with seconds for times

  private func stays(
    _ places: [(second: Int64, metres: Double)],
    _ timeline: [(second: Int64, action: DeviceAction)] = []
  ) throws -> [String] {
    let report = try Drive.report(places, past: [park], Settings(), timeline)
    return report.records[0][0].stays.map { stay in
      "\(stay.region) \(stay.start.milliseconds / 1000)–"
        + (stay.end.map { "\($0.milliseconds / 1000)" } ?? "")
    }
  }

  private let park = Line.region("park", at: 1000, radius: 100)

  @Test func `a stay lasts from the first fix inside to the first outside`() throws {
    let places: [(Int64, Double)] = [(0, 0), (10, 950), (20, 1000), (30, 1200), (40, 1000)]
    #expect(try stays(places) == ["park 10–30", "park 40–"])
  }

  @Test func `a device that starts inside stays from the first fix`() throws {
    #expect(try stays([(0, 1000), (10, 2000)]) == ["park 0–10"])
  }

  @Test func `a stay ends when the region is removed, and begins anew when it is moved`() throws {
    let moved = Line.region("park", at: 1010, radius: 100)
    let places: [(Int64, Double)] = [(0, 1000), (10, 1000), (20, 1000)]
    #expect(try stays(places, [(10, .remove("park"))]) == ["park 0–10"])
    #expect(try stays(places, [(10, .add(moved))]) == ["park 0–10", "park 10–"])
  }
}
