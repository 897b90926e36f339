import Foundation
import SimulatedCoreLocation
import Testing

/// What a test can look at.
@Suite(.provokesWarnings)
struct TimelineTests {
  private static func watch() async {
    let monitor = await CLMonitor("Parks")
    await monitor.add(
      CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: "home")
    do { for try await _ in await monitor.events {} } catch {}
  }

  @Test func `what is registered now is listed with its state`() async {
    await SimulatedDevice.run { device in
      #expect(device.monitored.isEmpty)
      await device.launch {
        CLLocationManager().startMonitoring(
          for: CLCircularRegion(center: .away, radius: 50, identifier: "away"))
        await Self.watch()
      }
      #expect(
        device.monitored.map(\.description) == ["away unknown", "home unknown in monitor Parks"])
      await device.move(to: .home, after: 10)
      #expect(
        device.monitored.map(\.description) == ["away outside", "home inside in monitor Parks"])
      #expect(device.monitored.map(\.radius) == [50, 100])
    }
  }

  @Test func `an event that nobody has asked for waits, and is delivered when somebody does`() async
  {
    await SimulatedDevice.run { device in
      let monitor = await CLMonitor("Parks")
      await monitor.add(
        CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: "home")
      await device.move(to: .home, after: 30)
      let text = "event satisfied of home in monitor Parks"
      func kinds() -> [TimelineEntry.Kind] {
        device.timeline.filter { $0.text == text }.map(\.kind)
      }
      #expect(kinds() == [.waiting])
      var events = await monitor.events.makeAsyncIterator()
      _ = try? await events.next()
      #expect(kinds() == [.waiting, .delivery])
    }
  }

  /// The lines about what the app has registered, of a run past circles around home.
  private func account(
    _ places: [(latitude: Double, seconds: Double)], radius: Double = 60,
    _ configuration: SimulatedDeviceConfiguration = .init()
  ) async -> [String] {
    await SimulatedDevice.run(configuration) { device in
      await device.launch {
        CLLocationManager().startMonitoring(
          for: CLCircularRegion(center: .home, radius: radius, identifier: "home"))
      }
      for (latitude, seconds) in places {
        await device.move(
          to: CLLocationCoordinate2D(latitude: latitude, longitude: 14.5), after: seconds)
      }
      let lines = device.timelineText?.split(separator: "\n").map(String.init) ?? []
      return Array(lines.drop { $0 != "what the app has registered" }.dropFirst())
    }
  }

  @Test func `a circle that is passed too fast is explained`() async {
    let lines = await account([(46.04, 30), (46.0499, 10), (46.0501, 10), (46.06, 10)])
    #expect(
      lines == [
        "  home, 60 m: nearest 48.9 m inside at 1970-01-01T00:00:40Z, inside for 20 s",
        "    enter at 1970-01-01T00:00:40Z: undecidable: stayed 10 s to 30 s; 20 s are needed",
        "    exit at 1970-01-01T00:01:00Z: undecidable: so is the arrival before it (00:00:40)",
      ])
  }

  @Test func `a beacon is no circle in an account`() async {
    await SimulatedDevice.run { device in
      await device.launch {
        CLLocationManager().startMonitoring(for: CLBeaconRegion(uuid: UUID(), identifier: "door"))
      }
      await device.move(to: .home, after: 30)
      let account = "\n  door: a beacon, which the simulated device does not detect"
      #expect(device.timelineText?.hasSuffix(account) == true)
    }
  }

  @Test func `a circle that is never reached says how near the device came`() async {
    let lines = await account([(46.04, 30), (46.045, 60), (46.04, 60)])
    #expect(lines == ["  home, 60 m: nearest 495.8 m outside at 1970-01-01T00:01:30Z"])
  }

  @Test func `an account begins with the region that a failed expectation names`() async {
    await SimulatedDevice.run { device in
      await device.launch {
        let manager = CLLocationManager()
        for number in 0..<100 {
          let region = CLCircularRegion(center: .home, radius: 60, identifier: "shop \(number)")
          manager.startMonitoring(for: region)
          manager.stopMonitoring(for: region)
        }
      }
      await device.move(to: .away, after: 30)
      let text = device.timelineText(about: #"(log.lines → []) == ["enter shop 3"]"#)
      let lines = text?.split(separator: "\n").map(String.init) ?? []
      #expect(lines.first == "what the test asked about")
      #expect(lines.dropFirst().first?.hasPrefix("  shop 3, 60 m: ") == true)
      #expect(lines.filter { $0.hasPrefix("  shop ") }.count == 41)
      #expect(lines.contains("what else the app has registered (59 earlier ones are left out)"))
    }
  }

  @Test func `of a long timeline an issue shows the begin and the end`() async {
    await SimulatedDevice.run { device in
      await device.launch {
        let manager = CLLocationManager()
        for _ in 0..<2000 { manager.startMonitoringVisits() }
      }
      #expect(device.timeline.count == 2001)
      let lines = device.timelineText?.split(separator: "\n") ?? []
      #expect(lines.count == 503)
      #expect(lines.contains("(1501 entries are left out; the device's timeline has them)"))
    }
  }

  @Test func `the timeline tells what mattered`() async {
    await SimulatedDevice.run { device in
      await device.launch { await Self.watch() }
      for place: CLLocationCoordinate2D in [.home, .home, .away, .away] {
        await device.move(to: place, after: 30)
      }
      await device.background()
      #expect(
        device.timeline.map(\.description) == [
          "before the first fix  launch        by the test",
          "before the first fix  registration  monitor Parks adds home",
          "1970-01-01T00:00:30Z  fix           46.05,14.5",
          "1970-01-01T00:00:30Z  delivery      event satisfied of home in monitor Parks",
          "1970-01-01T00:02:00Z  fix           46.07,14.5",
          "1970-01-01T00:02:00Z  delivery      event unsatisfied of home in monitor Parks",
          "1970-01-01T00:02:00Z  action        background",
        ])
    }
  }
}
