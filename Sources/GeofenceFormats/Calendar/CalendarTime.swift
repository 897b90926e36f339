import GeofenceCore

/// Times of iCalendar: `20240501`, `20240501T091000`, with `Z` or in a time zone of the file.
struct CalendarTime {
  /// The zones that the file defines, by their names.
  private let zones: [String: [ZoneObservance]]

  /// So many observances of a zone count, which no real zone has.
  private static let maximumObservances = 1000

  init(_ calendar: CalendarComponent) {
    let zones = calendar.components("VTIMEZONE").compactMap { zone in
      zone["TZID"].map { line in
        let observances = zone.components("STANDARD") + zone.components("DAYLIGHT")
        return (
          line.value.trimmed,
          observances.prefix(Self.maximumObservances).compactMap(ZoneObservance.init)
        )
      }
    }
    self.zones = Dictionary(zones) { first, _ in first }
  }

  /// The moment a line names. A date is its first moment; a time without a zone, or in one that the
  /// file does not define, counts as UTC.
  ///
  /// - Throws: an error when it is no time.
  func timestamp(_ line: ContentLine) throws(ReminderFile.Mistake) -> Timestamp {
    let text = line.value.trimmed
    guard let local = Self.parse(text) else {
      throw ReminderFile.Mistake(
        number: line.number, problem: "no time in \(line.name): \(text.quotedExcerpt())",
        help: "write 20240501T091000Z, or 20240501")
    }
    guard text.utf8.last != UInt8(ascii: "Z"),
      let zone = line["TZID"].flatMap({ zones[$0.trimmed] })
    else {
      return local
    }
    return local + Interval(milliseconds: -1000 * Self.offset(of: zone, at: local))
  }

  /// `20240501` or `20240501T091000`, read as UTC.
  static func parse(_ text: String) -> Timestamp? {
    let digits = Array(text.utf8)
    guard digits.count == 8 || digits.count == 15 || digits.count == 16,
      digits.count == 8 || digits[8] | 0x20 == UInt8(ascii: "t"),
      digits.count < 16 || digits[15] == UInt8(ascii: "Z")
    else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let time = digits.count == 8 ? "00:00:00" : "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"
    return Timestamp(parsing: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(time)Z")
  }

  /// As a UTC date and time.
  static func text(_ time: Timestamp) -> String {
    let whole = Timestamp(milliseconds: time.milliseconds / 1000 * 1000)
    return whole.rfc3339.replacing("-", with: "").replacing(":", with: "")
  }

  // MARK: zones

  /// Seconds to the east of UTC in `zone` at a local time.
  ///
  /// A time that clocks skip has the offset from before; one they show twice is the first of the two
  /// (RFC 5545 §3.3.5).
  private static func offset(of observances: [ZoneObservance], at local: Timestamp) -> Int64 {
    let year = CivilDate(dayOf: local).year
    let begun = observances.compactMap { observance in
      observance.lastOnset(upTo: local, in: year).map { (onset: $0, offset: observance.offset) }
    }
    return begun.max { $0.onset < $1.onset }?.offset
      ?? observances.min { $0.start < $1.start }?.offsetBefore ?? 0
  }
}
