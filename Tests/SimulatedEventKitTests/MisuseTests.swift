import SimulatedCoreLocationTesting
import SimulatedEventKit
import Synchronization
import Testing

/// Bad use gets Apple's error or, where Apple's raises an exception, a failure of the test.
@Suite(.provokesWarnings)
struct MisuseTests {
  private func mistakes(_ body: () throws -> Void) rethrows -> [String] {
    let mistakes = Mutex<[String]>([])
    SimulatedDevice.current?.onMisuse { mistake in mistakes.withLock { $0.append(mistake) } }
    try body()
    return mistakes.withLock { $0 }
  }

  @Test(.simulatedDevice)
  func `a reminder without a title or a list is not saved`() async throws {
    let store = EKEventStore()
    let reminder = EKReminder(eventStore: store)
    #expect(throws: EKError(.noCalendar)) { try store.save(reminder, commit: true) }
    reminder.calendar = store.defaultCalendarForNewReminders()
    #expect(throws: EKError(.internalFailure)) { try store.save(reminder, commit: true) }
    reminder.title = "Milk"
    reminder.priority = 10
    #expect(throws: EKError(.priorityIsInvalid)) { try store.save(reminder, commit: true) }
    reminder.priority = 9
    reminder.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil))
    #expect(throws: EKError(.recurringReminderRequiresDueDate)) {
      try store.save(reminder, commit: true)
    }
    reminder.recurrenceRules = nil
    let alarm = EKAlarm()
    alarm.emailAddress = "a@example.org"
    reminder.addAlarm(alarm)
    #expect(throws: EKError(.reminderAlarmContainsEmailOrUrl)) {
      try store.save(reminder, commit: true)
    }
    reminder.removeAlarm(alarm)
    reminder.dueDateComponents = DateComponents(hour: 9)
    #expect(throws: EKError(.internalFailure)) { try store.save(reminder, commit: true) }
    reminder.dueDateComponents = nil
    try store.save(reminder, commit: true)
    #expect(await store.titles() == ["Milk"])
  }

  @Test(.simulatedDevice(.reminders()), arguments: [-5, Double.nan, 200_000])
  func `a place without a usable radius says why its alarm does not fire`(radius: Double)
    async throws
  {
    let device = try SimulatedDevice.running
    let store = EKEventStore()
    let reminder = EKReminder(eventStore: store)
    reminder.title = "Milk"
    reminder.calendar = store.defaultCalendarForNewReminders()
    let shop = EKStructuredLocation(title: "Shop")
    shop.geoLocation = CLLocation(latitude: 46.05, longitude: 14.5)
    shop.radius = radius
    let alarm = EKAlarm()
    alarm.structuredLocation = shop
    alarm.proximity = .enter
    reminder.addAlarm(alarm)
    try store.save(reminder, commit: true)
    await device.move(to: CLLocationCoordinate2D(latitude: 46.05, longitude: 14.5), after: 60)
    let reason =
      radius > 0
      ? "it is never watched: the device watches no circle of more than 100000 m"
      : "or a radius that is negative or no number; it is saved without the location"
    #expect(device.timelineText?.contains(reason) == true)
  }

  @Test func `errors have Apple's domain and codes`() throws {
    let error: any Error = EKError(.noCalendar)
    #expect((error as NSError).domain == "EKErrorDomain")
    #expect((error as NSError).code == 1)
    #expect(EKError.Code.internalFailure.rawValue == 5)
    #expect(EKError.Code.eventStoreNotAuthorized.rawValue == 29)
    #expect(EKError.Code.reminderAlarmContainsEmailOrUrl.rawValue == 36)
    do {
      throw NSError(domain: EKErrorDomain, code: 11)
    } catch EKError.objectBelongsToDifferentStore {
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(.simulatedDevice)
  func `an object of another store fails the test`() async throws {
    let (store, other) = (EKEventStore(), EKEventStore())
    let milk = try store.add("Milk")
    let mistakes = mistakes {
      #expect(throws: EKError(.objectBelongsToDifferentStore)) {
        try other.save(milk, commit: true)
      }
    }
    #expect(mistakes == ["save(_:commit:) got an object of another event store"])
  }

  @Test(.simulatedDevice)
  func `dates of another calendar, predicates of others and empty intervals fail the test`()
    async throws
  {
    let store = EKEventStore()
    let mistakes = mistakes {
      let reminder = EKReminder(eventStore: store)
      reminder.dueDateComponents = DateComponents(
        calendar: Calendar(identifier: .buddhist), year: 2569, month: 1, day: 1)
      store.fetchReminders(matching: NSPredicate(value: true)) { #expect($0 == nil) }
      _ = EKRecurrenceRule(recurrenceWith: .daily, interval: 0, end: nil)
    }
    #expect(
      mistakes == [
        "dueDateComponents of the calendar buddhist",
        "fetchReminders(matching:completion:) got a predicate of another kind",
        "a recurrence rule with the interval 0",
      ])
  }

  @Test(.simulatedDevice)
  func `a location that cannot fire is named once`() async throws {
    let device = try SimulatedDevice.running
    let store = EKEventStore()
    for _ in 0..<2 {
      let alarm = EKAlarm()
      alarm.structuredLocation = EKStructuredLocation(title: "Somewhere")
      alarm.proximity = .enter
      try store.add("Milk", alarm)
    }
    #expect(device.timeline.count { $0.kind == .warning } == 1)
  }

  @Test func `an app that saves whenever it is notified is stopped`() async throws {
    let mistakes = Mutex<[String]>([])
    await SimulatedDevice.run { device in
      device.onMisuse { mistake in mistakes.withLock { $0.append(mistake) } }
      let store = EKEventStore()
      nonisolated(unsafe) let milk = try? store.add("Milk")
      nonisolated(unsafe) let owner = store
      let token = NotificationCenter.default.addObserver(
        forName: .EKEventStoreChanged, object: store, queue: nil
      ) { _ in
        milk?.notes = (milk?.notes ?? "") + "."
        if let milk { try? owner.save(milk, commit: true) }
      }
      await device.settle()
      NotificationCenter.default.removeObserver(token)
    }
    #expect(
      mistakes.withLock { $0 } == [
        "the app changes its reminders whenever it gets EKEventStoreChanged"
      ])
  }

  @Test func `use outside of a run is a mistake, not a crash`() async {
    await SimulatedDevice.run { _ in }
    let store = EKEventStore()
    let kept = await SimulatedDevice.run { _ in
      nonisolated(unsafe) let milk = try? store.add("Milk")
      return milk
    }
    await SimulatedDevice.run { device in
      // The reminder is of a run that has ended.
      #expect(throws: EKError(.objectBelongsToDifferentStore)) {
        if let kept { try store.save(kept, commit: true) }
      }
      #expect(await store.titles() == [])
    }
  }

  @Test(
    .simulatedDevice,
    arguments: [.infinity, -.infinity, .nan, -1e300, 9e18, 1e12] as [TimeInterval])
  func `a reminder with a date that no calendar has is not saved`(seconds: TimeInterval)
    async throws
  {
    let store = EKEventStore()
    let date = Date(timeIntervalSince1970: seconds)
    let changes: [(EKReminder) -> Void] = [
      { $0.completionDate = date }, { $0.addAlarm(EKAlarm(absoluteDate: date)) },
      { $0.addAlarm(EKAlarm(relativeOffset: seconds)) },
      {
        $0.addRecurrenceRule(
          EKRecurrenceRule(
            recurrenceWith: .daily, interval: 1, end: EKRecurrenceEnd(end: date)))
      },
      { $0.dueDateComponents?.year = 10_000 },
    ]
    for change in changes {
      #expect(throws: EKError(.internalFailure)) {
        try store.add("Milk") { reminder in
          reminder.dueDateComponents = DateComponents(year: 2026, month: 12, day: 1, hour: 9)
          change(reminder)
        }
      }
    }
    #expect(await store.titles() == [])
    let all = store.predicateForCompletedReminders(
      withCompletionDateStarting: nil, ending: date, calendars: nil)
    #expect(await store.titles(all) == [])
  }
}
