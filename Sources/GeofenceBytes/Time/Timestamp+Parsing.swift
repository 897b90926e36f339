extension Timestamp {
  /// The range of times, in milliseconds since 1970, that can be written with a four-digit year.
  package static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Reads a time in any of the forms that tracks and options use; `nil` for another text.
  ///
  /// - RFC 3339, such as `2024-05-01T09:10:00.250+02:00`. A space may stand for `T` (then a month,
  ///   a day or an hour may have one digit), slashes for the dashes, and the seconds may be
  ///   missing. The offset may be `Z`, `±hh:mm`, `±hhmm` or `±hh`, the last two also behind a
  ///   space, or ` UTC`; it is UTC if it is missing. Second 60 is the start of the next minute.
  /// - The same without punctuation, `20240501T091000Z` or `20240501091000`.
  /// - A number since 1970-01-01T00:00:00Z: seconds below 1e11, milliseconds below 1e14,
  ///   microseconds below 1e17, else nanoseconds; but not a number that is more likely a year, a
  ///   date or a spreadsheet's day.
  ///
  /// A fraction of any length is cut to milliseconds. Years are 0000 to 9999.
  package init?(parsing text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes: bytes.span)
  }

  @inline(__always)
  package init?(bytes: Span<UInt8>) {
    guard let (time, _) = Self.reading(bytes) else { return nil }
    self = time
  }

  /// A time and the form in which it is written; see `init(bytes:)`. O(n), without allocation.
  @inline(__always)
  package static func reading(_ bytes: Span<UInt8>) -> (time: Timestamp, form: TimeForm)? {
    let text = bytes.trimmed
    let (milliseconds, form): (Int64?, TimeForm)
    if let time = calendarTime(bytes, text) {
      (milliseconds, form) = (time.milliseconds, time.hasZone ? .absolute : .local)
    } else {
      // A number has a fifth digit there, its point, or the mark of an exponent, such as `1.2E1`.
      guard text.count <= 10 || isOfNumber(bytes[text.lowerBound + 4]) else { return nil }
      milliseconds = epochTime(bytes.extracting(text))
      form = (milliseconds ?? .max).magnitude < UInt64(elapsedLimit) ? .elapsed : .absolute
    }
    guard let milliseconds, writable.contains(milliseconds) else { return nil }
    return (Timestamp(milliseconds: milliseconds), form)
  }

  /// Reads a time whose date has its year last, such as `1.5.2024 9:10` or `05/01/24, 9:10:07 PM`.
  package static func reading(_ bytes: Span<UInt8>, _ order: DateOrder)
    -> (time: Timestamp, form: TimeForm)?
  {
    guard let time = calendarTime(bytes, bytes.trimmed, order),
      writable.contains(time.milliseconds)
    else { return nil }
    return (Timestamp(milliseconds: time.milliseconds), time.hasZone ? .absolute : .local)
  }

  /// Numbers below this, in milliseconds, are seconds from an unknown start: 1e8 s.
  package static let elapsedLimit: Int64 = 100_000_000_000

  /// Reads a number since 1970, blanks around it allowed, whatever else it might be.
  package init?(epoch bytes: Span<UInt8>) {
    let number = Self.epochTime(bytes.extracting(bytes.trimmed), mayBeOther: true)
    guard let number, Self.writable.contains(number) else { return nil }
    self.init(milliseconds: number)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || byte == ASCII.point || byte | 0x20 == UInt8(ascii: "e")
  }

  // MARK: dates and times

  private typealias Moment = (milliseconds: Int64, hasZone: Bool)

  /// Returns the milliseconds since 1970 of a date, its year last if it has an `order`, and a time.
  ///
  /// Only before and behind a space may the month, the day and the hour lack their leading zeros.
  private static func calendarTime(
    _ bytes: Span<UInt8>, _ text: Range<Int>, _ order: DateOrder? = nil
  ) -> Moment? {
    var position = text.lowerBound
    @inline(__always)
    func number(_ lengths: ClosedRange<Int>) -> Int? {
      let first = position
      var value = 0
      while position < text.upperBound, position - first < lengths.upperBound,
        case let digit = bytes[position] &- ASCII.zero, digit <= 9
      {
        value = value * 10 + Int(digit)
        position += 1
      }
      return lengths ~= position - first ? value : nil
    }
    @inline(__always)
    func passes(_ isSign: (UInt8) -> Bool) -> Bool {
      guard position < text.upperBound, isSign(bytes[position]) else { return false }
      position += 1
      return true
    }
    guard let first = number(order == nil ? 4...4 : 1...2), position < text.upperBound else {
      return nil
    }
    let dash = bytes[position]
    let isCompact = order == nil && ASCII.isDigit(dash)
    let isPunctuated =
      dash == ASCII.minus || dash == ASCII.slash || dash == ASCII.point && order != nil
    guard isCompact ? mayBeCompact(bytes, text) : isPunctuated else { return nil }
    let lengths = isCompact ? 2...2 : 1...2
    guard isCompact || passes({ $0 == dash }), let second = number(lengths),
      isCompact || passes({ $0 == dash }), case let start = position,
      let third = number(order == nil ? lengths : 2...4)
    else { return nil }
    let date: (year: Int, month: Int, day: Int)
    switch order {
    case nil: date = (first, second, third)
    case .dayFirst: date = (year(third, digits: position - start), second, first)
    case .monthFirst: date = (year(third, digits: position - start), first, second)
    }
    if order != nil { _ = passes { $0 == ASCII.comma } }
    let isSpaced = passes { $0 == ASCII.space }
    guard isSpaced || passes(separates) || isCompact, let hour = number(lengths),
      isCompact || passes({ $0 == ASCII.colon }), let minute = number(2...2)
    else { return nil }
    let hasSeconds = isCompact || passes { $0 == ASCII.colon }
    guard let second = hasSeconds ? number(2...2) : 0,
      isSpaced || isCompact || order != nil || position - text.lowerBound == (hasSeconds ? 19 : 16)
    else { return nil }
    var (rest, clock) = (position..<text.upperBound, hour)
    if order != nil, let half = HalfDay(endOf: bytes, &rest) {
      guard 1...12 ~= hour else { return nil }
      clock = hour % 12 + (half == .afternoon ? 12 : 0)
    }
    return time(date, (clock, minute, second), bytes, rest, hasSeconds: hasSeconds)
  }

  private static func mayBeCompact(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    text.count == 14 || text.count >= 15 && separates(bytes[text.lowerBound + 8])
  }

  private static func year(_ number: Int, digits: Int) -> Int {
    digits == 2 ? number + (number < 70 ? 2000 : 1900) : digits == 4 ? number : -1
  }

  /// The half of a day that stands behind hours up to twelve.
  private enum HalfDay {
    case morning, afternoon

    /// Finds `AM`, `pm` or `p.m.` at the end of a text, and takes it off.
    init?(endOf bytes: Span<UInt8>, _ text: inout Range<Int>) {
      var rest = text
      func letter() -> UInt8? {
        while let last = rest.last, bytes[last] == ASCII.point { rest = rest.dropLast() }
        guard let last = rest.last else { return nil }
        rest = rest.dropLast()
        return ASCII.lowercased(bytes[last])
      }
      guard letter() == UInt8(ascii: "m"), let half = letter(),
        half == UInt8(ascii: "a") || half == UInt8(ascii: "p")
      else { return nil }
      self = half == UInt8(ascii: "a") ? .morning : .afternoon
      while let last = rest.last, bytes[last] == ASCII.space { rest = rest.dropLast() }
      text = rest
    }
  }

  @inline(__always)
  private static func separates(_ byte: UInt8) -> Bool {
    byte == ASCII.space || byte | 0x20 == UInt8(ascii: "t")
  }

  /// Returns the milliseconds since 1970 of a date and time, with what is at `rest`.
  @inline(__always)
  private static func time(
    _ date: (year: Int, month: Int, day: Int), _ time: (hour: Int, minute: Int, second: Int),
    _ bytes: Span<UInt8>, _ rest: Range<Int>, hasSeconds: Bool
  ) -> Moment? {
    guard time.hour < 24, time.minute < 60, time.second <= 60,
      let days = daysSince1970(year: date.year, month: date.month, day: date.day),
      let (fraction, offset) = fractionAndOffset(bytes, rest, hasSeconds: hasSeconds)
    else { return nil }
    let minutes = time.minute - (offset ?? 0)
    let seconds = Int64(days) * 86_400 + Int64(time.hour * 3600 + minutes * 60 + time.second)
    let milliseconds = seconds * 1000 + (time.second == 60 ? 0 : Int64(fraction))
    return (milliseconds, offset != nil)
  }

  /// The fraction in milliseconds and the offset in minutes behind seconds, if a zone is named.
  @inline(__always)
  private static func fractionAndOffset(
    _ bytes: Span<UInt8>, _ rest: Range<Int>, hasSeconds: Bool
  ) -> (fraction: Int, offset: Int?)? {
    var position = rest.lowerBound
    let end = rest.upperBound
    var fraction = 0
    if hasSeconds, position < end, bytes[position] == ASCII.point || bytes[position] == ASCII.comma
    {
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
    guard position < end else { return (fraction, nil) }
    if bytes[position] | 0x20 == UInt8(ascii: "z") {
      return position + 1 == end ? (fraction, 0) : nil
    }
    let isApart = bytes[position] == ASCII.space
    let zone = bytes.extracting((isApart ? position + 1 : position)..<end)
    if isApart, zone.count == 3, zone.text == "UTC" { return (fraction, 0) }
    guard let offset = offset(zone) else { return nil }
    return (fraction, offset)
  }

  /// Returns the minutes of an offset `±hh`, `±hhmm` or `±hh:mm`.
  private static func offset(_ bytes: Span<UInt8>) -> Int? {
    if bytes.isEmpty { return nil }
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

  // MARK: epoch times

  /// Returns the milliseconds of a number since 1970, whose unit follows from its size.
  private static func epochTime(_ bytes: Span<UInt8>, mayBeOther: Bool = false) -> Int64? {
    guard bytes.count > 0 else { return nil }
    let first = bytes[0] == ASCII.minus || bytes[0] == ASCII.plus ? 1 : 0
    let end = bytes.offset(behindDigitsFrom: first)
    guard end > first, ASCII.isDigit(bytes[bytes.count - 1]),
      let number = Double(decimal: bytes, comma: true), number.magnitude < 1e20
    else { return nil }
    if !mayBeOther, let whole = UInt64(exactly: number.magnitude.rounded(.down)),
      isOther(whole, digits: end - first, isWhole: end == bytes.count)
    {
      return nil
    }
    let milliseconds =
      switch number.magnitude {
      case ..<1e11: number * 1000
      case ..<1e14: number
      case ..<1e17: number / 1000
      default: number / 1_000_000
      }
    // The digits end where the number does: 12.345 is 12345 ms, and not one less.
    let nearest = milliseconds.rounded()
    return Int64((nearest - milliseconds).magnitude < 0.000_5 ? nearest : milliseconds)
  }

  /// Returns whether a number is rather a year, date, hour and minute, or spreadsheet's day.
  private static func isOther(_ number: UInt64, digits: Int, isWhole: Bool) -> Bool {
    func isDate(_ number: UInt64) -> Bool {
      let (year, month, day) = (Int(number / 10_000), Int(number / 100 % 100), Int(number % 100))
      return 1900..<2100 ~= year && daysSince1970(year: year, month: month, day: day) != nil
    }
    func isDate(byDay number: UInt64) -> Bool {
      isDate(number % 10_000 * 10_000 + number / 10_000 % 100 * 100 + number / 1_000_000)
    }
    func isDate(byMonth number: UInt64) -> Bool {
      isDate(number % 10_000 * 10_000 + number / 10_000)
    }
    func isDateOfMinutes(_ number: UInt64) -> Bool {
      isDate(number / 10_000) && number / 100 % 100 < 24 && number % 100 < 60
    }
    // Two digits of the year, first or last, and the seconds: 240501091007 or 010524091007.
    func isShortDateAndTime(_ number: UInt64) -> Bool {
      let (date, month) = (number / 1_000_000, number / 100_000_000 % 100)
      return 1...12 ~= month && (1...31 ~= date / 10_000 || 1...31 ~= date % 100)
        && number / 10_000 % 100 < 24 && number / 100 % 100 < 60 && number % 100 < 60
    }
    return switch digits {
    case 4: isWhole && 1900..<2100 ~= number
    case 5: 20_000...80_000 ~= number
    // The year first or last: 20240501, 01052024, 05012024.
    case 8: isWhole && (isDate(number) || isDate(byDay: number) || isDate(byMonth: number))
    case 12: isDateOfMinutes(number) || isShortDateAndTime(number)
    default: false
    }
  }
}
