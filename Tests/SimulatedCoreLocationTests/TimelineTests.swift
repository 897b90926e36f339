import Foundation
import SimulatedCoreLocation
import Testing

/// What a test can look at.
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

  @Test func `the timeline tells what mattered`() async {
    await SimulatedDevice.run { device in
      await device.launch { await Self.watch() }
      for place: CLLocationCoordinate2D in [.home, .home, .away, .away] {
        await device.move(to: place, after: 30)
      }
      await device.background()
      #expect(
        device.timeline.map(\.description) == [
          "1970-01-01T00:00:00Z  launch        by the test",
          "1970-01-01T00:00:00Z  registration  monitor Parks adds home",
          "1970-01-01T00:00:30Z  fix           46.05,14.5",
          "1970-01-01T00:00:30Z  delivery      event satisfied of home in monitor Parks",
          "1970-01-01T00:02:00Z  fix           46.07,14.5",
          "1970-01-01T00:02:00Z  delivery      event unsatisfied of home in monitor Parks",
          "1970-01-01T00:02:00Z  action        background",
        ])
    }
  }
}
