/// Where a device came nearest to a region that none was in.
public struct Approach: Hashable, Sendable {
  /// Metres outside of the boundary.
  public let distance: Double
  public let time: Timestamp
  /// The device's number.
  public let device: Int32

  public init(distance: Double, time: Timestamp, device: Int32) {
    (self.distance, self.time, self.device) = (distance, time, device)
  }
}
