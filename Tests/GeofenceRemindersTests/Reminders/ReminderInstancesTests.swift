import GeofenceCore
import Testing

@testable import GeofenceBytes
@testable import GeofenceReminders

/// The changed occurrences of a series (RECURRENCE-ID), which stand for their dates.
struct ReminderInstancesTests {
  private let now = Timestamp(milliseconds: 1_714_554_600_000)

  private static let series = """
    BEGIN:VTODO
    UID:u
    SUMMARY:Water
    DTSTART:20240501T090000Z
    DUE:20240501T100000Z
    RRULE:FREQ=DAILY;COUNT=5
    BEGIN:VALARM
    PROXIMITY:ARRIVE
    BEGIN:VLOCATION
    URL:geo:1,2
    END:VLOCATION
    END:VALARM
    END:VTODO

    """

  private static func instance(_ day: Int, _ lines: String...) -> String {
    "BEGIN:VTODO\nUID:u\nRECURRENCE-ID:2024050\(day)T090000Z\n"
      + lines.map { "\($0)\n" }.joined() + "END:VTODO\n"
  }

  private func file(_ tasks: String...) throws -> ReminderFile {
    let text = "BEGIN:VCALENDAR\nX-WR-CALNAME:Home\n\(tasks.joined())END:VCALENDAR\n"
    return try ReminderFile(parsing: Array(text.utf8), source: "t.ics")
  }

  /// Returns each reminder as `identifier title status due`.
  private func rows(_ file: ReminderFile) -> [String] {
    file.reminders.map { reminder in
      "\(reminder.identifier) \(reminder.title) \(reminder.status) \(reminder.due?.value ?? "-")"
    }
  }

  private func text(_ file: ReminderFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

  // MARK: reading

  @Test func `a series is listed at its first date that is not finished`() throws {
    for done in ["STATUS:COMPLETED", "STATUS:CANCELLED", "COMPLETED:20240501T080000Z"] {
      let file = try file(
        Self.series, Self.instance(1, done), Self.instance(2, "SUMMARY:Second", done))
      #expect(rows(file).first == "u Water incomplete 20240503T100000Z")
      #expect(file.reminders.first?.start?.value == "20240503T090000Z")
      #expect(file.reminders.count == 3)
    }
    let file = try file(Self.series, Self.instance(1, "STATUS:COMPLETED"))
    #expect(
      rows(file) == [
        "u Water incomplete 20240502T100000Z",
        "u/20240501T090000Z Water completed 20240501T100000Z",
      ])
  }

  @Test func `a moved or renamed occurrence stands for its date in the place of the series`() throws
  {
    let moved = Self.instance(1, "SUMMARY:Water more", "PRIORITY:1", "DUE:20240504T180000Z")
    let file = try file(Self.series, moved)
    #expect(rows(file) == ["u Water more incomplete 20240504T180000Z"])
    let reminder = try file.reminder("u")
    #expect(reminder.priority == .high)
    #expect(reminder.recurrence == "FREQ=DAILY;COUNT=5")
    #expect(reminder.occurrence?.value == "20240501T090000Z")
    #expect(reminder.list == "Home")
    // The occurrence has its own alarms, as RFC 5545 has it, and thus none.
    #expect(reminder.alarms.isEmpty)
  }

  @Test func `a changed occurrence of another date is a reminder beside its series`() throws {
    let file = try file(
      Self.series, Self.instance(3, "SUMMARY:Cake", "DUE:20240430T090000Z"), Self.instance(4))
    #expect(
      rows(file) == [
        "u Water incomplete 20240501T100000Z",
        "u/20240503T090000Z Cake incomplete 20240430T090000Z",
        "u/20240504T090000Z Water incomplete 20240504T100000Z",
      ])
  }

  @Test func `an occurrence may come before its series in the file, or in another calendar`() throws
  {
    let instance = Self.instance(1, "SUMMARY:First")
    let file = try file(
      instance, "END:VCALENDAR\nBEGIN:VCALENDAR\nX-WR-CALNAME:Work\n", Self.series)
    #expect(rows(file) == ["u First incomplete 20240501T100000Z"])
    #expect(file.reminders.first?.list == "Work")
  }

  @Test func `one without its series is a reminder of its own`() throws {
    var file = try file(Self.instance(1, "SUMMARY:Alone", "DUE:20240501T090000Z"))
    #expect(rows(file) == ["u Alone incomplete 20240501T090000Z"])
    try file.edit("u", at: now) { $0.title = "Changed" }
    try file.complete("u", at: now)
    #expect(rows(file) == ["u Changed completed 20240501T090000Z"])
    try file.uncomplete("u", at: now)
    try file.delete("u")
    #expect(file.reminders.isEmpty)
    #expect(!text(file).contains("EXDATE"))
  }

  @Test func `two without their series are told apart by their dates`() throws {
    var file = try file(Self.instance(1, "SUMMARY:A"), Self.instance(2, "SUMMARY:B"))
    #expect(file.warnings.isEmpty)
    let error = #expect(throws: InputError.self) { try file.complete("u", at: now) }
    #expect(error?.help == "give more of it: u/20240501T090000Z, u/20240502T090000Z")
    try file.complete("u/20240502T090000Z", at: now)
    #expect(file.reminders.map(\.status) == [.incomplete, .completed])
  }

  @Test func `the same occurrence twice is a warning, and neither is changed`() throws {
    var file = try file(
      Self.series, Self.instance(2, "SUMMARY:A"), Self.instance(2, "SUMMARY:B"))
    #expect(
      file.warnings.map(\.problem) == [
        "the occurrence 20240502T090000Z of \"u\" is already that of line 16"
      ])
    #expect(throws: InputError.self) { try file.complete("u/20240502T090000Z", at: now) }
  }

  @Test func `a day names all of an occurrence, and a time the same moment in another zone`() throws
  {
    for date in [";VALUE=DATE:20240501", ";TZID=Asia/Tokyo:20240501T180000"] {
      let instance = "BEGIN:VTODO\nUID:u\nRECURRENCE-ID\(date)\nSTATUS:COMPLETED\nEND:VTODO\n"
      let file = try file(Self.series, instance)
      #expect(rows(file).first == "u Water incomplete 20240502T100000Z")
    }
  }

  @Test func `a series all of whose dates are finished is`() throws {
    let done = (1...5).map { Self.instance($0, "STATUS:COMPLETED") }.joined()
    let file = try file(Self.series, done)
    #expect(rows(file).first == "u Water completed 20240505T100000Z")
    #expect(file.reminders.count == 5)
    #expect(file.reminders.allSatisfy { $0.status == .completed })
  }

  @Test func `a date that is excluded is not stood for`() throws {
    let file = try file(
      Self.series.replacing("BEGIN:VALARM", with: "EXDATE:20240501T090000Z\nBEGIN:VALARM"))
    #expect(rows(file) == ["u Water incomplete 20240502T100000Z"])
  }

  @Test func `the beginning of a UID names the series, with a date its occurrence`() throws {
    let long = try file(
      Self.series.replacing("UID:u", with: "UID:4D0E-1"),
      Self.instance(3).replacing("UID:u", with: "UID:4D0E-1"))
    #expect(try long.reminder("4D").identifier == "4D0E-1")
    #expect(try long.reminder("4D/20240503T090000Z").identifier == "4D0E-1/20240503T090000Z")
    #expect(throws: InputError.self) { try long.reminder("4D/20240504T090000Z") }
    let list = ReminderListing.text(long.reminders, among: long.reminders, unit: .metres)
    #expect(list.contains("4D0E-1/20240503T090000Z "))
    #expect(
      ReminderListing.json(long.reminders[1]).contains(
        "\"identifier\" : \"4D0E-1/20240503T090000Z\""))
  }

  // MARK: firing

  @Test func `alarms are those of the dates that are to be done`() throws {
    func regions(_ tasks: String...) throws -> [String] {
      let path = "t.ics"
      let text = "BEGIN:VCALENDAR\n\(tasks.joined())END:VCALENDAR\n"
      let file = try ReminderFile(parsing: Array(text.utf8), source: path)
      return ReminderAlarms(ReminderStore(files: [file])).regions.map {
        "\($0.identifier.rawValue) \($0.center.latitude)"
      }
    }
    let elsewhere =
      "BEGIN:VALARM\nPROXIMITY:ARRIVE\nBEGIN:VLOCATION\nURL:geo:5,2\nEND:VLOCATION\nEND:VALARM"
    #expect(try regions(Self.series) == ["u 1.0"])
    #expect(try regions(Self.series, Self.instance(1, elsewhere)) == ["u 5.0"])
    #expect(try regions(Self.series, Self.instance(1)) == [])
    #expect(try regions(Self.series, Self.instance(1, "STATUS:COMPLETED", elsewhere)) == ["u 1.0"])
    #expect(
      try regions(Self.series, Self.instance(3, elsewhere)) == ["u 1.0", "u/20240503T090000Z 5.0"])
    #expect(try regions(Self.instance(3, elsewhere)) == ["u 5.0"])
  }

  // MARK: editing

  @Test func `an edit of a series changes the occurrence that stands for it, or the whole of it`()
    throws
  {
    let before = try file(Self.series, Self.instance(1, "SUMMARY:First", "X-KEPT:1"))
    var file = before
    try file.edit("u", at: now) {
      $0.title = "New"
      $0.due = CalendarTime(parsing: "2024-05-01T20:00:00Z")
    }
    #expect(rows(file) == ["u New incomplete 20240501T200000Z"])
    #expect(text(file).contains(Self.series))
    file = before
    try file.edit("u", at: now, wholeSeries: true) {
      #expect($0.title == "Water")
      $0.title = "New"
    }
    #expect(rows(file) == ["u First incomplete 20240501T100000Z"])
    #expect(text(file).contains("SUMMARY:New\nDTSTART:20240501T090000Z\n"))
    #expect(text(file).contains(Self.instance(1, "SUMMARY:First", "X-KEPT:1")))
    // So does an occurrence of another date, by its name.
    file = try self.file(Self.series, Self.instance(3, "SUMMARY:Third"))
    try file.edit("u/20240503T090000Z", at: now, wholeSeries: true) { $0.title = "New" }
    #expect(file.reminders.map(\.title) == ["New", "Third"])
  }

  @Test func `an edit of what is shown later than it says writes no date`() throws {
    var file = try file(Self.series, Self.instance(1, "STATUS:COMPLETED"))
    let before = text(file)
    try file.edit("u", at: now) { $0.title = "Water" }
    #expect(text(file) == before)
    try file.edit("u", at: now) { $0.title = "New" }
    #expect(text(file).contains("SUMMARY:New\nDTSTART:20240501T090000Z\nDUE:20240501T100000Z\n"))
    #expect(throws: InputError.self) {
      try file.edit("u", at: now) { $0.due = CalendarTime(parsing: "2024-05-09T10:00:00Z") }
    }
  }

  @Test func `completing passes over what is finished, and leaves a copy of its own date`() throws {
    var file = try file(Self.series, Self.instance(1, "STATUS:COMPLETED"))
    let completion = try file.complete("u", at: now) { "copy" }
    guard case .movedOn(let next, _) = completion else {
      Issue.record("it moves on")
      return
    }
    #expect(next.value == "20240503T100000Z")
    #expect(
      rows(file) == [
        "u Water incomplete 20240503T100000Z", "copy Water completed 20240502T100000Z",
        "u/20240501T090000Z Water completed \(try file.reminder("u/20240501T090000Z").due?.value ?? "")",
      ])
    #expect(text(file).contains("DTSTART:20240503T090000Z\nDUE:20240503T100000Z\n"))
    #expect(text(file).contains("COUNT=3"))
  }

  @Test func `completing a changed occurrence out of turn leaves its series`() throws {
    var file = try file(Self.series, Self.instance(2, "SUMMARY:Second"))
    try file.complete("u/20240502T090000Z", at: now)
    #expect(text(file).contains(Self.series))
    #expect(rows(file).first == "u Water incomplete 20240501T100000Z")
    try file.complete("u", at: now) { "copy" }
    #expect(rows(file).first == "u Water incomplete 20240503T100000Z")
    try file.uncomplete("u/20240502T090000Z", at: now)
    #expect(rows(file).last == "u/20240502T090000Z Second incomplete 20240502T100000Z")
  }

  @Test func `the last date completes the reminder, as it was changed or as it is`() throws {
    let two = Self.series.replacing("COUNT=5", with: "COUNT=2")
    var file = try file(two, Self.instance(1, "STATUS:COMPLETED"))
    try file.complete("u", at: now)
    #expect(rows(file).first == "u Water completed 20240502T100000Z")
    file = try self.file(
      two, Self.instance(1, "STATUS:COMPLETED"), Self.instance(2, "SUMMARY:Last"))
    #expect(rows(file).first == "u Last incomplete 20240502T100000Z")
    try file.complete("u", at: now)
    #expect(file.reminders.map(\.status) == [.completed, .completed])
    guard case .unchanged = try file.complete("u", at: now) else {
      Issue.record("it is complete")
      return
    }
  }

  @Test func `a whole series ends with its changed occurrences`() throws {
    for name in ["u", "u/20240503T090000Z"] {
      var file = try file(Self.series, Self.instance(3, "SUMMARY:Third"))
      try file.complete(name, at: now, wholeSeries: true)
      #expect(file.reminders.map(\.status) == [.completed, .completed])
    }
  }

  @Test func `an occurrence that is deleted does not come again, and a series goes whole`() throws {
    var file = try file(Self.series, Self.instance(2, "SUMMARY:Second"))
    try file.delete("u/20240502T090000Z")
    #expect(text(file).contains("RRULE:FREQ=DAILY;COUNT=5\nEXDATE:20240502T090000Z\n"))
    try file.complete("u", at: now) { "copy" }
    #expect(rows(file).first == "u Water incomplete 20240503T100000Z")
    file = try self.file(Self.series, Self.instance(1), Self.instance(2))
    try file.delete("u")
    #expect(text(file) == "BEGIN:VCALENDAR\nX-WR-CALNAME:Home\nEND:VCALENDAR\n")
  }

  // MARK: refusals

  @Test func `RANGE is named, and refused for the reminder concerned with the way out`() throws {
    let range = Self.instance(2, "SUMMARY:Later").replacing(
      "RECURRENCE-ID:", with: "RECURRENCE-ID;RANGE=THISANDFUTURE:")
    let other = "BEGIN:VTODO\nUID:v\nSUMMARY:Other\nEND:VTODO\n"
    var file = try file(Self.series, range, other)
    let before = text(file)
    for name in ["u", "u/20240502T090000Z"] {
      let error = #expect(throws: InputError.self) { try file.complete(name, at: now) }
      #expect(error?.problem.contains("RANGE=THISANDFUTURE") == true)
      #expect(error?.help?.contains("--whole-series") == true)
      #expect(error?.place == .line(18))
    }
    #expect(throws: InputError.self) { try file.delete("u/20240502T090000Z") }
    #expect(text(file) == before)
    #expect(try file.reminder("u").otherRecurrence == ["RANGE"])
    try file.complete("v", at: now)
    try file.complete("u", at: now, wholeSeries: true)
    #expect(file.reminders.allSatisfy { $0.status == .completed })
  }

  @Test(
    arguments: [
      "BEGIN:VTODO\nSUMMARY:No UID\nEND:VTODO\n", "BEGIN:VTODO\nUID:v\nDUE:x\nEND:VTODO\n",
      "BEGIN:VTODO\nUID:v\nno property\nEND:VTODO\n",
      "BEGIN:VTODO\nUID:v\nEND:VTODO\nBEGIN:VTODO\nUID:v\nEND:VTODO\n",
      "BEGIN:VTODO\nUID:u\nRECURRENCE-ID:20240503T090000Z\nDUE:x\nEND:VTODO\n",
      "BEGIN:VEVENT\nno property\nEND:VEVENT\n",
    ])
  func `a bad one beside it does not keep a reminder from being changed`(_ bad: String) throws {
    var file = try file(bad, Self.series, bad.replacing("UID:v", with: "UID:w"))
    let warnings = file.warnings.map(\.problem)
    #expect(!warnings.isEmpty)
    try file.edit("u", at: now) { $0.title = "New" }
    try file.complete("u", at: now) { "copy" }
    try file.add(Reminder(title: "t"), uid: "x", at: now)
    try file.renameList("Home", to: "Work")
    #expect(file.warnings.count == warnings.count)
    #expect(text(file).contains(bad))
    try file.delete("copy")
    let before = text(file)
    for name in ["v", "u/20240503T090000Z"] {
      #expect(throws: InputError.self) { try file.edit(name, at: now) { $0.title = "New" } }
      #expect(throws: InputError.self) { try file.delete(name) }
    }
    #expect(text(file) == before)
  }

  @Test func `a new reminder does not become the series of an occurrence without one`() throws {
    var file = try file(Self.instance(1, "SUMMARY:Alone"))
    #expect(throws: InputError.self) {
      try file.add(Reminder(title: "t"), uid: "u", at: now)
    }
  }

  @Test func `many finished occurrences are passed over`() throws {
    let days = (0..<20_000).map { day in
      let date = CivilDate(days: 19_844 + Int64(day)).text.replacing("-", with: "")
      return
        "BEGIN:VTODO\nUID:u\nRECURRENCE-ID:\(date)T090000Z\nSTATUS:COMPLETED\nEND:VTODO\n"
    }
    let file = try file(Self.series.replacing(";COUNT=5", with: ""), days.joined())
    #expect(file.reminders.count == 20_001)
    #expect(file.reminders.first?.status == .incomplete)
  }
}
