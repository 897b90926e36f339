public import GeofenceCore

/// What a run keeps for the next one, so that a track cut anywhere and simulated in pieces gives the
/// events of the whole.
public struct SavedState: Codable, Sendable {
  /// One device of a track.
  public struct Device: Codable, Sendable {
    public let name: String?
    public let simulation: SimulationSnapshot
    /// The last fix, where fixes are interpolated.
    public let lastFix: SavedFix?
    /// The alarms that have fired and are done, by their positions among those of the reminders.
    public let firedAlarms: [Int]?
    public let progress: TrackProgress.Device

    public init(
      name: String?, simulation: SimulationSnapshot, lastFix: Fix?, firedAlarms: [Int]?,
      progress: TrackProgress.Device
    ) {
      self.name = name
      self.simulation = simulation
      self.lastFix = lastFix.map(SavedFix.init)
      self.firedAlarms = firedAlarms
      self.progress = progress
    }
  }

  public struct Track: Codable, Sendable {
    public let isTimed: Bool?
    public let devices: [Device]

    public init(isTimed: Bool?, devices: [Device]) {
      self.isTimed = isTimed
      self.devices = devices
    }
  }

  /// The regions and settings it belongs to, by the option that sets each.
  public let settings: [String: String]
  /// In the order of the arguments.
  public let tracks: [Track]

  public init(settings: [String: String], tracks: [Track]) {
    self.settings = settings
    self.tracks = tracks
  }
}

/// A fix as it is kept.
public struct SavedFix: Codable, Sendable {
  let time: Int64
  let latitude: Double
  let longitude: Double
  let horizontalAccuracy: Double?

  init(_ fix: Fix) {
    time = fix.time.milliseconds
    latitude = fix.coordinate.latitude
    longitude = fix.coordinate.longitude
    horizontalAccuracy = fix.horizontalAccuracy
  }

  public var fix: Fix {
    Fix(
      time: Timestamp(milliseconds: time),
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      horizontalAccuracy: horizontalAccuracy)
  }
}

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
}
