/// The delays of deliveries, each with the number of times that it occurred.
///
/// - Complexity: memory is O(d) for d distinct delays: seconds are few, however many crossings.
package struct Delays: Hashable, Sendable {
  private var counts: [Int64: Int] = [:]
  package private(set) var total = 0

  package init(_ delays: [Interval] = []) { for delay in delays { add(delay) } }

  mutating func add(_ delay: Interval) {
    counts[delay.milliseconds, default: 0] += 1
    total += 1
  }

  static func += (lhs: inout Self, rhs: Self) {
    lhs.counts.merge(rhs.counts, uniquingKeysWith: +)
    lhs.total += rhs.total
  }

  /// The longest; `nil` without any.
  package var worst: Interval? { counts.keys.max().map(Interval.init) }

  /// The middle one, or the mean of the two in the middle; `nil` without any.
  ///
  /// - Complexity: O(d log d) for d distinct delays.
  package var median: Interval? {
    guard total > 0 else { return nil }
    let (lower, upper) = (value(at: (total - 1) / 2), value(at: total / 2))
    return Interval(milliseconds: (lower + upper) / 2)
  }

  /// The least delay that a share of all do not exceed; `nil` without any.
  ///
  /// - Complexity: O(d log d) for d distinct delays.
  package func quantile(_ share: Double) -> Interval? {
    guard total > 0 else { return nil }
    let place = (share * Double(total)).rounded(.up)
    return Interval(milliseconds: value(at: min(max(Int(place) - 1, 0), total - 1)))
  }

  private func value(at place: Int) -> Int64 {
    var passed = 0
    for (delay, count) in counts.sorted(by: { $0.key < $1.key }) {
      passed += count
      if passed > place { return delay }
    }
    return 0
  }
}
