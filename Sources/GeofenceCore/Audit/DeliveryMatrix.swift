/// The outcomes of missed crossings where something is otherwise: a row for each change of a strategy,
/// a column for each crossing.
///
/// A row is the whole run, played again with one thing changed, or a few. Rows are asked for in rounds,
/// as far as somebody reads them, and equal rows are one. There are three readings of a column: what
/// has to go together for the crossing to be delivered, for which the sets that hold its cause are
/// tried, the smallest first; whether it is delivered where its rule demands the least of what was
/// published; and the first of some choices of the app that delivers it.
///
///     var matrix = DeliveryMatrix()
///     matrix.add(0, strategy, explaining: account.losses, possible: obstacles)
///     while let rows = matrix.next() {
///       // audit every device under `rows`, about `matrix.regions`, into `matrix`
///     }
///     let (number, readings) = matrix.readings[0]
///
/// - Complexity: at most as many rounds as there are obstacles. Memory is O(l) for l crossings.
package struct DeliveryMatrix: AuditSink, Sendable {
  /// The answer of a row about one crossing.
  package struct Reading: Hashable, Sendable {
    /// The smallest set of obstacles without which it is delivered; `nil` where there is none.
    package var remedy: Obstacles?
    /// True if it is delivered at the end of its rule's published range that demands the least.
    package fileprivate(set) var isDeliveredAtLeast = false
    package let cure: Cure?

    package init(remedy: Obstacles? = nil, cure: Cure? = nil) {
      (self.remedy, self.cure) = (remedy, cure)
    }
  }

  /// The first of the choices that delivers a crossing.
  package struct Cure: Hashable, Sendable {
    /// The position of the choice among those that were given.
    package let choice: Int
    package let deliveredAt: Timestamp
  }

  /// The change that a row makes to a strategy.
  fileprivate enum Change: Hashable {
    case none
    case least(Obstacle)
    case without(Obstacles)
    case choice(Int)
  }

  /// The missed crossings of one strategy.
  fileprivate struct Part {
    let number: StrategyNumber
    let strategy: AuditStrategy
    /// The crossings, by their causes.
    let causes: [AuditedCrossing.ID: LossCause]
    let possible: Obstacles
    /// The rules that stopped something, of which the least is asked for.
    let rules: [Obstacle]
    let choices: ArraySlice<AuditStrategy>
    /// The causes of the crossings without a remedy so far.
    var unexplained: [AuditedCrossing.ID: Obstacle]
    var readings: [AuditedCrossing.ID: Reading] = [:]
    /// The changes of this round, of which the choices are the last ones.
    var changes: [Change] = []
    /// The places of all but the choices.
    var others: UInt64 = 0
    /// The crossings to answer in this round.
    var asked: Set<AuditedCrossing.ID> = []
    var waiting: [AuditedCrossing.ID: Answer] = [:]
  }

  fileprivate struct Answer {
    /// The places, among the changes, of those that have answered, and of those under which the
    /// crossing was delivered. No round has more than 64.
    var answered: UInt64 = 0
    var delivered: UInt64 = 0
  }

  private var parts: [Part] = []
  private var size = 0
  private var rows: [AuditStrategy] = []
  /// For each row, the parts that ask for it, each with the place of its change.
  private var users: [[(part: Int, place: Int)]] = []
  /// The number of crossings to answer in this round.
  private var missing = 0
  private let hasAlarms: Bool

  /// - Parameter hasAlarms: whether the app's set depends on what the first strategy delivers; the
  ///   matrix is about one strategy then.
  package init(hasAlarms: Bool = false) { self.hasAlarms = hasAlarms }

  /// Takes in what a strategy missed.
  ///
  /// - Parameters:
  ///   - losses: the crossings, of which those have no remedy that only another circle would help.
  ///   - possible: the obstacles that could stand in the way; `nil` where no remedy is asked for.
  ///   - asksForLeast: whether somebody asks what is delivered where the rules demand the least.
  ///   - choices: other strategies that the app may choose.
  package mutating func add(
    _ number: StrategyNumber, _ strategy: AuditStrategy, explaining losses: [AuditedCrossing],
    possible: Obstacles?, asksForLeast: Bool = true, choices: ArraySlice<AuditStrategy> = []
  ) {
    let causes = losses.reduce(into: [AuditedCrossing.ID: LossCause]()) { causes, loss in
      causes[loss.id] = loss.loss?.cause
    }
    let rules = Set(causes.values.filter { $0.isOfRange }.compactMap { $0.obstacle })
    parts.append(
      Part(
        number: number, strategy: strategy, causes: causes, possible: possible ?? [],
        rules: asksForLeast
          ? RuleRange.rules.filter { rules.contains($0) && strategy.with(least: $0) != strategy }
          : [],
        choices: choices,
        unexplained: possible == nil ? [:] : causes.compactMapValues { $0.obstacle }))
  }

  // MARK: rows

  /// Begins the next round.
  ///
  /// - Returns: the rows to play; `nil` when nothing is left to find out.
  package mutating func next() -> [AuditStrategy]? {
    while size < Obstacle.allCases.count {
      size += 1
      for part in parts.indices { parts[part].begin(size, playsOwn: hasAlarms) }
      (rows, users) = ([], [])
      for isOwn in [true, false] { for part in parts.indices { addRows(of: part, isOwn: isOwn) } }
      countMissing()
      if !rows.isEmpty, missing > 0 { return rows }
    }
    return nil
  }

  private mutating func addRows(of part: Int, isOwn: Bool) {
    for (place, change) in parts[part].changes.enumerated() where (change == .none) == isOwn {
      let row = parts[part].row(change)
      let index = rows.firstIndex(of: row) ?? rows.count
      if index == rows.count {
        rows.append(row)
        users.append([])
      }
      users[index].append((part, place))
    }
  }

  private mutating func countMissing() { missing = parts.reduce(0) { $0 + $1.asked.count } }

  /// The numbers of the regions that are asked about.
  package var regions: Set<RegionNumber> {
    parts.reduce(into: []) { $0.formUnion($1.asked.map { $0.region }) }
  }

  /// This matrix of some devices alone, which are satisfied sooner; `nil` where they have nothing that
  /// is asked about.
  package func part(of devices: Range<Int32>) -> DeliveryMatrix? {
    var part = self
    for number in parts.indices {
      part.parts[number].readings = [:]
      part.parts[number].asked = parts[number].asked.filter { devices.contains($0.device) }
    }
    part.countMissing()
    return part.missing == 0 ? nil : part
  }

  package static func += (lhs: inout Self, rhs: Self) {
    for (part, other) in zip(lhs.parts.indices, rhs.parts) {
      lhs.parts[part].readings.merge(other.readings) { $0.joined(with: $1) }
    }
  }

  /// For each strategy what there is to say of its crossings.
  package var readings: [(StrategyNumber, [AuditedCrossing.ID: Reading])] {
    parts.map { ($0.number, $0.readings) }
  }

  // MARK: as a sink

  package var isSatisfied: Bool { missing == 0 }

  package mutating func settle(
    _ crossing: AuditedCrossing, underStrategy number: StrategyNumber
  ) {
    for (part, place) in users[Int(number.value)]
    where parts[part].take(crossing, from: place, size) {
      missing -= 1
    }
  }
}

extension DeliveryMatrix.Reading {
  /// Returns what two rounds say together.
  package func joined(with later: Self) -> Self {
    var joined = Self(
      remedy: remedy ?? later.remedy,
      cure: [cure, later.cure].compactMap { $0 }.min { $0.choice < $1.choice })
    joined.isDeliveredAtLeast = isDeliveredAtLeast || later.isDeliveredAtLeast
    return joined
  }
}

extension DeliveryMatrix.Part {
  /// Begins the round in which sets of a size are tried; the first round also tries rules and choices.
  fileprivate mutating func begin(_ size: Int, playsOwn: Bool) {
    unexplained = unexplained.filter { readings[$0.key]?.remedy == nil }
    waiting = [:]
    asked = Set(size == 1 ? Array(causes.keys) : Array(unexplained.keys))
    let sets = Set(unexplained.values).flatMap { self.sets(holding: $0, size) }
    changes =
      (size == 1 ? rules.map { .least($0) } : [])
      + Set(sets).sorted { $0.rawValue < $1.rawValue }.map { .without($0) }
    if playsOwn, !changes.isEmpty { changes.append(.none) }
    others = (1 << changes.count) &- 1
    if size == 1 {
      changes += choices.indices.filter { choices[$0] != strategy }.map { .choice($0) }
    }
  }

  private func sets(holding cause: Obstacle, _ size: Int) -> [Obstacles] {
    possible.sets(holding: cause).filter { $0.count == size }
  }

  fileprivate func row(_ change: DeliveryMatrix.Change) -> AuditStrategy {
    switch change {
    case .none: strategy
    case .least(let rule): strategy.with(least: rule)
    case .without(let obstacles): strategy.without(obstacles)
    case .choice(let index): choices[index]
    }
  }

  /// Takes what became of a crossing under the row of a change.
  ///
  /// - Returns: whether that was the last answer about it.
  fileprivate mutating func take(_ crossing: AuditedCrossing, from place: Int, _ size: Int) -> Bool
  {
    let id = crossing.id
    guard asked.contains(id) else { return false }
    var answer = waiting[id] ?? .init()
    let wasKnown = answer.answered & others == others
    answer.answered |= 1 << place
    if crossing.delivery != nil { answer.delivered |= 1 << place }
    if case .choice(let choice) = changes[place], let time = crossing.deliveredAt {
      let cure = DeliveryMatrix.Cure(choice: choice, deliveredAt: time)
      readings[id] = (readings[id] ?? .init()).joined(with: .init(cure: cure))
    }
    if !wasKnown, answer.answered & others == others { conclude(id, answer, size) }
    guard answer.answered.nonzeroBitCount == changes.count else {
      waiting[id] = answer
      return false
    }
    waiting[id] = nil
    asked.remove(id)
    return true
  }

  /// Reads the answers of all but the choices.
  private mutating func conclude(
    _ id: AuditedCrossing.ID, _ answer: DeliveryMatrix.Answer, _ size: Int
  ) {
    var reading = readings[id] ?? .init()
    if size == 1, let cause = causes[id], cause.isOfRange, let rule = cause.obstacle {
      reading.isDeliveredAtLeast = isDelivered(.least(rule), answer)
    }
    if let cause = unexplained[id] {
      reading.remedy = sets(holding: cause, size).first { isDelivered(.without($0), answer) }
    }
    readings[id] = reading
  }

  private func isDelivered(_ change: DeliveryMatrix.Change, _ answer: DeliveryMatrix.Answer) -> Bool
  {
    changes.firstIndex(of: change).map { answer.delivered & 1 << $0 != 0 } ?? false
  }
}
