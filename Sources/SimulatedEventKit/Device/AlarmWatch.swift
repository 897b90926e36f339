import GeofenceCore
import GeofenceReminders
import SimulatedCoreLocation

/// The system's watch over the alarms of reminders: those at places, with slots of their own beside
/// the app's, and those at times.
///
/// Alarms fire by the rules of `geofence simulate --reminders`, of which this is the same simulation:
/// at a crossing, or at once for an arrival where the device is already; once, unless the reminder is
/// changed, or made incomplete again.
///
/// - Complexity: O(1) for most fixes, however many alarms there are; O(n log n) for n alarms after
///   alarms were added.
struct AlarmWatch: Sendable {
  struct Firing: Sendable {
    let reminder: String
    /// The crossing; `nil` for an alarm at a time.
    let proximity: LocationAlarm.Proximity?
    let place: String?
    let time: Timestamp
    /// The place of the device; `nil` before the first location update.
    let coordinate: Coordinate?
  }

  private struct Key: Hashable {
    let regions: [CircularRegion]
    let due: Timestamp?
  }

  /// A region with the reminder and the alarm that it belongs to.
  private struct Origin {
    let reminder: String
    let title: String
    let place: String?
    let key: Key
    let region: CircularRegion
    /// The number of fixes before the region was watched.
    let first: Int
  }

  private struct Cause: Hashable {
    var alarms: [LocationAlarm] = []
    var due: Timestamp?
    var regions: [RegionIdentifier] = []

    init(_ reminder: Reminder?) {
      guard let reminder, reminder.status == .incomplete else { return }
      (alarms, due) = (reminder.alarms, reminder.due?.instant)
    }

    func hasAlarms(of other: Cause) -> Bool { alarms == other.alarms && due == other.due }
  }

  private let settings: Settings
  private var simulation: Simulation?
  private var moments = AlarmMoments()
  private var origins: [RegionIdentifier: Origin] = [:]
  private var causes: [String: Cause] = [:]
  private var fired: Set<Key> = []
  private var changed: [String] = []
  private var isStale = false
  private var isLocked = false
  private var isAsleep = false

  init(_ settings: Settings) {
    var own = Settings(.clMonitor)
    own.platform = settings.platform
    own.limit = settings.limit
    own.crossing = settings.crossing
    own.maximumRadius = settings.maximumRadius
    self.settings = own
  }

  // MARK: inputs

  mutating func note(_ identifiers: some Sequence<String>) { changed += identifiers }

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

  mutating func begin(at time: Timestamp) { moments.begin(at: time) }

  /// Lets time pass, and returns the alarms at times that fire, in their order.
  ///
  /// - Precondition: `refresh` has followed the last change.
  mutating func elapse(until time: Timestamp, at fix: Fix?) -> [Firing] {
    moments.take(until: time).map { time, reminder in
      Firing(
        reminder: reminder, proximity: nil, place: nil, time: time, coordinate: fix?.coordinate)
    }
  }

  mutating func apply(_ action: DeviceAction) -> [Firing] {
    var events: [Event] = []
    switch action {
    case .reboot, .rebootLosingRegistrations: isLocked = true
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
  /// - Parameters:
  ///   - fix: The last location update; `nil` before the first.
  ///   - count: The number of fixes of the run.
  mutating func refresh(_ book: any ReminderBook, at fix: Fix?, of count: Int) -> [Firing] {
    guard isStale || !changed.isEmpty else { return [] }
    if isStale {
      moments.removeAll()
      for (reminder, _) in book.reminders { moments.set(reminder, of: reminder.identifier) }
    } else {
      for identifier in changed { moments.set(book.reminder(identifier)?.reminder, of: identifier) }
    }
    var needsPlan = isStale
    var left: [RegionIdentifier] = []
    if !needsPlan {
      for identifier in changed {
        let cause = Cause(book.reminder(identifier)?.reminder)
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
      replan(book, from: count, into: &events)
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

  private mutating func replan(
    _ book: any ReminderBook, from count: Int, into events: inout [Event]
  ) {
    let alarms = ReminderAlarms(of: book.reminders.lazy.map(\.reminder))
    let regions = Dictionary(
      alarms.regions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    let before = origins
    (origins, causes) = ([:], [:])
    var watched: [AlarmPlan.Alarm] = []
    var keys: Set<Key> = []
    for alarm in alarms.alarms {
      let key = Key(regions: alarm.regions.compactMap { regions[$0] }, due: alarm.due)
      keys.insert(key)
      for region in alarm.regions {
        let reminder = alarms.reminders[region] ?? ""
        guard let circle = regions[region] else { continue }
        let known = before[region].flatMap { $0.region == circle ? $0.first : nil }
        origins[region] = Origin(
          reminder: reminder, title: alarms.notices[region]?.title ?? "",
          place: alarms.notices[region]?.place, key: key, region: circle, first: known ?? count)
        causes[reminder, default: Cause(book.reminder(reminder)?.reminder)].regions.append(region)
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

  /// Returns the account of the alarms at places: how near the device came, how long it was inside,
  /// and why one did not fire.
  func accountLines(on device: SimulatedDevice) -> [String] {
    let watched = origins.sorted { $0.key < $1.key }.map(\.value)
    let accounts = device.account(
      of: watched.map { origin in
        let side = origin.region.notifyOnEntry ? "arriving at" : "leaving"
        return WatchedRegion(
          "\(origin.title), \(side) \(origin.place ?? "its place")", origin.region,
          from: origin.first)
      }, settings)
    return zip(watched, accounts).flatMap { origin, lines in
      // What came before the alarm fired was not for it.
      fired.contains(origin.key) ? ["\(lines[0]); it has fired"] : lines
    }
  }

  private mutating func firings(in events: [Event]) -> [Firing] {
    var firings: [Firing] = []
    for event in events {
      guard case .crossing(let report) = event.kind, report.use == .reported,
        report.name != .unsatisfied, let origin = origins[report.region.identifier]
      else { continue }
      fired.insert(origin.key)
      firings.append(
        Firing(
          reminder: origin.reminder, proximity: report.name == .enter ? .arrive : .depart,
          place: origin.place,
          time: event.time, coordinate: event.coordinate))
    }
    return firings
  }
}
