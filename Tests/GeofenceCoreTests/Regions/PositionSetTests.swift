import TestSupport
import Testing

@testable import GeofenceCore

/// Sets of positions behave as sets of numbers do, however they are stored.
struct PositionSetTests {
  private let universe = 100

  /// Returns the positions as a set that is stored by its members or by those that are missing.
  private func written(_ positions: Set<Int32>, byMissing: Bool) -> PositionSet {
    guard byMissing else { return PositionSet(positions.sorted(), of: universe) }
    var set = PositionSet(all: universe)
    for position in 0..<Int32(universe) where !positions.contains(position) { set.remove(position) }
    return set
  }

  @Test(arguments: UInt64(0)..<200)
  func `sets are joined, cut and compared as sets of numbers are`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func positions() -> Set<Int32> {
      // A set of few positions is combined with one of many by another method.
      let share = [0, 0.02, 0.3, 0.7, 0.98, 1][Int(random.number(in: 0...5.99))]
      return Set((0..<Int32(universe)).filter { _ in random.number(in: 0...1) < share })
    }
    let (one, other) = (positions(), positions())
    for (isOne, isOther) in [(false, false), (false, true), (true, false), (true, true)] {
      let (set, second) = (written(one, byMissing: isOne), written(other, byMissing: isOther))
      #expect(Array(set.union(second)) == one.union(other).sorted())
      #expect(Array(set.intersection(second)) == one.intersection(other).sorted())
      #expect(Array(set.subtracting(second)) == one.subtracting(other).sorted())
      #expect(set.subtracting(second).count == one.subtracting(other).count)
      #expect((set == second) == (one == other))
      #expect(set == written(one, byMissing: !isOne))
      #expect(set.hashValue == written(one, byMissing: !isOne).hashValue)
    }
  }
}
