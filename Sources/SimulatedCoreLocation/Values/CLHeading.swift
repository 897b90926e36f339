public import Foundation

/// Microteslas.
public typealias CLHeadingComponentValue = Double

/// Degrees: no heading is filtered out.
public let kCLHeadingFilterNone: CLLocationDegrees = -1

/// Where the device points; the simulated one has no compass and never tells.
open class CLHeading: NSObject, @unchecked Sendable {
  public let magneticHeading: CLLocationDirection = -1
  public let trueHeading: CLLocationDirection = -1
  public let headingAccuracy: CLLocationDirection = -1
  public let x: CLHeadingComponentValue = 0
  public let y: CLHeadingComponentValue = 0
  public let z: CLHeadingComponentValue = 0
  public let timestamp = Date(timeIntervalSince1970: 0)
}
