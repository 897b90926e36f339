public typealias CLBeaconMajorValue = UInt16
public typealias CLBeaconMinorValue = UInt16

/// A region around a beacon. The simulated device detects no beacons: one that is monitored takes its
/// slot, and the device stays outside.
open class CLBeaconRegion: CLRegion {
  private let identity: CLMonitor.BeaconIdentityCondition

  open var uuid: UUID { identity.uuid }
  open var major: NSNumber? { identity.major.map { NSNumber(value: $0) } }
  open var minor: NSNumber? { identity.minor.map { NSNumber(value: $0) } }
  open var notifyEntryStateOnDisplay = false

  public init(uuid: UUID, identifier: String) {
    identity = .init(uuid: uuid)
    super.init(identifier: identifier)
  }

  public init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    identity = .init(uuid: uuid, major: major)
    super.init(identifier: identifier)
  }

  public init(
    uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    identity = .init(uuid: uuid, major: major, minor: minor)
    super.init(identifier: identifier)
  }

  public init(beaconIdentityConstraint constraint: CLBeaconIdentityConstraint, identifier: String) {
    identity = constraint.identity
    super.init(identifier: identifier)
  }

  @available(*, deprecated, renamed: "init(uuid:identifier:)")
  public convenience init(proximityUUID: UUID, identifier: String) {
    self.init(uuid: proximityUUID, identifier: identifier)
  }

  @available(*, deprecated, renamed: "init(uuid:major:identifier:)")
  public convenience init(proximityUUID: UUID, major: CLBeaconMajorValue, identifier: String) {
    self.init(uuid: proximityUUID, major: major, identifier: identifier)
  }

  @available(*, deprecated, renamed: "init(uuid:major:minor:identifier:)")
  public convenience init(
    proximityUUID: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    self.init(uuid: proximityUUID, major: major, minor: minor, identifier: identifier)
  }

  @available(*, deprecated, renamed: "uuid")
  open var proximityUUID: UUID { uuid }

  open var beaconIdentityConstraint: CLBeaconIdentityConstraint {
    CLBeaconIdentityConstraint(identity)
  }

  /// Returns an empty dictionary, as the simulated device advertises nothing.
  open func peripheralData(withMeasuredPower power: NSNumber?) -> NSMutableDictionary {
    NSMutableDictionary()
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CLBeaconRegion(
      beaconIdentityConstraint: beaconIdentityConstraint, identifier: identifier)
    copy.takeFlags(of: self)
    return copy
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    identity.encode(with: coder)
  }

  public required init?(coder: NSCoder) {
    guard let identity = CLMonitor.BeaconIdentityCondition(coder: coder) else { return nil }
    self.identity = identity
    super.init(coder: coder)
  }
}

/// The identity of the beacons that an app wants to detect.
open class CLBeaconIdentityConstraint: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let identity: CLMonitor.BeaconIdentityCondition

  open var uuid: UUID { identity.uuid }
  open var major: CLBeaconMajorValue? { identity.major }
  open var minor: CLBeaconMinorValue? { identity.minor }

  init(_ identity: CLMonitor.BeaconIdentityCondition) { self.identity = identity }

  public convenience init(uuid: UUID) { self.init(.init(uuid: uuid)) }

  public convenience init(uuid: UUID, major: CLBeaconMajorValue) {
    self.init(.init(uuid: uuid, major: major))
  }

  public convenience init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    self.init(.init(uuid: uuid, major: major, minor: minor))
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CLBeaconIdentityConstraint)?.identity == identity
  }

  open override var hash: Int { identity.hashValue }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  open func encode(with coder: NSCoder) { identity.encode(with: coder) }

  public required init?(coder: NSCoder) {
    guard let identity = CLMonitor.BeaconIdentityCondition(coder: coder) else { return nil }
    self.identity = identity
  }
}

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
