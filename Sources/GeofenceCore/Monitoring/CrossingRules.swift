/// The rules, in metres and milliseconds, that decide when a boundary counts as crossed.
///
/// Apple documents that the device "must travel a minimum distance over the boundary and remain on
/// the same side of the boundary for at least 20 seconds".
package struct CrossingRules: Hashable, Sendable {
  /// The time that the device must stay on the new side, 20 s as Apple documents.
  package var dwell = Interval(milliseconds: 20_000)
  /// The same on the way out; `nil` for `dwell`.
  ///
  /// Positioning models that are fitted to exits have one: of iPhones' exits the time stays alike,
  /// 131 s on foot and 105 s faster, not the distance (MobilityNet, iOS 12.3.1, 2019 to 2020).
  package var outwardDwell: Interval?
  package var dwellOrigin = DwellOrigin.boundary
  /// The minimum distance past the boundary, in metres; not negative.
  ///
  /// Of 72 exits of iPhones in published recordings, 100 m misses 2 and puts 65 % within a minute of
  /// the phone's own; 200 m, which Apple documents "for testing purposes", misses 12 and puts 28 %
  /// there (MobilityNet, iOS 12.3.1, 2019 to 2020).
  package var cushion = 100.0
  /// The minimum distance past the boundary on entry, in metres; never more than half the radius.
  ///
  /// Developers observed that an enter comes "almost exactly at the edge"
  /// (flutter_background_geolocation #953, 2023), hence 0.
  package var inwardCushion = 0.0
  /// A Boolean value that indicates whether a fix of any accuracy is decisive.
  package var ignoresAccuracy = false
  /// The rule that judges a fix with an accuracy; `nil` where the fix decides only if its circle of
  /// accuracy does not straddle the boundary.
  package var overlap: Overlap?
  /// The least time between two location updates; 0 where every one is evaluated.
  ///
  /// Android's apps ask for it as the responsiveness of a notification.
  package var responsiveness = Interval(milliseconds: 0)

  /// The place past which the dwell counts.
  package enum DwellOrigin: String, CaseIterable, Sendable {
    /// The boundary: the device must "remain on the same side of the boundary for at least 20
    /// seconds" (Apple, Region Monitoring and iBeacon).
    case boundary
    /// The cushion: it must "remain at that minimum distance for at least 20 seconds" (Apple,
    /// Location and Maps Programming Guide, archived).
    case cushion
  }

  package init() {}

  /// Creates the rules of an interface that judges fixes by the overlap, without dwell and cushions.
  init(_ overlap: Overlap) {
    (dwell, cushion) = (Interval(milliseconds: 0), 0)
    self.overlap = overlap
  }

  /// Returns whether a fix with an accuracy in metres is judged by the share of its circle of
  /// accuracy.
  @inline(__always)
  func judgesOverlap(ofAccuracy accuracy: Double?) -> Bool {
    guard overlap != nil, let accuracy, accuracy > 0 else { return false }
    return !ignoresAccuracy
  }

  @inline(__always)
  package func dwell(entering: Bool) -> Interval { entering ? dwell : outwardDwell ?? dwell }

  /// Returns the cushion on entry for a radius, both in metres.
  ///
  /// The cushion is at most half the radius, since no device can be 100 m inside a 50 m circle.
  func inwardCushion(radius: Double) -> Double { min(inwardCushion, radius / 2) }
}
