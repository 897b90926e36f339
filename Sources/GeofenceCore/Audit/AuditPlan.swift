/// What an audit compares: an app's regions, and the strategies that could watch them.
///
/// Made once and shared by every device that is audited.
public struct AuditPlan: Sendable {
  /// Each as it was given, in that order.
  public let strategies: [Settings]
  let catalog: RegionCatalog
  let timeline: Timeline
  /// The part of the timeline that is about the app's set.
  let setChanges: Timeline
  /// The distinct rules of the strategies, and which of them each strategy has.
  let rules: [CrossingRules]
  let rulesOfStrategy: [Int]
  /// Watches every region by plain geometry.
  let geometry: Monitor
  /// Watches every region that the system would take, under each of `rules`.
  let unlimited: [Monitor]

  /// - Parameters:
  ///   - strategies: at least one; all with the maximum radius of `catalog`.
  ///   - timeline: what happens to the device on the way.
  /// - Complexity: O(n) for n regions and each distinct set of rules.
  public init(of catalog: RegionCatalog, _ strategies: [Settings], timeline: Timeline = Timeline())
  {
    precondition(!strategies.isEmpty, "an audit has a strategy")
    self.catalog = catalog
    self.strategies = strategies
    self.timeline = timeline
    setChanges = timeline.filter { $0.changesSet }
    var rules: [CrossingRules] = []
    for strategy in strategies where !rules.contains(strategy.crossing) {
      rules.append(strategy.crossing)
    }
    self.rules = rules
    rulesOfStrategy = strategies.map { rules.firstIndex(of: $0.crossing) ?? 0 }
    geometry = Monitor(rules: .plainGeometry, watching: catalog.regions)
    unlimited = rules.map { Monitor(rules: $0, watching: catalog.eligible) }
  }

  /// Metres.
  var maximumRadius: Double { strategies[0].maximumRadius }

  /// Whether the timeline has more than changes of the set.
  var isDisturbed: Bool { timeline.contains { !$0.changesSet } }
}

extension DeviceAction {
  /// Whether it is about the app's regions, not about the device.
  var changesSet: Bool {
    switch self {
    case .add, .remove, .complete: true
    default: false
    }
  }
}

extension Monitor {
  /// Watches `region` from now on, in place of the one of its name; an equal circle keeps its state.
  ///
  /// - Returns: whether the circle is another one than before.
  mutating func replace(with region: CircularRegion) -> Bool {
    let old = condition(named: region.identifier)
    let isKept = old?.region.hasSameCircle(as: region) ?? false
    remove(region.identifier)
    if isKept, let old {
      add(region, crossing: old.crossing)
    } else {
      add(region)
    }
    return !isKept
  }
}
