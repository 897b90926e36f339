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

  /// The regions that are no longer needed when the alarm of `region` has fired.
  func regions(doneWith region: RegionIdentifier) -> [RegionIdentifier] {
    repeats ? [] : alarmOfRegion[region].map { alarms[$0].regions } ?? []
  }
}
