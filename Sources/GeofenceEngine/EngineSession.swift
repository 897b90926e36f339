import GeofenceBytes
import GeofenceCore

/// The engine as a page drives it: the devices, the world as it is, and one in which something is
/// otherwise.
///
///     var session = EngineSession()
///     _ = session.answer(to: .devices(devices, in: nil))
///     _ = session.answer(to: .world(reported, isCompared: false))
///     let json = session.answer(to: .world(changed, isCompared: true))
///
/// An answer is an object: `sentences`, which say what became of all arrivals and departures that were
/// asked for; each of them in `crossings`; and the `changes` from the world as it is, where the world is
/// compared. The sentences are those of an audit. Of a circle the answer is its `x`, `y` and `radius` on
/// the plane, in metres, or null where that ends.
package struct EngineSession {
  private var devices: [EngineMessage.Device] = []
  private var clock = LocalClock(sayingOffset: false)
  private var reported = EngineAudit()

  package init() {}

  /// - Complexity: that of an audit of the devices.
  package mutating func answer(to message: EngineMessage) -> String {
    switch message {
    case .devices(let devices, let zone):
      self.devices = devices
      clock = LocalClock(zone, sayingOffset: false)
      reported = EngineAudit()
      return "{}"
    case .world(let world, let isCompared):
      guard let audit = EngineAudit(world, devices, clock) else {
        return EngineJSON.object([
          ("error", "two regions have the same identifier".jsonText)
        ])
      }
      if !isCompared { reported = audit }
      return audit.json(comparedWith: reported)
    case .circle(let center, let radius, let origin):
      let circle = StereographicProjection(around: origin)
        .project(circleAround: center, radius: radius)
      guard let circle else { return "null" }
      return EngineJSON.object([
        ("radius", "\(circle.radius)"), ("x", "\(circle.center.x)"), ("y", "\(circle.center.y)"),
      ])
    }
  }
}

/// The crossings of all devices in a world.
package struct EngineAudit {
  /// The sentences about all that was asked for, the worst first.
  package private(set) var sentences: [String] = []
  /// Those that are asked for, in their order.
  private var crossings: [Crossing] = []

  private struct Crossing: Comparable {
    /// The region of the crossing, which may have another number in another world.
    let region: RegionIdentifier
    let judged: JudgedCrossing
    let sentence: String

    var id: AuditedCrossing.ID { judged.id }

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.id.device, lhs.id.time, lhs.region, lhs.id.name.rawValue)
        < (rhs.id.device, rhs.id.time, rhs.region, rhs.id.name.rawValue)
    }
  }

  init() {}

  /// Audits all devices; `nil` where two regions have the same identifier.
  package init?(
    _ world: EngineMessage.World, _ devices: [EngineMessage.Device], _ clock: LocalClock
  ) {
    guard let regions = try? RegionSet(world.regions) else { return nil }
    let plan = AuditPlan(
      of: regions, [AuditStrategy(world.settings)], positioning: world.positioning)
    var account = AuditAccount(plan)
    for (number, device) in devices.enumerated() {
      guard let first = device.fixes.first else { continue }
      var audit = Audit(
        plan, startingAt: first.time, device: Int32(number), named: device.name)
      for fix in device.fixes { audit.advance(to: fix, into: &account) }
      audit.finish(into: &account)
    }
    let strategy = account.ordered.strategies[0]
    let phrasing = Phrasing(clock, devices, plan.names)
    let facts = strategy.verdict.facts(
      account.passages, world.settings,
      nothing: .nothing(account.visits, Self.approaches(plan, account.visits, devices)),
      tooLarge: plan.largestRadius > world.settings.maximumRadius ? plan.largestRegion : nil)
    // Without a region there is nothing to be said of any.
    sentences =
      world.regions.isEmpty ? [] : facts.map { $0.sentence(world.settings, phrasing).sentence }
    let judgements = Judgements(of: strategy, world.settings, phrasing)
    crossings = strategy.judged.map { judged in
      Crossing(
        region: plan.names[judged.id.region], judged: judged,
        sentence: judgements.sentence(on: judged))
    }
  }

  /// How near the devices came to the regions that none of them was in.
  private static func approaches(
    _ plan: AuditPlan, _ visits: Numbered<CircularRegion, Visits>, _ devices: [EngineMessage.Device]
  ) -> [RegionNumber: Approach] {
    var approaches: [RegionNumber: Approach] = [:]
    for (number, device) in devices.enumerated() {
      guard let first = device.fixes.first else { continue }
      let own = ApproachSurvey.approaches(
        to: plan.places(from: first.time) { visits[$0].isEmpty }
      ) { visit in
        for fix in device.fixes { visit(fix, Int32(number)) }
      }
      approaches.merge(own) { $0.nearer($1) }
    }
    return approaches
  }

  // MARK: as JSON

  func json(comparedWith other: Self) -> String {
    EngineJSON.object([
      ("sentences", EngineJSON.list(sentences.map { $0.jsonText })),
      ("crossings", EngineJSON.list(crossings.map { json($0) })),
      ("changes", EngineJSON.list(changes(from: other))),
    ])
  }

  private func json(_ crossing: Crossing) -> String {
    EngineJSON.object(members(of: crossing) + [("outcome", Self.json(crossing))])
  }

  private func members(of crossing: Crossing) -> [(name: String, value: String?)] {
    [
      ("device", "\(crossing.id.device)"), ("region", crossing.region.rawValue.jsonText),
      ("name", crossing.id.name.rawValue.jsonText),
      ("time", "\(crossing.id.time.milliseconds)"),
    ]
  }

  /// The outcome as an object: its kind, when it was delivered, and its sentence.
  private static func json(_ crossing: Crossing?) -> String {
    guard let crossing else { return "{\"kind\":\"none\"}" }
    let verdict = crossing.judged.verdict
    return EngineJSON.object([
      ("kind", verdict.outcome.name.jsonText),
      ("at", verdict.deliveredAt.map { "\($0.milliseconds)" }),
      ("sentence", crossing.sentence.jsonText),
    ])
  }

  /// The crossings whose outcome differs from that in another world, each with both outcomes.
  ///
  /// One that happens at another time, because its circle is another, is the same as long as it is
  /// the first, second … of its kind.
  private func changes(from other: Self) -> [String] {
    var changes: [(crossing: Crossing, before: Crossing?, after: Crossing?)] = []
    let before = Dictionary(grouping: other.crossings, by: { Kind($0) })
    let after = Dictionary(grouping: crossings, by: { Kind($0) })
    for (kind, own) in after {
      var earlier = before[kind] ?? []
      var unpaired: [Crossing] = []
      for crossing in own {
        if let index = earlier.firstIndex(where: { $0.id.time == crossing.id.time }) {
          changes.append((crossing, earlier.remove(at: index), crossing))
        } else {
          unpaired.append(crossing)
        }
      }
      for (index, crossing) in unpaired.enumerated() {
        changes.append((crossing, index < earlier.count ? earlier[index] : nil, crossing))
      }
      for crossing in earlier.dropFirst(unpaired.count) {
        changes.append((crossing, crossing, nil))
      }
    }
    for (kind, lost) in before where after[kind] == nil {
      for crossing in lost { changes.append((crossing, crossing, nil)) }
    }
    return changes.filter { !Self.isSame($0.before, $0.after) }
      .sorted { $0.crossing < $1.crossing }
      .map {
        EngineJSON.object(
          members(of: $0.crossing) + [
            ("before", Self.json($0.before)), ("after", Self.json($0.after)),
          ])
      }
  }

  /// Returns whether two crossings became of the same kind, at the same time where they were delivered
  /// and for the same reason where they were missed.
  private static func isSame(_ one: Crossing?, _ other: Crossing?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    let (verdict, others) = (one.judged.verdict, other.judged.verdict)
    return verdict.outcome.name == others.outcome.name && verdict.deliveredAt == others.deliveredAt
      && (verdict.loss == nil || one.sentence == other.sentence)
  }

  private struct Kind: Hashable {
    let region: RegionIdentifier
    let device: Int32
    let isEnter: Bool

    init(_ crossing: Crossing) {
      region = crossing.region
      device = crossing.id.device
      isEnter = crossing.id.name == .enter
    }
  }
}
