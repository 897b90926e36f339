import Foundation
import SimulatedCoreLocation
import Testing

/// Logs everything a location manager says.
private final class Delegate: NSObject, CLLocationManagerDelegate {
  let log: Log

  init(_ log: Log) { self.log = log }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    log.write("location \(locations.map { Int($0.timestamp.timeIntervalSince1970) })")
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    log.write("enter \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    log.write("exit \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    log.write("state \(region.identifier) \(state)")
  }

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    log.write("started \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
    withError error: any Error
  ) {
    log.write(
      "failed \(region?.identifier ?? "") \((error as? CLError).map { "\($0.code)" } ?? "")")
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    log.write("authorization \(manager.authorizationStatus) \(manager.accuracyAuthorization)")
  }
}

/// `CLLocationManager` as an app meets it.
struct CLLocationManagerTests {
  private static let home = CLLocationCoordinate2D(latitude: 46.05, longitude: 14.5)
  private static let away = CLLocationCoordinate2D(latitude: 46.07, longitude: 14.5)

  private func region(_ name: String = "home", radius: Double = 100) -> CLCircularRegion {
    CLCircularRegion(center: Self.home, radius: radius, identifier: name)
  }

  /// What a manager says that watches `regions`, while `body` runs, after it has told its delegate what
  /// the app may do.
  private func log(
    watching regions: [CLRegion], _ body: (SimulatedDevice, CLLocationManager) async -> Void
  ) async -> [String] {
    let log = Log()
    await SimulatedDevice.run { device in
      let manager = CLLocationManager()
      let delegate = Delegate(log)
      manager.delegate = delegate
      for region in regions { manager.startMonitoring(for: region) }
      await device.settle()
      await body(device, manager)
      withExtendedLifetime(delegate) {}
    }
    #expect(log.lines.first == "authorization authorizedAlways fullAccuracy")
    return Array(log.lines.dropFirst())
  }

  private func leaveAndReturn(_ device: SimulatedDevice) async {
    for place in [Self.home, Self.away, Self.away, Self.home, Self.home] {
      await device.move(to: place, after: 30)
    }
  }

  @Test func `the first state is silent, each transition comes with its state`() async {
    let log = await log(watching: [region()]) { device, _ in await leaveAndReturn(device) }
    #expect(
      log == ["started home", "exit home", "state home outside", "enter home", "state home inside"])
  }

  @Test func `a flag holds back its report and nothing else`() async {
    let quiet = region()
    quiet.notifyOnExit = false
    let log = await log(watching: [quiet]) { device, _ in await leaveAndReturn(device) }
    #expect(log == ["started home", "enter home", "state home inside"])
  }

  @Test func `a requested state is the one that is known`() async {
    let log = await log(watching: [region()]) { device, manager in
      manager.requestState(for: region())
      await device.move(to: Self.home, after: 0)
      manager.requestState(for: region())
      await device.settle()
    }
    #expect(log == ["started home", "state home unknown", "state home inside"])
  }

  @Test func `the twenty-first region fails and is not monitored`() async {
    let regions = (10...30).map { region("\($0)") }
    let log = await log(watching: regions) { _, manager in
      #expect(manager.monitoredRegions.count == 20)
    }
    #expect(log.count == 21)
    #expect(log.last == "failed 30 regionMonitoringFailure")
  }

  @Test func `a region above the maximum fails, without clamping`() async {
    let log = await log(watching: [region(radius: 100_001)]) { _, manager in
      #expect(manager.monitoredRegions.isEmpty)
      #expect(manager.maximumRegionMonitoringDistance == 100_000)
    }
    #expect(log == ["failed home regionMonitoringFailure"])
  }

  @Test func `a region replaces the one of its identifier`() async {
    let log = await log(watching: [region()]) { device, manager in
      await device.move(to: Self.home, after: 0)
      manager.startMonitoring(for: region())
      #expect(manager.monitoredRegions.count == 1)
      await device.settle()
      manager.requestState(for: region())
      await device.settle()
      manager.stopMonitoring(for: region())
      #expect(manager.monitoredRegions.isEmpty)
    }
    #expect(log == ["started home", "started home", "state home inside"])
  }

  @Test func `exits come before enters, each by identifier`() async {
    let there = CLCircularRegion(center: Self.away, radius: 100, identifier: "a")
    let log = await log(watching: [region("c"), region("b"), there]) { device, _ in
      for place in [Self.home, Self.away, Self.away] { await device.move(to: place, after: 30) }
    }
    #expect(
      log.filter { $0.hasPrefix("e") } == ["exit b", "exit c", "enter a"])
  }

  @Test func `significant changes are 500 m and five minutes apart`() async {
    let log = await log(watching: []) { device, manager in
      manager.startMonitoringSignificantLocationChanges()
      await device.move(to: Self.home, after: 0)
      await device.move(to: Self.away, after: 299)
      await device.move(to: Self.home, after: 1)
      await device.move(to: Self.away, after: 1)
    }
    #expect(log == ["location [0]", "location [301]"])
  }

  @Test func `updates bring every fix`() async {
    let log = await log(watching: []) { device, manager in
      manager.startUpdatingLocation()
      await device.move(to: Self.home, after: 1)
      await device.move(to: Self.home, after: 1)
      manager.stopUpdatingLocation()
      await device.move(to: Self.home, after: 1)
      #expect(manager.location?.timestamp.timeIntervalSince1970 == 3)
    }
    #expect(log == ["location [1]", "location [2]"])
  }

  @Test func `a denial is told and suspends regions, those added meanwhile too, until it ends`()
    async
  {
    let log = await log(watching: [region()]) { device, manager in
      await device.move(to: Self.home, after: 0)
      await device.authorize(.denied)
      manager.startMonitoring(for: region("other"))
      await leaveAndReturn(device)
      await device.authorize(.authorizedAlways)
      await leaveAndReturn(device)
    }
    #expect(
      log == [
        "started home", "authorization denied fullAccuracy", "failed home regionMonitoringDenied",
        "failed other regionMonitoringDenied", "authorization authorizedAlways fullAccuracy",
        "exit home", "state home outside", "exit other", "state other outside",
        "enter home", "state home inside", "enter other", "state other inside",
      ])
  }

  @Test func `with reduced accuracy nothing is heard of regions`() async {
    let log = await log(watching: [region()]) { device, _ in
      await device.setAccuracy(.reducedAccuracy)
      await leaveAndReturn(device)
    }
    #expect(log == ["started home", "authorization authorizedAlways reducedAccuracy"])
  }

  @Test func `what the app cannot hear is lost`() async {
    let log = await log(watching: [region()]) { device, _ in
      await device.setBackgroundRefresh(false)
      await device.background()
      await leaveAndReturn(device)
      await device.foreground()
    }
    #expect(log == ["started home"])
  }

  @Test func `the system keeps the regions of an app and starts it for an event`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let manager = CLLocationManager()
        let delegate = Delegate(log)
        manager.delegate = delegate
        log.write("start with \(manager.monitoredRegions.count)")
        if manager.monitoredRegions.isEmpty { manager.startMonitoring(for: region()) }
        kept.append((manager, delegate))
      }
      device.terminate()
      await leaveAndReturn(device)
    }
    #expect(
      log.lines == [
        "start with 0", "authorization authorizedAlways fullAccuracy", "started home",
        "start with 1", "authorization authorizedAlways fullAccuracy", "exit home",
        "state home outside", "enter home", "state home inside",
      ])
  }

  /// What the app's start leaves behind.
  private let kept = Kept()

  private final class Kept: @unchecked Sendable {
    private let lock = NSLock()
    private var objects: [(CLLocationManager, Delegate)] = []

    func append(_ pair: (CLLocationManager, Delegate)) { lock.withLock { objects.append(pair) } }
  }

  @Test func `circles are measured as the tool measures them`() {
    let circle = region(radius: 1111.7)
    #expect(circle.contains(CLLocationCoordinate2D(latitude: 46.06, longitude: 14.5)))
    #expect(!circle.contains(CLLocationCoordinate2D(latitude: 46.0601, longitude: 14.5)))
    #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
    #expect(!CLLocationManager.isMonitoringAvailable(for: NSObject.self))
    #expect(region("a") == region("a", radius: 5) && region("a") != region("b"))
  }

  /// An app that asks for the state of each region whose monitoring has started.
  private final class Asker: NSObject, CLLocationManagerDelegate {
    let manager = CLLocationManager()
    private(set) var states: [CLRegionState] = []

    override init() {
      super.init()
      manager.delegate = self
    }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
      manager.requestState(for: region)
    }

    func locationManager(
      _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) { states.append(state) }
  }

  @Test(.simulatedDevice)
  func `the state is known as soon as monitoring starts where the place is known`() async throws {
    let device = try SimulatedDevice.running
    await device.move(to: Self.home, after: 0)
    let asker = Asker()
    await device.launch { asker.manager.startMonitoring(for: region()) }
    #expect(asker.states == [.inside])
    await device.launch {
      asker.manager.stopMonitoring(for: region())
      asker.manager.startMonitoring(for: region())
      asker.manager.requestState(for: region())
    }
    #expect(asker.states == [.inside, .inside, .inside])
  }
}
