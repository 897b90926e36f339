package struct TextPosition: Hashable {
  package private(set) var line = 1
  package private(set) var column = 1

  package init() {}

  package mutating func advance(over bytes: Span<UInt8>) {
    let lines = bytes.count(of: ASCII.lineFeed)
    var lineStart = 0
    if lines > 0 {
      (line, column) = (line &+ lines, 1)
      lineStart = bytes.count
      while bytes[lineStart &- 1] != ASCII.lineFeed { lineStart &-= 1 }
    }
    // Bytes that continue a character do not count as columns.
    for index in lineStart..<bytes.count where bytes[index] & 0xC0 != 0x80 { column &+= 1 }
  }
}
