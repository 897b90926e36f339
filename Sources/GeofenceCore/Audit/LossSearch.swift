/// Finds why crossings were lost, by playing the whole runs again with one thing changed, or a few.
///
/// Three questions share the runs: whether a loss to a rule is one at both ends of what was
/// published for it; which single thing most losses come down to; and what has to go together for a
/// loss to be delivered. For the last the sets that hold a loss's cause are tried, the smallest
/// first; those of one size are played together.
///
///     var search = LossSearch()
///     search.add(0, strategy, account, explaining: account.losses, …)
///     while let runs = search.next() {
///       // audit every device under `runs`, about `search.regions`, into `search`
///     }
///     search.reasons[0]?.sure
///
/// - Complexity: at most as many rounds as there are obstacles, in which equal runs are one. Memory is
///   O(l + o) for l losses that are known and o crossings that are settled under some runs alone,
///   which are no more than the regions crossed.
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
    /// The losses that are known, each with how often it is: fixes of one time may cross a boundary
    /// more than once.
    let known: [AuditedCrossing.ID: (loss: AuditedCrossing, count: Int)]
    /// A Boolean value that indicates whether every loss is known; otherwise the strategy is played
    /// once more to find them.
    let isWhole: Bool
    let regions: Set<RegionNumber>?
    let possible: Obstacles
    /// The causes of all losses that a run can do without, that of most losses first.
    let causes: [Obstacle]
    let lost: Int
    /// The obstacles that all losses are held against in this round.
    var judged: [Obstacles] = []
    /// The ends of the rules that lost something, as far as they are not the strategy's own numbers,
    /// under which what is lost is lost.
    let ends: [RuleRange.End]
    let outages: @Sendable (Int32) -> [Outage]
    /// The causes of the losses to explain that are not explained yet.
    var unexplained: [AuditedCrossing.ID: Obstacle]
    var remedies: [AuditedCrossing.ID: Obstacles] = [:]
    var reasons = LossReasons()
    var changes: [Change] = []
    /// The losses to answer in this round; `nil` where every crossing is asked about.
    var asked: Set<AuditedCrossing.ID>?
    var waiting: [AuditedCrossing.ID: Answer] = [:]
  }

  fileprivate struct Answer {
    var own: AuditedCrossing?
    /// The places, among the changes, of those that have answered, and of those under which it was
    /// delivered.
    var answered: UInt64 = 0
    var delivered: UInt64 = 0
  }

  private var rows: [Row] = []
  private var size = 0
  private var runs: [AuditStrategy] = []
  /// Of each run, the rows that ask for it, each with the place of its change.
  private var users: [[(row: Int, place: Int)]] = []
  /// The number of losses to answer in this round; `nil` where every crossing is asked about.
  private var missing: Int?
  private let hasAlarms: Bool

  /// - Parameter hasAlarms: whether the app's set depends on what the first strategy delivers; the
  ///   search is about one strategy then.
  package init(hasAlarms: Bool = false) { self.hasAlarms = hasAlarms }

  /// Takes in the losses of a strategy.
  ///
  /// - Parameters:
  ///   - explained: the losses of which the smallest set is sought without which they are delivered; what
  ///     only another circle would help is passed over.
  ///   - possible: the obstacles that could stand in the way.
  ///   - outages: returns those of a device, by its number.
  package mutating func add(
    _ number: StrategyNumber, _ strategy: AuditStrategy, _ account: StrategyAccount,
    explaining explained: [AuditedCrossing], possible: Obstacles,
    outages: @escaping @Sendable (Int32) -> [Outage]
  ) {
    let (losses, regions) = (account.losses, account.regions)
    let counts = account.counts
    let causes = LossCause.allCases.filter { counts.lost(by: $0) > 0 }
      .sorted { counts.lost(by: $0) > counts.lost(by: $1) }
    let rules = causes.filter { $0.isOfRange }.compactMap { $0.obstacle }
    let ends = RuleRange.rules.filter(rules.contains).flatMap { rule in
      [RuleRange.Ends.least, .most].map { RuleRange.End(rule: rule, end: $0) }
    }
    rows.append(
      Row(
        number: number, strategy: strategy,
        known: losses.reduce(into: [:]) { $0[$1.id] = ($1, ($0[$1.id]?.count ?? 0) + 1) },
        isWhole: losses.count == counts.lost,
        regions: regions.isEmpty ? nil : Set(regions.indices.filter { regions[$0].lost > 0 }),
        possible: possible,
        causes: causes.compactMap { $0.obstacle }, lost: counts.lost,
        ends: ends.filter { strategy.with($0) != strategy }, outages: outages,
        unexplained: explained.reduce(into: [:]) { $0[$1.id] = $1.loss?.cause.obstacle }))
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
      // The strategies themselves come first: what they lose is asked for in full.
      for isOwn in [true, false] { for row in rows.indices { addRuns(of: row, isOwn: isOwn) } }
      countMissing()
      if !runs.isEmpty, missing != 0 { return runs }
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

  private mutating func countMissing() {
    let asked = rows.map { $0.asked }
    missing = asked.contains(nil) ? nil : asked.reduce(0) { $0 + ($1?.count ?? 0) }
  }

  /// The number of the runs, from the first on, that have to say why they lose a crossing.
  package var detailed: Int { rows.count { $0.asked == nil } }

  /// The numbers of the regions that are asked about; `nil` for all.
  package var regions: Set<RegionNumber>? {
    let regions = rows.map { row in row.asked.map { Set($0.map { $0.region }) } ?? row.regions }
    return regions.contains(nil) ? nil : regions.reduce([]) { $0.union($1 ?? []) }
  }

  /// The same about some devices alone, which are satisfied sooner; `nil` where they have nothing
  /// that is asked about.
  package func part(of devices: Range<Int32>) -> LossSearch? {
    var part = self
    for row in rows.indices {
      (part.rows[row].reasons, part.rows[row].remedies) = (LossReasons(), [:])
      part.rows[row].asked = rows[row].asked?.filter { devices.contains($0.device) }
    }
    part.countMissing()
    return part.missing == 0 ? nil : part
  }

  package static func += (lhs: inout Self, rhs: Self) {
    for (row, other) in zip(lhs.rows.indices, rhs.rows) {
      lhs.rows[row].reasons += other.reasons
      lhs.rows[row].remedies.merge(other.remedies) { $1 }
    }
  }

  /// Of each strategy the reasons of its losses, and of each loss to explain the smallest set without
  /// which it was delivered, if there was one.
  package var findings:
    [(StrategyNumber, reasons: LossReasons, remedies: [AuditedCrossing.ID: Obstacles])]
  { rows.map { ($0.number, $0.reasons, $0.remedies) } }

  // MARK: as a sink

  package var isSatisfied: Bool { missing == 0 }

  package mutating func settle(
    _ crossing: AuditedCrossing, underStrategy number: StrategyNumber
  ) {
    for (row, place) in users[Int(number.value)]
    where rows[row].take(crossing, from: place, size) {
      missing = missing.map { $0 - 1 }
    }
  }

  package mutating func note(_ change: Audit.Change) {}

  package mutating func finish(
    _ efforts: AuditEfforts, underStrategy strategy: StrategyNumber
  ) {}
}

extension LossSearch.Row {
  /// Begins the round in which sets of a size are tried. The first one judges all losses, and the
  /// second those of which single obstacles explain few: with the cause of most, and one more.
  fileprivate mutating func begin(_ size: Int, playsOwn: Bool) {
    unexplained = unexplained.filter { remedies[$0.key] == nil }
    waiting = [:]
    let sets = Set(unexplained.values).flatMap { self.sets(holding: $0, size) }
    switch size {
    case 1:
      let singles = Obstacles(causes + [.suspended]).intersection(possible)
      judged = singles.elements.map { Obstacles($0) }
    case 2 where !explainsEnough: judged = causes.first.map { self.sets(holding: $0, 2) } ?? []
    default: judged = []
    }
    let judgesAll = size == 1 || !judged.isEmpty
    asked =
      judgesAll && !isWhole ? nil : Set(judgesAll ? Array(known.keys) : Array(unexplained.keys))
    changes =
      (size == 1 ? ends.map { .end($0) } : [])
      + Set(sets + judged).sorted { $0.rawValue < $1.rawValue }.map { .without($0) }
    if asked == nil || playsOwn && !changes.isEmpty { changes.append(.none) }
  }

  /// A Boolean value that indicates whether a single obstacle is a reason of the losses.
  private var explainsEnough: Bool { 4 * (reasons.most(ofSize: 1)?.count ?? 0) >= lost }

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
    if let asked, !asked.contains(id) { return false }
    var answer = waiting[id] ?? .init()
    answer.answered |= 1 << place
    if crossing.delivery != nil { answer.delivered |= 1 << place }
    if changes[place] == .none { answer.own = crossing }
    guard answer.answered.nonzeroBitCount == changes.count else {
      waiting[id] = answer
      return false
    }
    waiting[id] = nil
    if size == 1 || !judged.isEmpty,
      let (loss, count) = isWhole ? known[id] : answer.own.map({ ($0, 1) })
    {
      for _ in 0..<count { judge(loss, answer, isFirst: size == 1) }
    }
    if let cause = unexplained[id] {
      remedies[id] = sets(holding: cause, size).first { isDelivered(.without($0), answer) }
    }
    asked?.remove(id)
    return true
  }

  private func isDelivered(_ change: LossSearch.Change, _ answer: LossSearch.Answer) -> Bool {
    changes.firstIndex(of: change).map { answer.delivered & 1 << $0 != 0 } ?? false
  }

  private mutating func judge(
    _ loss: AuditedCrossing, _ answer: LossSearch.Answer, isFirst: Bool
  ) {
    guard let cause = loss.loss?.cause else { return }
    let isAsked = known[loss.id] != nil
    let helpful = judged.filter { isDelivered(.without($0), answer) }
    reasons.note(helpful, of: loss, isAsked: isAsked)
    guard isFirst else { return }
    if cause.isOfRange, let rule = cause.obstacle {
      let ends = [RuleRange.Ends.least, .most].filter {
        isDelivered(.end(.init(rule: rule, end: $0)), answer)
      }
      reasons.note(RuleRange.Ends(ends), of: loss, isAsked: isAsked)
    }
    let outages = outages(loss.device)
    // A crossing shortly before an outage may have had to be confirmed in it.
    let next = helpful.contains(Obstacles(.suspended)) ? outages.first { $0.from > loss.time } : nil
    if let outage = outages.last(where: { $0.contains(loss.time) }) ?? next {
      reasons.noteLoss(during: outage)
    }
  }
}
