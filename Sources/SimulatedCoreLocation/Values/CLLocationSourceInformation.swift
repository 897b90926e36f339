public import Foundation

/// The source of a location.
public final class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding, Sendable {
  public let isSimulatedBySoftware: Bool
  public let isProducedByAccessory: Bool

  public init(
    softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool
  ) {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
  }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  private enum Key {
    static let isSimulated = "isSimulatedBySoftware"
    static let isFromAccessory = "isProducedByAccessory"
  }

  public func encode(with coder: NSCoder) {
    coder.encode(isSimulatedBySoftware, forKey: Key.isSimulated)
    coder.encode(isProducedByAccessory, forKey: Key.isFromAccessory)
  }

  public init?(coder: NSCoder) {
    isSimulatedBySoftware = coder.decodeBool(forKey: Key.isSimulated)
    isProducedByAccessory = coder.decodeBool(forKey: Key.isFromAccessory)
  }
}
