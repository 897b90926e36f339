/// The significant-change location service: the first fix, then any at least so far and so long
/// from the last change.
///
/// Apple: notifications come "as soon as the device moves 500 meters or more from its previous
/// notification" and not "more frequently than once every five minutes".
package struct SignificantChange: Sendable {
  /// Metres.
  let distance: Double
  let interval: Interval
  /// The time for which the clock has run at the first fix.
  private let phase: Interval
  private(set) var last: Change?
  private var lastVector = EarthVector(x: 0, y: 0, z: 0)

  /// The place and the time of a significant change.
  package struct Change: Hashable, Sendable {
    package internal(set) var place: Coordinate
    package internal(set) var time: Timestamp

    package init(place: Coordinate, time: Timestamp) {
      self.place = place
      self.time = time
    }
  }

  /// The path from one significant change to the next.
  package struct Movement: Hashable, Sendable {
    fileprivate let from: Coordinate
    fileprivate let to: Coordinate
    package let interval: Interval

    /// Metres.
    package var distance: Double { Geodesic(from: from, to: to).distance }
  }

  init(distance: Double, interval: Interval, phase: Interval) {
    self.distance = distance
    self.interval = interval
    self.phase = phase
  }

  /// Goes on after `change`.
  mutating func note(_ change: Change) {
    last = change
    lastVector = EarthVector(change.place)
  }

  /// Returns whether `fix` is a significant change, as the first fix is.
  func isDue(_ fix: Fix, _ vector: EarthVector) -> Bool {
    guard let last else { return true }
    guard fix.time - last.time >= interval else { return false }
    return Separation(from: last.place, lastVector, to: fix.coordinate, vector).isAtLeast(distance)
  }

  /// Takes `fix` as a change, and says what has been covered since the one before.
  ///
  /// - Returns: `nil` for the first.
  mutating func take(_ fix: Fix, _ vector: EarthVector) -> Movement? {
    let time = last == nil ? fix.time + Interval(milliseconds: -phase.milliseconds) : fix.time
    defer { (last, lastVector) = (Change(place: fix.coordinate, time: time), vector) }
    return last.map { last in
      Movement(from: last.place, to: fix.coordinate, interval: fix.time - last.time)
    }
  }

  /// Returns the distance and the time that the device may go before a fix is a change.
  func allowance(at time: Timestamp, _ vector: EarthVector) -> QuietZone.Allowance {
    guard let last else { return QuietZone.Allowance(distance: 0) }
    if time - last.time < interval {
      return QuietZone.Allowance(end: last.time.advanced(by: interval))
    }
    let chord = vector.squaredChord(to: lastVector).squareRoot()
    return QuietZone.Allowance(distance: ChordBounds(distance: distance).lower - chord)
  }
}
