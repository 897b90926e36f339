/// The location updates of a phone during a stay on the new side of a boundary.
struct CrossingSight: Sendable {
  /// The number of location updates that found something.
  private(set) var looks = 0
  /// From the first to the last location update on the new side; `nil` where none did.
  private(set) var stay: (start: Timestamp, meter: ExcursionMeter)?

  /// Takes in a location update.
  ///
  /// - Parameter squaredChord: from the region's centre to the place seen.
  mutating func note(
    _ seen: Fix, squaredChord: Double, entering: Bool, isOnNewSide: Bool, isDecided: Bool
  ) {
    looks += 1
    if isOnNewSide {
      var meter = stay?.meter ?? ExcursionMeter(seen, squaredChord: squaredChord)
      meter.extend(to: seen, squaredChord: squaredChord, entering: entering)
      meter.lastTime = seen.time
      stay = (stay?.start ?? seen.time, meter)
    }
    if isDecided, isOnNewSide {
      stay?.meter.noteDecided(seen, squaredChord: squaredChord, entering: entering)
    }
    if !isDecided { stay?.meter.noteUndecided(seen, accuracy: seen.horizontalAccuracy ?? 0) }
  }
}
