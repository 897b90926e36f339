import GeofenceCore

/// A fix in the form in which an app receives it.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let fields: Fields

  private struct Fields {
    var coordinate = CLLocationCoordinate2D()
    var altitude = 0.0
    var horizontalAccuracy = 0.0
    var verticalAccuracy = -1.0
    var course = -1.0
    var courseAccuracy = -1.0
    var speed = -1.0
    var speedAccuracy = -1.0
    var timestamp: Date
    var sourceInformation: CLLocationSourceInformation?
  }

  open var coordinate: CLLocationCoordinate2D { fields.coordinate }
  /// The altitude in metres; 0 if the track has none.
  open var altitude: CLLocationDistance { fields.altitude }
  /// The horizontal accuracy in metres; 5 if the track has none, as of a good fix, since apps take
  /// 0 for no fix.
  open var horizontalAccuracy: CLLocationAccuracy { fields.horizontalAccuracy }
  /// The vertical accuracy in metres; −1, since tracks do not have it.
  open var verticalAccuracy: CLLocationAccuracy { fields.verticalAccuracy }
  /// The course in degrees; −1 if unknown.
  open var course: CLLocationDirection { fields.course }
  /// The accuracy of the course in degrees; −1 if unknown.
  open var courseAccuracy: CLLocationDirectionAccuracy { fields.courseAccuracy }
  /// The speed in metres per second; −1 if unknown.
  open var speed: CLLocationSpeed { fields.speed }
  /// The accuracy of the speed in metres per second; −1 if unknown.
  open var speedAccuracy: CLLocationSpeedAccuracy { fields.speedAccuracy }
  open var timestamp: Date { fields.timestamp }
  open var sourceInformation: CLLocationSourceInformation? { fields.sourceInformation }
  /// The altitude in metres above the ellipsoid, equal to `altitude`: tracks do not say what theirs
  /// refers to.
  open var ellipsoidalAltitude: CLLocationDistance { altitude }
  /// The floor of a building, which is always `nil`: tracks do not have it.
  open var floor: CLFloor? { nil }

  // A subclass can call each of these initializers, as with Apple's.

  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date,
    sourceInfo: CLLocationSourceInformation?
  ) {
    fields = Fields(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: course, courseAccuracy: courseAccuracy, speed: speed,
      speedAccuracy: speedAccuracy, timestamp: timestamp, sourceInformation: sourceInfo)
  }

  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
  ) {
    fields = Fields(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: course, courseAccuracy: courseAccuracy, speed: speed,
      speedAccuracy: speedAccuracy, timestamp: timestamp)
  }

  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    speed: CLLocationSpeed, timestamp: Date
  ) {
    fields = Fields(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: course, speed: speed, timestamp: timestamp)
  }

  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    fields = Fields(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, timestamp: timestamp)
  }

  /// Creates a location, in degrees, at the time of the simulated device, or in 1970 if there is
  /// none.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    fields = Fields(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      timestamp: Self.now)
  }

  /// Creates a location without a particular place, as Apple's own initializer does.
  public override init() { fields = Fields(timestamp: Self.now) }

  private static var now: Date {
    SimulatedDevice.current?.now ?? Date(timeIntervalSince1970: 0)
  }

  /// The accuracy, in metres, of a fix whose track does not say it.
  static let unknownAccuracy: CLLocationAccuracy = 5

  init(_ fix: Fix) {
    fields = Fields(
      coordinate: CLLocationCoordinate2D(fix.coordinate), altitude: fix.altitude ?? 0,
      horizontalAccuracy: fix.horizontalAccuracy ?? Self.unknownAccuracy,
      course: fix.course ?? -1, speed: fix.speed ?? -1, timestamp: fix.time.date,
      sourceInformation: CLLocationSourceInformation(
        softwareSimulationState: true, andExternalAccessoryState: false))
  }

  /// Returns the distance in metres, under the older name of `distance(from:)`.
  @available(*, deprecated, renamed: "distance(from:)")
  open func getDistance(from location: CLLocation) -> CLLocationDistance {
    distance(from: location)
  }

  /// Returns the distance in metres along the geodesic.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    Geodesic(from: location.coordinate.core, to: coordinate.core).distance
  }

  // MARK: an object

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLLocation else { return false }
    return timestamp == other.timestamp
      && Self.numbers.allSatisfy { self[keyPath: $0.value] == other[keyPath: $0.value] }
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(coordinate.latitude)
    hasher.combine(coordinate.longitude)
    hasher.combine(timestamp)
    return hasher.finalize()
  }

  /// A description like Apple's, with the time in RFC 3339.
  ///
  /// `<+46.05550000,+14.49690000> +/- 5.00m (speed -1.00 mps / course -1.00) @ …`
  open override var description: String {
    let place = "\(coordinate.signed) +/- \(horizontalAccuracy.fixed(2))m"
    let motion = "(speed \(speed.fixed(2)) mps / course \(course.fixed(2)))"
    return "\(place) \(motion) @ \(Timestamp(timestamp).rfc3339)"
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  /// The numbers, with the names under which Apple's archives keep them.
  private static let numbers:
    [(
      name: String, value: KeyPath<CLLocation, Double> & Sendable,
      field: WritableKeyPath<Fields, Double> & Sendable
    )] = [
      ("CoordinateLatitude", \.coordinate.latitude, \.coordinate.latitude),
      ("CoordinateLongitude", \.coordinate.longitude, \.coordinate.longitude),
      ("Altitude", \.altitude, \.altitude),
      ("HorizontalAccuracy", \.horizontalAccuracy, \.horizontalAccuracy),
      ("VerticalAccuracy", \.verticalAccuracy, \.verticalAccuracy),
      ("Course", \.course, \.course),
      ("CourseAccuracy", \.courseAccuracy, \.courseAccuracy),
      ("Speed", \.speed, \.speed),
      ("SpeedAccuracy", \.speedAccuracy, \.speedAccuracy),
    ]

  private static func key(_ name: String) -> String { "kCLLocationCodingKey" + name }

  open func encode(with coder: NSCoder) {
    for number in Self.numbers {
      coder.encode(self[keyPath: number.value], forKey: Self.key(number.name))
    }
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: Self.key("Timestamp"))
  }

  public required init?(coder: NSCoder) {
    func value(_ name: String) -> Double? {
      let key = Self.key(name)
      return coder.containsValue(forKey: key) ? coder.decodeDouble(forKey: key) : nil
    }
    guard value("CoordinateLatitude") != nil, value("CoordinateLongitude") != nil else {
      return nil
    }
    var fields = Fields(
      timestamp: Date(timeIntervalSinceReferenceDate: value("Timestamp") ?? -1))
    for number in Self.numbers { fields[keyPath: number.field] = value(number.name) ?? -1 }
    self.fields = fields
  }
}

extension CLLocationCoordinate2D {
  /// The coordinate as in Apple's descriptions: `<+46.05550000,+14.49690000>`.
  var signed: String {
    let parts = [latitude, longitude].map { ($0 < 0 ? "" : "+") + $0.fixed(8) }
    return "<\(parts[0]),\(parts[1])>"
  }
}

extension Double {
  func fixed(_ decimals: Int) -> String { String(format: "%.\(decimals)f", self) }
}

extension Timestamp {
  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Creates the moment of a date; of one that no clock shows, the nearest that it can show, and of
  /// no number the first.
  package init(_ date: Date) {
    let seconds = min(Date.clockLimit, max(-Date.clockLimit, date.timeIntervalSince1970))
    self.init(milliseconds: Int64((seconds * 1000).rounded()))
  }
}

#if !canImport(Darwin)
  /// A conformance that shows a location by its description in `String(format: "%@", location)` and
  /// `NSLog`, as every object is there.
  extension CLLocation: _CVarArgObject {
    public var _cVarArgObject: any CVarArg { NSString(string: description) }
    public var _cVarArgEncoding: [Int] {
      [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())]
    }
  }
#endif

/// The source of a location.
public final class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding, Sendable {
  public let isSimulatedBySoftware: Bool
  public let isProducedByAccessory: Bool

  public init(
    softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool
  ) {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
  }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  private enum Key {
    static let isSimulated = "isSimulatedBySoftware"
    static let isFromAccessory = "isProducedByAccessory"
  }

  public func encode(with coder: NSCoder) {
    coder.encode(isSimulatedBySoftware, forKey: Key.isSimulated)
    coder.encode(isProducedByAccessory, forKey: Key.isFromAccessory)
  }

  public init?(coder: NSCoder) {
    isSimulatedBySoftware = coder.decodeBool(forKey: Key.isSimulated)
    isProducedByAccessory = coder.decodeBool(forKey: Key.isFromAccessory)
  }
}

/// A level of a building; no track has one.
public final class CLFloor: NSObject, NSCopying, NSSecureCoding, Sendable {
  public let level: Int

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  private static let levelKey = "level"

  public func encode(with coder: NSCoder) { coder.encode(level, forKey: Self.levelKey) }

  public init?(coder: NSCoder) { level = coder.decodeInteger(forKey: Self.levelKey) }
}
