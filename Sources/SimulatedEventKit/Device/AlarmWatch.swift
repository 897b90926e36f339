import GeofenceCore
import GeofenceReminders

/// The system's watch over the location alarms of reminders: their own slots, beside the app's.
///
/// Alarms fire by the rules of `geofence simulate --reminders`, of which this is the same simulation:
/// at a crossing, or at once for an arrival where the device is already; once, unless the reminder is
/// changed, or made incomplete again.
///
/// - Complexity: O(1) for most fixes, however many alarms there are; O(n log n) for n alarms after
///   alarms were added.
struct AlarmWatch: Sendable {
  /// An alarm that has fired.
  struct Firing: Sendable {
    /// The identifier of the reminder.
    let reminder: String
    let isArrival: Bool
    /// The name of the place, if it has one.
    let place: String?
    let time: Timestamp
    let coordinate: Coordinate
  }

  /// An alarm as it is watched; one with another key is another alarm.
  private struct Key: Hashable {
    let regions: [CircularRegion]
    let due: Timestamp?
  }

  /// A region with the reminder and the alarm that it belongs to.
  private struct Origin {
    let reminder: String
    let place: String?
    let key: Key
  }

  /// The facts about a reminder on which its alarms depend.
  private struct Cause: Hashable {
    var alarms: [LocationAlarm] = []
    var due: Timestamp?
    /// The regions of the alarms.
    var regions: [RegionIdentifier] = []

    /// Creates the cause of a reminder's alarms, of which one that is not incomplete has none.
    init(_ reminder: Reminder?) {
      guard let reminder, reminder.status == .incomplete else { return }
      (alarms, due) = (reminder.alarms, reminder.due?.instant)
    }

    /// Returns whether the alarms are the same.
    func hasAlarms(of other: Cause) -> Bool { alarms == other.alarms && due == other.due }
  }

  private let settings: Settings
  private var simulation: Simulation?
  private var origins: [RegionIdentifier: Origin] = [:]
  private var causes: [String: Cause] = [:]
  /// The alarms that have fired.
  private var fired: Set<Key> = []
  /// The identifiers of the reminders that were changed.
  private var changed: [String] = []
  /// A Boolean value that indicates whether any reminder may have been changed.
  private var isStale = false
  private var isLocked = false
  private var isAsleep = false

  /// Creates a watch.
  ///
  /// - Parameter settings: The settings of the device; the alarms have as many slots as an app has
  ///   by default.
  init(_ settings: Settings) {
    var own = Settings(.clMonitor)
    own.platform = settings.platform
    own.crossing = settings.crossing
    own.maximumRadius = settings.maximumRadius
    self.settings = own
  }

  // MARK: inputs

  /// Records that reminders were changed.
  mutating func note(_ identifiers: some Sequence<String>) { changed += identifiers }

  /// Records that any reminder may have been changed.
  mutating func noteAll() { isStale = true }

  /// Moves the device, and returns the alarms that fire.
  ///
  /// - Precondition: `refresh` has followed the last change.
  mutating func move(to fix: Fix) -> [Firing] {
    guard simulation != nil else { return [] }
    var events: [Event] = []
    simulation?.advance(to: fix, into: &events)
    return firings(in: events)
  }

  /// Performs an action of the user or the system on the device, and returns the alarms that fire.
  mutating func apply(_ action: DeviceAction) -> [Firing] {
    var events: [Event] = []
    switch action {
    case .reboot: isLocked = true
    case .unlock: isLocked = false
    case .sleep: isAsleep = true
    case .wake: isAsleep = false
    default: return []
    }
    simulation?.perform(action, into: &events)
    // The system starts its own watch, which no user has to open.
    if action == .unlock { simulation?.perform(.launch, into: &events) }
    return firings(in: events)
  }

  /// Takes changes of the reminders into account, and returns the alarms that fire at the last fix.
  ///
  /// - Parameter fix: The last location update; `nil` before the first.
  mutating func refresh(_ book: any ReminderBook, at fix: Fix?) -> [Firing] {
    guard isStale || !changed.isEmpty else { return [] }
    var needsPlan = isStale
    var left: [RegionIdentifier] = []
    if !needsPlan {
      for identifier in changed {
        let cause = Cause(book.item(identifier)?.item.reminder)
        guard let known = causes[identifier] else {
          needsPlan = needsPlan || !cause.alarms.isEmpty
          continue
        }
        if cause.hasAlarms(of: known) { continue }
        guard cause.alarms.isEmpty else {
          needsPlan = true
          break
        }
        left += known.regions
        causes[identifier] = nil
      }
    }
    (changed, isStale) = ([], false)
    var events: [Event] = []
    if needsPlan {
      replan(book, into: &events)
    } else if left.isEmpty {
      return []
    } else {
      for region in left {
        if let key = origins.removeValue(forKey: region)?.key { fired.remove(key) }
      }
      simulation?.perform(.complete(reminder: "", left), into: &events)
    }
    // An alarm that was added where the device is already is judged at once, not at the next fix.
    if let fix { simulation?.advance(to: fix, into: &events) }
    return firings(in: events)
  }

  /// Watches the alarms of all incomplete reminders that have not fired.
  private mutating func replan(_ book: any ReminderBook, into events: inout [Event]) {
    let alarms = ReminderAlarms(book.store)
    let regions = Dictionary(
      alarms.regions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    (origins, causes) = ([:], [:])
    var watched: [AlarmPlan.Alarm] = []
    var keys: Set<Key> = []
    for alarm in alarms.alarms {
      let key = Key(regions: alarm.regions.compactMap { regions[$0] }, due: alarm.due)
      keys.insert(key)
      for region in alarm.regions {
        let reminder = alarms.reminders[region] ?? ""
        origins[region] = Origin(
          reminder: reminder, place: alarms.notices[region]?.place, key: key)
        causes[reminder, default: Cause(book.item(reminder)?.item.reminder)].regions.append(region)
      }
      if !fired.contains(key) { watched.append(alarm) }
    }
    // An alarm that is missing now fires again if it returns.
    fired.formIntersection(keys)
    let own = watched.flatMap { $0.regions.compactMap { regions[$0] } }
    guard !own.isEmpty, let set = try? RegionSet(own) else {
      simulation = nil
      return
    }
    let plan = SimulationPlan(settings, of: set, alarms: AlarmPlan(watched))
    if let next = simulation?.continued(under: plan) {
      simulation = next
      return
    }
    var first = Simulation(plan, .empty)
    if isLocked { first.perform(.reboot, into: &events) }
    if isAsleep { first.perform(.sleep, into: &events) }
    simulation = first
  }

  // MARK: outputs

  private mutating func firings(in events: [Event]) -> [Firing] {
    var firings: [Firing] = []
    for event in events {
      guard case .crossing(let report) = event.kind, report.use == .reported,
        report.name != .unsatisfied, let origin = origins[report.region.identifier]
      else { continue }
      fired.insert(origin.key)
      firings.append(
        Firing(
          reminder: origin.reminder, isArrival: report.name == .enter, place: origin.place,
          time: event.time, coordinate: event.coordinate))
    }
    return firings
  }
}
