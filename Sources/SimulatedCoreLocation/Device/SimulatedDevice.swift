public import Foundation
import GeofenceCore
import Synchronization

/// A phone for tests: it plays a track on a virtual clock and waits until the app has handled what it
/// was told before it moves on.
///
/// App code finds it through the task it runs in:
///
///     try await SimulatedDevice.run { device in
///       await device.launch { await PlacesApp().run() }
///       try await device.play("drive.gpx")
///     }
///
/// An event of a `CLMonitor` is handled when its iterator asks for the next one or goes away, a
/// delegate's call when it returns. Nothing sleeps and no clock is read, so a run is the same every
/// time.
public final class SimulatedDevice: Sendable {
  /// The device of the running task. Tasks inherit it, detached tasks do not.
  @TaskLocal public static var current: SimulatedDevice?

  let system: Mutex<SimulatedSystem>
  let app = Mutex(AppState())

  /// What there is of the app.
  struct AppState {
    var launch: (@Sendable () async -> Void)?
    var task: Task<Void, Never>?
    var sessions: [String: MonitorSession] = [:]
    var managers: [WeakManager] = []
    /// How often the app was started; what an earlier start still does is not the app's any more.
    var starts = 0
    var hasReturned = false
    var openedSinceLaunch: Set<String> = []
    var whenReady: CheckedContinuation<Void, Never>?
    var onMisuse: @Sendable (String) -> Void = { preconditionFailure($0) }

    /// Whether the app listens to all it has opened, or has nothing to listen to.
    var isReady: Bool {
      openedSinceLaunch.isEmpty
        ? hasReturned
        : openedSinceLaunch.allSatisfy { sessions[$0]?.channel.isListenedTo ?? true }
    }
  }

  struct WeakManager {
    weak var manager: CLLocationManager?
  }

  public init(_ configuration: SimulatedDeviceConfiguration = .init()) {
    system = Mutex(SimulatedSystem(configuration.settings))
  }

  /// Runs `body` with a new device, which app code in it and in its tasks finds.
  public static func run<Result>(
    _ configuration: SimulatedDeviceConfiguration = .init(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (SimulatedDevice) async throws -> Result
  ) async rethrows -> Result {
    let device = SimulatedDevice(configuration)
    // An app that listens would listen for ever.
    defer { device.terminate() }
    return try await $current.withValue(device) { try await body(device) }
  }

  static func required(_ who: String) -> SimulatedDevice {
    guard let current else {
      preconditionFailure("\(who) outside of SimulatedDevice.run, or in a detached task")
    }
    return current
  }

  /// The time of the last fix; 1970 before the first.
  public var now: Date { system.withLock { $0.now.date } }

  /// Is told of mistakes that Core Location answers with an exception; without it they end the test.
  public func onMisuse(_ handler: @escaping @Sendable (String) -> Void) {
    app.withLock { $0.onMisuse = handler }
  }

  // MARK: the app

  /// Starts the app in the foreground, and whenever the system has to start it again.
  ///
  /// Returns when the app listens to every monitor it has opened or, if it opens none, when `app`
  /// returns. An app that opens a monitor and never listens to it is not ready.
  public func launch(
    isolation: isolated (any Actor)? = #isolation, _ app: @escaping @Sendable () async -> Void
  ) async {
    self.app.withLock { $0.launch = app }
    system.withLock { system in
      system.core.canRelaunch = true
      system.apply(.launch)
    }
    await start()
    await settle()
  }

  func start(isolation: isolated (any Actor)? = #isolation) async {
    let isRunning = app.withLock { state in
      state.hasReturned = false
      state.openedSinceLaunch = []
      state.starts += 1
      return state.task != nil
    }
    let start = app.withLock { $0.starts }
    guard !isRunning, let launch = app.withLock({ $0.launch }) else { return }
    let task = Task {
      await Self.$current.withValue(self) { await launch() }
      self.app.withLock { $0.hasReturned = $0.hasReturned || $0.starts == start }
      self.wakeIfReady()
    }
    app.withLock { $0.task = task }
    await withCheckedContinuation { continuation in
      let isReady = app.withLock { state in
        if !state.isReady { state.whenReady = continuation }
        return state.isReady
      }
      if isReady { continuation.resume() }
    }
    await untilHandled()
  }

  func wakeIfReady() {
    let waiter = app.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.isReady else { return nil }
      defer { state.whenReady = nil }
      return state.whenReady
    }
    waiter?.resume()
  }

  /// The app is gone: its iterators end, its managers fall silent, its task is cancelled.
  ///
  /// What it did not handle waits for the next launch.
  public func terminate() {
    system.withLock { $0.apply(.terminate) }
    let (sessions, task) = app.withLock { state in
      defer {
        state.sessions = [:]
        state.managers = []
        state.task = nil
      }
      return (state.sessions, state.task)
    }
    for session in sessions.values { keepUnhandled(of: session) }
    task?.cancel()
  }

  // MARK: fixes

  /// Moves the device to a fix and waits until the app has handled what follows from it.
  ///
  /// - Precondition: it is not earlier than the one before.
  func step(to fix: Fix, isolation: isolated (any Actor)? = #isolation) async {
    let news = system.withLock { system in
      system.move(to: fix)
      system.watch()
      return system.next()
    }
    guard let news else { return }
    await deliver(news)
    await settle()
  }
}
