import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceReminders

/// Damaged calendars, which are read correctly or refused; edits of the readable parts stay local.
@Suite(.slow) struct ReminderDamageTests {
  private let now = Timestamp(milliseconds: 1_714_554_600_000)

  private static let text = """
    BEGIN:VCALENDAR\r
    X-WR-CALNAME:Liste\r
    BEGIN:VTIMEZONE
    TZID:Zone
    BEGIN:STANDARD
    DTSTART:19961027T030000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
    END:STANDARD
    END:VTIMEZONE

    BEGIN:VTODO\r
    UID:first\r
    SUMMARY;LANGUAGE="de":Ein langer Ti\r
     tel\\, gefaltet\r
    PRIORITY:5\r
    DUE;TZID=Zone:20241201T120000\r
    BEGIN:VALARM\r
    TRIGGER;VALUE=DATE-TIME:19760401T005545Z\r
    X-APPLE-PROXIMITY:ARRIVE\r
    X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=141.5;X-TITLE="Bü\r
     ro: 1":geo:46.05\\,14.5\r
    END:VALARM\r
    END:VTODO\r
    BEGIN:VTODO
    UID:second
    SUMMARY:Second
    BEGIN:VALARM
    PROXIMITY:DEPART
    BEGIN:VLOCATION
    UID:v
    URL:geo:1.5,2.5;u=35
    END:VLOCATION
    END:VALARM
    END:VTODO
    BEGIN:VTODO
    UID:second
    RECURRENCE-ID:20240501
    SUMMARY:Changed
    END:VTODO
    END:VCALENDAR

    """

  @Test func `a calendar that breaks off is refused wherever it does`() throws {
    let whole = Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8)
    let bytes = Array(Self.text.utf8)
    for count in bytes.indices.dropFirst() {
      let head = whole + bytes[..<count]
      // A file without its last line end is the only cut that is complete.
      if count == bytes.count - 1 {
        #expect(try ReminderFile(parsing: head, source: "t.ics").reminders.count == 3)
      } else {
        let error = #expect(throws: InputError.self) {
          try ReminderFile(parsing: head, source: "t.ics")
        }
        let line = bytes[..<count].count { $0 == ASCII.lineFeed } + 3
        #expect(error?.place == .line(line) || error?.place == .line(line - 1), "\(count)")
      }
    }
  }

  @Test
  func
    `a bit that flips in each byte leaves a calendar that is read right or refused with its line`()
  {
    let bytes = Array(Self.text.utf8)
    let lines = bytes.count { $0 == ASCII.lineFeed } + 1
    for index in bytes.indices {
      // The fifth bit is that of a letter's case.
      for bit in [index % 8, 5] {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        check(damaged, lines: lines)
      }
    }
  }

  @Test func `so do bytes that are lost, doubled, put in or exchanged at random`() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<1000 {
      var bytes = RandomCalendar.bytes(&random)
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let range = Self.range(in: bytes, &random)
        switch Int.random(in: 0...4, using: &random) {
        case 0: bytes.removeSubrange(range)
        case 1: bytes.insert(contentsOf: Array(bytes[range]), at: range.upperBound)
        case 2:
          bytes.insert(contentsOf: [13, 10, 32].shuffled(using: &random), at: range.lowerBound)
        case 3:
          bytes.replaceSubrange(
            range, with: range.map { _ in .random(in: 0...255, using: &random) })
        default: bytes.insert(contentsOf: Self.piece(&random), at: range.lowerBound)
        }
        if bytes.isEmpty { break }
      }
      check(bytes, lines: bytes.count { $0 == ASCII.lineFeed } + 1)
    }
  }

  private static func range(in bytes: [UInt8], _ random: inout SeededGenerator) -> Range<Int> {
    let start = Int.random(in: bytes.indices, using: &random)
    return start..<min(bytes.count, start + Int.random(in: 1...20, using: &random))
  }

  private static func piece(_ random: inout SeededGenerator) -> [UInt8] {
    let pieces = [
      "BEGIN:VTODO\n", "END:VTODO\n", "END:VCALENDAR\n", "BEGIN:VCALENDAR\n", ":", ";", "=", "\"",
      "\\", "^", "\n ", "\r", "\u{FEFF}", "RECURRENCE-ID:20240501\n", "DUE:\n", "geo:",
      "9223372036854775808", "1e999", "nan",
    ]
    return Array(pieces[Int.random(in: pieces.indices, using: &random)].utf8)
  }

  /// Checks the properties that hold for any bytes.
  private func check(_ bytes: [UInt8], lines: Int) {
    let file: ReminderFile
    do {
      file = try ReminderFile(parsing: bytes, source: "t.ics")
    } catch {
      if case .line(let line, _) = error.place {
        #expect(1...lines ~= line)
      } else {
        #expect(error.problem == "the file is empty")
      }
      #expect(!error.problem.isEmpty && error.help != nil)
      return
    }
    #expect(file.bytes == bytes)
    if file.warnings.isEmpty {
      #expect(file.reminders.map(\.title) == PlainReading.titles(bytes))
    }
    for reminder in file.reminders {
      #expect((reminder.alarms.flatMap(\.places)).allSatisfy(Self.isOnEarth))
    }
    checkEdits(file)
  }

  private static func isOnEarth(_ place: LocationAlarm.Place) -> Bool {
    place.coordinate.latitude.magnitude <= 90 && place.coordinate.longitude.magnitude <= 180
      && place.radius > 0 && place.radius.isFinite
  }

  /// Checks that completing the first reminder changes its component and nothing else.
  private func checkEdits(_ file: ReminderFile) {
    guard let row = file.rows.first else { return }
    let first = row.reminder
    var edited = file
    do {
      try edited.complete(first.identifier, at: now)
    } catch {
      let warnings = file.warnings.count
      #expect(warnings > 0, "what was read without a fault can be edited: \(error)")
      #expect(edited.bytes == file.bytes)
      return
    }
    let task = file.entries[row.entry].task.bytes([])
    guard let range = file.bytes.firstRange(of: task) else {
      Issue.record("the component has its bytes")
      return
    }
    #expect(edited.bytes.starts(with: file.bytes[..<range.lowerBound]))
    let tail = file.bytes[range.upperBound...]
    #expect(edited.bytes.suffix(tail.count) == tail)
    #expect(edited.reminders.dropFirst() == file.reminders.dropFirst())
    #expect(edited.reminders.first?.alarms == first.alarms)
  }
}

/// A second, simple reader of calendars that are known to be well-formed.
private enum PlainReading {
  /// Returns the titles of the reminders.
  static func titles(_ bytes: [UInt8]) -> [String] {
    var lines: [[UInt8]] = []
    for piece in bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false) {
      var line = Array(piece)
      while line.last == ASCII.carriageReturn { line.removeLast() }
      if let first = line.first, first == ASCII.space || first == ASCII.tab, !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(line)
      }
    }
    return titles(lines.map { String(decoding: $0, as: UTF8.self) })
  }

  private static func titles(_ lines: [String]) -> [String] {
    var tasks: [(title: String?, uid: String?, isChange: Bool)] = []
    var depth = 0
    var task: (title: String?, uid: String?, isChange: Bool) = (nil, nil, false)
    for line in lines {
      let name = line.prefix { $0 != ":" && $0 != ";" }.uppercased()
      switch name {
      case "BEGIN":
        depth += 1
        if depth == 2 { task = (nil, nil, false) }
      case "END":
        if depth == 2, line.uppercased().contains("VTODO") { tasks.append(task) }
        depth -= 1
      case "RECURRENCE-ID" where depth == 2: task.isChange = true
      case "UID" where depth == 2 && task.uid == nil: task.uid = unescaped(value(of: line))
      case "SUMMARY" where depth == 2 && task.title == nil:
        task.title = unescaped(value(of: line))
      default: break
      }
    }
    // A changed occurrence without a title has that of its series.
    return tasks.map { task in
      let series = tasks.first { !$0.isChange && $0.uid == task.uid }
      let own = task.title ?? ""
      return own.isEmpty && task.isChange ? series?.title ?? "" : own
    }
  }

  private static func value(of line: String) -> String {
    var isQuoted = false
    var previous: Unicode.Scalar = ";"
    var scalars = line.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      // A quotation mark in a value that does not begin with one is a character like any other.
      if scalar == "\"", isQuoted || previous == "=" || previous == "," { isQuoted.toggle() }
      if scalar == ":", !isQuoted { break }
      previous = scalar
    }
    return String(scalars)
  }

  private static func unescaped(_ value: String) -> String {
    value.split(separator: "\\\\", omittingEmptySubsequences: false)
      .map {
        $0.replacing("\\n", with: "\n").replacing("\\N", with: "\n").replacing("\\,", with: ",")
          .replacing("\\;", with: ";")
      }
      .joined(separator: "\\")
  }
}
