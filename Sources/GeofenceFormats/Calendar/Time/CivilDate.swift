import GeofenceCore

/// A date of the Gregorian calendar (Hinnant, "chrono-compatible low-level date algorithms").
struct CivilDate: Hashable, Sendable {
  let year: Int64
  let month: Int64
  let day: Int64
  /// Since 1970-01-01.
  let days: Int64

  /// Milliseconds.
  static let dayLength: Int64 = 86_400_000

  /// The date so many days after 1970-01-01.
  init(days: Int64) {
    self.days = days
    let sinceEpoch = days + 719_468
    let era = (sinceEpoch >= 0 ? sinceEpoch : sinceEpoch - 146_096) / 146_097
    let ofEra = sinceEpoch - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Months count from March, so that a leap day ends the year.
    let fromMarch = (5 * ofYear + 2) / 153
    day = ofYear - (153 * fromMarch + 2) / 5 + 1
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The date that `time` is of, in UTC.
  init(dayOf time: Timestamp) {
    let (quotient, remainder) = time.milliseconds.quotientAndRemainder(dividingBy: Self.dayLength)
    self.init(days: quotient - (remainder < 0 ? 1 : 0))
  }

  /// When it begins, in UTC.
  var start: Timestamp { Timestamp(milliseconds: days * Self.dayLength) }

  /// From Monday, 0.
  var weekday: Int64 { Self.weekday(days) }

  /// The day of the week, from Monday, 0, so many days after 1970-01-01.
  static func weekday(_ days: Int64) -> Int64 {
    // That was a Thursday.
    ((days + 3) % 7 + 7) % 7
  }

  /// How many days after 1970-01-01 a month begins; the month after December is January.
  static func days(_ year: Int64, _ month: Int64) -> Int64 {
    let (year, month) = month == 13 ? (year + 1, 1) : (year, month)
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
  }
}
