import Foundation
import SimulatedCoreLocation
import Testing

/// Locations, visits and what a device without the hardware answers.
@Suite(.provokesWarnings)
struct ServicesTests {
  private final class Delegate: NSObject, CLLocationManagerDelegate {
    let log: Log
    var answer: (CLLocationManager) -> Void = { _ in }
    init(_ log: Log) { self.log = log }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
      for location in locations {
        log.write("location \(Int(location.timestamp.timeIntervalSince1970))")
      }
      answer(manager)
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
      log.write("failed \((error as? CLError).map { "\($0.code)" } ?? "\(error)")")
      answer(manager)
    }

    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
      let departure = visit.departureDate
      log.write(
        "visit \(Int(visit.arrivalDate.timeIntervalSince1970)) to "
          + (departure == .distantFuture ? "…" : "\(Int(departure.timeIntervalSince1970))"))
    }

    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {
      log.write("paused")
    }

    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {
      log.write("resumed")
    }

    func locationManager(
      _ manager: CLLocationManager,
      didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint, error: any Error
    ) { log.write("ranging failed \((error as? CLError).map { "\($0.code)" } ?? "\(error)")") }

    func locationManager(
      _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
      withError error: any Error
    ) { log.write("monitoring failed \(region?.identifier ?? "")") }
  }

  private static func askAgain(_ manager: CLLocationManager) { manager.requestLocation() }

  private func log(
    authorization: CLAuthorizationStatus? = nil,
    answering answer: @escaping (CLLocationManager) -> Void = { _ in },
    _ body: (SimulatedDevice, CLLocationManager) async -> Void
  ) async -> [String] {
    let log = Log()
    await SimulatedDevice.run(authorization: authorization) { device in
      let manager = CLLocationManager()
      let delegate = Delegate(log)
      delegate.answer = answer
      manager.delegate = delegate
      await body(device, manager)
      await device.settle()
      withExtendedLifetime(delegate) {}
    }
    return log.lines
  }

  @Test func `one location is requested, the known one or the next`() async {
    let log = await log { device, manager in
      manager.requestLocation()
      await device.settle()
      for _ in 0..<3 { await device.move(to: .home, after: 10) }
      manager.requestLocation()
    }
    #expect(log == ["location 10", "location 30"])
  }

  @Test func `a request that is not allowed fails`() async {
    let log = await log(authorization: .denied) { device, manager in
      await device.move(to: .home, after: 10)
      manager.requestLocation()
    }
    #expect(log == ["failed denied"])
  }

  @Test func `a request fails after ten seconds without a location, on the device's clock`() async {
    let log = await log { device, manager in
      manager.requestLocation()
      await device.wait(for: .seconds(9.9))
      #expect(device.timeline.allSatisfy { $0.text != "didFailWithError locationUnknown" })
      await device.wait(for: .seconds(0.1))
      await device.move(to: .home, after: 10)
    }
    #expect(log == ["failed locationUnknown"])
  }

  @Test func `the time of a request stands still until the first fix, which answers it`() async {
    let log = await log { device, manager in
      manager.requestLocation()
      await device.move(to: .home, after: 60)
    }
    #expect(log == ["location 60"])
  }

  @Test func `a delegate that asks again gets the next location, or the same one later`() async {
    let log = await log(answering: Self.askAgain) { device, manager in
      manager.requestLocation()
      for _ in 0..<2 { await device.move(to: .home, after: 3) }
      await device.wait(for: .seconds(10))
      #expect(device.timeline.last { $0.kind == .delivery }?.date.timeIntervalSince1970 == 16)
    }
    #expect(log == ["location 3", "location 6", "location 6"])
  }

  @Test func `a delegate that asks again after a denial is denied again later`() async {
    let log = await log(authorization: .denied, answering: Self.askAgain) {
      device, manager in
      manager.requestLocation()
      await device.wait(for: .seconds(25))
    }
    #expect(log == ["failed denied", "failed denied", "failed denied"])
  }

  @Test(arguments: [true, false])
  func `a denial lets updates and requests fail, at the prompt and in Settings`(
    isAtPrompt: Bool
  ) async {
    let log = Log()
    await SimulatedDevice.run(
      authorization: isAtPrompt ? .notDetermined : .whenInUse, answering: .denied
    ) { device in
      let manager = CLLocationManager()
      let delegate = Delegate(log)
      await device.launch {
        manager.delegate = delegate
        if isAtPrompt { manager.requestWhenInUseAuthorization() }
        manager.startUpdatingLocation()
      }
      await device.authorize(.denied)
      await device.setLocationServices(false)
      await device.move(to: .home, after: 60)
    }
    #expect(log.lines == ["failed denied"])
  }

  private final class Silent: NSObject, CLLocationManagerDelegate {}

  @Test func `a request without a delegate, or one without its methods, is a mistake`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      device.onMisuse { log.write($0) }
      let (manager, delegate) = (CLLocationManager(), Silent())
      manager.requestLocation()
      manager.delegate = delegate
      for _ in 0..<2 { await device.wait(for: .seconds(10)) }
      manager.requestLocation()
      await device.wait(for: .seconds(10))
      for _ in 0..<2 { await device.move(to: .home, after: 10) }
      manager.requestLocation()
      await device.settle()
    }
    let hasRequested = "and its manager has called requestLocation()"
    #expect(
      log.lines == [
        "requestLocation() was called on a location manager without a delegate",
        "Silent does not implement didFailWithError, \(hasRequested)",
        "Silent does not implement didUpdateLocations, \(hasRequested)",
      ])
  }

  @Test func `updates need no method of their delegate`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      device.onMisuse { log.write($0) }
      let (manager, delegate) = (CLLocationManager(), Silent())
      manager.delegate = delegate
      manager.startUpdatingLocation()
      await device.move(to: .home, after: 10)
      await device.authorize(.denied)
    }
    #expect(log.lines.isEmpty)
  }

  @Test func `a request is cancelled when updates start or stop, though its answer is known`() async
  {
    let log = await log { device, manager in
      await device.move(to: .home, after: 10)
      manager.requestLocation()
      manager.stopUpdatingLocation()
      await device.settle()
      manager.requestLocation()
      manager.startUpdatingLocation()
    }
    #expect(log == ["location 10"])
  }

  @Test func `updates that start again bring the known place only after a stop`() async {
    let log = await log { device, manager in
      await device.move(to: .home, after: 10)
      manager.startUpdatingLocation()
      manager.startUpdatingLocation()
      await device.settle()
      manager.startUpdatingLocation()
      await device.settle()
      await device.move(to: .away, after: 10)
      manager.stopUpdatingLocation()
      manager.startUpdatingLocation()
    }
    #expect(log == ["location 10", "location 20", "location 20"])
  }

  @Test func `updates that a delegate starts anew bring the next place`() async {
    let restart = { (manager: CLLocationManager) in
      manager.stopUpdatingLocation()
      manager.startUpdatingLocation()
    }
    let log = await log(answering: restart) { device, manager in
      manager.startUpdatingLocation()
      for _ in 0..<2 { await device.move(to: .home, after: 10) }
    }
    #expect(log == ["location 10", "location 20"])
  }

  @Test func `updates keep the distance that the filter asks for`() async {
    let log = await log { device, manager in
      manager.distanceFilter = 1000
      manager.startUpdatingLocation()
      for place: CLLocationCoordinate2D in [.home, .home, .away, .away, .home] {
        await device.move(to: place, after: 10)
      }
    }
    #expect(log == ["location 10", "location 30", "location 50"])
  }

  @Test func `updates pause where the manager lets them`() async {
    let log = await log { device, manager in
      manager.startUpdatingLocation()
      await device.pauseLocationUpdates()
      await device.move(to: .home, after: 10)
      await device.resumeLocationUpdates()
      await device.move(to: .home, after: 10)
      manager.pausesLocationUpdatesAutomatically = false
      await device.pauseLocationUpdates()
      await device.move(to: .home, after: 10)
    }
    #expect(log == ["paused", "resumed", "location 20", "location 30"])
  }

  @Test func `a stay of five minutes is a visit, which ends when the device goes`() async {
    let log = await log { device, manager in
      manager.startMonitoringVisits()
      for _ in 0..<6 { await device.move(to: .home, after: 100) }
      await device.move(to: .away, after: 100)
    }
    #expect(log == ["visit 100 to …", "visit 100 to 700"])
  }

  @Test(arguments: [true, false])
  func `a visit starts a terminated app, and is detected meanwhile`(isTerminated: Bool) async {
    let log = Log()
    await SimulatedDevice.run { device in
      var held: (CLLocationManager, Delegate)?
      await device.launch {
        held = (CLLocationManager(), Delegate(log))
        held?.0.delegate = held?.1
        held?.0.startMonitoringVisits()
      }
      for _ in 0..<4 { await device.move(to: .home, after: 100) }
      await device.background()
      if isTerminated { device.terminate() }
      for _ in 0..<5 { await device.move(to: .away, after: 100) }
      #expect(
        device.timeline.filter { $0.kind == .launch }.map(\.text)
          == ["by the test"] + (isTerminated ? ["in the background, for a visit"] : []))
      withExtendedLifetime(held) {}
    }
    #expect(log.lines == ["visit 100 to …", "visit 100 to 500", "visit 500 to …"])
  }

  @Test func `an app that has ended its visits is not started for one`() async {
    await SimulatedDevice.run { device in
      await device.launch {
        let manager = CLLocationManager()
        manager.startMonitoringVisits()
        manager.stopMonitoringVisits()
      }
      await device.background()
      device.terminate()
      for _ in 0..<5 { await device.move(to: .home, after: 100) }
      #expect(device.timeline.filter { $0.kind == .launch }.count == 1)
    }
  }

  @Test func `live updates bring the known place and every fix`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.move(to: .home, after: 10)
      await device.launch {
        do {
          for try await update in CLLocationUpdate.liveUpdates() {
            guard let location = update.location else { continue }
            log.write("\(Int(location.timestamp.timeIntervalSince1970))")
          }
        } catch {}
        log.write("over")
      }
      await device.move(to: .away, after: 10)
      device.terminate()
      await device.settle()
      await device.move(to: .away, after: 10)
    }
    #expect(log.lines == ["10", "20", "over"])
  }

  @Test func `what has no hardware answers as a device without it, and warns once`() async {
    let warnings = Log()
    let log = await log { device, manager in
      let beacon = CLBeaconRegion(uuid: UUID(), identifier: "door")
      manager.startRangingBeacons(satisfying: beacon.beaconIdentityConstraint)
      manager.startRangingBeacons(satisfying: beacon.beaconIdentityConstraint)
      manager.startMonitoring(for: beacon)
      manager.startUpdatingHeading()
      manager.startUpdatingHeading()
      #expect(manager.heading == nil)
      #expect(!CLLocationManager.headingAvailable())
      #expect(!CLLocationManager.isRangingAvailable())
      #expect(CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
      await device.settle()
      for entry in device.timeline where entry.kind == .warning { warnings.write(entry.text) }
    }
    #expect(
      log == [
        "ranging failed rangingUnavailable", "ranging failed rangingUnavailable",
      ])
    #expect(
      warnings.lines == [
        "startRangingBeacons has no effect: the simulated device detects no beacons",
        "the simulated device detects no beacons: one takes its slot, and is never near",
        "startUpdatingHeading has no effect: the simulated device has no compass",
      ])
  }

  @Test func `a geocoder finds no network`() async {
    await SimulatedDevice.run { device in
      await #expect(throws: CLError(.network)) {
        try await CLGeocoder().geocodeAddressString("Tivoli")
      }
      let heard = Log()
      CLGeocoder().reverseGeocodeLocation(CLLocation(latitude: 46, longitude: 14)) { _, error in
        heard.write("\((error as? CLError).map { "\($0.code)" } ?? "nothing")")
      }
      await device.settle()
      #expect(heard.lines == ["network"])
    }
  }

  @Test func `a geocoder finds the places of the test, both ways, and no others`() async throws {
    let tivoli = CLLocation(latitude: 46.05, longitude: 14.5)
    let places = ["Tivoli 1": tivoli, "Far 2": CLLocation(latitude: 47, longitude: 14.5)]
    try await SimulatedDevice.run(places: places) { device in
      let geocoder = CLGeocoder()
      let found = try await geocoder.geocodeAddressString("Tivoli 1")
      #expect(found.map(\.location) == [tivoli])
      let nearby = CLLocation(latitude: 46.0501, longitude: 14.5)
      #expect(try await geocoder.reverseGeocodeLocation(nearby).map(\.name) == ["Tivoli 1"])
      await #expect(throws: CLError(.geocodeFoundNoResult)) {
        try await geocoder.geocodeAddressString("Nowhere 3")
      }
      await #expect(throws: CLError(.geocodeFoundNoResult)) {
        try await geocoder.reverseGeocodeLocation(CLLocation(latitude: 46.5, longitude: 14.5))
      }
      let heard = Log()
      geocoder.geocodeAddressString("Far 2") { places, error in
        heard.write("\(places?.first?.name ?? "nothing"), \(error == nil)")
      }
      await device.settle()
      #expect(heard.lines == ["Far 2, true"])
    }
  }

  @Test func `a location push never comes`() async {
    await SimulatedDevice.run { device in
      let manager = CLLocationManager()
      let heard = Log()
      manager.startMonitoringLocationPushes { token, error in
        heard.write(
          "\(token.map { "\($0)" } ?? "no token"), \((error as? CLError)?.code == .network)")
      }
      await #expect(throws: CLError(.network)) {
        try await manager.startMonitoringLocationPushes()
      }
      await device.settle()
      #expect(heard.lines == ["no token, true"])
    }
  }

  @Test func `sessions say how they stand`() async throws {
    try await SimulatedDevice.run(authorization: .whenInUse) { device in
      let background = CLBackgroundActivitySession()
      let service = CLServiceSession(authorization: .whenInUse)
      await device.launch {}
      for isInBackground in [false, true] {
        if isInBackground { await device.background() }
        let diagnostic = try await background.diagnostics.first { _ in true }
        #expect(diagnostic?.insufficientlyInUse == false, "the session keeps the app in use")
        #expect(diagnostic?.authorizationDenied == false)
        #expect(
          try await service.diagnostics.first { _ in true }?.insufficientlyInUse == false)
      }
    }
  }

  @Test func `an accuracy that the track does not have is that of a good fix`() async {
    await SimulatedDevice.run { device in
      await device.move(to: .home, after: 10)
      #expect(CLLocationManager().location?.horizontalAccuracy == 5)
    }
  }

  @Test func `a delegate can be called as its optional methods are`() async {
    let log = Log()
    await SimulatedDevice.run { _ in
      let manager = CLLocationManager()
      let delegate: any CLLocationManagerDelegate = Delegate(log)
      delegate.locationManager?(manager, didFailWithError: CLError(.headingFailure))
      delegate.locationManager?(
        manager, didUpdateLocations: [CLLocation(latitude: 46, longitude: 14)])
      delegate.locationManagerDidPauseLocationUpdates?(manager)
    }
    #expect(log.lines == ["failed headingFailure", "location 0", "paused"])
  }
}
