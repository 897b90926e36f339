import GeofenceBytes

/// A date or a time of iCalendar: the local date and time as written, and the moment it stands for.
package struct CalendarTime: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A whole day, in whatever zone the reader is.
    case day
    /// A local time, in whatever zone the reader is.
    case floating
    case utc
    case zoned(String)
  }

  package let kind: Kind
  package let local: Timestamp
  /// The moment; for a day its beginning, which counts as UTC, as a floating time does.
  package let instant: Timestamp

  /// True for a day or a time that names no zone.
  var isLocal: Bool { kind == .day || kind == .floating }

  /// Returns the moment, where a day or a time without a zone counts as one in this zone; `nil` stands
  /// for UTC.
  func instant(in zone: ZoneInfo?) -> Timestamp {
    guard isLocal, let zone else { return instant }
    return CalendarTime(local, .zoned(zone.name), in: .system(zone)).instant
  }

  init(_ local: Timestamp, _ kind: Kind, in zone: ZoneRules?) {
    self.kind = kind
    self.local = local
    let offset = zone?.offset(atLocal: local) ?? 0
    instant = local + Interval(milliseconds: -1000 * offset)
  }

  /// Creates a time from a local one; one in a zone counts as UTC until its zone is known.
  package init(_ local: Timestamp, _ kind: Kind) { self.init(local, kind, in: nil) }

  /// Returns this time in a zone of the system: a moment at its time of the clock there, any other
  /// time at its own.
  package func placed(in zone: ZoneInfo) -> CalendarTime {
    // A time in UTC is written without a zone.
    if ["UTC", "Etc/UTC"].contains(zone.name) { return CalendarTime(local, .utc) }
    let rules = ZoneRules.system(zone)
    let local = kind == .utc ? rules.local(at: instant) : local
    return CalendarTime(local, .zoned(zone.name), in: rules)
  }

  package var isDay: Bool { kind == .day }

  var date: CivilDate { CivilDate(dayOf: local) }
}

// MARK: - Reading

extension CalendarTime {
  /// Returns `20240501` or `20240501T091000`, with or without `Z`, read as UTC.
  static func local(_ text: String) -> Timestamp? {
    let digits = Array(text.utf8)
    guard digits.count == 8 || digits.count == 15 || digits.count == 16,
      digits.count == 8 || digits[8] | 0x20 == UInt8(ascii: "t"),
      digits.count < 16 || digits[15] | 0x20 == UInt8(ascii: "z")
    else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let time = digits.count == 8 ? "00:00:00" : "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"
    return Timestamp(parsing: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(time)Z")
  }

  /// Reads a date or a time as people write it. `2026-12-01` and `20261201` are days,
  /// `2026-12-01T10:00` is a local time, and a time with `Z` or an offset is that moment. `nil` for
  /// another text.
  package init?(parsing text: String) {
    let digits = text.utf8.filter(ASCII.isDigit)
    let compact = digits.count == text.utf8.count
    if compact || text.utf8.count == 10, digits.count == 8 {
      let date = compact ? text : text.replacing("-", with: "")
      guard date.utf8.count == 8, let day = Self.local(date) else { return nil }
      self.init(day, .day)
      return
    }
    if let time = Self.local(text) {
      self.init(time, text.utf8.count == 16 ? .utc : .floating)
      return
    }
    // The seconds may be missing. Without an offset, `Timestamp` reads UTC: a local time here.
    let clock = text.split { $0 == "T" || $0 == "t" || $0 == " " }
    guard clock.count == 2, clock[0].utf8.count == 10 else { return nil }
    let offset = clock[1].firstIndex { "Zz+-".contains($0) } ?? clock[1].endIndex
    let time = clock[1][..<offset]
    let seconds = time.utf8.count == 5 ? ":00" : ""
    guard let local = Timestamp(parsing: "\(clock[0])T\(time)\(seconds)\(clock[1][offset...])")
    else { return nil }
    let whole = Timestamp(
      milliseconds: local.milliseconds - (local.milliseconds % 1000 + 1000) % 1000)
    self.init(whole, offset == clock[1].endIndex ? .floating : .utc)
  }
}

// MARK: - Writing

extension CalendarTime {
  func line(_ name: String) -> ContentLine {
    switch kind {
    case .day: ContentLine(name, [.init("VALUE", "DATE")], value: value)
    case .zoned(let zone): ContentLine(name, [.init("TZID", zone)], value: value)
    case .floating, .utc: ContentLine(name, value: value)
    }
  }

  /// The value in a calendar: `20240501`, `20240501T091000` or `20240501T091000Z`.
  var value: String {
    let text = Self.utcValue(local)
    return switch kind {
    case .day: String(text.prefix(8))
    case .utc: text
    case .floating, .zoned: String(text.dropLast())
    }
  }

  package static func utcValue(_ time: Timestamp) -> String {
    whole(time).rfc3339.replacing("-", with: "").replacing(":", with: "")
  }

  static func whole(_ time: Timestamp) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds / 1000 * 1000)
  }

  /// A text for people: `2024-05-01`, `2024-05-01T09:10:00` or `2024-05-01T09:10:00Z`. A time in a
  /// zone has its offset, `2024-05-01T09:10:00+02:00`.
  package var text: String {
    switch kind {
    case .day: return date.text
    case .floating: return String(local.rfc3339.dropLast())
    case .utc: return local.rfc3339
    case .zoned: return instant.rfc3339(offset: (local - instant).milliseconds / 1000)
    }
  }

  /// A text for programs: a moment in UTC, or a day or a floating time as it is.
  package var data: String {
    if case .zoned = kind { return instant.rfc3339 }
    return text
  }

  package var zone: String? {
    if case .zoned(let name) = kind { name } else { nil }
  }
}

/// A length of time of iCalendar (RFC 5545 §3.3.6), such as `P1DT2H30M`, `-PT15M` or `P2W`.
struct CalendarDuration: Hashable {
  /// The days by the calendar, each of which may have more or fewer than 24 hours.
  let days: Int64
  let seconds: Int64

  /// The longest duration in days, more than a thousand years, which no real one exceeds.
  private static let maximumDays: Int64 = 400_000

  init?(_ text: String) {
    var rest = text.uppercased().utf8[...]
    let isNegative = rest.first == ASCII.minus
    if isNegative || rest.first == ASCII.plus { rest.removeFirst() }
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
    var (days, seconds): (Int64, Int64) = (0, 0)
    var isTime = false
    while let first = rest.first {
      if first == UInt8(ascii: "T"), !isTime {
        rest.removeFirst()
        guard !rest.isEmpty else { return nil }
        isTime = true
        continue
      }
      let digits = rest.prefix(while: ASCII.isDigit)
      rest = rest.dropFirst(digits.count)
      guard digits.count <= 12, let value = String(digits).flatMap({ Int64($0) }) else {
        return nil
      }
      switch (rest.popFirst(), isTime) {
      case (UInt8(ascii: "W"), false): days += 7 * value
      case (UInt8(ascii: "D"), false): days += value
      case (UInt8(ascii: "H"), true): seconds += 3600 * value
      case (UInt8(ascii: "M"), true): seconds += 60 * value
      case (UInt8(ascii: "S"), true): seconds += value
      default: return nil
      }
    }
    guard days <= Self.maximumDays, seconds <= Self.maximumDays * 86_400 else { return nil }
    self.days = isNegative ? -days : days
    self.seconds = isNegative ? -seconds : seconds
  }

  /// Returns the time that is later by this duration, of the same kind as `start`.
  func after(_ start: CalendarTime, _ zones: CalendarZones) -> CalendarTime {
    let local = start.local + Interval(milliseconds: days * CivilDate.dayLength)
    let time = Interval(milliseconds: seconds * 1000)
    guard let rules = zones.rules(of: start.kind) else {
      return CalendarTime(local + time, start.kind)
    }
    let instant = CalendarTime(local, start.kind, in: rules).instant + time
    return CalendarTime(rules.local(at: instant), start.kind, in: rules)
  }
}
