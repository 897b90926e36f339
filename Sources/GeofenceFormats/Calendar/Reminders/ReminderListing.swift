import GeofenceCore

/// Reminders for people and for programs.
public enum ReminderListing {
  /// A line each: the beginning of the UID that tells it from the others, then what it is.
  public static func text(_ reminders: [Reminder], among all: [Reminder], unit: LengthUnit)
    -> String
  {
    guard !reminders.isEmpty else {
      return all.isEmpty ? "no reminders" : "none of \(counted(all.count, "reminder")) is asked for"
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
          TextFormatter.quoted(reminder.list), TextFormatter.quoted(reminder.title),
          reminder.alarms.map { describe($0, unit) }.joined(separator: "; "),
        ])
    }
    return text(table)
  }

  /// A line for each list: its name and how many reminders it has.
  public static func lists(of store: ReminderStore) -> String {
    var table = TextTable(["list", ">incomplete", ">all"])
    for count in counts(of: store) {
      table.append([TextFormatter.quoted(count.list), "\(count.incomplete)", "\(count.all)"])
    }
    return text(table)
  }

  private static func text(_ table: TextTable) -> String {
    table.lines.map { String($0.dropFirst(2)) }.joined(separator: "\n")
  }

  /// A list, and how many reminders it has.
  struct Count: Encodable {
    let list: String
    let incomplete: Int
    let all: Int
  }

  static func counts(of store: ReminderStore) -> [Count] {
    let reminders = Dictionary(grouping: store.reminders, by: \.list)
    return store.lists.map { list in
      let own = reminders[list] ?? []
      return Count(
        list: list, incomplete: own.count { $0.status == .incomplete }, all: own.count)
    }
  }

  /// Everything about one reminder, a line each.
  public static func details(_ reminder: Reminder, unit: LengthUnit) -> String {
    var lines = [
      ("uid", TextFormatter.quoted(reminder.identifier)),
      ("title", TextFormatter.quoted(reminder.title)),
      ("list", TextFormatter.quoted(reminder.list)), ("status", reminder.status.rawValue),
      ("priority", reminder.priority.rawValue),
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
    add("part of", reminder.parent.map(TextFormatter.quoted))
    add("url", reminder.url.map(\.visible))
    add("notes", reminder.notes.map(TextFormatter.quoted))
    let width = lines.map(\.0.count).reduce(9, max)
    return lines.map { "\($0.0.padded(to: width)) \($0.1)" }.joined(separator: "\n")
  }

  /// The fewest characters, at least eight, that tell every UID from the others.
  private static func prefixWidth(_ uids: [String]) -> Int {
    let sorted = Set(uids).sorted()
    let common = zip(sorted, sorted.dropFirst()).map { first, second in
      zip(first, second).prefix { $0 == $1 }.count
    }
    return max(8, (common.max() ?? 0) + 1)
  }

  /// What to call a reminder by: the beginning of its UID, and the date of a changed occurrence.
  private static func name(of reminder: Reminder, _ width: Int) -> String {
    guard !reminder.uid.isEmpty else { return "-" }
    let date = reminder.identifier.dropFirst(reminder.uid.count)
    return TextFormatter.quoted("\(reminder.uid.prefix(width))\(date)")
  }

  /// When it repeats, in words, with what is not understood of it.
  private static func recurrence(of reminder: Reminder) -> String? {
    guard reminder.repeats else { return nil }
    let others = reminder.otherRecurrence.map { "\($0), which is not understood" }
    return ([reminder.recurrence.map(words)].compactMap(\.self) + others)
      .joined(separator: " and ")
  }

  /// A rule in words, or as it is written where it is not understood.
  private static func words(_ rule: String) -> String {
    RecurrenceRule(rule)?.words ?? rule.visible
  }

  private static func describe(_ time: CalendarTime) -> String {
    time.text + (time.zone.map { " \(TextFormatter.quoted($0))" } ?? "")
  }

  private static func describe(_ alarm: LocationAlarm, _ unit: LengthUnit) -> String {
    let places = alarm.places.map { place in
      let name = place.name.map { "\(TextFormatter.quoted($0)), " } ?? ""
      return "\(name)\(place.coordinate.latitude.plainDecimal),"
        + "\(place.coordinate.longitude.plainDecimal), \(unit.text(place.radius))"
    }
    return "\(alarm.proximity.rawValue) \(places.joined(separator: " or "))"
  }
}
