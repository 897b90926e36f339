import GeofenceCore
import Synchronization

/// What happens to a device and its app; each returns when the app has come to rest.
extension SimulatedDevice {
  /// Starts the app in the foreground, and whenever the system has to start it again.
  ///
  /// Returns when the app has come to rest, whether or not it listens to anything yet.
  public func launch(
    isolation: isolated (any Actor)? = #isolation, _ app: @escaping @Sendable () async -> Void
  ) async {
    self.app.withLock { $0.launch = app }
    system.withLock { system in
      system.core.canRelaunch = true
      system.apply(.launch)
    }
    await operate { device in
      await device.start("by the test")
      await device.tell()
    }
  }

  private func start(
    _ reason: String, isolation: isolated (any Actor)? = #isolation
  ) async {
    let launch = app.withLock { state in
      guard state.task == nil else { return nil as (@Sendable () async -> Void)? }
      state.starts += 1
      state.hasMoved = false
      return state.launch
    }
    guard let launch else { return await rest() }
    log(.launch, reason)
    setOccasion("the app has not come to rest since it was started")
    let context = appContext
    let task = Task(executorPreference: Self.isExact ? nil : AppTaskExecutor.shared) {
      await AppContext.$current.withValue(context) { await launch() }
    }
    app.withLock { $0.task = task }
    await rest()
  }

  /// Starts the app in the background, for something that it is then told.
  func relaunch(
    for cause: RelaunchCause, isolation: isolated (any Actor)? = #isolation
  ) async {
    await start(cause == .event ? "in the background, for an event" : "for a significant change")
    let closed = system.withLock { Set($0.monitors.filter { !$0.value.isEmpty }.keys) }
      .subtracting(app.withLock { $0.sessions.keys })
    for name in closed.sorted() {
      warn(
        "the app was started in the background and has not opened monitor \(name); its events wait",
        help: "open every monitor whenever the app starts")
    }
    let isDeaf = system.withLock { system in
      !system.regions.isEmpty && !system.clients.contains { $0.manager?.delegate != nil }
    }
    if isDeaf {
      warn(
        "the app was started in the background and has no location manager with a delegate; "
          + "what its regions cross is lost",
        help: "make a CLLocationManager and set its delegate whenever the app starts")
    }
  }

  /// The app is gone: its iterators end, its managers fall silent, its task is cancelled, its sleeps
  /// do not end.
  ///
  /// What it did not handle waits for the next launch.
  public func terminate() {
    log(.action, "terminate")
    stopApp(keepUnhandled)
  }

  /// - Parameter close: ends a monitor's listeners.
  func stopApp(_ close: (MonitorSession) -> Void) {
    let (sessions, task, readers) = app.withLock { state in
      defer {
        state.sessions = [:]
        state.task = nil
        state.starts += 1
        state.terminations += 1
        state.sleepers.removeApps()
        state.liveUpdates = [:]
      }
      return (state.sessions, state.task, state.liveUpdates)
    }
    system.withLock { $0.apply(.terminate) }
    for (_, session) in sessions.sorted(by: { $0.key < $1.key }) { close(session) }
    for (_, reader) in readers.sorted(by: { $0.key < $1.key }) { reader.finish() }
    task?.cancel()
  }

  /// The user opens the app again, or brings it to the front.
  public func foreground(isolation: isolated (any Actor)? = #isolation) async {
    log(.action, "foreground")
    system.withLock { $0.apply(.foreground) }
    await operate { device in
      await device.start("by the user")
      device.system.withLock { $0.core.tellWaiting() }
      await device.tell()
    }
  }

  public func background(isolation: isolated (any Actor)? = #isolation) async {
    await change(.background)
  }

  /// Switches Background App Refresh.
  public func setBackgroundRefresh(
    _ isOn: Bool, isolation: isolated (any Actor)? = #isolation
  ) async {
    await change(.backgroundRefresh(isOn: isOn))
  }

  /// Restarts the device; nothing is watched or delivered until `unlock`.
  public func reboot() {
    terminate()
    log(.action, "reboot")
    system.withLock { $0.apply(.reboot) }
  }

  /// The first unlock after a restart: what was registered is watched again, from unknown.
  public func unlock(isolation: isolated (any Actor)? = #isolation) async {
    await change(.unlock)
  }

  /// The user changes what the app may do; it hears of it if it runs.
  public func authorize(
    _ status: CLAuthorizationStatus, isolation: isolated (any Actor)? = #isolation
  ) async {
    await change(.authorize(.init(status)))
  }

  /// Switches Precise Location.
  public func setAccuracy(
    _ accuracy: CLAccuracyAuthorization, isolation: isolated (any Actor)? = #isolation
  ) async {
    await change(.accuracy(isFull: accuracy == .fullAccuracy))
  }

  /// A Mac falls asleep.
  public func sleep() {
    log(.action, "sleep")
    system.withLock { $0.apply(.sleep) }
  }

  public func wake(isolation: isolated (any Actor)? = #isolation) async { await change(.wake) }

  /// The system pauses location updates, as it does when it thinks that the device stays: those of
  /// managers that let it (`pausesLocationUpdatesAutomatically`).
  public func pauseLocationUpdates(isolation: isolated (any Actor)? = #isolation) async {
    await setPaused(true)
  }

  /// The system goes on with the location updates that it has paused.
  public func resumeLocationUpdates(isolation: isolated (any Actor)? = #isolation) async {
    await setPaused(false)
  }

  private func setPaused(
    _ isPaused: Bool, isolation: isolated (any Actor)? = #isolation
  ) async {
    log(.action, isPaused ? "pause location updates" : "resume location updates")
    system.withLock { $0.pauseUpdates(isPaused) }
    await operate { await $0.tell() }
  }

  /// Does what the user or the system does, and lets the app hear what follows.
  private func change(
    _ action: DeviceAction, isolation: isolated (any Actor)? = #isolation
  ) async {
    log(.action, action.phrase)
    system.withLock { system in
      system.apply(action)
      system.core.tellWaiting()
    }
    await operate { await $0.tell() }
  }
}
