import Foundation
import SimulatedCoreLocationTesting
import Synchronization
import Testing

/// A `static let shared` is made once in a process and serves every run.
@Suite(.provokesWarnings)
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

  /// Starts once in a process, and keeps that in mind where no new run changes it.
  private final class Starter: Sendable {
    static let shared = Starter()
    private let app = Mutex<LazyApp?>(nil)

    func start() {
      app.withLock { app in
        guard app == nil else { return }
        app = LazyApp("starter")
        app?.watch()
      }
    }
  }

  private func warnings(_ device: SimulatedDevice) -> [String] {
    device.timeline.filter { $0.kind == .warning }.map(\.text)
  }

  private func walk(_ device: SimulatedDevice) async {
    for place: CLLocationCoordinate2D in [.home, .away, .away] {
      await device.move(to: place, after: 30)
    }
  }

  @Test(.renewedSingletons) func `its manager hears in the first run and in the thousandth`() async
  {
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

  @Test func `its long-lived listener hears in the first run and in the thousandth`() async {
    for _ in 0..<1000 {
      let app = SmallApp.keepsItsListener
      #expect(await app.outcome() == app.expected)
    }
  }

  @Test func `a listener that has ended with an earlier run is the reason for silence`() async {
    let monitor = Mutex<CLMonitor?>(nil)
    await SimulatedDevice.run { device in
      await device.launch {
        let made = await CLMonitor("Once")
        monitor.withLock { $0 = made }
        do { for try await _ in await made.events {} } catch {}
      }
    }
    await SimulatedDevice.run { device in
      await device.launch {
        await monitor.withLock { $0 }?.add(
          CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: "home")
      }
      await walk(device)
      #expect(
        warnings(device) == [
          "the loop over the events of monitor Once has ended with an earlier run or start of the "
            + "app, which has begun none since; they wait"
        ])
    }
  }

  @Test(.timeLimit(.minutes(60))) func `a test's own listener ends with its run`() async throws {
    let listener = Mutex<Task<[String], any Error>?>(nil)
    await SimulatedDevice.run { device in
      let monitor = await CLMonitor("Heard")
      await monitor.add(
        CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: "home")
      let task = Task {
        var heard: [String] = []
        for try await event in await monitor.events { heard.append("\(event.state)") }
        return heard
      }
      listener.withLock { $0 = task }
      await walk(device)
    }
    #expect(try await listener.withLock { $0 }?.value == ["satisfied", "unsatisfied"])
  }

  @Test func `an app that did everything in an earlier run is the reason for silence`() async {
    for number in 0..<2 {
      await SimulatedDevice.run { device in
        await device.launch { Starter.shared.start() }
        await walk(device)
        let reason = warnings(device).first
        #expect((number == 0) == (reason == nil))
        if let reason {
          #expect(reason.hasPrefix("the app has used no location service since it was started; "))
          #expect(reason.contains("the location manager of LazyApp"))
        }
      }
    }
  }

  @Test func `what an earlier run has left is no concern of an app that sleeps`() async {
    await expectNoConcern { _ = try? await Task.sleep(for: .seconds(3)) }
  }

  @Test(.watchedQueues)
  func `what an earlier run has left is no concern of an app that has a timer`() async {
    await expectNoConcern {
      await MainActor.run {
        _ = Timer.scheduledTimer(withTimeInterval: 3, repeats: false) { _ in }
      }
    }
  }

  private func expectNoConcern(of app: @escaping @Sendable () async -> Void) async {
    let earlier = LazyApp("earlier")
    await SimulatedDevice.run { await $0.launch { earlier.watch() } }
    await SimulatedDevice.run { device in
      await device.launch(app)
      await walk(device)
      #expect(warnings(device) == [])
    }
    withExtendedLifetime(earlier) {}
  }

  @Test(.renewedSingletons) func `it serves every start of the app in a run`() async {
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
