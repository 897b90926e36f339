import GeofenceBytes

enum XMLCharacters {
  /// Returns the bytes that XML allows at the beginning, and the fault behind them, if any.
  static func run(of bytes: Span<UInt8>) -> (count: Int, fault: StaticString?) {
    // Every forbidden character has one of these bytes, which a processor finds many at a time.
    var (suspects, all): (UInt8, UInt8) = (0, 0)
    for index in bytes.indices {
      let byte = bytes[unchecked: index]
      suspects |= byte < ASCII.space && !isBlank(byte) || byte == 0xEF ? 1 : 0
      all |= byte
    }
    let valid = all < 0x80 ? (count: bytes.count, isCut: false) : bytes.wellFormed
    let count =
      suspects == 0
      ? valid.count
      : bytes.extracting(0..<valid.count).text.unicodeScalars.prefix(while: isAllowed)
        .reduce(0) { $0 + UTF8.width($1) }
    if count < valid.count { return (count, "a character that XML does not allow") }
    let isWhole = count == bytes.count || valid.isCut
    return (count, isWhole ? nil : "bytes that are not of its encoding")
  }

  static func isAllowed(_ character: Unicode.Scalar) -> Bool {
    character.value >= 0x20 ? character.value & ~1 != 0xFFFE : isBlank(UInt8(character.value))
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.tab
      || byte == ASCII.carriageReturn
  }

  @inline(__always)
  static func endsName(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == ASCII.greaterThan || byte == ASCII.equals || byte == ASCII.slash
  }

  static func isInName(_ character: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch character {
    case "-", ".", "0"..."9", "\u{B7}", "\u{300}"..."\u{36F}", "\u{203F}"..."\u{2040}": !isFirst
    case ":", "A"..."Z", "_", "a"..."z", "\u{C0}"..."\u{D6}", "\u{D8}"..."\u{F6}",
      "\u{F8}"..."\u{37D}", "\u{37F}"..."\u{1FFF}", "\u{200C}"..."\u{200D}",
      "\u{2070}"..."\u{218F}", "\u{2C00}"..."\u{2FEF}", "\u{3001}"..."\u{D7FF}",
      "\u{F900}"..."\u{FDCF}", "\u{FDF0}"..."\u{FFFD}", "\u{10000}"..."\u{EFFFF}":
      true
    default: false
    }
  }
}
