import GeofenceCore
import GeofenceInputs

/// A model of a device's location updates: how often the device gets one, and how exact it is.
///
/// Apps and geofences get the location updates alone. The same model, seed and track give what
/// `geofence simulate --positioning` prints.
public struct SimulatedPositioning: Hashable, Sendable {
  let model: PositioningModel?

  /// A positioning that passes on every fix as it was recorded.
  public static let recorded = Self(model: nil)
  /// The preset of a device that locates itself by satellites.
  public static let gps = Self(model: PositioningPreset.gps.model)
  /// The preset of a device that locates itself by wireless networks.
  public static let wifi = Self(model: PositioningPreset.wifi.model)
  /// The preset of a device that locates itself by cell towers.
  public static let cell = Self(model: PositioningPreset.cell.model)
  /// The preset of a phone in a pocket, as far as developers have observed one.
  public static let phone = Self(model: PositioningPreset.phone.model)

  /// Reads a model of your own from a JSON file.
  ///
  /// - Throws: An error that names the file, the place in it and a hint.
  public static func file(_ path: String) throws -> Self {
    Self(model: try PositioningReader.read(path: path))
  }
}
