public import Foundation

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
