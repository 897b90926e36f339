public import Foundation

public enum CLProximity: Int, Sendable {
  case unknown = 0
  case immediate = 1
  case near = 2
  case far = 3
}

/// A beacon that was heard; the simulated device hears none.
open class CLBeacon: NSObject, @unchecked Sendable {
  public let uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  public let major = NSNumber(value: 0)
  public let minor = NSNumber(value: 0)
  public let proximity = CLProximity.unknown
  /// Metres; −1 when unknown.
  public let accuracy: CLLocationAccuracy = -1
  public let rssi = 0
  public let timestamp = Date(timeIntervalSince1970: 0)

  @available(*, deprecated, renamed: "uuid")
  public var proximityUUID: UUID { uuid }
}

/// Names the beacons that an app wants to hear.
open class CLBeaconIdentityConstraint: NSObject, CLCondition, @unchecked Sendable {
  public let uuid: UUID
  public let major: CLBeaconMajorValue?
  public let minor: CLBeaconMinorValue?

  init(_ uuid: UUID, _ major: CLBeaconMajorValue?, _ minor: CLBeaconMinorValue?) {
    (self.uuid, self.major, self.minor) = (uuid, major, minor)
  }

  public convenience init(uuid: UUID) { self.init(uuid, nil, nil) }

  public convenience init(uuid: UUID, major: CLBeaconMajorValue) { self.init(uuid, major, nil) }

  public convenience init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    self.init(uuid, major, minor)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLBeaconIdentityConstraint else { return false }
    return (uuid, major, minor) == (other.uuid, other.major, other.minor)
  }

  open override var hash: Int { uuid.hashValue }
}

extension CLMonitor {
  /// Beacons around the device; a monitor says that it does not support them.
  public struct BeaconIdentityCondition: CLCondition, Hashable {
    public let uuid: UUID
    public let major: CLBeaconMajorValue?
    public let minor: CLBeaconMinorValue?

    public init(uuid: UUID) { (self.uuid, major, minor) = (uuid, nil, nil) }

    public init(uuid: UUID, major: CLBeaconMajorValue) {
      (self.uuid, self.major, minor) = (uuid, major, nil)
    }

    public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
      (self.uuid, self.major, self.minor) = (uuid, major, minor)
    }
  }
}
