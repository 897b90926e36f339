import Foundation
import SimulatedCoreLocation
import Testing

/// `CLMonitor` as an app meets it.
@Suite(.provokesWarnings)
struct CLMonitorTests {
  private static let home = CLLocationCoordinate2D(latitude: 46.05, longitude: 14.5)
  private static let away = CLLocationCoordinate2D(latitude: 46.07, longitude: 14.5)

  private static func circle(
    _ center: CLLocationCoordinate2D = home, radius: Double = 100
  ) -> CLMonitor.CircularGeographicCondition {
    CLMonitor.CircularGeographicCondition(center: center, radius: radius)
  }

  private static func line(_ event: CLMonitor.Event) -> String {
    let flags = [
      (event.accuracyLimited, "accuracyLimited"), (event.authorizationDenied, "denied"),
      (event.authorizationRestricted, "restricted"),
      (event.authorizationRequestInProgress, "inProgress"),
      (event.conditionLimitExceeded, "limit"), (event.conditionUnsupported, "unsupported"),
      (event.insufficientlyInUse, "insufficientlyInUse"),
    ].filter(\.0).map { " \($0.1)" }.joined()
    let second = Int(event.date.timeIntervalSince1970)
    return "\(second) \(event.identifier) \(event.state)\(flags)"
  }

  /// An app that watches home and logs every event.
  private static func watchHome(_ log: Log) async {
    let monitor = await CLMonitor("Home")
    await monitor.add(circle(), identifier: "home")
    do {
      for try await event in await monitor.events { log.write(line(event)) }
    } catch {
      log.write("\(error)")
    }
  }

  /// Away and back, each for long enough.
  private func leaveAndReturn(_ device: SimulatedDevice) async {
    for place in [Self.away, Self.away, Self.home, Self.home] {
      await device.move(to: place, after: 30)
    }
  }

  // MARK: states

  @Test func `an event comes for the first state and for each crossing`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch { await Self.watchHome(log) }
      await device.move(to: Self.home, after: 0)
      await leaveAndReturn(device)
    }
    #expect(
      log.lines == ["0 home satisfied", "60 home unsatisfied", "120 home satisfied"])
  }

  @Test func `the first state is news outside, too`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch { await Self.watchHome(log) }
      await device.move(to: Self.away, after: 0)
    }
    #expect(log.lines == ["0 home unsatisfied"])
  }

  @Test func `a state that was assumed rightly is no news`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await CLMonitor("Home")
        await monitor.add(Self.circle(), identifier: "home", assuming: .satisfied)
        do { for try await event in await monitor.events { log.write(Self.line(event)) } } catch {}
      }
      await device.move(to: Self.home, after: 0)
      #expect(log.lines.isEmpty)
      await device.move(to: Self.away, after: 30)
      await device.move(to: Self.away, after: 30)
    }
    #expect(log.lines == ["60 home unsatisfied"])
  }

  @Test func `uncertain fixes decide nothing`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch { await Self.watchHome(log) }
      await device.move(to: Self.home, accuracy: 101, after: 0)
      await device.move(to: Self.home, accuracy: 100, after: 1)
    }
    #expect(log.lines == ["1 home satisfied"])
  }

  // MARK: records

  @Test func `a record still shows the prior event while one is handled`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await CLMonitor("Home")
        await monitor.add(Self.circle(), identifier: "home")
        do {
          for try await event in await monitor.events {
            let record = await monitor.record(for: event.identifier)
            log.write("\(record?.lastEvent.state ?? .unmonitored) then \(event.state)")
          }
        } catch {}
      }
      await device.move(to: Self.home, after: 0)
      await leaveAndReturn(device)
    }
    #expect(
      log.lines == [
        "unknown then satisfied", "satisfied then unsatisfied", "unsatisfied then satisfied",
      ])
  }

  @Test func `an event that nobody asked for leaves the record as it was, and waits`() async throws
  {
    try await SimulatedDevice.run { device in
      let monitor = await CLMonitor("Home")
      await monitor.add(Self.circle(), identifier: "home")
      await device.move(to: Self.home, after: 0)
      #expect(await monitor.record(for: "home")?.lastEvent.state == .unknown)
      var iterator = await monitor.events.makeAsyncIterator()
      let event = try await iterator.next()
      #expect(event?.state == .satisfied)
      #expect(await monitor.record(for: "home")?.lastEvent.state == .unknown)
    }
  }

  @Test func `an equal circle is a no-op, another one starts the record over`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await CLMonitor("Home")
        await monitor.add(Self.circle(), identifier: "home")
        do {
          for try await event in await monitor.events {
            log.write(Self.line(event))
            if event.state == .satisfied, event.date.timeIntervalSince1970 == 0 {
              await monitor.add(Self.circle(radius: 100.000_000_1), identifier: "home")
            }
            if event.state == .unsatisfied {
              await monitor.add(Self.circle(Self.away), identifier: "home")
              let state = await monitor.record(for: "home")?.lastEvent.state ?? .unmonitored
              log.write("record \(state)")
            }
          }
        } catch {}
      }
      await device.move(to: Self.home, after: 0)
      await device.move(to: Self.away, after: 30)
      await device.move(to: Self.away, after: 30)
    }
    #expect(
      log.lines == [
        "0 home satisfied", "60 home unsatisfied", "record unknown", "60 home satisfied",
      ])
  }

  @Test func `identifiers come in scalar order and go with remove`() async {
    await SimulatedDevice.run { _ in
      let monitor = await CLMonitor("Home")
      for name in ["b", "a", "\u{E9}", "e\u{301}"] {
        await monitor.add(Self.circle(), identifier: name)
      }
      await monitor.remove("b")
      #expect(await monitor.identifiers == ["a", "e\u{301}", "\u{E9}"])
      #expect(await monitor.identifiers.count == 3)
      #expect(await monitor.record(for: "b") == nil)
    }
  }

  // MARK: limits

  @Test func `one too many says so, stays listed and revives when a slot is free`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await CLMonitor("Home")
        for number in 10...30 {
          await monitor.add(Self.circle(Self.away), identifier: "\(number)")
        }
        do {
          for try await event in await monitor.events {
            log.write(Self.line(event))
            if event.conditionLimitExceeded {
              log.write("\(await monitor.identifiers.count) listed")
              await monitor.remove("10")
            }
          }
        } catch {}
      }
      await device.move(to: Self.away, after: 5)
    }
    #expect(log.lines.prefix(2) == ["0 30 unmonitored limit", "21 listed"])
    #expect(log.lines.dropFirst(2).map { $0 } == (11...30).map { "5 \($0) satisfied" })
  }

  @Test func `a condition that is removed before the app hears of it is not told of`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await CLMonitor("Home")
        await monitor.add(Self.circle(), identifier: "home")
        await monitor.add(Self.circle(radius: 100_001), identifier: "country")
        await monitor.remove("country")
        do { for try await event in await monitor.events { log.write(Self.line(event)) } } catch {}
      }
      await device.move(to: Self.home, after: 5)
    }
    #expect(log.lines == ["5 home satisfied"])
  }

  private final class Failures: NSObject, CLLocationManagerDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }

    func locationManager(
      _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
      withError error: any Error
    ) { log.write("monitoring failed \(region?.identifier ?? "")") }
  }

  @Test func `a centre that is not on the Earth is a mistake, and is not monitored`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      device.onMisuse { log.write($0) }
      let swapped = CLLocationCoordinate2D(latitude: -122.4, longitude: 37.7)
      let (manager, delegate) = (CLLocationManager(), Failures(log))
      await device.launch {
        manager.delegate = delegate
        manager.startMonitoring(
          for: CLCircularRegion(center: swapped, radius: 100, identifier: "region"))
        let monitor = await CLMonitor("Home")
        await monitor.add(Self.circle(swapped), identifier: "condition")
        do { for try await event in await monitor.events { log.write(Self.line(event)) } } catch {}
      }
      await device.move(to: Self.home, after: 0)
      #expect(device.monitored.isEmpty)
    }
    #expect(
      log.lines == [
        "the centre of region is not on the Earth: latitude -122.4, longitude 37.7",
        "the centre of condition is not on the Earth: latitude -122.4, longitude 37.7",
        "monitoring failed region", "0 condition unmonitored unsupported",
      ])
  }

  @Test func `a condition that is too large is unsupported`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await CLMonitor("Home")
        await monitor.add(Self.circle(radius: 100_001), identifier: "country")
        do { for try await event in await monitor.events { log.write(Self.line(event)) } } catch {}
      }
      await device.move(to: Self.home, after: 5)
    }
    #expect(log.lines == ["0 country unmonitored unsupported"])
  }

  // MARK: names and iterators

  @Test(.provokesWarnings, arguments: ["no blanks", "", "dash-ed"])
  func `a name of other characters is a warning, and the monitor works`(_ name: String) async {
    await SimulatedDevice.run { device in
      let monitor = await CLMonitor(name)
      await monitor.add(Self.circle(), identifier: "home")
      #expect(await monitor.identifiers == ["home"])
      #expect(
        device.timeline.filter { $0.kind == .warning }.map(\.text) == [
          "a monitor's name has letters, digits and underscores only, not \"\(name)\""
        ])
    }
  }

  @Test func `a second open monitor of a name is a mistake`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      device.onMisuse { log.write($0) }
      let first = await CLMonitor("Home")
      let second = await CLMonitor("Home")
      #expect(await second.identifiers.isEmpty)
      _ = first
    }
    #expect(
      log.lines == ["a monitor named \"Home\" is open already"])
  }

  @Test func `a name is free again when its monitor is gone`() async {
    await SimulatedDevice.run { device in
      device.onMisuse { Issue.record("\($0)") }
      for _ in 0..<3 { _ = await CLMonitor("Home").identifiers }
    }
  }

  @Test func `a second iterator takes the events from the first`() async throws {
    try await SimulatedDevice.run { device in
      let monitor = await CLMonitor("Home")
      await monitor.add(Self.circle(), identifier: "home")
      await device.move(to: Self.home, after: 0)
      await device.move(to: Self.away, after: 30)
      await device.move(to: Self.away, after: 30)
      var first = await monitor.events.makeAsyncIterator()
      let one = try await first.next()
      #expect(one?.state == .satisfied)
      var second = await monitor.events.makeAsyncIterator()
      let two = try await second.next()
      #expect(two?.state == .unsatisfied)
      device.terminate()
      let ends = try await [first.next(), second.next()]
      #expect(ends.allSatisfy { $0 == nil })
    }
  }

  // MARK: the device's life

  @Test func `a terminated app is started again for an event`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        log.write("start")
        await Self.watchHome(log)
      }
      await device.move(to: Self.home, after: 0)
      device.terminate()
      await leaveAndReturn(device)
    }
    #expect(
      log.lines == [
        "start", "0 home satisfied", "start", "60 home unsatisfied", "120 home satisfied",
      ])
  }

  @Test func `what nobody hears waits, the latest of each condition`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch { await Self.watchHome(log) }
      await device.move(to: Self.home, after: 0)
      await device.setBackgroundRefresh(false)
      await device.background()
      await leaveAndReturn(device)
      #expect(log.lines == ["0 home satisfied"])
      await device.foreground()
    }
    #expect(log.lines == ["0 home satisfied", "120 home satisfied"])
  }

  @Test func `nothing starts an app that its user has ended, until the user opens it`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch { await Self.watchHome(log) }
      await device.move(to: Self.home, after: 0)
      device.forceQuit()
      await leaveAndReturn(device)
      #expect(log.lines == ["0 home satisfied"])
      await device.foreground()
    }
    // While the app does not run, the first event waits for it.
    #expect(log.lines == ["0 home satisfied", "60 home unsatisfied"])
  }

  @Test func `a restart forgets states and the unlock determines them anew`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch { await Self.watchHome(log) }
      await device.move(to: Self.home, after: 0)
      device.reboot()
      await leaveAndReturn(device)
      await device.unlock()
      await device.move(to: Self.home, after: 30)
    }
    #expect(log.lines == ["0 home satisfied", "150 home satisfied"])
  }

  @Test(
    arguments: [
      (CLAuthorizationStatus.denied, "denied"), (.restricted, "restricted"),
      (.notDetermined, "inProgress"),
    ])
  func `without authorization conditions are unmonitored, and live again when granted`(
    _ status: CLAuthorizationStatus, _ flag: String
  ) async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch { await Self.watchHome(log) }
      await device.move(to: Self.home, after: 0)
      await device.authorize(status)
      await leaveAndReturn(device)
      await device.authorize(.authorizedAlways)
      await device.move(to: Self.away, after: 30)
      await device.move(to: Self.away, after: 30)
    }
    #expect(
      log.lines == [
        "0 home satisfied", "0 home unmonitored \(flag)", "180 home unsatisfied",
      ])
  }

  @Test func `with reduced accuracy there are no geofence events`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch { await Self.watchHome(log) }
      await device.move(to: Self.home, after: 0)
      await device.setAccuracy(.reducedAccuracy)
      await leaveAndReturn(device)
    }
    #expect(log.lines == ["0 home satisfied", "0 home unmonitored accuracyLimited"])
  }

  @Test func `a day at one fix a second is quick work`() async {
    let log = Log()
    var fixes: [CLLocation] = []
    for second in 0..<86_400 {
      let place = (second / 3600) % 2 == 0 ? Self.home : Self.away
      fixes.append(
        CLLocation(
          coordinate: place, altitude: 0, horizontalAccuracy: 5, verticalAccuracy: -1,
          timestamp: Date(timeIntervalSince1970: Double(second))))
    }
    await SimulatedDevice.run { device in
      await device.launch { await Self.watchHome(log) }
      await device.play(fixes)
    }
    #expect(log.lines.count == 24)
  }
}
