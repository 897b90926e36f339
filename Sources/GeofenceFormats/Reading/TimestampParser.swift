public import GeofenceCore

extension Timestamp {
  /// Reads RFC 3339 (any offset; none means UTC; a blank for the `T`), or seconds since 1970, or
  /// milliseconds above 1e11.
  ///
  /// A fraction may have any length and is cut to milliseconds. A date without a time is no time.
  public init?(parsing text: String) {
    self.init(parsing: Array(text.utf8).span)
  }

  init?(parsing bytes: Span<UInt8>) {
    let text = bytes.extracting(bytes.trimmed)
    guard text.count > 0 else { return nil }
    if text.count >= 19, text[4] == ASCII.minus, text[7] == ASCII.minus {
      self.init(rfc3339: text)
    } else {
      self.init(epoch: text)
    }
  }

  private init?(rfc3339 text: Span<UInt8>) {
    guard let year = text.number(0, 4), let month = text.number(5, 2),
      let day = text.number(8, 2), let hour = text.number(11, 2), text[13] == ASCII.colon,
      let minute = text.number(14, 2), text[16] == ASCII.colon, let second = text.number(17, 2),
      case let separator = ASCII.lowercased(text[10]),
      separator == UInt8(ascii: "t") || separator == ASCII.space,
      (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year),
      hour <= 23, minute <= 59, second <= 60
    else { return nil }
    var position = 19
    var milliseconds: Int64 = 0
    if position < text.count, text[position] == ASCII.point || text[position] == ASCII.comma {
      position += 1
      let first = position
      var weight: Int64 = 100
      while position < text.count, case let digit = text[position] &- ASCII.zero, digit <= 9 {
        milliseconds += Int64(digit) * weight
        weight /= 10
        position += 1
      }
      guard position > first else { return nil }
    }
    guard let offset = text.offset(at: position) else { return nil }
    let seconds =
      Self.daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    self.init(milliseconds: seconds * 1000 + milliseconds)
    guard Self.printable.contains(self) else { return nil }
  }

  private init?(epoch text: Span<UInt8>) {
    guard let number = Double(decimal: text, comma: true), number.isFinite else { return nil }
    // Cut, not rounded; the small addend undoes what a decimal fraction lost in binary.
    let milliseconds = number > 1e11 ? number : number * 1000
    guard milliseconds.magnitude < 1e15 else { return nil }
    self.init(milliseconds: Int64((milliseconds + 1e-4).rounded(.down)))
    guard Self.printable.contains(self) else { return nil }
  }

  /// The years 0000 to 9999.
  private static let printable =
    Timestamp(milliseconds: -62_167_219_200_000)...Timestamp(milliseconds: 253_402_300_799_999)

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Days of the Gregorian calendar (Hinnant, "chrono-compatible low-level date algorithms").
  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Years from March and eras of 400 from the year 0, shifted so that nothing is negative.
    let year = (month <= 2 ? year - 1 : year) + 400
    let yearOfEra = year % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (year / 400 - 1) * 146_097 + dayOfEra - 719_468
  }
}

extension Span<UInt8> {
  /// The number that `count` digits at `position` make.
  @inline(__always)
  fileprivate func number(_ position: Int, _ count: Int) -> Int64? {
    guard position + count <= self.count else { return nil }
    var value: Int64 = 0
    for index in position..<position + count {
      let digit = self[index] &- ASCII.zero
      guard digit <= 9 else { return nil }
      value = value * 10 + Int64(digit)
    }
    return value
  }

  /// The seconds east of UTC that a zone at `position` gives, if nothing follows it.
  @inline(__always)
  fileprivate func offset(at position: Int) -> Int64? {
    guard position < count else { return 0 }
    let sign = self[position]
    if ASCII.lowercased(sign) == UInt8(ascii: "z") { return position + 1 == count ? 0 : nil }
    guard sign == ASCII.plus || sign == ASCII.minus, let hours = number(position + 1, 2),
      hours <= 23
    else { return nil }
    var minutes: Int64 = 0
    if position + 3 < count {
      let isSplit = self[position + 3] == ASCII.colon
      guard let found = number(position + (isSplit ? 4 : 3), 2), found <= 59,
        position + (isSplit ? 6 : 5) == count
      else { return nil }
      minutes = found
    }
    let seconds = hours * 3600 + minutes * 60
    return sign == ASCII.minus ? -seconds : seconds
  }
}
