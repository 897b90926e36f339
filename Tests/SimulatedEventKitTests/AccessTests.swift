import SimulatedCoreLocationTesting
import SimulatedEventKit
import Synchronization
import Testing

/// The app's access to reminders: what is granted, and what is not without full access.
@Suite(.provokesWarnings)
struct AccessTests {
  @Test(
    arguments: [EKAuthorizationStatus.denied, .restricted, .notDetermined, .writeOnly])
  func `without full access nothing is fetched, and saving throws`(
    _ status: EKAuthorizationStatus
  ) async {
    await SimulatedDevice.run(remindersAccess: status) { device in
      let store = EKEventStore()
      #expect(EKEventStore.authorizationStatus(for: .reminder) == status)
      #expect(await store.titles() == nil)
      #expect(store.calendars(for: .reminder).isEmpty)
      #expect(store.sources.isEmpty)
      #expect(store.defaultCalendarForNewReminders() == nil)
      let reminder = EKReminder(eventStore: store)
      reminder.title = "Milk"
      #expect(throws: EKError(.eventStoreNotAuthorized)) {
        try store.save(reminder, commit: true)
      }
      #expect(throws: EKError(.eventStoreNotAuthorized)) {
        try store.remove(reminder, commit: true)
      }
      #expect(throws: EKError(.eventStoreNotAuthorized)) { try store.commit() }
      let list = EKCalendar(for: .reminder, eventStore: store)
      #expect(throws: EKError(.eventStoreNotAuthorized)) {
        try store.saveCalendar(list, commit: true)
      }
    }
  }

  @Test(arguments: [EKAuthorizationStatus.denied, .restricted, .writeOnly, .fullAccess])
  func `the person answers the prompt, once`(_ answer: EKAuthorizationStatus) async throws {
    try await SimulatedDevice.run(remindersAccess: .notDetermined, answering: answer) { device in
      let store = EKEventStore()
      var isGranted = try await store.requestFullAccessToReminders()
      #expect(isGranted == (answer == .fullAccess))
      #expect(EKEventStore.authorizationStatus(for: .reminder) == answer)
      let prompts = device.timeline.count { $0.text.hasPrefix("the person answers") }
      isGranted = try await store.requestFullAccessToReminders()
      #expect(isGranted == (answer == .fullAccess))
      #expect(prompts == 1)
      #expect(device.timeline.count { $0.text.hasPrefix("the person answers") } == 1)
    }
  }

  @Test func `a denied app is not asked again`() async throws {
    try await SimulatedDevice.run(remindersAccess: .denied, answering: .fullAccess) { _ in
      let isGranted = try await EKEventStore().requestFullAccessToReminders()
      #expect(!isGranted)
    }
  }

  @Test(.simulatedDevice(.reminders(.notDetermined, answering: .fullAccess)))
  func `the calls with a completion handler answer as the asynchronous ones do`() async throws {
    let device = try SimulatedDevice.running
    let answers = Mutex<[String]>([])
    await device.launch {
      let store = EKEventStore()
      store.requestFullAccessToReminders { isGranted, error in
        answers.withLock { $0.append("\(isGranted) \(error == nil)") }
      }
      answers.withLock { $0.append("asked") }
    }
    #expect(answers.withLock { $0 } == ["asked", "true true"])
  }

  @Test(.simulatedDevice)
  func `a change in Settings concerns the app at once`() async throws {
    let device = try SimulatedDevice.running
    let store = EKEventStore()
    try store.add("Milk")
    await device.authorizeReminders(.denied)
    #expect(await store.titles() == nil)
    await device.authorizeReminders(.fullAccess)
    #expect(await store.titles() == ["Milk"])
  }

  @Test(.simulatedDevice)
  func `events say once that they are not simulated`() async throws {
    let device = try SimulatedDevice.running
    let store = EKEventStore()
    #expect(EKEventStore.authorizationStatus(for: .event) == .denied)
    for _ in 0..<2 { #expect(try await store.requestFullAccessToEvents() == false) }
    let event = EKEvent(eventStore: store)
    event.title = "Party"
    #expect(throws: EKError(.eventStoreNotAuthorized)) {
      try store.save(event, span: .thisEvent)
    }
    let predicate = store.predicateForEvents(withStart: .now, end: .now, calendars: nil)
    #expect(store.events(matching: predicate).isEmpty)
    let warnings = device.timeline.filter { $0.kind == .warning }.map(\.text)
    #expect(warnings.count == 3)
    #expect(warnings.allSatisfy { $0.contains("events are not simulated") })
  }

  @Test func `a run has the lists that it is given`() async {
    await SimulatedDevice.run(remindersAccess: .fullAccess, lists: ["Home", "Work"]) { _ in
      #expect(EKEventStore().calendars(for: .reminder).map(\.title).sorted() == ["Home", "Work"])
    }
  }

  @Test(.simulatedDevice(.reminders(lists: [])))
  func `without a list there is no default one, until the app makes it`() async throws {
    let store = EKEventStore()
    #expect(store.defaultCalendarForNewReminders() == nil)
    let list = EKCalendar(for: .reminder, eventStore: store)
    list.title = "Shopping"
    #expect(throws: EKError(.calendarHasNoSource)) { try store.saveCalendar(list, commit: true) }
    list.source = store.sources.first
    list.cgColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(list.isNew)
    try store.saveCalendar(list, commit: true)
    #expect(!list.isNew)
    #expect(store.defaultCalendarForNewReminders() == list)
    #expect(store.defaultCalendarForNewReminders()?.cgColor == list.cgColor)
    #expect(store.calendar(withIdentifier: list.calendarIdentifier)?.title == "Shopping")
    #expect(store.source(withIdentifier: list.source.sourceIdentifier) != nil)
    list.title = "Groceries"
    #expect(list.hasChanges)
    try store.saveCalendar(list, commit: true)
    try store.add("Milk")
    #expect(store.calendars(for: .reminder).map(\.title) == ["Groceries"])
    try store.removeCalendar(list, commit: true)
    #expect(store.calendars(for: .reminder).isEmpty)
    #expect(await store.titles() == [])
  }
}
