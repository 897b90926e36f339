import TestSupport
import Testing

@testable import GeofenceCore

struct PackedNumbersTests {
  @Test func `numbers come out as they went in, and small ones take a byte`() {
    let numbers: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, 1 << 63, .max]
    var packed = PackedNumbers()
    for (index, number) in numbers.enumerated() {
      packed.append(number)
      if index == 2 { #expect(packed.bytes.count == 3) }
    }
    packed.append(-5)
    packed.append(-0.1)
    var reader = PackedNumbers.Reader(packed.bytes)
    for number in numbers { #expect(reader.next() == number) }
    #expect(reader.nextInt() == -5)
    #expect(reader.nextDouble() == -0.1)
    #expect(reader.isAtEnd)
  }

  @Test(arguments: UInt64(0)..<20)
  func `positions come out as they went in`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let universe = 1 << Int(random.number(in: 0...20))
    let listed = Set(
      (0..<Int(random.number(in: 0...300))).map { _ in
        Int32(random.number(in: 0...Double(universe - 1)))
      })
    let sets = [PositionSet(listed.sorted(), of: universe), PositionSet(of: universe)]
    var packed = PackedNumbers()
    for set in sets { packed.append(set) }
    var reader = PackedNumbers.Reader(packed.bytes)
    for set in sets { #expect(reader.nextPositions(of: universe) == set) }
    #expect(reader.isAtEnd)
  }
}
