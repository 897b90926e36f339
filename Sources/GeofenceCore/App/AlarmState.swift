/// The alarms of reminders, and which regions they fire at.
public struct AlarmPlan: Sendable {
  public struct Alarm: Hashable, Sendable {
    /// It fires at any of them.
    public let regions: [RegionIdentifier]
    /// When its reminder is due; `nil` when at no time.
    public let due: Timestamp?

    public init(regions: [RegionIdentifier], due: Timestamp?) {
      self.regions = regions
      self.due = due
    }
  }

  public let alarms: [Alarm]
  let alarmOfRegion: [RegionIdentifier: Int]
  /// Whether an alarm fires each time, not only once.
  let repeats: Bool
  /// Whether an alarm is silent before its reminder is due.
  let waitsUntilDue: Bool

  public init(_ alarms: [Alarm], repeats: Bool = false, waitsUntilDue: Bool = false) {
    self.alarms = alarms
    self.repeats = repeats
    self.waitsUntilDue = waitsUntilDue
    let pairs = alarms.enumerated().flatMap { number, alarm in alarm.regions.map { ($0, number) } }
    alarmOfRegion = Dictionary(pairs) { first, _ in first }
  }
}

/// Decides which events of one device fire an alarm.
///
/// An alarm's region reports arrivals or departures alone, so every `enter` and `exit` of it is
/// meant. An alarm that has fired is done and leaves the app's set, unless it repeats: our
/// assumption.
public struct AlarmState: Sendable {
  private let book: AlarmPlan
  private var done: Set<Int>

  /// - Parameter fired: the alarms that have fired before, by their positions in `book`.
  public init(_ book: AlarmPlan, fired: [Int] = []) {
    self.book = book
    done = Set(fired)
  }

  /// The positions of the alarms that have fired and are done, ascending.
  public var fired: [Int] { done.sorted() }

  public enum Answer: Hashable, Sendable {
    /// The event is not an alarm's, or the alarm fires; these regions are no longer needed.
    case pass(retiring: [RegionIdentifier])
    /// The alarm is not to fire.
    case silence
  }

  public mutating func judge(_ event: Event) -> Answer {
    guard case .crossing(let report) = event.kind, report.name != .unsatisfied,
      let number = book.alarmOfRegion[report.region]
    else { return .pass(retiring: []) }
    let alarm = book.alarms[number]
    if done.contains(number) { return .silence }
    if book.waitsUntilDue, let due = alarm.due, event.time < due { return .silence }
    if book.repeats { return .pass(retiring: []) }
    done.insert(number)
    return .pass(retiring: alarm.regions)
  }
}
