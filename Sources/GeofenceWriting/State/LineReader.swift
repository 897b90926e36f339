import GeofenceBytes

/// A reader of JSON of a known shape, which is read piece by piece; nothing is passed over.
struct LineReader {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  init(_ line: Range<Int>, of bytes: [UInt8]) {
    self.bytes = bytes
    (index, end) = (line.lowerBound, line.upperBound)
  }

  var isAtEnd: Bool { index == end }

  func isAt(_ byte: UInt8) -> Bool { index < end && bytes[index] == byte }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard isAt(byte) else { return false }
    index += 1
    return true
  }

  mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= end else { return false }
    let isThere = word.withUTF8Buffer { word in
      word.indices.allSatisfy { bytes[index + $0] == word[$0] }
    }
    if isThere { index += count }
    return isThere
  }

  /// Returns the bytes of a text in base 64; `nil` if none is next.
  mutating func base64() -> [UInt8]? {
    guard let text = textBytes() else { return nil }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count * 3 / 4)
    var (word, bits): (UInt32, UInt32) = (0, 0)
    for byte in text {
      guard let digit = Self.values[Int(byte)] else { return nil }
      (word, bits) = (word << 6 | UInt32(digit), bits + 6)
      guard bits >= 8 else { continue }
      bits -= 8
      decoded.append(UInt8(truncatingIfNeeded: word >> bits))
    }
    // Bits that are left over are zero, so that each text is written again as it was read.
    return bits < 6 && word & (1 << bits - 1) == 0 ? decoded : nil
  }

  private static let values: [UInt8?] = (0...255).map { byte in
    Base64.digits.firstIndex(of: byte).map(UInt8.init)
  }

  /// Returns the bytes of a text, without its quotation marks and escapes.
  mutating func textBytes() -> [UInt8]? {
    guard isAt(ASCII.quote) else { return nil }
    var quote = index + 1
    var hasEscapes = false
    while quote < end, bytes[quote] != ASCII.quote {
      if bytes[quote] == ASCII.backslash {
        hasEscapes = true
        quote += 1
      }
      quote += 1
    }
    guard quote < end else { return nil }
    let text = (index + 1)..<quote
    index = quote + 1
    return hasEscapes ? JSONEscapes.decoded(bytes.span.extracting(text)) : Array(bytes[text])
  }

  mutating func text() -> String? {
    textBytes().flatMap { String(validating: $0, as: UTF8.self) }
  }

  private mutating func wholeNumber() -> UInt64? {
    var number: UInt64 = 0
    let start = index
    while index < end, ASCII.isDigit(bytes[index]) {
      let (tens, isOver) = number.multipliedReportingOverflow(by: 10)
      let (sum, isPast) = tens.addingReportingOverflow(UInt64(bytes[index] - ASCII.zero))
      guard !isOver, !isPast else { return nil }
      number = sum
      index += 1
    }
    return index > start ? number : nil
  }

  mutating func integer() -> Int64? {
    let isNegative = skip(ASCII.minus)
    guard let magnitude = wholeNumber().flatMap(Int64.init(exactly:)) else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// Returns a finite number; `nil` if none is next.
  mutating func number() -> Double? {
    let start = index
    while index < end, Self.isOfNumber(bytes[index]) { index += 1 }
    guard let number = Double(decimal: bytes.span.extracting(start..<index)), number.isFinite else {
      return nil
    }
    return number
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || byte == ASCII.point || byte == ASCII.minus || byte == ASCII.plus
      || byte | 0x20 == UInt8(ascii: "e")
  }
}
