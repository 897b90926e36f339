import Foundation
import GeofenceBytes
import GeofenceCore
import GeofenceReminders
import SimulatedCoreLocation

extension DateComponents {
  private static let gregorian = Calendar(identifier: .gregorian)

  /// A Gregorian calendar in UTC, in which local times are counted.
  private static let counting = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    return calendar
  }()

  /// Creates the components of a date of a reminder; those of a day have no time.
  init(_ time: CalendarTime) {
    let day = CivilDate(dayOf: time.local)
    self.init(
      calendar: Self.gregorian, year: Int(day.year), month: Int(day.month), day: Int(day.day))
    switch time.kind {
    case .day: return
    case .floating: break
    case .utc: timeZone = TimeZone(identifier: "UTC")
    case .zoned(let name): timeZone = TimeZone(identifier: name) ?? TimeZone(identifier: "UTC")
    }
    let seconds = Int((time.local - day.start).milliseconds / 1000)
    (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
  }

  var isDay: Bool { hour == nil && minute == nil && second == nil }

  /// Returns the date of a reminder; `nil` if the components are no date.
  ///
  /// - Parameter fallback: The zone of components that have none of their own.
  func calendarTime(in fallback: TimeZone?) -> CalendarTime? {
    var local = DateComponents(year: year, month: month, day: day)
    if year == nil || month == nil || day == nil { return nil }
    (local.hour, local.minute, local.second) = (hour, minute, second)
    guard let date = Self.counting.date(from: local) else { return nil }
    let time = Timestamp(date)
    if isDay { return CalendarTime(time, .day) }
    guard let zone = timeZone ?? fallback else { return CalendarTime(time, .floating) }
    let isUTC = ["UTC", "GMT", "Etc/UTC"].contains(zone.identifier)
    if !isUTC, let known = ZoneInfo(named: zone.identifier) {
      return CalendarTime(time, .floating).placed(in: known)
    }
    let guess = date.addingTimeInterval(-TimeInterval(zone.secondsFromGMT(for: date)))
    let instant = date.addingTimeInterval(-TimeInterval(zone.secondsFromGMT(for: guess)))
    return CalendarTime(Timestamp(instant), .utc)
  }
}
