public import Foundation

/// The domain of Core Location's errors.
public let kCLErrorDomain = "kCLErrorDomain"

/// Names the region that can be watched better, in the user info of an error.
public let kCLErrorUserInfoAlternateRegionKey = "kCLErrorUserInfoAlternateRegionKey"

/// What went wrong with a location service, as an error of `kCLErrorDomain`.
public struct CLError: CustomNSError, Hashable, Sendable {
  public enum Code: Int, Sendable {
    case locationUnknown = 0
    case denied = 1
    case network = 2
    case headingFailure = 3
    case regionMonitoringDenied = 4
    case regionMonitoringFailure = 5
    case regionMonitoringSetupDelayed = 6
    case regionMonitoringResponseDelayed = 7
    case geocodeFoundNoResult = 8
    case geocodeFoundPartialResult = 9
    case geocodeCanceled = 10
    case deferredFailed = 11
    case deferredNotUpdatingLocation = 12
    case deferredAccuracyTooLow = 13
    case deferredDistanceFiltered = 14
    case deferredCanceled = 15
    case rangingUnavailable = 16
    case rangingFailure = 17
    case promptDeclined = 18
    case historicalLocationError = 19
  }

  public let code: Code
  private let info: UserInfo

  /// Shown as it was given; two errors of one code are equal.
  private struct UserInfo: Hashable, @unchecked Sendable {
    let values: [String: Any]
    static func == (lhs: Self, rhs: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    info = UserInfo(values: userInfo)
  }

  public static var errorDomain: String { kCLErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { info.values }
  public var userInfo: [String: Any] { info.values }
  /// The region that can be watched better, where the error has one.
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

extension CLError: CustomStringConvertible {
  public var description: String {
    "Error Domain=\(kCLErrorDomain) Code=\(code.rawValue) \"(null)\""
  }
}

#if !canImport(Darwin)
  /// Lets `error as? CLError` and `catch let error as CLError` find an `NSError` of this domain, as they do
  /// for Apple's.
  extension CLError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError {
      NSError(domain: kCLErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout CLError?) {
      _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    @discardableResult
    public static func _conditionallyBridgeFromObjectiveC(
      _ source: NSError, result: inout CLError?
    ) -> Bool {
      guard source.domain == kCLErrorDomain, let code = Code(rawValue: source.code) else {
        return false
      }
      result = CLError(code, userInfo: source.userInfo)
      return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> CLError {
      var error: CLError?
      if let source { _conditionallyBridgeFromObjectiveC(source, result: &error) }
      return error ?? CLError(.locationUnknown)
    }
  }
#endif

extension CLError.Code {
  /// Lets `catch CLError.denied` match.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? CLError)?.code == code
  }
}
