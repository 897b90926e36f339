import GeofenceCore
import SimulatedCoreLocationStartup
import Synchronization

extension SimulatedDevice {
  /// Runs `body` with a new device, which becomes the current device of the app's code.
  ///
  /// ```swift
  /// await SimulatedDevice.run(authorization: .whenInUse) { device in
  ///   await device.launch { await PlacesApp().run() }
  ///   await device.move(to: park, after: 60)
  /// }
  /// ```
  ///
  /// `authorization` is the app's authorization at the start, `answering` the user's answer when
  /// the app asks for one, `positioning` the model of the device's location updates, `seed` the seed
  /// of its random numbers, `startingAt` the time on its clock, and `places` what `CLGeocoder`
  /// finds. An argument that is `nil` leaves the configuration's value.
  ///
  /// - Throws: The error of `body`; if `body` can throw any error, the first mistake of the app, as a
  ///   `SimulationIssue`, unless the test framework has received it.
  public static func run<Value, Failure: Error>(
    _ configuration: SimulatedDeviceConfiguration = .init(),
    authorization: CLAuthorizationStatus? = nil, answering answer: CLAuthorizationStatus? = nil,
    positioning: SimulatedPositioning? = nil, seed: UInt64? = nil, startingAt start: Date? = nil,
    places: [String: CLLocation]? = nil, file: String = #filePath, line: Int = #line,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (SimulatedDevice) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let (configuration, mistakes) = configuration.with(
      authorization: authorization, answering: answer, positioning: positioning, seed: seed,
      startingAt: start, places: places
    ).checked
    let device = SimulatedDevice(configuration, at: .init(file: file, line: line))
    for mistake in mistakes {
      device.report(mistake: mistake, help: Date.clockHelp, place: device.site)
    }
    let value = try await device.run(body)
    device.reportAgain()
    var issues = device.system.withLock { $0.unreported }
    let first = issues.firstIndex { $0.severity == .error }
    let thrown = first.flatMap { issues[$0] as? Failure }
    if let first, thrown != nil { issues.remove(at: first) }
    for issue in issues { issue.printAndFailAtExit() }
    if let thrown { throw thrown }
    return value
  }

  nonisolated(nonsending) private func run<Value, Failure: Error>(
    _ body: (SimulatedDevice) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    // A run inside another run, or in a detached task of it, has already passed the gate.
    let isInner = AppExecutor.appContext != nil
    if !isInner { await RunGate.enter() }
    let result = await AppContext.$current.withValue(AppContext(device: self, start: nil)) {
      scl_begin_clocks()
      let outer = await AppExecutor.begin(self)
      let watchdog = watchRests()
      defer {
        watchdog.cancel()
        AppExecutor.end(returningTo: outer)
        if !isInner { RunGate.leave() }
      }
      let result: Result<Value, Failure>
      do throws(Failure) {
        result = .success(try await body(self))
      } catch {
        result = .failure(error)
      }
      await end()
      return result
    }
    return try result.get()
  }

  /// Ends the run: cancels the app's start, which would run for ever, and ends the test's loops.
  ///
  /// Code of the app that still runs has no effect. Tasks of the app that listen to a monitor wait
  /// for a run that uses it.
  nonisolated(nonsending) private func end() async {
    warnIfDeaf()
    noteLeftovers()
    stopApp(by: .terminate) { $0.endRun() }
    await rest()
    life.withLock { $0.hasEnded = true }
    let (rest, tests) = system.withLock { ($0.rest, $0.sleepers.removeAll()) }
    rest?.end()
    // The test may still wait for a task of its own.
    for sleeper in tests { sleeper.wake() }
  }
}

extension CLAuthorizationStatus {
  /// The status `.authorizedAlways`, under the name that the user reads; for tests.
  public static var always: Self { .authorizedAlways }
  /// The status `.authorizedWhenInUse`, under the name that the user reads; for tests.
  public static var whenInUse: Self { .authorizedWhenInUse }
}

/// A gate that lets one run at a time pass; the others wait in line.
///
/// There is one run at a time in a process, because a call of an app from a detached task or from a
/// callback of another library has no way to say which device it means.
enum RunGate {
  private static let state = Mutex((isTaken: false, waiters: [CheckedContinuation<Void, Never>]()))

  nonisolated(nonsending) static func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        defer { state.isTaken = true }
        if state.isTaken { state.waiters.append(continuation) }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  static func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiters.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.resume()
  }
}
