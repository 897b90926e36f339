/// What an audit comes to: under each strategy its counts, and the crossings that are asked for.
package struct AuditAccount: AuditSink, Sendable {
  /// Which crossings are kept one by one.
  package enum Listing: Hashable, Sendable {
    case none
    /// The first so many losses.
    case losses(Int)
    case everything
  }

  /// What is kept of the strategies, of the first on.
  package struct Keeping: Hashable, Sendable {
    package var strategies: Int
    package var listing: Listing

    package init(strategies: Int, _ listing: Listing) {
      (self.strategies, self.listing) = (strategies, listing)
    }

    /// Nothing but the counts of each strategy.
    package static let nothing = Keeping(strategies: 0, .none)
    /// The counts of each strategy and region.
    package static let regions = Keeping(strategies: .max, .none)
  }

  /// In the order of the plan.
  package var strategies: [StrategyAccount]
  /// What devices did with regard to each region, by its number.
  package private(set) var visits: [Visits]
  private let keeping: Keeping

  /// - Parameter keeping: of which strategies regions and crossings are kept, beside the counts.
  package init(_ plan: AuditPlan, keeping: Keeping) {
    self.keeping = keeping
    visits = Array(repeating: [], count: plan.names.count)
    strategies = plan.strategies.indices.map {
      StrategyAccount(regions: $0 < keeping.strategies ? plan.names.count : 0)
    }
  }

  package var isSatisfied: Bool { false }

  package mutating func note(_ change: Audit.Change) {
    switch change.side {
    case .inside: visits[Int(change.region)].insert(.inside)
    case .outside: visits[Int(change.region)].insert(.left)
    case .gone: break
    }
  }

  package mutating func settle(_ crossing: AuditedCrossing, underStrategy number: Int) {
    strategies[number].count(crossing)
    if number < keeping.strategies { strategies[number].list(crossing, keeping.listing) }
  }

  package mutating func finish(_ efforts: AuditEfforts, underStrategy number: Int) {
    strategies[number].efforts += efforts
  }

  /// The same with what is listed device by device, each in the order of time.
  package var ordered: Self {
    var account = self
    for number in strategies.indices {
      account.strategies[number].crossings.sort(by: AuditedCrossing.precedes)
    }
    return account
  }

  /// Adds what other devices of the same plan came to, which are numbered after these.
  package static func += (lhs: inout Self, rhs: Self) {
    for region in rhs.visits.indices { lhs.visits[region].formUnion(rhs.visits[region]) }
    for number in lhs.strategies.indices {
      lhs.strategies[number].add(rhs.strategies[number], lhs.keeping.listing)
    }
  }
}

/// What devices did with regard to a region, by plain geometry.
package struct Visits: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A fix of one lies in it.
  package static let inside = Self(rawValue: 1)
  /// One has left it.
  package static let left = Self(rawValue: 2)
}

/// What an audit comes to under one strategy.
package struct StrategyAccount: Sendable {
  package private(set) var counts = CrossingCounts()
  package private(set) var delays = Delays()
  /// Of each region by its number; empty where they are not asked for.
  package private(set) var regions: [CrossingCounts]
  /// Those that are asked for.
  package internal(set) var crossings: [AuditedCrossing] = []
  package internal(set) var efforts = AuditEfforts()

  init(regions: Int) {
    self.regions = Array(repeating: CrossingCounts(), count: regions)
  }

  /// Those listed that did not reach the app.
  package var losses: [AuditedCrossing] { crossings.filter { $0.loss != nil } }

  /// Takes over what has to go for each loss.
  ///
  /// - Parameter number: of the strategy in the search.
  package mutating func explain(by search: RemedySearch, asStrategy number: Int) {
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
