/// The bytes that the formats are made of.
enum ASCII {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let hash = UInt8(ascii: "#")
  static let comma = UInt8(ascii: ",")
  static let point = UInt8(ascii: ".")
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let colon = UInt8(ascii: ":")
  static let zero = UInt8(ascii: "0")

  /// Space, tab, line feed, vertical tab, form feed or carriage return.
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || (byte >= tab && byte <= carriageReturn)
  }

  /// `byte` as a lower-case letter where it is an upper-case one.
  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}

extension UInt64 {
  /// The eight bytes from `offset` on, the first of them the lowest.
  @inline(__always)
  init(littleEndianAt offset: Int, of bytes: Span<UInt8>) {
    self.init(
      littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Eight times the same byte.
  @inline(__always)
  init(repeating byte: UInt8) { self = 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// The high bit of each byte that is at most that of a comma.
  @inline(__always)
  var bytesUpToComma: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    // 0x80 - 0x2D: the sum has its high bit for bytes after the comma.
    return ~(((self & low) &+ 0x5353_5353_5353_5353) | self | low)
  }

  /// The high bit of each byte that is zero.
  @inline(__always)
  var zeroBytes: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((self & low) &+ low) | self | low)
  }
}

extension Span<UInt8> {
  /// The offsets of these bytes without the blanks at either end.
  @inline(__always)
  var trimmed: Range<Int> {
    var lower = 0
    var upper = count
    while lower < upper, ASCII.isBlank(self[lower]) { lower += 1 }
    while lower < upper, ASCII.isBlank(self[upper - 1]) { upper -= 1 }
    return lower..<upper
  }

  /// These bytes as text, ill-formed UTF-8 repaired.
  var text: String {
    withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// These bytes in quotation marks for a message: control characters escaped, at most `limit`
  /// characters long.
  func excerpt(limit: Int = 40) -> String {
    // A character is seldom longer than eight bytes, and what is cut is cut anyway.
    let head = extracting(0..<Swift.min(count, limit * 8)).text
    return head.quotedExcerpt(limit: limit, isCut: count > limit * 8)
  }
}

extension String {
  /// This text in quotation marks for a message: control characters escaped, at most `limit`
  /// characters long.
  func quotedExcerpt(limit: Int = 40, isCut: Bool = false) -> String {
    var result = "\""
    for scalar in prefix(limit).unicodeScalars {
      result += scalar.isSteering ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return result + (isCut || dropFirst(limit).isEmpty == false ? "…\"" : "\"")
  }
}
