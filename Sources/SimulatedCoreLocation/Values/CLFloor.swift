public import Foundation

/// A level of a building; no track has one.
public final class CLFloor: NSObject, NSCopying, NSSecureCoding, Sendable {
  public let level: Int

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  private static let levelKey = "level"

  public func encode(with coder: NSCoder) { coder.encode(level, forKey: Self.levelKey) }

  public init?(coder: NSCoder) { level = coder.decodeInteger(forKey: Self.levelKey) }
}
