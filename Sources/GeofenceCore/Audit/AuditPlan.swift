/// The regions of an app, and the strategies that could watch them, which an audit compares.
///
/// Made once and shared by every device that is audited.
package struct AuditPlan: Sendable {
  package let strategies: Numbered<AuditStrategy, AuditStrategy>
  package var names: RegionNames { regions.names }
  /// The largest radius of the regions that are asked about, metres.
  package let largestRadius: Double
  /// The region of that radius; `nil` where there are no regions.
  package let largestRegion: RegionNumber?
  /// True if regions leave the set when their alarms have fired.
  package let hasAlarms: Bool
  package let question: Question
  /// The regions of alarms, each of which leaves the set when its alarm fires, unless it fires again.
  package var regionsOfAlarms: [CircularRegion] { others.flatMap { $0.regions.catalog.regions } }
  /// True if it is asked which regions a device passes between two fixes.
  let findsPassages: Bool
  /// True if a strategy judges fixes by the share of their circle of accuracy.
  let judgesOverlap: Bool
  let regions: AuditedRegions
  /// The given regions, then for each least radius the circles that are watched in their place. A
  /// strategy need not watch the given regions.
  let circles: [CirclePlan]
  /// The plans of regions that are watched separately: the alarms' regions, for which the system's
  /// Reminders has its own slots.
  let others: [AuditPlan]

  /// - Parameters:
  ///   - regions: the app's at the start.
  ///   - strategies: at least one.
  ///   - timeline: the actions on the device along its path.
  ///   - alarms: of the first strategy.
  ///   - positioning: the positioning of the phones; the truth is the path itself.
  /// - Complexity: O(n log n) for n regions and each least radius, O(n) for each set of rules.
  package init(
    of regions: RegionSet, _ strategies: [AuditStrategy], timeline: Timeline = Timeline(),
    alarms: AlarmPlan? = nil, positioning: Positioning? = nil, _ question: Question = Question()
  ) {
    self.init(
      of: AuditedRegions(regions, timeline: timeline), strategies, alarms: alarms,
      positioning: positioning, question)
  }

  package init(
    of regions: AuditedRegions, _ strategies: [AuditStrategy], alarms: AlarmPlan? = nil,
    positioning: Positioning? = nil, _ question: Question
  ) {
    func plan(
      watching watched: AuditedRegions, _ alarms: AlarmPlan? = nil, others: [AuditPlan] = []
    ) -> AuditPlan {
      AuditPlan(
        watching: watched, of: regions, strategies, alarms, positioning, question, others: others)
    }
    guard let alarms else {
      self = plan(watching: regions)
      return
    }
    let parts = regions.parts(alarms)
    self = plan(watching: parts.own, others: [plan(watching: parts.ofAlarms, alarms)])
  }

  private init(
    watching watched: AuditedRegions, of regions: AuditedRegions, _ strategies: [AuditStrategy],
    _ alarms: AlarmPlan?, _ positioning: Positioning?, _ question: Question, others: [AuditPlan]
  ) {
    self.regions = regions
    self.others = others
    self.question = question
    let largest = regions.largest(about: question.regions)
    (largestRadius, largestRegion) = (largest?.radius ?? 0, largest?.region)
    precondition(!strategies.isEmpty, "an audit has a strategy")
    let strategies = Numbered<AuditStrategy, AuditStrategy>(strategies)
    self.strategies = strategies
    hasAlarms = alarms != nil || !others.isEmpty
    findsPassages =
      question.trials > 1 || strategies.indices.contains { question.depth(of: $0).countsEvents }
    judgesOverlap = strategies.contains { $0.settings.crossing.overlap != nil }
    let questioned = question.regions.map(watched.questioned)
    let kinds = strategies.map { strategy in
      CirclePlan.Kind(
        minimumRadius: strategy.minimumRadius,
        maximumRadius: strategy.settings.maximumRadius(among: watched.largestRadius),
        isOfQuestioned: questioned != nil && alarms == nil
          && strategy.keepsApart(
            watched.names.count, watched.timeline, positioning: positioning),
        positioning: strategy.positioning(positioning),
        isLarger: strategy.minimumRadius > 0 || watched.haveShapes)
    }
    // The regions as they are given, which a strategy without a minimum radius watches, too.
    let first = kinds.first { $0.minimumRadius == 0 }
    let given = CirclePlan.Kind(
      minimumRadius: 0, maximumRadius: first?.maximumRadius, isOfQuestioned: false,
      positioning: first?.positioning, isLarger: false)
    var distinct = [given]
    for kind in kinds where !distinct.contains(kind) { distinct.append(kind) }
    circles = distinct.map { kind in
      let watching = zip(strategies.indices, zip(strategies, kinds)).filter { $1.1 == kind }
      return CirclePlan(
        kind, of: watched, questioned: questioned ?? watched.atStart,
        watching.map { ($0, $1.0) }, alarms, question)
    }
  }
}

extension Settings {
  /// The maximum radius of a device that takes circles of `largest` metres or smaller ones; `nil`
  /// where it takes them all, so that strategies whose maximum does not matter share their circles.
  fileprivate func maximumRadius(among largest: Double) -> Double? {
    maximumRadius < max(largest, minimumRadius) ? maximumRadius : nil
  }
}
