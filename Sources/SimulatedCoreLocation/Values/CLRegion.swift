import GeofenceCore

/// A region that an app can ask a location manager to monitor.
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
  private let name: String
  open var identifier: String { name }
  open var notifyOnEntry = true
  open var notifyOnExit = true

  init(identifier: String) { name = identifier }

  /// Creates a region without a name, as Apple's own initializer does.
  public override init() { name = "" }

  @available(*, deprecated, message: "Use CLCircularRegion")
  public convenience init(
    circularRegionWithCenter center: CLLocationCoordinate2D, radius: CLLocationDistance,
    identifier: String
  ) { self.init(identifier: identifier) }

  /// The centre of a circle; an invalid coordinate for another region. Apple's is deprecated for
  /// all but circles.
  open var center: CLLocationCoordinate2D { kCLLocationCoordinate2DInvalid }
  /// The radius in metres; negative for a region that is no circle. Apple's is deprecated for all
  /// but circles.
  open var radius: CLLocationDistance { -1 }

  /// Returns whether a place lies in the region; always false for a region that is no circle.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool { false }

  // MARK: an object

  /// Returns whether two regions have equal identifiers.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLRegion else { return false }
    return RegionIdentifier(identifier) == RegionIdentifier(other.identifier)
  }

  open override var hash: Int { RegionIdentifier(identifier).hashValue }

  open override var description: String { "\(type(of: self)) (identifier:'\(identifier)')" }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CLRegion(identifier: identifier)
    copy.takeFlags(of: self)
    return copy
  }

  func takeFlags(of other: CLRegion) {
    notifyOnEntry = other.notifyOnEntry
    notifyOnExit = other.notifyOnExit
  }

  open class var supportsSecureCoding: Bool { true }

  private enum Key {
    static let identifier = "kCLRegionCodingKeyIdentifier"
    static let notifyOnEntry = "kCLRegionCodingKeyNotifyOnEntry"
    static let notifyOnExit = "kCLRegionCodingKeyNotifyOnExit"
  }

  open func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: Key.identifier)
    coder.encode(notifyOnEntry, forKey: Key.notifyOnEntry)
    coder.encode(notifyOnExit, forKey: Key.notifyOnExit)
  }

  public required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: Key.identifier) else {
      return nil
    }
    self.name = name as String
    notifyOnEntry = coder.decodeBool(forKey: Key.notifyOnEntry)
    notifyOnExit = coder.decodeBool(forKey: Key.notifyOnExit)
  }
}

/// A circle on WGS 84, with its radius in metres.
open class CLCircularRegion: CLRegion {
  private let circle: (center: CLLocationCoordinate2D, radius: CLLocationDistance)

  open override var center: CLLocationCoordinate2D { circle.center }
  /// The radius in metres.
  open override var radius: CLLocationDistance { circle.radius }

  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    circle = (center, radius)
    super.init(identifier: identifier)
  }

  /// Creates a circle of radius 0 without a name, as Apple's own initializer does.
  public override init() {
    circle = (CLLocationCoordinate2D(), 0)
    super.init()
  }

  /// Returns whether the distance to the centre is at most the radius.
  open override func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    Geodesic(from: center.core, to: coordinate.core).distance <= radius
  }

  open override var description: String {
    "\(type(of: self)) (identifier:'\(identifier)', center:\(center.signed), "
      + "radius:\(radius.fixed(2))m)"
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CLCircularRegion(center: center, radius: radius, identifier: identifier)
    copy.takeFlags(of: self)
    return copy
  }

  var core: CircularRegion {
    CircularRegion(
      identifier: RegionIdentifier(identifier), center: center.core, radius: radius,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
  }

  private enum Key {
    static let latitude = "kCLRegionCodingKeyCenterLatitude"
    static let longitude = "kCLRegionCodingKeyCenterLongitude"
    static let radius = "kCLRegionCodingKeyRadius"
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(center.latitude, forKey: Key.latitude)
    coder.encode(center.longitude, forKey: Key.longitude)
    coder.encode(radius, forKey: Key.radius)
  }

  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: Key.radius) else { return nil }
    circle = (
      CLLocationCoordinate2D(
        latitude: coder.decodeDouble(forKey: Key.latitude),
        longitude: coder.decodeDouble(forKey: Key.longitude)),
      coder.decodeDouble(forKey: Key.radius)
    )
    super.init(coder: coder)
  }
}

public enum CLRegionState: Int, Sendable {
  case unknown, inside, outside
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
