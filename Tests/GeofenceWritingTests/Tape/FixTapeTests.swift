import GeofenceCore
import GeofenceWriting
import Testing

/// A tape that keeps a track to play it repeatedly.
struct FixTapeTests {
  private func fix(_ number: Int) -> Fix {
    Fix(
      time: Timestamp(milliseconds: Int64(number) * 1000 - 7),
      coordinate: Coordinate(latitude: Double(number) / 7, longitude: -Double(number) / 3),
      horizontalAccuracy: number % 3 == 0 ? nil : Double(number) / 2)
  }

  /// The counts include tapes that are kept in memory alone, and one that is written to a file
  /// twice with a rest in memory.
  @Test(arguments: [0, 1, 100, 32_768, 80_000])
  func `what was put on it is played, as often as is asked for`(_ count: Int) throws {
    var tape = FixTape()
    for number in 0..<count { try tape.append(fix(number), ofDevice: Int32(number % 5)) }
    #expect(tape.count == count)
    #expect(tape.hasAccuracies == (count > 1))
    for _ in 0..<2 {
      var number = 0
      try tape.play { fix, device in
        guard fix == self.fix(number), device == Int32(number % 5) else { return false }
        number += 1
        return true
      }
      #expect(number == count)
    }
  }

  @Test func `it stops where it is told to`() throws {
    var tape = FixTape()
    for number in 0..<70_000 { try tape.append(fix(number), ofDevice: 0) }
    for end in [5, 40_000, 69_999] {
      var count = 0
      try tape.play { _, _ in
        count += 1
        return count < end
      }
      #expect(count == end)
    }
  }
}
