import Foundation
import SimulatedCoreLocationTesting
import Synchronization
import Testing

/// What `launch` begins.
struct LaunchTests {
  /// A service as tests make them: no promise for other threads, and a log to look into.
  private final class Service: NSObject, CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private(set) var log: [String] = []

    func start() {
      manager.delegate = self
      manager.startMonitoring(for: CLCircularRegion(center: .home, radius: 100, identifier: "home"))
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
      log.append("enter \(region.identifier)")
    }
  }

  private func walk(_ device: SimulatedDevice) async {
    for place: CLLocationCoordinate2D in [.away, .home, .home] {
      await device.move(to: place, after: 30)
    }
  }

  @Test(.simulatedDevice) func `it takes what a test has made, and the test looks at it`()
    async throws
  {
    let device = try SimulatedDevice.running
    let service = Service()
    await device.launch { service.start() }
    await walk(device)
    #expect(service.log == ["enter home"])
  }

  @Test(.simulatedDevice) @MainActor func `it takes what a test of the main actor has made`()
    async throws
  {
    let device = try SimulatedDevice.running
    let service = Service()
    await device.launch { service.start() }
    await walk(device)
    #expect(service.log == ["enter home"])
  }

  @Test(.simulatedDevice)
  func `a further launch begins what it is given, at each start of the app`()
    async throws
  {
    let device = try SimulatedDevice.running
    let log = Mutex<[String]>([])
    await device.launch {
      log.withLock { $0.append("first") }
      try? await Task.sleep(for: .seconds(3600))
    }
    await device.launch { log.withLock { $0.append("second") } }
    #expect(log.withLock { $0 } == ["first", "second"])
    device.terminate()
    await device.foreground()
    #expect(log.withLock { $0 } == ["first", "second", "first", "second"])
    device.terminate()
    await device.launch { log.withLock { $0.append("third") } }
    device.terminate()
    await device.foreground()
    #expect(log.withLock { $0.suffix(2) } == ["third", "third"])
  }

  @Test(arguments: [SimulatedDeviceConfiguration.Platform.ios, .macos])
  func `what cannot happen to a device is a mistake, and does not`(
    _ platform: SimulatedDeviceConfiguration.Platform
  ) async {
    var configuration = SimulatedDeviceConfiguration()
    configuration.platform = platform
    let log = Log()
    await SimulatedDevice.run(configuration) { device in
      device.onMisuse { log.write($0) }
      await device.unlock()
      if platform == .ios {
        device.sleep()
        await device.wake()
      } else {
        await device.setBackgroundRefresh(false)
        await device.wake()
        device.sleep()
        device.sleep()
        await device.wake()
      }
      device.reboot()
      device.reboot()
      device.forceQuit()
      await device.launch { log.write("launched") }
      await device.background()
      await device.foreground()
      await device.unlock()
      await device.launch { log.write("launched") }
    }
    let asleep =
      platform == .ios
      ? ["sleep is impossible: only a Mac sleeps", "wake is impossible: only a Mac sleeps"]
      : [
        "background-refresh is impossible: a Mac has no Background App Refresh",
        "wake is impossible: the device is awake", "sleep is impossible: the device is asleep",
      ]
    #expect(
      log.lines == ["unlock is impossible: the device has not restarted"] + asleep + [
        "reboot is impossible: the device is locked after a restart",
        "force-quit is impossible: the device is locked",
        "launch is impossible: the device is locked",
        "background is impossible: the device is locked",
        "foreground is impossible: the device is locked", "launched",
      ])
  }
}
