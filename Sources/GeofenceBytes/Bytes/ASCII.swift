@usableFromInline package enum ASCII {
  @inlinable package static var tab: UInt8 { UInt8(ascii: "\t") }
  @inlinable package static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
  @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
  @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
  @inlinable package static var apostrophe: UInt8 { UInt8(ascii: "'") }
  @inlinable package static var hash: UInt8 { UInt8(ascii: "#") }
  @inlinable package static var comma: UInt8 { UInt8(ascii: ",") }
  @inlinable package static var point: UInt8 { UInt8(ascii: ".") }
  @inlinable package static var plus: UInt8 { UInt8(ascii: "+") }
  @inlinable package static var minus: UInt8 { UInt8(ascii: "-") }
  @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
  @inlinable package static var zero: UInt8 { UInt8(ascii: "0") }
  @inlinable package static var slash: UInt8 { UInt8(ascii: "/") }
  @inlinable package static var lessThan: UInt8 { UInt8(ascii: "<") }
  @inlinable package static var equals: UInt8 { UInt8(ascii: "=") }
  @inlinable package static var greaterThan: UInt8 { UInt8(ascii: ">") }
  @inlinable package static var ampersand: UInt8 { UInt8(ascii: "&") }
  @inlinable package static var semicolon: UInt8 { UInt8(ascii: ";") }
  @inlinable package static var exclamationMark: UInt8 { UInt8(ascii: "!") }
  @inlinable package static var questionMark: UInt8 { UInt8(ascii: "?") }
  @inlinable package static var openBracket: UInt8 { UInt8(ascii: "[") }
  @inlinable package static var closeBracket: UInt8 { UInt8(ascii: "]") }
  @inlinable package static var openBrace: UInt8 { UInt8(ascii: "{") }
  @inlinable package static var closeBrace: UInt8 { UInt8(ascii: "}") }
  @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }

  @inlinable @inline(__always)
  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || (byte >= tab && byte <= carriageReturn)
  }

  @inlinable @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  @inlinable @inline(__always)
  package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  @inlinable @inline(__always)
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}

extension UInt64 {
  /// Creates a number from eight bytes, the lowest first. Precondition (unchecked): they exist.
  @inlinable @inline(__always)
  package init(littleEndianAt offset: Int, of bytes: Span<UInt8>) {
    self.init(
      littleEndian: bytes.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// Creates a number from up to eight of `count` bytes. Precondition: `count` are there, if any.
  @inlinable @inline(__always)
  package init(littleEndianAt start: Int, count: Int, of bytes: Span<UInt8>) {
    if start &+ 8 <= bytes.count {
      let word = UInt64(littleEndianAt: start, of: bytes)
      self = count >= 8 ? word : word.first(count)
    } else {
      self.init(nearEndAt: start, count: count, of: bytes)
    }
  }

  @usableFromInline init(nearEndAt start: Int, count: Int, of bytes: Span<UInt8>) {
    func byte(_ offset: Int) -> UInt64 {
      UInt64(bytes[start &+ offset]) &<< UInt64(truncatingIfNeeded: 8 &* offset)
    }
    switch count {
    case ..<1: self = 0
    // Loading the same byte twice does no harm: the bits are combined with "or".
    case ..<4: self = byte(0) | byte(count &>> 1) | byte(count &- 1)
    default:
      self = byte(0) | byte(1) | byte(2) | byte(3) | byte(count &- 3) | byte(count &- 2)
      self |= byte(count &- 1)
    }
  }

  /// Returns the lowest `count` bytes, fewer than eight, with zeros in place of the others.
  @inlinable @inline(__always)
  package func first(_ count: Int) -> UInt64 {
    self & ~(.max &<< UInt64(truncatingIfNeeded: 8 &* count))
  }

  @inlinable @inline(__always)
  package init(repeating byte: UInt8) { self = 0x0101_0101_0101_0101 &* UInt64(byte) }

  @inlinable @inline(__always)
  package var leadingLetters: Int {
    let letters = (self | UInt64(repeating: 0x20)) & 0x7F7F_7F7F_7F7F_7F7F
    // 0x1F is 0x80 - 0x61 and 0x05 is 0x80 - 0x7B: the sums have their high bits set from "a" on
    // and above "z".
    let others =
      (self | ~(letters &+ UInt64(repeating: 0x1F)) | (letters &+ UInt64(repeating: 0x05)))
      & UInt64(repeating: 0x80)
    return others.trailingZeroBitCount &>> 3
  }

  /// The high bit of the lowest byte that is zero, and possibly high bits above it.
  @inlinable @inline(__always)
  package var firstZeroByte: UInt64 {
    (self &- UInt64(repeating: 1)) & ~self & UInt64(repeating: 0x80)
  }

  /// The high bit of the lowest byte below a space, and possibly high bits above it.
  @inlinable @inline(__always)
  package var firstControlByte: UInt64 {
    (self &- UInt64(repeating: ASCII.space)) & ~self & UInt64(repeating: 0x80)
  }

  @inlinable @inline(__always)
  package var zeroBytes: UInt64 { ~(nonzeroBytes | 0x7F7F_7F7F_7F7F_7F7F) }

  /// The high bit of each byte that is not zero, and possibly bits below it.
  @inlinable @inline(__always)
  package var nonzeroBytes: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ((self & low) &+ low) | self
  }
}

extension Span<UInt8> {
  @inlinable @inline(__always)
  package var trimmed: Range<Int> {
    var lower = 0
    var upper = count
    while lower < upper, ASCII.isBlank(self[lower]) { lower += 1 }
    while lower < upper, ASCII.isBlank(self[upper - 1]) { upper -= 1 }
    return lower..<upper
  }

  @inlinable @inline(__always)
  package func offset(of byte: UInt8, from start: Int) -> Int {
    offset(ofAny: byte, byte, byte, from: start)
  }

  /// Returns the first offset of three bytes from `start` on, or the count. O(n), eight at a time.
  @inlinable @inline(__always)
  package func offset(ofAny first: UInt8, _ second: UInt8, _ third: UInt8, from start: Int) -> Int {
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

  /// Returns the first quotation mark, backslash or control character, or the count. O(n).
  @inlinable @inline(__always)
  package func offsetOfTextMark(from start: Int) -> Int {
    var index = start
    while index &+ 8 <= count {
      let word = UInt64(littleEndianAt: index, of: self)
      let hits =
        (word ^ UInt64(repeating: ASCII.quote)).firstZeroByte
        | (word ^ UInt64(repeating: ASCII.backslash)).firstZeroByte | word.firstControlByte
      if hits != 0 { return index &+ hits.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < count, self[index] != ASCII.quote, self[index] != ASCII.backslash,
      self[index] >= ASCII.space
    {
      index &+= 1
    }
    return index
  }

  @inlinable @inline(__always)
  package func endOfPlainNumber(from start: Int) -> Int? {
    let first = self[start] == ASCII.minus ? start &+ 1 : start
    var end = offset(behindDigitsFrom: first)
    guard end > first else { return nil }
    if end < count, self[unchecked: end] == ASCII.point {
      let point = end
      end = offset(behindDigitsFrom: point &+ 1)
      guard end > point &+ 1 else { return nil }
    }
    return end
  }

  @inlinable @inline(__always)
  func offset(behindDigitsFrom start: Int) -> Int {
    var index = start
    while index &+ 8 <= count {
      let word = UInt64(littleEndianAt: index, of: self) ^ UInt64(repeating: ASCII.zero)
      let digits = word.leadingDigits
      index &+= digits
      if digits < 8 { return index }
    }
    while index < count, ASCII.isDigit(self[index]) { index &+= 1 }
    return index
  }

  package func count(of byte: UInt8) -> Int {
    var total = 0
    var index = 0
    while index < count {
      // A processor compares and counts 32 bytes at once as long as the count fits into a byte.
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

  package func isBlank(_ range: Range<Int>) -> Bool {
    for index in range where !ASCII.isBlank(self[index]) { return false }
    return true
  }

  @inlinable @inline(__always)
  package func areEqual(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    guard one.count == other.count else { return false }
    var offset = 0
    while offset < one.count {
      let rest = one.count &- offset
      let word = UInt64(littleEndianAt: one.lowerBound &+ offset, count: rest, of: self)
      if word != UInt64(littleEndianAt: other.lowerBound &+ offset, count: rest, of: self) {
        return false
      }
      offset &+= 8
    }
    return true
  }

  package func isPrefix(of others: ArraySlice<UInt8>) -> Bool {
    withUnsafeBufferPointer { others.starts(with: $0) }
  }

  package var trimmedText: String { extracting(trimmed).text }

  package var array: [UInt8] { withUnsafeBufferPointer { Array($0) } }

  package var text: String {
    withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns up to forty characters in quotation marks, with control characters escaped.
  package func excerpt() -> String {
    // A character is seldom longer than eight bytes, so 320 bytes hold the forty that are kept.
    let head = extracting(0..<Swift.min(count, 320)).text
    return head.quotedExcerpt(isCut: count > 320)
  }
}

extension String {
  /// Returns up to `limit` characters in quotation marks, with control characters escaped.
  package func quotedExcerpt(limit: Int = 40, isCut: Bool = false) -> String {
    var result = "\""
    for scalar in prefix(limit).unicodeScalars {
      result += scalar.isSteering ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return RunnerCommand.disarmed(result)
      + (isCut || dropFirst(limit).isEmpty == false ? "…\"" : "\"")
  }
}

extension [String] {
  /// Returns the first `limit` of these names in quotation marks, as a list for a message.
  package func listed(limit: Int = 8) -> String {
    prefix(limit).map { $0.quotedExcerpt(limit: 20) }.joined(separator: ", ")
      + (count > limit ? ", …" : "")
  }
}
