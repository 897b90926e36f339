import CLibrary
import Synchronization

/// The signals that interrupt a run (Ctrl-C, closed terminals, pipes and full quotas) as values.
package enum Interruption {
  /// The second of the first signal, 0 before it. The handler sets nothing else: it may interrupt a
  /// reading of it, and a variable checked for exclusive access would abort.
  private static let firstSignal = Atomic<Int>(0)

  package static var isRequested: Bool { firstSignal.load(ordering: .relaxed) != 0 }

  /// Makes signals set `isRequested` and end a blocking read, and failed writes throw. A second
  /// Ctrl-C kills the process, which may be waiting in a place that does not check `isRequested`.
  package static func listen() {
    // A value that is made when it is first used must not be made by the handler.
    _ = isRequested
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
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Records a signal. A signal handler calls it, so it does only what a handler may do.
  private static func note(_ number: CInt) {
    let now = max(1, time(nil))
    let (isFirst, first) = firstSignal.compareExchange(
      expected: 0, desired: now, ordering: .relaxed)
    // Not at once: timeout(1) sends its signal twice.
    if !isFirst, number == SIGINT, now > first {
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
