import SimulatedCoreLocationTesting
import Synchronization
import Testing

/// The sessions that an app holds decide what it receives.
@Suite(.exactRuns, .provokesWarnings, .timeLimit(.minutes(60))) struct SessionTests {
  /// An app that listens to a monitor around its home, and holds sessions.
  private final class HoldingApp: Sendable {
    let log = Log()
    private let held = Mutex<[any Sendable]>([])

    func hold(_ session: any Sendable) { held.withLock { $0.append(session) } }
    func letGo() { held.withLock { $0 = [] } }

    func run() async {
      let monitor = await CLMonitor("Places")
      await monitor.add(
        CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: "home")
      do {
        for try await event in await monitor.events {
          log.write(
            event.serviceSessionRequired
              ? "needs a session" : event.insufficientlyInUse ? "not in use" : "\(event.state)")
        }
      } catch {}
    }
  }

  private func crossings(_ device: SimulatedDevice) async {
    for place: CLLocationCoordinate2D in [.home, .home, .away, .away, .home, .home] {
      await device.move(to: place, after: 60)
    }
  }

  @Test func `a background activity keeps an app with when-in-use receiving`() async {
    for isHeld in [false, true] {
      let app = HoldingApp()
      await SimulatedDevice.run(authorization: .whenInUse) { device in
        await device.launch {
          if isHeld { app.hold(CLBackgroundActivitySession()) }
          await app.run()
        }
        await device.background()
        await crossings(device)
        #expect(
          app.log.lines == (isHeld ? ["satisfied", "unsatisfied", "satisfied"] : ["not in use"]))
        let count = app.log.lines.count
        app.letGo()
        await device.settle()
        await crossings(device)
        #expect(app.log.lines.dropFirst(count) == (isHeld ? ["not in use"] : []))
      }
    }
  }

  @Test func `a background activity does not begin in the background, but is resumed there`() async
  {
    let app = HoldingApp()
    await SimulatedDevice.run(authorization: .whenInUse) { device in
      await device.launch { await app.run() }
      await device.background()
      app.hold(CLBackgroundActivitySession())
      await crossings(device)
      #expect(app.log.lines == ["not in use"])
      #expect(device.timeline.contains { $0.text.contains("begins in the background") })
    }
  }

  @Test func `an app that needs a service session gets events with one alone`() async {
    var configuration = SimulatedDeviceConfiguration()
    configuration.requiresServiceSession = true
    let app = HoldingApp()
    await SimulatedDevice.run(configuration) { device in
      await device.launch { await app.run() }
      await device.move(to: .away, after: 60)
      await crossings(device)
      #expect(app.log.lines == ["needs a session"])
      // The latest state waits, and the condition is watched meanwhile.
      app.hold(CLServiceSession(authorization: .always))
      await device.settle()
      #expect(app.log.lines == ["needs a session", "satisfied"])
      await crossings(device)
      #expect(app.log.lines.dropFirst(2) == ["unsatisfied", "satisfied"])
      let count = app.log.lines.count
      app.letGo()
      await crossings(device)
      #expect(app.log.lines.dropFirst(count) == ["needs a session"])
    }
  }

  @Test func `live updates need the service session, too`() async {
    var configuration = SimulatedDeviceConfiguration()
    configuration.requiresServiceSession = true
    let log = Log()
    let held = Mutex<CLServiceSession?>(nil)
    await SimulatedDevice.run(configuration) { device in
      await device.launch {
        do {
          for try await update in CLLocationUpdate.liveUpdates() {
            log.write(
              update.serviceSessionRequired ? "needs a session" : "\(update.location != nil)")
          }
        } catch {}
      }
      await device.move(to: .home, after: 10)
      #expect(log.lines == ["needs a session"])
      held.withLock { $0 = CLServiceSession(authorization: .none) }
      await device.move(to: .home, after: 10)
      #expect(log.lines == ["needs a session", "true", "true"])
    }
  }

  @Test func `live updates say that the app is not in use, and that it is again`() async {
    let log = Log()
    let listen = { @Sendable (name: String) in
      do {
        for try await update in CLLocationUpdate.liveUpdates() {
          let flags = [
            (update.insufficientlyInUse, "not in use"), (update.locationUnavailable, "unavailable"),
            (update.location != nil, "location"),
          ].filter(\.0).map(\.1)
          log.write("\(name): \(flags.joined(separator: ", "))")
        }
      } catch {}
    }
    await SimulatedDevice.run(authorization: .whenInUse) { device in
      await device.launch { await listen("first") }
      await device.move(to: .home, after: 10)
      await device.background()
      await device.background()
      await device.move(to: .home, after: 10)
      #expect(log.lines == ["first: location", "first: not in use"])
      let second = Task { await listen("second") }
      await device.settle()
      #expect(log.lines.last == "second: not in use")
      second.cancel()
      await device.foreground()
    }
    #expect(log.lines.last == "first: location")
  }

  @Test func `live updates have no location while location is off, though the app is in use again`()
    async
  {
    let log = Log()
    await SimulatedDevice.run(authorization: .whenInUse) { device in
      await device.launch {
        do {
          for try await update in CLLocationUpdate.liveUpdates() {
            log.write(update.location == nil ? "none" : "location")
          }
        } catch {}
      }
      await device.move(to: .home, after: 10)
      await device.background()
      await device.setLocationServices(false)
      await device.foreground()
    }
    #expect(log.lines.first == "location")
    #expect(log.lines.dropFirst().allSatisfy { $0 == "none" }, "\(log.lines)")
  }

  @Test func `a session's diagnostics follow what the user does`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let session = CLServiceSession(authorization: .always)
        do {
          for try await diagnostic in session.diagnostics {
            log.write(
              diagnostic.authorizationDeniedGlobally
                ? "off" : diagnostic.authorizationDenied ? "denied" : "fine")
          }
        } catch {}
      }
      await device.authorize(.denied)
      await device.authorize(.always)
      await device.setLocationServices(false)
      await device.background()
    }
    #expect(log.lines.prefix(4) == ["fine", "denied", "fine", "off"])
  }

  @Test(arguments: [CLAuthorizationStatus.whenInUse, .always])
  func `a session's diagnostics arrive before the call that changes them returns, and only then`(
    authorization: CLAuthorizationStatus
  ) async {
    let log = Log()
    await SimulatedDevice.run(authorization: authorization) { device in
      await device.launch {
        let session = CLServiceSession(authorization: .whenInUse)
        do {
          for try await diagnostic in session.diagnostics {
            log.write(diagnostic.insufficientlyInUse ? "not in use" : "in use")
          }
        } catch {}
      }
      let isAlways = authorization == .always
      #expect(log.lines == ["in use"])
      await device.background()
      #expect(log.lines == (isAlways ? ["in use"] : ["in use", "not in use"]))
      await device.foreground()
      #expect(log.lines == (isAlways ? ["in use"] : ["in use", "not in use", "in use"]))
    }
  }

  @Test func `location services that are off deny everything, until they are on again`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await CLMonitor("Places")
        await monitor.add(
          CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: "home")
        do {
          for try await event in await monitor.events {
            log.write(event.authorizationDeniedGlobally ? "off" : "\(event.state)")
          }
        } catch {}
      }
      await device.move(to: .home, after: 10)
      await device.setLocationServices(false)
      #expect(!CLLocationManager.locationServicesEnabled())
      #expect(CLLocationManager().authorizationStatus == .denied)
      for _ in 0..<3 { await device.move(to: .away, after: 60) }
      #expect(log.lines == ["satisfied", "off"])
      await device.setLocationServices(true)
      #expect(CLLocationManager.locationServicesEnabled())
      for _ in 0..<3 { await device.move(to: .away, after: 60) }
    }
    #expect(log.lines == ["satisfied", "off", "unsatisfied"])
  }

  @Test func `beacons take slots and are never satisfied`() async {
    var configuration = SimulatedDeviceConfiguration()
    configuration.conditionLimit = 2
    let log = Log()
    await SimulatedDevice.run(configuration) { device in
      await device.launch {
        let monitor = await CLMonitor("Doors")
        await monitor.add(CLMonitor.BeaconIdentityCondition(uuid: UUID()), identifier: "door")
        let manager = CLLocationManager()
        manager.startMonitoring(for: CLBeaconRegion(uuid: UUID(), identifier: "gate"))
        log.write("\(manager.monitoredRegions.map(\.identifier))")
        await monitor.add(
          CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: "home")
        do {
          for try await event in await monitor.events {
            log.write(
              "\(event.identifier) \(event.conditionLimitExceeded ? "over the limit" : "\(event.state)")"
            )
          }
        } catch {}
      }
      await crossings(device)
      #expect(device.monitored.map(\.identifier) == ["door", "gate"])
      #expect(device.timeline.filter { $0.text.contains("beacons") }.count == 1)
    }
    #expect(log.lines == ["[\"gate\"]", "home over the limit", "door unsatisfied"])
  }
}
