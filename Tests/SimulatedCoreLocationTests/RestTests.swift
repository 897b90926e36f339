import Foundation
import SimulatedCoreLocationTesting
import Synchronization
import Testing

/// The device waits for the app, but never for ever, and says what is wrong with it.
@Suite(.provokesWarnings)
struct RestTests {
  private static func circle(_ monitor: CLMonitor, _ name: String = "home") async {
    await monitor.add(
      CLMonitor.CircularGeographicCondition(center: .home, radius: 100), identifier: name)
  }

  private func impatient(_ seconds: TimeInterval = 0.05) -> SimulatedDeviceConfiguration {
    var configuration = SimulatedDeviceConfiguration()
    configuration.patience = seconds
    return configuration
  }

  private func leaveAndReturn(_ device: SimulatedDevice) async {
    for place: CLLocationCoordinate2D in [.home, .away, .away, .home, .home] {
      await device.move(to: place, after: 30)
    }
  }

  private func warnings(_ device: SimulatedDevice) -> [String] {
    device.timeline.filter { $0.kind == .warning }.map(\.text)
  }

  @Test func `launch returns though the app does nothing, and though it never ends`() async {
    await SimulatedDevice.run { device in
      await device.launch {}
      device.terminate()
      await device.launch {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
      #expect(device.timeline.filter { $0.kind == .launch }.count == 2)
    }
  }

  @Test func `a handler that never ends is named, and the device moves on`() async {
    let log = Log()
    await SimulatedDevice.run(impatient()) { device in
      device.onMisuse { log.write($0) }
      await device.launch {
        let monitor = await CLMonitor("Parks")
        await Self.circle(monitor, "tivoli")
        do {
          for try await _ in await monitor.events {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          }
        } catch {}
      }
      await leaveAndReturn(device)
      #expect(device.now == Date(timeIntervalSince1970: 150))
    }
    #expect(log.lines == ["event satisfied of tivoli in monitor Parks has not been handled"])
  }

  @Test(.exactRuns) func `tasks that wake each other without end are named`() async {
    let log = Log()
    await SimulatedDevice.run(impatient()) { device in
      device.onMisuse { log.write($0) }
      await device.launch {
        let monitor = await CLMonitor("Home")
        while !Task.isCancelled { await Task.yield() }
        withExtendedLifetime(monitor) {}
      }
    }
    #expect(log.lines == ["the app has not come to rest since it was started"])
  }

  private final class Asker: NSObject, CLLocationManagerDelegate {
    private(set) var answers: Set<String> = []

    func locationManager(
      _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
      answers.insert("\(region.identifier) \(state)")
      if state == .unknown { manager.requestState(for: region) }
    }
  }

  @Test func `an app that answers each answer with a request is named, and the device moves on`()
    async
  {
    let log = Log()
    await SimulatedDevice.run(impatient()) { device in
      device.onMisuse { log.write($0) }
      let (manager, delegate) = (CLLocationManager(), Asker())
      await device.launch {
        manager.delegate = delegate
        let home = CLCircularRegion(center: .home, radius: 100, identifier: "home")
        manager.startMonitoring(for: home)
        manager.requestState(for: home)
      }
      await leaveAndReturn(device)
      #expect(delegate.answers == ["home unknown", "home outside", "home inside"])
    }
    #expect(log.lines.count == 1)
    #expect(
      log.lines.first?.hasPrefix(
        "the app answers didDetermineState unknown for home with a request that is answered at "
          + "once, again and again: ") == true)
  }

  /// Cancels what `body` waits for, once the app has called the function that it is given.
  private func cancel(
    _ body: @escaping @Sendable (SimulatedDevice, @escaping @Sendable () -> Void) async -> Void
  ) async {
    await SimulatedDevice.run(impatient(60)) { device in
      let (calls, continuation) = AsyncStream<Void>.makeStream()
      let test = Task { await body(device) { continuation.finish() } }
      for await _ in calls {}
      test.cancel()
      await test.value
      device.terminate()
    }
  }

  @Test(.watchedQueues) func `a dispatch queue that never ends its work is named once`() async {
    let log = Log()
    let gate = DispatchSemaphore(value: 0)
    await SimulatedDevice.run(impatient()) { device in
      device.onMisuse { log.write($0) }
      await device.launch { DispatchQueue(label: "app.worker").async { gate.wait() } }
      await leaveAndReturn(device)
      gate.signal()
    }
    #expect(
      log.lines == [
        "the app has not come to rest since it was started; the dispatch queue \"app.worker\" is busy"
      ])
  }

  private static func wait(for flag: DispatchSemaphore) { flag.wait() }

  @Test func `a main thread that waits for a task of its own ends the process with the reason`()
    async
  {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await SimulatedDevice.run { device in
        await device.launch {
          let flag = DispatchSemaphore(value: 0)
          Task { @MainActor in flag.signal() }
          RestTests.wait(for: flag)
        }
      }
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("RestTests.swift:"))
    #expect(
      errors.contains(
        "error: the main thread is blocked, or spins: the app has not come to rest since it was started"
      ))
  }

  @Test(.watchedQueues) func `a suspended queue is at rest, and keeps its order`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      device.onMisuse { log.write($0) }
      let queue = DispatchQueue(label: "app.worker")
      await device.launch {
        queue.suspend()
        for number in 1...3 { queue.async { log.write("\(number)") } }
      }
      #expect(log.lines == [])
      await device.launch { queue.resume() }
      #expect(log.lines == ["1", "2", "3"])
    }
    #expect(log.lines == ["1", "2", "3"])
  }

  @Test func `an app that moves its device is named, as is a device used after its run`() async {
    let log = Log()
    let device = await SimulatedDevice.run { device in
      device.onMisuse { log.write($0) }
      await device.launch {
        await device.move(to: .home, after: 10)
        log.write("goes on")
      }
      return device
    }
    await device.wait(for: .seconds(5))
    #expect(
      log.lines == [
        "the app's own code uses the simulated device, which waits for this code", "goes on",
        "the simulated device is used after its run",
      ])
    #expect(device.now == Date(timeIntervalSince1970: 0))
  }

  @Test(.exactRuns) func `a run in a detached task of another run does not wait for it`() async {
    await SimulatedDevice.run { outer in
      let now = await Task.detached {
        await SimulatedDevice.run { inner in
          await inner.move(to: .home, after: 10)
          return inner.now
        }
      }.value
      #expect(now == Date(timeIntervalSince1970: 10))
      await outer.move(to: .home, after: 20)
      #expect(outer.now == Date(timeIntervalSince1970: 20))
    }
  }

  @Test func `cancellation ends a launch at once`() async {
    await cancel { device, call in
      await device.launch {
        call()
        while !Task.isCancelled { await Task.yield() }
      }
    }
  }

  @Test func `cancellation ends a track at once`() async {
    let log = Log()
    await cancel { device, call in
      await device.launch {
        let monitor = await CLMonitor("Home")
        await Self.circle(monitor)
        do {
          for try await event in await monitor.events {
            log.write("\(event.state)")
            call()
            while !Task.isCancelled { await Task.yield() }
          }
        } catch {}
      }
      await leaveAndReturn(device)
    }
    #expect(log.lines == ["satisfied"])
  }

  // MARK: mistakes of apps

  @Test func `an app that leaves its loop is told so`() async {
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await CLMonitor("Home")
        await Self.circle(monitor)
        do { for try await _ in await monitor.events { break } } catch {}
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        _ = await monitor.identifiers
      }
      await leaveAndReturn(device)
      #expect(
        warnings(device) == ["the app has left its loop over the events of monitor Home; they wait"]
      )
    }
  }

  @Test func `an app that never listens is told so`() async {
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await CLMonitor("Home")
        await Self.circle(monitor)
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        _ = await monitor.identifiers
      }
      await leaveAndReturn(device)
      #expect(
        warnings(device) == ["nobody listens to the events of monitor Home; they wait"])
    }
  }

  @Test(arguments: [true, false])
  func `an app that lets go of its monitor is warned, whether it has listened or not`(
    hasListened: Bool
  ) async {
    await SimulatedDevice.run { device in
      await device.launch {
        let monitor = await CLMonitor("Home")
        await Self.circle(monitor)
        if hasListened {
          do { for try await _ in await monitor.events { break } } catch {}
        }
      }
      await leaveAndReturn(device)
      #expect(warnings(device) == ["the app has let go of monitor Home; its events wait"])
    }
  }

  @Test func `an app that does not make its monitor again is told so`() async {
    let starts = Mutex(0)
    await SimulatedDevice.run { device in
      await device.launch {
        guard
          starts.withLock({
            $0 += 1
            return $0
          }) == 1
        else { return }
        let monitor = await CLMonitor("Home")
        await Self.circle(monitor)
        do { for try await _ in await monitor.events {} } catch {}
      }
      await device.move(to: .home, after: 0)
      device.terminate()
      await leaveAndReturn(device)
      #expect(
        warnings(device) == [
          "the app was started in the background and has not opened monitor Home; its events wait"
        ])
    }
    #expect(starts.withLock { $0 } == 2)
  }

  // MARK: time

  @Test(.exactRuns, .timeLimit(.minutes(60)))
  func `sleeps end on the device's clock, in their order`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        for seconds in [3600, 10, 60] {
          Task {
            try await Task.sleep(for: .seconds(seconds))
            let now = SimulatedDevice.current?.now.timeIntervalSince1970 ?? -1
            log.write("\(seconds) at \(Int(now))")
          }
        }
        Task {
          try await ContinuousClock().sleep(until: .now + .seconds(20), tolerance: nil)
          log.write("clock")
        }
        Task {
          try await Task.sleep(nanoseconds: 30 * NSEC_PER_SEC)
          log.write("nanoseconds")
        }
      }
      await device.move(to: .home, after: 0)
      await device.move(to: .home, after: 90)
      #expect(log.lines == ["10 at 10", "clock", "nanoseconds", "60 at 60"])
      await device.wait(for: .seconds(3600))
    }
    #expect(log.lines.last == "3600 at 3600")
  }

  @Test func `a cancelled sleep ends at once`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let sleep = Task {
          do { try await Task.sleep(for: .seconds(100)) } catch { log.write("cancelled") }
        }
        await Task.yield()
        sleep.cancel()
      }
      #expect(log.lines == ["cancelled"])
    }
  }

  @Test(.exactRuns, .timeLimit(.minutes(60)))
  func `the test's own sleep lets the device's time pass`() async throws {
    for _ in 0..<100 {
      try await SimulatedDevice.run { device in
        try await Task.sleep(for: .seconds(1000))
        #expect(device.now == Date(timeIntervalSince1970: 1000))
      }
    }
  }

  /// A delegate whose methods for regions are left out here, as those in `#if os(iOS)` are.
  private class Deaf: NSObject, CLLocationManagerDelegate {}

  /// Has a method that Objective-C would find, but that is none of the conformance it inherits.
  private final class Subclass: Deaf {
    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}
  }

  private final class Arriving: NSObject, CLLocationManagerDelegate {
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}
  }

  private func mistakes(
    ofAppWith delegate: (any CLLocationManagerDelegate)?
  ) async -> [String] {
    let log = Log()
    await SimulatedDevice.run { device in
      device.onMisuse { log.write($0) }
      let manager = CLLocationManager()
      manager.delegate = delegate
      manager.startMonitoring(
        for: CLCircularRegion(center: .home, radius: 100, identifier: "home"))
      for place: CLLocationCoordinate2D in [.home, .away, .away, .home, .home, .away, .away] {
        await device.move(to: place, after: 30)
      }
    }
    return log.lines
  }

  @Test func `an app that hears nothing of what its regions cross is told so, once`() async {
    for (delegate, name) in [(Deaf(), "Deaf"), (Subclass(), "Subclass")] {
      #expect(
        await mistakes(ofAppWith: delegate) == [
          "\(name) implements none of didEnterRegion, didExitRegion and didDetermineState; what the "
            + "app's regions cross is lost"
        ])
    }
  }

  @Test func `an app that wants to hear of enters only may, though an exit comes first`() async {
    #expect(await mistakes(ofAppWith: Arriving()) == [])
  }

  @Test func `an app that monitors regions without a delegate is named, once`() async {
    #expect(
      await mistakes(ofAppWith: nil) == [
        "the app has crossed the boundary of home, and none of its location managers has a delegate"
      ])
  }
}
