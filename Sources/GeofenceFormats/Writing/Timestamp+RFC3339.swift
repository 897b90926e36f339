public import GeofenceCore

extension Timestamp {
  /// RFC 3339 in UTC with `Z`, with milliseconds only where they are not zero.
  public var rfc3339: String {
    let (days, ofDay) = milliseconds.quotientAndRemainderFloored(by: 86_400_000)
    let (year, month, day) = Self.civil(fromDays: days)
    let seconds = ofDay / 1000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }
    let fraction = ofDay % 1000 == 0 ? "" : ".\((ofDay % 1000).padded(to: 3))"
    let date = "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    return "\(date)T\(clock.joined(separator: ":"))\(fraction)Z"
  }

  /// The Gregorian date of a count of days since 1970-01-01 (Hinnant, "chrono-compatible low-level
  /// date algorithms").
  private static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).quotientAndRemainderFloored(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Months count from March, so that a leap day ends the year.
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return (
      yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, day
    )
  }
}

extension Timestamp: Codable {
  /// As its RFC 3339 text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rfc3339)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let time = Timestamp(parsing: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time")
    }
    self = time
  }
}

extension Int64 {
  fileprivate func quotientAndRemainderFloored(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  fileprivate func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
