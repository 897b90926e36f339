import Foundation
import SimulatedCoreLocationTesting
import Synchronization
import Testing

#if os(Linux)
  /// In the app's code the time of day is the device's; everywhere else it is the machine's.
  @Suite(.exactRuns, .simulatedDate, .provokesWarnings, .timeLimit(.minutes(60)))
  struct DateTests {
    private static let begin = Date(timeIntervalSince1970: 1_714_554_000)

    /// An app that acts on a crossing only if it has not for a minute, as published libraries do.
    private final class CoolingApp: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
      private let manager = CLLocationManager()
      private var last = Date.distantPast
      private(set) var acted: [TimeInterval] = []

      override init() {
        super.init()
        manager.delegate = self
        manager.startMonitoring(
          for: CLCircularRegion(center: .home, radius: 100, identifier: "home"))
      }

      func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) { act() }
      func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) { act() }

      private func act() {
        let now = Date()
        guard now.timeIntervalSince(last) > 60 else { return }
        last = now
        acted.append(now.timeIntervalSince(DateTests.begin))
      }
    }

    @Test func `an app that holds events back for a minute of the track acts on each`() async {
      let app = Mutex<CoolingApp?>(nil)
      await SimulatedDevice.run(startingAt: Self.begin) { device in
        await device.launch { app.withLock { $0 = CoolingApp() } }
        await device.move(to: .home, after: 0)
        for place: CLLocationCoordinate2D in [.away, .home, .away] {
          for _ in 0..<4 { await device.move(to: place, after: 30) }
        }
      }
      #expect(app.withLock { $0?.acted } == [60, 180, 300])
    }

    /// An actor that runs in a queue.
    private actor Notes {
      final class Executor: SerialExecutor {
        private let queue = DispatchQueue(label: "notes")

        func enqueue(_ job: consuming ExecutorJob) {
          let job = UnownedJob(job)
          queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
      }

      private let executor = Executor()
      nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
      private(set) var dates: [Date] = []

      func note() { dates.append(Date()) }
    }

    @Test(.watchedQueues) func `an actor that runs in a queue reads the device's time`() async {
      let notes = Notes()
      await SimulatedDevice.run(startingAt: Self.begin) { device in
        await device.launch {
          await notes.note()
          try? await Task.sleep(for: .seconds(30))
          await notes.note()
        }
        await device.move(to: .home, after: 0)
        await device.move(to: .home, after: 60)
        #expect(await notes.dates == [Self.begin, Self.begin.addingTimeInterval(30)])
        let before = Date()
        await notes.note()
        #expect(await notes.dates.last.map { $0 >= before } == true)
      }
    }

    /// Tasks of code that is no part of a run, each of which reads the time after a wait.
    private final class OtherCode: Sendable {
      private let isOver = Atomic(false)
      /// The number of tasks that follow each other quickly; later ones wait for a millisecond, since
      /// the run may have to wait for those of other tests.
      private let quick = Atomic(0)
      private let early = Mutex<[Date]>([])

      var earlyReadings: [Date] { early.withLock { $0 } }

      func hurry() { quick.store(500, ordering: .relaxed) }
      func end() { isOver.store(true, ordering: .relaxed) }

      func run() async {
        while !isOver.load(ordering: .relaxed) {
          Task.detached { await self.readLater() }
          let isQuick = quick.wrappingSubtract(1, ordering: .relaxed).newValue > 0
          try? await Task.sleep(for: .microseconds(isQuick ? 20 : 1000))
        }
      }

      private func readLater() async {
        await withUnsafeContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) {
            continuation.resume()
          }
        }
        let now = Date()
        if now.timeIntervalSince1970 < 86_400 { early.withLock { $0.append(now) } }
      }
    }

    @Test func `other code that begins tasks while a run begins reads the machine's time`() async {
      let other = OtherCode()
      let task = Task.detached { await other.run() }
      for _ in 0..<300 {
        other.hurry()
        await SimulatedDevice.run { device in await device.wait(for: .seconds(1)) }
      }
      other.end()
      await task.value
      #expect(other.earlyReadings == [])
    }

    /// The seconds since 1970 by each of the ways to ask for them.
    private static var readings: Set<Int> {
      var (spec, other, value) = (timespec(), timespec(), timeval())
      clock_gettime(CLOCK_REALTIME, &spec)
      timespec_get(&other, TIME_UTC)
      gettimeofday(&value, nil)
      return [
        Int(Date().timeIntervalSince1970), Int(Date.now.timeIntervalSince1970), time(nil),
        spec.tv_sec, other.tv_sec, value.tv_sec,
      ]
    }

    /// The readings of several places in an app.
    private final class Readings: Sendable {
      private let byPlace = Mutex<[String: Set<Int>]>([:])

      func note(_ place: String) {
        let now = DateTests.readings
        byPlace.withLock { $0[place] = now }
      }

      var all: [String: Set<Int>] { byPlace.withLock { $0 } }
    }

    @Test func `every way to ask for the time gives the device's`() async {
      let readings = Readings()
      await SimulatedDevice.run(startingAt: Self.begin) { device in
        await device.launch {
          readings.note("launch")
          Task.detached { readings.note("detached task") }
          DispatchQueue(label: "app").async { readings.note("queue") }
          DispatchQueue.main.async { readings.note("main queue") }
          Task {
            try? await Task.sleep(for: .seconds(20))
            readings.note("later")
          }
        }
        await device.wait(for: .seconds(30))
      }
      let begin = Int(Self.begin.timeIntervalSince1970)
      #expect(
        readings.all == [
          "launch": [begin], "detached task": [begin], "queue": [begin], "main queue": [begin],
          "later": [begin + 20],
        ])
      #expect(SimulatedDevice.simulatesDate)
    }

    @Test func `the test's own code and code outside of the run read the machine's time`() async {
      let least = Date()
      #expect(least > Self.begin)
      await SimulatedDevice.run(startingAt: Self.begin) { device in
        await device.launch {}
        await device.move(to: .home, after: 10)
        #expect(Date() >= least)
        #expect(device.now == Self.begin.addingTimeInterval(10))
      }
      #expect(Date() >= least)
    }

    @Test func `an app that reads the time before the device knows it is named, once`() async throws
    {
      let log = Log()
      try await SimulatedDevice.run { device in
        await device.launch { for _ in 0..<2 { log.write("\(Int(Date().timeIntervalSince1970))") } }
        try await device.play("tracks/walk-through-one-region/track.gpx", fixes: 2)
        #expect(device.timeline.filter { $0.text.contains("before the first fix") }.count == 1)
      }
      #expect(log.lines == ["0", "0"])
    }

    /// Code for which Foundation reads the time.
    private static let readers: [@MainActor @Sendable () -> Void] = [
      { _ = Timer.scheduledTimer(withTimeInterval: 30, repeats: true) { _ in } },
      { _ = UserDefaults(suiteName: UUID().uuidString)?.string(forKey: "fence") },
    ]

    @Test(arguments: readers.indices)
    func `an app for which Foundation reads the time before the first fix is not named`(
      _ index: Int
    ) async {
      await SimulatedDevice.run { device in
        await device.launch { await MainActor.run(body: Self.readers[index]) }
        await device.move(to: .home, after: 0)
        #expect(!device.timeline.contains { $0.text.contains("before the first fix") })
      }
    }

    @Test func `a run that starts at its track's first fix knows the time from the launch on`()
      async throws
    {
      let track = "tracks/walk-through-one-region/track.gpx"
      let waited = Mutex<TimeInterval?>(nil)
      let first = try #require(Date.firstFix(of: track))
      try await SimulatedDevice.run(startingAt: .firstFix(of: track)) { device in
        await device.launch {
          let begin = Date()
          #expect(begin == first)
          try? await Task.sleep(for: .seconds(45))
          waited.withLock { $0 = Date().timeIntervalSince(begin) }
        }
        try await device.play(track)
        #expect(!device.timeline.contains { $0.text.contains("before the first fix") })
      }
      #expect(waited.withLock { $0 } == 45)
      #expect(Date.firstFix(of: "no such track") == nil)
    }

    /// The time that has passed since an earlier reading, by each of the clocks that count on.
    private struct Clocks {
      private let continuous = ContinuousClock.now
      private let suspending = SuspendingClock.now
      private let dispatch = DispatchTime.now()
      private let uptime = ProcessInfo.processInfo.systemUptime

      var passed: Set<Duration> {
        [
          continuous.duration(to: .now), suspending.duration(to: .now),
          .nanoseconds(
            Int64(DispatchTime.now().uptimeNanoseconds - dispatch.uptimeNanoseconds)),
          .milliseconds(((ProcessInfo.processInfo.systemUptime - uptime) * 1000).rounded()),
        ]
      }
    }

    @Test func `clocks that count on count what passes on the device's`() async {
      let passed = Mutex<Set<Duration>>([])
      await SimulatedDevice.run(startingAt: Self.begin) { device in
        await device.launch {
          let clocks = Clocks()
          try? await Task.sleep(for: .seconds(3600))
          passed.withLock { $0 = clocks.passed }
        }
        await device.wait(for: .seconds(3600))
        let clocks = Clocks()
        await device.wait(for: .seconds(3600))
        #expect(clocks.passed.allSatisfy { $0 < .seconds(1800) })
      }
      #expect(passed.withLock { $0 } == [.seconds(3600)])
    }
  }
#endif
