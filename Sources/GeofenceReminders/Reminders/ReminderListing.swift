import GeofenceBytes
import GeofenceCore

/// The output of reminders, for people and for programs.
package enum ReminderListing {
  /// Returns a table of reminders, each with the beginning of its UID that no other reminder has.
  package static func text(_ reminders: [Reminder], among all: [Reminder], unit: LengthUnit)
    -> String
  {
    guard !reminders.isEmpty else {
      return all.isEmpty
        ? "no reminders"
        : "no reminder to show, of \(all.count) in all; --all shows completed ones, too"
    }
    let repeats = reminders.contains(where: \.repeats)
    var table = TextTable(
      ["uid", "status", "priority", "due"] + (repeats ? ["repeats"] : [])
        + ["list", "title", "fires"])
    let width = prefixWidth(all.map(\.uid))
    for reminder in reminders {
      let rule = repeats ? [recurrence(of: reminder) ?? "-"] : []
      table.append(
        [
          name(of: reminder, width),
          reminder.status.rawValue, reminder.priority.rawValue, reminder.due?.text ?? "-",
        ] + rule + [
          VisibleText.quoted(reminder.list), VisibleText.quoted(reminder.title),
          reminder.alarms.map { describe($0, unit) }.joined(separator: "; "),
        ])
    }
    return text(table)
  }

  package static func lists(of store: ReminderStore) -> String {
    var table = TextTable(["list", ">incomplete", ">all"])
    for count in counts(of: store) {
      table.append([VisibleText.quoted(count.list), "\(count.incomplete)", "\(count.all)"])
    }
    return text(table)
  }

  private static func text(_ table: TextTable) -> String {
    table.lines.map { String($0.dropFirst(2)) }.joined(separator: "\n")
  }

  struct Count {
    let list: String
    let incomplete: Int
    let all: Int
  }

  static func counts(of store: ReminderStore) -> [Count] {
    let reminders = Dictionary(grouping: store.reminders, by: \.list)
    return store.lists.map { list in
      let own = reminders[list] ?? []
      return Count(list: list, incomplete: own.count { $0.status == .incomplete }, all: own.count)
    }
  }

  package static func details(_ reminder: Reminder, unit: LengthUnit) -> String {
    var lines = [
      ("uid", VisibleText.quoted(reminder.identifier)),
      ("title", VisibleText.quoted(reminder.title)), ("list", VisibleText.quoted(reminder.list)),
      ("status", reminder.status.rawValue), ("priority", reminder.priority.rawValue),
    ]
    func add(_ name: String, _ value: String?) {
      if let value { lines.append((name, value)) }
    }
    add("start", reminder.start.map(describe))
    add("due", reminder.due.map(describe))
    add("repeats", recurrence(of: reminder))
    add("stands for", reminder.occurrence.map(describe))
    add("created", reminder.created?.rfc3339)
    add("completed", reminder.completed?.rfc3339)
    for alarm in reminder.alarms { add("fires", describe(alarm, unit)) }
    add("part of", reminder.parent.map(VisibleText.quoted))
    add("url", reminder.url.map(\.visible))
    add("notes", reminder.notes.map(VisibleText.quoted))
    let width = lines.map(\.0.count).reduce(9, max)
    return lines.map { "\($0.0.padded(to: width)) \($0.1)" }.joined(separator: "\n")
  }

  private static func prefixWidth(_ uids: [String]) -> Int {
    let sorted = Set(uids).sorted()
    let common = zip(sorted, sorted.dropFirst()).map { first, second in
      zip(first, second).prefix { $0 == $1 }.count
    }
    return max(8, (common.max() ?? 0) + 1)
  }

  /// Returns a short name for a reminder: the beginning of its UID, and a changed occurrence's
  /// date.
  private static func name(of reminder: Reminder, _ width: Int) -> String {
    guard !reminder.uid.isEmpty else { return "-" }
    let date = reminder.identifier.dropFirst(reminder.uid.count)
    return VisibleText.quoted("\(reminder.uid.prefix(width))\(date)")
  }

  private static func recurrence(of reminder: Reminder) -> String? {
    guard reminder.repeats else { return nil }
    let others = reminder.otherRecurrence.map { name in
      "\(name == "RRULE" ? "a second RRULE" : name), which is not understood"
    }
    let rule = reminder.recurrence.map { rule in
      RecurrenceRule(rule)?.words(until: reminder.lastDay) ?? rule.visible
    }
    return ([rule].compactMap(\.self) + others).joined(separator: " and ")
  }

  private static func describe(_ time: CalendarTime) -> String {
    time.text + (time.zone.map { " \(VisibleText.quoted($0))" } ?? "")
  }

  private static func describe(_ alarm: LocationAlarm, _ unit: LengthUnit) -> String {
    let places = alarm.places.map { place in
      let name = place.name.map { "\(VisibleText.quoted($0)), " } ?? ""
      return "\(name)\(place.coordinate.latitude.plainDecimal),"
        + "\(place.coordinate.longitude.plainDecimal), \(unit.text(place.radius))"
    }
    return "\(alarm.proximity.rawValue) \(places.joined(separator: " or "))"
  }

  /// Moments are RFC 3339 in UTC, days and floating times have no zone, distances are in metres.
  package static func json(_ reminders: [Reminder]) -> String { reminders.json.indented }

  package static func jsonLists(of store: ReminderStore) -> String {
    counts(of: store).map { count -> JSONValue in
      ["list": count.list, "incomplete": count.incomplete, "all": count.all]
    }.json.indented
  }

  package static func json(_ reminder: Reminder) -> String { reminder.json.indented }
}

extension Reminder: JSONConvertible {
  package var json: JSONValue {
    [
      "uid": uid.isEmpty ? nil : uid, "title": title, "notes": notes, "url": url, "list": list,
      "priority": priority.rawValue, "status": status.rawValue, "start": start?.data,
      "due": due?.data, "timeZone": due?.zone ?? start?.zone, "recurrence": recurrence,
      "otherRecurrence": otherRecurrence.isEmpty ? nil : otherRecurrence,
      "occurrence": occurrence?.data, "identifier": identifier == uid ? nil : identifier,
      "parent": parent, "created": created, "completed": completed, "alarms": alarms,
    ]
  }
}

extension LocationAlarm: JSONConvertible {
  package var json: JSONValue { ["proximity": proximity.rawValue, "places": places] }
}

extension LocationAlarm.Place: JSONConvertible {
  package var json: JSONValue {
    [
      "name": name, "latitude": coordinate.latitude, "longitude": coordinate.longitude,
      "radius": radius,
    ]
  }
}
