import GeofenceCore

extension SimulatedDevice {
  /// Runs `body` with a new device, which the app's code finds.
  ///
  /// `authorization` is what the app may do at first, `answering` what the user says when it asks,
  /// `positioning` what the phone sees of its way, and `seed` that of what is random in this; where one
  /// is `nil` the configuration's holds.
  public static func run<Result>(
    _ configuration: SimulatedDeviceConfiguration = .init(),
    authorization: CLAuthorizationStatus? = nil, answering answer: CLAuthorizationStatus? = nil,
    positioning: SimulatedPositioning? = nil, seed: UInt64? = nil,
    file: String = #filePath, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: (SimulatedDevice) async -> Result
  ) async -> Result {
    let device = SimulatedDevice(
      configuration.with(
        authorization: authorization, answering: answer, positioning: positioning, seed: seed),
      at: .init(file: file, line: line))
    let result = await device.run(body)
    for mistake in device.takeMistakes() { mistake.printAndFailAtExit() }
    return result
  }

  /// Runs `body` with a new device, which the app's code finds.
  ///
  /// `authorization` is what the app may do at first, `answering` what the user says when it asks,
  /// `positioning` what the phone sees of its way, and `seed` that of what is random in this; where one
  /// is `nil` the configuration's holds.
  ///
  /// - Throws: what `body` throws; else the first mistake of the app, as a `SimulationIssue`, unless
  ///   the test framework was told of it.
  public static func run<Result>(
    _ configuration: SimulatedDeviceConfiguration = .init(),
    authorization: CLAuthorizationStatus? = nil, answering answer: CLAuthorizationStatus? = nil,
    positioning: SimulatedPositioning? = nil, seed: UInt64? = nil,
    file: String = #filePath, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: (SimulatedDevice) async throws -> Result
  ) async throws -> Result {
    let device = SimulatedDevice(
      configuration.with(
        authorization: authorization, answering: answer, positioning: positioning, seed: seed),
      at: .init(file: file, line: line))
    let result = try await device.run(body)
    let mistakes = device.takeMistakes()
    for mistake in mistakes.dropFirst() { mistake.printAndFailAtExit() }
    if let first = mistakes.first { throw first }
    return result
  }

  private func run<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (SimulatedDevice) async throws -> Result
  ) async rethrows -> Result {
    // A run inside of another one has passed the gate already.
    let isInner = AppContext.current?.run != nil
    if !isInner { await RunGate.enter() }
    return try await AppContext.$current.withValue(AppContext(device: self, start: nil)) {
      let outer = await AppExecutor.begin(self)
      let watchdog = Watchdog(self, patience: patience)
      defer {
        watchdog.stop()
        AppExecutor.end(returningTo: outer)
        if !isInner { RunGate.leave() }
      }
      sayWhetherExact()
      let result: Result
      do {
        result = try await body(self)
      } catch {
        await end()
        throw error
      }
      await end()
      return result
    }
  }

  /// The app would run for ever: its start is cancelled, the test's loops end, and what it still does has
  /// no effect. Tasks of the app that listen to a monitor wait for a run that uses it.
  private func end(isolation: isolated (any Actor)? = #isolation) async {
    noteLeftovers()
    stopApp { $0.channel.endRun() }
    await rest()
    let tests = app.withLock { state in
      state.hasEnded = true
      state.rest?.end()
      var tests: [Sleeper] = []
      while let sleeper = state.sleepers.removeFirst(endingBy: .seconds(Int64.max)) {
        tests.append(sleeper)
      }
      return tests
    }
    // The test may yet wait for a task of its own.
    for sleeper in tests { sleeper.wake() }
  }
}

extension CLAuthorizationStatus {
  /// For tests: `.authorizedAlways`, as the user reads it.
  public static var always: Self { .authorizedAlways }
  /// For tests: `.authorizedWhenInUse`, as the user reads it.
  public static var whenInUse: Self { .authorizedWhenInUse }
}
