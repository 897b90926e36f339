/// How far a track has been read: what decides about the points that follow.
public struct TrackProgress: Sendable {
  /// One of the track's devices.
  public struct Device: Hashable, Codable, Sendable {
    /// The time of the last point kept, milliseconds since 1970.
    public var lastTime: Int64?
    /// The last place of an untimed track, degrees.
    public var latitude: Double?
    public var longitude: Double?
    /// Metres along an untimed track.
    public var travelled: Double?

    public init() {}
  }

  /// Whether the track's own times count; `nil` before the first point.
  public var isTimed: Bool?
  /// By the bytes of the device's name; a device without a name has none.
  public var devices: [[UInt8]: Device] = [:]

  public init() {}

  /// Whether a point of the track has been kept.
  var hasFixes: Bool { devices.values.contains { $0 != Device() } }
}
