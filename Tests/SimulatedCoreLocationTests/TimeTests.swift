import Foundation
import SimulatedCoreLocationTesting
import Synchronization
import Testing

/// The device's clock begins with the track, and an app that sleeps meanwhile keeps what is left.
@Suite(.exactRuns, .provokesWarnings, .timeLimit(.minutes(60))) struct TimeTests {
  private static let begin = Date(timeIntervalSince1970: 1_714_554_000)

  /// Fixes at home, ten seconds apart.
  private static let minute = stride(from: 0.0, through: 60, by: 10).map { seconds in
    CLLocation(
      coordinate: .home, altitude: 0, horizontalAccuracy: 5, verticalAccuracy: 5,
      timestamp: begin.addingTimeInterval(seconds))
  }

  /// The seconds of the track at which an app writes something down.
  private final class Wakes: Sendable {
    private let seconds = Mutex<[Int]>([])

    func note() {
      let now = SimulatedDevice.current?.now.timeIntervalSince(TimeTests.begin) ?? .nan
      seconds.withLock { $0.append(Int(now.rounded())) }
    }

    var all: [Int] { seconds.withLock { $0 } }
  }

  @Test(.watchedQueues)
  func `a block for a time of day is called when the device's clock shows it`() async {
    let wakes = Wakes()
    await SimulatedDevice.run(startingAt: Self.begin) { device in
      await device.launch {
        DispatchQueue.main.asyncAfter(wallDeadline: .now() + 20) { wakes.note() }
        DispatchQueue(label: "app").asyncAfter(wallDeadline: .now() + 45) { wakes.note() }
      }
      await device.play(Self.minute)
    }
    #expect(wakes.all == [20, 45])
  }

  @Test func `the first location arrives before a timeout that began with the app`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      await device.launch {
        let first = await withTaskGroup(of: String.self) { group in
          group.addTask {
            do { for try await _ in CLLocationUpdate.liveUpdates() { return "location" } } catch {}
            return "end"
          }
          group.addTask {
            try? await Task.sleep(for: .seconds(8))
            return "timeout"
          }
          defer { group.cancelAll() }
          return await group.next()
        }
        log.write(first ?? "")
      }
      await device.play(Self.minute)
    }
    #expect(log.lines == ["location"])
  }

  @Test func `a sleep keeps what a wait before the first fix has left of it`() async {
    let wakes = Wakes()
    await SimulatedDevice.run { device in
      await device.launch {
        try? await Task.sleep(for: .seconds(30))
        wakes.note()
      }
      await device.wait(for: .seconds(10))
      await device.play(Self.minute)
    }
    #expect(wakes.all == [20])
  }

  @Test func `a run that starts at a time begins its first track there`() async {
    let start = Self.begin.addingTimeInterval(3600)
    let log = Log()
    await SimulatedDevice.run(startingAt: start) { device in
      await device.launch { log.write("\(SimulatedDevice.current?.now == start)") }
      await device.play(Array(Self.minute.prefix(2)))
      #expect(device.now == start.addingTimeInterval(10))
      await device.play(Array(Self.minute.suffix(2)))
      #expect(device.now == start.addingTimeInterval(60))
    }
    #expect(log.lines == ["true"])
  }

  @Test func `an app that sleeps for no time again and again is named, and the device moves on`()
    async
  {
    var configuration = SimulatedDeviceConfiguration()
    configuration.patience = 0.05
    let log = Log()
    await SimulatedDevice.run(configuration) { device in
      device.onMisuse { log.write($0) }
      await device.launch {
        while !Task.isCancelled { try? await Task.sleep(nanoseconds: 0) }
      }
      for _ in 0..<3 { await device.move(to: .home, after: 86_400) }
      #expect(device.now == Date(timeIntervalSince1970: 3 * 86_400))
    }
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.hasPrefix("the app sleeps again and again: ") == true)
  }
}
