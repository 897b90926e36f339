/// A component of the magnetic field, in microteslas.
public typealias CLHeadingComponentValue = Double

/// The heading filter, in degrees, that filters no heading out.
public let kCLHeadingFilterNone: CLLocationDegrees = -1

/// A direction in which the device points; the simulated one has no compass and delivers none.
open class CLHeading: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  open var magneticHeading: CLLocationDirection { -1 }
  open var trueHeading: CLLocationDirection { -1 }
  open var headingAccuracy: CLLocationDirection { -1 }
  open var x: CLHeadingComponentValue { 0 }
  open var y: CLHeadingComponentValue { 0 }
  open var z: CLHeadingComponentValue { 0 }
  open var timestamp: Date { Date(timeIntervalSince1970: 0) }

  public override init() {}

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  open func encode(with coder: NSCoder) {}

  public required init?(coder: NSCoder) {}
}
