public import Foundation

public typealias CLBeaconMajorValue = UInt16
public typealias CLBeaconMinorValue = UInt16

/// A beacon's surroundings. The simulated device hears no beacons: monitoring one fails.
open class CLBeaconRegion: CLRegion, @unchecked Sendable {
  public let uuid: UUID
  public let major: NSNumber?
  public let minor: NSNumber?
  open var notifyEntryStateOnDisplay = false

  public init(uuid: UUID, identifier: String) {
    (self.uuid, major, minor) = (uuid, nil, nil)
    super.init(identifier: identifier)
  }

  public init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    (self.uuid, self.major, minor) = (uuid, NSNumber(value: major), nil)
    super.init(identifier: identifier)
  }

  public init(
    uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    (self.uuid, self.major, self.minor) = (uuid, NSNumber(value: major), NSNumber(value: minor))
    super.init(identifier: identifier)
  }

  public init(beaconIdentityConstraint constraint: CLBeaconIdentityConstraint, identifier: String) {
    (uuid, major, minor) = (
      constraint.uuid, constraint.major.map { NSNumber(value: $0) },
      constraint.minor.map { NSNumber(value: $0) }
    )
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
  public var proximityUUID: UUID { uuid }

  public var beaconIdentityConstraint: CLBeaconIdentityConstraint {
    CLBeaconIdentityConstraint(uuid, major?.uint16Value, minor?.uint16Value)
  }

  /// Nothing to advertise with.
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
    coder.encode(uuid.uuidString as NSString, forKey: "uuid")
    if let major { coder.encode(major, forKey: "major") }
    if let minor { coder.encode(minor, forKey: "minor") }
  }

  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "uuid"),
      let uuid = UUID(uuidString: text as String)
    else { return nil }
    self.uuid = uuid
    major = coder.decodeObject(of: NSNumber.self, forKey: "major")
    minor = coder.decodeObject(of: NSNumber.self, forKey: "minor")
    super.init(coder: coder)
  }
}
