extension Span<UInt8> {
  /// The length of the longest beginning that is UTF-8 and ends with a character; and whether what
  /// follows is the beginning of one that is cut off.
  ///
  /// - Complexity: O(n) for n bytes, eight at a time while they are ASCII.
  var validUTF8Prefix: (count: Int, isCut: Bool) {
    var position = 0
    while position < count {
      if position + 8 <= count {
        let word = bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 == 0 {
          position += 8
          continue
        }
      }
      let (length, range) = Self.form(self[position])
      guard length > 0 else { return (position, false) }
      for offset in 1..<Swift.max(length, 1) {
        guard position + offset < count else { return (position, true) }
        let allowed = offset == 1 ? range : 0x80...0xBF
        guard allowed.contains(self[position + offset]) else { return (position, false) }
      }
      position += length
    }
    return (position, false)
  }

  /// How long a character with this first byte is, 0 when none begins so, and what its second byte
  /// may be (The Unicode Standard, table 3-7).
  private static func form(_ first: UInt8) -> (length: Int, second: ClosedRange<UInt8>) {
    switch first {
    case 0...0x7F: (1, 0x80...0xBF)
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: (0, 0x80...0xBF)
    }
  }
}
