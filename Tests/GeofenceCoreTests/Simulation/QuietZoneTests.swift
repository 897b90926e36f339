import TestSupport
import Testing

@testable import GeofenceCore

struct QuietZoneTests {
  /// Returns random settings of every kind that affects the times of reselections.
  private func settings(_ generator: inout SeededGenerator) -> Settings {
    func toss() -> Bool { generator.number(in: 0...1) < 0.5 }
    var settings = Settings()
    settings.limit = Int(generator.number(in: 1...30))
    settings.triggers = toss() ? .significant : [.significant, .sentinel, .event]
    if !toss() { settings.triggers = .sentinel }
    settings.significantDistance = generator.number(in: 10...600)
    settings.significantInterval = Interval(seconds: generator.number(in: 1...300).rounded())
    settings.sentinelRadius = generator.number(in: 100...1000)
    settings.crossing.cushion = toss() ? 200 : generator.number(in: 0...60)
    settings.crossing.dwell = Interval(seconds: toss() ? 20 : 3)
    settings.crossing.dwellOrigin = toss() ? .boundary : .cushion
    settings.crossing.inwardCushion = toss() ? 0 : generator.number(in: 0...60)
    settings.api = toss() ? .clMonitor : .clLocationManager
    return settings
  }

  @Test(arguments: 0..<60)
  func `what happens does not depend on fixes being passed over`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let settings = settings(&generator)
    let regions = try RegionSet(
      (0..<60).map {
        Line.region(
          "r\($0)", at: generator.number(in: -6000...6000).rounded(),
          radius: generator.number(in: 20...400).rounded())
      })
    let actions: [DeviceAction] = [
      .terminate, .launch, .background, .backgroundRefresh(isOn: false), .reboot, .unlock,
      .remove("r7"), .backgroundRefresh(isOn: true), .foreground, .accuracy(isFull: false),
      .accuracy(isFull: true),
    ]
    let timeline = Timeline(
      actions.map {
        .init(.afterStart(Interval(seconds: generator.number(in: 0...3000).rounded())), $0)
      })
    let alarms = AlarmPlan(
      stride(from: 0, to: 60, by: 7).map {
        AlarmPlan.Alarm(regions: [RegionIdentifier("r\($0)")], due: nil)
      })
    var passing = Simulation(
      SimulationPlan(settings, of: regions, timeline: timeline, alarms: alarms),
      startingAt: Timestamp(milliseconds: 0))
    var seeing = passing
    var (events, expected): ([Event], [Event]) = ([], [])
    var metres = 0.0
    for second in 0..<3000 {
      metres += generator.number(in: -12...14)
      var fix = Line.fix(second: Int64(second), at: metres)
      fix.horizontalAccuracy = generator.number(in: 0...1) < 0.3 ? 30 : nil
      passing.advance(to: fix, into: &events)
      seeing.quietZone = QuietZone()
      seeing.advance(to: fix, into: &expected)
    }
    #expect(!events.isEmpty)
    #expect(events == expected)
    #expect(passing.coded == seeing.coded)
  }

  /// The fixes of the life are drawn out to some metres apart, so that most lie in a zone.
  @Test(arguments: UInt64(0)..<48)
  func `a life with zones is the life without, whatever happens in it`(_ seed: UInt64) throws {
    let life = try RandomLife(seed: seed)
    var passing = Simulation(life.plan(), startingAt: life.fixes[0].time)
    var seeing = passing
    var (events, expected): ([Event], [Event]) = ([], [])
    var path = Interpolator(every: Interval(seconds: 2))
    for fix in life.fixes {
      _ = path.advance(to: fix) { fix in
        passing.advance(to: fix, into: &events)
        seeing.quietZone = QuietZone()
        seeing.advance(to: fix, into: &expected)
        return true
      }
    }
    #expect(events == expected)
    #expect(passing.coded == seeing.coded)
  }

  @Test func `a region that an alarm takes out is replaced at the very next fix`() throws {
    var settings = Settings()
    settings.limit = 1
    let regions = try RegionSet([
      Line.region("a", at: 0, radius: 100), Line.region("b", at: 5000, radius: 100),
    ])
    let alarms = AlarmPlan([AlarmPlan.Alarm(regions: ["a"], due: nil)])
    var simulation = Simulation(
      SimulationPlan(settings, of: regions, alarms: alarms),
      startingAt: Timestamp(milliseconds: 0))
    var events: [Event] = []
    simulation.advance(to: Line.fix(second: 0, at: 0), into: &events)
    #expect(simulation.registered.isEmpty)
    simulation.advance(to: Line.fix(second: 1, at: 0), into: &events)
    #expect(simulation.registered.map(\.identifier) == ["b"])
  }

  @Test(arguments: [-4_000_000_000, -5000, -1, 0, 1, 999, 1_700_000_000_500, 9_000_000_000_000])
  func `a zone has ended at its end, in whatever century`(_ milliseconds: Int64) {
    let end = Timestamp(milliseconds: milliseconds)
    let home = Line.place(0)
    let zone = QuietZone(
      from: home, EarthVector(home), QuietZone.Allowance(distance: 100, end: end))
    for time in [end, end + Interval(milliseconds: 1), end + Interval(seconds: 5)] {
      #expect(!zone.covers(Fix(time: time, coordinate: home)))
    }
  }

  @Test func `a zone without an end lasts, before 1970 and after`() {
    let home = Line.place(0)
    let zone = QuietZone(from: home, EarthVector(home), QuietZone.Allowance(distance: 100))
    for milliseconds: Int64 in [-4_000_000_000, 0, 1_700_000_000_500] {
      #expect(
        zone.covers(Fix(time: Timestamp(milliseconds: milliseconds), coordinate: Line.place(90))))
    }
  }

  @Test func `a million zones need sixteen megabytes`() {
    #expect(MemoryLayout<QuietZone>.stride == 16)
  }

  private func zone(around place: Coordinate, metres: Double) -> QuietZone {
    QuietZone(
      from: place, EarthVector(place),
      QuietZone.Allowance(distance: metres, end: Timestamp(milliseconds: 100_000)))
  }

  private func fix(_ second: Int64, _ latitude: Double) -> Fix {
    Fix(
      time: Timestamp(milliseconds: second * 1000),
      coordinate: Coordinate(latitude: latitude, longitude: 14))
  }

  @Test func `a zone has the fixes around its place until its end, and no other`() {
    let zone = zone(around: Coordinate(latitude: 46, longitude: 14), metres: 1000)
    #expect(zone.covers(fix(1, 46)))
    #expect(zone.covers(fix(99, 46.005)))
    #expect(!zone.covers(fix(1, 46.02)))
    #expect(!zone.covers(fix(1, .nan)))
    #expect(!zone.covers(fix(100, 46)))
    #expect(!QuietZone().covers(fix(1, 46)))
  }

  @Test func `a zone has no place beyond its distance, and nearly all within`() {
    var generator = SeededGenerator(seed: 12)
    var (inside, all) = (0, 0)
    for _ in 0..<100 {
      let center = Coordinate(
        latitude: generator.number(in: -89...89), longitude: generator.number(in: -180...180))
      let distance = generator.number(in: 0...3000)
      let zone = zone(around: center, metres: distance)
      for _ in 0..<100 {
        let place = Coordinate(
          latitude: center.latitude + generator.number(in: -0.02...0.02),
          longitude: center.longitude + generator.number(in: -0.03...0.03))
        let isCovered = zone.covers(
          Fix(time: Timestamp(milliseconds: 1000), coordinate: place))
        let chord = EarthVector(center).squaredChord(to: EarthVector(place)).squareRoot()
        if isCovered { #expect(chord < distance) }
        inside += isCovered ? 1 : 0
        all += 1
      }
    }
    #expect(inside > all / 10 && inside < all * 9 / 10)
  }
}
