/// The significant-change location service: the first fix, then any at least so far and so long
/// from the last change.
///
/// Apple: notifications come "as soon as the device moves 500 meters or more from its previous
/// notification" and not "more frequently than once every five minutes".
public struct SignificantChange: Sendable {
  /// Metres.
  let distance: Double
  let interval: Interval
  private(set) var last: Change?
  private(set) var lastVector = EarthVector(x: 0, y: 0, z: 0)

  /// Where and when the last one was.
  public struct Change: Hashable, Sendable {
    public let place: Coordinate
    public let time: Timestamp
  }

  /// From one significant change to the next.
  public struct Movement: Hashable, Sendable {
    /// Metres.
    public let distance: Double
    public let interval: Interval
  }

  package init(distance: Double, interval: Interval) {
    self.distance = distance
    self.interval = interval
  }

  /// Goes on after `change`.
  mutating func resume(after change: Change?) {
    last = change
    lastVector = change.map { EarthVector($0.place) } ?? lastVector
  }

  /// Whether `fix` is a significant change, the first fix included.
  package func isDue(_ fix: Fix, _ vector: EarthVector) -> Bool {
    guard let last else { return true }
    guard fix.time - last.time >= interval else { return false }
    return Separation(from: last.place, lastVector, to: fix.coordinate, vector).isAtLeast(distance)
  }

  /// Takes `fix` as a change if it is one, and says how far it is from the one before.
  ///
  /// - Returns: `nil` when the fix is no significant change, or the first.
  package mutating func observe(_ fix: Fix, _ vector: EarthVector) -> Movement? {
    guard isDue(fix, vector) else { return nil }
    defer {
      last = Change(place: fix.coordinate, time: fix.time)
      lastVector = vector
    }
    return last.map { last in
      Movement(
        distance: Geodesic(from: last.place, to: fix.coordinate).distance,
        interval: fix.time - last.time)
    }
  }
}
