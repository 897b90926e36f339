import GeofenceBytes
import GeofenceCore

extension Reminder {
  /// Reads a VTODO; each part that cannot be read is left out, and becomes a fault.
  init(
    _ task: CalendarComponent, in list: String, _ zones: inout CalendarZones,
    _ faults: inout [Diagnosis]
  ) {
    func attempt<Value>(_ body: () throws(Diagnosis) -> Value?) -> Value? {
      do {
        return try body()
      } catch {
        faults.append(error)
        return nil
      }
    }
    self.init(uid: task.text("UID") ?? "", title: task.text("SUMMARY") ?? "", list: list)
    if uid.isEmpty {
      faults.append(
        Diagnosis("a VTODO without a UID", help: "give it a line UID:…", at: .line(task.number)))
    }
    notes = task.text("DESCRIPTION")
    url = task.filled("URL")?.value.trimmed
    location = task.text("LOCATION")
    parent = task.lines.first { $0.name == "RELATED-TO" && $0.isParent }?.value.calendarUnescaped
    if !task.isInstance { recurrence = task.filled("RRULE")?.value.trimmed }
    otherRecurrence =
      Series.otherLines.filter { task.filled($0) != nil }
      + (task["RECURRENCE-ID"]?["RANGE"] == nil ? [] : ["RANGE"])
    occurrence = attempt { () throws(Diagnosis) in try zones.time("RECURRENCE-ID", of: task) }
    priorityNumber = attempt { () throws(Diagnosis) in try task.priorityNumber } ?? 0
    completed = attempt { () throws(Diagnosis) in try zones.time("COMPLETED", of: task) }?.instant
    created = attempt { () throws(Diagnosis) in try zones.time("CREATED", of: task) }?.instant
    var others = zones
    modified = (try? others.time("LAST-MODIFIED", of: task))?.instant
    start = attempt { () throws(Diagnosis) in try zones.time("DTSTART", of: task) }
    due = attempt { () throws(Diagnosis) in try task.due(from: start, &zones) }
    switch task["STATUS"]?.value.trimmed.uppercased() {
    case "COMPLETED": status = .completed
    case "CANCELLED": status = .cancelled
    case "NEEDS-ACTION", "IN-PROCESS": status = .incomplete
    default:
      let isDone = completed != nil || task["PERCENT-COMPLETE"]?.value.trimmed == "100"
      status = isDone ? .completed : .incomplete
    }
    for (number, alarm) in task.components("VALARM").enumerated() {
      if let place = attempt({ () throws(Diagnosis) in try LocationAlarm(alarm) }) {
        allAlarms.append(ReminderAlarm(.place(place), number: number))
      } else if let timed = ReminderAlarm(timed: alarm, number: number) {
        allAlarms.append(timed)
      }
    }
  }
}

extension CalendarComponent {
  var isInstance: Bool { self["RECURRENCE-ID"] != nil }

  var alarmLines: [Int] {
    components("VALARM").filter { (try? LocationAlarm($0)) != nil }.map(\.number)
  }

  /// The warning about a VALARM that depends on the Bluetooth of a car; `nil` for another.
  var unwatched: Diagnosis? {
    guard let line = self["X-APPLE-PROXIMITY"] ?? self["PROXIMITY"] else { return nil }
    let kind = line.value.trimmed.uppercased()
    guard let way = ["CONNECT": "into", "DISCONNECT": "out of"][kind] else { return nil }
    return line.mistake(
      "an alarm on getting \(way) a car (\(kind)) is never watched",
      help: "only arriving at a place and leaving it are simulated")
  }

  fileprivate var priorityNumber: Int? {
    get throws(Diagnosis) {
      guard let line = filled("PRIORITY") else { return nil }
      guard let number = Int(line.value.trimmed) else {
        throw line.mistake("no priority: \(line.value.quotedExcerpt())", help: "write 0 to 9")
      }
      return number
    }
  }

  fileprivate func due(from start: CalendarTime?, _ zones: inout CalendarZones)
    throws(Diagnosis) -> CalendarTime?
  {
    if let line = filled("DUE") { return try zones.time(line) }
    guard let line = filled("DURATION"), let start else { return nil }
    guard let duration = CalendarDuration(line.value.trimmed) else {
      throw line.mistake(
        "no duration: \(line.value.quotedExcerpt())", help: "write PT30M, P1D or P2W")
    }
    return duration.after(start, &zones)
  }
}

extension ContentLine {
  fileprivate var isParent: Bool { (self["RELTYPE"] ?? "PARENT").uppercased() == "PARENT" }
}
