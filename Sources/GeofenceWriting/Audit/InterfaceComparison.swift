import GeofenceCore

/// The comparison of interfaces, each under one strategy of an audit.
package struct InterfaceComparison: Sendable {
  package let crossings: CrossingComparison
  /// The strategies that are compared, by their numbers in the audit.
  package let strategies: [StrategyNumber]

  /// - Precondition: `strategies` has as many elements as `crossings` compares.
  package init(_ crossings: CrossingComparison, of strategies: [StrategyNumber]) {
    precondition(crossings.deliveries.count == strategies.count, "one strategy for each interface")
    (self.crossings, self.strategies) = (crossings, strategies)
  }
}

extension AuditReport {
  /// Returns what a strategy lost of the crossings in which the interfaces differ.
  package func comparedLosses(of number: StrategyNumber) -> [AuditedCrossing] {
    guard let place = comparison?.strategies.firstIndex(of: number) else { return [] }
    return (comparison?.crossings.differences ?? []).map { $0.outcomes[place] }
      .filter { $0.loss != nil }
  }
}
