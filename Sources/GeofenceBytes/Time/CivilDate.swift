/// A date of the Gregorian calendar (Hinnant, "chrono-compatible low-level date algorithms").
package struct CivilDate: Hashable, Sendable {
  package let year: Int64
  package let month: Int64
  package let day: Int64
  package let days: Int64

  package static let dayLength: Int64 = 86_400_000

  package init(days: Int64) {
    self.days = days
    let sinceEpoch = days + 719_468
    let era = (sinceEpoch >= 0 ? sinceEpoch : sinceEpoch - 146_096) / 146_097
    let ofEra = sinceEpoch - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Months count from March, so that a leap day is the last day of its year.
    let fromMarch = (5 * ofYear + 2) / 153
    day = ofYear - (153 * fromMarch + 2) / 5 + 1
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  package init(dayOf time: Timestamp) {
    let (quotient, remainder) = time.milliseconds.quotientAndRemainder(dividingBy: Self.dayLength)
    self.init(days: quotient - (remainder < 0 ? 1 : 0))
  }

  package var start: Timestamp { Timestamp(milliseconds: days * Self.dayLength) }

  package var weekday: Int64 { Self.weekday(days) }

  /// Returns the day of the week, from 0 for Monday, that is a number of days after 1970-01-01.
  package static func weekday(_ days: Int64) -> Int64 {
    // 1970-01-01 was a Thursday.
    ((days + 3) % 7 + 7) % 7
  }

  /// Returns the days from 1970-01-01 to the beginning of a month; month 13 is the next January.
  package static func days(_ year: Int64, _ month: Int64) -> Int64 {
    let (year, month) = month == 13 ? (year + 1, 1) : (year, month)
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
  }
}

extension Timestamp {
  /// Returns the time of the same day and month in the year in which it is nearest to another.
  package func inYear(nearestTo now: Timestamp) -> Timestamp {
    let (date, year) = (CivilDate(dayOf: self), CivilDate(dayOf: now).year)
    let times = (year - 1...year + 1).map { year in
      let days = CivilDate.days(year, date.month) + date.day - 1 - date.days
      return self + Interval(milliseconds: days * CivilDate.dayLength)
    }
    return times.min { ($0 - now).milliseconds.magnitude < ($1 - now).milliseconds.magnitude }
      ?? self
  }
}
