import TestSupport
import Testing

@testable import GeofenceBytes

private func decimal(_ text: String, comma: Bool = false) -> Double? {
  let bytes = Array(text.utf8)
  return Double(decimal: bytes.span, comma: comma)
}

@Suite struct `A number` {
  @Test(arguments: [
    ("0", 0), ("-0", -0.0), ("46.05", 46.05), ("+46.05", 46.05), ("-14.5", -14.5), (" 5\t", 5),
    (".5", 0.5), ("5.", 5), ("-.5", -0.5), ("1e3", 1000), ("1E-3", 0.001), ("1.5e+2", 150),
    ("46.050000000000000000000000000001", 46.05), ("9007199254740993", 9_007_199_254_740_992),
    ("0.1", 0.1), ("179.99999999999997", 179.99999999999997), ("1e400", .infinity),
    ("-1e400", -.infinity), ("000000000000000000000000046.5", 46.5),
    ("0.0000000000000000000000000000001", 1e-31),
    ("123456789012345678901234567890", 1.2345678901234568e29),
  ])
  func `is read as the nearest double`(text: String, value: Double) throws {
    let read = try #require(decimal(text))
    #expect(read == value && read.sign == value.sign)
  }

  @Test(arguments: [
    "", " ", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e5x", "0x10", "nan", "NaN", "inf",
    "infinity",
    "1,5", "1.5.5", "1 5", "--1", "1_000", "46°", "46.05N", "１", "\u{0}1", "1\u{0}",
  ])
  func `is none`(text: String) {
    #expect(decimal(text) == nil)
  }

  @Test func `may have a comma where a comma parts no columns`() {
    #expect(decimal("46,05", comma: true) == 46.05)
    #expect(decimal("46.05", comma: true) == 46.05)
    #expect(decimal("46,05000000000000000000001", comma: true) == 46.05)
    #expect(decimal("1.234,5", comma: true) == nil)
  }

  @Test func `is read as the standard library reads it`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let digits = String(UInt64.random(in: 0...(1 << 60), using: &generator))
      let length = Int.random(in: 0...digits.count, using: &generator)
      let text = "\(digits.prefix(length)).\(digits.dropFirst(length))"
      #expect(decimal(text) == Double(text), "\(text)")
    }
  }

  @Test func `in a buffer is read as by itself, whatever bytes follow it`() {
    var generator = SeededGenerator(seed: 10)
    let alphabet = Array("0123456789.-+ ,e".utf8)
    for round in 0..<20_000 {
      let bytes = (0..<40).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      // Half of them are plain, so that there are enough of these.
      let count = Int.random(in: 1...18, using: &generator)
      var number = Array(bytes[0..<count])
      if round % 2 == 0 {
        let value = Double.random(in: -10_000...10_000, using: &generator)
        number = Array("\((value * 1e7).rounded() / 1e7)".utf8)
      }
      let buffer = [ASCII.comma] + number + bytes
      let range = 1..<(1 + number.count)
      // Other numbers are left to a reader of all numbers.
      guard let plain = Double(plainAt: range, of: buffer.span) else { continue }
      let alone = Double(decimal: number.span)
      #expect(plain == alone && plain.sign == alone?.sign, "\(number.span.text)")
    }
    let texts = [("46.0500831", true), ("-0.5", true), ("12345.6", false), ("5.", false)]
    for (text, isPlain) in texts {
      let buffer = Array((text + String(repeating: "7", count: 24)).utf8)
      #expect((Double(plainAt: 0..<text.utf8.count, of: buffer.span) != nil) == isPlain)
    }
  }

  @Test func `may have more digits than decide it`() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<20_000 {
      let digits = (0..<Int.random(in: 16...60, using: &generator)).map { _ in
        "\(Int.random(in: 0...9, using: &generator))"
      }.joined()
      let length = Int.random(in: 0...min(digits.count, 22), using: &generator)
      let text = "-\(digits.prefix(length)).\(digits.dropFirst(length))"
      #expect(decimal(text) == Double(text), "\(text)")
    }
  }

  @Test func `may lie half-way between two doubles, or hardly beside it`() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<5000 {
      // An odd number of 2⁻⁴⁹ from 16 to 32 has one bit more than a double.
      let steps = UInt64.random(in: (1 << 53)..<(1 << 54), using: &generator) | 1
      var rest = steps & (1 << 49 - 1)
      var text = "\(steps >> 49)."
      while rest > 0 {
        rest *= 10
        text += "\(rest >> 49)"
        rest &= 1 << 49 - 1
      }
      let neighbours = [text, text + "0000", text + "0001", text.dropLast() + "4999"]
      for text in neighbours { #expect(decimal(text) == Double(text), "\(text)") }
    }
  }
}
