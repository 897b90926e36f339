import GeofenceCore

/// Which reminders are shown, and in which order.
public struct ReminderQuery: Sendable {
  public enum Order: String, CaseIterable, Sendable { case created, due, title }

  /// `nil` for all.
  public var status: Reminder.Status? = .incomplete
  public var priority: Reminder.Priority?
  public var list: String?
  public var hasLocationOnly = false
  public var order = Order.created
  public var isReversed = false

  public init() {}

  /// Missing dates come last either way; ties end at the creation, then at the UID.
  ///
  /// - Complexity: O(n log n) for n reminders.
  public func select(from reminders: [Reminder]) -> [Reminder] {
    reminders.filter(includes).sorted(by: precedes)
  }

  private func includes(_ reminder: Reminder) -> Bool {
    (status == nil || reminder.status == status)
      && (priority == nil || reminder.priority == priority)
      && (list == nil || reminder.list == list)
      && (!hasLocationOnly || !reminder.alarms.isEmpty)
  }

  private func precedes(_ lhs: Reminder, _ rhs: Reminder) -> Bool {
    switch order {
    case .created: break
    case .due:
      if let answer = Self.compare(lhs.due, rhs.due, isReversed) { return answer }
    case .title:
      let (left, right) = (lhs.title.lowercased(), rhs.title.lowercased())
      if left != right { return (left < right) != isReversed }
    }
    let reverses = order == .created && isReversed
    if let answer = Self.compare(lhs.created, rhs.created, reverses) { return answer }
    return lhs.uid < rhs.uid
  }

  /// - Returns: `nil` for equal times.
  private static func compare(_ lhs: Timestamp?, _ rhs: Timestamp?, _ isReversed: Bool) -> Bool? {
    switch (lhs, rhs) {
    case (nil, nil): nil
    case (nil, _): false
    case (_, nil): true
    case (let left?, let right?): left == right ? nil : (left < right) != isReversed
    }
  }
}

/// Reminders for people and for programs.
public enum ReminderListing {
  /// A line each: the beginning of the UID that tells it from the others, then what it is.
  public static func text(_ reminders: [Reminder], among all: [Reminder]) -> String {
    var table = TextTable(["uid", "status", "priority", "due", "list", "title", "fires"])
    let width = prefixWidth(all)
    for reminder in reminders {
      table.append([
        TextFormatter.quoted(String(reminder.uid.prefix(width))), reminder.status.rawValue,
        reminder.priority.rawValue, reminder.due?.rfc3339 ?? "-",
        TextFormatter.quoted(reminder.list), TextFormatter.quoted(reminder.title),
        fires(reminder),
      ])
    }
    return table.lines.map { String($0.dropFirst(2)) }.joined(separator: "\n")
  }

  /// A line for each list: its name and how many reminders it has.
  public static func lists(of file: ReminderFile) -> String {
    var table = TextTable(["list", ">incomplete", ">all"])
    let reminders = Dictionary(grouping: file.reminders, by: \.list)
    for list in file.lists {
      let own = reminders[list] ?? []
      table.append([
        TextFormatter.quoted(list), "\(own.count { $0.status == .incomplete })", "\(own.count)",
      ])
    }
    return table.lines.map { String($0.dropFirst(2)) }.joined(separator: "\n")
  }

  /// Everything about one reminder, a line each.
  public static func details(_ reminder: Reminder) -> String {
    var lines = [
      ("uid", TextFormatter.quoted(reminder.uid)), ("title", TextFormatter.quoted(reminder.title)),
      ("list", TextFormatter.quoted(reminder.list)), ("status", reminder.status.rawValue),
      ("priority", reminder.priority.rawValue),
    ]
    func add(_ name: String, _ value: String?) {
      if let value { lines.append((name, value)) }
    }
    add("due", reminder.due?.rfc3339)
    add("created", reminder.created?.rfc3339)
    add("completed", reminder.completed?.rfc3339)
    for alarm in reminder.alarms { add("fires", describe(alarm)) }
    add("notes", reminder.notes.map(TextFormatter.quoted))
    return lines.map { "\($0.0.padded(to: 9)) \($0.1)" }.joined(separator: "\n")
  }

  /// The fewest characters, at least eight, that tell every UID from the others.
  private static func prefixWidth(_ reminders: [Reminder]) -> Int {
    let sorted = reminders.map(\.uid).sorted()
    let common = zip(sorted, sorted.dropFirst()).map { first, second in
      zip(first, second).prefix { $0 == $1 }.count
    }
    return max(8, (common.max() ?? 0) + 1)
  }

  private static func fires(_ reminder: Reminder) -> String {
    reminder.alarms.map(describe).joined(separator: "; ")
  }

  private static func describe(_ alarm: LocationAlarm) -> String {
    let places = alarm.places.map { place in
      let name = place.name.map { "\(TextFormatter.quoted($0)), " } ?? ""
      return "\(name)\(place.coordinate.latitude.plainDecimal),"
        + "\(place.coordinate.longitude.plainDecimal), \(place.radius.plain) m"
    }
    return "\(alarm.proximity.rawValue) \(places.joined(separator: " or "))"
  }

  // MARK: JSON

  /// A JSON list, keys sorted; times as RFC 3339 in UTC, distances in metres.
  public static func json(_ reminders: [Reminder]) -> String {
    JSONText.pretty(reminders.map(Entry.init))
  }

  /// One JSON object.
  public static func json(_ reminder: Reminder) -> String { JSONText.pretty(Entry(reminder)) }

  public static func jsonLists(of file: ReminderFile) -> String {
    let reminders = Dictionary(grouping: file.reminders, by: \.list)
    return JSONText.pretty(
      file.lists.map { list in
        let own = reminders[list] ?? []
        return ListEntry(
          list: list, incomplete: own.count { $0.status == .incomplete }, all: own.count)
      })
  }

  private struct ListEntry: Encodable {
    let list: String
    let incomplete: Int
    let all: Int
  }

  private struct Entry: Encodable {
    let uid: String
    let title: String
    let notes: String?
    let list: String
    let priority: String
    let status: String
    let due: Timestamp?
    let created: Timestamp?
    let completed: Timestamp?
    let alarms: [Alarm]

    init(_ reminder: Reminder) {
      uid = reminder.uid
      title = reminder.title
      notes = reminder.notes
      list = reminder.list
      priority = reminder.priority.rawValue
      status = reminder.status.rawValue
      due = reminder.due
      created = reminder.created
      completed = reminder.completed
      alarms = reminder.alarms.map(Alarm.init)
    }

    struct Alarm: Encodable {
      let proximity: String
      let places: [Place]

      init(_ alarm: LocationAlarm) {
        proximity = alarm.proximity.rawValue
        places = alarm.places.map(Place.init)
      }
    }

    struct Place: Encodable {
      let name: String?
      let latitude: Double
      let longitude: Double
      let radius: Double

      init(_ place: LocationAlarm.Place) {
        name = place.name
        latitude = place.coordinate.latitude
        longitude = place.coordinate.longitude
        radius = place.radius
      }
    }
  }
}
