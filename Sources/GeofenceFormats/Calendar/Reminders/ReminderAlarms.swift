public import GeofenceCore

/// The location alarms of incomplete reminders, as regions that an app would register.
///
/// The identifier of a region is its reminder's UID, with its date for a changed occurrence (see
/// `Reminder.identifier`). A second place is called `UID#2`, and so on.
public struct ReminderAlarms: Sendable {
  /// The facts about an alarm that are shown when it fires.
  struct Notice: Hashable, Sendable {
    let uid: String
    let title: String
    let priority: Reminder.Priority
    let list: String
    let place: String?
  }

  public private(set) var regions: [CircularRegion] = []
  public private(set) var alarms: [AlarmPlan.Alarm] = []
  private(set) var notices: [RegionIdentifier: Notice] = [:]
  private var regionsOfReminder: [String: [RegionIdentifier]] = [:]
  let store: ReminderStore
  /// The regions, with the places of their alarms in the files.
  private(set) var circles: [Finding.Circle] = []

  public init(_ store: ReminderStore) {
    self.store = store
    for file in store.files {
      for (reminder, lines) in zip(file.reminders, file.alarmLines)
      where reminder.status == .incomplete { add(reminder, file.source, lines) }
    }
  }

  /// Adds the regions of a reminder.
  ///
  /// - Parameter lines: The lines at which its location alarms begin.
  private mutating func add(_ reminder: Reminder, _ source: String, _ lines: [Int]) {
    // Reminders without a UID, or with the same one, are told apart by the number of the region.
    let name = reminder.identifier.isEmpty ? "reminder" : reminder.identifier
    for (alarm, line) in zip(reminder.alarms, lines) {
      var identifiers: [RegionIdentifier] = []
      for place in alarm.places {
        let count = regionsOfReminder[name, default: []].count + 1
        let identifier = RegionIdentifier(count == 1 ? name : "\(name)#\(count)")
        identifiers.append(identifier)
        regionsOfReminder[name, default: []].append(identifier)
        let region = CircularRegion(
          identifier: identifier, center: place.coordinate, radius: place.radius,
          notifyOnEntry: alarm.proximity == .arrive, notifyOnExit: alarm.proximity == .depart)
        regions.append(region)
        circles.append(
          Finding.Circle(
            region: region, source: source, place: .line(line), kind: "reminder ",
            name: reminder.title))
        notices[identifier] = Notice(
          uid: reminder.uid, title: reminder.title, priority: reminder.priority,
          list: reminder.list, place: place.name)
      }
      alarms.append(AlarmPlan.Alarm(regions: identifiers, due: reminder.due?.instant))
    }
  }

  /// Returns the regions of an app together with those of the alarms.
  ///
  /// - Throws: An error if both have a region of the same name.
  public func joined(with others: RegionSet) throws(InputError) -> RegionSet {
    do {
      return try RegionSet(others.asGiven + regions)
    } catch {
      throw InputError(
        source: store.name,
        problem:
          "a region has the name of a reminder: \(error.identifier.rawValue.quotedExcerpt())",
        help: "give the region another identifier")
    }
  }

  /// The titles of the reminders, by their regions.
  public var titles: [RegionIdentifier: String] { notices.mapValues(\.title) }

  /// Returns the regions of a reminder, given its UID or the unique beginning of one.
  public func regions(ofReminder prefix: String) throws(InputError) -> [RegionIdentifier] {
    regionsOfReminder[try store.reminder(prefix).identifier] ?? []
  }
}
