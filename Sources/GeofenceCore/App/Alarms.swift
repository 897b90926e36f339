/// The alarms of reminders, with the regions at which they fire.
package struct AlarmPlan: Sendable {
  package struct Alarm: Hashable, Sendable {
    /// The regions, at any of which it fires.
    package let regions: [RegionIdentifier]
    /// The time at which its reminder is due; `nil` where it has none.
    package let due: Timestamp?

    package init(regions: [RegionIdentifier], due: Timestamp?) {
      self.regions = regions
      self.due = due
    }
  }

  package let alarms: [Alarm]
  let alarmOfRegion: [RegionIdentifier: Int]
  let repeats: Bool
  let waitsUntilDue: Bool

  package init(_ alarms: [Alarm], repeats: Bool = false, waitsUntilDue: Bool = false) {
    self.alarms = alarms
    self.repeats = repeats
    self.waitsUntilDue = waitsUntilDue
    let pairs = alarms.enumerated().flatMap { number, alarm in alarm.regions.map { ($0, number) } }
    alarmOfRegion = Dictionary(pairs) { first, _ in first }
  }

  /// Returns true if the alarm of a region waits for the date of its reminder at a time.
  func waits(_ region: RegionIdentifier, at time: Timestamp) -> Bool {
    guard waitsUntilDue, let number = alarmOfRegion[region] else { return false }
    return time < alarms[number].due ?? .distantPast
  }

  /// Returns the alarms' regions of a set, or the other regions.
  ///
  /// - Complexity: O(n log n) for n regions.
  package func regions(of set: RegionSet, ofAlarms: Bool) -> RegionSet {
    let chosen = set.asGiven.filter { (alarmOfRegion[$0.identifier] != nil) == ofAlarms }
    // The identifiers are of one set, and so differ.
    return (try? RegionSet(chosen)) ?? .empty
  }
}

/// The alarms of one device that have fired.
///
/// An alarm's region reports arrivals or departures alone, so every `enter` and `exit` of it is
/// meant. An alarm that has fired is done and leaves the app's set, unless it repeats: our
/// assumption.
struct AlarmState: Hashable, Sendable {
  private var done: Set<Int> = []

  /// - Parameter fired: the alarms that have fired before, by their positions in the plan.
  init(fired: [Int] = []) {
    done = Set(fired)
  }

  var fired: [Int] { done.sorted() }

  /// Takes in that the alarm of a region is that of another date now.
  mutating func begin(_ region: RegionIdentifier, _ plan: AlarmPlan?) {
    if let number = plan?.alarmOfRegion[region] { done.remove(number) }
  }

  enum Answer: Hashable, Sendable {
    /// The event is not an alarm's, or the alarm fires; these regions are no longer needed.
    case pass(removing: [RegionIdentifier])
    case silence
  }

  /// Decides whether an `enter` or `exit` of a region fires an alarm.
  mutating func judge(
    _ region: RegionIdentifier, at time: Timestamp, _ plan: AlarmPlan
  ) -> Answer {
    guard let number = plan.alarmOfRegion[region] else { return .pass(removing: []) }
    let alarm = plan.alarms[number]
    if done.contains(number) { return .silence }
    if plan.waits(region, at: time) { return .silence }
    if plan.repeats { return .pass(removing: []) }
    done.insert(number)
    return .pass(removing: alarm.regions)
  }
}

/// The facts about a reminder that are shown when its alarm fires.
package struct AlarmNotice: Hashable, Sendable {
  /// The reminder's UID in its calendar.
  package let uid: String
  package let title: String
  /// The word for the reminder's priority, such as `high`.
  package let priority: String
  package let list: String
  package let place: String?

  package init(uid: String, title: String, priority: String, list: String, place: String?) {
    (self.uid, self.title, self.priority, self.list, self.place) = (
      uid, title, priority, list, place
    )
  }
}
