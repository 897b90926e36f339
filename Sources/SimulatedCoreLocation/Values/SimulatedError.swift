/// An error of one of Apple's domains, as it comes from Objective-C: a code, and a user info that
/// equality ignores, so that two errors with one code are equal.
public protocol SimulatedError:
  CustomNSError, _ObjectiveCBridgeableError, Hashable, Sendable, CustomStringConvertible
{
  associatedtype Code: RawRepresentable<Int>, Equatable, Sendable

  var code: Code { get }
  var userInfo: [String: Any] { get }

  init(_ code: Code, userInfo: [String: Any])
}

extension SimulatedError {
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { userInfo }

  public var description: String {
    let text = userInfo[NSLocalizedDescriptionKey] as? String ?? "(null)"
    return "Error Domain=\(Self.errorDomain) Code=\(code.rawValue) \"\(text)\""
  }
}

package struct ErrorInfo: Hashable, @unchecked Sendable {
  package let values: [String: Any]

  package init(_ values: [String: Any]) { self.values = values }

  package static func == (lhs: Self, rhs: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

/// The bridge that lets `error as? CLError` and `catch let error as CLError` find an `NSError` of
/// the domain, as they do for Apple's. The runtime of Apple's platforms asks this initializer.
extension SimulatedError {
  public init?(_bridgedNSError error: NSError) {
    guard error.domain == Self.errorDomain, let code = Code(rawValue: error.code) else {
      return nil
    }
    self.init(code, userInfo: error.userInfo)
  }
}

#if !canImport(Darwin)
  /// What the runtime of other platforms asks.
  extension SimulatedError {
    public func _bridgeToObjectiveC() -> NSError {
      NSError(domain: Self.errorDomain, code: code.rawValue, userInfo: userInfo)
    }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
      _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    public static func _conditionallyBridgeFromObjectiveC(
      _ source: NSError, result: inout Self?
    ) -> Bool {
      result = Self(_bridgedNSError: source)
      return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
      let error = source.flatMap { Self(_bridgedNSError: $0) }
      guard let error = error ?? Code(rawValue: 0).map({ Self($0, userInfo: [:]) }) else {
        preconditionFailure("the codes count from 0")
      }
      return error
    }
  }
#endif
