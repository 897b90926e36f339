import GeofenceBytes
import GeofenceCore
import GeofenceReminders
import SimulatedCoreLocationTesting
import SimulatedEventKit
import Testing

/// A store on iCalendar files: the bytes are those that `geofence reminders` writes.
struct FileTests {
  private static let calendar = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:-//Example//EN\r
    X-WR-CALNAME:Errands\r
    BEGIN:VTODO\r
    UID:4D0E\r
    SUMMARY;LANGUAGE=en:Call the plum\r
     ber\r
    X-KEPT:as it is\r
    DUE;TZID=Europe/Ljubljana:20261201T090000\r
    BEGIN:VALARM\r
    ACTION:DISPLAY\r
    TRIGGER;VALUE=DATE-TIME:19760401T005545Z\r
    X-APPLE-PROXIMITY:DEPART\r
    X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Home;X-APPLE-RADIUS=150:geo:4\r
     6.06,14.5\r
    END:VALARM\r
    END:VTODO\r
    BEGIN:VTODO\r
    UID:A1B2\r
    SUMMARY:Bread\r
    END:VTODO\r
    END:VCALENDAR\r

    """

  private static func editor(_ path: String) -> ReminderEditor {
    ReminderEditor(
      paths: [path], at: Timestamp(milliseconds: 600_000), interrupted: { false })
  }

  /// Makes the same changes through the app's store and through the tool's editor.
  ///
  /// - Returns: The bytes after both.
  private func bytes(
    of text: String?, _ app: (EKEventStore) async throws -> Void,
    _ tool: (ReminderEditor) throws -> Void
  ) async throws -> (app: String, tool: String) {
    try await TemporaryFolder.with { folder in
      let (first, second) = ("\(folder)/errands.ics", "\(folder)/other/errands.ics")
      try FileManager.default.createDirectory(
        atPath: "\(folder)/other", withIntermediateDirectories: true)
      if let text {
        for path in [first, second] {
          try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
      }
      try await SimulatedDevice.run(remindersAccess: .fullAccess, reminders: [first]) { device in
        await device.move(to: .shop, after: 600)
        try await app(EKEventStore())
      }
      try tool(Self.editor(second))
      return (
        try String(contentsOfFile: first, encoding: .utf8),
        try String(contentsOfFile: second, encoding: .utf8)
      )
    }
  }

  private func reminder(_ identifier: String, _ store: EKEventStore) throws -> EKReminder {
    try #require(store.calendarItem(withIdentifier: identifier) as? EKReminder)
  }

  @Test func `an edited line is written, and every other one stays`() async throws {
    let bytes = try await bytes(of: Self.calendar) { store in
      let plumber = try reminder("4D0E", store)
      #expect(plumber.title == "Call the plumber")
      plumber.title = "Call the electrician"
      plumber.priority = 5
      try store.save(plumber, commit: true)
    } _: { editor in
      let change = ReminderChange.Edit { draft in
        draft.title = "Call the electrician"
        draft.priority = .medium
      }
      try editor.edit(["4D0E"], change)
    }
    #expect(bytes.app == bytes.tool)
    #expect(bytes.app.contains("SUMMARY;LANGUAGE=en:Call the electrician\r\n"))
    #expect(bytes.app.contains("X-KEPT:as it is\r\n"))
  }

  @Test func `saving what was not changed writes nothing`() async throws {
    let bytes = try await bytes(of: Self.calendar) { store in
      for identifier in ["4D0E", "A1B2"] {
        let reminder = try reminder(identifier, store)
        reminder.title = String(reminder.title)
        reminder.dueDateComponents = reminder.dueDateComponents
        reminder.alarms = reminder.alarms
        try store.save(reminder, commit: true)
      }
    } _: { _ in
    }
    #expect(bytes.app == Self.calendar)
    #expect(bytes.tool == Self.calendar)
  }

  @Test(arguments: [calendar, nil])
  func `an added reminder has the bytes of the tool's`(_ text: String?) async throws {
    let uid = "E0000000-0000-4000-8000-000000000002"
    let bytes = try await bytes(of: text) { store in
      try store.add("Milk", EKAlarm(.enter, at: .shop)) { reminder in
        reminder.notes = "two litres"
        reminder.priority = 1
        reminder.dueDateComponents = DateComponents(
          timeZone: TimeZone(identifier: "Europe/Ljubljana"), year: 2026, month: 12, day: 24,
          hour: 10, minute: 0)
        #expect(reminder.calendarItemIdentifier == uid)
      }
    } _: { editor in
      let place = LocationAlarm.Place(
        name: "Shop", coordinate: Coordinate(latitude: 46.05, longitude: 14.5), radius: 100)
      let zone = try #require(ZoneInfo(named: "Europe/Ljubljana"))
      var reminder = Reminder(uid: uid, title: "Milk")
      (reminder.notes, reminder.priority) = ("two litres", .high)
      reminder.due = CalendarTime(parsing: "2026-12-24T10:00")?.placed(in: zone)
      reminder.alarm = LocationAlarm(.arrive, at: [place])
      try editor.add([reminder], to: nil)
    }
    #expect(bytes.app == bytes.tool)
    #expect(bytes.app.contains("BEGIN:VTIMEZONE"))
  }

  @Test func `a due date stays in the zone of the file when the start moves`() async throws {
    let text = """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      BEGIN:VTIMEZONE\r
      TZID:Office\r
      BEGIN:STANDARD\r
      DTSTART:19700101T000000\r
      TZOFFSETFROM:+0300\r
      TZOFFSETTO:+0300\r
      END:STANDARD\r
      END:VTIMEZONE\r
      BEGIN:VTODO\r
      UID:4D0E\r
      SUMMARY:Call\r
      DTSTART;TZID=Office:20261224T090000\r
      DUE;TZID=Office:20261224T100000\r
      END:VTODO\r
      END:VCALENDAR\r

      """
    let bytes = try await bytes(of: text) { store in
      let call = try reminder("4D0E", store)
      call.startDateComponents = DateComponents(
        timeZone: TimeZone(identifier: "Europe/Ljubljana"), year: 2026, month: 12, day: 23,
        hour: 9, minute: 0)
      try store.save(call, commit: true)
    } _: { _ in
    }
    #expect(bytes.app.contains("DTSTART;TZID=Europe/Ljubljana:20261223T090000"))
    #expect(bytes.app.contains("DUE;TZID=Office:20261224T100000"))
  }

  @Test func `completing, changing an alarm and deleting have the bytes of the tool's`()
    async throws
  {
    let bytes = try await bytes(of: Self.calendar) { store in
      let plumber = try reminder("4D0E", store)
      let alarm = try #require(plumber.alarms?.first)
      #expect(alarm.structuredLocation?.radius == 150)
      alarm.proximity = .enter
      try store.save(plumber, commit: true)
      plumber.isCompleted = true
      try store.save(plumber, commit: true)
      try store.remove(reminder("A1B2", store), commit: true)
    } _: { editor in
      try editor.edit(["4D0E"], ReminderChange.Edit { $0.alarm?.proximity = .arrive })
      let time = Timestamp(milliseconds: 600_000)
      try editor.edit(["4D0E"], ReminderChange.Edit(completion: .completed(time)))
      try editor.delete(["A1B2"])
    }
    #expect(bytes.app == bytes.tool)
    #expect(bytes.app.contains("COMPLETED:19700101T001000Z"))
  }

  @Test func `several additions are committed at once`() async throws {
    let bytes = try await bytes(of: Self.calendar) { store in
      for title in ["Milk", "Eggs"] {
        let reminder = EKReminder(eventStore: store)
        reminder.title = title
        reminder.calendar = store.defaultCalendarForNewReminders()
        reminder.dueDateComponents = DateComponents(
          timeZone: TimeZone(identifier: "America/New_York"), year: 2026, month: 12, day: 24,
          hour: 10, minute: 0)
        try store.save(reminder, commit: false)
      }
      try store.commit()
      #expect(await store.titles() == ["Call the plumber", "Bread", "Milk", "Eggs"])
    } _: { editor in
      for (title, number) in [("Milk", 2), ("Eggs", 3)] {
        let uid = "E0000000-0000-4000-8000-00000000000\(number)"
        let zone = try #require(ZoneInfo(named: "America/New_York"))
        var reminder = Reminder(uid: uid, title: title)
        reminder.due = CalendarTime(parsing: "2026-12-24T10:00")?.placed(in: zone)
        try editor.add([reminder], to: "Errands")
      }
    }
    #expect(bytes.app == bytes.tool)
    // The zone is defined once, for both.
    #expect(bytes.app.components(separatedBy: "BEGIN:VTIMEZONE").count == 2)
  }

  @Test func `the alarms of a file ring although no app has opened a store`() async throws {
    try await TemporaryFolder.with { folder in
      let file = "\(folder)/errands.ics"
      try Self.calendar.write(toFile: file, atomically: true, encoding: .utf8)
      await SimulatedDevice.run(remindersAccess: .denied, reminders: [file]) { device in
        await device.walk(from: .home, to: .shop)
        #expect(device.alarms.map(\.description) == ["Call the plumber: departed"])
        #expect(device.alarms.first?.list == "Errands")
      }
    }
  }

  @Test func `a folder has a file for each reminder`() async throws {
    try await TemporaryFolder.with { folder in
      try await SimulatedDevice.run(remindersAccess: .fullAccess, reminders: [folder]) { _ in
        let store = EKEventStore()
        let milk = try store.add("Milk")
        try store.add("Bread")
        var files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.count == 2)
        try store.remove(milk, commit: true)
        files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.count == 1)
        #expect(await store.titles() == ["Bread"])
      }
    }
  }

  @Test func `lists of a file are added, renamed and removed`() async throws {
    try await TemporaryFolder.with { folder in
      let file = "\(folder)/errands.ics"
      try Self.calendar.write(toFile: file, atomically: true, encoding: .utf8)
      try await SimulatedDevice.run(remindersAccess: .fullAccess, reminders: [file]) { _ in
        let store = EKEventStore()
        let list = EKCalendar(for: .reminder, eventStore: store)
        list.title = "Work"
        list.source = store.sources.first
        try store.saveCalendar(list, commit: true)
        let bread = try reminder("A1B2", store)
        bread.calendar = list
        try store.save(bread, commit: true)
        #expect(await store.titles(store.predicateForReminders(in: [list])) == ["Bread"])
        list.title = "Office"
        try store.saveCalendar(list, commit: true)
        #expect(store.calendars(for: .reminder).map(\.title) == ["Errands", "Office"])
        #expect(await store.titles(store.predicateForReminders(in: [list])) == ["Bread"])
        try store.removeCalendar(list, commit: true)
        #expect(await store.titles() == ["Call the plumber"])
        let last = try #require(store.calendars(for: .reminder).first)
        #expect(throws: EKError(.internalFailure)) { try store.removeCalendar(last, commit: true) }
      }
    }
  }

  @Test func `a damaged file is a mistake of the test, and stays as it is`() async throws {
    try await TemporaryFolder.with { folder in
      let file = "\(folder)/errands.ics"
      try "nothing".write(toFile: file, atomically: true, encoding: .utf8)
      await withKnownIssue {
        try await SimulatedDevice.run(remindersAccess: .fullAccess, reminders: [file]) { device in
          let errors = device.timeline.filter { $0.kind == .error }
          #expect(errors.first?.text.contains(file) == true)
          try Task.checkCancellation()
        }
      }
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text == "nothing")
    }
  }

  @Test(.slow) func `saving to a file for longer than the device's patience blocks nothing`()
    async
  {
    await #expect(processExitsWith: .success) {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID().uuidString).ics")
      try Data(Self.calendar.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      await SimulatedDevice.run(remindersAccess: .fullAccess, reminders: [file.path]) { device in
        await device.launch {
          let store = EKEventStore()
          for number in 1...24 {
            _ = try? store.add("\(number)")
            usleep(500_000)
          }
        }
      }
    }
  }
}
