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

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  /// `byte` as a lower-case letter where it is an upper-case one.
  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}

extension UInt64 {
  /// The eight bytes from `offset` on, the first of them the lowest.
  ///
  /// - Precondition: there are so many; nothing checks it.
  @inline(__always)
  init(littleEndianAt offset: Int, of bytes: Span<UInt8>) {
    self.init(
      littleEndian: bytes.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// At most eight of `count` bytes, the first of them the lowest, and zeros behind them.
  ///
  /// - Precondition: there are so many from `start` on, or `count` is not positive.
  @inline(__always)
  init(littleEndianAt start: Int, count: Int, of bytes: Span<UInt8>) {
    if start &+ 8 <= bytes.count {
      let word = UInt64(littleEndianAt: start, of: bytes)
      self = count >= 8 ? word : word.first(count)
    } else {
      self.init(nearEndAt: start, count: count, of: bytes)
    }
  }

  /// The same for fewer than eight bytes, where there are not eight to load.
  private init(nearEndAt start: Int, count: Int, of bytes: Span<UInt8>) {
    func byte(_ offset: Int) -> UInt64 {
      UInt64(bytes[start &+ offset]) &<< UInt64(truncatingIfNeeded: 8 &* offset)
    }
    switch count {
    case ..<1: self = 0
    // A byte that is loaded twice does no harm.
    case ..<4: self = byte(0) | byte(count &>> 1) | byte(count &- 1)
    default:
      self = byte(0) | byte(1) | byte(2) | byte(3) | byte(count &- 3) | byte(count &- 2)
      self |= byte(count &- 1)
    }
  }

  /// The lowest `count` bytes, fewer than eight, and zeros in place of the others.
  @inline(__always)
  func first(_ count: Int) -> UInt64 {
    self & ~(.max &<< UInt64(truncatingIfNeeded: 8 &* count))
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

  /// How many of these bytes, from the lowest on, are letters of ASCII.
  @inline(__always)
  var leadingLetters: Int {
    let letters = (self | UInt64(repeating: 0x20)) & 0x7F7F_7F7F_7F7F_7F7F
    // 0x80 - 0x61, 0x80 - 0x7B: the sums have their high bits from a on and behind z.
    let others =
      (self | ~(letters &+ UInt64(repeating: 0x1F)) | (letters &+ UInt64(repeating: 0x05)))
      & UInt64(repeating: 0x80)
    return others.trailingZeroBitCount &>> 3
  }

  /// The high bit of the lowest byte that is zero, and any high bits above it.
  @inline(__always)
  var firstZeroByte: UInt64 {
    (self &- UInt64(repeating: 1)) & ~self & UInt64(repeating: 0x80)
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
        (word ^ UInt64(repeating: first)).firstZeroByte
        | (word ^ UInt64(repeating: second)).firstZeroByte
        | (word ^ UInt64(repeating: third)).firstZeroByte
      if hits != 0 { return index &+ hits.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < count, self[index] != first, self[index] != second, self[index] != third {
      index &+= 1
    }
    return index
  }

  /// How often a byte is there.
  ///
  /// - Complexity: O(n) for n bytes, many at a time.
  func count(of byte: UInt8) -> Int {
    var total = 0
    var index = 0
    while index < count {
      // As far as the number fits into a byte, a processor compares and counts 32 at once.
      let end = min(count, index &+ 224)
      var found: UInt8 = 0
      while index < end {
        found &+= self[unchecked: index] == byte ? 1 : 0
        index &+= 1
      }
      total &+= Int(found)
    }
    return total
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
    for offset in stride(from: 0, to: one.count, by: 8) {
      let rest = one.count &- offset
      let word = UInt64(littleEndianAt: one.lowerBound &+ offset, count: rest, of: self)
      if word != UInt64(littleEndianAt: other.lowerBound &+ offset, count: rest, of: self) {
        return false
      }
    }
    return true
  }

  /// Whether these are the first of `others`.
  func isPrefix(of others: ArraySlice<UInt8>) -> Bool {
    withUnsafeBufferPointer { others.starts(with: $0) }
  }

  /// These bytes as text without the blanks at either end.
  var trimmedText: String { extracting(trimmed).text }

  /// A copy of these bytes.
  var array: [UInt8] { withUnsafeBufferPointer { Array($0) } }

  /// These bytes as text, ill-formed UTF-8 repaired.
  var text: String {
    withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// These bytes in quotation marks for a message: control characters escaped, at most forty
  /// characters long.
  func excerpt() -> String {
    // A character is seldom longer than eight bytes, and what is cut is cut anyway.
    let head = extracting(0..<Swift.min(count, 320)).text
    return head.quotedExcerpt(isCut: count > 320)
  }
}

extension String {
  /// This text in quotation marks for a message: control characters escaped, at most `limit`
  /// characters long.
  package func quotedExcerpt(limit: Int = 40, isCut: Bool = false) -> String {
    var result = "\""
    for scalar in prefix(limit).unicodeScalars {
      result += scalar.isSteering ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return result + (isCut || dropFirst(limit).isEmpty == false ? "…\"" : "\"")
  }
}

extension [String] {
  /// These names for a message, the first `limit` of them.
  package func listed(limit: Int = 8) -> String {
    prefix(limit).map { $0.quotedExcerpt(limit: 20) }.joined(separator: ", ")
      + (count > limit ? ", …" : "")
  }
}
