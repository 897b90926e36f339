import SimulatedCoreLocationTesting
import SimulatedEventKit
import Testing

extension CLLocationCoordinate2D {
  static let shop = CLLocationCoordinate2D(latitude: 46.05, longitude: 14.5)
  static let home = CLLocationCoordinate2D(latitude: 46.06, longitude: 14.5)
}

extension EKAlarm {
  /// An alarm at a place.
  convenience init(
    _ proximity: EKAlarmProximity, at place: CLLocationCoordinate2D, title: String = "Shop",
    radius: Double = 100
  ) {
    self.init()
    let location = EKStructuredLocation(title: title)
    location.geoLocation = CLLocation(latitude: place.latitude, longitude: place.longitude)
    location.radius = radius
    structuredLocation = location
    self.proximity = proximity
  }
}

extension EKEventStore {
  /// Saves a new reminder of the default list.
  @discardableResult
  func add(_ title: String, _ alarms: EKAlarm..., change: (EKReminder) -> Void = { _ in }) throws
    -> EKReminder
  {
    let reminder = EKReminder(eventStore: self)
    reminder.title = title
    reminder.calendar = defaultCalendarForNewReminders()
    for alarm in alarms { reminder.addAlarm(alarm) }
    change(reminder)
    try save(reminder, commit: true)
    return reminder
  }

  /// The titles of the reminders that a predicate finds, in order; `nil` without access.
  func titles(_ predicate: NSPredicate? = nil) async -> [String]? {
    await withCheckedContinuation { continuation in
      fetchReminders(matching: predicate ?? predicateForReminders(in: nil)) { found in
        continuation.resume(returning: found?.map(\.title))
      }
    }
  }
}

extension SimulatedDevice {
  /// Moves the device in a straight line, in steps of about 50 m and 30 s.
  func walk(
    from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    for step in 0...22 {
      let share = Double(step) / 22
      await move(
        to: CLLocationCoordinate2D(
          latitude: start.latitude + share * (end.latitude - start.latitude),
          longitude: start.longitude + share * (end.longitude - start.longitude)), after: 30)
    }
  }
}

extension Trait where Self == IssueHandlingTrait {
  /// A trait of suites that provoke warnings of the library, and look for them on the timeline.
  static var provokesWarnings: Self { .filterIssues { $0.isFailure } }
}
