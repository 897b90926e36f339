/// The letters that may stand beside a coordinate in place of its sign.
@usableFromInline package struct Hemispheres: Sendable {
  /// The letter of the positive side, in lower case.
  @usableFromInline package let positive: UInt8
  /// The letter of the negative side, in lower case.
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

  /// Returns 1 or -1 for the letter of a side, or `nil` for another byte.
  package func sign(of letter: UInt8) -> Double? {
    switch ASCII.lowercased(letter) {
    case positive: 1
    case negative: -1
    default: nil
    }
  }
}

extension Double {
  /// Reads degrees such as `46.05`, `46.05°`, `46.05 N` or `S 46.05°`.
  ///
  /// A number may have a sign or a letter, but not both.
  ///
  /// - Parameter comma: True if a comma may also stand before the fraction.
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
    // These two bytes are a degree sign in UTF-8.
    if text.count > 2, bytes[text.upperBound - 2] == 0xC2, bytes[text.upperBound - 1] == 0xB0 {
      text = text.dropLast(2)
      trim()
    }
    guard !text.isEmpty, let number = Double(decimal: bytes.extracting(text), comma: comma) else {
      return nil
    }
    let first = bytes[text.lowerBound]
    guard sign == nil || first != ASCII.minus && first != ASCII.plus else { return nil }
    self = number * (sign ?? 1)
  }

  private static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    let inner = bytes.extracting(range).trimmed
    return (range.lowerBound + inner.lowerBound)..<(range.lowerBound + inner.upperBound)
  }
}
