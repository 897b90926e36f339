import Foundation
import SimulatedCoreLocationTesting
import Synchronization
import Testing

/// Waits for a moment end at the device's time where tasks wait, and last as long as they say where a thread
/// does, whatever the date is on the device.
@Suite(.exactRuns, .simulatedDate, .watchedQueues, .provokesWarnings, .timeLimit(.minutes(60)))
struct WaitTests {
  private static let dates = [0, 1_714_554_000, 7_258_118_400].map {
    Date(timeIntervalSince1970: $0)
  }

  @Test func `deadlines that follow each other do not drift`() async {
    let log = Log()
    await SimulatedDevice.run(startingAt: Self.dates[1]) { device in
      await device.launch {
        let begin = Date()
        Task {
          var next = ContinuousClock.now
          for _ in 0..<4 {
            next += .seconds(60)
            try? await Task.sleep(until: next, clock: .continuous)
            log.write("continuous \(Date().timeIntervalSince(begin))")
          }
        }
        Task.detached {
          var next = SuspendingClock.now
          for _ in 0..<4 {
            next = next.advanced(by: .seconds(75))
            try? await Task.sleep(until: next, clock: .suspending)
            log.write("suspending \(Date().timeIntervalSince(begin))")
          }
        }
      }
      await device.wait(for: .seconds(360))
    }
    #expect(
      log.lines == [
        "continuous 60.0", "suspending 75.0", "continuous 120.0", "suspending 150.0",
        "continuous 180.0", "suspending 225.0", "continuous 240.0", "suspending 300.0",
      ])
  }

  /// Passes a value on when no other has followed it for five seconds, by a deadline as published libraries do.
  private final class Debounce: Sendable {
    private let begin = ContinuousClock.now
    private let deadline = Mutex(ContinuousClock.now)
    private let log: Log

    init(_ log: Log) { self.log = log }

    func pass(_ value: Int, after delay: Int) async {
      try? await Task.sleep(for: .seconds(delay))
      let end = ContinuousClock.now.advanced(by: .seconds(5))
      deadline.withLock { $0 = end }
      try? await Task.sleep(until: end, clock: .continuous)
      if deadline.withLock({ $0 }) <= .now {
        log.write("\(value) after \(ContinuousClock.now - begin)")
      }
    }
  }

  @Test func `a debounce by deadlines passes on the last of each burst`() async {
    let log = Log()
    await SimulatedDevice.run(startingAt: Self.dates[1]) { device in
      await device.launch {
        let debounce = Debounce(log)
        for (value, delay) in [0, 1, 2, 30, 31].enumerated() {
          Task { await debounce.pass(value, after: delay) }
        }
      }
      await device.wait(for: .seconds(60))
    }
    #expect(log.lines == ["2 after 7.0 seconds", "4 after 36.0 seconds"])
  }

  private static func waits() -> [String] {
    func outcome(_ name: String, _ isMet: Bool) -> String {
      "\(name) \(isMet ? "met" : "timed out")"
    }
    func signalSoon(_ body: @escaping @Sendable () -> Void) {
      Thread.detachNewThread {
        usleep(20_000)
        body()
      }
    }
    let (semaphore, group, condition, lock) = (
      DispatchSemaphore(value: 0), DispatchGroup(), NSCondition(), NSLock()
    )
    var lines: [String] = []
    signalSoon { semaphore.signal() }
    lines.append(outcome("semaphore", semaphore.wait(timeout: .now() + 60) == .success))
    signalSoon { semaphore.signal() }
    lines.append(
      outcome("wall semaphore", semaphore.wait(wallTimeout: .now() + 60) == .success))
    lines.append(
      outcome("late semaphore", semaphore.wait(timeout: .now() + 0.05) == .success))
    group.enter()
    signalSoon { group.leave() }
    lines.append(outcome("group", group.wait(timeout: .now() + 60) == .success))
    let isSignalled = Mutex(false)
    condition.lock()
    signalSoon {
      condition.lock()
      isSignalled.withLock { $0 = true }
      condition.signal()
      condition.unlock()
    }
    while !isSignalled.withLock({ $0 }), condition.wait(until: Date() + 60) {}
    lines.append(outcome("condition", isSignalled.withLock { $0 }))
    lines.append(outcome("late condition", condition.wait(until: Date() + 0.05)))
    condition.unlock()
    lock.lock()
    signalSoon { lock.unlock() }
    lines.append(outcome("lock", lock.lock(before: Date() + 60)))
    lines.append(outcome("late lock", lock.lock(before: Date() + 0.05)))
    lock.unlock()
    let before = ProcessInfo.processInfo.systemUptime
    Thread.sleep(forTimeInterval: 0.02)
    let slept = ProcessInfo.processInfo.systemUptime - before
    lines.append(outcome("sleep", abs(slept - 0.02) < 0.001))
    return lines
  }

  @Test(arguments: dates) func `a thread waits as long as it says, and no longer`(_ date: Date)
    async
  {
    let lines = Mutex<[String]>([])
    await SimulatedDevice.run(startingAt: date) { device in
      await device.launch { lines.withLock { $0 = Self.waits() } }
    }
    #expect(
      lines.withLock { $0 } == [
        "semaphore met", "wall semaphore met", "late semaphore timed out", "group met",
        "condition met", "late condition timed out", "lock met", "late lock timed out", "sleep met",
      ])
  }

  @Test func `notifications of groups and work items belong to the app`() async {
    let log = Log()
    await SimulatedDevice.run(startingAt: Self.dates[1]) { device in
      await device.launch {
        let begin = Date()
        let (group, queue) = (DispatchGroup(), DispatchQueue(label: "app.worker"))
        nonisolated(unsafe) let item = DispatchWorkItem { log.write("work") }
        @Sendable func note(_ name: String) {
          log.write("\(name) \(Date().timeIntervalSince(begin))")
        }
        item.notify(queue: .main) { note("item") }
        group.enter()
        group.notify(queue: queue) {
          note("group")
          queue.async(execute: item)
        }
        queue.asyncAfter(deadline: .now() + 45) { group.leave() }
      }
      await device.wait(for: .seconds(60))
      #expect(log.lines == ["group 45.0", "work", "item 45.0"])
    }
  }
}
