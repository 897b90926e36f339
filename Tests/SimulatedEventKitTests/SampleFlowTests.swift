import SimulatedCoreLocationTesting
import SimulatedEventKit
import Synchronization
import Testing

/// The flow of Apple's sample "Managing location-based reminders", written as an app author would:
/// authorization first; add, fetch, complete, remove, filter and sort; refetch on each change.
struct SampleFlowTests {
  private struct Errand: Hashable, Sendable {
    let identifier: String
    let title: String
    let created: Date
    let due: Date?
    let isCompleted: Bool
    let place: String?
    let radius: Double
    let isArrival: Bool
  }

  private enum ErrandError: Error {
    case noList
    case notFound(String)
  }

  /// The part that talks to EventKit.
  private actor ErrandStore {
    let eventStore = EKEventStore()

    var hasDefaultList: Bool { eventStore.defaultCalendarForNewReminders() != nil }

    func requestAccess() async throws -> Bool {
      try await withCheckedThrowingContinuation { continuation in
        eventStore.requestFullAccessToReminders { isGranted, error in
          if let error {
            continuation.resume(throwing: error)
          } else {
            continuation.resume(returning: isGranted)
          }
        }
      }
    }

    func add(
      _ title: String, _ proximity: EKAlarmProximity, at place: CLLocation, called name: String,
      due: DateComponents
    ) throws {
      guard let list = eventStore.defaultCalendarForNewReminders() else { throw ErrandError.noList }
      let reminder = EKReminder(eventStore: eventStore)
      reminder.calendar = list
      reminder.title = title
      reminder.dueDateComponents = due
      reminder.timeZone = TimeZone(identifier: "Europe/Ljubljana")
      let location = EKStructuredLocation(title: name)
      location.geoLocation = place
      location.radius = 150
      let alarm = EKAlarm(relativeOffset: 0)
      alarm.structuredLocation = location
      alarm.proximity = proximity
      reminder.addAlarm(alarm)
      try eventStore.save(reminder, commit: true)
    }

    func errands() async -> [Errand] {
      let all = eventStore.predicateForReminders(in: nil)
      return await withCheckedContinuation { continuation in
        eventStore.fetchReminders(matching: all) { reminders in
          let errands = (reminders ?? []).compactMap { reminder -> Errand? in
            guard let alarm = reminder.alarms?.first(where: { $0.structuredLocation != nil }),
              alarm.proximity != .none
            else { return nil }
            return Errand(
              identifier: reminder.calendarItemIdentifier, title: reminder.title,
              created: reminder.creationDate ?? .distantPast,
              due: reminder.dueDateComponents?.date, isCompleted: reminder.isCompleted,
              place: alarm.structuredLocation?.title,
              radius: alarm.structuredLocation?.radius ?? 0, isArrival: alarm.proximity == .enter)
          }
          continuation.resume(returning: errands)
        }
      }
    }

    private func reminder(_ errand: Errand) throws -> EKReminder {
      guard let item = eventStore.calendarItem(withIdentifier: errand.identifier) as? EKReminder
      else { throw ErrandError.notFound(errand.identifier) }
      return item
    }

    func toggle(_ errand: Errand) throws {
      let reminder = try reminder(errand)
      reminder.isCompleted.toggle()
      try eventStore.save(reminder, commit: true)
    }

    func remove(_ errands: [Errand]) throws {
      do {
        for errand in errands { try eventStore.remove(reminder(errand), commit: false) }
        try eventStore.commit()
      } catch {
        eventStore.reset()
        throw error
      }
    }
  }

  /// The part that the views would show.
  @MainActor private final class Model {
    private let store = ErrandStore()
    private(set) var status = EKEventStore.authorizationStatus(for: .reminder)
    private(set) var hasDefaultList = false
    private(set) var errands: [Errand] = []
    private(set) var fetches = 0

    func start() async {
      let isGranted = (try? await store.requestAccess()) ?? false
      status = EKEventStore.authorizationStatus(for: .reminder)
      if isGranted { await refetch() }
      let changes = NotificationCenter.default.notifications(named: .EKEventStoreChanged)
        .map { $0.name }
      for await _ in changes { await refetch() }
    }

    private func refetch() async {
      guard status == .fullAccess else { return }
      hasDefaultList = await store.hasDefaultList
      errands = await store.errands()
      fetches += 1
    }

    func add(
      _ title: String, _ proximity: EKAlarmProximity, at place: CLLocation, called name: String,
      day: Int
    ) async throws {
      try await store.add(
        title, proximity, at: place, called: name,
        due: DateComponents(year: 2026, month: 12, day: day, hour: 10, minute: 0))
    }

    func toggle(_ title: String) async throws {
      for errand in errands where errand.title == title { try await store.toggle(errand) }
    }

    func removeCompleted() async throws { try await store.remove(errands.filter(\.isCompleted)) }

    func titles<Key: Comparable>(by key: (Errand) -> Key) -> [String] {
      errands.sorted { key($0) < key($1) }.map(\.title)
    }
  }

  @MainActor
  @Test(.simulatedDevice(.reminders(.notDetermined, answering: .fullAccess)))
  func `the app shows what it adds, completes and removes, and what others change`() async throws {
    let device = try SimulatedDevice.running
    await device.move(to: .home, after: 1000)
    let model = Model()
    #expect(EKEventStore.authorizationStatus(for: .reminder) == .notDetermined)
    await device.launch { await model.start() }
    #expect(model.status == .fullAccess)
    #expect(model.hasDefaultList)
    #expect(model.errands.isEmpty)

    let shop = CLLocation(latitude: 46.05, longitude: 14.5)
    let home = CLLocation(latitude: 46.06, longitude: 14.5)
    try await model.add("Water", .leave, at: home, called: "Home", day: 3)
    await device.wait(for: .seconds(1))
    try await model.add("Milk", .enter, at: shop, called: "Shop", day: 2)
    try EKEventStore().add("No place")
    await device.settle()
    // The list shows what was saved because the app was notified.
    #expect(model.titles(by: \.title) == ["Milk", "Water"])
    #expect(model.titles(by: { $0.due ?? .distantFuture }) == ["Milk", "Water"])
    #expect(model.titles(by: \.created) == ["Water", "Milk"])
    #expect(model.errands.map(\.isArrival) == [false, true])
    #expect(model.errands.map(\.radius) == [150, 150])

    await device.walk(from: .home, to: .shop)
    #expect(device.alarms.map(\.description) == ["Water: departed", "Milk: arrived"])
    try await model.toggle("Milk")
    await device.settle()
    #expect(model.errands.filter(\.isCompleted).map(\.title) == ["Milk"])
    await device.completeReminder("Water")
    #expect(model.errands.allSatisfy { $0.isCompleted })
    try await model.toggle("Water")
    await device.settle()
    try await model.removeCompleted()
    await device.settle()
    #expect(model.errands.map(\.title) == ["Water"])
  }

  @MainActor
  @Test(.simulatedDevice(.reminders(.notDetermined, answering: .denied)))
  func `the app shows nothing when it is denied`() async throws {
    let device = try SimulatedDevice.running
    let model = Model()
    await device.launch { await model.start() }
    #expect(model.status == .denied)
    #expect(model.fetches == 0)
    await #expect(throws: ErrandError.self) {
      try await model.add(
        "Milk", .enter, at: CLLocation(latitude: 1, longitude: 1), called: "A", day: 1)
    }
  }
}
