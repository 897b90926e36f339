import CLibrary
import GeofenceBase
import GeofenceBytes
import Synchronization

/// A line on the terminal that shows how far the work has progressed, once it has lasted a second.
package final class ProgressLine: Sendable {
  private struct State {
    package var fixes = 0
    package var isShown = false
    package var next: ContinuousClock.Instant
  }

  private let state = Mutex(State(next: .now + .seconds(1)))

  /// Creates a progress line; `nil` if standard error is not a terminal or is recorded as a
  /// transcript.
  package init?() {
    guard isatty(STDERR_FILENO) == 1, Console.transcript == nil else { return nil }
  }

  package func add(_ fixes: Int, of track: String, at time: Timestamp) {
    state.withLock { state in
      state.fixes += fixes
      let count = state.fixes
      Self.show("\(Self.short(count)) fixes, \(track.visible) at \(time.rfc3339)", &state)
    }
  }

  package func show(_ text: String) { state.withLock { Self.show(text, &$0) } }

  private static func show(_ text: @autoclosure () -> String, _ state: inout State) {
    guard ContinuousClock.now >= state.next else { return }
    state.next = .now + .milliseconds(200)
    state.isShown = true
    // The line is cut to 79 characters, since a wrapped line could not be erased.
    Console.show("\(eraseLine)\(text().prefix(79))")
  }

  package func clear() {
    state.withLock { state in
      guard state.isShown else { return }
      state.isShown = false
      Console.show(Self.eraseLine)
    }
  }

  private static let eraseLine = "\r\u{1B}[K"

  private static func short(_ count: Int) -> String {
    guard count >= 1_000_000 else { return "\(count / 1000)k" }
    return "\(count / 1_000_000).\(count / 100_000 % 10)M"
  }
}
