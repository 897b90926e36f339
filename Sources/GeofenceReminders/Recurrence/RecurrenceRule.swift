/// A recurrence rule (RFC 5545 §3.3.10): the days, or the times, at which a task repeats.
///
/// FREQ from seconds to years, INTERVAL, COUNT, UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS and
/// WKST are supported. Hours, minutes and seconds are counted in local time; with any other FREQ
/// the time of day never changes.
package struct RecurrenceRule: Hashable, Sendable {
  package enum Frequency: String, Sendable {
    case secondly, minutely, hourly, daily, weekly, monthly, yearly

    var seconds: Int64? {
      switch self {
      case .secondly: 1
      case .minutely: 60
      case .hourly: 3600
      case .daily, .weekly, .monthly, .yearly: nil
      }
    }
  }

  /// A day of the week: every one, or the one with an ordinal in the month or year.
  package struct Weekday: Hashable, Sendable {
    /// The number of this day in the month or year, counted from the end if it is negative.
    package let ordinal: Int64?
    /// The day of the week, counted from 0 for Monday.
    package let number: Int64
  }

  package let frequency: Frequency
  package private(set) var interval: Int64 = 1
  /// The number of occurrences, including the first.
  package private(set) var count: Int64?
  /// The last moment at which an occurrence may be, as it is written.
  package private(set) var until: String?
  package private(set) var weekdays: [Weekday] = []
  package private(set) var monthDays: [Int64] = []
  package private(set) var months: [Int64] = []
  /// The positions of the dates that are taken in each period; empty if all are. They count from 1,
  /// or from the end if they are negative.
  package private(set) var positions: [Int64] = []
  /// The day with which a week begins, counted from 0 for Monday.
  package private(set) var weekStart: Int64 = 0

  package static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
  /// The longest interval of a rule, which keeps sums of dates far from overflow.
  private static let maximumInterval: Int64 = 10_000

  /// Reads a rule; `nil` for a rule that is not supported, or contradicts itself.
  package init?(_ text: String) {
    var parts: [String: String] = [:]
    for part in text.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      guard pair.count == 2, parts.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
    }
    guard
      let frequency = parts.removeValue(forKey: "FREQ").flatMap({
        Frequency(rawValue: $0.lowercased())
      })
    else {
      return nil
    }
    self.frequency = frequency
    for (name, value) in parts {
      guard set(name, value) else { return nil }
    }
    let hasOrdinals = weekdays.contains { $0.ordinal != nil }
    switch frequency {
    case .monthly, .yearly: break
    case .weekly where !monthDays.isEmpty: return nil
    case .secondly, .minutely, .hourly, .daily, .weekly: if hasOrdinals { return nil }
    }
  }

  private mutating func set(_ name: String, _ value: String) -> Bool {
    func numbers(_ range: ClosedRange<Int64>) -> [Int64]? {
      let numbers = value.split(separator: ",", omittingEmptySubsequences: false)
        .map { Int64($0).flatMap { range ~= Int64(clamping: $0.magnitude) ? $0 : nil } }
      return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
    }
    switch name {
    case "INTERVAL":
      guard let number = Int64(value), 1...Self.maximumInterval ~= number else { return false }
      interval = number
    case "COUNT":
      guard let number = Int64(value), number >= 1 else { return false }
      count = number
    case "UNTIL":
      guard CalendarTime.local(value) != nil else { return false }
      until = value
    case "BYMONTH":
      guard let numbers = numbers(1...12), numbers.allSatisfy({ $0 > 0 }) else { return false }
      months = numbers
    case "BYMONTHDAY":
      guard let numbers = numbers(1...31) else { return false }
      monthDays = numbers
    case "BYDAY":
      let days = value.split(separator: ",", omittingEmptySubsequences: false).map(Self.weekday)
      guard !days.contains(nil) else { return false }
      weekdays = days.compactMap(\.self)
    case "BYSETPOS":
      guard let numbers = numbers(1...366) else { return false }
      positions = numbers
    case "WKST":
      guard let number = Self.weekdayNames.firstIndex(of: value) else { return false }
      weekStart = Int64(number)
    default: return false
    }
    return true
  }

  private static func weekday(_ text: Substring) -> Weekday? {
    guard let number = weekdayNames.firstIndex(of: String(text.suffix(2))) else { return nil }
    let ordinal = text.dropLast(2)
    if ordinal.isEmpty { return Weekday(ordinal: nil, number: Int64(number)) }
    // A year has 53 weeks at most.
    guard let value = Int64(ordinal), 1...53 ~= value.magnitude else { return nil }
    return Weekday(ordinal: value, number: Int64(number))
  }
}
