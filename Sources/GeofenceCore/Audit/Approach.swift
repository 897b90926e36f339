/// The nearest approach of a device to a region that none was in.
package struct Approach: Hashable, Sendable {
  /// Metres outside of the boundary.
  package let distance: Double
  package let time: Timestamp
  /// The device's number.
  package let device: Int32

  package init(distance: Double, time: Timestamp, device: Int32) {
    (self.distance, self.time, self.device) = (distance, time, device)
  }
}
