import GeofenceCommandLine
import GeofenceCore

/// The pace of a playback: that of its track, or a multiple of it.
struct Pace {
  let rate: Double
  private var origin: Origin?

  /// Indirect, since a value that holds an instant has no size known at compile time.
  private indirect enum Origin {
    case pair(time: Timestamp, instant: ContinuousClock.Instant)
  }

  init(rate: Double) {
    self.rate = rate
  }

  /// Waits until `time`, counted from the first time that was waited for.
  mutating func wait(for time: Timestamp) -> Bool {
    guard case .pair(let first, let instant) = origin else {
      origin = .pair(time: time, instant: .now)
      return true
    }
    let delay = (time - first).seconds / rate
    // A delay of 10¹⁰ s is the same as forever, and still fits the clock.
    return Interruption.sleep(until: instant + .seconds(min(delay, 1e10)))
  }
}
