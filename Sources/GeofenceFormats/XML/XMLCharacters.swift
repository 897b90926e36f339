/// The characters of XML 1.0 (fifth edition), in UTF-8.
enum XMLCharacters {
  /// What ends a run of characters: that there are no more yet, or one that may not be there.
  enum End { case cut, badBytes, badCharacter }

  /// The length of the longest beginning that has only characters XML allows, and what ends it.
  ///
  /// - Complexity: O(n) for n bytes.
  static func run(of bytes: Span<UInt8>) -> (count: Int, end: End) {
    do throws(UTF8.ValidationError) {
      let isASCII = try UTF8Span(validating: bytes).isKnownASCII
      let count = allowed(bytes, isASCII: isASCII)
      return (count, count == bytes.count ? .cut : .badCharacter)
    } catch {
      let bad = error.byteOffsets
      let count = allowed(bytes.extracting(0..<bad.lowerBound), isASCII: false)
      if count < bad.lowerBound { return (count, .badCharacter) }
      let isCut = error.kind == .truncatedScalar && bad.upperBound == bytes.count
      return (count, isCut ? .cut : .badBytes)
    }
  }

  /// The length of the longest beginning without control characters, U+FFFE and U+FFFF.
  private static func allowed(_ bytes: Span<UInt8>, isASCII: Bool) -> Int {
    var end = isASCII ? bytes.count : bytes.offset(of: 0xEF, from: 0)
    while end + 2 < bytes.count, bytes[end + 1] != 0xBF || bytes[end + 2] < 0xBE {
      end = bytes.offset(of: 0xEF, from: end + 1)
    }
    var index = 0
    while index &+ 8 <= end, hasNoControl(UInt64(littleEndianAt: index, of: bytes)) { index &+= 8 }
    while index < end, bytes[index] >= ASCII.space || isBlank(bytes[index]) { index &+= 1 }
    return index
  }

  /// Whether none of eight bytes is a control character that may not be there.
  @inline(__always)
  private static func hasNoControl(_ word: UInt64) -> Bool {
    let controls = word.bytesBelowBlank
    return controls == 0
      || controls
        & ~((word ^ UInt64(repeating: ASCII.lineFeed)).zeroBytes
        | (word ^ UInt64(repeating: ASCII.carriageReturn)).zeroBytes
        | (word ^ UInt64(repeating: ASCII.tab)).zeroBytes) == 0
  }

  /// Whether a reference may stand for the character.
  static func isAllowed(_ character: Unicode.Scalar) -> Bool {
    character.value >= 0x20
      ? character.value & ~1 != 0xFFFE : isBlank(UInt8(character.value))
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte <= ASCII.space
      && (byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.tab
        || byte == ASCII.carriageReturn)
  }

  /// Whether a name may begin with `byte`, which is ASCII.
  @inline(__always)
  static func beginsName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte == ASCII.colon
  }

  /// Whether a name may have `byte`, which is ASCII.
  @inline(__always)
  static func continuesName(_ byte: UInt8) -> Bool {
    beginsName(byte) || byte &- ASCII.zero < 10 || byte == ASCII.minus || byte == ASCII.point
  }

  /// Whether `byte` stands behind a name in a tag.
  @inline(__always)
  static func endsName(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == ASCII.greaterThan || byte == ASCII.equals || byte == ASCII.slash
  }

  /// Whether a name may have, or begin with, a character that is not ASCII.
  static func isInName(_ character: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch character.value {
    case 0xB7, 0x300...0x36F, 0x203F...0x2040: !isFirst
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F,
      0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x1_0000...0xE_FFFF:
      true
    default: false
    }
  }
}
