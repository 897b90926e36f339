/// The domain of Core Location's errors.
public let kCLErrorDomain = "kCLErrorDomain"

/// The key, in the user info of an error, of the region that can be monitored better.
public let kCLErrorUserInfoAlternateRegionKey = "kCLErrorUserInfoAlternateRegionKey"

/// An error of a location service, in the domain `kCLErrorDomain`.
public struct CLError: SimulatedError {
  public enum Code: Int, Sendable {
    case locationUnknown, denied, network, headingFailure, regionMonitoringDenied,
      regionMonitoringFailure, regionMonitoringSetupDelayed, regionMonitoringResponseDelayed,
      geocodeFoundNoResult, geocodeFoundPartialResult, geocodeCanceled, deferredFailed,
      deferredNotUpdatingLocation, deferredAccuracyTooLow, deferredDistanceFiltered,
      deferredCanceled, rangingUnavailable, rangingFailure, promptDeclined,
      historicalLocationError
  }

  public let code: Code
  private let info: ErrorInfo

  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    info = ErrorInfo(userInfo)
  }

  public static var errorDomain: String { kCLErrorDomain }
  public var userInfo: [String: Any] { info.values }
  /// The region that can be monitored better, if the error has one.
  public var alternateRegion: CLRegion? {
    info.values[kCLErrorUserInfoAlternateRegionKey] as? CLRegion
  }
  public var localizedDescription: String { (self as NSError).localizedDescription }

  public static var locationUnknown: Code { .locationUnknown }
  public static var denied: Code { .denied }
  public static var network: Code { .network }
  public static var headingFailure: Code { .headingFailure }
  public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
  public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
  public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
  public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
  public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
  public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
  public static var geocodeCanceled: Code { .geocodeCanceled }
  public static var deferredFailed: Code { .deferredFailed }
  public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }
  public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }
  public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }
  public static var deferredCanceled: Code { .deferredCanceled }
  public static var rangingUnavailable: Code { .rangingUnavailable }
  public static var rangingFailure: Code { .rangingFailure }
  public static var promptDeclined: Code { .promptDeclined }
  public static var historicalLocationError: Code { .historicalLocationError }
}

#if !canImport(Darwin)
  extension CLError: _ObjectiveCBridgeable {}
#endif

extension CLError.Code {
  /// Returns whether an error has this code, so that `catch CLError.denied` matches.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? CLError)?.code == code
  }
}

/// The domain of errors of location pushes.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CLLocationPushServiceErrorDomain = "CLLocationPushServiceErrorDomain"

/// An error of a location push.
public struct CLLocationPushServiceError: CustomNSError, Hashable, Sendable {
  public enum Code: Int, Sendable {
    case unknown, missingPushExtension, missingPushServerEnvironment, missingEntitlement
  }

  public let code: Code

  public init(_ code: Code) { self.code = code }

  public static var errorDomain: String { CLLocationPushServiceErrorDomain }
  public var errorCode: Int { code.rawValue }
}
