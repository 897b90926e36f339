/// A place in a text of UTF-8: its line and column, both from one. A column is a character.
struct TextPosition: Hashable {
  private(set) var line = 1
  private(set) var column = 1

  /// Moves on over `bytes`.
  ///
  /// - Complexity: O(n) for n bytes.
  mutating func advance(over bytes: Span<UInt8>) {
    var lineStart = 0
    while true {
      let end = bytes.offset(of: ASCII.lineFeed, from: lineStart)
      guard end < bytes.count else { break }
      (line, column) = (line &+ 1, 1)
      lineStart = end &+ 1
    }
    // Bytes that continue a character are no columns.
    for index in lineStart..<bytes.count where bytes[index] & 0xC0 != 0x80 { column &+= 1 }
  }
}
