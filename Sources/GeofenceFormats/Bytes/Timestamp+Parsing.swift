import GeofenceCore

extension Timestamp {
  /// The first and the last moment that can be written with a year of four digits.
  static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Epoch times are seconds up to this magnitude and milliseconds above it.
  private static let largestEpochSeconds: UInt64 = 100_000_000_000

  /// Reads a time as tracks and options write it; `nil` when `text` is none.
  ///
  /// Either RFC 3339, such as `2024-05-01T09:10:00.250+02:00`: a space may stand for `T`, the offset
  /// may be `Z`, `±hh:mm`, `±hhmm` or `±hh` and is UTC when missing, the seconds are required, and
  /// second 60 is the start of the next one. Or seconds since 1970-01-01T00:00:00Z, milliseconds
  /// above 1e11. A fraction of any length is cut to milliseconds. Years are 0000 to 9999.
  public init?(parsing text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes: bytes.span)
  }

  /// Reads a time, blanks around it allowed; see `init(parsing:)`.
  ///
  /// - Complexity: O(n) for n bytes, without allocation.
  @inline(__always)
  init?(bytes: Span<UInt8>) {
    let text = bytes.trimmed
    let milliseconds: Int64?
    if text.count > 10, !Self.isDigitOrPoint(bytes[text.lowerBound + 4]) {
      milliseconds = Self.calendarTime(bytes, text)
    } else {
      milliseconds = Self.epochTime(bytes.extracting(text))
    }
    guard let milliseconds, Self.writable.contains(milliseconds) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  private static func isDigitOrPoint(_ byte: UInt8) -> Bool {
    byte &- ASCII.zero <= 9 || byte == ASCII.point
  }
}

// MARK: - RFC 3339

extension Timestamp {
  /// Milliseconds of `bytes[text]`, which is longer than a date.
  @inline(__always)
  private static func calendarTime(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Int64? {
    guard text.count >= 19 else { return nil }
    let start = text.lowerBound
    // Whatever is no digit leaves a value above 9 here.
    var worst: UInt8 = 0
    @inline(__always)
    func pair(_ offset: Int) -> Int {
      let tens = bytes[start + offset] &- ASCII.zero
      let ones = bytes[start + offset + 1] &- ASCII.zero
      worst = max(worst, tens, ones)
      return Int(tens) &* 10 &+ Int(ones)
    }
    let year = pair(0) * 100 + pair(2)
    let month = pair(5)
    let day = pair(8)
    let hour = pair(11)
    let minute = pair(14)
    let second = pair(17)
    let dash = (bytes[start + 4] ^ ASCII.minus) | (bytes[start + 7] ^ ASCII.minus)
    let colon = (bytes[start + 13] ^ ASCII.colon) | (bytes[start + 16] ^ ASCII.colon)
    let between = bytes[start + 10]
    guard worst <= 9, dash | colon == 0,
      between == ASCII.space || between | 0x20 == UInt8(ascii: "t"),
      hour < 24, minute < 60, second <= 60,
      let days = daysSince1970(year: year, month: month, day: day),
      let (fraction, offset) = fractionAndOffset(bytes, (start + 19)..<text.upperBound)
    else { return nil }
    let seconds = days * 86_400 + hour * 3600 + (minute - offset) * 60 + second
    return Int64(seconds) * 1000 + (second == 60 ? 0 : Int64(fraction))
  }

  /// What follows the seconds: the fraction in milliseconds and the offset in minutes.
  @inline(__always)
  private static func fractionAndOffset(
    _ bytes: Span<UInt8>, _ rest: Range<Int>
  ) -> (fraction: Int, offset: Int)? {
    var position = rest.lowerBound
    let end = rest.upperBound
    var fraction = 0
    if position < end, bytes[position] == ASCII.point || bytes[position] == ASCII.comma {
      position += 1
      let first = position
      var weight = 100
      while position < end, case let digit = bytes[position] &- ASCII.zero, digit <= 9 {
        fraction += Int(digit) * weight
        weight /= 10
        position += 1
      }
      guard position > first else { return nil }
    }
    guard position < end else { return (fraction, 0) }
    if bytes[position] | 0x20 == UInt8(ascii: "z") {
      return position + 1 == end ? (fraction, 0) : nil
    }
    guard let offset = offset(bytes.extracting(position..<end)) else { return nil }
    return (fraction, offset)
  }

  /// The minutes of `±hh`, `±hhmm` or `±hh:mm`.
  private static func offset(_ bytes: Span<UInt8>) -> Int? {
    let isNegative = bytes[0] == ASCII.minus
    guard isNegative || bytes[0] == ASCII.plus else { return nil }
    let hasColon = bytes.count == 6 && bytes[3] == ASCII.colon
    guard bytes.count == 3 || bytes.count == 5 || hasColon else { return nil }
    var digits = 0
    for index in 1..<bytes.count where !(hasColon && index == 3) {
      let digit = bytes[index] &- ASCII.zero
      guard digit <= 9 else { return nil }
      digits = digits * 10 + Int(digit)
    }
    let (hours, minutes) = bytes.count == 3 ? (digits, 0) : (digits / 100, digits % 100)
    guard hours < 24, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (isNegative ? -1 : 1)
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar; `nil` when there is no such date.
  @inline(__always)
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
    guard 1...12 ~= month, 1...31 ~= day else { return nil }
    let first = CivilDate.days(Int64(year), Int64(month))
    let date = Int(first) + day - 1
    if day > 28 {
      let next = month == 12 ? (year + 1, 1) : (year, month + 1)
      guard date < CivilDate.days(Int64(next.0), Int64(next.1)) else { return nil }
    }
    return date
  }
}

// MARK: - Epoch times

extension Timestamp {
  /// Milliseconds of seconds (up to 1e11) or of milliseconds (above) since 1970.
  private static func epochTime(_ bytes: Span<UInt8>) -> Int64? {
    guard bytes.count > 0 else { return nil }
    let isNegative = bytes[0] == ASCII.minus
    var position = isNegative || bytes[0] == ASCII.plus ? 1 : 0
    let first = position
    var whole: UInt64 = 0
    while position < bytes.count, case let digit = bytes[position] &- ASCII.zero, digit <= 9 {
      // Far beyond the last moment; more digits change nothing.
      guard whole < 1 << 59 else { return nil }
      whole = whole * 10 + UInt64(digit)
      position += 1
    }
    guard position > first else { return nil }
    var fraction: UInt64 = 0
    var hasFraction = false
    if position < bytes.count {
      guard bytes[position] == ASCII.point || bytes[position] == ASCII.comma else { return nil }
      position += 1
      guard position < bytes.count else { return nil }
      var weight: UInt64 = 100
      while position < bytes.count {
        let digit = bytes[position] &- ASCII.zero
        guard digit <= 9 else { return nil }
        fraction += UInt64(digit) * weight
        hasFraction = hasFraction || digit > 0
        weight /= 10
        position += 1
      }
    }
    let isMilliseconds =
      whole > largestEpochSeconds || (whole == largestEpochSeconds && hasFraction)
    let magnitude = Int64(isMilliseconds ? whole : whole * 1000 + fraction)
    return isNegative ? -magnitude : magnitude
  }
}
