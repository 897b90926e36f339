/// The distribution of the values of many trials.
///
///     let spread = Spread(recalls)
///     spread?.mean          // 0.81
///     spread?.within        // 0.76...0.86: nine of ten trials lie there
///     spread?.uncertainty   // 0.005: so far the mean of very many trials may be off
package struct Spread: Hashable, Sendable {
  package let mean: Double
  /// The range that holds nine of ten trials: from the 5th to the 95th of a hundred.
  package let within: ClosedRange<Double>
  /// Half the width of the interval around the mean that holds the mean of very many trials in nine
  /// of ten cases.
  package let uncertainty: Double

  /// - Returns: `nil` of nothing.
  /// - Complexity: O(n log n) for n values.
  package init?(_ values: some Sequence<Double>) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let count = Double(sorted.count)
    let mean = sorted.reduce(0, +) / count
    self.mean = min(max(mean, first), last)
    // The nearest ranks.
    let low = Int((0.05 * count).rounded(.up)) - 1
    let high = Int((0.95 * count).rounded(.up)) - 1
    within = sorted[max(low, 0)]...sorted[max(high, 0)]
    let squares = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    uncertainty =
      sorted.count > 1
      ? Self.ninetyPercent * (squares / (count - 1) / count).squareRoot() : .infinity
  }

  /// Nine of ten normal draws lie within so many standard deviations.
  private static let ninetyPercent = 1.644_853_6
}
