public import GeofenceCore

/// What a run keeps for the next one, so that a track cut anywhere and simulated in pieces gives the
/// events of the whole.
public struct SavedState: Codable, Sendable {
  /// One device of a track.
  public struct Device: Codable, Sendable {
    public let name: String?
    let simulation: StoredSimulation
    let last: StoredFix?
    public let progress: TrackProgress.Device

    /// - Parameter lastFix: where fixes are interpolated.
    public init(
      name: String?, _ snapshot: SimulationSnapshot, lastFix: Fix?, progress: TrackProgress.Device
    ) {
      self.name = name
      simulation = StoredSimulation(snapshot)
      last = lastFix.map(StoredFix.init)
      self.progress = progress
    }

    /// Where its simulation goes on; `nil` when the file does not make sense.
    public var snapshot: SimulationSnapshot? { simulation.snapshot }
    public var lastFix: Fix? { last?.fix }
  }

  public struct Track: Codable, Sendable {
    /// `nil` for a single track.
    public let name: String?
    /// The time of the first fix, milliseconds since 1970; `nil` before it.
    public let start: Int64?
    /// The time of the last fix read.
    public let end: Int64?
    /// The scenario's actions up to there.
    public let actions: String
    public let isTimed: Bool?
    public let devices: [Device]

    public init(
      name: String?, start: Timestamp?, end: Timestamp?, actions: String, isTimed: Bool?,
      devices: [Device]
    ) {
      self.name = name
      self.start = start?.milliseconds
      self.end = end?.milliseconds
      self.actions = actions
      self.isTimed = isTimed
      self.devices = devices
    }
  }

  /// The regions and settings it belongs to, by the option that sets each.
  public let settings: [String: String]
  public let tracks: [Track]
  /// Events that the run could not deliver; the next one prints them first.
  public let undelivered: [EventRecord]

  public init(settings: [String: String], tracks: [Track], undelivered: [EventRecord]) {
    self.settings = settings
    self.tracks = tracks
    self.undelivered = undelivered
  }
}

/// A fix as the state file has it.
struct StoredFix: Codable, Sendable {
  /// Milliseconds since 1970.
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

  var fix: Fix {
    Fix(
      time: Timestamp(milliseconds: time),
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      horizontalAccuracy: horizontalAccuracy)
  }
}
