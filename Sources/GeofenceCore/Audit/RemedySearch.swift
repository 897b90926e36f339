/// Finds what has to go for lost crossings to be delivered, by playing the whole runs again without
/// it.
///
/// Of each loss the sets that hold its cause are tried, the smallest first; those of one size are
/// played together.
///
///     var search = RemedySearch(plan, obstacles: …)
///     for loss in losses { search.add(loss, underStrategy: 0) }
///     while let trial = search.next() {
///       // audit every device under `trial` into `search`, about `search.regions`
///     }
///     let remedy = search.remedies(underStrategy: 0)[loss.id]
///
/// - Complexity: at most as many rounds as there are obstacles; memory is O(l) for l losses.
package struct RemedySearch: AuditSink, Sendable {
  private struct Key: Hashable {
    let strategy: StrategyNumber
    let crossing: AuditedCrossing.ID
  }

  private struct Case {
    let cause: Obstacle
    /// The sets of this round without which it was delivered.
    var cures: Set<Obstacles> = []
    var remedy: Obstacles?
  }

  private let strategies: Numbered<AuditStrategy, AuditStrategy>
  /// The obstacles that could stand in the way, under each strategy.
  private let obstacles: Numbered<AuditStrategy, Obstacles>
  private var cases: [Key: Case] = [:]
  private var size = 0
  private var trials: [(strategy: StrategyNumber, removed: Obstacles)] = []
  /// The number of answers of this round that are missing.
  private var missing = 0
  /// The number of strategies before the trials.
  private let leading: StrategyNumber

  /// - Parameters:
  ///   - obstacles: what could stand in the way, under each of the strategies.
  ///   - hasAlarms: whether the app's set depends on what the first strategy delivers.
  package init(_ strategies: [AuditStrategy], obstacles: [Obstacles], hasAlarms: Bool = false) {
    self.strategies = Numbered(strategies)
    self.obstacles = Numbered(obstacles)
    leading = hasAlarms ? 1 : 0
  }

  /// Takes in a loss to explain; one that only another circle would help is passed over.
  package mutating func add(
    _ crossing: AuditedCrossing, underStrategy strategy: StrategyNumber
  ) {
    guard let cause = crossing.loss?.cause.obstacle else { return }
    cases[Key(strategy: strategy, crossing: crossing.id)] = Case(cause: cause)
  }

  /// Begins the next round.
  ///
  /// - Returns: the strategies to audit; `nil` when nothing is left to try.
  package mutating func next() -> [AuditStrategy]? {
    conclude()
    while size < Obstacle.allCases.count {
      size += 1
      // Every set of a strategy is tried for all of its losses.
      var wanted = Numbered<AuditStrategy, Set<Obstacles>>(
        repeating: [], count: strategies.count)
      for (key, loss) in cases where loss.remedy == nil {
        wanted[key.strategy].formUnion(sets(key, loss))
      }
      trials = wanted.indices.flatMap { strategy in
        wanted[strategy].sorted { $0.rawValue < $1.rawValue }.map { (strategy, $0) }
      }
      guard !trials.isEmpty else { continue }
      return Array(strategies[..<leading])
        + trials.map { trial in
          var strategy = strategies[trial.strategy]
          strategy.removed = trial.removed
          return strategy
        }
    }
    return nil
  }

  /// The numbers of the regions that are asked about.
  package var regions: Set<RegionNumber> {
    Set(cases.lazy.filter { $0.value.remedy == nil }.map(\.key.crossing.region))
  }

  /// The sets of this round that may help a loss.
  private func sets(_ key: Key, _ loss: Case) -> [Obstacles] {
    obstacles[key.strategy].sets(holding: loss.cause).filter { $0.count == size }
  }

  private mutating func conclude() {
    guard size > 0 else { return }
    for (key, var loss) in cases where loss.remedy == nil {
      loss.remedy = sets(key, loss).first(where: loss.cures.contains)
      loss.cures = []
      cases[key] = loss
    }
  }

  /// The same for the losses of some devices alone, which are satisfied sooner; `nil` where they
  /// have none.
  package func part(of devices: Range<Int32>) -> RemedySearch? {
    var part = self
    part.cases = cases.filter { devices.contains($0.key.crossing.device) && $0.value.remedy == nil }
    part.missing = part.cases.reduce(0) { $0 + sets($1.key, $1.value).count }
    return part.missing > 0 ? part : nil
  }

  /// Of each loss under a strategy the smallest set without which it was delivered, if there was
  /// one.
  package func remedies(underStrategy strategy: StrategyNumber)
    -> [AuditedCrossing.ID: Obstacles]
  {
    cases.reduce(into: [:]) { remedies, entry in
      if entry.key.strategy == strategy { remedies[entry.key.crossing] = entry.value.remedy }
    }
  }

  // MARK: as a sink

  package var isSatisfied: Bool { missing == 0 }

  package mutating func settle(
    _ crossing: AuditedCrossing, underStrategy number: StrategyNumber
  ) {
    guard number >= leading else { return }
    let (strategy, removed) = trials[leading.distance(to: number)]
    let key = Key(strategy: strategy, crossing: crossing.id)
    guard let loss = cases[key], loss.remedy == nil, removed.contains(loss.cause) else { return }
    missing -= 1
    if crossing.delivery != nil { cases[key]?.cures.insert(removed) }
  }

  package mutating func note(_ change: Audit.Change) {}

  package mutating func finish(
    _ efforts: AuditEfforts, underStrategy strategy: StrategyNumber
  ) {}

  /// Adds what the other devices of a round showed.
  package static func += (lhs: inout Self, rhs: Self) {
    for (key, loss) in rhs.cases { lhs.cases[key]?.cures.formUnion(loss.cures) }
  }
}
