/// The nearest approach of a device to a region in which none was while it belonged to the app's set.
package struct Approach: Hashable, Sendable {
  /// The reason why a region did not belong to the app's set at some time.
  package enum Absence: Hashable, Sendable {
    case notAdded(until: Timestamp)
    case removed(Timestamp)
    /// The reminder of its alarm was completed.
    case completed(Timestamp)
  }

  /// A time without fixes in which a device may have been in the circle and left it.
  package struct Gap: Hashable, Sendable {
    package let from: Timestamp
    package let to: Timestamp
    /// True if the straight line between its ends passes the circle.
    let passes: Bool
  }

  /// Metres outside of the boundary; 0 or less where a device was in the circle.
  package let distance: Double
  package let time: Timestamp
  package let device: Int32
  /// The reason why the region did not belong to the set then; `nil` where it did.
  package internal(set) var absence: Absence?
  /// The gap that leaves open whether a device was there: one whose line passes the circle before
  /// others, and then the longest.
  package internal(set) var gap: Gap?

  /// True if a device was in the region, which the app did not have then.
  package var isInside: Bool { distance <= 0 }
}
