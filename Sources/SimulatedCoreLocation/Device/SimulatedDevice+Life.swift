import GeofenceCore

extension SimulatedDevice {
  /// Starts the app in the foreground, now and whenever the system has to start it again.
  ///
  /// The call returns when the app has come to rest, even if it listens to nothing yet. The closure
  /// runs on the main thread, as the code that starts an app does on a phone. It may capture the
  /// objects that the test makes and reads, since the app runs only while the test waits for the
  /// device. While the app runs, a further call begins its closure beside the code that runs already.
  ///
  /// A device that is locked after a restart launches no app: that is a mistake of the test.
  public func launch(
    file: String = #filePath, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
    _ app: nonisolated(nonsending) @escaping () async -> Void
  ) async {
    guard admits(.launch, .init(file: file, line: line)) else { return }
    let start = AppStart(begin: app)
    let isFurther = system.withLock { system in
      if system.tasks.isEmpty { system.launches = [] }
      system.launches.append(start)
      system.core.canRelaunch = true
      system.apply(.launch)
      return !system.tasks.isEmpty
    }
    await operate { device in
      await device.start("by the test", further: isFurther ? [start] : [])
      await device.tell()
    }
  }

  /// Starts the app, or what else it begins if it runs.
  nonisolated(nonsending) private func start(_ reason: String, further: [AppStart] = []) async {
    let starts = system.withLock { state in
      guard state.tasks.isEmpty else { return further }
      life.withLock { $0.starts += 1 }
      (state.hasMoved, state.hasSlept) = (false, false)
      return state.launches
    }
    if starts.isEmpty { return await rest() }
    log(.launch, reason)
    setOccasion("the app has not come to rest since it was started")
    let context = appContext
    for start in starts {
      let task =
        if Self.isExact {
          Task { @MainActor in
            await AppContext.$current.withValue(context) { await start.begin() }
          }
        } else {
          Task(executorPreference: AppTaskExecutor.shared) {
            await AppContext.$current.withValue(context) { await start.begin() }
          }
        }
      system.withLock { $0.tasks.append(task) }
    }
    await rest()
  }

  nonisolated(nonsending) func relaunch(_ reason: String) async {
    await start(reason)
    let (closed, isDeaf) = system.withLock { system in
      (
        system.monitors.filter { !$0.value.isEmpty && system.channels[$0.key] == nil }.keys,
        !system.regions.isEmpty && !system.clients.contains { $0.manager?.delegate != nil }
      )
    }
    for name in closed.sorted() {
      warn(
        "the app was started in the background and has not opened monitor \(name); its events wait",
        help: "open every monitor whenever the app starts")
    }
    if isDeaf {
      warn(
        "the app was started in the background and has no location manager with a delegate; "
          + "it receives no crossing of its regions",
        help: "make a CLLocationManager and set its delegate whenever the app starts")
    }
  }

  /// Terminates the app: its iterators end, its managers fall silent, its task is cancelled, and
  /// its sleeps do not end.
  ///
  /// Events that the app did not handle wait for the next launch.
  public func terminate() {
    log(.action, "terminate")
    stopApp(by: .terminate, keepUnhandled)
  }

  /// Ends the app as its user does, by swiping it away: nothing starts it again until `launch` or
  /// `foreground`.
  ///
  /// Developers of 2025 and 2026 report this of iOS 26, against Apple's documentation; `terminate`
  /// is the documented end.
  public func forceQuit(file: String = #filePath, line: Int = #line) {
    guard admits(.forceQuit, .init(file: file, line: line)) else { return }
    log(.action, "force-quit")
    stopApp(by: .forceQuit, keepUnhandled)
  }

  /// - Parameter action: `terminate` or `forceQuit`.
  func stopApp(by action: DeviceAction, _ close: (EventChannel) -> Void) {
    life.withLock { life in
      life.starts += 1
      life.terminations += 1
    }
    let (channels, readers, tasks, _) = system.withLock { system in
      defer {
        (system.channels, system.readers, system.tasks) = ([:], [:], [])
        system.released = []
        system.apply(action)
      }
      return (
        system.channels, system.readersInOrder, system.tasks, system.sleepers.removeApps()
      )
    }
    for (_, channel) in channels.sorted(by: { $0.key < $1.key }) { close(channel) }
    for reader in readers { reader.finish() }
    for task in tasks { task.cancel() }
  }

  /// Brings the app to the front, and starts it if it does not run, as the user does.
  public func foreground(
    file: String = #filePath, line: Int = #line, isolation: isolated (any Actor)? = #isolation
  ) async {
    guard admits(.foreground, .init(file: file, line: line)) else { return }
    log(.action, "foreground")
    system.withLock { $0.apply(.foreground) }
    await operate { device in
      await device.start("by the user")
      device.system.withLock { $0.core.deliverWaiting() }
      await device.tell()
    }
  }

  /// Sends the app to the background, as the user does.
  public func background(
    file: String = #filePath, line: Int = #line, isolation: isolated (any Actor)? = #isolation
  ) async {
    guard admits(.background, .init(file: file, line: line)) else { return }
    await change(.background)
  }

  /// Turns Background App Refresh on or off.
  public func setBackgroundRefresh(
    _ isOn: Bool, file: String = #filePath, line: Int = #line,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    guard admits(.backgroundRefresh(isOn: isOn), .init(file: file, line: line)) else { return }
    await change(.backgroundRefresh(isOn: isOn))
  }

  /// Restarts the device; nothing is monitored or delivered until `unlock`.
  public func reboot(file: String = #filePath, line: Int = #line) {
    guard admits(.reboot, .init(file: file, line: line)) else { return }
    terminate()
    apply(.reboot)
  }

  /// Unlocks the device for the first time after a restart.
  ///
  /// The registered conditions are monitored again, from the state unknown. A device that has not
  /// restarted is not locked: to unlock it is a mistake of the test.
  public func unlock(
    file: String = #filePath, line: Int = #line, isolation: isolated (any Actor)? = #isolation
  ) async {
    guard admits(.unlock, .init(file: file, line: line)) else { return }
    await change(.unlock)
  }

  /// Changes the app's authorization, as the user does; a running app receives the change.
  public func authorize(
    _ status: CLAuthorizationStatus, isolation: isolated (any Actor)? = #isolation
  ) async {
    await change(.authorize(.init(status)))
  }

  /// Turns Precise Location on or off.
  ///
  /// Without it regions and conditions are not monitored. Locations stay as exact as the track and
  /// the positioning have them.
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

  /// Puts a Mac to sleep; an iPhone does not sleep, so that this is a mistake of its test.
  public func sleep(file: String = #filePath, line: Int = #line) {
    guard admits(.sleep, .init(file: file, line: line)) else { return }
    apply(.sleep)
  }

  /// Wakes a Mac that sleeps.
  public func wake(
    file: String = #filePath, line: Int = #line, isolation: isolated (any Actor)? = #isolation
  ) async {
    guard admits(.wake, .init(file: file, line: line)) else { return }
    await change(.wake)
  }

  /// Returns true if an action can happen to the device as it is; else reports it as a mistake.
  private func admits(_ action: DeviceAction, _ place: SimulationIssue.Place) -> Bool {
    let device = system.withLock { $0.core.device }
    guard let obstacle = device.obstacle(to: action) else { return true }
    var unlocked = device
    unlocked.isLocked = false
    let isPossible = unlocked.obstacle(to: action) == nil
    report(
      mistake: "\(action.name) is impossible: \(obstacle)",
      help: isPossible ? "call unlock() before it" : "leave it out", place: place)
    return false
  }

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

  nonisolated(nonsending) private func setPaused(_ isPaused: Bool) async {
    log(.action, isPaused ? "pause location updates" : "resume location updates")
    system.withLock { $0.pauseUpdates(isPaused) }
    await operate { await $0.tell() }
  }

  nonisolated(nonsending) private func change(_ action: DeviceAction) async {
    apply(action) { $0.core.deliverWaiting() }
    await operate { await $0.tell() }
  }

  private func apply(
    _ action: DeviceAction, then deliver: (inout SimulatedSystem) -> Void = { _ in }
  ) {
    log(.action, action.phrase)
    system.withLock { system in
      system.apply(action)
      deliver(&system)
    }
    service?.apply(action)
  }
}

/// What a start of the app begins.
///
/// Its closure may hold what is not `Sendable`: the app and the test run in turn.
struct AppStart: @unchecked Sendable { let begin: nonisolated(nonsending) () async -> Void }
