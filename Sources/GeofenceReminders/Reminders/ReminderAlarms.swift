import GeofenceBytes
import GeofenceCore

/// The location alarms of incomplete reminders, as regions that an app would register.
///
/// The identifier of a region is its reminder's UID, with its date for a changed occurrence (see
/// `Reminder.identifier`). A second place is called `UID#2`, and so on.
package struct ReminderAlarms: Sendable {
  package struct Origin: Sendable {
    package let region: CircularRegion
    /// The identifier of the reminder.
    package let reminder: String
    package let title: String
    package let placeName: String?
    package let source: String
    package let place: InputError.Place
  }

  package private(set) var origins: [Origin] = []
  package private(set) var alarms: [AlarmPlan.Alarm] = []
  package private(set) var notices: [RegionIdentifier: AlarmNotice] = [:]
  /// The states of the reminders that are completed or cancelled, by the regions that their alarms
  /// would have.
  package private(set) var finished: [RegionIdentifier: String] = [:]
  /// The number of regions of each name.
  private var counts: [String: Int] = [:]
  /// True if due dates name no zone.
  package private(set) var haveLocalDates = false
  package let store: ReminderStore
  private let zone: ZoneInfo?

  /// - Parameter zone: the zone of dates that name none; `nil` stands for UTC.
  package init(_ store: ReminderStore, zone: ZoneInfo? = nil) {
    (self.store, self.zone) = (store, zone)
    for file in store.files {
      for (reminder, lines) in zip(file.reminders, file.alarmLines) {
        add(reminder, file.source, lines)
      }
    }
    for reminder in store.finished {
      for _ in reminder.alarms.flatMap(\.places) {
        finished[identifier(of: reminder)] = "\(reminder.status)"
      }
    }
  }

  package init(of reminders: some Sequence<Reminder>) {
    (store, zone) = (ReminderStore(files: []), nil)
    for reminder in reminders { add(reminder, "", reminder.alarms.map { _ in 0 }) }
  }

  private mutating func add(_ reminder: Reminder, _ source: String, _ lines: [Int]) {
    guard reminder.status == .incomplete else { return }
    if reminder.due?.isLocal == true, !reminder.alarms.isEmpty { haveLocalDates = true }
    for (alarm, line) in zip(reminder.alarms, lines) {
      var identifiers: [RegionIdentifier] = []
      for place in alarm.places {
        let identifier = identifier(of: reminder)
        identifiers.append(identifier)
        let region = CircularRegion(
          identifier: identifier, center: place.coordinate, radius: place.radius,
          notifyOnEntry: alarm.proximity == .arrive, notifyOnExit: alarm.proximity == .depart)
        origins.append(
          Origin(
            region: region, reminder: reminder.identifier, title: reminder.title,
            placeName: place.name, source: source, place: .line(line)))
        notices[identifier] = AlarmNotice(
          uid: reminder.uid, title: reminder.title, priority: reminder.priority.rawValue,
          list: reminder.list, place: place.name)
      }
      alarms.append(AlarmPlan.Alarm(regions: identifiers, due: reminder.due?.instant(in: zone)))
    }
  }

  /// Returns the identifier of a reminder's next region.
  private mutating func identifier(of reminder: Reminder) -> RegionIdentifier {
    // Reminders without a UID, or with the same UID, get a number behind their name.
    let name = reminder.identifier.isEmpty ? "reminder" : reminder.identifier
    counts[name, default: 0] += 1
    return RegionIdentifier(counts[name] == 1 ? name : "\(name)#\(counts[name, default: 1])")
  }

  package var regions: [CircularRegion] { origins.map(\.region) }

  package func joined(with others: RegionSet) throws(InputError) -> RegionSet {
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

  package var titles: [RegionIdentifier: String] { notices.mapValues(\.title) }

  /// Returns what completing a reminder does to its regions.
  ///
  /// - Parameters:
  ///   - prefix: The UID, or the unique beginning of one.
  ///   - count: The number of completions of it before.
  package func completion(of prefix: String, after count: Int) throws(InputError) -> DeviceAction {
    let found = try store.find(prefix)
    let name = found.reminder.identifier
    let own = Set(origins.filter { $0.reminder == name }.map(\.region.identifier))
    let file = store.files.first { $0.source == found.path }
    guard !own.isEmpty, try file?.repeats(name, after: count) == true else {
      return .complete(reminder: prefix, own.sorted())
    }
    return .moveOn(reminder: prefix, regions.filter { own.contains($0.identifier) })
  }
}
