public import GeofenceCore

/// One device of a track, as the state file has it.
///
/// A fleet's devices as values would take several times the memory of the file.
public struct SavedDevice: Sendable {
  public let standing: Standing
  let json: [UInt8]

  private struct Content: Codable {
    let name: String?
    let simulation: StoredSimulation
    let last: StoredFix?
    let progress: TrackProgress.Device
  }

  /// How far a device has come; a class, since a run has a device in several lists.
  public final class Standing: Decodable, Sendable {
    public let name: String?
    fileprivate let last: StoredFix?
    public let progress: TrackProgress.Device

    fileprivate init(name: String?, last: StoredFix?, progress: TrackProgress.Device) {
      (self.name, self.last, self.progress) = (name, last, progress)
    }

    /// Where fixes are interpolated.
    public var lastFix: Fix? { last?.fix }
  }

  /// - Parameter lastFix: where fixes are interpolated.
  public init(
    name: String?, _ snapshot: SimulationSnapshot, lastFix: Fix?, progress: TrackProgress.Device
  ) {
    standing = Standing(name: name, last: lastFix.map(StoredFix.init), progress: progress)
    json = JSONText.bytes(
      Content(
        name: name, simulation: StoredSimulation(snapshot), last: standing.last,
        progress: progress))
  }

  /// - Returns: `nil` when this is no device.
  init?(json: [UInt8]) {
    guard let standing = try? JSONText.decoded(Standing.self, json) else { return nil }
    self.standing = standing
    self.json = json
  }

  public var name: String? { standing.name }

  /// Where its simulation goes on; `nil` when the file does not make sense.
  public var snapshot: SimulationSnapshot? {
    (try? JSONText.decoded(Content.self, json))?.simulation.snapshot
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
