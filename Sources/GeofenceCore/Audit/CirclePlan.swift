/// The circles that some strategies watch, prepared for every device.
final class CirclePlan: Sendable {
  let kind: Kind
  private let regions: AuditedRegions
  /// Every circle that is asked about, including circles that are too large for the system.
  let all: RegionCatalog
  /// The app's circles that the system accepts: with a radius up to its maximum.
  let taken: RegionCatalog
  /// The numbers of the regions, by the positions of their circles.
  let numbers: [RegionNumber]
  let numbersOfTaken: [RegionNumber]
  var numbersByName: [RegionIdentifier: RegionNumber] { regions.numbers }
  /// The position of a circle among those taken, by its position among those asked about; `nil`
  /// where it is too large.
  let positions: [Int32?]
  /// The actions on the app's set, with these circles.
  let setChanges: Timeline
  var changesSet: Bool { !setChanges.entries.isEmpty }
  /// True if something else happens.
  let isDisturbed: Bool
  let geometry: Monitor
  /// True if the regions themselves are watched, of which some have a shape other than the circle.
  let isOfShapes: Bool
  /// The regions of which the first strategy keeps a record; `nil` for all.
  let recorded: Set<RegionNumber>?
  /// True if some of them let an uncertain fix decide nothing.
  let heedsAccuracy: Bool
  /// Watches every circle that the system takes, under each of the rules.
  let unlimited: Numbered<CrossingRules, Monitor>
  let runs: Numbered<AuditRow, Run>

  /// The position of the first circle of a region, among all.
  func circle(of region: RegionNumber) -> Int32? {
    let first = numbers.partitioningIndex { $0 >= region }
    return first < numbers.count && numbers[first] == region ? Int32(first) : nil
  }

  /// The choices that are common to strategies which watch the same circles.
  struct Kind: Hashable {
    /// Metres; smaller circles become circles of this radius.
    let minimumRadius: Double
    /// The largest radius that the system takes, metres; `nil` where it takes every circle.
    let maximumRadius: Double?
    /// True if only the regions are watched that are asked about.
    let isOfQuestioned: Bool
    let positioning: Positioning?
    /// True if circles may be larger than what people mean by their regions.
    let isLarger: Bool
  }

  struct Run: Sendable {
    let strategy: StrategyNumber
    let simulation: SimulationPlan
    /// Its rules; `nil` where only deliveries are asked for.
    let rules: Number<CrossingRules>?
    let depth: Question.Depth
  }

  /// - Parameters:
  ///   - questioned: the regions at the start that are asked about.
  ///   - strategies: the strategies that watch these circles, with their numbers.
  init(
    _ kind: Kind, of regions: AuditedRegions, questioned: RegionSet,
    _ strategies: [(number: StrategyNumber, strategy: AuditStrategy)], _ alarms: AlarmPlan?,
    _ question: Question
  ) {
    self.kind = kind
    recorded = question.recorded
    self.regions = regions
    let timeline = regions.timeline.noSmallerThan(kind.minimumRadius)
    let all = regions.catalog(
      of: questioned, minimumRadius: kind.minimumRadius, about: question.regions)
    self.all = all
    let maximum = kind.maximumRadius ?? .infinity
    let owned = kind.isOfQuestioned ? questioned : regions.atStart
    taken =
      owned.count > questioned.count || regions.addsOthers(than: question.regions)
        || all.regions.contains { $0.radius > maximum }
      ? regions.catalog(
        of: owned, minimumRadius: kind.minimumRadius, maximumRadius: maximum) : all
    numbers = regions.numbers(in: all)
    numbersOfTaken = all === taken ? numbers : regions.numbers(in: taken)
    positions =
      all === taken
      ? (0..<Int32(all.regions.count)).map { $0 }
      : all.regions.map { [taken] in taken.position(of: $0) }
    setChanges = timeline.filter { $0.changesSet }
    isDisturbed = timeline.disturbsDevice
    geometry = Monitor(rules: .plainGeometry, watching: all)
    isOfShapes = !kind.isLarger && regions.haveShapes
    let rules = strategies.reduce(into: Numbered<CrossingRules, CrossingRules>()) { rules, run in
      let own = run.strategy.settings.crossing
      if question.depth(of: run.number) > .deliveries, !rules.contains(own) { rules.append(own) }
    }
    heedsAccuracy = rules.contains { !$0.ignoresAccuracy }
    unlimited = Numbered(rules.map { [taken] in Monitor(rules: $0, watching: taken) })
    runs = Numbered(
      strategies.map { [taken] run in
        Run(
          strategy: run.number,
          simulation: SimulationPlan(
            run.strategy.settings, taken, timeline: run.strategy.effective(timeline),
            alarms: alarms, positioning: kind.positioning),
          rules: rules.firstIndex(of: run.strategy.settings.crossing),
          depth: question.depth(of: run.number))
      })
  }
}

extension Monitor {
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

  /// The cushion on entry or exit, metres.
  func cushion(entering: Bool, radius: Double) -> Double {
    entering ? inwardCushion(radius: radius) : cushion
  }
}
