@usableFromInline package struct Hemispheres: Equatable, Sendable {
  @usableFromInline package let positive: UInt8
  @usableFromInline package let negative: UInt8

  @inlinable
  init(positive: UInt8, negative: UInt8) {
    (self.positive, self.negative) = (positive, negative)
  }

  @inlinable package static var northSouth: Hemispheres {
    Hemispheres(positive: UInt8(ascii: "n"), negative: UInt8(ascii: "s"))
  }
  @inlinable package static var eastWest: Hemispheres {
    Hemispheres(positive: UInt8(ascii: "e"), negative: UInt8(ascii: "w"))
  }

  package func sign(ofWord text: Span<UInt8>) -> Double? {
    let word = text.extracting(text.trimmed)
    guard !word.isEmpty, let sign = sign(of: word[0]) else { return nil }
    return word.count == 1 || ["north", "south", "east", "west"].contains(word.text.lowercased())
      ? sign : nil
  }

  package func sign(of letter: UInt8) -> Double? {
    switch ASCII.lowercased(letter) {
    case positive: 1
    case negative: -1
    default: nil
    }
  }
}

extension Double {
  /// Reads the degrees at a range of bytes; the same, and faster where others follow.
  @inlinable @inline(__always)
  package init?(
    degreesAt range: Range<Int>, of bytes: Span<UInt8>, _ sides: Hemispheres, comma: Bool = false
  ) {
    if let number = Double(plainAt: range, of: bytes) {
      self = number
    } else {
      self.init(degrees: bytes.extracting(range), sides, comma: comma)
    }
  }

  /// Reads degrees such as `46.05`, `46.05° N`, `S 46.05°` or `46°03'00"N`, with a sign or a
  /// letter.
  ///
  /// - Parameter comma: whether a comma may stand before the fraction, too.
  @inlinable @inline(__always)
  package init?(degrees bytes: Span<UInt8>, _ sides: Hemispheres, comma: Bool = false) {
    if let number = Double(decimal: bytes, comma: comma) {
      self = number
    } else {
      self.init(decorated: bytes, sides, comma: comma)
    }
  }

  @usableFromInline @inline(never)
  init?(decorated bytes: Span<UInt8>, _ sides: Hemispheres, comma: Bool) {
    var text = bytes.trimmed
    func trim() { text = Self.trimmed(bytes, text) }
    var sign: Double?
    guard !text.isEmpty else { return nil }
    if let found = sides.sign(of: bytes[text.lowerBound]) {
      sign = found
      text = text.dropFirst()
    } else if let found = sides.sign(of: bytes[text.upperBound - 1]) {
      sign = found
      text = text.dropLast()
    }
    trim()
    guard !text.isEmpty, let number = Self.degrees(bytes.extracting(text), comma: comma) else {
      return nil
    }
    let first = bytes[text.lowerBound]
    guard sign == nil || first != ASCII.minus && first != ASCII.plus else { return nil }
    self = number * (sign ?? 1)
  }

  private static func degrees(_ bytes: Span<UInt8>, comma: Bool) -> Double? {
    if let number = Double(decimal: bytes, comma: comma) { return number }
    guard let end = mark(degreeMarks, in: bytes),
      let degrees = Double(decimal: bytes.extracting(0..<end.lowerBound), comma: comma)
    else { return nil }
    var (rest, sum, fraction) = (
      end.upperBound, degrees.magnitude, degrees - degrees.rounded(.towardZero)
    )
    for (marks, share) in [(minuteMarks, 60.0), (secondMarks, 3600)] {
      let remainder = bytes.extracting(rest..<bytes.count)
      if remainder.trimmed.isEmpty { break }
      // Only the last part may have a fraction.
      guard fraction == 0, let end = mark(marks, in: remainder),
        let part = Double(decimal: remainder.extracting(0..<end.lowerBound), comma: true),
        0..<60 ~= part
      else { return nil }
      sum += part / share
      fraction = part - part.rounded(.down)
      rest += end.upperBound
    }
    guard bytes.extracting(rest..<bytes.count).trimmed.isEmpty else { return nil }
    return bytes[0] == ASCII.minus ? -sum : sum
  }

  private static let degreeMarks = ["°", "º", "˚"].map { Array($0.utf8) }
  private static let minuteMarks = ["'", "′", "’", "ʹ"].map { Array($0.utf8) }
  private static let secondMarks = ["\"", "″", "”", "''", "′′", "’’", "ʺ"].map { Array($0.utf8) }

  private static func mark(_ marks: [[UInt8]], in bytes: Span<UInt8>) -> Range<Int>? {
    for offset in bytes.indices {
      for mark in marks where offset + mark.count <= bytes.count {
        if mark.indices.allSatisfy({ bytes[offset + $0] == mark[$0] }) {
          return offset..<(offset + mark.count)
        }
      }
    }
    return nil
  }

  private static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    let inner = bytes.extracting(range).trimmed
    return (range.lowerBound + inner.lowerBound)..<(range.lowerBound + inner.upperBound)
  }
}
