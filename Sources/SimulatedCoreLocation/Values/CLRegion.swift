public import Foundation
import GeofenceCore

/// Something an app can ask a location manager to watch; here always a circle.
open class CLRegion: NSObject, @unchecked Sendable {
  public let identifier: String
  public var notifyOnEntry = true
  public var notifyOnExit = true

  init(identifier: String) {
    self.identifier = identifier
  }

  /// Regions are equal when their identifiers are.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLRegion else { return false }
    return RegionIdentifier(identifier) == RegionIdentifier(other.identifier)
  }

  open override var hash: Int { RegionIdentifier(identifier).hashValue }
}

/// A circle on WGS 84.
open class CLCircularRegion: CLRegion, @unchecked Sendable {
  public let center: CLLocationCoordinate2D
  /// Metres.
  public let radius: CLLocationDistance

  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    self.center = center
    self.radius = radius
    super.init(identifier: identifier)
  }

  /// Whether the distance to the centre is at most the radius.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    Geodesic(from: center.core, to: coordinate.core).distance <= radius
  }

  /// The region as the monitor watches it; nothing that the app does to this object changes it.
  var core: CircularRegion {
    CircularRegion(
      identifier: RegionIdentifier(identifier), center: center.core, radius: radius,
      notifyOnEntry: notifyOnEntry,
      notifyOnExit: notifyOnExit)
  }
}

public enum CLRegionState: Int, Sendable {
  case unknown = 0
  case inside = 1
  case outside = 2
}

extension CLRegionState {
  init(_ state: RegionState) {
    self =
      switch state {
      case .unknown: .unknown
      case .satisfied: .inside
      case .unsatisfied: .outside
      }
  }
}
