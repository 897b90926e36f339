/// Finds why crossings were lost, by playing the whole runs again with one thing changed, or a few.
///
/// Two questions share the runs: whether a loss to a rule is one at both ends of what was published
/// for it; and what has to go together for a loss to be delivered. For that the sets that hold a
/// loss's cause are tried, the smallest first; those of one size are played together.
///
///     var search = LossSearch()
///     search.add(0, strategy, explaining: account.losses, possible: obstacles)
///     while let runs = search.next() {
///       // audit every device under `runs`, about `search.regions`, into `search`
///     }
///     let (number, ends, remedies) = search.findings[0]
///
/// - Complexity: at most as many rounds as there are obstacles, in which equal runs are one. Memory is
///   O(l) for l losses to explain.
package struct LossSearch: AuditSink, Sendable {
  /// The change that a run makes to a strategy.
  fileprivate enum Change: Hashable {
    case none
    case end(RuleRange.End)
    case without(Obstacles)
  }

  /// The losses of one strategy.
  fileprivate struct Row {
    let number: StrategyNumber
    let strategy: AuditStrategy
    /// The losses to explain, by their causes.
    let causes: [AuditedCrossing.ID: LossCause]
    let possible: Obstacles
    /// The ends of the rules that lost something, as far as they are not the strategy's own numbers.
    let ends: [RuleRange.End]
    /// The causes of the losses to explain that are not explained yet.
    var unexplained: [AuditedCrossing.ID: Obstacle]
    var remedies: [AuditedCrossing.ID: Obstacles] = [:]
    /// The ends at which each loss to a rule is delivered.
    var found: [AuditedCrossing.ID: RuleRange.Ends] = [:]
    var changes: [Change] = []
    /// The losses to answer in this round.
    var asked: Set<AuditedCrossing.ID> = []
    var waiting: [AuditedCrossing.ID: Answer] = [:]
  }

  fileprivate struct Answer {
    /// The places, among the changes, of those that have answered, and of those under which it was
    /// delivered.
    var answered: UInt64 = 0
    var delivered: UInt64 = 0
  }

  private var rows: [Row] = []
  private var size = 0
  private var runs: [AuditStrategy] = []
  /// For each run, the rows that ask for it, each with the place of its change.
  private var users: [[(row: Int, place: Int)]] = []
  /// The number of losses to answer in this round.
  private var missing = 0
  private let hasAlarms: Bool

  /// - Parameter hasAlarms: whether the app's set depends on what the first strategy delivers; the
  ///   search is about one strategy then.
  package init(hasAlarms: Bool = false) { self.hasAlarms = hasAlarms }

  /// Takes in the losses of a strategy.
  ///
  /// - Parameters:
  ///   - losses: the losses of which the smallest set is sought without which they are delivered; what
  ///     only another circle would help is passed over.
  ///   - possible: the obstacles that could stand in the way.
  package mutating func add(
    _ number: StrategyNumber, _ strategy: AuditStrategy, explaining losses: [AuditedCrossing],
    possible: Obstacles
  ) {
    let causes = losses.reduce(into: [AuditedCrossing.ID: LossCause]()) { causes, loss in
      causes[loss.id] = loss.loss?.cause
    }
    let rules = Set(causes.values.filter { $0.isOfRange }.compactMap { $0.obstacle })
    let ends = RuleRange.rules.filter(rules.contains).flatMap { rule in
      [RuleRange.Ends.least, .most].map { RuleRange.End(rule: rule, end: $0) }
    }
    rows.append(
      Row(
        number: number, strategy: strategy, causes: causes, possible: possible,
        ends: ends.filter { strategy.with($0) != strategy },
        unexplained: causes.compactMapValues { $0.obstacle }))
  }

  // MARK: runs

  /// Begins the next round.
  ///
  /// - Returns: the strategies to audit; `nil` when nothing is left to find out.
  package mutating func next() -> [AuditStrategy]? {
    while size < Obstacle.allCases.count {
      size += 1
      for row in rows.indices { rows[row].begin(size, playsOwn: hasAlarms) }
      (runs, users) = ([], [])
      for isOwn in [true, false] { for row in rows.indices { addRuns(of: row, isOwn: isOwn) } }
      countMissing()
      if !runs.isEmpty, missing > 0 { return runs }
    }
    return nil
  }

  private mutating func addRuns(of row: Int, isOwn: Bool) {
    for (place, change) in rows[row].changes.enumerated() where (change == .none) == isOwn {
      let run = rows[row].run(change)
      let index = runs.firstIndex(of: run) ?? runs.count
      if index == runs.count {
        runs.append(run)
        users.append([])
      }
      users[index].append((row, place))
    }
  }

  private mutating func countMissing() { missing = rows.reduce(0) { $0 + $1.asked.count } }

  /// The numbers of the regions that are asked about.
  package var regions: Set<RegionNumber> {
    rows.reduce(into: []) { $0.formUnion($1.asked.map { $0.region }) }
  }

  /// This search about some devices alone, which are satisfied sooner; `nil` where they have
  /// nothing that is asked about.
  package func part(of devices: Range<Int32>) -> LossSearch? {
    var part = self
    for row in rows.indices {
      (part.rows[row].found, part.rows[row].remedies) = ([:], [:])
      part.rows[row].asked = rows[row].asked.filter { devices.contains($0.device) }
    }
    part.countMissing()
    return part.missing == 0 ? nil : part
  }

  package static func += (lhs: inout Self, rhs: Self) {
    for (row, other) in zip(lhs.rows.indices, rhs.rows) {
      lhs.rows[row].found.merge(other.found) { $1 }
      lhs.rows[row].remedies.merge(other.remedies) { $1 }
    }
  }

  /// For each strategy the ends of the published ranges at which its losses are delivered, and the
  /// smallest set of obstacles without which each is, if there is one.
  package var findings:
    [(
      StrategyNumber, ends: [AuditedCrossing.ID: RuleRange.Ends],
      remedies: [AuditedCrossing.ID: Obstacles]
    )]
  { rows.map { ($0.number, $0.found, $0.remedies) } }

  // MARK: as a sink

  package var isSatisfied: Bool { missing == 0 }

  package mutating func settle(
    _ crossing: AuditedCrossing, underStrategy number: StrategyNumber
  ) {
    for (row, place) in users[Int(number.value)]
    where rows[row].take(crossing, from: place, size) {
      missing -= 1
    }
  }

  package mutating func note(_ change: Audit.Change) {}

  package mutating func finish(
    _ efforts: AuditEfforts, underStrategy strategy: StrategyNumber
  ) {}
}

extension LossSearch.Row {
  /// Begins the round in which sets of a size are tried.
  fileprivate mutating func begin(_ size: Int, playsOwn: Bool) {
    unexplained = unexplained.filter { remedies[$0.key] == nil }
    waiting = [:]
    asked = Set(size == 1 ? Array(causes.keys) : Array(unexplained.keys))
    let sets = Set(unexplained.values).flatMap { self.sets(holding: $0, size) }
    changes =
      (size == 1 ? ends.map { .end($0) } : [])
      + Set(sets).sorted { $0.rawValue < $1.rawValue }.map { .without($0) }
    if playsOwn, !changes.isEmpty { changes.append(.none) }
  }

  private func sets(holding cause: Obstacle, _ size: Int) -> [Obstacles] {
    possible.sets(holding: cause).filter { $0.count == size }
  }

  fileprivate func run(_ change: LossSearch.Change) -> AuditStrategy {
    switch change {
    case .none: strategy
    case .end(let end): strategy.with(end)
    case .without(let obstacles): strategy.without(obstacles)
    }
  }

  /// Takes what became of a crossing under the run of a change.
  ///
  /// - Returns: whether that was the last answer about a loss.
  fileprivate mutating func take(_ crossing: AuditedCrossing, from place: Int, _ size: Int) -> Bool
  {
    let id = crossing.id
    guard asked.contains(id) else { return false }
    var answer = waiting[id] ?? .init()
    answer.answered |= 1 << place
    if crossing.delivery != nil { answer.delivered |= 1 << place }
    guard answer.answered.nonzeroBitCount == changes.count else {
      waiting[id] = answer
      return false
    }
    waiting[id] = nil
    if size == 1, let cause = causes[id], cause.isOfRange, let rule = cause.obstacle {
      found[id] = RuleRange.Ends(
        [RuleRange.Ends.least, .most].filter {
          isDelivered(.end(.init(rule: rule, end: $0)), answer)
        })
    }
    if let cause = unexplained[id] {
      remedies[id] = sets(holding: cause, size).first { isDelivered(.without($0), answer) }
    }
    asked.remove(id)
    return true
  }

  private func isDelivered(_ change: LossSearch.Change, _ answer: LossSearch.Answer) -> Bool {
    changes.firstIndex(of: change).map { answer.delivered & 1 << $0 != 0 } ?? false
  }
}
