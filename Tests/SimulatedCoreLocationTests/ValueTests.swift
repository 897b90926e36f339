import Foundation
import SimulatedCoreLocation
import Testing

/// Core Location's values: equal, coded and described as an app expects.
struct ValueTests {
  private func coded<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value? {
    let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    return try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data)
  }

  private let location = CLLocation(
    coordinate: CLLocationCoordinate2D(latitude: 46.0555, longitude: -14.4969), altitude: 298,
    horizontalAccuracy: 5, verticalAccuracy: 3, course: 90, courseAccuracy: 10, speed: 1.5,
    speedAccuracy: 0.5, timestamp: Date(timeIntervalSince1970: 1_714_554_000.25))

  @Test func `a location survives an archive`() throws {
    let copy = try #require(try coded(location))
    #expect(copy == location)
    #expect(copy.speedAccuracy == 0.5)
    #expect(copy.courseAccuracy == 10)
  }

  @Test func `a location reads as Apple's`() {
    #expect(
      location.description
        == "<+46.05550000,-14.49690000> +/- 5.00m (speed 1.50 mps / course 90.00) @ "
        + "2024-05-01T09:00:00.250Z")
  }

  @Test func `regions survive an archive, and read as Apple's`() throws {
    let circle = CLCircularRegion(center: .home, radius: 150, identifier: "home")
    circle.notifyOnEntry = false
    let copy = try #require(try coded(circle))
    #expect(copy == circle)
    #expect(copy.radius == 150)
    #expect(copy.center.latitude == 46.05)
    #expect(!copy.notifyOnEntry)
    #expect(copy.notifyOnExit)
    #expect(
      circle.description
        == "CLCircularRegion (identifier:'home', center:<+46.05000000,+14.50000000>, "
        + "radius:150.00m)")
    let beacon = CLBeaconRegion(uuid: UUID(), major: 1, minor: 2, identifier: "door")
    let second = try #require(try coded(beacon))
    #expect(second.uuid == beacon.uuid)
    #expect(second.minor == 2)
  }

  @Test func `a circle contains its edge and nothing beyond`() {
    let center = CLLocation(latitude: 46.05, longitude: 14.5)
    let edge = CLLocation(latitude: 46.06, longitude: 14.5)
    let circle = CLCircularRegion(
      center: .home, radius: edge.distance(from: center), identifier: "home")
    #expect(circle.contains(edge.coordinate))
    #expect(!circle.contains(CLLocationCoordinate2D(latitude: 46.0601, longitude: 14.5)))
  }

  @Test func `regions are equal by identifier, conditions by their circle`() {
    let regions: Set<CLRegion> = [
      CLCircularRegion(center: .home, radius: 100, identifier: "a"),
      CLCircularRegion(center: .away, radius: 200, identifier: "a"),
    ]
    #expect(regions.count == 1)
    typealias Circle = CLMonitor.CircularGeographicCondition
    let circles: Set = [
      Circle(center: .home, radius: 100), Circle(center: .home, radius: 100),
      Circle(center: .away, radius: 100),
    ]
    #expect(circles.count == 2)
  }

  /// As a test double of an app.
  private final class Place: CLLocation, @unchecked Sendable {
    private let name: String

    init(named name: String) {
      self.name = name
      super.init(latitude: 1, longitude: 2)
    }

    required init?(coder: NSCoder) { nil }

    override var coordinate: CLLocationCoordinate2D { .away }
    override var description: String { name }
    override func distance(from location: CLLocation) -> CLLocationDistance { 7 }
  }

  @Test func `a location can be subclassed`() {
    let place = Place(named: "Tivoli")
    #expect(place.coordinate.latitude == 46.07)
    #expect(place.distance(from: location) == 7)
    #expect("\(place)" == "Tivoli")
  }

  @Test func `values can be made of nothing, as Apple's can`() {
    #expect(CLLocation().horizontalAccuracy == 0)
    #expect(CLLocation().speed == -1)
    #expect(CLRegion().identifier == "")
    #expect(CLCircularRegion().radius == 0)
    #expect(CLHeading().headingAccuracy == -1)
    #expect(CLBeacon().proximity == .unknown)
  }

  @Test func `a beacon's identity survives an archive`() throws {
    let constraint = CLBeaconIdentityConstraint(uuid: UUID(), major: 7)
    let copy = try #require(try coded(constraint))
    #expect(copy == constraint)
    #expect(copy.major == 7)
    #expect(copy.minor == nil)
    #expect(copy != CLBeaconIdentityConstraint(uuid: constraint.uuid))
  }

  @Test func `what a location consists of survives an archive`() throws {
    let source = CLLocationSourceInformation(
      softwareSimulationState: true, andExternalAccessoryState: false)
    let copy = try #require(try coded(source))
    #expect(copy.isSimulatedBySoftware)
    #expect(!copy.isProducedByAccessory)
    #expect(try coded(CLHeading()) != nil)
    #expect(try coded(CLBeacon()) != nil)
  }

  @Test func `raw values are Apple's`() {
    #expect(CLAuthorizationStatus.authorizedWhenInUse.rawValue == 4)
    #expect(CLActivityType.airborne.rawValue == 5)
    #expect(CLDeviceOrientation.faceDown.rawValue == 6)
    #expect(CLAccuracyAuthorization.reducedAccuracy.rawValue == 1)
    #expect(CLLocationPushServiceError.Code.missingEntitlement.rawValue == 3)
    #expect((CLLocationPushServiceError(.unknown) as NSError).code == 0)
  }

  @Test func `Foundation comes along, with what apps ask it on Apple's platforms`() {
    #expect(!ProcessInfo.processInfo.isLowPowerModeEnabled)
    #expect(NSEC_PER_SEC == 1_000_000_000)
  }

  @Test func `conditions are coded`() throws {
    let circle = CLMonitor.CircularGeographicCondition(center: .home, radius: 150)
    let data = try JSONEncoder().encode(circle)
    #expect(try JSONDecoder().decode(type(of: circle), from: data) == circle)
    let beacon = CLBeaconIdentityCondition(uuid: UUID(), major: 1, minor: 2)
    let second = try JSONEncoder().encode(beacon)
    #expect(try JSONDecoder().decode(type(of: beacon), from: second) == beacon)
  }

  @Test func `an error is one of Core Location's domain`() {
    let error = CLError(.denied)
    #expect((error as NSError).domain == kCLErrorDomain)
    #expect((error as NSError).code == CLError.Code.denied.rawValue)
    #expect(error.errorCode == 1)
    #expect(CLError.Code.geocodeFoundNoResult.rawValue == 8)
    let better = CLCircularRegion(center: .home, radius: 100, identifier: "better")
    let info = [kCLErrorUserInfoAlternateRegionKey: better]
    #expect(CLError(.regionMonitoringResponseDelayed, userInfo: info).alternateRegion == better)
    #expect(error.alternateRegion == nil)
    do { throw error } catch CLError.denied {} catch { Issue.record(error) }
    do { throw error } catch let error as CLError where error.code == .denied {} catch {
      Issue.record(error)
    }
  }

  @Test func `an NSError of its domain turns into an error of Core Location`() throws {
    let error = NSError(domain: kCLErrorDomain, code: 1)
    #expect((error as? CLError)?.code == .denied)
    #expect(NSError(domain: kCLErrorDomain, code: 99) as? CLError == nil)
    #expect(NSError(domain: NSCocoaErrorDomain, code: 1) as? CLError == nil)
    do { throw error } catch let error as CLError { #expect(error.code == .denied) }
    do { throw error } catch CLError.denied {}
  }

  @Test func `older names are there`() {
    let region: CLRegion = CLCircularRegion(center: .home, radius: 150, identifier: "home")
    #expect(region.radius == 150)
    #expect(region.center.latitude == CLLocationCoordinate2D.home.latitude)
    #expect(CLRegion().radius < 0)
  }

  @Test func `a location is shown by a format`() {
    let location = CLLocation(latitude: 46, longitude: 14)
    #expect(String(format: "at %@, %d", location, 3) == "at \(location), 3")
  }
}
