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
  private let app = Mutex(AppState())

  /// What there is of the app.
  private struct AppState {
    var launch: (@Sendable () async -> Void)?
    var task: Task<Void, Never>?
    var sessions: [String: MonitorSession] = [:]
    var managers: [WeakManager] = []
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

  private struct WeakManager {
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
    system.withLock { $0.device.app = .foreground }
    await start()
    await settle()
  }

  private func start(isolation: isolated (any Actor)? = #isolation) async {
    let isRunning = app.withLock { state in
      state.hasReturned = false
      state.openedSinceLaunch = []
      return state.task != nil
    }
    guard !isRunning, let launch = app.withLock({ $0.launch }) else { return }
    let task = Task {
      await Self.$current.withValue(self) { await launch() }
      self.app.withLock { $0.hasReturned = true }
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

  private func wakeIfReady() {
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
    system.withLock {
      $0.device.app = .terminated
      $0.wantsLocations = false
    }
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

  // MARK: monitors and managers

  func openMonitor(_ name: String) -> MonitorSession {
    let isNamedRightly =
      !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0 == "_" || $0.properties.numericType != nil
      }
    let session = MonitorSession(name, on: self, isValid: isNamedRightly)
    let (isFree, onMisuse) = app.withLock { state in
      let isFree = state.sessions[name] == nil
      if isFree, isNamedRightly {
        state.sessions[name] = session
        state.openedSinceLaunch.insert(name)
      }
      return (isFree, state.onMisuse)
    }
    guard isNamedRightly else {
      onMisuse("a monitor's name has letters, digits and underscores only, not \"\(name)\"")
      return session
    }
    guard isFree else {
      onMisuse("a monitor named \"\(name)\" is open already")
      return MonitorSession(name, on: self, isValid: false)
    }
    sendWaiting(to: session)
    return session
  }

  func closeMonitor(_ session: MonitorSession) {
    let wasOpen = app.withLock { state in
      guard state.sessions[session.name] === session else { return false }
      state.sessions[session.name] = nil
      return true
    }
    if wasOpen { keepUnhandled(of: session) }
    wakeIfReady()
  }

  private func keepUnhandled(of session: MonitorSession) {
    for event in session.channel.finish() {
      system.withLock {
        $0.monitors[session.name, default: .init()].waiting[RegionIdentifier(event.identifier)] =
          event
      }
    }
  }

  /// Sends what waited for the app: exits first, each kind by identifier.
  private func sendWaiting(to session: MonitorSession) {
    let waiting = system.withLock { system in
      defer { system.monitors[session.name]?.waiting = [:] }
      return system.monitors[session.name]?.waiting ?? [:]
    }
    let order = waiting.sorted {
      let (first, second) = ($0.value.state == .satisfied, $1.value.state == .satisfied)
      return first == second ? $0.key < $1.key : second
    }
    for (_, event) in order { session.channel.send(event) }
  }

  func noteListening() { wakeIfReady() }

  func noteHandled(_ event: CLMonitor.Event, monitor name: String) {
    system.withLock {
      $0.monitors[name]?.records[RegionIdentifier(event.identifier)]?.lastEvent = event
    }
  }

  /// Gives each open monitor what it has to say of its conditions.
  func sendDiagnoses() {
    let diagnoses = system.withLock { system in
      defer { system.diagnoses = [] }
      return system.diagnoses
    }
    for (event, name) in diagnoses {
      app.withLock { $0.sessions[name] }?.channel.send(event)
    }
  }

  func register(_ manager: CLLocationManager) {
    app.withLock {
      $0.managers.removeAll { $0.manager == nil }
      $0.managers.append(WeakManager(manager: manager))
    }
  }

  private var managers: [CLLocationManager] {
    app.withLock { $0.managers.compactMap(\.manager) }
  }

  // MARK: delivery

  /// Waits until the app has handled everything it was told, and tells it what it has asked for.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    sendDiagnoses()
    while let news = system.withLock({ $0.nextNews() }) {
      await deliver(news)
    }
    await untilHandled()
  }

  private func untilHandled(isolation: isolated (any Actor)? = #isolation) async {
    for session in app.withLock({ Array($0.sessions.values) }) {
      await session.channel.untilIdle()
    }
  }

  private func deliver(
    _ news: SimulatedSystem.News, isolation: isolated (any Actor)? = #isolation
  ) async {
    if system.withLock({ $0.device.reach }) == .relaunches, news.startsApp,
      app.withLock({ $0.launch }) != nil
    {
      system.withLock { $0.device.app = .background }
      await start()
    }
    let reach = system.withLock { $0.device.reach }
    switch news {
    case .event(let event, let name):
      let session = app.withLock { $0.sessions[name] }
      guard reach == .delivered, let session else {
        system.withLock { system in
          system.monitors[name]?.waiting[RegionIdentifier(event.identifier)] = event
        }
        return
      }
      system.withLock { system in
        system.monitors[name]?.waiting[RegionIdentifier(event.identifier)] = nil
      }
      session.channel.send(event)
      await session.channel.untilIdle()
    case .region, .location: if reach == .delivered { callManagers(news) }
    case .state, .started, .failed, .authorization: callManagers(news)
    }
  }

  private func callManagers(_ news: SimulatedSystem.News) {
    for manager in managers { manager.hear(news) }
  }

  // MARK: fixes

  /// Moves the device to a fix and waits until the app has handled what follows from it.
  ///
  /// - Precondition: it is not earlier than the one before.
  func step(to fix: Fix, isolation: isolated (any Actor)? = #isolation) async {
    let isQuiet = system.withLock { system in
      system.fix = fix
      system.watch()
      // Locations come after what crossed a boundary.
      if system.news.isEmpty { system.locate() } else { system.owesLocation = true }
      return system.news.isEmpty
    }
    if !isQuiet { await settle() }
  }

  /// What the user or the system does to the device.
  func change(
    isolation: isolated (any Actor)? = #isolation, _ change: (inout DeviceState) -> Void
  ) async {
    system.withLock { system in
      let before = system.device.diagnostic
      change(&system.device)
      if let diagnostic = system.device.diagnostic, diagnostic != before {
        system.tellDiagnostic(diagnostic)
      }
    }
    await settle()
  }

  /// The app comes to the front and hears what waits for it.
  func comeToFront(isolation: isolated (any Actor)? = #isolation) async {
    let isRunning = system.withLock { system in
      defer { system.device.app = .foreground }
      return system.device.app != .terminated
    }
    if isRunning {
      for session in app.withLock({ Array($0.sessions.values) }) { sendWaiting(to: session) }
    } else {
      await start()
    }
    await settle()
  }
}
