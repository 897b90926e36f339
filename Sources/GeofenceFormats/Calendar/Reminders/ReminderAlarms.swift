public import GeofenceCore

/// The location alarms of incomplete reminders, as regions that an app would register.
///
/// A region is called as its reminder's UID, a changed occurrence's with its date (see
/// `Reminder.identifier`); `UID#2` and so on where there are several places.
public struct ReminderAlarms: Sendable {
  /// What is said of an alarm when it fires.
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
  /// The regions, with where their alarms are.
  private(set) var circles: [Finding.Circle] = []

  public init(_ store: ReminderStore) {
    self.store = store
    for file in store.files {
      for (reminder, lines) in zip(file.reminders, file.alarmLines)
      where reminder.status == .incomplete { add(reminder, file.source, lines) }
    }
  }

  /// - Parameter lines: where its location alarms begin.
  private mutating func add(_ reminder: Reminder, _ source: String, _ lines: [Int]) {
    // What a file calls by no name, or by the same, is told apart by its number.
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

  /// The app's regions with those of the alarms.
  ///
  /// - Throws: an error when a region has the name of one of these.
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

  /// The regions of a reminder, by its UID or the beginning of only one.
  public func regions(ofReminder prefix: String) throws(InputError) -> [RegionIdentifier] {
    regionsOfReminder[try store.reminder(prefix).identifier] ?? []
  }
}
