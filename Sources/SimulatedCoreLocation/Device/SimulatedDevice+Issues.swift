import GeofenceCore

extension SimulatedDevice {
  /// Passes the app's mistakes to `handler`; without a handler they fail the test.
  public func onMisuse(_ handler: @escaping @Sendable (String) -> Void) {
    system.withLock { $0.onMisuse = handler }
  }

  package func report(
    mistake problem: String, help: String? = nil, place: SimulationIssue.Place? = nil
  ) {
    log(.error, problem)
    if let onMisuse = system.withLock({ $0.onMisuse }) { return onMisuse(problem) }
    let issue = SimulationIssue(.error, problem, help: help, place: place ?? .caller)
    if !issue.reportToFramework() { system.withLock { $0.mistakes.append(issue) } }
  }

  package func warn(_ problem: String, help: String? = nil) {
    guard system.withLock({ $0.warnings.insert(problem).inserted }) else { return }
    log(.warning, problem)
    let issue = SimulationIssue(.warning, problem, help: help)
    if !issue.reportToFramework() { issue.printAndFailAtExit() }
  }

  func warnOfBeacons() {
    warn("the simulated device detects no beacons: one takes its slot, and is never near")
  }

  func nameWhatLasts() {
    let queue = AppQueues.busy.map { "; the dispatch queue \"\($0)\" is busy" } ?? ""
    let occasion = system.withLock { $0.occasion } + queue
    report(
      mistake: occasion,
      help: "the device waited for \(patience); something never ends, blocks the main thread or "
        + "waits for what is not simulated", place: site)
  }

  func nameRestless(_ sleeper: Sleeper, wakes: Int) {
    let isFirst = system.withLock { state in
      defer { state.isRestless = true }
      return !state.isRestless
    }
    guard isFirst else { return }
    report(
      mistake:
        "the app sleeps again and again: \(wakes) times between two fixes, the last time for "
        + "\(sleeper.duration)",
      help:
        "the device waited for \(patience) and passes over the sleeps that are left; let the app "
        + "sleep longer, or give the configuration more patience", place: site)
  }
}
