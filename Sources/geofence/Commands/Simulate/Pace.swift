import GeofenceCore

/// Holds a playback to the pace of its track, or a multiple of it.
struct Pace {
  /// Track seconds per second.
  let rate: Double
  private var origin: (time: Timestamp, instant: ContinuousClock.Instant)?

  init(rate: Double) {
    self.rate = rate
  }

  /// Waits until `time` has come, counted from the first time it was asked about.
  ///
  /// - Returns: false when interrupted.
  mutating func wait(for time: Timestamp) -> Bool {
    guard let origin else {
      self.origin = (time, .now)
      return true
    }
    let delay = (time - origin.time).seconds / rate
    // Longer than a lifetime is the same as forever, and still fits a clock.
    return Interruption.sleep(until: origin.instant + .seconds(min(delay, 1e10)))
  }
}
