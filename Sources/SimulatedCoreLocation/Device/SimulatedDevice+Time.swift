import GeofenceCore

extension SimulatedDevice {
  /// Lets time pass without a fix: the sleeps that are due end, and the app comes to rest first and
  /// last, and receives what is due.
  ///
  /// A negative duration, and one of 100 years or more, are mistakes of the test.
  public func wait(
    for duration: Duration, file: String = #filePath, line: Int = #line,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    guard duration >= .zero else {
      return report(
        mistake: "time does not go back: wait(for: \(duration))",
        help: "give a duration that is not negative", place: .init(file: file, line: line))
    }
    guard duration < .seconds(Self.longest) else {
      return reportTooLong("wait(for: \(duration))", .init(file: file, line: line))
    }
    await operate { device in
      await device.settle()
      let end = device.system.withLock { $0.clock } + Interval(duration)
      await device.elapse(until: end)
      await device.settle()
    }
  }

  /// The seconds that one call lets pass at most, a hundred years: the nanoseconds of two such
  /// calls can be counted.
  static let longest: TimeInterval = 3_155_760_000

  func reportTooLong(_ call: String, _ place: SimulationIssue.Place) {
    report(
      mistake: "too long for the device's clock: \(call)", help: "give less than 100 years",
      place: place)
  }

  func time(isShown: Bool) -> Timestamp {
    system.withLock { system in
      if isShown, !system.hasTime { system.hasReadEarly = true }
      return system.clock
    }
  }

  /// Takes back the readings of the time since the last job of the app, which were a timer's.
  func forgetEarlyReading() { system.withLock { $0.hasReadEarly = false } }

  func nameEarlyReading() {
    let hasRead = system.withLock { state in
      defer { state.hasReadEarly = false }
      return state.hasReadEarly
    }
    guard hasRead else { return }
    warn(
      "the app has read the time before the first fix, which the device learns from it, and got "
        + "1970",
      help: "let the run start at a time: startingAt: .firstFix(of: \"drive.gpx\"), or another")
  }

  /// Performs an operation that lets time pass by fixes; meanwhile sleeps wait for these fixes.
  ///
  /// A device whose run has ended, and one whose app performs the operation and so would wait for
  /// itself, does nothing; both are mistakes.
  nonisolated(nonsending) func operate(
    _ body: (SimulatedDevice) async -> Void
  ) async {
    if let mistake = mistakeOfCaller {
      return report(
        mistake: mistake,
        help: "launch, move and settle the device in the test's own code, while the run lasts",
        place: site)
    }
    AppExecutor.noteBody()
    system.withLock { $0.operations += 1 }
    defer {
      system.withLock { $0.operations -= 1 }
      passTime()
    }
    await body(self)
  }

  private var mistakeOfCaller: String? {
    if hasEnded { return "the simulated device is used after its run" }
    guard let context = AppExecutor.appContext, !context.isTests else { return nil }
    return "the app's own code uses the simulated device, which waits for this code"
  }

  /// Ends the sleeps that are due by `time`, one after the other, and moves the clock to it.
  ///
  /// An app that sleeps again and again for so short a time that its wakes take longer than the
  /// device's patience is named, and misses the rest of them.
  nonisolated(nonsending) func elapse(until time: Timestamp) async {
    let (begin, patience) = (WallClock.machineTime, currentPatience)
    var wakes = 0
    while !Task.isCancelled, let due = endNext(before: time) {
      await settle()
      wakes += 1
      if WallClock.machineTime - begin > patience {
        nameRestless(due, wakes: wakes)
        break
      }
    }
    pass(to: time)
  }

  private func pass(to time: Timestamp) {
    service?.elapse(until: time)
    advance(to: time)
  }

  package func advance(to time: Timestamp) {
    let passed = system.withLock { system in
      let before = system.clock
      system.clock = max(before, time)
      return system.clock - before
    }
    uptime.wrappingAdd(passed.milliseconds * 1_000_000, ordering: .relaxed)
  }

  /// No time passes, and the sleeps keep what is left of them.
  func begin(at time: Timestamp) {
    system.withLock { system in
      system.sleepers.shift(by: .milliseconds((time - system.clock).milliseconds))
      let passed = time - system.clock
      for index in system.clients.indices {
        system.clients[index].request = system.clients[index].request.map { $0 + passed }
      }
      system.clock = time
    }
    service?.begin(at: time)
  }

  /// Ends the next sleep, or the next request for a location, that is due by `time`.
  private func endNext(before time: Timestamp) -> Due? {
    let request = system.withLock { system in
      let first = system.sleepers.first.map { Timestamp(roundingUp: $0.end) } ?? time
      return system.nextRequest.flatMap { $0 <= min(time, first) ? $0 : nil }
    }
    if let request {
      pass(to: request)
      system.withLock { $0.answerRequests(by: request) }
      return .request
    }
    guard
      let sleeper = system.withLock({
        $0.sleepers.removeFirst(endingBy: .milliseconds(time.milliseconds))
      })
    else { return nil }
    let end = Timestamp(roundingUp: sleeper.end)
    pass(to: end)
    setOccasion("a task that has slept until \(end.rfc3339) has not come to rest")
    sleeper.wake()
    return .sleep(sleeper)
  }

  func sleep(_ sleeper: Sleeper) {
    let isOperating = system.withLock { state in
      // The clock counts milliseconds: no sleep is shorter, so that each moves it on.
      let end = .milliseconds(state.clock.milliseconds) + max(sleeper.duration, .milliseconds(1))
      state.sleepers.insert(sleeper, until: end)
      if !sleeper.isTests { state.hasSlept = true }
      return state.operations > 0
    }
    if !isOperating { passTime() }
  }

  /// Lets time pass while the test performs no operation that does.
  ///
  /// If the test itself sleeps, time passes at once; otherwise as fast as real time, because the
  /// test may wait for something else.
  private func passTime() {
    guard !hasEnded, system.withLock({ $0.sleepers.first != nil && $0.operations == 0 }) else {
      return
    }
    AppExecutor.whenAtRest { [weak self] in
      guard let self else { return }
      let (first, isTests) = system.withLock { state in
        (state.operations == 0 ? state.sleepers.first : nil, state.sleepers.includesTests)
      }
      guard let first, !hasEnded else { return }
      if isTests { return wakeWithoutFix(first.end) }
      MainQueue.async(after: first.duration) { [weak self] in
        guard let self, !hasEnded else { return }
        let isDue = system.withLock { $0.operations == 0 && $0.sleepers.first?.end == first.end }
        if isDue { wakeWithoutFix(first.end) }
      }
    }
  }

  private func wakeWithoutFix(_ end: Duration) {
    _ = endNext(before: Timestamp(roundingUp: end))
    passTime()
  }

  func setOccasion(_ occasion: String) { system.withLock { $0.occasion = occasion } }
}

/// A sleep of the app, or its request for a location, that ends at a time of the device's clock.
enum Due {
  case sleep(Sleeper)
  case request
}

extension Interval {
  init(_ duration: Duration) {
    self.init(milliseconds: Int64((duration / .milliseconds(1)).rounded()))
  }
}

extension Date {
  /// The seconds before and after 1970 that the device's clock can show.
  static let clockLimit: TimeInterval = 1e12

  /// True if the device's clock can show the time: it is neither infinite nor no number.
  var isOnClock: Bool { timeIntervalSince1970.magnitude < Self.clockLimit }

  var clockProblem: String { "no clock shows the time \(timeIntervalSince1970) s since 1970" }

  static let clockHelp = "give a finite number"
}

extension Timestamp {
  fileprivate init(roundingUp duration: Duration) {
    // A quotient of durations is a `Double`, whose error would be a millisecond.
    let (seconds, attoseconds) = duration.components
    self.init(
      milliseconds: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
