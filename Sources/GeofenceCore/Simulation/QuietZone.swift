/// The places and the time in which a fix changes nothing: no state, no crossing, no selection.
///
/// Most fixes lie in such a zone and are skipped before they are turned into vectors. A zone takes
/// sixteen bytes, since there may be millions of them.
@usableFromInline package struct QuietZone: Sendable {
  @usableFromInline var surroundings = Surroundings.none
  /// The end of the zone in whole seconds since 1970.
  @usableFromInline var end: UInt32 = 0

  /// The distance and the time for which one observer of the device needs no fix.
  struct Allowance {
    /// The distance in metres by chord; not positive where the very next fix is needed.
    var distance = Double.infinity
    /// The time from which a fix is needed wherever it is.
    var end = Timestamp.distantFuture

    func joined(with other: Allowance) -> Allowance {
      Allowance(distance: min(distance, other.distance), end: min(end, other.end))
    }

    /// Leaves a part of the allowance to the accuracies of fixes, where the share of a circle of
    /// accuracy counts: a circle that reaches no boundary changes nothing.
    ///
    /// - Returns: the greatest accuracy, in metres, of a fix within the rest that changes nothing.
    mutating func leaveRoom(forAccuracyOf fix: Fix) -> Double {
      guard distance > 0, let accuracy = fix.horizontalAccuracy, accuracy > 0 else { return 0 }
      distance /= 2
      // A chord is a little shorter than the distance along the ground.
      return distance - 0.1
    }

    /// Returns whether a fix at `time` has to be evaluated where the device is.
    func isUsedUp(at time: Timestamp) -> Bool { distance <= 0 || end <= time }
  }

  /// Creates an empty zone, with which every fix is evaluated.
  @inlinable init() {}

  /// Creates the zone that an allowance leaves around a place.
  init(from place: Coordinate, _ vector: EarthVector, _ allowance: Allowance) {
    guard allowance.distance > 0, allowance.end.milliseconds > 0 else { return }
    // The subtracted metres allow for rounding in the vectors' coordinates and the square roots.
    surroundings = Surroundings(of: place, vector, within: allowance.distance - 1e-6)
    end = UInt32(clamping: allowance.end.milliseconds / 1000)
  }

  @inlinable @inline(__always)
  func covers(_ fix: Fix) -> Bool { covers(fix.time, fix.coordinate) }

  @inlinable @inline(__always)
  func covers(_ time: Timestamp, _ place: Coordinate) -> Bool {
    time.milliseconds < Int64(end) &* 1000 && surroundings.contains(place)
  }
}
