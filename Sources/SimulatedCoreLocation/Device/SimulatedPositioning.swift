import GeofenceCore
import GeofenceFormats

/// What a simulated phone sees of its way: how often its location service looks, and how well.
///
/// Apps and geofences get the looks only. The same model, seed and track give what
/// `geofence simulate --positioning` prints.
public struct SimulatedPositioning: Hashable, Sendable {
  /// `nil` where every fix is seen.
  let model: PositioningModel?

  /// Every fix, as it was recorded.
  public static let recorded = Self(model: nil)
  public static let gps = Self(model: PositioningPreset.gps.model)
  public static let wifi = Self(model: PositioningPreset.wifi.model)
  public static let cell = Self(model: PositioningPreset.cell.model)
  /// A phone in a pocket, as far as it has been observed.
  public static let phone = Self(model: PositioningPreset.phone.model)

  /// A model of one's own, in JSON.
  ///
  /// - Throws: an error that names file, place and help.
  public static func file(_ path: String) throws -> Self {
    Self(model: try PositioningReader.read(path: path))
  }
}
