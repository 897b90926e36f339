import GeofenceCore
import Testing

@testable import GeofenceBytes
@testable import GeofenceReminders

/// The completion of a repeating reminder, which moves on as was observed on a phone.
struct ReminderCompletionTests {
  private let now = Timestamp(milliseconds: 1_783_854_839_000)

  private func file(_ lines: String, beside others: String = "") throws -> ReminderFile {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTIMEZONE
      TZID:Tokyo
      BEGIN:STANDARD
      DTSTART:19510909T010000
      TZOFFSETFROM:+1000
      TZOFFSETTO:+0900
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VTODO
      UID:u
      \(lines)
      END:VTODO
      \(others.isEmpty ? "X-AFTER:1" : others)
      END:VCALENDAR

      """
    return try ReminderFile(parsing: Array(text.utf8), source: "t.ics")
  }

  @discardableResult
  private func complete(_ file: inout ReminderFile, wholeSeries: Bool = false) throws
    -> ReminderFile.Completion
  {
    var count = file.entries.count
    return try file.complete("u", at: now, wholeSeries: wholeSeries) {
      count += 1
      return "new-\(count)"
    }
  }

  /// Returns the due dates of `u` after each completion, until it is complete itself.
  private func dates(_ lines: String, most: Int = 10) throws -> [String] {
    var file = try file(lines)
    var dates: [String] = []
    while let reminder = file.reminders.first, reminder.status == .incomplete, dates.count < most {
      dates.append((reminder.due ?? reminder.start)?.value ?? "-")
      try complete(&file)
    }
    return dates
  }

  /// The dates are from a capture of Apple's Reminders (iOS 26).
  @Test func `weekends until the end of the month, as Apple has them`() throws {
    #expect(
      try dates(
        """
        DTSTART;TZID=Tokyo:20260712T211000
        DUE;TZID=Tokyo:20260712T211000
        RRULE:FREQ=WEEKLY;UNTIL=20260731T111300Z;BYDAY=SU,SA
        """) == [
          "20260712T211000", "20260718T211000", "20260719T211000", "20260725T211000",
          "20260726T211000",
        ])
  }

  @Test(
    arguments: [
      ("DUE;VALUE=DATE:20240130\nRRULE:FREQ=DAILY;COUNT=3", ["20240130", "20240131", "20240201"]),
      (
        "DUE;VALUE=DATE:20240130\nRRULE:FREQ=DAILY;UNTIL=20240203\nEXDATE;VALUE=DATE:20240131,20240202",
        ["20240130", "20240201", "20240203"]
      ),
      // An excluded date counts.
      (
        "DTSTART:20240130T090000Z\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE:20240131T090000Z\n"
          + "EXDATE:20240201T090000Z", ["20240130T090000Z", "20240202T090000Z"]
      ),
      (
        "DUE:20240130T090000\nRRULE:FREQ=MONTHLY;UNTIL=20240601",
        ["20240130T090000", "20240330T090000", "20240430T090000", "20240530T090000"]
      ),
      // The last time that UNTIL allows is one of the dates.
      (
        "DUE:20240130T090000Z\nRRULE:FREQ=DAILY;UNTIL=20240201T090000Z",
        ["20240130T090000Z", "20240131T090000Z", "20240201T090000Z"]
      ),
      (
        "DUE;TZID=Tokyo:20240130T090000\nRRULE:FREQ=DAILY;UNTIL=20240131T000000Z",
        ["20240130T090000", "20240131T090000"]
      ),
      (
        "DUE:20240130T090000Z\nRRULE:FREQ=DAILY;UNTIL=20240131T085959Z", ["20240130T090000Z"]
      ),
      ("DUE;VALUE=DATE:20240130\nRRULE:FREQ=DAILY;UNTIL=20240131", ["20240130", "20240131"]),
      // A day that is the end is one of the dates, whatever their times.
      (
        "DUE:20240501T090000Z\nRRULE:FREQ=DAILY;UNTIL=20240503",
        ["20240501T090000Z", "20240502T090000Z", "20240503T090000Z"]
      ),
      // An excluded moment excludes its day from a series of days.
      (
        "DUE;VALUE=DATE:20240501\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE:20240503T000000Z",
        ["20240501", "20240502", "20240504"]
      ),
      ("DUE;VALUE=DATE:20240127\nRRULE:FREQ=MONTHLY;BYDAY=-1SA;COUNT=2", ["20240127", "20240224"]),
      ("DUE;VALUE=DATE:20240120\nRRULE:FREQ=MONTHLY;BYDAY=-2SA;COUNT=2", ["20240120", "20240217"]),
      (
        "DUE;VALUE=DATE:20240131\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3",
        ["20240131", "20240229", "20240329"]
      ),
      (
        "DTSTART:20240130T200000\nDUE:20240130T210000\nRRULE:FREQ=HOURLY;INTERVAL=5;COUNT=3",
        ["20240130T210000", "20240131T020000", "20240131T070000"]
      ),
      // The time between start and due date is kept.
      (
        "DTSTART:20240130T090000\nDUE:20240202T180000\nRRULE:FREQ=WEEKLY;COUNT=2",
        ["20240202T180000", "20240209T180000"]
      ),
      (
        "DTSTART:20240130T090000\nDURATION:P1D\nRRULE:FREQ=WEEKLY;COUNT=2",
        ["20240131T090000", "20240207T090000"]
      ),
    ])
  func `date after date, until the last is complete`(_ lines: String, _ expected: [String]) throws {
    #expect(try dates(lines) == expected)
  }

  @Test func `what is done stays as a copy, with its own dates, alarms and lines`() throws {
    var file = try file(
      """
      SUMMARY:Water the
        flowers
      X-KEPT;A="b":1
      DTSTART;TZID=Tokyo:20260712T211000
      DUE;TZID=Tokyo:20260712T211000
      RRULE:FREQ=DAILY;COUNT=5
      STATUS:IN-PROCESS
      PERCENT-COMPLETE:50
      BEGIN:VALARM
      UID:alarm
      X-WR-ALARMUID:alarm
      TRIGGER;VALUE=DATE-TIME:20260712T121000Z
      END:VALARM
      BEGIN:VALARM
      TRIGGER:-PT15M
      END:VALARM
      BEGIN:VALARM
      TRIGGER;VALUE=DATE-TIME:19760401T005545Z
      X-APPLE-PROXIMITY:ARRIVE
      X-APPLE-STRUCTURED-LOCATION:geo:1,2
      END:VALARM
      """)
    let before = String(decoding: file.bytes, as: UTF8.self)
    guard case .movedOn(let next, let copy) = try complete(&file) else {
      Issue.record("it moves on")
      return
    }
    #expect(next.text == "2026-07-13T21:10:00+09:00")
    let text = String(decoding: file.bytes, as: UTF8.self)
    let own =
      before.replacing("20260712T211000", with: "20260713T211000")
      .replacing("COUNT=5", with: "COUNT=4").replacing("IN-PROCESS", with: "NEEDS-ACTION")
      .replacing("PERCENT-COMPLETE:50\n", with: "")
      .replacing(
        "BEGIN:VALARM\nUID:alarm",
        with: "DTSTAMP:20260712T111359Z\nLAST-MODIFIED:20260712T111359Z\nBEGIN:VALARM\nUID:alarm"
      )
      .replacing("20260712T121000Z", with: "20260713T121000Z")
    let copied =
      before.components(after: "END:VTIMEZONE\n", before: "X-AFTER")
      .replacing("UID:u\n", with: "UID:new-2\n").replacing("RRULE:FREQ=DAILY;COUNT=5\n", with: "")
      .replacing("IN-PROCESS", with: "COMPLETED")
      .replacing("PERCENT-COMPLETE:50", with: "PERCENT-COMPLETE:100")
      .replacing("UID:alarm", with: "UID:new-3")
      .replacing(
        "BEGIN:VALARM\nUID:new-3",
        with: """
          CREATED:20260712T111359Z
          COMPLETED:20260712T111359Z
          DTSTAMP:20260712T111359Z
          LAST-MODIFIED:20260712T111359Z
          BEGIN:VALARM
          UID:new-3
          """)
    #expect(text == own.replacing("X-AFTER", with: copied + "X-AFTER"))
    #expect(copy.uid == "new-2")
    let alone = try ReminderFile(parsing: copy.file, source: "c.ics")
    #expect(alone.warnings.isEmpty)
    #expect(
      alone.reminders
        == [try file.reminder("new-2")].map {
          var reminder = $0
          reminder.list = "c"
          return reminder
        })
  }

  @Test(
    arguments: [
      "RRULE:FREQ=YEARLY;BYWEEKNO=20", "RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY",
      "RRULE:FREQ=DAILY\nRDATE:20240201T090000Z", "RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY",
    ])
  func `a rule that is not understood is refused, with the way out`(_ rule: String) throws {
    var file = try file("DUE:20240130T090000Z\n\(rule)")
    let before = file.bytes
    let error = #expect(throws: InputError.self) { try complete(&file) }
    #expect(error?.help?.contains("--whole-series") == true)
    #expect(file.bytes == before)
    try complete(&file, wholeSeries: true)
    #expect(file.reminders.map(\.status) == [.completed])
    #expect(file.reminders.first?.recurrence != nil)
  }

  @Test(
    arguments: [
      ("RRULE:FREQ=DAILY\nRDATE:20240201T090000Z", "depend on RDATE"),
      ("RDATE:20240201T090000Z", "depend on RDATE"),
      ("RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY", "depend on EXRULE"),
      ("RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY", "depend on a second RRULE"),
    ])
  func `RDATE, EXRULE and a second RRULE are named where they are not understood`(
    _ lines: String, _ problem: String
  ) throws {
    var file = try file("DUE:20240130T090000Z\n\(lines)")
    let error = #expect(throws: InputError.self) { try complete(&file) }
    #expect(error?.problem.contains(problem) == true)
    #expect(error?.place == .line(lines.contains("RRULE") ? 14 : 13))
    let name = problem.split(separator: " ").last.map(String.init) ?? ""
    #expect(file.reminders.first?.otherRecurrence == [name])
    let list = ReminderListing.text(file.reminders, among: file.reminders, unit: .metres)
    #expect(list.contains("\(name), which is not understood"))
  }

  @Test func `a rule ends on a day of the zone of its dates`() throws {
    for (until, day) in [
      ("20240131T153000Z", "2024-02-01"), ("20240131T145959Z", "2024-01-31"),
      ("20240131T235959", "2024-01-31"), ("20240131", "2024-01-31"),
    ] {
      let file = try file("DUE;TZID=Tokyo:20240130T003000\nRRULE:FREQ=DAILY;UNTIL=\(until)")
      let list = ReminderListing.text(file.reminders, among: file.reminders, unit: .metres)
      #expect(list.contains("daily until \(day) "))
    }
  }

  @Test func `hours of a day without a time of the clock are refused`() throws {
    var file = try file("DUE;VALUE=DATE:20240130\nRRULE:FREQ=HOURLY")
    let error = #expect(throws: InputError.self) { try complete(&file) }
    #expect(error?.problem.contains("no time of the clock") == true)
  }

  @Test func `an hour that clocks skip is not counted twice`() throws {
    guard ZoneInfo(named: "Europe/Ljubljana") != nil else { return }
    #expect(
      try dates(
        "DUE;TZID=Europe/Ljubljana:20240331T003000\nRRULE:FREQ=HOURLY;COUNT=4") == [
          "20240331T003000", "20240331T013000", "20240331T023000", "20240331T043000",
        ])
  }

  @Test func `a rule without a date to count from is refused`() throws {
    var file = try file("RRULE:FREQ=DAILY")
    #expect(throws: InputError.self) { try complete(&file) }
  }

  @Test(arguments: [
    "STATUS:COMPLETED", "COMPLETED:20240101T000000Z", "RRULE:FREQ=DAILY\nSTATUS:COMPLETED",
  ])
  func `what is complete stays as it is`(_ lines: String) throws {
    var file = try file("DUE:20240130T090000Z\n\(lines)")
    let before = file.bytes
    guard case .unchanged = try complete(&file) else {
      Issue.record("nothing is to be done")
      return
    }
    #expect(file.bytes == before)
  }

  @Test func `an occurrence that was done out of turn does not come again`() throws {
    let instance = """
      BEGIN:VTODO
      UID:u
      RECURRENCE-ID;VALUE=DATE:20240131
      STATUS:COMPLETED
      END:VTODO
      """
    var file = try file("DUE;VALUE=DATE:20240130\nRRULE:FREQ=DAILY", beside: instance)
    try complete(&file)
    #expect(file.reminders.first?.due?.text == "2024-02-01")
    #expect(String(decoding: file.bytes, as: UTF8.self).contains(instance))
  }

  @Test func `an occurrence that was changed is completed as it was changed`() throws {
    let instance = """
      BEGIN:VTODO
      UID:u
      RECURRENCE-ID:20240131T090000Z
      SUMMARY:Another
      DUE:20240131T120000Z
      END:VTODO
      """
    var file = try file(
      "SUMMARY:One\nDUE:20240130T090000Z\nRRULE:FREQ=DAILY", beside: instance)
    try complete(&file)
    #expect(file.reminders.map(\.title) == ["Another", "One"])
    try complete(&file)
    #expect(file.reminders.map(\.title) == ["One", "Another", "One"])
    #expect(
      file.reminders.map { $0.due?.value ?? "" }
        == ["20240201T090000Z", "20240131T120000Z", "20240130T090000Z"])
    #expect(!String(decoding: file.bytes, as: UTF8.self).contains("RECURRENCE-ID"))
  }

  @Test func `a repetition by the clock stays at its hour when clocks change`() throws {
    guard ZoneInfo(named: "Europe/Ljubljana") != nil else { return }
    var file = try file(
      """
      DUE;TZID=Europe/Ljubljana:20240330T090000
      RRULE:FREQ=DAILY
      BEGIN:VALARM
      TRIGGER;VALUE=DATE-TIME:20240330T080000Z
      END:VALARM
      """)
    try complete(&file)
    #expect(file.reminders.first?.due?.data == "2024-03-31T07:00:00Z")
    #expect(String(decoding: file.bytes, as: UTF8.self).contains("DATE-TIME:20240331T070000Z"))
  }
}

extension String {
  fileprivate func components(after start: String, before end: String) -> String {
    guard let first = firstRange(of: start)?.upperBound, let last = firstRange(of: end)?.lowerBound
    else { return "" }
    return String(self[first..<last])
  }
}
