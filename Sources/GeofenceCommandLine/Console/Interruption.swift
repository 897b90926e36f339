import CLibrary
import GeofenceBytes
import Synchronization

/// The signals that interrupt a run (Ctrl-C, closed terminals, pipes and full quotas) as values.
package enum Interruption {
  /// The second of the first signal, 0 before it. The handler sets nothing else: it may interrupt a
  /// reading of it, and a variable checked for exclusive access would abort.
  private static let firstSignal = Atomic<Int>(0)

  /// True if a signal has arrived. A caller that reads true ends its work.
  package static var isRequested: Bool {
    let isRequested = hasArrived
    if isRequested { isNoticed.store(true, ordering: .relaxed) }
    return isRequested
  }

  /// True if a signal has arrived, for a caller that may finish some work first, such as a reader that
  /// still parses the bytes at hand.
  package static var hasArrived: Bool { firstSignal.load(ordering: .relaxed) != 0 }

  private static let isNoticed = Atomic<Bool>(false)
  /// The number of running sections that no signal cuts short.
  private static let protections = Atomic<Int>(0)
  /// The seconds after a signal at which the process ends where nothing has noticed it, and where
  /// something has, which ends in order.
  private static let patience: UInt32 = 1
  private static let longPatience = 10

  /// Runs what has to be done as a whole, as a change of several files: a signal does not end the
  /// process in it, unless `body` asks for it.
  package static func protecting<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    protections.wrappingAdd(1, ordering: .relaxed)
    defer { protections.wrappingSubtract(1, ordering: .relaxed) }
    return try body()
  }

  /// Protects the rest of the run, which from here on has to be done as a whole.
  package static func protect() { protections.wrappingAdd(1, ordering: .relaxed) }

  /// Ends the process that a signal has not ended in time. A signal handler calls it.
  private static func endLate() {
    let since = Int(time(nil)) - firstSignal.load(ordering: .relaxed)
    let isInOrder = isNoticed.load(ordering: .relaxed) && since < longPatience
    guard protections.load(ordering: .relaxed) == 0, !isInOrder else {
      alarm(patience)
      return
    }
    FileLock.removeAll()
    _exit(ExitStatus.interrupted.rawValue)
  }

  /// Makes signals set `isRequested` and end a blocking read, and failed writes throw. A second
  /// Ctrl-C kills the process, which may be waiting in a place that does not check `isRequested`.
  package static func listen() {
    // A value that is made when it is first used must not be made by the handler.
    _ = (isRequested, isNoticed.load(ordering: .relaxed), protections.load(ordering: .relaxed))
    _ = (patience, longPatience)
    FileLock.rememberAll()
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = { Interruption.note($0) }
    #else
      action.__sigaction_handler.sa_handler = { Interruption.note($0) }
    #endif
    // The parent may have started this process with every signal blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] where signal != SIGHUP || !isIgnored(signal) {
      // SA_RESTART is left out: a read that waits for a pipe has to return.
      sigaction(signal, &action, nil)
      sigaddset(&signals, signal)
    }
    signal(SIGALRM) { _ in Interruption.endLate() }
    sigaddset(&signals, SIGALRM)
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Records a signal. A signal handler calls it, so it does only what a handler may do.
  private static func note(_ number: CInt) {
    let now = max(1, time(nil))
    let (isFirst, first) = firstSignal.compareExchange(
      expected: 0, desired: now, ordering: .relaxed)
    if isFirst { alarm(patience) }
    // Not at once: timeout(1) sends its signal twice.
    if !isFirst, number == SIGINT, now > first {
      FileLock.removeAll()
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  /// Returns whether the parent set the signal to be ignored, as nohup(1) does.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Sleeps until `deadline` on the continuous clock; `false` if the sleep was interrupted.
  package static func sleep(until deadline: ContinuousClock.Instant) -> Bool {
    while !isRequested {
      let rest = deadline - .now
      guard rest > .zero else { return true }
      // A signal that arrives after the check above wakes nobody, so no sleep is longer than 0.2 s.
      let (seconds, attoseconds) = min(rest, .milliseconds(200)).components
      var request = timespec(
        tv_sec: Int(clamping: seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      nanosleep(&request, nil)
    }
    return false
  }
}
