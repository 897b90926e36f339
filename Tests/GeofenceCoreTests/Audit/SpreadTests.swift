import GeofenceCore
import TestSupport
import Testing

/// The spread of the values of many trials, and the confidence interval of their mean.
struct SpreadTests {
  @Test func `nine of ten values lie within`() {
    let spread = Spread((1...100).map { Double($0) })
    #expect(spread?.mean == 50.5)
    #expect(spread?.within == 5...95)
  }

  @Test func `one value says nothing of the mean, and none is no spread`() {
    #expect(Spread([7])?.within == 7...7)
    #expect(Spread([7])?.uncertainty == .infinity)
    #expect(Spread([Double]()) == nil)
  }

  @Test func `equal values leave no doubt`() {
    #expect(Spread([0.1, 0.1, 0.1])?.mean == 0.1)
    #expect(Spread([0.1, 0.1, 0.1]).map { $0.uncertainty < 1e-9 } == true)
  }

  @Test func `the interval around the mean of 100 holds the mean of all in nine of ten cases`() {
    var random = SeededGenerator(seed: 4)
    var held = 0
    for _ in 0..<1000 {
      // The mean of the squares of numbers in 0...1 is a third.
      let values = (0..<100).map { _ in
        let value = random.number(in: 0...1)
        return value * value
      }
      if let spread = Spread(values), (spread.mean - 1.0 / 3).magnitude <= spread.uncertainty {
        held += 1
      }
    }
    #expect((870...930).contains(held), "\(held)")
  }
}
