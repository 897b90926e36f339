import GeofenceCore

/// A drive among many small regions, with strategies and a device's life, which differs for each
/// seed.
package struct RandomDrive: Sendable {
  package private(set) var regions = RegionSet.empty
  package private(set) var fixes: [Fix] = []
  package private(set) var strategies: [Settings] = []
  package private(set) var timeline = Timeline()

  /// - Parameters:
  ///   - steps: the range of the mean time between two fixes, in milliseconds.
  ///   - lingers: whether the device stays long just outside of a few regions, and then leaves them
  ///     or comes back.
  package init(
    seed: UInt64, steps: ClosedRange<Double> = 3000...40_000, lingers: Bool = false
  ) throws {
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
    let step = random.number(in: steps)
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
    if lingers { for circle in circles.prefix(3) { linger(beyond: circle, isUncertain, &random) } }
    if random.number(in: 0...1) < 0.4 { timeline = life(&random) }
  }

  /// Drives into a circle and out of it, and stays up to 190 m past its boundary for longer than an
  /// event may take.
  private mutating func linger(
    beyond circle: CircularRegion, _ isUncertain: Bool, _ random: inout SeededGenerator
  ) {
    let depth = random.number(in: 60...190)
    let end = random.number(in: 0...1) < 0.5 ? -circle.radius / 2 : 600
    let places = [-circle.radius, depth, end].map { beyond in
      // A degree of latitude, as far as a drive goes.
      Coordinate(
        latitude: circle.center.latitude + (circle.radius + beyond) / 111_130,
        longitude: circle.center.longitude)
    }
    for (number, place) in places.enumerated() {
      guard let last = fixes.last else { return }
      let way = Geodesic(from: last.coordinate, to: place)
      let stay = number == 1 ? random.number(in: 400...2400) : 60
      let seconds = way.distance / 12 + stay
      for second in stride(from: 10.0, through: seconds, by: 10) {
        fixes.append(
          Fix(
            time: last.time + Interval(seconds: second),
            coordinate: way.coordinate(at: min(second * 12, way.distance)),
            horizontalAccuracy: isUncertain ? random.number(in: 1...30) : nil))
      }
    }
  }

  private static func settings(_ random: inout SeededGenerator) -> Settings {
    func pick<T>(_ values: [T]) -> T {
      values[Int(random.number(in: 0...0.999) * Double(values.count))]
    }
    var settings = Settings(pick(API.allCases))
    let isAndroid = settings.crossing.overlap != nil
    settings.ranking = pick(Ranking.allCases)
    settings.renewal = pick(Renewal.allCases)
    settings.triggers =
      isAndroid
      ? pick([.sentinel, .event, .fix, [.sentinel, .event]])
      : pick([.significant, .event, .sentinel, .fix, [.significant, .event]])
    settings.limit = pick([1, 3, 5, 20])
    if isAndroid {
      settings.request.expiration = pick([nil, nil, 600]).map { Interval(seconds: $0) }
      return settings
    }
    settings.crossing.dwell = Interval(seconds: pick([0, 20, 60]))
    settings.crossing.cushion = pick([0, 50, 200])
    settings.crossing.inwardCushion = pick([0, 0, 50])
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

  /// The actions of the timeline that change the set of regions.
  package var setChanges: Timeline {
    timeline.filter { action in
      if case .remove = action { true } else { false }
    }
  }

  /// Returns all that an audit of the strategies finds.
  ///
  /// It lists every crossing, and for each loss the causes that have to be removed for it to be
  /// delivered, and whether it is where its rule demands the least of what was published.
  package func audit(_ strategies: [AuditStrategy], _ positioning: Positioning? = nil)
    -> AuditAccount
  {
    var account = AuditPlan(
      of: regions, strategies, timeline: timeline, positioning: positioning
    ).account(of: fixes)
    var matrix = DeliveryMatrix()
    for (number, strategy) in zip(account.strategies.indices, strategies)
    where account.strategies[number].counts.lost > 0 {
      matrix.add(
        number, strategy, explaining: account.strategies[number].losses,
        possible: strategy.obstacles(
          timeline, regions: 100, hasAccuracies: true, isPositioned: positioning != nil))
    }
    while let rows = matrix.next() {
      guard var part = matrix.part(of: 0..<1) else { continue }
      let plan = AuditPlan(
        of: regions, rows, timeline: timeline, positioning: positioning,
        Question(explained: 0, depth: .deliveries, about: matrix.regions))
      plan.audit(fixes, ofDevice: 0, into: &part)
      matrix += part
    }
    for (number, readings) in matrix.readings { account.strategies[number].readings = readings }
    return account
  }

  /// Returns the crossings that are delivered to the app in a simulation of its own, with their
  /// times.
  package func told(
    _ settings: Settings, _ timeline: Timeline, _ positioning: Positioning? = nil
  ) -> [(report: CrossingReport, time: Timestamp)] {
    events(settings, timeline, positioning).compactMap { event in
      guard case .crossing(let report) = event.kind, report.name != .unsatisfied else { return nil }
      return (report, event.time)
    }
  }

  package func events(
    _ settings: Settings, _ timeline: Timeline, _ positioning: Positioning? = nil
  ) -> [Event] {
    let plan = SimulationPlan(
      settings, of: regions, timeline: timeline, positioning: positioning)
    var simulation = Simulation(plan, startingAt: fixes[0].time)
    var events: [Event] = []
    for fix in fixes { simulation.advance(to: fix, into: &events) }
    return events
  }
}
