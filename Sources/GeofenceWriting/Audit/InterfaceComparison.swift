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
