extension Double {
  /// Reads a decimal number of any length without an exponent, exactly rounded, by integer
  /// arithmetic; `nil` if digits behind the nineteenth decide, or if it is nearly 0 or 1e20.
  ///
  /// The first nineteen digits are divided by a power of ten to a quotient of 63 or 64 bits, and
  /// the remainder says whether the quotient is exact.
  package static func roundedLongDecimal(_ number: Span<UInt8>) -> Double? {
    guard let digits = LeadingDigits(number), digits.value > 0,
      LeadingDigits.powersOfTen.indices.contains(digits.decimals)
    else { return nil }
    let divisor = LeadingDigits.powersOfTen[digits.decimals]
    let (valueShift, divisorShift) = (digits.value.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let value = digits.value << UInt64(valueShift)
    // The dividend is 2⁶³ times the value, so that the quotient fits into 64 bits.
    let (quotient, remainder) = (divisor << UInt64(divisorShift))
      .dividingFullWidth((value >> 1, value << 63))

    let dropped = UInt64(11 - quotient.leadingZeroBitCount)
    let half = UInt64(1) << (dropped - 1)
    let rest = quotient & (half * 2 - 1)
    var significand = quotient >> dropped
    // The digits that are cut off make less than one unit of the last digit kept, and that is less
    // than 32 units of the quotient.
    if digits.areCut, rest <= half, rest + 32 >= half { return nil }
    if rest > half || (rest == half && (remainder > 0 || significand & 1 == 1)) {
      significand += 1
    }
    let exponent = Int(dropped) - 63 + divisorShift - valueShift
    let magnitude = Double(sign: .plus, exponent: exponent, significand: Double(significand))
    return digits.isNegative ? -magnitude : magnitude
  }
}

private struct LeadingDigits {
  private(set) var value: UInt64 = 0
  private(set) var decimals = 0
  private(set) var areCut = false
  let isNegative: Bool

  /// The powers of ten from 10⁰ to 10¹⁹, which are all that fit into 64 bits.
  static let powersOfTen: [UInt64] = (0..<20).map { power in
    (0..<power).reduce(1) { product, _ in product * 10 }
  }

  /// Reads digits, `nil` for over nineteen before the point. Precondition: there is a byte.
  init?(_ number: Span<UInt8>) {
    isNegative = number[0] == ASCII.minus
    let hasSign = isNegative || number[0] == ASCII.plus
    var isFraction = false
    for index in (hasSign ? 1 : 0)..<number.count {
      let digit = number[index] &- ASCII.zero
      guard digit <= 9 else {
        isFraction = true
        continue
      }
      if value >= 1_000_000_000_000_000_000 {
        guard isFraction else { return nil }
        areCut = areCut || digit > 0
      } else {
        value = value * 10 + UInt64(digit)
        if isFraction { decimals += 1 }
      }
    }
  }
}
