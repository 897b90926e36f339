import TestSupport
import Testing

@testable import GeofenceBytes

@Suite struct `The marks of bytes among 64` {
  /// Returns the marks of three bytes in the 64 bytes from `offset` on, found one by one.
  private func plainMarks(_ bytes: [UInt8], _ offset: Int, _ sought: [UInt8]) -> [UInt64] {
    var (first, others): (UInt64, UInt64) = (0, 0)
    for (place, byte) in bytes[offset..<(offset + 64)].enumerated() {
      if byte == sought[0] { first |= 1 << UInt64(place) }
      if byte == sought[1] || byte == sought[2] { others |= 1 << UInt64(place) }
    }
    return [first, others]
  }

  @Test func `are the same by vectors, by words and one by one`() {
    var generator = SeededGenerator(seed: 11)
    for round in 0..<2000 {
      // A few values, so that there are many marks; all of them, too, for the highest bits.
      let most: UInt8 = round % 2 == 0 ? 5 : .max
      let bytes = (0..<100).map { _ in UInt8.random(in: 0...most, using: &generator) }
      let sought = (0..<3).map { _ in UInt8.random(in: 0...most, using: &generator) }
      let offset = Int.random(in: 0...36, using: &generator)
      let expected = plainMarks(bytes, offset, sought)
      bytes.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        let marks = ByteMarks(at: start + offset, sought[0], sought[1], sought[2])
        let words = ByteMarks(wordwiseAt: start + offset, sought[0], sought[1], sought[2])
        #expect([marks.first, marks.others] == expected)
        #expect(words == marks)
      }
    }
  }

  @Test func `are dropped up to an offset, or from one on`() {
    let bytes = [UInt8](repeating: 1, count: 64)
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      for offset in 0..<64 {
        var marks = ByteMarks(at: start, 1, 1, 2)
        marks.drop(through: offset)
        #expect(marks.first.nonzeroBitCount == 63 - offset)
        #expect(marks.first == marks.others)
        #expect(offset == 63 || marks.first.trailingZeroBitCount == offset + 1)
        marks = ByteMarks(at: start, 1, 1, 2)
        marks.cut(at: offset)
        #expect(marks.first.nonzeroBitCount == offset)
        #expect(marks.first == marks.others)
        marks.cut(at: 64)
        #expect(marks.first.nonzeroBitCount == offset)
      }
    }
  }
}
