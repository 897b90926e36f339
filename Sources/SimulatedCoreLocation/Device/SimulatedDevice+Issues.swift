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
    report(SimulationIssue(.error, problem, help: help, place: place ?? .caller))
  }

  package func warn(_ problem: String, help: String? = nil) {
    guard system.withLock({ $0.warnings.insert(problem).inserted }) else { return }
    log(.warning, problem)
    report(SimulationIssue(.warning, problem, help: help, place: site))
  }

  private func report(_ issue: SimulationIssue) {
    if !issue.reportToFramework() { system.withLock { $0.unreported.append(issue) } }
  }

  /// Reports what occurred where no test was known, now that code of the test runs.
  func reportAgain() {
    let issues = system.withLock { system in
      defer { system.unreported = [] }
      return system.unreported
    }
    for issue in issues { report(issue) }
  }

  /// Reports, once, what the app has made on a thread that has no run loop, where it waits for ever.
  func reportMadeOffMainThread(_ object: String, _ effect: String) {
    let isFirst = system.withLock { $0.warnings.insert(object).inserted }
    guard isFirst else { return }
    report(
      mistake: "\(object) on a thread without a run loop, so that \(effect)",
      help:
        "detached tasks, actors, nonisolated asynchronous functions and dispatch queues run on such "
        + "threads; make it on the main actor")
  }

  func reportRequestWithoutDelegate() {
    report(
      mistake: "requestLocation() was called on a location manager without a delegate",
      help: "Core Location raises an exception; set the delegate before, and retain it, as the "
        + "manager does not")
  }

  /// Reports, once, a delegate that lacks a method without which its manager may not request a
  /// location.
  func reportDeafRequest(_ call: DelegateCall, of manager: CLLocationManager) {
    guard let delegate = manager.delegate else { return }
    var method = "didUpdateLocations"
    if case .failed = call { method = "didFailWithError" }
    let problem =
      "\(type(of: delegate)) does not implement \(method), and its manager has called "
      + "requestLocation()"
    let isFirst = system.withLock { system in
      system.clients.contains { $0.manager === manager && $0.hasRequested }
        && system.warnings.insert(problem).inserted
    }
    guard isFirst else { return }
    report(
      mistake: problem,
      help: "Core Location raises an exception where the delegate lacks one of didUpdateLocations "
        + "and didFailWithError; implement both in the class that conforms to "
        + "CLLocationManagerDelegate", place: site)
  }

  func reportNotOnEarth(_ center: CLLocationCoordinate2D, of identifier: String) {
    report(
      mistake:
        "the centre of \(identifier) is not on the Earth: latitude \(center.latitude), longitude "
        + "\(center.longitude)",
      help: "a latitude is -90…90 degrees and a longitude -180…180; are the two swapped?")
  }

  func warnOfBeacons() {
    warn("the simulated device detects no beacons: one takes its slot, and is never near")
  }

  var whatLasts: String {
    let queue = AppQueues.busy.map { "; the dispatch queue \"\($0)\" is busy" } ?? ""
    let task =
      AppExecutor.isBlocked ? "; a task blocks its thread until something is signalled" : ""
    return system.withLock { $0.occasion } + queue + task
  }

  /// Ends the process with the reason why the main thread will not go on.
  func endProcess() -> Never {
    SimulationIssue(
      .error, "the main thread is blocked, or spins: \(whatLasts)",
      help:
        "what it waits for needs the device, or a task, which go on there alone; let the code await "
        + "it instead of waiting for a semaphore, a group or a flag; work that takes longer needs a "
        + "configuration with more patience", place: site
    ).printAndExit()
  }

  func name(_ whatLasts: String) {
    report(
      mistake: whatLasts,
      help:
        "the device waited for \(patience); something never ends, blocks its thread or waits for "
        + "what is not simulated; code that waits idle for work, as a worker does, needs a Thread of "
        + "its own", place: site)
  }

  /// The patience with what an app does again and again: little once it has been named for that.
  var currentPatience: Duration { system.withLock { $0.isRestless } ? patience / 100 : patience }

  func nameRestless(_ due: Due, wakes: Int) {
    guard case .sleep(let sleeper) = due else { return nameAsking(wakes) }
    nameRestless(
      "the app sleeps again and again: \(wakes) times between two fixes, the last time for "
        + "\(sleeper.duration)",
      help: "passes over the sleeps that are left; let the app sleep longer")
  }

  func nameAsking(_ count: Int) {
    let last = timeline.last { $0.kind == .delivery }?.text ?? "what it receives"
    nameRestless(
      "the app answers \(last) with a request that is answered at once, again and again: "
        + "\(count) times",
      help: "passes over the answers that are left; let some time pass before the app asks again")
  }

  private func nameRestless(_ problem: String, help: String) {
    let isFirst = system.withLock { state in
      defer { state.isRestless = true }
      return !state.isRestless
    }
    guard isFirst else { return }
    report(
      mistake: problem,
      help:
        "the device waited for \(patience) and \(help), or give the configuration more patience",
      place: site)
  }
}
