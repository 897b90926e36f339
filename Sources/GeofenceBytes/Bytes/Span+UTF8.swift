extension Span<UInt8> {
  package var isUTF8: Bool { wellFormed.count == count }

  /// The length in bytes of the longest beginning that is UTF-8, by the Unicode Standard's table
  /// 3-7, and whether the rest, which is not empty, is the beginning of a character that is cut
  /// off.
  package var wellFormed: (count: Int, isCut: Bool) {
    var index = 0
    while index < count {
      if index &+ 8 <= count, UInt64(littleEndianAt: index, of: self) & UInt64(repeating: 0x80) == 0
      {
        index &+= 8
        continue
      }
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch self[unchecked: index] {
      case 0x00...0x7F: length = 1
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return (index, false)
      }
      for offset in 1..<length {
        guard index &+ offset < count else { return (index, true) }
        guard (offset == 1 ? second : 0x80...0xBF).contains(self[unchecked: index &+ offset]) else {
          return (index, false)
        }
      }
      index &+= length
    }
    return (index, false)
  }
}

package struct TextPosition: Hashable {
  package private(set) var line: Int
  package private(set) var column = 1

  package init(line: Int = 1) { self.line = line }

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
