/// The circles that some strategies watch, prepared for every device.
final class CirclePlan: Sendable {
  let kind: Kind
  /// Every circle that is asked about, those too large for the system, too.
  let all: RegionCatalog
  /// Those of the app that the system takes.
  let taken: RegionCatalog
  /// The numbers of the regions, by the positions of their circles.
  let numbers: [Int32]
  let numbersOfTaken: [Int32]
  let numbersByName: [RegionIdentifier: Int32]
  /// Where a circle stands among those taken, by its position among those asked about; `nil` where it is too large.
  let positions: [Int32?]
  /// What happens to the app's set, with these circles.
  let setChanges: Timeline
  /// Whether something else happens.
  let isDisturbed: Bool
  /// What phones see of the way; `nil` where they see every fix as recorded.
  let positioning: Positioning?
  /// Watches every circle by plain geometry.
  let geometry: Monitor
  /// What is found out of the crossings.
  let depth: AuditPlan.Depth
  /// The distinct rules of the strategies; none where only deliveries are asked for.
  let rules: [CrossingRules]
  /// Watches every circle that the system takes, under each of the rules.
  let unlimited: [Monitor]
  let runs: [Run]

  /// What strategies that watch the same circles have in common.
  struct Kind: Hashable {
    /// Metres; smaller circles become circles of this radius.
    let minimumRadius: Double
    /// Whether only the regions are watched that are asked about.
    let isOfQuestioned: Bool
  }

  struct Run: Sendable {
    /// The strategy's position in the audit's plan.
    let strategy: Int
    let simulation: SimulationPlan
    /// The position of its rules.
    let rules: Int
  }

  /// - Parameters:
  ///   - questioned: those of the regions that are asked about.
  ///   - strategies: those that watch these circles, with their positions.
  ///   - numbers: of every region.
  init(
    _ kind: Kind, of regions: RegionSet, questioned: RegionSet,
    _ strategies: [(offset: Int, element: AuditStrategy)], _ timeline: Timeline,
    _ alarms: AlarmPlan?, _ positioning: Positioning?, _ numbers: [RegionIdentifier: Int32],
    depth: AuditPlan.Depth
  ) {
    self.kind = kind
    self.depth = depth
    self.positioning = positioning
    let timeline = timeline.noSmallerThan(kind.minimumRadius)
    let all = RegionCatalog(
      questioned.noSmallerThan(kind.minimumRadius), maximumRadius: .infinity, timeline: timeline)
    self.all = all
    let maximum = strategies.first?.element.settings.maximumRadius ?? .infinity
    let owned = kind.isOfQuestioned ? questioned : regions
    taken =
      owned.count > questioned.count || all.regions.contains { $0.radius > maximum }
      ? RegionCatalog(
        owned.noSmallerThan(kind.minimumRadius), maximumRadius: maximum, timeline: timeline) : all
    numbersByName = numbers
    self.numbers = all.regions.map { numbers[$0.identifier] ?? 0 }
    numbersOfTaken = taken.regions.map { numbers[$0.identifier] ?? 0 }
    positions =
      all === taken
      ? (0..<Int32(all.regions.count)).map(\.self)
      : all.regions.map { [taken] in taken.position(of: $0) }
    setChanges = timeline.filter(\.changesSet)
    isDisturbed = timeline.disturbsDevice
    geometry = Monitor(rules: .plainGeometry, watching: all)
    let settings = strategies.map(\.element.effectiveSettings)
    let rules = settings.map(\.crossing).reduce(into: [CrossingRules]()) { known, rules in
      if depth > .deliveries, !known.contains(rules) { known.append(rules) }
    }
    self.rules = rules
    unlimited = rules.map { [taken] in Monitor(rules: $0, watching: taken) }
    runs = zip(strategies, settings).map { [taken] strategy, settings in
      Run(
        strategy: strategy.offset,
        simulation: SimulationPlan(
          settings, taken, timeline: strategy.element.effective(timeline), alarms: alarms,
          positioning: strategy.element.removed.contains(.positioning) ? nil : positioning),
        rules: rules.firstIndex(of: settings.crossing) ?? 0)
    }
  }
}

extension Monitor {
  /// Watches the app's set at the start.
  fileprivate init(rules: CrossingRules, watching catalog: RegionCatalog) {
    self.init(rules: rules, catalog)
    watch(catalog.initial)
  }

  /// Changes the watched set as the app's set changes; an equal circle keeps its state.
  ///
  /// - Returns: the position of what is watched no longer, unless an equal circle took its place.
  mutating func change(_ action: DeviceAction) -> Int32? {
    switch action {
    case .remove(let identifier):
      guard let old = catalog.position(of: identifier, in: members) else { return nil }
      remove(.region(old))
      return old
    case .add(let region):
      let old = catalog.position(of: region.identifier, in: members)
      let crossing = old.flatMap { self.crossing(of: .region($0)) }
      if let old { remove(.region(old)) }
      let isEqual = old.map { catalog.regions[Int($0)].hasSameCircle(as: region) } ?? false
      if let new = catalog.position(of: region) {
        add(new, isEqual ? crossing ?? Crossing() : Crossing())
      }
      return isEqual ? nil : old
    default: return nil
    }
  }
}

extension CrossingRules {
  /// Nothing but geometry: every fix decides, at once.
  static var plainGeometry: CrossingRules {
    var rules = CrossingRules()
    rules.dwell = Interval(milliseconds: 0)
    rules.cushion = 0
    rules.ignoresAccuracy = true
    return rules
  }

  /// The cushion on the way in or out, metres.
  func cushion(entering: Bool, radius: Double) -> Double {
    entering ? inwardCushion(radius: radius) : cushion
  }
}
