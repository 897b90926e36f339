import GeofenceCore
import TestSupport
import Testing

/// The levels of an audit against separate simulations, on random drives past random regions.
struct AuditSumsTests {
  /// A drive among many small regions, with strategies and a device's life.
  private struct Case {
    var regions: RegionSet
    var fixes: [Fix] = []
    var strategies: [Settings] = []
    var timeline = Timeline()

    init(seed: UInt64) throws {
      var random = SeededGenerator(seed: seed)
      let spread = random.number(in: 500...6000)
      func place(_ random: inout SeededGenerator) -> Coordinate {
        let (north, east) = (random.number(in: -1...1), random.number(in: -1...1))
        return Coordinate(
          latitude: 46 + north * spread / 111_000, longitude: 14.5 + east * spread / 77_000)
      }
      let circles = (0..<Int(random.number(in: 1...60))).map { number in
        CircularRegion(
          identifier: RegionIdentifier("r\(number)"), center: place(&random),
          radius: random.number(in: 50...700), notifyOnEntry: random.number(in: 0...1) < 0.9,
          notifyOnExit: random.number(in: 0...1) < 0.9)
      }
      regions = try RegionSet(circles)
      let isUncertain = random.number(in: 0...1) < 0.5
      let step = random.number(in: 3000...40_000)
      var time = 1_700_000_000_000.0
      var here = place(&random)
      for _ in 0..<6 {
        let way = Geodesic(from: here, to: place(&random))
        var gone = 0.0
        while gone < way.distance {
          time += random.number(in: 0...2) * step
          gone += random.number(in: 0...2) * step / 1000 * 12
          fixes.append(
            Fix(
              time: Timestamp(milliseconds: Int64(time)),
              coordinate: way.coordinate(at: min(gone, way.distance)),
              horizontalAccuracy: isUncertain ? random.number(in: 1...250) : nil))
        }
        here = fixes.last?.coordinate ?? here
      }
      for _ in 0..<3 { strategies.append(Self.settings(&random)) }
      if random.number(in: 0...1) < 0.4 { timeline = life(&random) }
    }

    private static func settings(_ random: inout SeededGenerator) -> Settings {
      func pick<T>(_ values: [T]) -> T {
        values[Int(random.number(in: 0...0.999) * Double(values.count))]
      }
      var settings = Settings()
      settings.api = pick(API.allCases)
      settings.ranking = pick(Ranking.allCases)
      settings.renewal = pick(Renewal.allCases)
      settings.triggers = pick([.significant, .event, .sentinel, .fix, [.significant, .event]])
      settings.limit = pick([1, 3, 5, 20])
      settings.crossing.dwell = Interval(seconds: pick([0, 20, 60]))
      settings.crossing.cushion = pick([0, 50, 200])
      return settings
    }

    private func life(_ random: inout SeededGenerator) -> Timeline {
      let actions: [DeviceAction] = [
        .background, .backgroundRefresh(isOn: false), .terminate, .launch, .reboot, .unlock,
        .authorize(.denied), .authorize(.always), .accuracy(isFull: false),
        .accuracy(isFull: true), .remove("r0"), .foreground,
      ]
      let end = fixes.last.map { $0.time - fixes[0].time }?.seconds ?? 0
      return Timeline(
        actions.map { .init(.afterStart(Interval(seconds: random.number(in: 0...end))), $0) })
    }

    func audit() -> [AuditOutcome] {
      let plan = AuditPlan(
        of: RegionCatalog(regions, maximumRadius: 100_000, timeline: timeline), strategies,
        timeline: timeline)
      var audit = Audit(plan, startingAt: fixes[0].time)
      for fix in fixes { audit.advance(to: fix) }
      return audit.outcomes
    }

    /// The enters and exits of a simulation of its own, without the initial ones.
    func crossings(_ settings: Settings, _ timeline: Timeline) -> [String] {
      var simulation = Simulation(
        SimulationPlan(settings, of: regions, timeline: timeline), startingAt: fixes[0].time)
      var events: [Event] = []
      for fix in fixes { simulation.advance(to: fix, into: &events) }
      return events.compactMap { event in
        guard case .crossing(let report) = event.kind, !report.isInitial,
          report.use == .reported
        else { return nil }
        return "\(event.time.milliseconds) \(report.name.rawValue) \(report.region.identifier)"
      }.sorted()
    }

    /// The changes of the set alone.
    var setChanges: Timeline {
      timeline.filter { action in
        if case .remove = action { true } else { false }
      }
    }
  }

  @Test(arguments: 0..<60)
  func `the levels are what separate simulations give, and every crossing has one outcome`(
    seed: UInt64
  ) throws {
    let drive = try Case(seed: seed)
    for outcome in drive.audit() {
      var unlimited = outcome.settings
      unlimited.limit = 1000
      unlimited.renewal = .changed
      var geometry = unlimited
      geometry.crossing.dwell = Interval(seconds: 0)
      geometry.crossing.cushion = 0
      geometry.crossing.ignoresAccuracy = true
      func list(_ crossings: [AuditedCrossing], _ time: (AuditedCrossing) -> Timestamp?) -> [String]
      {
        crossings.compactMap { crossing in
          time(crossing).map {
            "\($0.milliseconds) \(crossing.name.rawValue) \(crossing.region)"
          }
        }.sorted()
      }
      #expect(list(outcome.crossings) { $0.time } == drive.crossings(geometry, drive.setChanges))
      #expect(
        list(outcome.crossings) { $0.confirmedAt } == drive.crossings(unlimited, drive.setChanges))
      let delivered = list(outcome.crossings) { crossing in
        crossing.delivery.flatMap { $0.isInitial ? nil : $0.time }
      }
      #expect(delivered == drive.crossings(outcome.settings, drive.timeline))

      let totals = AuditTotals(outcome.crossings)
      #expect(totals.crossings == outcome.crossings.count)
      #expect(totals.delivered + totals.causes.values.reduce(0, +) == totals.crossings)
      let byRegion = Dictionary(grouping: outcome.crossings, by: \.region).values.map(
        AuditTotals.init)
      #expect(byRegion.map(\.delivered).reduce(0, +) == totals.delivered)
      #expect(byRegion.map(\.missed).reduce(0, +) == totals.missed)
    }
  }

  @Test func `a loss to the rules is never blamed on the slots, nor the other way round`() throws {
    let toRules: Set<LossCause> = [.dwell, .cushion, .accuracy]
    for seed in 100..<130 {
      for crossing in try Case(seed: UInt64(seed)).audit().flatMap(\.crossings) {
        guard let loss = crossing.loss, loss.undoes == nil else { continue }
        #expect(toRules.contains(loss.cause) == (crossing.confirmedAt == nil))
      }
    }
  }
}
