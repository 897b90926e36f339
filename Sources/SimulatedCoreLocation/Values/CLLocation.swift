public import Foundation
import GeofenceCore
import GeofenceFormats

/// A fix as an app sees it.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let fields: Fields

  private struct Fields {
    let coordinate: CLLocationCoordinate2D
    let altitude, horizontalAccuracy, verticalAccuracy: Double
    let course, courseAccuracy, speed, speedAccuracy: Double
    let timestamp: Date
    let sourceInformation: CLLocationSourceInformation?
  }

  open var coordinate: CLLocationCoordinate2D { fields.coordinate }
  /// Metres; 0 when the track has none.
  open var altitude: CLLocationDistance { fields.altitude }
  /// Metres; 0 when the track has none, so that the place counts as valid.
  open var horizontalAccuracy: CLLocationAccuracy { fields.horizontalAccuracy }
  /// Metres; −1, since tracks do not have it.
  open var verticalAccuracy: CLLocationAccuracy { fields.verticalAccuracy }
  /// Degrees; −1 when unknown.
  open var course: CLLocationDirection { fields.course }
  /// Degrees; −1 when unknown.
  open var courseAccuracy: CLLocationDirectionAccuracy { fields.courseAccuracy }
  /// Metres per second; −1 when unknown.
  open var speed: CLLocationSpeed { fields.speed }
  /// Metres per second; −1 when unknown.
  open var speedAccuracy: CLLocationSpeedAccuracy { fields.speedAccuracy }
  open var timestamp: Date { fields.timestamp }
  open var sourceInformation: CLLocationSourceInformation? { fields.sourceInformation }
  /// Metres; tracks do not say above what they measure.
  open var ellipsoidalAltitude: CLLocationDistance { altitude }
  /// Always `nil`: tracks do not have it.
  open var floor: CLFloor? { nil }

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

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: course, courseAccuracy: courseAccuracy, speed: speed,
      speedAccuracy: speedAccuracy, timestamp: timestamp, sourceInfo: nil)
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    speed: CLLocationSpeed, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: course, courseAccuracy: -1, speed: speed,
      speedAccuracy: -1, timestamp: timestamp)
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  /// A place without a time: that of the simulated device, or 1970.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1,
      timestamp: SimulatedDevice.current?.now ?? Date(timeIntervalSince1970: 0))
  }

  convenience init(_ fix: Fix) {
    self.init(
      coordinate: CLLocationCoordinate2D(fix.coordinate), altitude: fix.altitude ?? 0,
      horizontalAccuracy: fix.horizontalAccuracy ?? 0, verticalAccuracy: -1,
      course: fix.course ?? -1, courseAccuracy: -1, speed: fix.speed ?? -1, speedAccuracy: -1,
      timestamp: fix.time.date,
      sourceInfo: CLLocationSourceInformation(
        softwareSimulationState: true, andExternalAccessoryState: false))
  }

  /// Metres along the geodesic.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    Geodesic(from: location.coordinate.core, to: coordinate.core).distance
  }

  // MARK: an object

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLLocation else { return false }
    return numbers == other.numbers && timestamp == other.timestamp
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(coordinate.latitude)
    hasher.combine(coordinate.longitude)
    hasher.combine(timestamp)
    return hasher.finalize()
  }

  private var numbers: [Double] {
    [
      coordinate.latitude, coordinate.longitude, altitude, horizontalAccuracy, verticalAccuracy,
      course, courseAccuracy, speed, speedAccuracy,
    ]
  }

  /// As Apple's: `<+46.05550000,+14.49690000> +/- 5.00m (speed -1.00 mps / course -1.00) @ …`, with
  /// the time in RFC 3339.
  open override var description: String {
    let place = "\(coordinate.signed) +/- \(horizontalAccuracy.fixed(2))m"
    let motion = "(speed \(speed.fixed(2)) mps / course \(course.fixed(2)))"
    return "\(place) \(motion) @ \(Timestamp(timestamp).rfc3339)"
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  /// The names under which Apple's archives keep the same numbers.
  private enum Key {
    static let latitude = "kCLLocationCodingKeyCoordinateLatitude"
    static let longitude = "kCLLocationCodingKeyCoordinateLongitude"
    static let altitude = "kCLLocationCodingKeyAltitude"
    static let horizontalAccuracy = "kCLLocationCodingKeyHorizontalAccuracy"
    static let verticalAccuracy = "kCLLocationCodingKeyVerticalAccuracy"
    static let course = "kCLLocationCodingKeyCourse"
    static let courseAccuracy = "kCLLocationCodingKeyCourseAccuracy"
    static let speed = "kCLLocationCodingKeySpeed"
    static let speedAccuracy = "kCLLocationCodingKeySpeedAccuracy"
    static let timestamp = "kCLLocationCodingKeyTimestamp"
  }

  open func encode(with coder: NSCoder) {
    coder.encode(coordinate.latitude, forKey: Key.latitude)
    coder.encode(coordinate.longitude, forKey: Key.longitude)
    coder.encode(altitude, forKey: Key.altitude)
    coder.encode(horizontalAccuracy, forKey: Key.horizontalAccuracy)
    coder.encode(verticalAccuracy, forKey: Key.verticalAccuracy)
    coder.encode(course, forKey: Key.course)
    coder.encode(courseAccuracy, forKey: Key.courseAccuracy)
    coder.encode(speed, forKey: Key.speed)
    coder.encode(speedAccuracy, forKey: Key.speedAccuracy)
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: Key.timestamp)
  }

  public required convenience init?(coder: NSCoder) {
    guard coder.containsValue(forKey: Key.latitude), coder.containsValue(forKey: Key.longitude)
    else { return nil }
    func value(_ key: String) -> Double {
      coder.containsValue(forKey: key) ? coder.decodeDouble(forKey: key) : -1
    }
    self.init(
      coordinate: CLLocationCoordinate2D(
        latitude: value(Key.latitude), longitude: value(Key.longitude)),
      altitude: value(Key.altitude), horizontalAccuracy: value(Key.horizontalAccuracy),
      verticalAccuracy: value(Key.verticalAccuracy), course: value(Key.course),
      courseAccuracy: value(Key.courseAccuracy), speed: value(Key.speed),
      speedAccuracy: value(Key.speedAccuracy),
      timestamp: Date(timeIntervalSinceReferenceDate: value(Key.timestamp)))
  }
}

/// Where a location came from.
public final class CLLocationSourceInformation: NSObject, Sendable {
  public let isSimulatedBySoftware: Bool
  public let isProducedByAccessory: Bool

  public init(
    softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool
  ) {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
  }
}

/// A level of a building; no track has one.
public final class CLFloor: NSObject, Sendable {
  public let level: Int

  init(level: Int) { self.level = level }
}

extension CLLocationCoordinate2D {
  /// As in Apple's descriptions: `<+46.05550000,+14.49690000>`.
  var signed: String {
    let parts = [latitude, longitude].map { ($0 < 0 ? "" : "+") + $0.fixed(8) }
    return "<\(parts[0]),\(parts[1])>"
  }
}

extension Double {
  /// With so many decimals.
  func fixed(_ decimals: Int) -> String { String(format: "%.\(decimals)f", self) }
}

extension Timestamp {
  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }
}
