import Foundation
import Testing

/// The output of `geofence reminders` and of `geofence simulate --reminders`.
struct RemindersTests {
  private let folder: TemporaryFolder
  private let path: String
  private static let errands = "tracks/a-day-of-errands"

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appendingPathComponent("list.ics").path
  }

  @discardableResult
  private func reminders(_ arguments: String...) throws -> ToolRun {
    var arguments = arguments
    arguments.insert(path, at: 1)
    return try ToolRun(["reminders"] + arguments)
  }

  @Test func `an alarm that a larger circle fires early is of the arrival after it`() throws {
    try reminders("add", "Buy milk", "--at", "46.05,14.5", "--radius", "150", "--uid", "milk")
    let rows = (0..<60).map { second in
      "2024-05-01T10:\(10 + second / 6):\(second % 6)0Z,46.05,\(14.47 + Double(second) * 0.001)\n"
    }
    let track = try folder.file("t.csv", "time,lat,lon\n" + rows.joined())
    let run = try ToolRun(
      "audit", track, "--reminders", path, "--min-radius", "450", "--min-reach", "0.9")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("1 of 1 arrival reached the app in time"), "\(run.output)")
    let fires = ["simulate", track, "--reminders", path, "--min-radius", "450"]
    let event = try ToolRun(fires).output
    let fired = try #require(event.firstMatch(of: /^\S+T(\S+)Z +enter/)).1
    let twice = try folder.file("e.txt", "\(event)2024-05-01T10:16:00Z  enter  milk\n")
    let asked = try ToolRun(fires + ["--expect", twice])
    #expect(asked.errors.contains("Its alarm had fired at \(fired), and"), "\(asked.errors)")
    // A region of the app beside the alarm has none, although it leaves the set later.
    let office = try folder.file(
      "o.json", #"[{"identifier":"office","latitude":46.05,"longitude":14.5,"radius":150}]"#)
    let removal = try folder.file(
      "s.json", #"[{"at": "+540s", "do": "remove", "identifier": "office"}]"#)
    let both = fires + ["--regions", office, "--scenario", removal]
    let again = try folder.file(
      "a.txt", "\(try ToolRun(both).output)2024-05-01T10:17:30Z  enter  office\n")
    let beside = try ToolRun(both + ["--expect", again])
    #expect(beside.status == 1)
    #expect(!beside.errors.contains("alarm had fired"), "\(beside.errors)")
    // A place that is passed within the larger circle alone was not entered.
    let past = try folder.file(
      "b.csv", "time,lat,lon\n" + rows.joined().replacing(",46.05,", with: ",46.0525,"))
    let early = try ToolRun("audit", past, "--reminders", path, "--min-radius", "450")
    #expect(
      early.output.contains("1 event came without an arrival or departure"), "\(early.output)")
  }

  /// Returns a track on which each device is at home for five minutes, away for as long, and so once
  /// more, an hour after the one before.
  private func visits(of devices: [String] = [""]) throws -> String {
    let rows = devices.enumerated().flatMap { hour, device in
      (0..<120).map { step in
        let latitude = (step / 30).isMultiple(of: 2) ? 46.05 : 46.06
        return "\(1_714_546_800 + hour * 3600 + step * 10),\(latitude),14.5,\(device)\n"
      }
    }
    return try folder.file("visits.csv", "time,lat,lon,device\n" + rows.joined())
  }

  @Test func `a failed expectation of an alarm says what became of it`() throws {
    try reminders(
      "add", "Lock", "--at", "46.05,14.5", "--radius", "150", "--on-leave", "--uid", "lock")
    let track = try visits()
    let junit = folder.url.appendingPathComponent("junit.xml").path
    func errors(_ event: String, _ scenario: String = "[]") throws -> String {
      let run = try ToolRun(
        "simulate", track, "--reminders", path, "--quiet",
        "--expect", try folder.file("e.txt", "2024-05-01T07:05:20Z \(event) lock\n"),
        "--scenario", try folder.file("s.json", scenario), "--junit", junit)
      #expect(run.status == 1, "\(run.errors)")
      return run.errors
    }
    let restart = try errors(
      "exit", #"[{"at": "+290s", "do": "reboot"}, {"at": "+500s", "do": "unlock"}]"#)
    #expect(restart.contains("late: came at 2024-05-01T07:15:20Z; reminder Lock\n"), "\(restart)")
    #expect(
      restart.contains(
        "crossed at 07:05:00; missed: from 07:04:50 to 07:08:20 the device had restarted"))
    // With that tolerance the missed departure would pass.
    #expect(!restart.contains("--tolerance"))
    #expect(try String(contentsOfFile: junit, encoding: .utf8).contains("Z; reminder Lock\""))
    let completed = try errors("exit", #"[{"at": "+60s", "do": "complete", "uid": "lock"}]"#)
    #expect(completed.contains("    Its reminder was completed at 07:01:00.\n"), "\(completed)")
    #expect(try errors("enter").contains("    Its alarm fires on departure alone.\n"))
    try reminders("complete", "lock")
    let finished = try errors("exit")
    #expect(
      finished.contains("    Its reminder is completed, and its alarm is not watched.\n"),
      "\(finished)")
  }

  @Test func `a finished reminder is the reason for each alarm that the run lacks`() throws {
    func todo(_ status: String, alarms: Int) -> String {
      let alarm =
        "BEGIN:VALARM\nACTION:DISPLAY\nPROXIMITY:DEPART\nTRIGGER:PT0S\nBEGIN:VLOCATION\nUID:l\n"
        + "URL:geo:46.05,14.5;u=150\nEND:VLOCATION\nEND:VALARM\n"
      return "BEGIN:VTODO\nUID:lock\nSUMMARY:Lock\n\(status)"
        + String(repeating: alarm, count: alarms) + "END:VTODO\n"
    }
    let track = try visits()
    func errors(_ todos: String, _ expected: [String], _ options: String...) throws -> String {
      let list = try folder.file(
        "l.ics", "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(todos)END:VCALENDAR\n")
      let events = expected.map { "2024-05-01T07:\($0)\n" }.joined()
      let run = try ToolRun(
        ["simulate", track, "--reminders", list, "--expect", folder.file("e.txt", events)]
          + options)
      #expect(run.status == 1, "\(run.errors)")
      return run.errors
    }
    let done = "STATUS:COMPLETED\n"
    let both = try errors(todo(done, alarms: 2), ["05:20Z  exit  lock", "05:20Z  exit  lock#2"])
    #expect(
      both.contains("Both: Its reminder is completed, and its alarm is not watched.\n"), "\(both)")
    let exits = ["05:20Z  exit  lock", "15:20Z  exit  lock", "18:00Z  exit  lock"]
    let live = try errors(todo(done, alarms: 1) + todo("", alarms: 1), Array(exits.prefix(2)))
    #expect(
      live.contains("Its alarm had fired at") && !live.contains("reminder is completed"), "\(live)")
    let region = try folder.file("r.csv", "id,lat,lon,radius\nlock,46.05,14.5,150\n")
    let own = try errors(todo(done, alarms: 1), exits, "--regions", region)
    #expect(
      own.contains("- 2024-05-01T07:18:00Z") && !own.contains("reminder is completed"), "\(own)")
  }

  @Test func `the alarm that had fired is that of the same device`() throws {
    try reminders(
      "add", "Lock", "--at", "46.05,14.5", "--radius", "150", "--on-leave", "--uid", "lock")
    let why = try ToolRun("why", visits(of: ["anna", "ben"]), "lock", "--reminders", path).output
    for time in ["07:05:20", "08:05:20"] {
      #expect(why.contains("    had fired at \(time) (once; --repeat)\n"), "\(why)")
    }
  }

  @Test func `a hint at several files names each, and a calendar in UTF-16 its encoding`() throws {
    try reminders("add", "Buy milk", "--uid", "milk")
    let other = folder.url.appendingPathComponent("other.ics").path
    try FileManager.default.copyItem(atPath: path, toPath: other)
    let run = try ToolRun("reminders", "show", path, other, "tea")
    #expect(run.errors.contains("reminders list --all \(path) \(other)'"), "\(run.errors)")
    let text = try String(contentsOfFile: other, encoding: .utf8)
    try Data([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
      .write(to: URL(fileURLWithPath: other))
    let wide = try ToolRun("reminders", "list", other)
    #expect(wide.status == 65 && wide.errors.contains("the text is UTF-16"), "\(wide.errors)")
  }

  /// A stay of ten minutes, in which the first date's alarm fires, and after a completion the next's.
  @Test func `the alarm of a series' next date comes not again, and its registration is listed`()
    throws
  {
    let series = try folder.file(
      "series.ics",
      """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:milk
      SUMMARY:Buy milk
      DUE:19700101T090000Z
      RRULE:FREQ=DAILY;COUNT=2
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER;VALUE=DATE-TIME:19760401T005545Z
      X-APPLE-PROXIMITY:ARRIVE
      X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=100;X-TITLE=shop:geo:46,14
      END:VALARM
      END:VTODO
      END:VCALENDAR
      """)
    let rows = (0...90).map { "\($0 * 10),\((6...70).contains($0) ? 46 : 46.01),14\n" }
    let track = try folder.file("t.csv", "time,lat,lon\n" + rows.joined())
    let life = try folder.file("life.json", #"[{"at": "+400s", "do": "complete", "uid": "milk"}]"#)
    let run = [track, "--reminders", series, "--scenario", life]
    #expect(try ToolRun(["simulate"] + run).output.split(separator: "\n").count == 2)
    let audit = try ToolRun(["audit"] + run)
    #expect(!audit.output.contains("came again"), "\(audit.output)")
    let why = try ToolRun(["why", track, "milk"] + run.dropFirst())
    #expect(why.output.contains(" to 00:01:20, from 00:06:40 to 00:06:40"), "\(why.output)")
    #expect(!why.output.contains("once more"))
  }

  @Test func `a state of a reminder that its file has no longer is refused by that`() throws {
    try reminders("add", "Buy milk", "--at", "46.05,14.5", "--radius", "150", "--uid", "milk")
    let track = try folder.file("t.csv", "time,lat,lon\n0,46.06,14.5\n60,46.06,14.5\n")
    let state = folder.url.appendingPathComponent("state").path
    let run = ["simulate", track, "--reminders", path, "--state", state]
    #expect(try ToolRun(run).status == 0)
    try reminders("complete", "milk")
    let refused = try ToolRun(run)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("reminders that the file no longer has"), "\(refused.errors)")
  }

  @Test func `the zone of a due date that names none is said`() throws {
    try reminders(
      "add", "Milk", "--at", "46.05,14.5", "--radius", "150", "--on-leave", "--uid", "milk",
      "--due",
      "2024-05-01T09:04")
    let gated = ["simulate", try visits(), "--reminders", path, "--gate", "due"]
    let plain = try ToolRun(gated)
    #expect(plain.errors.contains("due dates that name no zone are taken as UTC\n"))
    let zoned = try ToolRun(gated + ["--track-timezone", "Europe/Ljubljana"])
    #expect(zoned.output.contains("exit"))
    #expect(
      zoned.errors.contains("due dates that name no zone are taken as those of Europe/Ljubljana\n"))
    #expect(!zoned.errors.contains("has no effect"))
  }

  /// Returns the UIDs that `list` shows, in order.
  private func uids(_ options: String...) throws -> [String] {
    let run = try ToolRun(["reminders", "list", path, "--format", "json"] + options)
    return run.output.matches(of: /"uid" : "([^"]*)"/).map { String($0.1) }
  }

  @Test func `a reminder's life`() throws {
    let added = try reminders(
      "add", "Buy milk", "--at", "46.05,14.5", "--name", "Shop", "--radius", "0.25", "--unit", "mi",
      "--on-leave", "--priority", "high", "--due", "2024-05-02T10:00:00Z", "--uid", "milk",
      "--now", "2024-05-01T10:00:00Z")
    #expect(added.status == 0)
    #expect(added.output == "milk\n")
    #expect(
      try reminders("show", "mi").output == """
        uid       milk
        title     "Buy milk"
        list      list
        status    incomplete
        priority  high
        due       2024-05-02T10:00:00Z
        created   2024-05-01T10:00:00Z
        fires     depart Shop, 46.05,14.5, 402 m

        """)
    try reminders("edit", "milk", "--title", "Oat milk", "--due", "none", "--on-enter")
    try reminders("complete", "milk", "--now", "2024-05-03T10:00:00Z")
    let details = try reminders("show", "milk").output
    #expect(details.contains("title     \"Oat milk\"\n"))
    #expect(details.contains("completed 2024-05-03T10:00:00Z\nfires     arrive Shop"))
    #expect(!details.contains("due "))
    #expect(try uids() == [])
    try reminders("uncomplete", "milk")
    #expect(try uids() == ["milk"])
    try reminders("delete", "milk")
    #expect(try uids("--all") == [])
  }

  @Test func `a list's life`() throws {
    try reminders("add", "Buy milk", "--list", "Home", "--uid", "milk")
    #expect(try reminders("lists").output == "list  incomplete  all\nHome           1    1\n")
    for arguments in [["add", path, "Work"], ["rename", path, "Work", "Job"]] {
      let run = try ToolRun(["reminders", "lists"] + arguments)
      #expect(run.status == 0 && run.output.isEmpty)
    }
    try reminders("add", "Call", "--list", "Job", "--uid", "call")
    #expect(try ToolRun("reminders", "lists", "delete", path, "Job").status == 65)
    #expect(try ToolRun("reminders", "lists", "delete", path, "Job", "--force").status == 0)
    #expect(try uids("--all") == ["milk"])
    #expect(
      try ToolRun("reminders", "lists", "show", path, "--format", "json").output
        .contains("\"list\" : \"Home\""))
  }

  @Test func `a repeating reminder tells its rule, and moves on`() throws {
    _ = try folder.file(
      "list.ics",
      """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:u
      SUMMARY:Water
      DTSTART;VALUE=DATE:20240501
      DUE;VALUE=DATE:20240502
      RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,FR
      URL:https://example.org/\u{1B}x
      RELATED-TO:garden
      END:VTODO
      END:VCALENDAR

      """)
    #expect(
      try reminders("list").output
        == """
        uid  status      priority  due         repeats                 list  title  fires
        u    incomplete  none      2024-05-02  every 2 weeks on WE, FR  list  Water

        """.replacing("repeats     ", with: "repeats      "))
    #expect(
      try reminders("show", "u").output == """
        uid       u
        title     Water
        list      list
        status    incomplete
        priority  none
        start     2024-05-01
        due       2024-05-02
        repeats   every 2 weeks on WE, FR
        part of   garden
        url       https://example.org/\\u001bx

        """)
    let moved = try reminders("complete", "u", "--now", "2024-05-02T10:00:00Z")
    #expect(moved.output == "u moves on to 2024-05-04\n")
    #expect(try reminders("complete", "u", "--whole-series").output.isEmpty)
    #expect(
      try reminders("list", "--completed", "--format", "json").output.matches(of: /"uid"/).count
        == 2)
    #expect(
      try reminders("list").output
        == "no reminder to show, of 2 in all; --all shows completed ones, too\n")
  }

  @Test func `several at once, and nothing where one is unknown`() throws {
    for uid in ["a", "b", "c"] { try reminders("add", "t", "--uid", uid) }
    let before = try String(contentsOfFile: path, encoding: .utf8)
    #expect(try reminders("delete", "a", "x").status == 65)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
    try reminders("complete", "a", "b")
    #expect(try uids("--completed") == ["a", "b"])
    #expect(try reminders("show", "a", "b", "--format", "json").output.hasPrefix("["))
    try reminders("delete", "a", "b", "c")
    #expect(try reminders("list", "--all").output == "no reminders\n")
  }

  @Test func `nothing is changed where one of several files cannot be`() throws {
    let folder = try TemporaryFolder()
    let files = ["u", "v"].map { folder.url.appendingPathComponent("\($0).ics").path }
    for (file, uid) in zip(files, ["u", "v"]) {
      #expect(try ToolRun("reminders", "add", file, "t", "--uid", uid).status == 0)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: files[1])
    let before = try String(contentsOfFile: files[0], encoding: .utf8)
    #expect(try ToolRun(["reminders", "complete"] + files + ["u", "v"]).status == 73)
    #expect(try String(contentsOfFile: files[0], encoding: .utf8) == before)
  }

  @Test func `a day is a day, and what is overdue depends on now`() throws {
    try reminders("add", "t", "--uid", "day", "--due", "20261201")
    try reminders("add", "t", "--uid", "hour", "--due", "2026-12-01T10:00Z")
    #expect(try reminders("list").output.contains("  2026-12-01  "))
    func overdue(_ now: String) throws -> [String] { try uids("--overdue", "--now", now) }
    #expect(try overdue("2026-12-01T10:00:00Z") == [])
    #expect(try overdue("2026-12-01T11:00:00Z") == ["hour"])
    #expect(try overdue("2026-12-02T00:00:00Z") == ["day", "hour"])
    #expect(try uids("--due-before", "2026-12-01T10:00") == ["day"])
  }

  @Test func `the default radius is asked for with 0, and units are for reading, too`() throws {
    try reminders("add", "t", "--at", "1,2", "--radius", "0")
    #expect(try reminders("list").output.contains("arrive 1,2, 100 m"))
    #expect(try reminders("list", "--unit", "ft").output.contains("arrive 1,2, 328 ft"))
  }

  @Test func `--radius 0 writes no radius, and a radius is taken back with it`() throws {
    try reminders("add", "t", "--uid", "u", "--at", "1,2", "--radius", "0")
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!written.contains("RADIUS") && !written.contains(";u="))
    try reminders("edit", "u", "--radius", "100")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8).matches(of: /X-APPLE-RADIUS=100|;u=100/)
        .count == 2)
    try reminders("edit", "u", "--name", "Shop")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("X-APPLE-RADIUS=100"))
    try reminders("edit", "u", "--radius", "0")
    let taken = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!taken.contains("RADIUS") && !taken.contains(";u="))
    #expect(try reminders("list").output.contains("arrive Shop, 1,2, 100 m"))
  }

  @Test func `due and completed ranges, and several lists`() throws {
    for list in ["Home", "Work", "Shop"] {
      #expect(try ToolRun("reminders", "lists", "add", path, list).status == 0)
    }
    for (uid, list, due) in [
      ("a", "Home", "2024-05-01T10:00:00Z"), ("b", "Work", "2024-05-02"), ("c", "Shop", "none"),
    ] { try reminders("add", "t", "--uid", uid, "--list", list, "--due", due) }
    #expect(try uids("--due-after", "2024-05-01T10:00:00Z") == ["a", "b"])
    #expect(try uids("--due-after", "2024-05-01T10:00:01Z") == ["b"])
    #expect(try uids("--due-after", "2024-05-02", "--timezone", "Asia/Tokyo") == ["b"])
    #expect(try uids("--due-after", "2024-05-01", "--due-before", "2024-05-02") == ["a"])
    #expect(try uids("--list", "Home", "--list", "Shop") == ["a", "c"])
    #expect(
      try ToolRun("reminders", "list", path, "--list", "Home", "--list", "Sop").errors
        .contains("no list \"Sop\""))
    for (uid, now) in [("a", "2024-06-01T00:00:00Z"), ("b", "2024-06-02T00:00:00Z")] {
      try reminders("complete", uid, "--now", now)
    }
    #expect(try uids("--completed-after", "2024-06-01T00:00:00Z") == ["a", "b"])
    #expect(try uids("--completed-after", "2024-06-02") == ["b"])
    #expect(try uids("--completed-before", "2024-06-02", "--all") == ["a"])
  }

  @Test func `edit --list moves to another list, file or folder`() throws {
    let work = folder.url.appendingPathComponent("work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: false)
    try reminders("add", "Milk", "--uid", "milk", "--list", "Home")
    #expect(try ToolRun("reminders", "lists", "add", path, "Shop").status == 0)
    #expect(try reminders("edit", "milk", "--list", "Shop", "--priority", "high").status == 0)
    #expect(try uids("--list", "Shop", "--priority", "high") == ["milk"])
    let unknown = try reminders("edit", "milk", "--list", "Shp", "--title", "x")
    #expect(unknown.status == 65)
    #expect(unknown.errors.contains("did you mean \"Shop\"?"))
    let moved = try ToolRun(
      "reminders", "edit", path, work.path + "/", "milk", "--list", "work", "--title", "Oat milk")
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(try uids("--all") == [])
    #expect(try ToolRun("reminders", "list", work.path).output.contains("work  \"Oat milk\""))
  }

  @Test func `a finished, moved or renamed occurrence stands for its date`() throws {
    _ = try folder.file(
      "list.ics",
      """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:u
      SUMMARY:Water
      DUE:20240501T090000Z
      RRULE:FREQ=DAILY
      END:VTODO
      BEGIN:VTODO
      UID:u
      RECURRENCE-ID:20240501T090000Z
      STATUS:COMPLETED
      COMPLETED:20240501T100000Z
      END:VTODO
      BEGIN:VTODO
      UID:u
      RECURRENCE-ID:20240502T090000Z
      SUMMARY:Water twice
      DUE:20240506T090000Z
      END:VTODO
      BEGIN:VTODO
      UID:alone
      RECURRENCE-ID:20240502T090000Z
      SUMMARY:Alone
      DUE:20240504T090000Z
      END:VTODO
      END:VCALENDAR

      """)
    #expect(
      try reminders("list", "--sort", "due").output == """
        uid    status      priority  due                   repeats  list  title          fires
        alone  incomplete  none      2024-05-04T09:00:00Z  -        list  Alone
        u      incomplete  none      2024-05-06T09:00:00Z  daily    list  "Water twice"

        """)
    #expect(try uids("--overdue", "--now", "2024-05-05T00:00:00Z") == ["alone"])
    #expect(try uids("--completed") == ["u"])
    #expect(try uids("--due-before", "2024-05-05") == ["alone"])
    #expect(
      try reminders("complete", "u", "--now", "2024-05-06T10:00:00Z").output
        == "u moves on to 2024-05-03T09:00:00Z\n")
    #expect(try reminders("show", "u/20240501T090000Z").output.contains("stands for 2024-05-01"))
  }

  @Test func `what cannot be read is warned of, and is not edited`() throws {
    _ = try folder.file(
      "list.ics",
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:No UID\nEND:VTODO\nBEGIN:VTODO\nUID:u\nDUE:x\n"
        + "END:VTODO\nBEGIN:VTODO\nUID:v\nEND:VTODO\nEND:VCALENDAR\n")
    let list = try reminders("list")
    #expect(list.status == 0)
    #expect(list.output.contains("\"No UID\""))
    #expect(list.errors.contains("list.ics:2: warning: a VTODO without a UID\n"))
    #expect(list.errors.contains("list.ics:7: warning: no time in DUE: \"x\"\n"))
    let edit = try reminders("edit", "u", "--title", "t")
    #expect(edit.status == 65)
    #expect(edit.errors.contains("list.ics:7: error: no time in DUE: \"x\""))
    #expect(try reminders("edit", "v", "--title", "t").status == 0)
  }

  @Test func `filters and sorts; missing dates last either way`() throws {
    for (uid, title, due, priority, minute) in [
      ("a", "beta", "2024-05-03T00:00:00Z", "low", 3), ("b", "Alpha", "none", "high", 1),
      ("c", "gamma", "2024-05-02T00:00:00Z", "none", 2), ("d", "alpha", "none", "high", 1),
    ] {
      try reminders(
        "add", title, "--uid", uid, "--due", due, "--priority", priority, "--now",
        "2024-05-01T00:0\(minute):00Z")
    }
    try reminders("edit", "c", "--at", "1,2")
    #expect(try uids() == ["b", "d", "c", "a"])
    #expect(try uids("--reverse") == ["a", "c", "b", "d"])
    #expect(try uids("--sort", "due") == ["c", "a", "b", "d"])
    #expect(try uids("--sort", "due", "--reverse") == ["a", "c", "b", "d"])
    #expect(try uids("--sort", "title") == ["b", "d", "a", "c"])
    #expect(try uids("--sort", "priority") == ["b", "d", "a", "c"])
    #expect(try uids("--sort", "priority", "--reverse") == ["a", "b", "d", "c"])
    #expect(try uids("--priority", "high") == ["b", "d"])
    #expect(try uids("--location-only") == ["c"])
    try reminders("complete", "a")
    #expect(try uids("--completed") == ["a"])
    #expect(try uids("--all") == ["b", "d", "c", "a"])
    #expect(
      try ToolRun("reminders", "lists", path).output
        == "list  incomplete  all\nlist           3    4\n")
  }

  @Test(arguments: ["not-determined", "restricted", "denied", "write-only"])
  func `only full access reads`(_ state: String) throws {
    let run = try ToolRun(
      "reminders", "list", "\(Self.errands)/reminders.ics", "--authorization", state)
    #expect(run.status == 77)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("'\(state)'"))
    let help = [
      "not-determined": "allow it in the prompt", "restricted": "Settings > Screen Time",
      "denied": "Settings > Privacy & Security > Reminders", "write-only": "choose Full Access",
    ]
    #expect(run.errors.contains(try #require(help[state])))
    let simulation = [
      "simulate", "\(Self.errands)/track.gpx", "--reminders", "\(Self.errands)/reminders.ics",
      "--authorization",
    ]
    let fired = try ToolRun(simulation + [state])
    #expect(fired.status == 77)
    #expect(fired.output.isEmpty)
    #expect(fired.errors == run.errors)
    #expect(try ToolRun(simulation + ["full-access"]).status == 0)
  }

  @Test(
    arguments: [
      (["list"], 64 as Int32, "Missing expected argument '<file>'"),
      (["add", "a.ics", "b", "c"], 64, "Unexpected argument 'c'"),
      (["show", "a.ics", "b.ics"], 64, "Missing expected argument '<uid>'"),
      (["shw", "a"], 64, "Unknown command 'shw'. Did you mean 'show'?"),
      (["list", "no-such-file.ics"], 66, "no-such-file.ics: error: "),
      (["list", "Package.swift"], 65, "Package.swift:1: error: "),
      (
        ["show", "\(errands)/reminders.ics", "X"], 65,
        "no reminder with a UID that begins with \"X\""
      ),
      (["edit", "\(errands)/reminders.ics", "X", "--on-leave"], 65, "no reminder"),
      (
        ["add", "/no/such/folder/x.ics", "T"], 73, "/no/such/folder/x.ics: error: cannot be written"
      ),
      (["add", "x.ics", "T", "--name", "Home"], 64, "A place to fire at needs '--at <lat,lon>'"),
      (["add", "x.ics", "T", "--at", "91,0"], 64, "expected LAT,LON in decimal degrees"),
      (["add", "x.ics", ""], 64, "The title is empty"),
      (["add", "x.ics", " \t"], 64, "The title is"),
      (["add", "x.ics", "T", "--list", ""], 64, "The list is empty"),
      (["edit", "x.ics", "u", "--title", "\u{200B}"], 64, "The title is empty"),
      (["add", "x.ics", "T", "--at", "1,2", "--on-enter", "--on-leave"], 64, "exclude each other"),
      (["add", "x.ics", "T", "--at", "1,2", "--radius", "99999", "--unit", "mi"], 64, "larger"),
      (["add", "x.ics", "T", "--due", "soon"], 64, "expected a day or a time such as 2026-12-01"),
      (["add", "x.ics", "T", "--due", "2026-12-01", "--timezone", "UTC"], 64, "A day has no time"),
      (["add", "x.ics", "T", "--timezone", "UTC"], 64, "'--timezone' needs '--due' or '--start'"),
      (
        ["add", "x.ics", "T", "--due", "2026-12-01", "--timezone", "Oz"], 64, "expected a time zone"
      ),
      (["list", "\(errands)/reminders.ics", "--list", "Erands"], 65, "no list \"Erands\""),
      (["lists", "no-such-file.ics"], 66, "no-such-file.ics: error: "),
      (["lists"], 64, "Missing expected argument '<file>'"),
      (["lists", "add", "x.ics", " "], 64, "The list is empty"),
      (["lists", "rename", "x.ics", "a"], 64, "Missing expected argument '<name>'"),
      (["delete", "-", "T"], 64, "A file is changed in place"),
      (["edit", "x.ics", "u", "--list", " "], 64, "The list is empty"),
      (["list", "x.ics", "--due-after", "soon"], 64, "expected a day or a time"),
      (["list", "x.ics", "--incomplete", "--completed-after", "2024-05-01"], 64, "exclude"),
      (["list", "x.ics", "--authorization", "denied"], 77, "x.ics: error: no access"),
    ])
  func `a mistake is refused`(_ arguments: [String], _ status: Int32, _ message: String) throws {
    let run = try ToolRun(["reminders"] + arguments)
    #expect(run.status == status)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  // MARK: firing

  private func fire(_ options: String...) throws -> [String] {
    let run = try ToolRun(
      ["simulate", "\(Self.errands)/track.gpx", "--reminders", "\(Self.errands)/reminders.ics"]
        + options)
    #expect(run.status == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true)
      return "\(words[0].dropFirst(11).dropLast()) \(words[1]) \(words[2])"
    }
  }

  @Test func `an alarm fires once, or each time`() throws {
    #expect(
      try fire() == ["07:03:10 exit LOCK", "07:08:30 enter BREAD", "07:19:20 enter PRESCRIPTION"])
    let each = try fire("--repeat")
    #expect(each.filter { $0.hasSuffix("BREAD") }.count == 2)
  }

  @Test func `a due date gates an alarm when asked`() throws {
    #expect(try fire("--gate", "due") == ["07:03:10 exit LOCK", "07:08:30 enter BREAD"])
  }

  private func errand(_ proximity: String, due: String? = nil) throws -> String {
    try folder.file(
      "errand.ics",
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      BEGIN:VTODO
      UID:HOME
      SUMMARY:Lock
      \(due.map { "DUE:\($0)\n" } ?? "")BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:PT0S
      PROXIMITY:\(proximity)
      BEGIN:VLOCATION
      URL:geo:46,14.5;u=150
      END:VLOCATION
      END:VALARM
      END:VTODO
      END:VCALENDAR

      """)
  }

  /// At the place, from minute 6 on a kilometre away, and back every half an hour.
  private func walk(_ minutes: Int) throws -> String {
    try folder.file(
      "walk.csv",
      "time,lat,lon\n"
        + (0..<minutes).map { minute in
          let time = Date(timeIntervalSince1970: 1_714_546_800 + Double(minute) * 60)
          return "\(time.ISO8601Format()),\(minute % 30 < 6 ? "46" : "46.01"),14.5\n"
        }.joined())
  }

  @Test func `a state that the phone finds after a restart fires no alarm of a departure`() throws {
    let life = try folder.file(
      "life.json", #"[{"at": "+120s", "do": "reboot"}, {"at": "+900s", "do": "unlock"}]"#)
    let run = [try walk(20), "--reminders", try errand("DEPART"), "--scenario", life]
    #expect(try ToolRun(["simulate"] + run).output.isEmpty)
    let audit = try ToolRun(["audit"] + run + ["--min-reach", "1"])
    #expect(audit.status == 1)
    #expect(
      audit.output.hasPrefix(
        "1 of 1 departure never reached the app because from 07:02:00 to 07:15:00 the device had "
          + "restarted and was not unlocked."), "\(audit.output)")
  }

  @Test func `an alarm that only waits for its date is no delivery`() throws {
    let run = [
      try walk(100), "--reminders", try errand("ARRIVE", due: "20240601T000000Z"), "--gate", "due",
    ]
    let audit = try ToolRun(["audit"] + run + ["--min-reach", "1"])
    #expect(audit.status == 1)
    #expect(audit.errors.contains("has nothing to judge"), "\(audit.errors)")
    #expect(
      audit.output.contains(
        "3 crossings were before the dates of their reminders, for which the alarms wait."))
  }

  @Test(arguments: [
    ("20240501T095500", "08:01:00"), ("20240501T095500Z", nil), ("20240501", "07:00:00"),
  ])
  func `a date without a zone is one of the track's zone`(due: String, fired: String?) throws {
    let run = try ToolRun([
      "simulate", walk(70), "--reminders", errand("ARRIVE", due: due), "--gate", "due",
      "--track-timezone", "Europe/Ljubljana",
    ])
    #expect(run.output.isEmpty == (fired == nil))
    if let fired { #expect(run.output.hasPrefix("2024-05-01T\(fired)Z"), "\(run.output)") }
  }

  @Test func `an alarm had fired when it fired, and not when it waited`() throws {
    let run = [
      try walk(130), "--reminders", try errand("ARRIVE", due: "20240501T075500Z"), "--gate", "due",
    ]
    let story = try ToolRun(["why", run[0], "HOME"] + run.dropFirst()).output
    #expect(story.contains("enter of 08:00:00: delivered at 08:01:00"), "\(story)")
    #expect(story.contains("had fired at 08:01:00 (once; --repeat)"), "\(story)")
    #expect(!story.contains("had fired at 07:"))
  }

  @Test func `a fired alarm gives its slot to the next`() throws {
    // The only slot is LOCK's, which is nearest and fires, then BREAD's, then PRESCRIPTION's.
    #expect(
      try fire("--limit", "1")
        == ["07:03:10 exit LOCK", "07:08:30 enter BREAD", "07:19:20 enter PRESCRIPTION"])
  }

  /// Regions along the way of the errands; those that are far from its start come first.
  private func ownRegions() throws -> String {
    try folder.file(
      "own.csv",
      """
      id,lat,lon,radius
      pharmacy,46.0602,14.561017,200
      bakery,46.0629,14.545509,200
      home,46.062,14.531,150

      """)
  }

  @Test(arguments: [
    ["--limit", "1"], ["--limit", "1", "--reselect-on", "significant,event"],
    ["--limit", "1", "--reselect-on", "none"], ["--limit", "2", "--reselect-on", "sentinel"],
    ["--limit", "1", "--reselect-on", "fix", "--api", "cllocationmanager"],
    ["--limit", "2", "--api", "geofencingclient"], ["--limit", "1", "--positioning", "wifi"],
  ])
  func `regions and alarms have slots of their own`(_ options: [String]) throws {
    let track = ["\(Self.errands)/track.gpx", "--cushion", "20"].prefix(
      options.contains("geofencingclient") ? 1 : 3)
    let own = ["--regions", try ownRegions()]
    let reminders = ["--reminders", "\(Self.errands)/reminders.ics"]
    func lines(_ inputs: [String]) throws -> [Substring] {
      let run = try ToolRun(["simulate"] + track + options + inputs + ["--format", "jsonl"])
      #expect(run.status == 0, "\(run.errors)")
      return run.output.split(separator: "\n")
    }
    let (together, alone) = (try lines(own + reminders), try lines(own) + lines(reminders))
    #expect(together.sorted() == alone.sorted())
    #expect(try !lines(own).isEmpty && !lines(reminders).isEmpty)
    guard !options.contains("--positioning") else { return }
    // An audit counts them as two audits do.
    func counts(_ inputs: [String]) throws -> [Int] {
      let run = try ToolRun(["audit"] + track + options + inputs + ["--format", "json"])
      let totals = run.output.split(separator: "\"totals\":").last ?? ""
      return ["geometry", "confirmed", "delivered"].map { value(of: $0, in: totals) }
        + [value(of: "registrationsChanged", in: run.output[...])]
    }
    func value(of key: String, in text: Substring) -> Int {
      let rest = text.split(separator: "\"\(key)\":").dropFirst().first ?? ""
      return Int(rest.prefix(while: \.isNumber)) ?? -1
    }
    let sums = zip(try counts(own), try counts(reminders)).map(+)
    #expect(try counts(own + reminders) == sums)
    #expect(sums.allSatisfy { $0 > 0 })
  }

  @Test func `the app's life is not that of the system's Reminders`() throws {
    let scenario = try folder.file(
      "life.json",
      #"""
      [{"at": "+0s", "do": "background-refresh", "to": "off"}, {"at": "+0s", "do": "terminate"},
       {"at": "+300s", "do": "reboot"}, {"at": "+310s", "do": "unlock"}]
      """#)
    #expect(
      try fire("--scenario", scenario, "--regions", try ownRegions())
        == ["07:03:10 exit LOCK", "07:08:30 enter BREAD", "07:19:20 enter PRESCRIPTION"])
  }

  @Test func `a state keeps what the system's Reminders watches`() throws {
    let state = folder.url.appendingPathComponent("state").path
    let inputs = [
      "\(Self.errands)/track.gpx", "--reminders", "\(Self.errands)/reminders.ics", "--regions",
      try ownRegions(), "--limit", "1",
    ]
    let whole = try ToolRun(["simulate"] + inputs).output
    var pieces = ""
    for minutes in ["07:05:00Z", "07:08:20Z", "07:19:10Z", "08:00:00Z"] {
      pieces +=
        try ToolRun(["simulate"] + inputs + ["--state", state, "--to", "2024-05-04T\(minutes)"])
        .output
    }
    #expect(pieces == whole)
    #expect(!whole.isEmpty)
  }

  @Test func `the first determination fires nothing but an arrival under CLMonitor`() throws {
    for (place, api, proximity, fired) in [
      ("46.062,14.53", "clmonitor", "--on-enter", true),
      ("46.062,14.53", "cllocationmanager", "--on-enter", false),
      ("46.062,14.53", "clmonitor", "--on-leave", false),
      ("46.5,14.53", "clmonitor", "--on-leave", false),
    ] {
      try? FileManager.default.removeItem(atPath: path)
      try reminders("add", "t", "--uid", "t", "--at", place, proximity)
      let track = try folder.file("t.csv", "time,lat,lon\n0,46.062,14.53\n60,46.062,14.53\n")
      let run = try ToolRun("simulate", track, "--reminders", path, "--api", api)
      #expect(run.output.isEmpty == !fired, "\(api) \(proximity)")
    }
  }

  @Test func `a completion in a scenario names a reminder`() throws {
    let scenario = try folder.file("s.json", #"[{"at": "+0s", "do": "complete", "uid": "BREAD"}]"#)
    #expect(
      try fire("--scenario", scenario) == ["07:03:10 exit LOCK", "07:19:20 enter PRESCRIPTION"])
    let bad = try folder.file("b.json", #"[{"at": "+0s", "do": "complete", "uid": "MILK"}]"#)
    let run = try ToolRun(
      "simulate", "\(Self.errands)/track.gpx", "--reminders", "\(Self.errands)/reminders.ics",
      "--scenario", bad)
    #expect(run.status == 65)
    #expect(run.errors.contains("[0].uid: no reminder"))
  }

  private func simulate(_ reminders: String, _ scenario: String, _ options: String...) throws
    -> ToolRun
  {
    let regions = try folder.file("own.csv", "id,lat,lon,radius\nown,46.01,14.5,100\n")
    return try ToolRun(
      [
        "simulate", try walk(40), "--reminders", reminders, "--regions", regions, "--only", "HOME",
        "--scenario", try folder.file("s.json", scenario),
      ] + options)
  }

  @Test func `a region of the app and a reminder do not have one name`() throws {
    let add =
      #"[{"at": "+5s", "do": "add", "region": {"identifier": "HOME", "latitude": 46, "#
      + #""longitude": 14, "radius": 100}}]"#
    for (scenario, words) in [
      (add, "a reminder has the name \"HOME\"\nhelp: give the region another identifier"),
      (
        #"[{"at": "+5s", "do": "remove", "identifier": "HOME"}]"#,
        "\"HOME\" is a reminder, and no region of the app\nhelp: did you mean \"complete\"?"
      ),
      (
        #"[{"at": "+5s", "do": "determine", "identifier": "HOME"}]"#, "there is no region \"HOME\""
      ),
    ] {
      let run = try simulate(try errand("ARRIVE"), scenario)
      #expect(run.status == 65 && run.output.isEmpty)
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test func `a reminder that is completed already is noted`() throws {
    let once = #"{"at": "+5s", "do": "complete", "uid": "HOME"}"#
    let twice = "[\(once), \(once.replacing("+5s", with: "+15s"))]"
    let run = try simulate(try errand("ARRIVE"), twice)
    #expect(run.errors.contains("note: [1]: \"complete\" changes nothing here"), "\(run.errors)")
    #expect(!run.errors.contains("[0]"))
    let done = try errand("ARRIVE").withText {
      $0.replacing("SUMMARY", with: "STATUS:COMPLETED\nSUMMARY")
    }
    let regions = folder.url.appendingPathComponent("own.csv").path
    let scenario = try folder.file("once.json", "[\(once)]")
    #expect(
      try ToolRun(
        "simulate", walk(40), "--reminders", done, "--regions", regions, "--scenario", scenario
      ).errors.contains("note: [0]: \"complete\" changes nothing here"))
  }

  @Test func `a completion leaves the next date of a reminder that repeats`() throws {
    func errands(_ lines: String) throws -> String {
      try errand("ARRIVE", due: "20240501T070000Z").withText {
        $0.replacing("SUMMARY", with: "\(lines)\nSUMMARY")
      }
    }
    // What a completion does is decided in the order of time, whatever the order of the file.
    func fired(_ path: String, _ completions: Int, _ options: String...) throws -> [Substring] {
      let actions = (0..<completions).reversed().map {
        #"{"at": "+\#(600 + 1800 * $0)s", "do": "complete", "uid": "HOME"}"#
      }
      let scenario = try folder.file("c.json", "[\(actions.joined(separator: ","))]")
      let run = try ToolRun(
        ["simulate", try walk(100), "--reminders", path, "--scenario", scenario] + options)
      #expect(run.status == 0, "\(run.errors)")
      return run.output.split(separator: "\n").map { $0.dropFirst(11).prefix(8) }
    }
    // The walk is at the place at seven and every half an hour.
    let hourly = try errands("RRULE:FREQ=HOURLY;COUNT=3")
    #expect(try fired(hourly, 0) == ["07:00:00"])
    #expect(try fired(hourly, 1) == ["07:00:00", "07:31:00"])
    #expect(try fired(hourly, 2) == ["07:00:00", "07:31:00", "08:01:00"])
    #expect(try fired(hourly, 3) == ["07:00:00", "07:31:00", "08:01:00"])
    // A state goes on with the date that it had come to.
    let state = folder.url.appendingPathComponent("state").path
    let pieces = try ["07:05:00", "07:20:00", "07:31:00", "08:40:00"].flatMap {
      try fired(hourly, 2, "--state", state, "--to", "2024-05-01T\($0)Z")
    }
    #expect(pieces == ["07:00:00", "07:31:00", "08:01:00"])
    let audit = try ToolRun([
      "audit", walk(100), "--reminders", hourly, "--scenario",
      folder.file(
        "c.json", #"[{"at": "+600s", "do": "complete", "uid": "HOME"}]"#), "--format", "json",
    ])
    #expect(audit.output.contains("\"delivered\":1"), "\(audit.output)")
    #expect(try fired(try errands("RRULE:FREQ=HOURLY;COUNT=1"), 1) == ["07:00:00"])
  }

  @Test(arguments: [
    ("RRULE:FREQ=DAILY\nRDATE:20240501T090000Z", "none", "its dates depend on RDATE"),
    ("RRULE:FREQ=DAILY", "due", "for one of its dates under '--gate due'"),
    (
      "DUE:20240501T070000Z\nRRULE:FREQ=DAILY\nEND:VTODO\nBEGIN:VTODO\nUID:HOME\nRECURRENCE-ID:20240501T070000Z",
      "none",
      "a changed occurrence of it is due"
    ),
  ])
  func `a completion whose next date is not known is refused`(
    _ lines: String, _ gate: String, _ words: String
  ) throws {
    let path = try errand("ARRIVE", due: "20240501T070000Z").withText {
      $0.replacing("SUMMARY", with: "\(lines)\nSUMMARY")
    }
    let run = try simulate(
      path, #"[{"at": "+5s", "do": "complete", "uid": "HOME"}]"#, "--gate", gate)
    #expect(run.status == 65)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.contains("geofence reminders complete"))
  }

  @Test func `a completed reminder is named, and its silence is a run`() throws {
    let path = try errand("ARRIVE").withText {
      $0.replacing("SUMMARY", with: "STATUS:COMPLETED\nSUMMARY")
    }
    let silence = "\(path): note: every reminder with a location alarm is completed or cancelled\n"
    let track = try walk(40)
    for command in ["simulate", "audit"] {
      let run = try ToolRun(command, track, "--reminders", path)
      #expect(run.status == 0 && run.errors.contains(silence), "\(run.errors)")
    }
    #expect(
      try ToolRun("validate", track, "--reminders", path).output.contains(silence.dropLast()))
    let named = "the reminder \"Lock\" (HOME) is completed, and its alarm is not watched"
    let why = try ToolRun("why", track, "Lock", "--reminders", path)
    #expect(why.status == 66 && why.errors.contains("\(named)\nhelp:"), "\(why.errors)")
    let only = try ToolRun("simulate", track, "--reminders", path, "--only", "HOME")
    #expect(only.status == 64 && only.errors.contains("\(named) (--only)"), "\(only.errors)")
  }

  @Test func `why says when an alarm was registered, and what it still waits for`() throws {
    let arrival = try ToolRun("why", walk(10), "HOME", "--reminders", errand("ARRIVE")).output
    #expect(arrival.contains("registered from 07:00:00 to 07:00:00"), "\(arrival)")
    let away = try folder.file(
      "in.csv",
      "time,lat,lon\n2024-05-01T07:00:00Z,46.01,14.5\n2024-05-01T07:01:00Z,46,14.5\n"
        + "2024-05-01T07:05:00Z,46,14.5\n")
    let departure = try ToolRun("why", away, "HOME", "--reminders", errand("DEPART")).output
    #expect(
      departure.contains("it fires on departure, and the device was inside at the end"),
      "\(departure)")
  }

  @Test func `reminders of several files and of folders fire, and one without a place is noted`()
    throws
  {
    try reminders("add", "nowhere")
    let work = folder.url.appendingPathComponent("work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: false)
    _ = try ToolRun([
      "reminders", "add", work.path, "Stop", "--uid", "STOP", "--at", "46.0602,14.561017",
    ])
    let run = try ToolRun(
      "simulate", "\(Self.errands)/track.gpx", "--reminders", "\(Self.errands)/reminders.ics",
      "--reminders", path, "--reminders", work.path)
    #expect(run.errors == "\(path): note: no reminder has a location alarm\n")
    #expect(run.output.matches(of: /enter +(STOP|PRESCRIPTION)/).count == 2)
  }

  @Test func `options about alarms need reminders`() throws {
    let run = try ToolRun(["simulate", "t.gpx", "--regions", "r.json", "--repeat"])
    #expect(run.status == 64)
    #expect(run.errors.contains("'--repeat' and '--gate' need '--reminders <file>'"))
    let access = try ToolRun([
      "simulate", "t.gpx", "--regions", "r.json", "--authorization", "denied",
    ])
    #expect(access.status == 64)
    #expect(access.errors.contains("'--authorization' needs '--reminders <file>'"))
  }

  /// The walk passes the bakery on its way out and on its way back.
  @Test(arguments: [[], ["--repeat"]])
  func `a track cut anywhere fires the alarms of the whole`(_ options: [String]) throws {
    let track = ToolRun.package.appendingPathComponent("\(Self.errands)/track.gpx")
    let lines = try String(contentsOf: track, encoding: .utf8).components(separatedBy: "\n")
    let points = lines.indices.filter { lines[$0].contains("<trkpt") }
    let (head, tail) = (lines[..<points[0]], lines[(points[points.count - 1] + 1)...])
    let common =
      [
        "--reminders", "\(Self.errands)/reminders.ics", "--regions",
        "\(Self.errands)/regions.json", "--format", "jsonl",
      ] + options
    let whole = try ToolRun(["simulate", track.path] + common)
    for cut in [20, 45, 52, 120, 200] {
      let state = folder.url.appendingPathComponent("state-\(cut)").path
      let middle = points[cut]
      let pieces = try [lines[points[0]..<middle], lines[middle...points[points.count - 1]]].map {
        let piece = try folder.file("piece.gpx", (head + $0 + tail).joined(separator: "\n"))
        return try ToolRun(["simulate", piece, "--state", state] + common)
      }
      #expect(pieces.allSatisfy { $0.status == 0 }, "\(pieces)")
      #expect(pieces.map(\.output).joined() == whole.output, "cut after \(cut)")
    }
  }

  @Test func `a state of other reminders is refused`() throws {
    let state = folder.url.appendingPathComponent("state").path
    let arguments = [
      "simulate", "\(Self.errands)/track.gpx", "--regions", "\(Self.errands)/regions.json",
      "--state", state,
    ]
    let reminders = ["--reminders", "\(Self.errands)/reminders.ics"]
    #expect(try ToolRun(arguments + reminders).status == 0)
    for option in [["--repeat"], ["--gate", "due"]] {
      let run = try ToolRun(arguments + reminders + option)
      #expect(run.status == 65)
      #expect(run.errors.contains("the state was made with another \(option[0])"))
    }
    #expect(try ToolRun(arguments).errors.contains("another --regions"))
  }
}

extension String {
  /// Changes the text of the file at this path, and returns the path.
  fileprivate func withText(_ change: (String) -> String) throws -> String {
    let text = try String(contentsOfFile: self, encoding: .utf8)
    try change(text).write(toFile: self, atomically: true, encoding: .utf8)
    return self
  }
}
