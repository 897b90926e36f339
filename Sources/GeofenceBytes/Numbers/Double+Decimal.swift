extension Double {
  /// Reads a decimal number such as `46.05`, `-.5` or `1.2e-3`, with or without blanks around it.
  ///
  /// Hexadecimal digits, `nan`, `inf` and grouping are not accepted. A number beyond the range of
  /// `Double` becomes infinite.
  @usableFromInline @inline(never)
  package init?(decimal bytes: Span<UInt8>, comma: Bool = false) {
    var position = 0
    var end = bytes.count
    while position < end, ASCII.isBlank(bytes[position]) { position += 1 }
    while position < end, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    guard position < end else { return nil }
    let start = position
    let isNegative = bytes[position] == ASCII.minus
    if isNegative || bytes[position] == ASCII.plus { position += 1 }

    // The mantissa overflows if there are more than 19 digits, and is not used then.
    var mantissa: UInt64 = 0
    let firstDigit = position
    while position < end, case let digit = bytes[position] &- ASCII.zero, digit <= 9 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      position += 1
    }
    var digits = position - firstDigit
    var power = 0
    if position < end, bytes[position] == ASCII.point || (comma && bytes[position] == ASCII.comma) {
      position += 1
      let firstDecimal = position
      while position < end, case let digit = bytes[position] &- ASCII.zero, digit <= 9 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        position += 1
      }
      power = firstDecimal - position
      digits -= power
    }
    guard digits > 0 else { return nil }
    if position == end, digits <= 19, mantissa <= 1 << 53, power >= -22 {
      let magnitude = Double(mantissa) / powersOfTen[-power]
      self = isNegative ? -magnitude : magnitude
      return
    }
    self.init(longDecimal: bytes, start..<end, exponentAt: position)
  }

  /// Reads the number at a range of bytes; the same, and faster where others follow.
  @inlinable @inline(__always)
  package init?(decimalAt range: Range<Int>, of bytes: Span<UInt8>, comma: Bool = false) {
    if let number = Double(plainAt: range, of: bytes) {
      self = number
    } else {
      self.init(decimal: bytes.extracting(range), comma: comma)
    }
  }

  /// Reads a plain number of at most four digits, and perhaps a point with up to eight more, as a
  /// whole number of 1e-8 units below 2⁵³, whose division is exactly rounded; `nil` for any other,
  /// and where fewer than eighteen bytes may be loaded from its beginning on.
  @inlinable @inline(__always)
  init?(plainAt range: Range<Int>, of bytes: Span<UInt8>) {
    guard range.lowerBound &+ 18 <= bytes.count else { return nil }
    let zeros = UInt64(repeating: ASCII.zero)
    let isNegative = bytes[unchecked: range.lowerBound] == ASCII.minus
    let start = range.lowerBound &+ (isNegative ? 1 : 0)
    let count = range.upperBound &- start
    let head = UInt64(littleEndianAt: start, of: bytes) ^ zeros
    let wholeCount = min(head.leadingDigits, count)
    guard UInt(bitPattern: wholeCount &- 1) < 4 else { return nil }
    let whole = UInt64(
      fourDigits: UInt32(truncatingIfNeeded: head)
        &<< UInt32(truncatingIfNeeded: 32 &- 8 &* wholeCount))
    var units = whole &* 100_000_000
    if wholeCount < count {
      let point = start &+ wholeCount
      let decimalCount = range.upperBound &- point &- 1
      guard bytes[unchecked: point] == ASCII.point, UInt(bitPattern: decimalCount &- 1) < 8
      else { return nil }
      // The bytes behind the decimals are shifted out, and zeros stand for them.
      let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* decimalCount)
      let decimals = ((UInt64(littleEndianAt: point &+ 1, of: bytes) ^ zeros) &<< unused) &>> unused
      guard decimals.areDigits else { return nil }
      units &+= UInt64(eightDigits: decimals)
    }
    let magnitude = Double(Int64(truncatingIfNeeded: units)) / 1e8
    self = isNegative ? -magnitude : magnitude
  }

  /// Reads any other number that begins as one, with the standard library if need be.
  @inline(never)
  private init?(longDecimal bytes: Span<UInt8>, _ number: Range<Int>, exponentAt: Int) {
    if exponentAt == number.upperBound,
      let value = Self.roundedLongDecimal(bytes.extracting(number))
    {
      self = value
      return
    }
    // The standard library also reads hexadecimal digits, `nan` and `inf`.
    for index in exponentAt..<number.upperBound {
      let byte = bytes[index]
      guard ASCII.isDigit(byte) || "eE+-".utf8.contains(byte) else { return nil }
    }
    let text = bytes.extracting(number).text
    self.init(text.utf8.contains(ASCII.comma) ? text.replacing(",", with: ".") : text)
  }
}

extension UInt64 {
  @inlinable @inline(__always)
  package var leadingDigits: Int {
    let others = (self | (self &+ UInt64(repeating: 0x76))) & UInt64(repeating: 0x80)
    return others.trailingZeroBitCount &>> 3
  }

  @inlinable @inline(__always)
  package var areDigits: Bool {
    (self | (self &+ UInt64(repeating: 0x76))) & UInt64(repeating: 0x80) == 0
  }

  /// Creates a number from four digits, lowest byte first. Precondition: each is at most nine.
  @inlinable @inline(__always)
  package init(fourDigits digits: UInt32) {
    let pairs = digits &* 10 &+ (digits >> 8)
    self = UInt64((pairs & 0xFF) &* 100 &+ ((pairs >> 16) & 0xFF))
  }

  /// Creates a number from eight digits, lowest byte first. Precondition: each is at most nine.
  @inlinable @inline(__always)
  package init(eightDigits digits: UInt64) {
    // Digits are combined to pairs, then to fours, then to all eight.
    let pairs = digits &* 10 &+ (digits >> 8)
    let low = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let high = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    self = (low &+ high) >> 32
  }
}

/// The powers of ten from 10⁰ to 10²², all of which `Double` holds exactly.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
