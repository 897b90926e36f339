import GeofenceBytes
import Synchronization

/// The time zones of a calendar: zones that it defines, and zones that the system knows by name.
struct CalendarZones: Sendable {
  private let defined: [String: ZoneRules]

  /// The largest number of observances of a zone that are read; no real zone has more.
  private static let maximumObservances = 1000

  /// Creates the zones of a calendar; without one, the system's zones.
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
  func rules(named name: String) -> ZoneRules? { defined[name] ?? .system(named: name) }

  func rules(of kind: CalendarTime.Kind) -> ZoneRules? {
    if case .zoned(let name) = kind { rules(named: name) } else { nil }
  }

  func time(_ line: ContentLine) throws(Diagnosis) -> CalendarTime {
    try time(line.value, in: line)
  }

  func time(_ name: String, of component: CalendarComponent) throws(Diagnosis)
    -> CalendarTime?
  {
    guard let line = component.filled(name) else { return nil }
    return try time(line)
  }

  func times(_ line: ContentLine) throws(Diagnosis) -> [CalendarTime] {
    try line.value.split(separator: ",").map { value throws(Diagnosis) in
      try time(String(value), in: line)
    }
  }

  private func time(_ value: String, in line: ContentLine) throws(Diagnosis) -> CalendarTime {
    let text = value.trimmed
    guard let local = CalendarTime.local(text) else {
      throw line.mistake(
        "no time in \(line.name): \(text.quotedExcerpt())",
        help: "write 20240501T091000Z, or 20240501")
    }
    if text.utf8.count == 8 { return CalendarTime(local, .day) }
    if text.utf8.count == 16 { return CalendarTime(local, .utc) }
    guard let name = line["TZID"]?.trimmed else { return CalendarTime(local, .floating) }
    return CalendarTime(local, .zoned(name), in: rules(named: name))
  }

  /// Returns a warning for each date of a VTODO in an unknown zone.
  func unknown(in task: CalendarComponent) -> [Diagnosis] {
    ["RECURRENCE-ID", "COMPLETED", "CREATED", "DTSTART", "DUE"].compactMap { name in
      guard let line = task.filled(name), let zone = (try? time(line))?.zone,
        rules(named: zone) == nil
      else { return nil }
      return line.mistake(
        "unknown time zone \(zone.quotedExcerpt()): it counts as UTC",
        help: "define it in a VTIMEZONE, or call it as the system does, such as Europe/Ljubljana")
    }
  }
}

/// The offsets of a time zone from UTC: as a calendar defines them, or as the system knows them.
enum ZoneRules: Sendable {
  case observances([ZoneObservance])
  case system(ZoneInfo)

  /// The zones of the system that were asked for, of which each has a file.
  private static let known = Mutex<[String: ZoneRules?]>([:])

  static func system(named name: String) -> ZoneRules? {
    known.withLock { known in
      if let rules = known[name] { return rules }
      let rules = ZoneInfo(named: name).map(ZoneRules.system)
      known[name] = .some(rules)
      return rules
    }
  }

  /// Returns the offset at a local time, in seconds, positive to the east of UTC. A time that
  /// clocks skip has the offset from before. Of a time that they show twice, the first counts (RFC
  /// 5545 §3.3.5).
  func offset(atLocal local: Timestamp) -> Int64 {
    switch self {
    case .observances(let observances):
      let begun = observances.compactMap { observance in
        observance.lastOnset(upTo: local).map { (onset: $0, offset: observance.offset) }
      }
      return begun.max { $0.onset < $1.onset }?.offset
        ?? observances.min { $0.start < $1.start }?.offsetBefore ?? 0
    case .system(let zone): return zone.offset(atLocal: local)
    }
  }

  func local(at instant: Timestamp) -> Timestamp {
    // The offset depends on the local time that is sought: each guess is nearer than the one
    // before.
    var local = instant
    for _ in 0..<3 {
      local = instant + Interval(milliseconds: 1000 * offset(atLocal: local))
    }
    return local
  }
}

/// An observance of a VTIMEZONE, STANDARD or DAYLIGHT: an offset, and the times of its onset.
///
/// The times are in the local time before the onset.
struct ZoneObservance: Sendable {
  let start: Timestamp
  /// The offset in seconds, positive to the east of UTC.
  let offset: Int64
  /// The offset before the onset, in seconds, positive to the east of UTC.
  let offsetBefore: Int64
  private let rule: RecurrenceRule?
  private let dates: [Timestamp]

  init?(_ component: CalendarComponent) {
    guard let offset = component["TZOFFSETTO"].flatMap({ Self.seconds($0.value) }),
      let start = component["DTSTART"].flatMap({ CalendarTime.local($0.value.trimmed) })
    else { return nil }
    self.start = start
    self.offset = offset
    offsetBefore = component["TZOFFSETFROM"].flatMap { Self.seconds($0.value) } ?? offset
    // Clocks change yearly; any other rule is ignored.
    rule = component.filled("RRULE").flatMap { RecurrenceRule($0.value) }
      .flatMap { $0.frequency == .yearly ? $0 : nil }
    let others = component.lines.filter { $0.name == "RDATE" }
      .flatMap { line in
        line.value.split(separator: ",").compactMap { CalendarTime.local(String($0).trimmed) }
      }
    dates = ([start] + others.filter { $0 > start }).sorted()
  }

  /// Returns the last onset up to a local time. A local time in the hour that clocks skip is before
  /// the onset. O(log n) for n dates.
  func lastOnset(upTo local: Timestamp) -> Timestamp? {
    let end = local + Interval(milliseconds: min(0, offsetBefore - offset) * 1000)
    let next = dates.partitioningIndex { $0 > end }
    guard next > 0 else { return nil }
    let date = dates[next - 1]
    return rule.flatMap { lastOnset(of: $0, upTo: end) }.map { max(date, $0) } ?? date
  }

  private func lastOnset(of rule: RecurrenceRule, upTo end: Timestamp) -> Timestamp? {
    let first = CivilDate(dayOf: start)
    let clock = start - first.start
    let limit = until(rule).map { min($0, end) } ?? end
    let last = (CivilDate(dayOf: limit).year - first.year) / rule.interval
    // The onset of the last year may be later than the limit, and a year may have no such day.
    for period in [last, last - 1, last - 2] where period >= 0 {
      let onset = rule.days(inPeriod: period, from: first)?
        .last { start...max(start, limit) ~= CivilDate(days: $0).start + clock }
      if let onset { return CivilDate(days: onset).start + clock }
    }
    return nil
  }

  private func until(_ rule: RecurrenceRule) -> Timestamp? {
    guard let text = rule.until, let time = CalendarTime.local(text) else { return nil }
    return text.hasSuffix("Z") ? time + Interval(milliseconds: offsetBefore * 1000) : time
  }

  private static func seconds(_ text: String) -> Int64? {
    let text = text.trimmed
    guard let sign = text.first, sign == "+" || sign == "-", let digits = Int64(text.dropFirst()),
      text.utf8.count == 5 || text.utf8.count == 7
    else { return nil }
    let whole = text.utf8.count == 5 ? digits * 100 : digits
    let seconds = whole / 10_000 * 3600 + whole / 100 % 100 * 60 + whole % 100
    return sign == "-" ? -seconds : seconds
  }
}
