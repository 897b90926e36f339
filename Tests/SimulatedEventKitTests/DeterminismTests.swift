import SimulatedCoreLocationTesting
import SimulatedEventKit
import Synchronization
import Testing

/// Whatever its tasks, queues and handlers do, an app's reminders and alarms are the same every time.
@Suite(.timeLimit(.minutes(60))) struct DeterminismTests {
  /// The number of runs of each app; `make stress` asks for more, on loaded cores.
  private static let runs =
    ProcessInfo.processInfo.environment["GEOFENCE_STRESS_RUNS"].flatMap(Int.init) ?? 40

  /// The ways in which apps use the store.
  enum App: String, CaseIterable, Sendable {
    case handlers, continuations, tasks, queues, notifications

    func run(_ log: @escaping @Sendable (String) -> Void) async {
      let store = EKEventStore()
      switch self {
      case .handlers:
        nonisolated(unsafe) let store = store
        store.requestFullAccessToReminders { _, _ in
          for title in ["Milk", "Bread", "Eggs"] {
            _ = try? store.add(title, EKAlarm(.enter, at: .shop))
            store.fetchReminders(matching: store.predicateForReminders(in: nil)) { found in
              log("\(title): \((found ?? []).map { $0.title ?? "" })")
            }
          }
          log("asked")
        }
      case .continuations:
        _ = try? await store.requestFullAccessToReminders()
        for title in ["Milk", "Bread"] {
          _ = try? store.add(title, EKAlarm(.leave, at: .home))
          log("\(await store.titles() ?? [])")
        }
      case .tasks:
        await withTaskGroup(of: Void.self) { group in
          for title in ["Milk", "Bread", "Eggs"] {
            group.addTask {
              let own = EKEventStore()
              _ = try? await own.requestFullAccessToReminders()
              await Task.yield()
              _ = try? own.add(title, EKAlarm(.enter, at: .shop))
              log("\(title) \(await own.titles() ?? [])")
            }
          }
        }
      case .queues:
        _ = try? await store.requestFullAccessToReminders()
        nonisolated(unsafe) let store = store
        DispatchQueue(label: "reminders").async {
          _ = try? store.add("Milk", EKAlarm(.enter, at: .shop))
          DispatchQueue.main.async {
            store.fetchReminders(matching: store.predicateForReminders(in: nil)) { found in
              log("\(found?.count ?? -1)")
            }
          }
        }
      case .notifications:
        _ = try? await store.requestFullAccessToReminders()
        let changes = NotificationCenter.default.notifications(named: .EKEventStoreChanged)
          .map { $0.name }
        Task { _ = try? EKEventStore().add("Milk", EKAlarm(.enter, at: .shop)) }
        for await _ in changes { log("\(await store.titles() ?? [])") }
      }
    }
  }

  private func outcome(_ app: App, isolation: isolated (any Actor)? = #isolation) async -> [String]
  {
    let lines = Mutex<[String]>([])
    await SimulatedDevice.run(remindersAccess: .notDetermined) { device in
      await device.move(to: .home, after: 10)
      await device.launch { await app.run { line in lines.withLock { $0.append(line) } } }
      await device.walk(from: .home, to: .shop)
      let alarms = device.alarms.map { "\($0) at \($0.date.timeIntervalSince1970)" }
      lines.withLock { $0 += alarms }
    }
    return lines.withLock { $0 }
  }

  @Test(.exactRuns, arguments: App.allCases)
  func `off the main actor there is one outcome`(_ app: App) async throws {
    if app == .queues { try await SimulatedDevice.skipUnlessQueuesAreWatched() }
    let first = await outcome(app)
    #expect(!first.isEmpty)
    #expect(first.contains { $0.contains("Milk: ") })
    for _ in 1..<Self.runs { #expect(await outcome(app) == first) }
  }

  @MainActor
  @Test(.exactRuns, arguments: App.allCases)
  func `on the main actor there is one outcome`(_ app: App) async throws {
    if app == .queues { try await SimulatedDevice.skipUnlessQueuesAreWatched() }
    let first = await outcome(app)
    for _ in 1..<Self.runs { #expect(await outcome(app) == first) }
  }

  /// A store that is made once in a process.
  private final class Shared: @unchecked Sendable {
    static let shared = Shared()
    let store = EKEventStore()
  }

  @Test func `a store that is kept serves each run`() async {
    for _ in 0..<Self.runs {
      await SimulatedDevice.run { device in
        await device.launch { _ = try? Shared.shared.store.add("Milk", EKAlarm(.enter, at: .shop)) }
        await device.walk(from: .home, to: .shop)
        #expect(device.alarms.map(\.description) == ["Milk: arrived"])
        #expect(await Shared.shared.store.titles() == ["Milk"])
      }
    }
  }

  @Test(.simulatedDevice)
  func `two thousand reminders ring along a drive, each once and in its place`() async throws {
    let device = try SimulatedDevice.running
    let store = EKEventStore()
    let list = store.defaultCalendarForNewReminders()
    for number in 0..<2000 {
      let reminder = EKReminder(eventStore: store)
      reminder.title = "\(number)"
      reminder.calendar = list
      let place = CLLocationCoordinate2D(latitude: 46 + Double(number) * 0.004, longitude: 14.5)
      reminder.addAlarm(EKAlarm(.enter, at: place))
      try store.save(reminder, commit: number % 2 == 0)
    }
    try store.commit()
    #expect(await store.titles()?.count == 2000)
    for step in 0..<20_000 {
      await device.move(
        to: CLLocationCoordinate2D(latitude: 46 + Double(step) * 0.0004, longitude: 14.5),
        after: 30)
    }
    #expect(device.alarms.map(\.title) == (0..<2000).map { "\($0)" })
  }
}
