/// The regions of an app, prepared once for every plan of an audit of them.
///
/// - Complexity: O(n log n) for n regions.
package final class AuditedRegions: Sendable {
  let atStart: RegionSet
  /// The actions on the device along its path, which may add regions.
  let timeline: Timeline
  package let names: RegionNames
  let numbers: [RegionIdentifier: RegionNumber]
  /// The given regions, whatever the maximum radius.
  let catalog: RegionCatalog
  /// The largest radius of the regions, metres.
  let largestRadius: Double
  /// True if some regions have a shape other than the circle.
  let haveShapes: Bool

  package init(_ regions: RegionSet, timeline: Timeline = Timeline()) {
    atStart = regions
    self.timeline = timeline
    let added = timeline.addedRegions
    let own = regions.map { $0.identifier }
    names = Numbered(added.isEmpty ? own : Set(own + added.map { $0.identifier }).sorted())
    numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    catalog = RegionCatalog(regions, maximumRadius: .infinity, timeline: timeline)
    largestRadius = catalog.regions.reduce(0) { max($0, $1.radius) }
    haveShapes = regions.contains { $0.shape != nil } || added.contains { $0.shape != nil }
  }

  /// Creates some of the regions of others, with the same numbers.
  private init(_ part: RegionSet, of others: AuditedRegions, timeline: Timeline) {
    atStart = part
    self.timeline = timeline
    (names, numbers) = (others.names, others.numbers)
    catalog = RegionCatalog(part, maximumRadius: .infinity, timeline: timeline)
    largestRadius = others.largestRadius
    haveShapes = others.haveShapes
  }

  /// Returns the regions that the app watches itself, and the alarms' regions.
  func parts(_ alarms: AlarmPlan) -> (own: AuditedRegions, ofAlarms: AuditedRegions) {
    func part(_ isOfAlarms: Bool) -> AuditedRegions {
      AuditedRegions(
        alarms.regions(of: atStart, ofAlarms: isOfAlarms), of: self,
        timeline: isOfAlarms ? timeline.ofReminders : timeline.ofApp)
    }
    return (part(false), part(true))
  }

  /// Returns the largest of some of the regions; `nil` where there are none.
  func largest(about asked: Set<RegionNumber>?) -> (region: RegionNumber, radius: Double)? {
    zip(numbers(in: catalog), catalog.regions).filter { asked?.contains($0.0) ?? true }
      .max { $0.1.radius < $1.1.radius }.map { ($0.0, $0.1.radius) }
  }

  /// Returns the regions at the start with these numbers.
  func questioned(_ asked: Set<RegionNumber>) -> RegionSet {
    let regions = RegionSet(sorted: asked.sorted().compactMap { atStart[names[$0]] })
    // An app that owns all of them may register them in the order in which they were given.
    return regions.count == atStart.count ? atStart : regions
  }

  /// Returns the catalog of some of the regions, with no circle smaller than a least radius in
  /// metres.
  ///
  /// - Parameters:
  ///   - regions: the regions at the start that the catalog holds.
  ///   - minimumRadius: metres.
  ///   - maximumRadius: the largest radius that the system takes, metres.
  ///   - asked: the regions that it holds of those that a scenario adds; `nil` for all.
  func catalog(
    of regions: RegionSet, minimumRadius: Double = 0, maximumRadius: Double = .infinity,
    about asked: Set<RegionNumber>? = nil
  ) -> RegionCatalog {
    let isWhole = regions.count == atStart.count && !addsOthers(than: asked)
    if isWhole, minimumRadius == 0, maximumRadius == .infinity { return catalog }
    let timeline = timeline.filter { !isOther($0, than: asked) }
    return RegionCatalog(
      regions.noSmallerThan(minimumRadius), maximumRadius: maximumRadius,
      timeline: timeline.noSmallerThan(minimumRadius))
  }

  /// Returns true if a scenario adds a region that is not among the audited regions.
  func addsOthers(than asked: Set<RegionNumber>?) -> Bool {
    timeline.contains { isOther($0, than: asked) }
  }

  private func isOther(_ action: DeviceAction, than asked: Set<RegionNumber>?) -> Bool {
    guard let asked, case .add(let region) = action, let number = numbers[region.identifier]
    else { return false }
    return !asked.contains(number)
  }

  func numbers(in catalog: RegionCatalog) -> [RegionNumber] {
    var number: RegionNumber = 0
    return catalog.regions.map { region in
      // Both are in the order of the identifiers.
      while names[number] < region.identifier { number = number.advanced(by: 1) }
      return number
    }
  }
}
