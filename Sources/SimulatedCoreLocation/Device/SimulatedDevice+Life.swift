import GeofenceCore
import Synchronization

extension SimulatedDevice {
  /// Starts the app in the foreground, now and whenever the system has to start it again.
  ///
  /// The call returns when the app has come to rest, even if it listens to nothing yet.
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

  /// Terminates the app: its iterators end, its managers fall silent, its task is cancelled, and
  /// its sleeps do not end.
  ///
  /// Events that the app did not handle wait for the next launch.
  public func terminate() {
    log(.action, "terminate")
    stopApp(keepUnhandled)
  }

  func stopApp(_ close: (MonitorSession) -> Void) {
    let (sessions, task, readers, standings) = app.withLock { state in
      defer {
        state.sessions = [:]
        state.task = nil
        state.starts += 1
        state.terminations += 1
        state.sleepers.removeApps()
        state.liveUpdates = [:]
        state.standings = [:]
      }
      return (state.sessions, state.task, state.liveUpdates, state.standings)
    }
    system.withLock { $0.apply(.terminate) }
    for (_, session) in sessions.sorted(by: { $0.key < $1.key }) { close(session) }
    for (_, reader) in readers.sorted(by: { $0.key < $1.key }) { reader.finish() }
    for (_, standing) in standings.sorted(by: { $0.key < $1.key }) { standing.finish() }
    task?.cancel()
  }

  /// Brings the app to the front, and starts it if it does not run, as the user does.
  public func foreground(isolation: isolated (any Actor)? = #isolation) async {
    log(.action, "foreground")
    system.withLock { $0.apply(.foreground) }
    await operate { device in
      await device.start("by the user")
      device.system.withLock { $0.core.deliverWaiting() }
      await device.tell()
    }
  }

  /// Sends the app to the background, as the user does.
  public func background(isolation: isolated (any Actor)? = #isolation) async {
    await change(.background)
  }

  /// Turns Background App Refresh on or off.
  public func setBackgroundRefresh(
    _ isOn: Bool, isolation: isolated (any Actor)? = #isolation
  ) async {
    await change(.backgroundRefresh(isOn: isOn))
  }

  /// Restarts the device; nothing is monitored or delivered until `unlock`.
  public func reboot() {
    terminate()
    log(.action, "reboot")
    system.withLock { $0.apply(.reboot) }
    service?.apply(.reboot)
  }

  /// Unlocks the device for the first time after a restart.
  ///
  /// The registered conditions are monitored again, from the state unknown.
  public func unlock(isolation: isolated (any Actor)? = #isolation) async {
    await change(.unlock)
  }

  /// Changes the app's authorization, as the user does; a running app receives the change.
  public func authorize(
    _ status: CLAuthorizationStatus, isolation: isolated (any Actor)? = #isolation
  ) async {
    await change(.authorize(.init(status)))
  }

  /// Turns Precise Location on or off.
  public func setAccuracy(
    _ accuracy: CLAccuracyAuthorization, isolation: isolated (any Actor)? = #isolation
  ) async {
    await change(.accuracy(isFull: accuracy == .fullAccuracy))
  }

  /// Turns Location Services on or off for all apps, as the user does in Settings.
  public func setLocationServices(
    _ isOn: Bool, isolation: isolated (any Actor)? = #isolation
  ) async {
    await change(.location(isOn: isOn))
  }

  /// Puts a Mac to sleep.
  public func sleep() {
    log(.action, "sleep")
    system.withLock { $0.apply(.sleep) }
    service?.apply(.sleep)
  }

  /// Wakes a Mac that sleeps.
  public func wake(isolation: isolated (any Actor)? = #isolation) async { await change(.wake) }

  /// Pauses location updates, as the system does when it thinks that the device stays.
  ///
  /// This concerns the managers that allow it (`pausesLocationUpdatesAutomatically`).
  public func pauseLocationUpdates(isolation: isolated (any Actor)? = #isolation) async {
    await setPaused(true)
  }

  /// Resumes the location updates that the system has paused.
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

  private func change(
    _ action: DeviceAction, isolation: isolated (any Actor)? = #isolation
  ) async {
    log(.action, action.phrase)
    system.withLock { system in
      system.apply(action)
      system.core.deliverWaiting()
    }
    service?.apply(action)
    await operate { await $0.tell() }
  }
}
