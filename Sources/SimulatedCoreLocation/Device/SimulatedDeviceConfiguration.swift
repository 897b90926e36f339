public import Foundation
import GeofenceCore

/// The numbers of a simulated device, with Core Location's values as defaults.
public struct SimulatedDeviceConfiguration: Hashable, Sendable {
  public enum Platform: Hashable, Sendable {
    case ios, macos
  }

  public var platform = Platform.ios
  /// How many conditions the app may register. Apple documents 20.
  public var conditionLimit = 20
  /// Seconds on the new side before a crossing counts. Apple documents 20.
  public var dwell: TimeInterval = 20
  /// Metres past a boundary before a crossing counts. Apple gives 200 "for testing purposes".
  public var cushion: CLLocationDistance = 200
  /// `maximumRegionMonitoringDistance`, metres. Our assumption.
  public var maximumRadius: CLLocationDistance = 100_000
  /// Whether a fix decides however uncertain it is.
  public var ignoresAccuracy = false

  public init() {}

  var settings: Settings {
    var settings = Settings()
    settings.platform = platform == .ios ? .ios : .macos
    settings.limit = conditionLimit
    settings.crossing.dwell = Interval(seconds: dwell)
    settings.crossing.cushion = cushion
    settings.crossing.ignoresAccuracy = ignoresAccuracy
    settings.maximumRadius = maximumRadius
    return settings
  }
}
