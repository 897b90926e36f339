import SimulatedCoreLocationTesting
import SimulatedEventKit
import Synchronization
import TestSupport
import Testing

/// `EKEventStoreChanged` after changes from here and from elsewhere.
struct ChangeTests {
  /// Counts the notifications that an app gets of its store.
  private final class Listener: Sendable {
    private let count = Mutex(0)

    var notifications: Int { count.withLock { $0 } }

    /// - Parameter store: The identity of the store to whose notifications it listens; `nil` for all.
    @MainActor func listen(to store: ObjectIdentifier? = nil) async {
      let all = NotificationCenter.default.notifications(named: .EKEventStoreChanged)
      for await notification in all {
        let sender = notification.object.map { ObjectIdentifier($0 as AnyObject) }
        if let store, sender != store { continue }
        #expect(Thread.isMainThread)
        count.withLock { $0 += 1 }
      }
    }
  }

  @Test(.simulatedDevice)
  func `a wait for no time delivers what was posted`() async throws {
    let device = try SimulatedDevice.running
    let listener = Listener()
    let own = EKEventStore()
    let identity = ObjectIdentifier(own)
    await device.launch { await listener.listen(to: identity) }
    try EKEventStore().add("Milk")
    await device.wait(for: .zero)
    #expect(listener.notifications == 1)
  }

  @Test(.simulatedDevice)
  func `the app is notified of what another store commits, once`() async throws {
    let device = try SimulatedDevice.running
    let listener = Listener()
    let own = EKEventStore()
    let identity = ObjectIdentifier(own)
    await device.launch { await listener.listen(to: identity) }
    #expect(listener.notifications == 0)
    let other = EKEventStore()
    try other.add("Milk")
    try other.add("Bread")
    await device.settle()
    #expect(listener.notifications == 1)
    #expect(await own.titles() == ["Milk", "Bread"])
    let eggs = EKReminder(eventStore: other)
    eggs.title = "Eggs"
    eggs.calendar = other.defaultCalendarForNewReminders()
    try other.save(eggs, commit: false)
    await device.settle()
    #expect(listener.notifications == 1)
    try other.commit()
    await device.settle()
    #expect(listener.notifications == 2)
  }

  @Test(.simulatedDevice)
  func `the app is notified of a completion elsewhere and of its own changes`() async throws {
    let device = try SimulatedDevice.running
    let listener = Listener()
    nonisolated(unsafe) let store = EKEventStore()
    await device.launch {
      let listening = Task { await listener.listen() }
      _ = try? store.add("Milk")
      await listening.value
    }
    #expect(listener.notifications == 1)
    await device.completeReminder("Milk")
    #expect(listener.notifications == 2)
    let completed = store.predicateForCompletedReminders(
      withCompletionDateStarting: nil, ending: nil, calendars: nil)
    #expect(await store.titles(completed) == ["Milk"])
  }

  @Test func `an unknown reminder that is to be completed is a mistake of the test`() async throws {
    let mistakes = Mutex<[String]>([])
    await SimulatedDevice.run { device in
      device.onMisuse { mistake in mistakes.withLock { $0.append(mistake) } }
      await device.completeReminder("Milk")
    }
    #expect(mistakes.withLock { $0 } == ["no incomplete reminder is called \"Milk\""])
  }

  @Test func `the app is notified of a change of the file`() async throws {
    try await TemporaryFolder.with { folder in
      let file = "\(folder)/errands.ics"
      let listener = Listener()
      try await SimulatedDevice.run(remindersAccess: .fullAccess, reminders: [file]) { device in
        let store = EKEventStore()
        try store.add("Milk")
        await device.launch { await listener.listen() }
        let before = listener.notifications
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacingOccurrences(of: "SUMMARY:Milk", with: "SUMMARY:Oat milk")
          .write(toFile: file, atomically: true, encoding: .utf8)
        await device.move(to: .home, after: 30)
        #expect(listener.notifications > before)
        #expect(await store.titles() == ["Oat milk"])
      }
    }
  }

  @Test(.simulatedDevice)
  func `a terminated app is not notified`() async throws {
    let device = try SimulatedDevice.running
    let listener = Listener()
    let store = EKEventStore()
    await device.launch { await listener.listen() }
    device.terminate()
    try store.add("Milk")
    await device.settle()
    #expect(!device.timeline.contains { $0.text == "EKEventStoreChanged" })
  }
}

/// A folder that is there for the time of one closure.
enum TemporaryFolder {
  static func with<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
  }
}
