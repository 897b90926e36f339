/// The significant-change location service: the first fix, then any at least so far and so long
/// from the last change.
///
/// Apple: notifications come "as soon as the device moves 500 meters or more from its previous
/// notification" and not "more frequently than once every five minutes".
public struct SignificantChange: Sendable {
  /// Metres.
  let distance: Double
  let interval: Interval
  private var last: (place: Coordinate, vector: EarthVector, time: Timestamp)?

  /// From one significant change to the next.
  public struct Movement: Hashable, Sendable {
    /// Metres.
    public let distance: Double
    public let interval: Interval
  }

  init(distance: Double, interval: Interval) {
    self.distance = distance
    self.interval = interval
  }

  /// Takes `fix` as a change if it is one, and says how far it is from the one before.
  ///
  /// - Returns: `nil` when the fix is no significant change, or the first.
  mutating func observe(_ fix: borrowing Fix, _ vector: EarthVector) -> Movement? {
    guard let last else {
      self.last = (fix.coordinate, vector, fix.time)
      return nil
    }
    guard fix.time - last.time >= interval else { return nil }
    let separation = Separation(from: last.place, last.vector, to: fix.coordinate, vector)
    guard separation.isAtLeast(distance) else { return nil }
    let movement = Movement(distance: separation.distance, interval: fix.time - last.time)
    self.last = (fix.coordinate, vector, fix.time)
    return movement
  }
}
