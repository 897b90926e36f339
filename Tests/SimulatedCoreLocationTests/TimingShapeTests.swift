import Foundation
import SimulatedCoreLocationTesting
import Synchronization
import Testing

/// Each way in which apps wait, on the device's clock: from before the first fix, from after it, and
/// where the test's own code waits.
@Suite(.exactRuns, .provokesWarnings, .timeLimit(.minutes(60))) struct TimingShapeTests {
  private static let begin = Date(timeIntervalSince1970: 1_714_554_000)

  /// The seconds of a run at which code writes something down.
  final class Wakes: Sendable {
    private let seconds = Mutex<[Int]>([])
    private let start = Mutex<Date?>(nil)

    func begin() { start.withLock { $0 = SimulatedDevice.current?.now } }

    func note() {
      guard let now = SimulatedDevice.current?.now, let start = start.withLock({ $0 }) else {
        return
      }
      seconds.withLock { $0.append(Int(now.timeIntervalSince(start).rounded())) }
    }

    var all: [Int] { seconds.withLock { $0 } }
  }

  /// A way to wait, with the seconds of two minutes at which it goes on.
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: [Int]
    fileprivate(set) var usesQueues = false
    fileprivate let run: @Sendable (Wakes) async -> Void

    fileprivate init(
      _ name: String, _ expected: [Int], _ run: @escaping @Sendable (Wakes) async -> Void
    ) {
      (testDescription, self.expected, self.run) = (name, expected, run)
    }

    /// Marks a shape that waits in dispatch queues or by timers.
    fileprivate static func usingQueues(_ shape: Shape) -> Shape {
      var shape = shape
      shape.usesQueues = true
      return shape
    }
  }

  /// An object that an app would keep in a property.
  private struct Kept: @unchecked Sendable { let object: Any }

  private static let kept = Mutex<[Kept]>([])

  private static func keep(_ object: Any) {
    let new = Kept(object: object)
    kept.withLock { $0.append(new) }
  }

  private static let everyHalfMinute = [30, 60, 90, 120]

  static let shapes = shapesOfTasks + shapesOfQueues.map(Shape.usingQueues)

  private static let shapesOfTasks = [
    Shape("a loop of Task.sleep(for:)", everyHalfMinute) { wakes in
      Task {
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(30))
          wakes.note()
        }
      }
    },
    Shape("a loop of Task.sleep(nanoseconds:)", everyHalfMinute) { wakes in
      Task.detached {
        while !Task.isCancelled {
          try? await Task.sleep(nanoseconds: 30 * NSEC_PER_SEC)
          wakes.note()
        }
      }
    },
    Shape("ContinuousClock.sleep(until:)", [45]) { wakes in
      Task {
        try await ContinuousClock().sleep(until: .now + .seconds(45), tolerance: nil)
        wakes.note()
      }
    },
    Shape("SuspendingClock.sleep(for:)", [45]) { wakes in
      Task {
        try await SuspendingClock().sleep(for: .seconds(45))
        wakes.note()
      }
    },
    Shape("a timeout beside an answer that is missing", [8]) { wakes in
      Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { try? await Task.sleep(for: .seconds(3600)) }
          group.addTask {
            try? await Task.sleep(for: .seconds(8))
            wakes.note()
          }
          await group.next()
          group.cancelAll()
        }
      }
    },
    Shape("a debounce by tasks that are cancelled", [50]) { wakes in
      Task {
        var last: Task<Void, Never>?
        for _ in 0..<3 {
          last?.cancel()
          last = Task {
            do { try await Task.sleep(for: .seconds(20)) } catch { return }
            wakes.note()
          }
          try? await Task.sleep(for: .seconds(15))
        }
      }
    },
  ]

  private static let shapesOfQueues = [
    Shape("a debounce by work items that are cancelled", [50]) { wakes in
      let last = Mutex<Kept?>(nil)
      @Sendable func call() {
        let item = DispatchWorkItem { wakes.note() }
        let kept = Kept(object: item)
        let before = last.withLock { last in
          defer { last = kept }
          return last?.object as? DispatchWorkItem
        }
        before?.cancel()
        DispatchQueue.main.asyncAfter(deadline: .now() + 20, execute: item)
      }
      call()
      DispatchQueue.main.asyncAfter(deadline: .now() + 15) { call() }
      DispatchQueue(label: "app").asyncAfter(deadline: .now() + 30) { call() }
    },
    Shape("asyncAfter that arms itself again", everyHalfMinute) { wakes in
      @Sendable func arm() {
        DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(30)) {
          wakes.note()
          arm()
        }
      }
      arm()
    },
    Shape("Timer.scheduledTimer that repeats", everyHalfMinute) { wakes in
      await MainActor.run {
        _ = Timer.scheduledTimer(withTimeInterval: 30, repeats: true) { _ in wakes.note() }
      }
    },
    Shape("Timer.scheduledTimer once", [45]) { wakes in
      await MainActor.run {
        _ = Timer.scheduledTimer(withTimeInterval: 45, repeats: false) { _ in wakes.note() }
      }
    },
    Shape("a Timer in the common modes that ends itself", [30, 60]) { wakes in
      await MainActor.run {
        let timer = Timer(timeInterval: 30, repeats: true) { timer in
          wakes.note()
          if wakes.all.count == 2 { timer.invalidate() }
        }
        RunLoop.main.add(timer, forMode: .common)
        RunLoop.main.add(timer, forMode: .default)
      }
    },
    Shape("a Timer that is put off", [70]) { wakes in
      await MainActor.run {
        let timer = Timer.scheduledTimer(withTimeInterval: 50, repeats: false) { _ in wakes.note() }
        timer.fireDate = timer.fireDate.addingTimeInterval(20)
      }
    },
    Shape("a dispatch timer that repeats", everyHalfMinute) { wakes in
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "app"))
      timer.schedule(deadline: .now() + 30, repeating: 30)
      timer.setEventHandler { wakes.note() }
      timer.resume()
      keep(timer)
    },
    Shape("a dispatch timer of the main queue that is cancelled", [10, 40]) { wakes in
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.setEventHandler {
        wakes.note()
        if wakes.all.count == 2 { timer.cancel() }
      }
      timer.schedule(deadline: .now() + 10, repeating: .seconds(30), leeway: .seconds(1))
      timer.activate()
      keep(timer)
    },
    Shape("a dispatch timer that is suspended meanwhile", [30, 70, 90, 120]) { wakes in
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 30, repeating: 30)
      timer.setEventHandler { wakes.note() }
      timer.resume()
      keep(timer)
      let kept = Kept(object: timer)
      Task {
        try? await Task.sleep(for: .seconds(40))
        (kept.object as? any DispatchSourceTimer)?.suspend()
        try? await Task.sleep(for: .seconds(30))
        (kept.object as? any DispatchSourceTimer)?.resume()
      }
    },
  ]

  private static let moves: [CLLocation] = stride(from: 0.0, through: 120, by: 20).map { seconds in
    CLLocation(
      coordinate: .home, altitude: 0, horizontalAccuracy: 5, verticalAccuracy: 5,
      timestamp: begin.addingTimeInterval(seconds))
  }

  @Test(arguments: shapes) func `from the launch on, before the first fix`(_ shape: Shape)
    async throws
  {
    if shape.usesQueues { try await SimulatedDevice.skipUnlessQueuesAreWatched() }
    let wakes = Wakes()
    await SimulatedDevice.run(startingAt: Self.begin) { device in
      await device.launch {
        wakes.begin()
        await shape.run(wakes)
      }
      await device.play(Self.moves)
    }
    #expect(wakes.all == shape.expected)
  }

  @Test(arguments: shapes) func `without a time before the first fix`(_ shape: Shape)
    async throws
  {
    if shape.usesQueues { try await SimulatedDevice.skipUnlessQueuesAreWatched() }
    let wakes = Wakes()
    await SimulatedDevice.run { device in
      await device.launch {
        wakes.begin()
        await shape.run(wakes)
      }
      await device.play(Array(Self.moves.prefix(1)))
      wakes.begin()
      await device.play(Self.moves)
    }
    #expect(wakes.all == shape.expected)
  }

  @Test(arguments: shapes) func `from the third fix on`(_ shape: Shape)
    async throws
  {
    if shape.usesQueues { try await SimulatedDevice.skipUnlessQueuesAreWatched() }
    let wakes = Wakes()
    await SimulatedDevice.run { device in
      await device.play(Array(Self.moves.prefix(3)))
      await device.launch {
        wakes.begin()
        await shape.run(wakes)
      }
      await device.wait(for: .seconds(120))
    }
    #expect(wakes.all == shape.expected)
  }

  @Test(arguments: shapes) func `in the body of the test`(_ shape: Shape)
    async throws
  {
    if shape.usesQueues { try await SimulatedDevice.skipUnlessQueuesAreWatched() }
    let wakes = Wakes()
    await SimulatedDevice.run { device in
      wakes.begin()
      await shape.run(wakes)
      await device.wait(for: .seconds(120))
      // While the test waits for nothing on the device, its own sleeps let time pass at once.
      #expect(wakes.all.filter { $0 <= 120 } == shape.expected)
    }
  }

  @Test func `timers outside of a run fire by the machine's clock`() async {
    let (fired, continuation) = AsyncStream<Void>.makeStream()
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + .milliseconds(1), repeating: .milliseconds(1))
    timer.setEventHandler { continuation.yield() }
    timer.resume()
    await SimulatedDevice.run { device in await device.wait(for: .seconds(1)) }
    var count = 0
    for await _ in fired {
      count += 1
      if count == 3 { break }
    }
    timer.cancel()
  }
}
