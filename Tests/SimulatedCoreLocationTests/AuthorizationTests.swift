import Foundation
import SimulatedCoreLocation
import Testing

/// What an app is allowed, as it asks for it and hears of it.
struct AuthorizationTests {
  /// Implements what apps have had since iOS 14.
  private final class Delegate: NSObject, CLLocationManagerDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
      log.write("\(manager.authorizationStatus)")
    }
  }

  /// Implements what apps had before.
  private final class OlderDelegate: NSObject, CLLocationManagerDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }

    func locationManager(
      _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
    ) { log.write("older \(status)") }
  }

  /// What is heard by an app that asks as `body` does.
  private func log(
    authorization: CLAuthorizationStatus? = nil, answering answer: CLAuthorizationStatus? = nil,
    older: Bool = false, _ body: (SimulatedDevice, CLLocationManager) async -> Void = { _, _ in }
  ) async -> [String] {
    let log = Log()
    await SimulatedDevice.run(authorization: authorization, answering: answer) { device in
      let manager = CLLocationManager()
      let delegate: any CLLocationManagerDelegate = older ? OlderDelegate(log) : Delegate(log)
      manager.delegate = delegate
      await device.settle()
      await body(device, manager)
      await device.settle()
      withExtendedLifetime(delegate) {}
    }
    return log.lines
  }

  @Test func `it is always at first, and a manager's new delegate hears of it`() async {
    #expect(await log() == ["authorizedAlways"])
  }

  @Test(arguments: [CLAuthorizationStatus.notDetermined, .denied, .restricted, .whenInUse])
  func `it begins as the test says`(_ status: CLAuthorizationStatus) async {
    #expect(await log(authorization: status) == ["\(status)"])
  }

  @Test func `a delegate of the older kind hears the older call`() async {
    let log = await log(authorization: .notDetermined, answering: .denied, older: true) {
      $1.requestAlwaysAuthorization()
    }
    #expect(log == ["older notDetermined", "older denied"])
  }

  @Test func `a prompt is answered as the test says, never with more than was asked for`() async {
    let always = await log(authorization: .notDetermined) { $1.requestAlwaysAuthorization() }
    #expect(always == ["notDetermined", "authorizedAlways"])
    let less = await log(authorization: .notDetermined, answering: .whenInUse) {
      $1.requestAlwaysAuthorization()
    }
    #expect(less == ["notDetermined", "authorizedWhenInUse"])
    let asked = await log(authorization: .notDetermined, answering: .always) {
      $1.requestWhenInUseAuthorization()
    }
    #expect(asked == ["notDetermined", "authorizedWhenInUse"])
  }

  @Test func `the app goes on before the user answers`() async {
    let log = Log()
    await SimulatedDevice.run(authorization: .notDetermined) { device in
      await device.launch {
        let delegate = Delegate(log)
        let manager = CLLocationManager()
        manager.delegate = delegate
        manager.requestAlwaysAuthorization()
        log.write("asked \(manager.authorizationStatus)")
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        withExtendedLifetime((manager, delegate)) {}
      }
    }
    #expect(log.lines == ["asked notDetermined", "notDetermined", "authorizedAlways"])
  }

  @Test func `the user is asked once, and once more for always`() async {
    let denied = await log(authorization: .notDetermined, answering: .denied) { device, manager in
      manager.requestWhenInUseAuthorization()
      await device.settle()
      manager.requestAlwaysAuthorization()
    }
    #expect(denied == ["notDetermined", "denied"])
    let raised = await log(authorization: .whenInUse) { $1.requestAlwaysAuthorization() }
    #expect(raised == ["authorizedWhenInUse", "authorizedAlways"])
    let kept = await log(authorization: .whenInUse, answering: .denied) {
      $1.requestAlwaysAuthorization()
    }
    #expect(kept == ["authorizedWhenInUse"])
  }

  @available(*, deprecated)
  private func classStatus() -> CLAuthorizationStatus { CLLocationManager.authorizationStatus() }

  @Test func `both forms of the status agree`() async {
    await SimulatedDevice.run(authorization: .whenInUse) { device in
      let manager = CLLocationManager()
      #expect(manager.authorizationStatus == .authorizedWhenInUse)
      #expect((self as any ClassStatus).status == .authorizedWhenInUse)
      await device.authorize(.denied)
      #expect(manager.authorizationStatus == .denied)
      #expect((self as any ClassStatus).status == .denied)
    }
  }

  @Test func `a service session asks for what it needs`() async throws {
    try await SimulatedDevice.run(authorization: .notDetermined, answering: .whenInUse) { device in
      let session = CLServiceSession(authorization: .always)
      #expect(CLLocationManager().authorizationStatus == .notDetermined)
      await device.settle()
      #expect(CLLocationManager().authorizationStatus == .authorizedWhenInUse)
      var diagnostics = session.diagnostics.makeAsyncIterator()
      let diagnostic = try await diagnostics.next()
      #expect(diagnostic?.alwaysAuthorizationDenied == true)
    }
  }

  @Test func `exact places are given for a while where the user answers so`() async throws {
    await SimulatedDevice.run(answering: .denied) { device in
      await device.setAccuracy(.reducedAccuracy)
      let manager = CLLocationManager()
      await #expect(throws: CLError(.promptDeclined)) {
        try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Parks")
      }
      #expect(manager.accuracyAuthorization == .reducedAccuracy)
    }
    try await SimulatedDevice.run { device in
      await device.setAccuracy(.reducedAccuracy)
      let manager = CLLocationManager()
      try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Parks")
      #expect(manager.accuracyAuthorization == .fullAccuracy)
    }
  }
}

/// Reaches what is deprecated without a warning.
private protocol ClassStatus {
  var status: CLAuthorizationStatus { get }
}

extension AuthorizationTests: ClassStatus {
  @available(*, deprecated)
  fileprivate var status: CLAuthorizationStatus { classStatus() }

  @Test(arguments: [CLAuthorizationStatus.notDetermined, .denied, .restricted])
  func `a manager knows no location without authorization`(status: CLAuthorizationStatus) async {
    await SimulatedDevice.run(authorization: status) { device in
      await device.move(to: .home, after: 1)
      let manager = CLLocationManager()
      #expect(manager.location == nil)
      await device.authorize(.authorizedWhenInUse)
      #expect(manager.location?.timestamp == device.now)
    }
  }
}
