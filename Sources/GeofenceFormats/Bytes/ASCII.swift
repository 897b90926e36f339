/// The bytes that the formats are made of.
enum ASCII {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let hash = UInt8(ascii: "#")
  static let comma = UInt8(ascii: ",")
  static let point = UInt8(ascii: ".")
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let colon = UInt8(ascii: ":")
  static let zero = UInt8(ascii: "0")
  static let slash = UInt8(ascii: "/")
  static let lessThan = UInt8(ascii: "<")
  static let equals = UInt8(ascii: "=")
  static let greaterThan = UInt8(ascii: ">")
  static let ampersand = UInt8(ascii: "&")
  static let semicolon = UInt8(ascii: ";")
  static let exclamationMark = UInt8(ascii: "!")
  static let questionMark = UInt8(ascii: "?")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let backslash = UInt8(ascii: "\\")

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

  /// At most eight bytes, the first of them the lowest, and zeros behind them.
  ///
  /// - Parameter range: its bytes, and no others, are loaded.
  @inline(__always)
  init(littleEndianAt range: Range<Int>, of bytes: Span<UInt8>) {
    let (start, count) = (range.lowerBound, range.count)
    if count >= 8 {
      self.init(littleEndianAt: start, of: bytes)
    } else if start &+ 8 <= bytes.count {
      let others = UInt64.max &<< UInt64(truncatingIfNeeded: 8 &* count)
      self = UInt64(littleEndianAt: start, of: bytes) & ~others
    } else if bytes.count >= 8 {
      // The last eight bytes of all, without those before and behind the range.
      let last = UInt64(littleEndianAt: bytes.count &- 8, of: bytes)
      let word = last &>> UInt64(truncatingIfNeeded: 8 &* (start &+ 8 &- bytes.count))
      self = word & ~(.max &<< UInt64(truncatingIfNeeded: 8 &* count))
    } else {
      self = 0
      for index in range.reversed() { self = self << 8 | UInt64(bytes[index]) }
    }
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

  /// The high bit of each byte that is less than a blank.
  @inline(__always)
  var bytesBelowBlank: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    // 0x80 - 0x20: the sum has its high bit for blanks and more.
    return ~(((self & low) &+ 0x6060_6060_6060_6060) | self | low)
  }

  /// The high bit of each byte that is zero.
  @inline(__always)
  var zeroBytes: UInt64 { ~(nonzeroBytes | 0x7F7F_7F7F_7F7F_7F7F) }

  /// The high bit of each byte that is not zero, and any bits below it.
  @inline(__always)
  var nonzeroBytes: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ((self & low) &+ low) | self
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

  /// The offset of the first `byte` from `start` on; the count of bytes where there is none.
  ///
  /// - Complexity: O(n) for n bytes, eight at a time.
  @inline(__always)
  func offset(of byte: UInt8, from start: Int) -> Int {
    offset(ofAny: byte, byte, byte, from: start)
  }

  /// The offset of the first of three bytes from `start` on; the count of bytes where there is none.
  ///
  /// - Complexity: O(n) for n bytes, eight at a time.
  @inline(__always)
  func offset(ofAny first: UInt8, _ second: UInt8, _ third: UInt8, from start: Int) -> Int {
    var index = start
    while index &+ 8 <= count {
      let word = UInt64(littleEndianAt: index, of: self)
      let hits =
        (word ^ UInt64(repeating: first)).zeroBytes | (word ^ UInt64(repeating: second)).zeroBytes
        | (word ^ UInt64(repeating: third)).zeroBytes
      if hits != 0 { return index &+ hits.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < count, self[index] != first, self[index] != second, self[index] != third {
      index &+= 1
    }
    return index
  }

  /// Whether there are only blanks at `range`.
  func isBlank(_ range: Range<Int>) -> Bool {
    for index in range where !ASCII.isBlank(self[index]) { return false }
    return true
  }

  /// Whether the bytes at two places are the same.
  @inline(__always)
  func areEqual(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    guard one.count == other.count else { return false }
    for index in 0..<one.count
    where self[one.lowerBound &+ index] != self[other.lowerBound &+ index] {
      return false
    }
    return true
  }

  /// Whether these are the first of `others`.
  func isPrefix(of others: ArraySlice<UInt8>) -> Bool {
    withUnsafeBufferPointer { others.starts(with: $0) }
  }

  /// A copy of these bytes.
  var array: [UInt8] { withUnsafeBufferPointer { Array($0) } }

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

extension [String] {
  /// These names for a message, the first `limit` of them.
  func listed(limit: Int = 8) -> String {
    prefix(limit).map { $0.quotedExcerpt(limit: 20) }.joined(separator: ", ")
      + (count > limit ? ", …" : "")
  }
}
