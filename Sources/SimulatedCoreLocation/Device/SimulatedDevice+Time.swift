import GeofenceCore

/// The device's clock, and the app's sleeps on it.
extension SimulatedDevice {
  /// Lets time pass without a fix: what sleeps until then wakes, and the app comes to rest.
  ///
  /// A negative duration is a mistake of the test.
  public func wait(
    for duration: Duration, file: String = #filePath, line: Int = #line,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    guard duration >= .zero else {
      return report(
        mistake: "time does not go back: wait(for: \(duration))",
        help: "give a duration that is not negative", place: .init(file: file, line: line))
    }
    await operate { device in
      let end = device.system.withLock { $0.clock } + Interval(duration)
      await device.elapse(until: end)
    }
  }

  /// Does something that lets time pass by fixes; meanwhile sleeps wait for these.
  func operate<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: (SimulatedDevice) async throws -> R
  ) async rethrows -> R {
    app.withLock { $0.operations += 1 }
    defer {
      app.withLock { $0.operations -= 1 }
      passTime()
    }
    return try await body(self)
  }

  /// Wakes what sleeps until `time` or less, one after the other, and moves the clock to it.
  func elapse(until time: Timestamp, isolation: isolated (any Actor)? = #isolation) async {
    while !Task.isCancelled, wakeNext(before: time) { await settle() }
    system.withLock { $0.clock = max($0.clock, time) }
  }

  /// - Returns: whether there was one to wake.
  private func wakeNext(before time: Timestamp) -> Bool {
    guard
      let sleeper = app.withLock({
        $0.sleepers.removeFirst(endingBy: .milliseconds(time.milliseconds))
      })
    else { return false }
    let end = Timestamp(milliseconds: Int64((sleeper.end / .milliseconds(1)).rounded(.up)))
    system.withLock { $0.clock = max($0.clock, end) }
    setOccasion("a task that has slept until \(end.rfc3339) has not come to rest")
    sleeper.wake()
    return true
  }

  func sleep(_ sleeper: Sleeper) {
    var sleeper = sleeper
    let clock = system.withLock { $0.clock }
    sleeper.end = .milliseconds(clock.milliseconds) + sleeper.duration
    let isOperating = app.withLock { state in
      state.sleepers.insert(sleeper)
      return state.operations > 0
    }
    if !isOperating { passTime() }
  }

  /// Lets time pass while the test does nothing that would: at once where the test itself sleeps,
  /// else as fast as it really does, since the test may wait for something else.
  private func passTime() {
    guard app.withLock({ $0.sleepers.first != nil && $0.operations == 0 && !$0.hasEnded }) else {
      return
    }
    AppExecutor.whenAtRest { [weak self] in
      guard let self else { return }
      let (first, isTests) = app.withLock { state in
        (state.operations == 0 ? state.sleepers.first : nil, state.sleepers.includesTests)
      }
      guard let first, !hasEnded else { return }
      if isTests { return wakeWithoutFix(first.end) }
      MainQueue.async(after: first.duration) { [weak self] in
        guard let self, !hasEnded else { return }
        let isDue = app.withLock { $0.operations == 0 && $0.sleepers.first?.end == first.end }
        if isDue { wakeWithoutFix(first.end) }
      }
    }
  }

  private func wakeWithoutFix(_ end: Duration) {
    _ = wakeNext(before: Timestamp(milliseconds: Int64((end / .milliseconds(1)).rounded(.up))))
    passTime()
  }

  func setOccasion(_ occasion: String) { app.withLock { $0.occasion = occasion } }
}

extension Interval {
  /// Rounded to the nearest millisecond.
  init(_ duration: Duration) {
    self.init(milliseconds: Int64((duration / .milliseconds(1)).rounded()))
  }
}
