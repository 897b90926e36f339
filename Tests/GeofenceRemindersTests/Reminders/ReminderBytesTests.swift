import GeofenceCore
import Testing

@testable import GeofenceReminders

/// Edits of calendars, which leave everything else as it was.
struct ReminderBytesTests {
  private let now = Timestamp(milliseconds: 1_714_554_600_000)

  private func file(_ text: String) throws -> ReminderFile {
    try ReminderFile(parsing: Array(text.utf8), source: "t.ics")
  }

  private func unfolded(_ file: ReminderFile) -> String {
    String(decoding: file.bytes, as: UTF8.self).replacing("\r\n ", with: "")
  }

  // MARK: around a component

  private static let head = "\u{FEFF}\n\nBEGIN:VCALENDAR\n\n"
  private static let first = "BEGIN:VTODO\nUID:a\nEND:VTODO\n"
  private static let second = "BEGIN:VTODO\nUID:b\nEND:VTODO\n"
  private static let tail = "\r\n \r\nEND:VCALENDAR"

  @Test func `empty lines before and after a reminder stay when it is deleted`() throws {
    var file = try file(Self.head + Self.first + "\n\r\n\n" + Self.second + Self.tail)
    try file.delete("b")
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == Self.head + Self.first + "\n\r\n\n" + Self.tail)
    try file.delete("a")
    #expect(
      String(decoding: file.bytes, as: UTF8.self) == Self.head + "\n\r\n\n" + Self.tail)
  }

  @Test func `empty lines before and after a reminder stay when it is edited`() throws {
    var file = try file(Self.head + Self.first + "\n\r\n\n" + Self.second + Self.tail)
    try file.complete("b", at: now)
    let text = String(decoding: file.bytes, as: UTF8.self)
    #expect(text.hasPrefix(Self.head + Self.first + "\n\r\n\nBEGIN:VTODO\nUID:b\nSTATUS:"))
    #expect(text.hasSuffix("Z\nEND:VTODO\n" + Self.tail))
  }

  @Test func `a new reminder comes right before the end of its calendar`() throws {
    var file = try file(Self.head + Self.first + Self.tail)
    try file.add(Reminder(title: "t"), uid: "b", at: now)
    let text = String(decoding: file.bytes, as: UTF8.self)
    #expect(text.hasPrefix(Self.head + Self.first + "\r\n \r\nBEGIN:VTODO\n"))
    #expect(text.hasSuffix("END:VTODO\nEND:VCALENDAR"))
  }

  // MARK: within an alarm

  private static let place = """
    BEGIN:VALARM
    PROXIMITY:ARRIVE
    BEGIN:VLOCATION
    UID:v
    URL:https://example.org/a\\,b
    URL;X-KEPT=1:geo:46.123456789012,14.5;u=5
    STRUCTURED-DATA;VALUE=URI:https://example.org/card.vcf
    END:VLOCATION
    END:VALARM
    """

  @Test func `a place that gets another radius keeps its page and its digits`() throws {
    var file = try ReminderFile(
      parsing: ReminderReadingTests.calendar(Self.place), source: "t.ics")
    try file.edit("u", at: now) { $0.alarm?.places[0].radius = 250 }
    let text = unfolded(file)
    #expect(text.contains("\r\nURL:https://example.org/a\\,b\r\n"))
    #expect(text.contains("\r\nSTRUCTURED-DATA;VALUE=URI:https://example.org/card.vcf\r\n"))
    #expect(text.contains("URL;X-KEPT=1:geo:46.123456789012,14.5;u=250\r\n"))
    let place = try file.reminder("u").alarms.first?.places.first
    #expect(place?.coordinate == Coordinate(latitude: 46.123456789012, longitude: 14.5))
  }

  @Test func `the VLOCATION that says where it is moves, no other`() throws {
    let nowhere = "BEGIN:VLOCATION\nUID:n\nNAME:Nowhere\nEND:VLOCATION\nBEGIN:VLOCATION"
    let lines = Self.place.replacing("BEGIN:VLOCATION", with: nowhere)
    var file = try ReminderFile(
      parsing: ReminderReadingTests.calendar(lines), source: "t.ics")
    try file.edit("u", at: now) { $0.alarm?.places[0].coordinate.latitude = 5 }
    #expect(try file.reminder("u").alarms.first?.places.map(\.coordinate.latitude) == [5])
    #expect(unfolded(file).contains("UID:n\r\nNAME:Nowhere\r\nEND:VLOCATION"))
  }

  @Test(
    arguments: [0.1 + 0.2, -1e-7, 1.0 / 3, 89.999999999999986, .leastNonzeroMagnitude, -0.0])
  func `a coordinate is written with all its digits`(_ latitude: Double) throws {
    var file = try file("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    let coordinate = Coordinate(latitude: latitude, longitude: -2 * latitude)
    let alarm = LocationAlarm(
      .depart, at: [.init(name: nil, coordinate: coordinate, radius: 1.0 / 3)])
    try file.add(Reminder(title: "t", alarm: alarm), uid: "u", at: now)
    #expect(try file.reminder("u").alarms == [alarm])
    #expect(!unfolded(file).contains("e-"))
  }

  @Test func `places of two new reminders have UIDs of their own`() throws {
    var file = try file("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    let coordinate = Coordinate(latitude: 1, longitude: 2)
    let alarm = LocationAlarm(.arrive, at: [.init(name: "p", coordinate: coordinate)])
    try file.add(Reminder(title: "t", alarm: alarm), uid: "a,1", at: now)
    try file.add(Reminder(title: "t", alarm: alarm), uid: "b", at: now)
    let uids = unfolded(file).split(separator: "\r\n").filter { $0.hasPrefix("UID:") }
    #expect(Set(uids).count == uids.count && uids.count == 4)
  }

  @Test(
    arguments: [
      ("plain", "X-TITLE=plain"), ("a b", "X-TITLE=a b"), ("a, b: c; d", #"X-TITLE="a, b: c; d""#),
      ("\"quoted\"", "X-TITLE=^'quoted^'"), ("1^2", "X-TITLE=1^^2"), ("a\nb", "X-TITLE=a^nb"),
      (" ends\t", "X-TITLE=\" ends\t\""), (#"C:\n"#, #"X-TITLE="C:\\n""#), ("\\", #"X-TITLE="\\""#),
      ("nul\u{0}\u{1B}", "X-TITLE=nul"),
    ])
  func `a name in a parameter`(_ name: String, _ parameter: String) throws {
    var file = try file("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    let place = LocationAlarm.Place(name: name, coordinate: Coordinate(latitude: 1, longitude: 2))
    let draft = Reminder(title: "t", alarm: LocationAlarm(.arrive, at: [place]))
    try file.add(draft, uid: "u", at: now)
    #expect(unfolded(file).contains(";\(parameter):geo:1,2\r\n"))
    // This is the text as a program reads it that knows only Apple's spelling.
    let apple = unfolded(file).replacing("\r\nPROXIMITY:", with: "\r\nX-GONE:")
    let kept = name.filter { $0 == "\n" || $0 == "\t" || $0 >= " " }
    #expect(try self.file(apple).reminder("u").alarms.first?.places.first?.name == kept)
  }

  // MARK: text

  @Test func `control characters are not written, and every kind of line end becomes one`() throws {
    var file = try file("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    try file.add(
      Reminder(title: "a\u{1}b\tc\u{7F}\u{85}", notes: "1\r\n2\r3\n4"), uid: "u", at: now)
    #expect(try file.reminder("u").title == "ab\tc")
    #expect(try file.reminder("u").notes == "1\n2\n3\n4")
  }

  @Test func `a title that differs in its bytes alone is another title`() throws {
    var file = try ReminderFile(
      parsing: ReminderReadingTests.calendar("SUMMARY:Cafe\u{301}"), source: "t.ics")
    try file.edit("u", at: now) { $0.title = "Caf\u{E9}" }
    #expect(unfolded(file).utf8.contains(0xC3))
  }
}
