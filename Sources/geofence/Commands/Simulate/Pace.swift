import GeofenceCore

/// Holds a playback to the pace of its track, or a multiple of it.
struct Pace {
  /// Track seconds per second.
  let rate: Double
  private var origin: Origin?

  /// When the first time was asked about: by itself, since what holds an instant has no known size.
  private indirect enum Origin {
    case pair(time: Timestamp, instant: ContinuousClock.Instant)
  }

  init(rate: Double) {
    self.rate = rate
  }

  /// Waits until `time` has come, counted from the first time it was asked about.
  ///
  /// - Returns: false when interrupted.
  mutating func wait(for time: Timestamp) -> Bool {
    guard case .pair(let first, let instant) = origin else {
      origin = .pair(time: time, instant: .now)
      return true
    }
    let delay = (time - first).seconds / rate
    // Longer than a lifetime is the same as forever, and still fits a clock.
    return Interruption.sleep(until: instant + .seconds(min(delay, 1e10)))
  }
}
