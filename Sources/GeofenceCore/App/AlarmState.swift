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

  /// The positions of the alarms that have fired and are done, ascending.
  var fired: [Int] { done.sorted() }

  enum Answer: Hashable, Sendable {
    /// The event is not an alarm's, or the alarm fires; these regions are no longer needed.
    case pass(removing: [RegionIdentifier])
    /// The alarm is not to fire.
    case silence
  }

  /// Decides whether an `enter` or `exit` of a region fires an alarm.
  mutating func judge(
    _ region: RegionIdentifier, at time: Timestamp, _ plan: AlarmPlan
  ) -> Answer {
    guard let number = plan.alarmOfRegion[region] else { return .pass(removing: []) }
    let alarm = plan.alarms[number]
    if done.contains(number) { return .silence }
    if plan.waitsUntilDue, let due = alarm.due, time < due { return .silence }
    if plan.repeats { return .pass(removing: []) }
    done.insert(number)
    return .pass(removing: alarm.regions)
  }
}
