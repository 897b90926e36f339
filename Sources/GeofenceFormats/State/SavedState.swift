public import GeofenceCore

/// What a run keeps for the next one, so that a track cut anywhere and simulated in pieces gives the
/// events of the whole.
public struct SavedState: Codable, Sendable {
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
    public internal(set) var devices: [SavedDevice] = []
    /// What is coded in the place of the devices, each of which is coded by itself.
    private let noDevices: [Never]

    private enum CodingKeys: String, CodingKey {
      case name, start, end, actions, isTimed
      case noDevices = "devices"
    }

    public init(
      name: String?, start: Timestamp?, end: Timestamp?, actions: String, isTimed: Bool?,
      devices: [SavedDevice]
    ) {
      self.name = name
      self.start = start?.milliseconds
      self.end = end?.milliseconds
      self.actions = actions
      self.isTimed = isTimed
      self.devices = devices
      noDevices = []
    }
  }

  /// The regions and settings it belongs to, by the option that sets each.
  public let settings: [String: String]
  public internal(set) var tracks: [Track]
  /// Events that the run could not deliver; the next one prints them first.
  public let undelivered: [EventRecord]

  public init(settings: [String: String], tracks: [Track], undelivered: [EventRecord]) {
    self.settings = settings
    self.tracks = tracks
    self.undelivered = undelivered
  }
}
