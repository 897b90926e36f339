extension CLMonitor {
  /// A condition of beacons around the device, which takes its slot and is never satisfied.
  public struct BeaconIdentityCondition: CLCondition, Hashable {
    public let uuid: UUID
    public let major: CLBeaconMajorValue?
    public let minor: CLBeaconMinorValue?

    init(_ uuid: UUID, _ major: CLBeaconMajorValue?, _ minor: CLBeaconMinorValue?) {
      (self.uuid, self.major, self.minor) = (uuid, major, minor)
    }

    public init(uuid: UUID) { self.init(uuid, nil, nil) }

    public init(uuid: UUID, major: CLBeaconMajorValue) { self.init(uuid, major, nil) }

    public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
      self.init(uuid, major, minor)
    }
  }
}

// These methods serve the archives of the types that contain such an identity.
extension CLMonitor.BeaconIdentityCondition {
  private enum Key {
    static let uuid = "uuid"
    static let major = "major"
    static let minor = "minor"
  }

  func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString as NSString, forKey: Key.uuid)
    if let major { coder.encode(NSNumber(value: major), forKey: Key.major) }
    if let minor { coder.encode(NSNumber(value: minor), forKey: Key.minor) }
  }

  init?(coder: NSCoder) {
    func number(_ key: String) -> UInt16? {
      guard coder.containsValue(forKey: key) else { return nil }
      return coder.decodeObject(of: NSNumber.self, forKey: key)?.uint16Value
    }
    guard let text = coder.decodeObject(of: NSString.self, forKey: Key.uuid),
      let uuid = UUID(uuidString: text as String)
    else { return nil }
    self.init(uuid, number(Key.major), number(Key.minor))
  }
}

/// The name of the identity in Objective-C.
public typealias CLBeaconIdentityCondition = CLMonitor.BeaconIdentityCondition
