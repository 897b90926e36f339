/// Finds what has to go for lost crossings to come, by playing the whole runs again without it.
///
/// Of each loss the sets that hold its cause are tried, the smallest first; those of one size are
/// played together.
///
///     var search = RemedySearch(plan, obstacles: …)
///     for loss in losses { search.add(loss, underStrategy: 0) }
///     while let trial = search.next() {
///       // audit every device under `trial` into `search`, about `search.regions`
///     }
///     let remedy = search.remedy(of: loss, underStrategy: 0)
///
/// - Complexity: at most as many rounds as there are obstacles; memory is O(l) for l losses.
package struct RemedySearch: AuditSink, Sendable {
  private struct Key: Hashable {
    let strategy: Int
    let device: Int32
    let region: Int32
    let name: AuditedCrossing.Name
    let time: Timestamp

    init(_ crossing: AuditedCrossing, _ strategy: Int) {
      self.strategy = strategy
      device = crossing.device
      region = crossing.region
      name = crossing.name
      time = crossing.time
    }
  }

  private struct Case {
    let cause: Obstacle
    /// The sets of this round without which it came, a bit each, by their places among those tried.
    var cures: UInt64 = 0
    var remedy: Obstacles?
  }

  private let strategies: [AuditStrategy]
  /// What could stand in the way, under each strategy.
  private let obstacles: [Obstacles]
  private var cases: [Key: Case] = [:]
  private var size = 0
  private var trials: [(strategy: Int, removed: Obstacles)] = []
  /// How many answers of this round are missing.
  private var missing = 0
  /// How many strategies come before the trials.
  private let leading: Int

  /// - Parameters:
  ///   - obstacles: what could stand in the way, under each of the strategies.
  ///   - hasAlarms: whether the app's set depends on what the first strategy delivers.
  package init(_ strategies: [AuditStrategy], obstacles: [Obstacles], hasAlarms: Bool = false) {
    self.strategies = strategies
    self.obstacles = obstacles
    leading = hasAlarms ? 1 : 0
  }

  /// Takes in a loss to explain; one that only another circle would mend is passed over.
  package mutating func add(_ crossing: AuditedCrossing, underStrategy strategy: Int) {
    guard let cause = crossing.loss?.cause.obstacle else { return }
    cases[Key(crossing, strategy)] = Case(cause: cause)
  }

  /// Begins the next round.
  ///
  /// - Returns: the strategies to audit; `nil` when nothing is left to try.
  package mutating func next() -> [AuditStrategy]? {
    conclude()
    while size < Obstacle.allCases.count {
      size += 1
      var wanted: Set<[Int]> = []
      for (key, loss) in cases where loss.remedy == nil {
        for set in sets(key, loss) { wanted.insert([key.strategy, Int(set.rawValue)]) }
      }
      // Every set of a strategy is tried for all of its losses.
      trials = wanted.sorted { $0.lexicographicallyPrecedes($1) }
        .map { ($0[0], Obstacles(rawValue: UInt8($0[1]))) }
      guard !trials.isEmpty else { continue }
      return strategies.prefix(leading)
        + trials.map { trial in
          var strategy = strategies[trial.strategy]
          strategy.removed = trial.removed
          return strategy
        }
    }
    return nil
  }

  /// The numbers of the regions that are asked about.
  package var regions: Set<Int32> {
    Set(cases.lazy.filter { $0.value.remedy == nil }.map(\.key.region))
  }

  /// The sets of this round that may mend a loss.
  private func sets(_ key: Key, _ loss: Case) -> [Obstacles] {
    obstacles[key.strategy].sets(holding: loss.cause).filter { $0.count == size }
  }

  private mutating func conclude() {
    guard size > 0 else { return }
    for (key, var loss) in cases where loss.remedy == nil {
      loss.remedy = sets(key, loss).enumerated().first { loss.cures & 1 << $0.offset != 0 }?.element
      loss.cures = 0
      cases[key] = loss
    }
  }

  /// The same for the losses of some devices alone, which are satisfied sooner; `nil` where they
  /// have none.
  package func part(of devices: Range<Int32>) -> RemedySearch? {
    var part = self
    part.cases = cases.filter { devices.contains($0.key.device) && $0.value.remedy == nil }
    part.missing = part.cases.reduce(0) { $0 + sets($1.key, $1.value).count }
    return part.missing > 0 ? part : nil
  }

  /// The smallest set without which a loss came; `nil` where there was none.
  package func remedy(of crossing: AuditedCrossing, underStrategy strategy: Int) -> Obstacles? {
    cases[Key(crossing, strategy)]?.remedy
  }

  // MARK: as a sink

  package var isSatisfied: Bool { missing == 0 }

  package mutating func settle(_ crossing: AuditedCrossing, underStrategy number: Int) {
    guard number >= leading else { return }
    let (strategy, removed) = trials[number - leading]
    let key = Key(crossing, strategy)
    guard let loss = cases[key], loss.remedy == nil, removed.contains(loss.cause) else { return }
    missing -= 1
    guard crossing.delivery != nil, let place = sets(key, loss).firstIndex(of: removed) else {
      return
    }
    cases[key]?.cures |= 1 << UInt64(place)
  }

  package mutating func note(_ change: Audit.Change) {}

  package mutating func finish(_ efforts: AuditEfforts, underStrategy strategy: Int) {}

  /// Adds what the other devices of a round showed.
  package static func += (lhs: inout Self, rhs: Self) {
    for (key, loss) in rhs.cases { lhs.cases[key]?.cures |= loss.cures }
  }
}
