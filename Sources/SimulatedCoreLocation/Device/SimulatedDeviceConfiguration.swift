public import Foundation
import GeofenceCore

/// The numbers of a simulated device, with Core Location's values as defaults.
public struct SimulatedDeviceConfiguration: Hashable, Sendable {
  public enum Platform: Hashable, Sendable {
    case ios, macos
  }

  public var platform = Platform.ios
  /// What the app may do at first.
  public var authorization = CLAuthorizationStatus.authorizedAlways
  /// What the user answers when the app asks for authorization; never more than it asks for.
  public var answer = CLAuthorizationStatus.authorizedAlways
  /// How many conditions the app may register. Apple documents 20.
  public var conditionLimit = 20
  /// Seconds on the new side before a crossing counts. Apple documents 20.
  public var dwell: TimeInterval = 20
  /// Metres past a boundary, outward, before a crossing counts; where it is `nil`, what goes with the
  /// positioning, or the 200 that Apple gives "for testing purposes".
  public var cushion: CLLocationDistance?
  /// Metres past a boundary, inward. Developers observed an enter "almost exactly at the edge".
  public var inwardCushion: CLLocationDistance = 0
  /// `maximumRegionMonitoringDistance`, metres. Our assumption.
  public var maximumRadius: CLLocationDistance = 100_000
  /// Whether a fix decides however uncertain it is.
  public var ignoresAccuracy = false
  /// What the phone sees of its way.
  public var positioning = SimulatedPositioning.recorded
  /// Of what is random in it.
  public var seed: UInt64 = 1
  /// Seconds of real time after which what keeps the device waiting is named.
  public var patience: TimeInterval = 10

  public init() {}

  /// A copy with what is not `nil`.
  package func with(
    authorization: CLAuthorizationStatus?, answering answer: CLAuthorizationStatus?,
    positioning: SimulatedPositioning?, seed: UInt64?
  ) -> Self {
    var configuration = self
    configuration.authorization = authorization ?? self.authorization
    configuration.answer = answer ?? self.answer
    configuration.positioning = positioning ?? self.positioning
    configuration.seed = seed ?? self.seed
    return configuration
  }

  var settings: Settings {
    var settings = Settings()
    settings.platform = platform == .ios ? .ios : .macos
    settings.limit = conditionLimit
    settings.crossing.dwell = Interval(seconds: dwell)
    settings.crossing.cushion = cushion ?? positioning.model?.cushion ?? settings.crossing.cushion
    settings.crossing.inwardCushion = inwardCushion
    settings.crossing.ignoresAccuracy = ignoresAccuracy
    settings.maximumRadius = maximumRadius
    return settings
  }
}
