import Foundation
import SimulatedCoreLocationTesting
import TestSupport
import Testing

/// A run ends as it would if it were the only one of its process, whatever ran before.
struct IndependenceTests {
  /// How often all apps are run; `make stress` asks for more.
  private static let orders =
    (ProcessInfo.processInfo.environment["GEOFENCE_STRESS_RUNS"].flatMap(Int.init) ?? 200)
    / SmallApp.allCases.count

  @Test(.renewedSingletons, .watchedQueues)
  func `small apps end as if alone, in whatever order they run`() async {
    var generator = SeededGenerator(seed: 34)
    for _ in 0...Self.orders {
      for app in SmallApp.allCases.shuffled(using: &generator) {
        let outcome = await app.outcome()
        #expect(outcome == app.expected)
      }
    }
  }

  /// The task that another test's code has begun before the run, and what the two begin during it.
  @Test func `a task that another test begins while a run is on is none of the app's`() async {
    let (signals, signal) = AsyncStream<Void>.makeStream()
    let (answers, answer) = AsyncStream<(Bool, SimulatedDevice?)>.makeStream()
    let other = Task.detached {
      for await _ in signals {
        let found = await Task.detached {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume() }
          }
          return (Thread.isMainThread, SimulatedDevice.current)
        }.value
        answer.yield(found)
      }
    }
    await SimulatedDevice.run { device in
      // A thread is nobody's: what it wakes is told by its task alone.
      Thread.detachNewThread { signal.yield() }
      for await (isOnMainThread, found) in answers {
        #expect(!isOnMainThread)
        #expect(found == nil)
        break
      }
    }
    other.cancel()
  }
}
