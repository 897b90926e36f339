import Foundation
import SimulatedCoreLocation
import Testing

/// A `static let shared` is made once in a process and serves every run.
struct SingletonTests {
  /// Sets everything up when it is made, as many apps do.
  private final class Geofences: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
    static let shared = Geofences()
    private let manager = CLLocationManager()
    var log: Log?

    override init() {
      super.init()
      manager.delegate = self
      manager.startMonitoring(
        for: CLCircularRegion(center: .home, radius: 100, identifier: "home"))
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
      log?.write("exit \(region.identifier)")
    }
  }

  /// Keeps its monitor.
  private actor Parks {
    static let shared = Parks()
    private var monitor: CLMonitor?

    func watch(_ log: Log) async {
      if monitor == nil { monitor = await CLMonitor("Parks") }
      guard let monitor else { return }
      await monitor.add(
        CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: "home")
      do {
        for try await event in await monitor.events { log.write("\(event.state)") }
      } catch {}
    }
  }

  private func walk(_ device: SimulatedDevice) async {
    for place: CLLocationCoordinate2D in [.home, .away, .away] {
      await device.move(to: place, after: 30)
    }
  }

  @Test func `its manager hears in the first run and in the thousandth`() async {
    for _ in 0..<1000 {
      let log = Log()
      await SimulatedDevice.run { device in
        await device.launch { Geofences.shared.log = log }
        await walk(device)
      }
      #expect(log.lines == ["exit home"])
    }
  }

  @Test func `its monitor hears in the first run and in the thousandth`() async {
    for _ in 0..<1000 {
      let log = Log()
      await SimulatedDevice.run { device in
        await device.launch { await Parks.shared.watch(log) }
        await walk(device)
      }
      #expect(log.lines == ["satisfied", "unsatisfied"])
    }
  }

  @Test func `it serves every start of the app in a run`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch { Geofences.shared.log = log }
      for _ in 0..<3 {
        await walk(device)
        device.terminate()
        await device.launch { Geofences.shared.log = log }
        await device.move(to: .home, after: 30)
      }
    }
    #expect(log.lines == ["exit home", "exit home", "exit home"])
  }

  @Test func `another app of the process is left alone`() async {
    await SimulatedDevice.run { await $0.launch { Geofences.shared.log = nil } }
    await SimulatedDevice.run { device in
      await device.launch {
        let manager = CLLocationManager()
        manager.startMonitoring(
          for: CLCircularRegion(center: .away, radius: 100, identifier: "other"))
      }
      #expect(device.monitored.map(\.identifier) == ["other"])
    }
  }
}
