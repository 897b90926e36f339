import GeofenceCore

/// How far a track has been read: what decides about the points that follow.
///
/// The devices of a reading are by their indices in it; those of earlier readings are asked for by name,
/// so that nothing has to be made of a million of them.
public struct TrackProgress: Sendable {
  /// One of the track's devices.
  public struct Device: Hashable, Sendable {
    /// The time of the last point kept, milliseconds since 1970.
    public var lastTime: Int64?
    /// The last place of an untimed track, degrees.
    public var latitude: Double?
    public var longitude: Double?
    /// Metres along an untimed track.
    public var travelled: Double?

    public init() {}
  }

  /// A device's path in an untimed track, up to the last point that has one.
  struct Path: Sendable {
    var last: Coordinate?
    /// Metres.
    var length = 0.0
  }

  /// Whether the track's own times count; `nil` before the first point.
  public var isTimed: Bool?
  /// What earlier readings came to, by the bytes of a device's name; a device without a name has none.
  private var earlier: @Sendable ([UInt8]) -> Device? = { _ in nil }
  private var hadFixes = false
  private var names = NameIndex()
  private var lastTimes: [Int64] = []
  private var paths: [Path] = []

  /// The beginning of a track.
  public init() {}

  /// - Parameters:
  ///   - hasFixes: whether a point of the track has been kept.
  ///   - device: what has been read of a device, by the bytes of its name; it may be asked by several
  ///     threads at once.
  public init(
    isTimed: Bool?, hasFixes: Bool, device: @escaping @Sendable ([UInt8]) -> Device?
  ) {
    self.isTimed = isTimed
    hadFixes = hasFixes
    earlier = device
  }

  /// What `earlier` came to, and what has been read since.
  ///
  /// - Parameters:
  ///   - lastTimes: of each device, `Int64.min` where it has none.
  ///   - paths: of the first devices, where the track is untimed.
  init(
    after earlier: TrackProgress, isTimed: Bool?, _ names: NameIndex, lastTimes: [Int64],
    paths: [Path]
  ) {
    self.isTimed = isTimed
    self.earlier = { earlier.device(named: $0) }
    hadFixes = earlier.hasFixes
    (self.names, self.lastTimes, self.paths) = (names, lastTimes, paths)
  }

  /// Whether a point of the track has been kept.
  var hasFixes: Bool {
    hadFixes || lastTimes.contains { $0 != .min } || paths.contains { $0.last != nil }
  }

  /// How far a device of the reading has come, by its index there.
  public subscript(device: Int) -> Device {
    var reached = Device()
    reached.lastTime = lastTimes[device] == .min ? nil : lastTimes[device]
    if device < paths.count, let last = paths[device].last {
      reached.latitude = last.latitude
      reached.longitude = last.longitude
      reached.travelled = paths[device].length
    }
    return reached
  }

  /// How far a device has come; `nil` where the track has had none of that name.
  ///
  /// - Parameter name: its bytes; none for the device without one.
  func device(named name: [UInt8]) -> Device? {
    names.index(ofKnown: name.span).map { self[$0] } ?? earlier(name)
  }
}
