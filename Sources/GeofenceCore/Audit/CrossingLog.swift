/// Every crossing of one device by plain geometry, and what each set of rules made of it.
struct CrossingLog: Sendable {
  private(set) var entries: [LoggedCrossing] = []
  private var latest: [RegionIdentifier: Int] = [:]
  /// The entries whose pass is being measured.
  private var measured: [Int] = []
  /// The entries that a set of rules confirmed at the last fix.
  private(set) var confirmedNow: [Int] = []
  let rules: [CrossingRules]

  init(rules: [CrossingRules]) {
    self.rules = rules
  }

  /// The region's last crossing, while its pass may be going on.
  func latest(of region: RegionIdentifier) -> Int? { latest[region] }

  /// The region's last crossing to `side` that began at `time` or before.
  func crossing(of region: RegionIdentifier, to side: RegionState, before time: Timestamp) -> Int? {
    var candidate = latest[region]
    while let index = candidate {
      let entry = entries[index]
      if entry.side == side, entry.time <= time { return index }
      candidate = entry.previous
    }
    return nil
  }

  mutating func append(
    _ region: CircularRegion, to side: RegionState, at time: Timestamp, held: [RegionState?]
  ) {
    let previous = latest[region.identifier]
    if let previous {
      entries[previous].pass.isOver = true
      measured.removeAll { $0 == previous }
    }
    latest[region.identifier] = entries.count
    measured.append(entries.count)
    entries.append(
      LoggedCrossing(
        region: region, side: side, time: time, previous: previous, held: held,
        confirmed: Array(repeating: nil, count: rules.count)))
  }

  /// The region is gone, or another circle now: what was is no longer its past.
  mutating func forget(_ region: RegionIdentifier) {
    guard let index = latest.removeValue(forKey: region) else { return }
    entries[index].pass.isCutShort = true
    measured.removeAll { $0 == index }
  }

  /// Shows `fix` to the passes that are being measured.
  mutating func measure(_ fix: Fix) {
    confirmedNow.removeAll(keepingCapacity: true)
    var open = 0
    for index in measured {
      let entry = entries[index]
      let isMeasured = entries[index].pass.extend(
        to: fix, depth: entry.depth(at: fix.coordinate), since: entry.time, needs(of: entry))
      guard !isMeasured else { continue }
      measured[open] = index
      open += 1
    }
    measured.removeSubrange(open...)
  }

  mutating func confirm(
    _ region: RegionIdentifier, to side: RegionState, crossedAt: Timestamp, at time: Timestamp,
    byRules number: Int
  ) {
    guard let index = crossing(of: region, to: side, before: crossedAt) else { return }
    entries[index].confirmed[number] = time
    confirmedNow.append(index)
  }

  private func needs(of entry: LoggedCrossing) -> Excursion.Needs {
    var needs = Excursion.Needs(dwell: Interval(milliseconds: 0), cushion: 0, ignoresAccuracy: true)
    for rules in rules {
      needs.dwell = max(needs.dwell, rules.dwell)
      needs.cushion = max(needs.cushion, rules.cushion(to: entry.side, radius: entry.region.radius))
      needs.ignoresAccuracy = needs.ignoresAccuracy && rules.ignoresAccuracy
    }
    return needs
  }
}

extension CrossingRules {
  /// The cushion on the way to `side`, metres.
  func cushion(to side: RegionState, radius: Double) -> Double {
    side == .satisfied ? inwardCushion(radius: radius) : cushion
  }

  /// Nothing but geometry: every fix decides, at once.
  static var plainGeometry: CrossingRules {
    var rules = CrossingRules()
    rules.dwell = Interval(milliseconds: 0)
    rules.cushion = 0
    rules.ignoresAccuracy = true
    return rules
  }
}
