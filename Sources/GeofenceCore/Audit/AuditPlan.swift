/// What an audit compares: an app's regions, and the strategies that could watch them.
///
/// Made once and shared by every device that is audited.
public struct AuditPlan: Sendable {
  /// Each as it was given, in that order.
  public let strategies: [Settings]
  let catalog: RegionCatalog
  let timeline: Timeline
  /// When reminders fire under the first strategy.
  let alarms: AlarmPlan?
  /// One for each strategy.
  let simulations: [SimulationPlan]
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
  ///   - catalog: with every region that `timeline` adds.
  ///   - strategies: at least one; all with the maximum radius of `catalog`.
  ///   - timeline: what happens to the device on the way.
  ///   - alarms: of one strategy.
  /// - Complexity: O(n) for n regions and each distinct set of rules.
  public init(
    of catalog: RegionCatalog, _ strategies: [Settings], timeline: Timeline = Timeline(),
    alarms: AlarmPlan? = nil
  ) {
    precondition(!strategies.isEmpty, "an audit has a strategy")
    self.catalog = catalog
    self.strategies = strategies
    self.timeline = timeline
    self.alarms = alarms
    simulations = strategies.map {
      SimulationPlan($0, catalog, timeline: timeline, alarms: alarms)
    }
    setChanges = timeline.filter { $0.changesSet }
    var rules: [CrossingRules] = []
    for strategy in strategies where !rules.contains(strategy.crossing) {
      rules.append(strategy.crossing)
    }
    self.rules = rules
    rulesOfStrategy = strategies.map { rules.firstIndex(of: $0.crossing) ?? 0 }
    var geometry = Monitor(rules: .plainGeometry, catalog)
    geometry.watch(catalog.initial)
    for region in catalog.tooLarge { geometry.add(region.tooLargeID, region) }
    self.geometry = geometry
    unlimited = rules.map { rules in
      var monitor = Monitor(rules: rules, catalog)
      monitor.watch(catalog.initial)
      return monitor
    }
  }

  /// Whether regions leave the set when they have been told of.
  package var hasAlarms: Bool { alarms != nil }

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

extension CircularRegion {
  /// Its name among the conditions outside of the catalog.
  fileprivate var tooLargeID: ConditionID {
    ConditionID(identifier, of: ConditionOwner(.clLocationManager))
  }
}

extension Monitor {
  /// What watches the region of this name.
  func reference(named identifier: RegionIdentifier) -> ConditionRef? {
    if let position = catalog.position(of: identifier, in: members) { return .region(position) }
    return individuals.first { $0.id.identifier == identifier }.map { .individual($0.id) }
  }

  func region(of condition: ConditionRef) -> CircularRegion? {
    switch condition {
    case .region(let position): catalog.regions[Int(position)]
    case .individual(let id): individuals.first { $0.id == id }?.region
    }
  }

  func state(of identifier: RegionIdentifier) -> RegionState? {
    reference(named: identifier).flatMap { crossing(of: $0)?.state }
  }

  /// Watches `region` from now on, in place of the one of its name; an equal circle keeps its state.
  ///
  /// - Parameter takesTooLarge: whether a region above the maximum radius is watched, too.
  /// - Returns: whether the circle is another one than before.
  mutating func replace(with region: CircularRegion, takesTooLarge: Bool) -> Bool {
    let old = reference(named: region.identifier)
    var kept: Crossing?
    if let old, self.region(of: old)?.hasSameCircle(as: region) == true { kept = crossing(of: old) }
    if let old { remove(old) }
    if let position = catalog.position(of: region) {
      add(position, kept ?? Crossing())
    } else if takesTooLarge {
      add(region.tooLargeID, region, kept ?? Crossing())
    }
    return kept == nil
  }
}
