import SimulatedCoreLocationTesting
import SimulatedEventKit
import Synchronization
import Testing

/// Saving, fetching and removing reminders.
struct ReminderStoreTests {
  @Test(.simulatedDevice)
  func `a reminder is fetched as it was saved`() async throws {
    let store = EKEventStore()
    let alarm = EKAlarm(.leave, at: .home, title: "Home", radius: 250)
    let saved = try store.add("Call the plumber", alarm) { reminder in
      reminder.notes = "about the tap,\nnot the sink"
      reminder.url = URL(string: "https://example.org/tap?a=1;b=2")
      reminder.location = "Kitchen"
      reminder.priority = 3
      reminder.dueDateComponents = DateComponents(
        timeZone: TimeZone(identifier: "Europe/Ljubljana"), year: 2026, month: 12, day: 1,
        hour: 9, minute: 30)
      reminder.startDateComponents = DateComponents(
        timeZone: TimeZone(identifier: "Europe/Ljubljana"), year: 2026, month: 11, day: 30,
        hour: 9, minute: 30)
      reminder.addAlarm(EKAlarm(relativeOffset: -900))
      reminder.addAlarm(EKAlarm(absoluteDate: Date(timeIntervalSince1970: 1_800_000_000)))
    }
    #expect(!saved.isNew)
    #expect(!saved.hasChanges)
    let identifier = saved.calendarItemIdentifier
    let found = try #require(store.calendarItem(withIdentifier: identifier) as? EKReminder)
    #expect(found !== saved)
    #expect(found == saved)
    #expect(found.title == "Call the plumber")
    #expect(found.notes == "about the tap,\nnot the sink")
    #expect(found.url?.absoluteString == "https://example.org/tap?a=1;b=2")
    #expect(found.location == "Kitchen")
    #expect(found.priority == 3)
    let due = try #require(found.dueDateComponents)
    #expect(due.date == Date(timeIntervalSince1970: 1_796_113_800))
    #expect(due.timeZone?.identifier == "Europe/Ljubljana")
    #expect(found.startDateComponents?.day == 30)
    #expect(found.calendar.title == "Reminders")
    #expect(found.alarms?.count == 3)
    #expect(found.alarms?[0] == alarm)
    #expect(found.alarms?[1].relativeOffset == -900)
    #expect(found.alarms?[2].absoluteDate == Date(timeIntervalSince1970: 1_800_000_000))
    #expect(found.hasAlarms && found.hasNotes && !found.hasRecurrenceRules)
    #expect(found.creationDate != nil)
  }

  @Test(.simulatedDevice)
  func `a day, a floating time and a time in a zone stay what they are`() async throws {
    let store = EKEventStore()
    let day = DateComponents(year: 2026, month: 12, day: 1)
    var floating = day
    (floating.hour, floating.minute) = (10, 15)
    var zoned = floating
    zoned.timeZone = TimeZone(identifier: "America/New_York")
    for components in [day, floating, zoned] {
      let saved = try store.add("Task") { $0.dueDateComponents = components }
      let item = store.calendarItem(withIdentifier: saved.calendarItemIdentifier)
      let found = try #require((item as? EKReminder)?.dueDateComponents)
      #expect(found.day == 1)
      #expect(found.hour == components.hour)
      #expect(found.timeZone == components.timeZone)
    }
    let saved = try store.add("In the zone of the reminder") { reminder in
      reminder.dueDateComponents = floating
      reminder.timeZone = TimeZone(identifier: "Europe/Ljubljana")
    }
    #expect(saved.dueDateComponents?.timeZone?.identifier == "Europe/Ljubljana")
    #expect(saved.dueDateComponents?.hour == 10)
  }

  @Test(.simulatedDevice)
  func `a start and a due date keep each its own time zone`() async throws {
    let flight = try EKEventStore().add("Flight") { reminder in
      reminder.startDateComponents = DateComponents(
        timeZone: TimeZone(identifier: "Europe/Ljubljana"), year: 2026, month: 12, day: 1, hour: 9)
      reminder.dueDateComponents = DateComponents(
        timeZone: TimeZone(identifier: "America/New_York"), year: 2026, month: 12, day: 1, hour: 14)
    }
    #expect(flight.startDateComponents?.timeZone?.identifier == "Europe/Ljubljana")
    #expect(flight.startDateComponents?.hour == 9)
    #expect(flight.dueDateComponents?.timeZone?.identifier == "America/New_York")
  }

  @Test(.simulatedDevice)
  func `a backup of rules and alarms is what it was made of`() throws {
    let store = EKEventStore()
    let rule = EKRecurrenceRule(
      recurrenceWith: .yearly, interval: 2, daysOfTheWeek: [EKRecurrenceDayOfWeek(.monday)],
      daysOfTheMonth: nil, monthsOfTheYear: nil, weeksOfTheYear: [-1, 20], daysOfTheYear: nil,
      setPositions: [1], end: EKRecurrenceEnd(occurrenceCount: 4))
    let days = EKRecurrenceRule(
      recurrenceWith: .yearly, interval: 1, daysOfTheWeek: nil, daysOfTheMonth: nil,
      monthsOfTheYear: nil, weeksOfTheYear: nil, daysOfTheYear: [100, -1], setPositions: nil,
      end: EKRecurrenceEnd(end: Date(timeIntervalSince1970: 2_000_000_000)))
    for rule in [rule, days] {
      let alarm = EKAlarm(relativeOffset: -60)
      let saved = try store.add("Prune", alarm, EKAlarm(.leave, at: .home)) { reminder in
        reminder.dueDateComponents = DateComponents(year: 2026, month: 12, day: 1, hour: 9)
        reminder.recurrenceRules = [rule]
      }
      let item = store.calendarItem(withIdentifier: saved.calendarItemIdentifier)
      let found = try #require(item as? EKReminder)
      #expect(found.recurrenceRules == [rule])
      #expect(found.alarms?.first == alarm)
      #expect(found.alarms?.last?.proximity == .leave)
    }
  }

  @Test(.simulatedDevice)
  func `predicates select by status, date and list`() async throws {
    let store = EKEventStore()
    let other = EKCalendar(for: .reminder, eventStore: store)
    other.title = "Other"
    other.source = store.sources.first
    try store.saveCalendar(other, commit: true)
    let device = try SimulatedDevice.running
    await device.move(to: .home, after: 1_796_000_000)
    func due(_ day: Int) -> (EKReminder) -> Void {
      {
        $0.dueDateComponents = DateComponents(
          timeZone: TimeZone(identifier: "UTC"), year: 2026, month: 12, day: day, hour: 12,
          minute: 0)
      }
    }
    try store.add("none")
    try store.add("first", change: due(1))
    try store.add("second", change: due(2))
    try store.add("elsewhere") { $0.calendar = other }
    try store.add("done") { $0.isCompleted = true }
    func noon(_ day: Int) -> Date {
      Date(timeIntervalSince1970: 1_796_126_400 + Double(day - 1) * 86_400)
    }
    func incomplete(_ start: Date?, _ end: Date?, _ lists: [EKCalendar]? = nil) -> NSPredicate {
      store.predicateForIncompleteReminders(
        withDueDateStarting: start, ending: end, calendars: lists)
    }
    func completed(_ start: Date?, _ end: Date?) -> NSPredicate {
      store.predicateForCompletedReminders(
        withCompletionDateStarting: start, ending: end, calendars: nil)
    }
    #expect(await store.titles() == ["none", "first", "second", "elsewhere", "done"])
    #expect(await store.titles(store.predicateForReminders(in: [other])) == ["elsewhere"])
    #expect(await store.titles(store.predicateForReminders(in: [])) == [])
    #expect(
      await store.titles(incomplete(nil, nil)) == ["none", "first", "second", "elsewhere"])
    #expect(await store.titles(incomplete(nil, nil, [other])) == ["elsewhere"])
    #expect(await store.titles(incomplete(noon(1), noon(2))) == ["first"])
    #expect(await store.titles(incomplete(noon(2), nil)) == ["second"])
    #expect(await store.titles(incomplete(nil, noon(2))) == ["first"])
    #expect(await store.titles(completed(nil, nil)) == ["done"])
    #expect(await store.titles(completed(device.now, nil)) == ["done"])
    #expect(await store.titles(completed(nil, device.now)) == [])
  }

  @Test(.simulatedDevice)
  func `what is not committed is not fetched, and is dropped by a reset`() async throws {
    let store = EKEventStore()
    let list = store.defaultCalendarForNewReminders()
    var identifiers: [String] = []
    for title in ["Milk", "Bread", "Eggs"] {
      let reminder = EKReminder(eventStore: store)
      reminder.title = title
      reminder.calendar = list
      try store.save(reminder, commit: false)
      identifiers.append(reminder.calendarItemIdentifier)
    }
    #expect(await store.titles() == [])
    #expect(store.calendarItem(withIdentifier: identifiers[0])?.title == "Milk")
    #expect(EKEventStore().calendarItem(withIdentifier: identifiers[0]) == nil)
    try store.commit()
    #expect(await store.titles() == ["Milk", "Bread", "Eggs"])

    let bread = try #require(store.calendarItem(withIdentifier: identifiers[1]) as? EKReminder)
    try store.remove(bread, commit: false)
    #expect(store.calendarItem(withIdentifier: identifiers[1]) == nil)
    store.reset()
    #expect(await store.titles() == ["Milk", "Bread", "Eggs"])
    // Apple: all objects of the store are invalid after a reset.
    #expect(throws: EKError(.objectBelongsToDifferentStore)) {
      try store.remove(bread, commit: true)
    }
    for identifier in identifiers.dropLast() {
      let reminder = try #require(store.calendarItem(withIdentifier: identifier) as? EKReminder)
      try store.remove(reminder, commit: false)
    }
    try store.commit()
    #expect(await store.titles() == ["Eggs"])
  }

  @Test(.simulatedDevice)
  func `saving writes what was changed, and nothing else`() async throws {
    let (here, there) = (EKEventStore(), EKEventStore())
    let mine = try here.add("Milk") { $0.notes = "two" }
    let identifier = mine.calendarItemIdentifier
    let theirs = try #require(there.calendarItem(withIdentifier: identifier) as? EKReminder)
    theirs.notes = "three"
    try there.save(theirs, commit: true)
    mine.title = "Oat milk"
    try here.save(mine, commit: true)
    #expect(mine.notes == "three")
    let found = here.calendarItem(withIdentifier: identifier)
    #expect(found?.title == "Oat milk")
    #expect(found?.notes == "three")

    theirs.priority = 1
    #expect(theirs.hasChanges)
    #expect(theirs.refresh())
    #expect(theirs.title == "Oat milk")
    #expect(theirs.priority == 1)
    theirs.rollback()
    #expect(theirs.priority == 0)
    #expect(!theirs.hasChanges)
    try here.remove(mine, commit: true)
    #expect(!theirs.refresh())
    theirs.title = "Soy milk"
    #expect(throws: EKError(.internalFailure)) { try there.save(theirs, commit: true) }
  }

  @Test(.simulatedDevice)
  func `a refresh keeps the changes of both sides`() async throws {
    let (store, other) = (EKEventStore(), EKEventStore())
    let milk = try store.add("Milk")
    let same = try #require(
      other.calendarItem(withIdentifier: milk.calendarItemIdentifier) as? EKReminder)
    same.priority = 5
    try other.save(same, commit: true)
    milk.title = "Oat milk"
    #expect(milk.refresh())
    #expect(milk.priority == 5)
    #expect(milk.title == "Oat milk")
  }

  @Test(.simulatedDevice)
  func `completing sets the date, and makes incomplete again without one`() async throws {
    let device = try SimulatedDevice.running
    await device.move(to: .home, after: 1000)
    let store = EKEventStore()
    let milk = try store.add("Milk")
    milk.isCompleted = true
    #expect(milk.completionDate == device.now)
    try store.save(milk, commit: true)
    #expect(milk.isCompleted)
    milk.completionDate = nil
    #expect(!milk.isCompleted)
    try store.save(milk, commit: true)
    #expect(milk.completionDate == nil)
    milk.completionDate = Date(timeIntervalSince1970: 500)
    #expect(milk.isCompleted)
    try store.save(milk, commit: true)
    #expect(milk.completionDate == Date(timeIntervalSince1970: 500))
  }

  @Test(.simulatedDevice)
  func `completing one of a series leaves the next`() async throws {
    let store = EKEventStore()
    let water = try store.add("Water the plants", EKAlarm(.enter, at: .home)) { reminder in
      reminder.dueDateComponents = DateComponents(
        year: 2026, month: 11, day: 23, hour: 9, minute: 0)
      reminder.recurrenceRules = [
        EKRecurrenceRule(
          recurrenceWith: .weekly, interval: 2,
          daysOfTheWeek: [EKRecurrenceDayOfWeek(.monday), EKRecurrenceDayOfWeek(.thursday)],
          daysOfTheMonth: nil, monthsOfTheYear: nil, weeksOfTheYear: nil, daysOfTheYear: nil,
          setPositions: nil, end: EKRecurrenceEnd(occurrenceCount: 3))
      ]
    }
    #expect(
      water.recurrenceRules?.first?.daysOfTheWeek?.map(\.dayOfTheWeek) == [.monday, .thursday])
    var days: [Int?] = []
    for _ in 0..<3 {
      days.append(water.dueDateComponents?.day)
      water.isCompleted = true
      try store.save(water, commit: true)
    }
    #expect(days == [23, 26, 7])
    #expect(water.isCompleted)
    let completed = store.predicateForCompletedReminders(
      withCompletionDateStarting: nil, ending: nil, calendars: nil)
    #expect(await store.titles(completed)?.count == 3)
  }

  @Test(.simulatedDevice)
  func `a fetch that is cancelled does not call its handler`() async throws {
    let device = try SimulatedDevice.running
    let store = EKEventStore()
    try store.add("Milk")
    let calls = Mutex(0)
    let all = store.predicateForReminders(in: nil)
    let fetch = store.fetchReminders(matching: all) { _ in calls.withLock { $0 += 1 } }
    store.cancelFetchRequest(fetch)
    store.fetchReminders(matching: all) { _ in calls.withLock { $0 += 10 } }
    await device.settle()
    #expect(calls.withLock { $0 } == 10)
  }

  @Test(.watchedQueues, .simulatedDevice)
  func `an app may block its thread until a handler has signalled`() async throws {
    let device = try SimulatedDevice.running
    let count = Mutex(0)
    await device.launch {
      let store = EKEventStore()
      _ = try? store.add("Milk")
      blockUntilFetched(store) { number in count.withLock { $0 = number } }
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test(.simulatedDevice)
  func `alarms are added, changed and removed one by one`() async throws {
    let device = try SimulatedDevice.running
    let store = EKEventStore()
    let alarm = EKAlarm(.enter, at: .shop)
    let milk = try store.add("Milk", EKAlarm(relativeOffset: -60), alarm)
    let other = EKAlarm(.leave, at: .home)
    milk.addAlarm(other)
    alarm.proximity = .leave
    try store.save(milk, commit: true)
    #expect(milk.alarms?.map(\.proximity) == [.none, .leave, .leave])
    milk.removeAlarm(alarm)
    try store.save(milk, commit: true)
    #expect(milk.alarms?.count == 2)
    let found = store.calendarItem(withIdentifier: milk.calendarItemIdentifier)
    #expect(found?.alarms?.map(\.relativeOffset) == [-60, 0])
    await device.walk(from: .home, to: .shop)
    #expect(device.alarms.map(\.description) == ["Milk: departed"])
    milk.alarms = nil
    try store.save(milk, commit: true)
    #expect(store.calendarItem(withIdentifier: milk.calendarItemIdentifier)?.alarms == nil)
  }

  @Test(.simulatedDevice)
  func `a change that fails is not committed with the next one`() async throws {
    let (store, other) = (EKEventStore(), EKEventStore())
    let milk = try store.add("Milk")
    let bread = EKReminder(eventStore: store)
    bread.title = "Bread"
    bread.calendar = store.defaultCalendarForNewReminders()
    try store.save(bread, commit: false)
    let theirs = try #require(
      other.calendarItem(withIdentifier: milk.calendarItemIdentifier) as? EKReminder)
    try other.remove(theirs, commit: true)
    #expect(throws: EKError(.internalFailure)) { try store.remove(milk, commit: true) }
    milk.notes = "two litres"
    #expect(throws: EKError(.internalFailure)) { try store.save(milk, commit: true) }
    #expect(await store.titles() == [])
    // What was saved before stays uncommitted.
    try store.add("Eggs")
    #expect(await store.titles() == ["Bread", "Eggs"])
  }
}

/// Fetches as a command-line tool does.
private func blockUntilFetched(_ store: EKEventStore, _ body: @Sendable @escaping (Int) -> Void) {
  let semaphore = DispatchSemaphore(value: 0)
  store.fetchReminders(matching: store.predicateForReminders(in: nil)) { found in
    body(found?.count ?? -1)
    semaphore.signal()
  }
  semaphore.wait()
}
