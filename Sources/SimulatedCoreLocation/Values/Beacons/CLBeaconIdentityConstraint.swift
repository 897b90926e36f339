public import Foundation

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
