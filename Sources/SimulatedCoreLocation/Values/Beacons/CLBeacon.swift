public import Foundation

public enum CLProximity: Int, Sendable {
  case unknown, immediate, near, far
}

/// A beacon that a device has detected; the simulated device detects none.
open class CLBeacon: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  open var uuid: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
  open var major: NSNumber { 0 }
  open var minor: NSNumber { 0 }
  open var proximity: CLProximity { .unknown }
  /// The accuracy of the distance in metres; −1 if unknown.
  open var accuracy: CLLocationAccuracy { -1 }
  open var rssi: Int { 0 }
  open var timestamp: Date { Date(timeIntervalSince1970: 0) }

  @available(*, deprecated, renamed: "uuid")
  open var proximityUUID: UUID { uuid }

  public override init() {}

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  open func encode(with coder: NSCoder) {}

  public required init?(coder: NSCoder) {}
}
