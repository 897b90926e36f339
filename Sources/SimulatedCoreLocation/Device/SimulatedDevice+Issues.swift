import GeofenceCore

/// What a test is told beside what it asks.
extension SimulatedDevice {
  /// Is told of mistakes of the app; without it they fail the test.
  public func onMisuse(_ handler: @escaping @Sendable (String) -> Void) {
    app.withLock { $0.onMisuse = handler }
  }

  /// Reports what the app, or the test at `place`, did wrong.
  func report(
    mistake problem: String, help: String? = nil, place: SimulationIssue.Place? = nil
  ) {
    log(.error, problem)
    if let onMisuse = app.withLock({ $0.onMisuse }) { return onMisuse(problem) }
    let issue = SimulationIssue(.error, problem, help: help, place: place ?? .caller)
    if !issue.reportToFramework() { app.withLock { $0.mistakes.append(issue) } }
  }

  /// Says once in a run what the simulation cannot show, or what the app seems to have forgotten.
  func warn(_ problem: String, help: String? = nil) {
    guard app.withLock({ $0.warnings.insert(problem).inserted }) else { return }
    log(.warning, problem)
    let issue = SimulationIssue(.warning, problem, help: help)
    if !issue.reportToFramework() { issue.printAndFailAtExit() }
  }

  func takeMistakes() -> [SimulationIssue] {
    app.withLock { state in
      defer { state.mistakes = [] }
      return state.mistakes
    }
  }

  /// Reports what the device has waited for too long; it moves on where it can.
  func nameWhatLasts() {
    let queue = AppQueues.busy.map { "; the dispatch queue \"\($0)\" is busy" } ?? ""
    let occasion = app.withLock { $0.occasion } + queue
    report(
      mistake: occasion,
      help: "the device waited for \(patience); something never ends, blocks the main thread or "
        + "waits for what is not simulated", place: site)
  }

  // MARK: the timeline

  func log(_ kind: TimelineEntry.Kind, _ text: @autoclosure () -> String) {
    let (clock, fix, isOnTrack) = system.withLock {
      ($0.clock, $0.core.lastFix, $0.lastFixTime != nil)
    }
    let text = text()
    app.withLock { state in
      if kind == .delivery || kind == .launch, let fix, state.loggedFix != fix.time {
        state.loggedFix = fix.time
        state.timeline.append(
          TimelineEntry(
            date: fix.time.date, kind: .fix,
            text: "\(fix.coordinate.latitude),\(fix.coordinate.longitude)", isOnTrack: true))
      }
      state.timeline.append(
        TimelineEntry(date: clock.date, kind: kind, text: text, isOnTrack: isOnTrack))
    }
  }
}
