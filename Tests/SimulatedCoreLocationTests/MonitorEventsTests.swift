import Foundation
import SimulatedCoreLocation
import Testing

/// The events of a monitor, however an app reads them: each is handled once, none is lost.
@Suite(.timeLimit(.minutes(60)), .provokesWarnings)
struct MonitorEventsTests {
  private func monitor() async -> CLMonitor {
    let monitor = await CLMonitor("Home")
    await monitor.add(
      CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: "home")
    return monitor
  }

  private func cross(_ device: SimulatedDevice, to place: CLLocationCoordinate2D) async {
    for _ in 0..<2 { await device.move(to: place, after: 30) }
  }

  private func handled(_ monitor: CLMonitor) async -> CLMonitor.Event.State? {
    await monitor.record(for: "home")?.lastEvent.state
  }

  @Test func `leaving the loop handles the event that was read last`() async throws {
    try await SimulatedDevice.run { device in
      let monitor = await monitor()
      let reader = Task { for try await _ in await monitor.events { break } }
      await cross(device, to: .home)
      try await reader.value
      #expect(await handled(monitor) == .satisfied)
      // The next one waits for a new loop.
      await cross(device, to: .away)
      #expect(await handled(monitor) == .satisfied)
      let second = Task { try await monitor.events.first { _ in true }?.state }
      #expect(try await second.value == .unsatisfied)
      #expect(await handled(monitor) == .unsatisfied)
    }
  }

  @Test func `an error in the loop handles the event, too`() async {
    struct Failure: Error {}
    await SimulatedDevice.run { device in
      let monitor = await monitor()
      let reader = Task { for try await _ in await monitor.events { throw Failure() } }
      await cross(device, to: .home)
      await #expect(throws: Failure.self) { try await reader.value }
      #expect(await handled(monitor) == .satisfied)
    }
  }

  @Test(arguments: [true, false])
  func `the end of an event's handler leaves the record of a condition that it has added`(
    removes: Bool
  ) async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await monitor()
        Task {
          for try await event in await monitor.events {
            let before = await monitor.record(for: "home")?.lastEvent.state
            log.write("\(before ?? .unmonitored) → \(event.state)")
            guard log.lines.count == 1 else { continue }
            if removes { await monitor.remove("home") }
            await monitor.add(
              CLMonitor.CircularGeographicCondition(center: .home, radius: 60), identifier: "home")
          }
        }
      }
      await cross(device, to: .home)
      await cross(device, to: .away)
    }
    #expect(
      log.lines == [
        "unknown → satisfied", "unknown → satisfied", "satisfied → unsatisfied",
      ])
  }

  @Test func `a cancelled reader ends, and what comes later goes to the next one`() async throws {
    try await SimulatedDevice.run { device in
      let monitor = await monitor()
      let log = Log()
      let first = Task {
        for try await event in await monitor.events { log.write("first \(event.state)") }
        log.write("first ends")
      }
      await cross(device, to: .home)
      first.cancel()
      try await first.value
      await cross(device, to: .away)
      let second = Task {
        for try await event in await monitor.events { log.write("second \(event.state)") }
      }
      await device.settle()
      await cross(device, to: .home)
      second.cancel()
      #expect(
        log.lines == ["first satisfied", "first ends", "second unsatisfied", "second satisfied"])
    }
  }

  @Test func `a second reader takes over, and the first hears nothing more`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await monitor()
        for name in ["first", "second"] {
          Task {
            for try await event in await monitor.events { log.write("\(name) \(event.state)") }
            log.write("\(name) ends")
          }
          await Task.yield()
        }
      }
      for place: CLLocationCoordinate2D in [.home, .away, .home] { await cross(device, to: place) }
      device.terminate()
      await device.settle()
    }
    #expect(
      log.lines == [
        "second satisfied", "second unsatisfied", "second satisfied", "first ends", "second ends",
      ])
  }

  @Test func `what was handled is told once, what was not again`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await monitor()
        do {
          for try await event in await monitor.events {
            log.write("\(event.state)")
            // The app is gone before it asks for the next one.
            if event.state == .unsatisfied, log.lines.count == 2 { device.terminate() }
          }
        } catch {}
      }
      await cross(device, to: .home)
      await cross(device, to: .away)
      await device.foreground()
      #expect(log.lines == ["satisfied", "unsatisfied", "unsatisfied"])
      device.terminate()
      await device.foreground()
    }
    #expect(log.lines == ["satisfied", "unsatisfied", "unsatisfied"])
  }

  /// An app that awaits what its delegate receives.
  @MainActor private final class Asker: NSObject, @MainActor CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private var waiting: CheckedContinuation<String, Never>?

    override init() {
      super.init()
      manager.delegate = self
    }

    func location() async -> String { await answer { manager.requestLocation() } }

    func state() async -> String {
      let region = CLCircularRegion(center: .home, radius: 100, identifier: "region")
      return await answer { manager.requestState(for: region) }
    }

    func authorization() async -> String { await answer { manager.requestAlwaysAuthorization() } }

    private func answer(to request: () -> Void) async -> String {
      await withCheckedContinuation { continuation in
        waiting = continuation
        request()
      }
    }

    private func receive(_ answer: String) {
      waiting?.resume(returning: answer)
      waiting = nil
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations places: [CLLocation]) {
      receive("location")
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
      receive("\(error)")
    }

    func locationManager(
      _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
      receive("\(state)")
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
      receive("\(manager.authorizationStatus)")
    }
  }

  @Test func `what handles an event gets the answers that it awaits`() async {
    let log = Log()
    await SimulatedDevice.run(authorization: .whenInUse) { device in
      let asker = await Asker()
      await device.launch {
        let monitor = await monitor()
        do {
          for try await event in await monitor.events {
            log.write("\(event.state)")
            log.write(await asker.location())
            log.write(await asker.state())
            log.write(await asker.authorization())
          }
        } catch {}
      }
      await device.move(to: .home, after: 60)
      #expect(log.lines == ["satisfied", "location", "unknown", "authorizedAlways"])
    }
  }
}
