import GeofenceCore
import GeofenceReminders

/// A rule by which a reminder repeats.
open class EKRecurrenceRule: EKObject, NSCopying {
  open private(set) var frequency: EKRecurrenceFrequency
  open private(set) var interval: Int
  open private(set) var daysOfTheWeek: [EKRecurrenceDayOfWeek]?
  open private(set) var daysOfTheMonth: [NSNumber]?
  open private(set) var monthsOfTheYear: [NSNumber]?
  open private(set) var weeksOfTheYear: [NSNumber]?
  open private(set) var daysOfTheYear: [NSNumber]?
  open private(set) var setPositions: [NSNumber]?
  /// The end of the recurrence; `nil` for none.
  open var recurrenceEnd: EKRecurrenceEnd?
  /// The calendar of the rule: always `gregorian`.
  open var calendarIdentifier: String { "gregorian" }
  /// The first day of the week, from 1 for Sunday; 0 if the rule sets none, as here.
  open var firstDayOfTheWeek: Int { 0 }

  /// Creates the rule of every day, as Apple's own initializer does.
  public override init() {
    (frequency, interval) = (.daily, 1)
    super.init()
  }

  /// Creates a rule without days.
  ///
  /// An interval that is not positive is a mistake of the app, which fails the test: Apple's raises
  /// an exception.
  public convenience init(
    recurrenceWith type: EKRecurrenceFrequency, interval: Int, end: EKRecurrenceEnd?
  ) {
    self.init(
      recurrenceWith: type, interval: interval, daysOfTheWeek: nil, daysOfTheMonth: nil,
      monthsOfTheYear: nil, weeksOfTheYear: nil, daysOfTheYear: nil, setPositions: nil, end: end)
  }

  /// Creates a rule.
  ///
  /// An interval that is not positive is a mistake of the app, which fails the test: Apple's raises
  /// an exception.
  public init(
    recurrenceWith type: EKRecurrenceFrequency, interval: Int,
    daysOfTheWeek days: [EKRecurrenceDayOfWeek]?, daysOfTheMonth monthDays: [NSNumber]?,
    monthsOfTheYear months: [NSNumber]?, weeksOfTheYear: [NSNumber]?, daysOfTheYear: [NSNumber]?,
    setPositions: [NSNumber]?, end: EKRecurrenceEnd?
  ) {
    frequency = type
    self.interval = max(1, interval)
    daysOfTheWeek = days
    daysOfTheMonth = monthDays
    monthsOfTheYear = months
    self.weeksOfTheYear = weeksOfTheYear
    self.daysOfTheYear = daysOfTheYear
    self.setPositions = setPositions
    recurrenceEnd = end
    super.init()
    if interval < 1 {
      SimulatedDevice.current?.report(
        mistake: "a recurrence rule with the interval \(interval)",
        help: "give an interval of at least 1")
    }
  }

  /// Returns a copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    EKRecurrenceRule(
      recurrenceWith: frequency, interval: interval, daysOfTheWeek: daysOfTheWeek,
      daysOfTheMonth: daysOfTheMonth, monthsOfTheYear: monthsOfTheYear,
      weeksOfTheYear: weeksOfTheYear, daysOfTheYear: daysOfTheYear, setPositions: setPositions,
      end: recurrenceEnd)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? EKRecurrenceRule)?.text == text
  }

  open override var hash: Int { text.hashValue }

  open override var description: String { "\(type(of: self)) RRULE \(text)" }
}

/// The end of a recurrence: a date, or a number of occurrences.
open class EKRecurrenceEnd: NSObject, NSCopying {
  /// The last moment of the recurrence; `nil` if it ends after a number of occurrences.
  public let endDate: Date?
  /// The number of occurrences; 0 if it ends at a date.
  public let occurrenceCount: Int

  private init(_ endDate: Date?, _ occurrenceCount: Int) {
    (self.endDate, self.occurrenceCount) = (endDate, occurrenceCount)
  }

  public convenience init(end endDate: Date) { self.init(endDate, 0) }

  public convenience init(occurrenceCount: Int) { self.init(nil, occurrenceCount) }

  open func copy(with zone: NSZone? = nil) -> Any { EKRecurrenceEnd(endDate, occurrenceCount) }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? EKRecurrenceEnd else { return false }
    return endDate == other.endDate && occurrenceCount == other.occurrenceCount
  }

  open override var hash: Int { endDate.hashValue ^ occurrenceCount }
}

/// A day of the week in a recurrence rule: every one, or the one with a number in the month or year.
open class EKRecurrenceDayOfWeek: NSObject, NSCopying {
  public let dayOfTheWeek: EKWeekday
  /// The number of the day in the month or year, from the end if it is negative; 0 for every one.
  public let weekNumber: Int

  public init(dayOfTheWeek: EKWeekday, weekNumber: Int) {
    (self.dayOfTheWeek, self.weekNumber) = (dayOfTheWeek, weekNumber)
  }

  public convenience init(_ dayOfTheWeek: EKWeekday) {
    self.init(dayOfTheWeek: dayOfTheWeek, weekNumber: 0)
  }

  public convenience init(_ dayOfTheWeek: EKWeekday, weekNumber: Int) {
    self.init(dayOfTheWeek: dayOfTheWeek, weekNumber: weekNumber)
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    EKRecurrenceDayOfWeek(dayOfTheWeek: dayOfTheWeek, weekNumber: weekNumber)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? EKRecurrenceDayOfWeek else { return false }
    return dayOfTheWeek == other.dayOfTheWeek && weekNumber == other.weekNumber
  }

  open override var hash: Int { dayOfTheWeek.rawValue * 100 + weekNumber }
}

// MARK: - The rule as text

extension EKRecurrenceRule {
  private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
  /// The units in the order of `EKRecurrenceFrequency`.
  private static let units: [RecurrenceRule.Frequency] = [.daily, .weekly, .monthly, .yearly]

  /// The rule as iCalendar writes it (RFC 5545 §3.3.10).
  var text: String {
    let unit = Self.units[frequency.rawValue].rawValue.uppercased()
    var parts = ["FREQ=\(unit)", "INTERVAL=\(interval)"]
    func add(_ name: String, _ values: [String]?) {
      if let values, !values.isEmpty { parts.append("\(name)=\(values.joined(separator: ","))") }
    }
    func numbers(_ values: [NSNumber]?) -> [String]? { values?.map { "\($0.intValue)" } }
    add(
      "BYDAY",
      daysOfTheWeek?.map { day in
        (day.weekNumber == 0 ? "" : "\(day.weekNumber)")
          + Self.weekdays[day.dayOfTheWeek.rawValue - 1]
      })
    add("BYMONTHDAY", numbers(daysOfTheMonth))
    add("BYMONTH", numbers(monthsOfTheYear))
    add("BYWEEKNO", numbers(weeksOfTheYear))
    add("BYYEARDAY", numbers(daysOfTheYear))
    add("BYSETPOS", numbers(setPositions))
    if let end = recurrenceEnd {
      if let date = end.endDate {
        parts.append("UNTIL=\(CalendarTime.utcValue(Timestamp(date)))")
      } else if end.occurrenceCount > 0 {
        parts.append("COUNT=\(end.occurrenceCount)")
      }
    }
    return parts.joined(separator: ";")
  }

  /// Reads a rule; `nil` for one that is not understood, or of less than a day.
  convenience init?(_ text: String) {
    // Weeks and days of the year are kept, though no dates are counted by them.
    let parts = text.uppercased().split(separator: ";")
    func kept(_ name: String) -> [NSNumber]? {
      parts.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: ",")
        .compactMap { Int($0).map { NSNumber(value: $0) } }
    }
    let (weeks, days) = ("BYWEEKNO=", "BYYEARDAY=")
    let others = parts.filter { !$0.hasPrefix(weeks) && !$0.hasPrefix(days) }
    guard let rule = RecurrenceRule(others.joined(separator: ";")),
      let frequency = Self.units.firstIndex(of: rule.frequency)
        .flatMap(EKRecurrenceFrequency.init(rawValue:))
    else { return nil }
    func numbers(_ values: [Int64]) -> [NSNumber]? {
      values.isEmpty ? nil : values.map { NSNumber(value: Int($0)) }
    }
    let weekdays = rule.weekdays.compactMap { day in
      // iCalendar counts from Monday, and Apple from Sunday, which is 1.
      EKWeekday(rawValue: Int(day.number + 1) % 7 + 1).map {
        EKRecurrenceDayOfWeek(dayOfTheWeek: $0, weekNumber: Int(day.ordinal ?? 0))
      }
    }
    let until = rule.until.flatMap(CalendarTime.init(parsing:))
    self.init(
      recurrenceWith: frequency, interval: Int(rule.interval),
      daysOfTheWeek: weekdays.isEmpty ? nil : weekdays, daysOfTheMonth: numbers(rule.monthDays),
      monthsOfTheYear: numbers(rule.months), weeksOfTheYear: kept(weeks), daysOfTheYear: kept(days),
      setPositions: numbers(rule.positions),
      end: until.map { EKRecurrenceEnd(end: $0.instant.date) }
        ?? rule.count.map { EKRecurrenceEnd(occurrenceCount: Int(clamping: $0)) })
  }
}
