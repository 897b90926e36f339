/// What an audit comes to: under each strategy its counts, and the crossings that are asked for.
public struct AuditAccount: AuditSink, Sendable {
  /// Which crossings are kept one by one.
  public enum Listing: Hashable, Sendable {
    case none
    /// The first so many losses.
    case losses(Int)
    case everything
  }

  /// What is kept of the strategies, of the first on.
  public struct Keeping: Hashable, Sendable {
    public var strategies: Int
    public var listing: Listing

    public init(strategies: Int, _ listing: Listing) {
      (self.strategies, self.listing) = (strategies, listing)
    }

    /// Nothing but the counts of each strategy.
    public static let nothing = Keeping(strategies: 0, .none)
    /// The counts of each strategy and region.
    public static let regions = Keeping(strategies: .max, .none)
  }

  /// In the order of the plan.
  public var strategies: [StrategyAccount]
  /// What devices did with regard to each region, by its number.
  public private(set) var visits: [Visits]
  private let keeping: Keeping

  /// - Parameter keeping: of which strategies regions and crossings are kept, beside the counts.
  public init(_ plan: AuditPlan, keeping: Keeping) {
    self.keeping = keeping
    visits = Array(repeating: [], count: plan.names.count)
    strategies = plan.strategies.indices.map {
      StrategyAccount(regions: $0 < keeping.strategies ? plan.names.count : 0)
    }
  }

  public var isSatisfied: Bool { false }

  public mutating func note(_ change: Audit.Change) {
    switch change.side {
    case .inside: visits[Int(change.region)].insert(.inside)
    case .outside: visits[Int(change.region)].insert(.left)
    case .gone: break
    }
  }

  public mutating func settle(_ crossing: AuditedCrossing, underStrategy number: Int) {
    strategies[number].count(crossing)
    if number < keeping.strategies { strategies[number].list(crossing, keeping.listing) }
  }

  public mutating func finish(_ efforts: AuditEfforts, underStrategy number: Int) {
    strategies[number].efforts += efforts
  }

  /// The same with what is listed device by device, each in the order of time.
  public var ordered: Self {
    var account = self
    for number in strategies.indices {
      account.strategies[number].crossings.sort(by: AuditedCrossing.precedes)
    }
    return account
  }

  /// Adds what other devices of the same plan came to, which are numbered after these.
  public static func += (lhs: inout Self, rhs: Self) {
    for region in rhs.visits.indices { lhs.visits[region].formUnion(rhs.visits[region]) }
    for number in lhs.strategies.indices {
      lhs.strategies[number].add(rhs.strategies[number], lhs.keeping.listing)
    }
  }
}

/// What devices did with regard to a region, by plain geometry.
public struct Visits: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A fix of one lies in it.
  public static let inside = Self(rawValue: 1)
  /// One has left it.
  public static let left = Self(rawValue: 2)
}

/// What an audit comes to under one strategy.
public struct StrategyAccount: Sendable {
  public private(set) var counts = CrossingCounts()
  public private(set) var delays = Delays()
  /// Of each region by its number; empty where they are not asked for.
  public private(set) var regions: [CrossingCounts]
  /// Those that are asked for.
  public internal(set) var crossings: [AuditedCrossing] = []
  public internal(set) var efforts = AuditEfforts()

  init(regions: Int) {
    self.regions = Array(repeating: CrossingCounts(), count: regions)
  }

  /// Those listed that did not reach the app.
  public var losses: [AuditedCrossing] { crossings.filter { $0.loss != nil } }

  /// Takes over what has to go for each loss.
  ///
  /// - Parameter number: of the strategy in the search.
  public mutating func explain(by search: RemedySearch, asStrategy number: Int) {
    for index in crossings.indices {
      let remedy = search.remedy(of: crossings[index], underStrategy: number)
      crossings[index].loss?.remedy = remedy
    }
  }

  mutating func count(_ crossing: AuditedCrossing) {
    counts.add(crossing)
    if let delay = crossing.delay { delays.add(delay) }
    if !regions.isEmpty { regions[Int(crossing.region)].add(crossing) }
  }

  mutating func list(_ crossing: AuditedCrossing, _ listing: AuditAccount.Listing) {
    switch listing {
    case .none: break
    case .everything: crossings.append(crossing)
    case .losses(let limit):
      guard crossing.loss != nil else { return }
      if crossings.count < limit {
        crossings.append(crossing)
      } else {
        let last = crossings.indices.max {
          AuditedCrossing.precedes(crossings[$0], crossings[$1])
        }
        if let last, AuditedCrossing.precedes(crossing, crossings[last]) {
          crossings[last] = crossing
        }
      }
    }
  }

  mutating func add(_ other: Self, _ listing: AuditAccount.Listing) {
    counts += other.counts
    delays += other.delays
    for region in regions.indices { regions[region] += other.regions[region] }
    for crossing in other.crossings { list(crossing, listing) }
    efforts += other.efforts
  }
}
