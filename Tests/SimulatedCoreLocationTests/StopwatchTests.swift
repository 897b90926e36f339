import Testing

@testable import SimulatedCoreLocation

/// How long a sleep is meant to last.
struct StopwatchTests {
  @Test(
    arguments: [
      (4_999_980, 5_000_100, 5_000_000), (4_999_980, 6_990_000, 5_000_000),
      (9_990, 11_200, 10_000), (59_990_000, 60_001_000, 60_000_000),
      (3_599_999_000, 3_600_000_100, 3_600_000_000), (1_234_990, 1_235_100, 1_235_000),
      (-4_000, 1_100, 1_000),
    ])
  func `it is the roundest number of what it may be`(_ least: Int, _ most: Int, _ value: Int) {
    #expect(
      Duration.roundest(from: .microseconds(least), to: .microseconds(most))
        == .microseconds(value))
  }

  @Test func `there need not be a round one`() {
    #expect(Duration.roundest(from: .microseconds(1_200), to: .microseconds(1_900)) == nil)
    #expect(Duration.roundest(from: .microseconds(-5), to: .microseconds(5)) == nil)
  }
}
