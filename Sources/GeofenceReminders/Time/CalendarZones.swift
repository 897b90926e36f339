import GeofenceBytes
import Synchronization

/// The time zones of a calendar: zones that it defines, and zones that the system knows by name.
struct CalendarZones: Sendable {
  /// The names of the zones that it defines.
  private let names: Set<String>
  private let defined: [String: ZoneRules]
  /// The zones whose definition is not understood wholly, and which the system does not know.
  private let doubtful: Set<String>

  /// The largest number of observances of a zone that are read; no real zone has more.
  private static let maximumObservances = 1000

  /// Creates the zones of a calendar; without one, the system's zones.
  init(_ calendar: CalendarComponent? = nil) {
    var (names, defined, doubtful) = (Set<String>(), [String: ZoneRules](), Set<String>())
    for zone in calendar?.components("VTIMEZONE") ?? [] {
      guard let name = zone["TZID"]?.value.trimmed, names.insert(name).inserted else { continue }
      let all = (zone.components("STANDARD") + zone.components("DAYLIGHT"))
        .prefix(Self.maximumObservances)
      let read = all.compactMap(ZoneObservance.init)
      if !read.isEmpty, read.count == all.count, read.allSatisfy(\.isUnderstood) {
        defined[name] = .observances(read)
      } else if ZoneRules.system(named: name) == nil, !read.isEmpty {
        defined[name] = .observances(read)
        doubtful.insert(name)
      }
    }
    (self.names, self.defined, self.doubtful) = (names, defined, doubtful)
  }

  func defines(_ name: String) -> Bool { names.contains(name) }

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

  /// Returns a warning for each date of a VTODO in a zone that is unknown, or not understood.
  func unknown(in task: CalendarComponent) -> [Diagnosis] {
    ["RECURRENCE-ID", "COMPLETED", "CREATED", "DTSTART", "DUE"].compactMap { name in
      guard let line = task.filled(name), let zone = (try? time(line))?.zone else { return nil }
      if doubtful.contains(zone) {
        return line.mistake(
          "the VTIMEZONE \(zone.quotedExcerpt()) is not understood: it counts without what is not read",
          help: "write its rules as RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU, or its changes as RDATE"
        )
      }
      if rules(named: zone) != nil { return nil }
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
  /// False if its rule is one that no clock follows.
  let isUnderstood: Bool
  private let rule: RecurrenceRule?
  /// The last onset of a rule that counts its onsets.
  private let lastCounted: Timestamp?
  private let dates: [Timestamp]
  private static let maximumCount: Int64 = 300

  init?(_ component: CalendarComponent) {
    guard let offset = component["TZOFFSETTO"].flatMap({ Self.seconds($0.value) }),
      let start = component["DTSTART"].flatMap({ CalendarTime.local($0.value.trimmed) })
    else { return nil }
    self.start = start
    self.offset = offset
    offsetBefore = component["TZOFFSETFROM"].flatMap { Self.seconds($0.value) } ?? offset
    let text = component.filled("RRULE").map { Self.dayRule($0.value, at: start) }
    // Clocks change yearly.
    let rule = text.flatMap { RecurrenceRule($0) }.flatMap { $0.frequency == .yearly ? $0 : nil }
    (self.rule, isUnderstood) = (rule, rule != nil || component.filled("RRULE") == nil)
    lastCounted = rule.flatMap { Self.lastCounted($0, from: start) }
    let others = component.lines.filter { $0.name == "RDATE" }
      .flatMap { line in
        line.value.split(separator: ",").compactMap { CalendarTime.local(String($0).trimmed) }
      }
    dates = ([start] + others.filter { $0 > start }).sorted()
  }

  /// Returns a rule without what says the time of its start again, and what only its program knows.
  private static func dayRule(_ text: String, at start: Timestamp) -> String {
    let clock = (start - CivilDate(dayOf: start).start).milliseconds / 1000
    let own = ["BYHOUR": clock / 3600, "BYMINUTE": clock / 60 % 60, "BYSECOND": clock % 60]
    let parts = text.uppercased().split(separator: ";").filter { part in
      let pair = part.split(separator: "=").map { String($0).trimmed }
      guard pair.count == 2, let time = own[pair[0]] else { return !part.hasPrefix("X-") }
      return Int64(pair[1]) != time
    }
    return parts.joined(separator: ";")
  }

  private static func lastCounted(_ rule: RecurrenceRule, from start: Timestamp) -> Timestamp? {
    // More years than any calendar is of are no end.
    guard let count = rule.count, count <= maximumCount else { return nil }
    let first = CivilDate(dayOf: start)
    // The start is the first onset.
    var (last, left) = (first.days, count - 1)
    for period in 0..<Self.maximumCount where left > 0 {
      for day in rule.days(inPeriod: period, from: first) ?? [] where day > first.days && left > 0 {
        (last, left) = (day, left - 1)
      }
    }
    return CivilDate(days: last).start + (start - first.start)
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
    let limit = [until(rule), lastCounted].compactMap(\.self).reduce(end, min)
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
