public import GeofenceCore

/// What a run keeps for the next one, so that a track cut anywhere and simulated in pieces gives the
/// events of the whole.
public struct SavedState: Sendable {
  /// Everything but the tracks.
  public struct Head: Codable, Sendable {
    /// The regions and settings it belongs to, by the option that sets each.
    public let settings: [String: String]
    /// Events that the run could not deliver; the next one prints them first.
    public let undelivered: [EventRecord]

    public init(settings: [String: String], undelivered: [EventRecord]) {
      self.settings = settings
      self.undelivered = undelivered
    }
  }

  /// Everything of a track but its devices.
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

    public init(
      name: String?, start: Timestamp?, end: Timestamp?, actions: String, isTimed: Bool?
    ) {
      self.name = name
      self.start = start?.milliseconds
      self.end = end?.milliseconds
      self.actions = actions
      self.isTimed = isTimed
    }
  }

  public let head: Head
  public internal(set) var tracks: [(track: Track, devices: SavedDevices)]
}

/// The devices of a saved track, as the lines of the file: as values, a million of them would take several
/// times the memory.
public struct SavedDevices: Sendable {
  /// The whole file.
  private let bytes: [UInt8]
  private var names = NameIndex()
  /// Where the line of each device lies, its end not included.
  private var lines: [Range<Int>] = []

  init(in bytes: [UInt8]) { self.bytes = bytes }

  public var count: Int { lines.count }

  /// - Returns: `false` when the line is no device's, or of one that is there already.
  mutating func append(_ line: Range<Int>) -> Bool {
    guard let name = SavedDevice.name(in: line, of: bytes),
      names.index(of: name.span) == lines.count
    else { return false }
    lines.append(line)
    return true
  }

  /// The number of the device of this name, in bytes; none for the device without one.
  ///
  /// - Complexity: O(n) for n bytes on average.
  public func number(of name: [UInt8]) -> Int? { names.index(ofKnown: name.span) }

  /// - Returns: `nil` when the line does not make sense.
  public subscript(number: Int) -> SavedDevice? {
    SavedDevice(line: lines[number], of: bytes)
  }

  func line(_ number: Int) -> ArraySlice<UInt8> { bytes[lines[number]] }
}
