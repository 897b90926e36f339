import TestSupport
import Testing

@testable import GeofenceBytes

@Suite struct `The end of a text or a number` {
  private static func isTextMark(_ byte: UInt8) -> Bool {
    byte == ASCII.quote || byte == ASCII.backslash || byte < ASCII.space
  }

  /// Returns the offset behind the longest plain number, found byte by byte.
  private static func endOfNumber(_ bytes: [UInt8], from start: Int) -> Int? {
    let digits = start + (bytes[start] == ASCII.minus ? 1 : 0)
    let point = digits + bytes[digits...].prefix(while: ASCII.isDigit).count
    guard point > digits else { return nil }
    guard point < bytes.count, bytes[point] == ASCII.point else { return point }
    let end = point + 1 + bytes[(point + 1)...].prefix(while: ASCII.isDigit).count
    return end > point + 1 ? end : nil
  }

  @Test func `is the same by words and byte by byte`() {
    var generator = SeededGenerator(seed: 5)
    let special: [UInt8] = [
      ASCII.quote, ASCII.backslash, ASCII.lineFeed, 0, 0x1F, ASCII.space, 0x7F, 0x80, 0xA2, 0xFF,
    ]
    let ofNumbers = Array("0123456789012345678901234567890123456789-..,/:e".utf8)
    for round in 0..<4000 {
      let bytes = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        round % 2 == 0
          ? ofNumbers.randomElement(using: &generator) ?? 0
          : Int.random(in: 0..<12, using: &generator) == 0
            ? special.randomElement(using: &generator) ?? 0
            : UInt8.random(in: 0x20...0xFF, using: &generator)
      }
      let marks = bytes.indices.map { start in
        bytes[start...].firstIndex(where: Self.isTextMark) ?? bytes.count
      }
      #expect(bytes.indices.map { bytes.span.offsetOfTextMark(from: $0) } == marks)
      let ends = bytes.indices.map { Self.endOfNumber(bytes, from: $0) }
      #expect(bytes.indices.map { bytes.span.endOfPlainNumber(from: $0) } == ends)
    }
  }
}
