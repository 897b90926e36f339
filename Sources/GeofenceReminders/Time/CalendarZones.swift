import GeofenceBytes
import GeofenceCore

/// The time zones of a calendar: those it defines, and those that the system knows by name.
struct CalendarZones {
  private let defined: [String: ZoneRules]
  private var found: [String: ZoneRules?] = [:]
  /// A fault for each unknown name, at the place where it was first used.
  private(set) var unknown: [Diagnosis] = []

  /// The largest number of observances of a zone that are read; no real zone has more.
  private static let maximumObservances = 1000

  /// Creates the zones of a calendar; without one, those of the system.
  init(_ calendar: CalendarComponent? = nil) {
    let zones = (calendar?.components("VTIMEZONE") ?? []).compactMap { zone in
      zone["TZID"].map { line in
        let observances = zone.components("STANDARD") + zone.components("DAYLIGHT")
        return (
          line.value.trimmed,
          ZoneRules.observances(
            observances.prefix(Self.maximumObservances).compactMap(ZoneObservance.init))
        )
      }
    }
    defined = Dictionary(zones) { first, _ in first }
  }

  func defines(_ name: String) -> Bool { defined[name] != nil }

  /// Returns the rules of a zone, or `nil` if neither the calendar nor the system knows it.
  mutating func rules(named name: String) -> ZoneRules? {
    if let zone = defined[name] { return zone }
    if let known = found[name] { return known }
    let rules = ZoneInfo(named: name).map(ZoneRules.system)
    found[name] = rules
    return rules
  }

  /// Returns the rules of a time's zone, or `nil` if it is in none or in an unknown one.
  mutating func rules(of kind: CalendarTime.Kind) -> ZoneRules? {
    if case .zoned(let name) = kind { rules(named: name) } else { nil }
  }

  mutating func time(_ line: ContentLine) throws(Diagnosis) -> CalendarTime {
    try time(line.value, in: line)
  }

  mutating func time(_ name: String, of component: CalendarComponent) throws(Diagnosis)
    -> CalendarTime?
  {
    guard let line = component.filled(name) else { return nil }
    return try time(line)
  }

  mutating func times(_ line: ContentLine) throws(Diagnosis) -> [CalendarTime] {
    var times: [CalendarTime] = []
    for value in line.value.split(separator: ",") {
      times.append(try time(String(value), in: line))
    }
    return times
  }

  private mutating func time(_ value: String, in line: ContentLine) throws(Diagnosis)
    -> CalendarTime
  {
    let text = value.trimmed
    guard let local = CalendarTime.local(text) else {
      throw line.mistake(
        "no time in \(line.name): \(text.quotedExcerpt())",
        help: "write 20240501T091000Z, or 20240501")
    }
    if text.utf8.count == 8 { return CalendarTime(local, .day) }
    if text.utf8.count == 16 { return CalendarTime(local, .utc) }
    guard let name = line["TZID"]?.trimmed else { return CalendarTime(local, .floating) }
    if let rules = rules(named: name) { return CalendarTime(local, .zoned(name), in: rules) }
    let fault = line.mistake(
      "unknown time zone \(name.quotedExcerpt()): it counts as UTC",
      help: "define it in a VTIMEZONE, or call it as the system does, such as Europe/Ljubljana")
    if !unknown.contains(where: { $0.problem == fault.problem }) { unknown.append(fault) }
    return CalendarTime(local, .zoned(name))
  }
}
