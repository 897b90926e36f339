import Foundation
import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceReminders

/// The writing of calendars: unedited parts stay byte for byte, and edited ones follow RFC 5545.
struct ReminderWritingTests {
  private let now = Timestamp(milliseconds: 1_714_554_600_000)

  /// Two reminders in unusual spellings, with events and unknown components around them.
  private static let text =
    "BEGIN:VCALENDAR\nversion:2.0\r\nX-ODD;A=\"b;c\":\\ü\r\n  folded\r\n\r\n"
    + "BEGIN:VEVENT\nUID:e\nSUMMARY:kept\nEND:VEVENT\n"
    + "BEGIN:VTODO\nuid:first\nSUMMARY:One\nX-KEPT:a\n b\nSEQUENCE:3\n"
    + "BEGIN:VALARM\nX-ALARM:kept\nTRIGGER:PT0S\nEND:VALARM\nEND:VTODO\n"
    + "BEGIN:VTODO\nUID:second\nSUMMARY:Two\nEND:VTODO\r\nEND:VCALENDAR\n\n"

  private func file() throws -> ReminderFile {
    try ReminderFile(parsing: Array(Self.text.utf8), source: "t.ics")
  }

  /// The text before and after the first reminder.
  private static let around: (head: String, tail: String) = {
    let parts = text.components(separatedBy: "BEGIN:VTODO\nuid:first")
    let rest = parts[1].components(separatedBy: "END:VTODO\n")
    return (parts[0], rest.dropFirst().joined(separator: "END:VTODO\n"))
  }()

  @Test func `an edit leaves everything else in its bytes`() throws {
    var file = try file()
    try file.edit("first", at: now) { $0.title = "One, and more" }
    let text = String(decoding: file.bytes, as: UTF8.self)
    #expect(text.hasPrefix(Self.around.head))
    #expect(text.hasSuffix(Self.around.tail))
    #expect(
      text.dropFirst(Self.around.head.count).dropLast(Self.around.tail.count)
        == """
        BEGIN:VTODO
        uid:first
        SUMMARY:One\\, and more
        X-KEPT:a
         b
        SEQUENCE:4
        DTSTAMP:20240501T091000Z
        LAST-MODIFIED:20240501T091000Z
        BEGIN:VALARM
        X-ALARM:kept
        TRIGGER:PT0S
        END:VALARM
        END:VTODO

        """)
  }

  @Test func `completing and taking it back`() throws {
    var file = try file()
    try file.complete("second", at: now)
    #expect(try file.reminder("second").status == .completed)
    #expect(try file.reminder("second").completed == now)
    try file.uncomplete("second", at: now)
    #expect(try file.reminder("second").status == .incomplete)
    #expect(try file.reminder("second").completed == nil)
    #expect(try file.reminder("first") == (try self.file().reminder("first")))
    let cancelled = ReminderReadingTests.calendar("STATUS:CANCELLED")
    file = try ReminderFile(parsing: cancelled, source: "t.ics")
    try file.uncomplete("u", at: now)
    #expect(try file.reminder("u").status == .incomplete)
  }

  @Test func `deleting takes out the component and nothing else`() throws {
    var file = try file()
    try file.delete("first")
    #expect(String(decoding: file.bytes, as: UTF8.self) == Self.around.head + Self.around.tail)
  }

  @Test func `a new reminder is read back as it was meant`() throws {
    var file = try file()
    let alarm = LocationAlarm(
      .depart,
      at: [
        .init(
          name: "Café; \"Ü\", 1\nhinten",
          coordinate: Coordinate(latitude: -0.00001, longitude: 14.5),
          radius: 152.4)
      ])
    let draft = Reminder(
      title: "Ein langer Titel, der ☕️ gefaltet wird; mit \\ und\nZeilen und noch mehr Text darin",
      notes: "n", priority: .low, due: CalendarTime(now, .utc),
      alarm: alarm)
    try file.add(draft, uid: "third", at: now)
    let reminder = try file.reminder("third")
    #expect(reminder.title == draft.title && reminder.notes == "n" && reminder.priority == .low)
    #expect(reminder.due?.instant == now && reminder.created == now && reminder.alarms == [alarm])
    let text = String(decoding: file.bytes, as: UTF8.self)
    #expect(text.hasPrefix(Self.text.components(separatedBy: "END:VCALENDAR")[0]))
    #expect(text.contains("PRIORITY:9\n"))
    for line in text.components(separatedBy: "BEGIN:VTODO").last?.components(separatedBy: "\n")
      ?? []
    {
      #expect(line.utf8.count <= 75)
    }
  }

  @Test func `Apple's own spelling and RFC 9074's say the same`() throws {
    var file = try file()
    let place = LocationAlarm.Place(
      name: "A", coordinate: Coordinate(latitude: 1.5, longitude: 2), radius: 80)
    let draft = Reminder(title: "t", alarm: LocationAlarm(.arrive, at: [place]))
    try file.add(draft, uid: "third", at: now)
    let text = String(decoding: file.bytes, as: UTF8.self)
    let withoutRFC = text.replacing("\r\nPROXIMITY:", with: "\r\nX-GONE:")
    let apple = try ReminderFile(parsing: Array(withoutRFC.utf8), source: "t.ics")
    #expect(try apple.reminder("third").alarms == draft.alarm.map { [$0] })
  }

  @Test func `moving a place keeps what else is known of it`() throws {
    let lines = """
      BEGIN:VALARM
      PROXIMITY:ARRIVE
      X-APPLE-STRUCTURED-LOCATION;X-ADDRESS=Street 1;X-APPLE-REFERENCEFRAME=1:geo:1,2
      BEGIN:VLOCATION
      UID:kept
      LOCATION-TYPE:cafe
      URL:geo:1,2
      END:VLOCATION
      END:VALARM
      """
    var file = try ReminderFile(
      parsing: ReminderReadingTests.calendar(lines), source: "t.ics")
    try file.edit("u", at: now) { $0.alarm?.places[0].radius = 250 }
    var text = String(decoding: file.bytes, as: UTF8.self).replacing("\r\n ", with: "")
    for kept in [
      "UID:kept", "LOCATION-TYPE:cafe", "X-ADDRESS=Street 1", "X-APPLE-REFERENCEFRAME=1",
    ] {
      #expect(text.contains(kept))
    }
    try file.edit("u", at: now) { $0.alarm?.places[0].coordinate.latitude = 5 }
    text = String(decoding: file.bytes, as: UTF8.self).replacing("\r\n ", with: "")
    #expect(text.contains("URL:geo:5,2;u=250") && !text.contains("Street 1"))
    #expect(try file.reminder("u").alarms.first?.places.first?.radius == 250)
  }

  @Test(arguments: [
    "X-APPLE-PROXIMITY:ARRIVE\nX-APPLE-RADIUS:70\nX-APPLE-STRUCTURED-LOCATION;X-APPLE-REFERENCEFRAME=1"
      + ";X-TIT\n LE=\"Home\";VALUE=URI:geo:46.050000,14.500000",
    "PROXIMITY:ARRIVE\nBEGIN:VLOCATION\nURL:geo:46.050000,14.50\n 0000;u=70.0\nEND:VLOCATION",
  ])
  func `another direction leaves the place in its bytes`(_ lines: String) throws {
    var file = try ReminderFile(
      parsing: ReminderReadingTests.calendar("BEGIN:VALARM\n\(lines)\nEND:VALARM"), source: "t.ics")
    let before = try file.reminder("u").alarms[0]
    try file.edit("u", at: now) { $0.alarm?.proximity = .depart }
    let text = String(decoding: file.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    let place = lines.drop { $0 != "\n" }.replacing("\nEND:VLOCATION", with: "")
    #expect(text.contains(place), "\(text)")
    #expect(try file.reminder("u").alarms == [LocationAlarm(.depart, at: before.places)])
  }

  @Test func `what cannot be edited is refused`() throws {
    var file = try file()
    #expect(throws: InputError.self) { try file.edit("third", at: now) { _ in } }
    #expect(throws: InputError.self) { try file.delete("") }
    #expect(throws: InputError.self) {
      try file.add(Reminder(title: "t"), uid: "first", at: now)
    }
    #expect(throws: InputError.self) {
      try file.add(Reminder(title: "t"), uid: "x", to: "no list", at: now)
    }
    #expect(file.bytes == Array(Self.text.utf8))
  }

  @Test func `deleting takes the changed instances of a repeating reminder along`() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:a
      RRULE:FREQ=DAILY
      END:VTODO
      BEGIN:VTODO
      UID:b
      END:VTODO
      BEGIN:VTODO
      UID:a
      RECURRENCE-ID:20240501
      END:VTODO
      END:VCALENDAR

      """
    var file = try ReminderFile(parsing: Array(text.utf8), source: "t.ics")
    try file.delete("a")
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:b\nEND:VTODO\nEND:VCALENDAR\n")
  }

  // MARK: the file

  @Test func `what is added at the same time by many is all there`() throws {
    try withFile(Self.text.utf8) { path in
      DispatchQueue.concurrentPerform(iterations: 24) { number in
        _ = try? ReminderFile.update(path: path) { file in
          try file.add(Reminder(title: "t"), uid: "new-\(number)", at: now)
        }
      }
      let uids = try ReminderFile.read(path: path).reminders.map(\.uid)
      #expect(Set(uids) == Set((0..<24).map { "new-\($0)" } + ["first", "second"]))
    }
  }

  @Test func `a change that changes nothing, or fails, writes nothing`() throws {
    struct Refusal: Error {}
    try withFile(Self.text.utf8) { path in
      let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
      try ReminderFile.update(path: path) { _ in }
      #expect(throws: Refusal.self) {
        try ReminderFile.update(path: path) { file in
          try file.delete("first")
          throw Refusal()
        }
      }
      let after = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
      #expect(before as? Int == after as? Int)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(Self.text.utf8))
    }
  }

  // MARK: at random

  @Test func `parse, write, parse is the identity on random calendars`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let bytes = RandomCalendar.bytes(&random)
      var file = try ReminderFile(parsing: bytes, source: "t.ics")
      #expect(file.bytes == bytes)
      guard let victim = file.reminders.first else { continue }
      let others = file.reminders.dropFirst()
      try file.edit(victim.uid, at: now) { _ in }
      #expect(file.bytes == bytes)
      try file.edit(victim.uid, at: now) { $0.title += "!" }
      #expect(file.reminders.first?.title == victim.title + "!")
      #expect(file.reminders.dropFirst() == others)
    }
  }

  @Test func `damaged bytes are read or refused with a line, and never lost`() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<1000 {
      var bytes = RandomCalendar.bytes(&random)
      func position() -> Int { Int(random.number(in: 0...0.9999) * Double(bytes.count)) }
      if random.number(in: 0...1) < 0.3 {
        bytes.removeSubrange(position()...)
      } else {
        for _ in 0...Int(random.number(in: 0...3)) {
          bytes[position()] ^= 1 << UInt8(random.number(in: 0...7.99))
        }
      }
      do {
        let file = try ReminderFile(parsing: bytes, source: "t.ics")
        #expect(file.bytes == bytes)
      } catch {
        if case .line = error.place { continue }
        #expect(error.problem == "the file is empty")
      }
    }
  }
}

/// Random calendars of every shape that the reader knows.
enum RandomCalendar {
  static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    func chance(_ share: Double) -> Bool { random.number(in: 0...1) < share }
    func text() -> String {
      let words = ["milk", "ü", "☕️", "\\,", "\\n", "\\;", "\\\\", " ", "x;y", ":", "straße"]
      return (0..<Int(random.number(in: 1...30)))
        .map { _ in words[Int(random.number(in: 0...10.99))] }.joined()
    }
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
    for number in 0..<Int(random.number(in: 0...4)) {
      lines += ["BEGIN:VTODO", "UID:uid-\(number)", "SUMMARY:\(text())"]
      if chance(0.5) { lines.append("DESCRIPTION;LANGUAGE=\"d;e\":\(text())") }
      if chance(0.5) { lines.append("PRIORITY:\(Int(random.number(in: 0...9)))") }
      if chance(0.5) { lines.append("DUE:20240501T091000Z") }
      if chance(0.3) { lines.append("X-UNKNOWN;A=1,2;B=\"^n\":\(text())") }
      if chance(0.7) {
        let radius = (random.number(in: 0...500) * 10).rounded() / 10
        lines += ["BEGIN:VALARM", "TRIGGER:PT0S"]
        lines +=
          chance(0.5)
          ? [
            "X-APPLE-PROXIMITY:ARRIVE",
            "X-APPLE-STRUCTURED-LOCATION;X-APPLE-RADIUS=\(radius);X-TITLE=\"ü: a\":geo:46.05\\,14.5",
          ]
          : [
            "PROXIMITY:DEPART", "BEGIN:VLOCATION", "NAME:\(text())",
            "URL:geo:-1.5,179.9;u=\(radius)",
            "END:VLOCATION",
          ]
        lines.append("END:VALARM")
      }
      lines.append("END:VTODO")
    }
    lines.append("END:VCALENDAR")
    let end = chance(0.5) ? "\r\n" : "\n"
    let width = Int(random.number(in: 5...120))
    var bytes: [UInt8] = []
    for line in lines {
      var count = 0
      for byte in line.utf8 {
        if count == width {
          bytes += Array("\(end) ".utf8)
          count = 1
        }
        bytes.append(byte)
        count += 1
      }
      bytes += Array(end.utf8)
    }
    return bytes
  }
}
