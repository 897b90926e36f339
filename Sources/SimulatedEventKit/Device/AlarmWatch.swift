import GeofenceBytes
import GeofenceCore
import GeofenceReminders

/// The system's watch over the alarms of reminders: at places, with their own slots beside the
/// app's, and those at times.
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

  private struct Watched {
    let origin: ReminderAlarms.Origin
    let key: Key
    /// The number of fixes before the region was watched.
    let first: Int
  }

  /// The parts of a reminder that its alarms at places depend on; none of one that is done, or gone.
  private struct Cause: Hashable {
    var alarms: [LocationAlarm] = []
    var due: Timestamp?

    init(_ reminder: Reminder?) {
      guard let reminder, reminder.status == .incomplete else { return }
      (alarms, due) = (reminder.alarms, reminder.due?.instant)
    }
  }

  private let settings: Settings
  private var simulation: Simulation?
  private var moments: AlarmMoments
  private var watched: [RegionIdentifier: Watched] = [:]
  private var causes: [String: (cause: Cause, regions: [RegionIdentifier])] = [:]
  private var fired: Set<Key> = []
  private var changed: [String] = []
  private var isStale = true
  private var isLocked = false
  private var isAsleep = false

  init(_ settings: Settings, from time: Timestamp) {
    var own = Settings(.clMonitor)
    own.platform = settings.platform
    own.limit = settings.limit
    own.crossing = settings.crossing
    own.maximumRadius = settings.maximumRadius
    self.settings = own
    moments = AlarmMoments(clock: time)
  }

  // MARK: inputs

  mutating func note(_ identifiers: some Sequence<String>) { changed += identifiers }

  mutating func noteAll() { isStale = true }

  /// Moves the device, and returns the alarms that fire.
  ///
  /// - Precondition: `refresh` has followed the last change.
  mutating func move(to fix: Fix) -> [Firing] {
    if simulation == nil { return [] }
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
  mutating func refresh(_ book: ReminderBook, at fix: Fix?, of count: Int) -> [Firing] {
    guard isStale || !changed.isEmpty else { return [] }
    if isStale {
      moments.removeAll()
      for reminder in book.reminders { moments.set(reminder, of: reminder.identifier) }
    }
    var (needsPlan, hasNewPlaces) = (isStale, isStale)
    var left: [RegionIdentifier] = []
    for identifier in changed where !isStale {
      let reminder = book.reminder(identifier)
      moments.set(reminder, of: identifier)
      let (cause, known) = (Cause(reminder), causes[identifier])
      if cause == known?.cause ?? Cause(nil) { continue }
      needsPlan = needsPlan || !cause.alarms.isEmpty
      hasNewPlaces = hasNewPlaces || !cause.alarms.isEmpty && cause.alarms != known?.cause.alarms
      left += known?.regions ?? []
      causes[identifier] = nil
    }
    (changed, isStale) = ([], false)
    var events: [Event] = []
    if needsPlan {
      replan(book, from: count, into: &events)
    } else if left.isEmpty {
      return []
    } else {
      for region in left {
        if let key = watched.removeValue(forKey: region)?.key { fired.remove(key) }
      }
      simulation?.perform(.complete(reminder: "", left), into: &events)
    }
    // An alarm that was added where the device is already is judged at once, not at the next fix,
    // which is when an alarm gets the slot of a reminder that was completed.
    if hasNewPlaces, let fix { simulation?.advance(to: fix, into: &events) }
    return firings(in: events)
  }

  private mutating func replan(_ book: ReminderBook, from count: Int, into events: inout [Event]) {
    let all = ReminderAlarms(of: book.reminders)
    let origins = Dictionary(all.origins.map { ($0.region.identifier, $0) }) { first, _ in first }
    let before = watched
    (watched, causes) = ([:], [:])
    var alarms: [AlarmPlan.Alarm] = []
    var regions: [CircularRegion] = []
    var keys: Set<Key> = []
    for alarm in all.alarms {
      let own = alarm.regions.compactMap { origins[$0] }
      let key = Key(regions: own.map(\.region), due: alarm.due)
      keys.insert(key)
      for origin in own {
        let region = origin.region.identifier
        let known = before[region].flatMap { $0.origin.region == origin.region ? $0.first : nil }
        watched[region] = Watched(origin: origin, key: key, first: known ?? count)
        causes[origin.reminder, default: (Cause(book.reminder(origin.reminder)), [])]
          .regions.append(region)
      }
      if fired.contains(key) { continue }
      alarms.append(alarm)
      regions += key.regions
    }
    // An alarm that is missing now fires again if it returns.
    fired.formIntersection(keys)
    guard !regions.isEmpty, let set = try? RegionSet(regions) else {
      simulation = nil
      return
    }
    let plan = SimulationPlan(settings, of: set, alarms: AlarmPlan(alarms))
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
    let watched = watched.sorted { $0.key < $1.key }.map(\.value)
    let accounts = device.account(
      of: watched.map { alarm in
        let origin = alarm.origin
        let side = origin.region.notifyOnEntry ? "arriving at" : "leaving"
        return WatchedRegion(
          "\(origin.title), \(side) \(origin.placeName ?? "its place")", origin.region,
          from: alarm.first)
      }, settings)
    return zip(watched, accounts).flatMap { alarm, lines in
      if alarm.origin.region.radius > settings.maximumRadius {
        return [
          "\(lines[0]); it is never watched: the device watches no circle of more than "
            + "\(settings.maximumRadius.plain) m"
        ]
      }
      // What came before the alarm fired was not for it.
      return fired.contains(alarm.key) ? ["\(lines[0]); it has fired"] : lines
    }
  }

  private mutating func firings(in events: [Event]) -> [Firing] {
    events.compactMap { event in
      guard case .crossing(let report) = event.kind, report.use == .reported,
        report.name != .unsatisfied, let alarm = watched[report.region.identifier]
      else { return nil }
      fired.insert(alarm.key)
      return Firing(
        reminder: alarm.origin.reminder, proximity: report.name == .enter ? .arrive : .depart,
        place: alarm.origin.placeName, time: event.time, coordinate: event.coordinate)
    }
  }
}

/// The times of the alarms of incomplete reminders.
private struct AlarmMoments {
  /// The time up to which alarms have fired; one that is set to a time before does not fire.
  private var clock: Timestamp
  private var byReminder: [String: [Timestamp]] = [:]
  /// The first of the times after the clock's; `nil` if it is not known.
  private var first: Timestamp?

  init(clock: Timestamp) { self.clock = clock }

  /// Sets the clock, without an alarm on the way.
  mutating func begin(at time: Timestamp) { (clock, first) = (time, nil) }

  mutating func removeAll() { (byReminder, first) = ([:], nil) }

  /// Takes over the alarms of a reminder; a reminder that is done, or gone, has none.
  mutating func set(_ reminder: Reminder?, of identifier: String) {
    let alarms = reminder?.status == .incomplete ? reminder?.allAlarms ?? [] : []
    let moments = alarms.compactMap { alarm -> Timestamp? in
      switch alarm.trigger {
      case .place: nil
      case .moment(let time): time
      case .offset(let seconds):
        (reminder?.due ?? reminder?.start).map {
          $0.instant + Interval(milliseconds: seconds * 1000)
        }
      }
    }
    if moments.isEmpty, byReminder[identifier] == nil { return }
    byReminder[identifier] = moments.isEmpty ? nil : moments
    first = nil
  }

  /// Returns the alarms after the clock's time up to `time`, in their order, and moves the clock on.
  ///
  /// - Complexity: O(1) if none is due and none was changed; else O(n log n) for n alarms.
  mutating func take(until time: Timestamp) -> [(time: Timestamp, reminder: String)] {
    guard time > clock else { return [] }
    defer { clock = time }
    if byReminder.isEmpty { return [] }
    if first == nil { first = next(after: clock) }
    guard let first, first <= time else { return [] }
    let due = byReminder.flatMap { reminder, moments in
      moments.filter { $0 > clock && $0 <= time }.map { (time: $0, reminder: reminder) }
    }
    self.first = next(after: time)
    return due.sorted { ($0.time, $0.reminder) < ($1.time, $1.reminder) }
  }

  private func next(after time: Timestamp) -> Timestamp {
    byReminder.values.lazy.joined().filter { $0 > time }.min() ?? Timestamp(milliseconds: .max)
  }
}
