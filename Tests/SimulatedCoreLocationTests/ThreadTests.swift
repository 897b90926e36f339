import Foundation
import SimulatedCoreLocationTesting
import Synchronization
import Testing

/// The app's code runs where a phone runs it: on the main thread what is isolated to the main actor, on
/// another one everything else, and never both at once.
@Suite(.exactRuns, .watchedQueues, .provokesWarnings, .serialized, .timeLimit(.minutes(60)))
struct ThreadTests {
  private static var place: String { Thread.isMainThread ? "main" : "other" }

  @MainActor private final class Screen {
    nonisolated init() {}
    func place() async -> String {
      await Task.yield()
      return ThreadTests.place
    }
  }

  private actor Worker {
    func place() async -> String {
      await Task.yield()
      return ThreadTests.place
    }
    func syncs() -> String { DispatchQueue.main.sync { ThreadTests.place } }
  }

  private static func nonisolated() async -> String { place }

  /// Returns what an app writes down; the same in each of several runs.
  private func outcome(
    misuse: Log? = nil, runs: Int = 20, sourceLocation: SourceLocation = #_sourceLocation,
    _ app: nonisolated(nonsending) @escaping @Sendable (Log) async -> Void
  ) async -> [String] {
    var outcomes: [[String]] = []
    for _ in 0..<runs {
      let log = Log()
      await SimulatedDevice.run { device in
        device.onMisuse { misuse?.write($0) ?? log.write($0) }
        await device.launch { await app(log) }
        for place: CLLocationCoordinate2D in [.home, .away, .away, .home] {
          await device.move(to: place, after: 30)
        }
      }
      outcomes.append(log.lines)
    }
    #expect(Set(outcomes).count == 1, sourceLocation: sourceLocation)
    return outcomes.first ?? []
  }

  @Test func `code runs on the thread of its isolation`() async {
    let lines = await outcome { log in
      log.write("launch \(Self.place)")
      log.write("actor \(await Worker().place())")
      log.write("launch \(Self.place)")
      log.write("main actor \(await Screen().place())")
      log.write("nonisolated \(await Self.nonisolated())")
      async let child = Self.nonisolated()
      log.write("child \(await child)")
      await Task.detached {
        log.write("detached \(Self.place)")
        try? await Task.sleep(for: .seconds(1))
        log.write("detached \(Self.place)")
        await MainActor.run { log.write("hop \(Self.place)") }
        log.write("detached \(Self.place)")
        dispatchPrecondition(condition: .notOnQueue(.main))
      }.value
      log.write("launch \(Self.place)")
      dispatchPrecondition(condition: .onQueue(.main))
    }
    #expect(
      lines == [
        "launch main", "actor other", "launch main", "main actor main", "nonisolated other",
        "child other", "detached other", "detached other", "hop main", "detached other",
        "launch main",
      ])
  }

  @Test func `nothing runs beside what else runs`() async {
    let code = Code()
    let lines = await outcome { log in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<6 {
          group.addTask {
            for _ in 0..<3 {
              code.run()
              log.write("\(number)")
              await Task.yield()
              await MainActor.run {
                code.run()
                log.write("main \(number)")
              }
            }
          }
        }
      }
    }
    #expect(lines.count == 36)
    #expect(code.overlaps.load(ordering: .relaxed) == 0)
  }

  /// Code that counts how often a second thread has come into it.
  private final class Code: Sendable {
    private let isRunning = Atomic(false)
    let overlaps = Atomic(0)

    func run() {
      if isRunning.exchange(true, ordering: .sequentiallyConsistent) {
        overlaps.wrappingAdd(1, ordering: .relaxed)
      }
      usleep(200)
      isRunning.store(false, ordering: .sequentiallyConsistent)
    }
  }

  @Test func `a task off the main thread may wait for the main queue`() async {
    let lines = await outcome { log in
      Task.detached {
        DispatchQueue.main.async { log.write("first \(Self.place)") }
        DispatchQueue.main.sync { log.write("then \(Self.place)") }
        let sum = DispatchQueue.main.sync { [1, 2, 3].reduce(0, +) }
        log.write("detached \(Self.place) \(sum)")
        log.write("actor syncs \(await Worker().syncs())")
      }
      Task { @MainActor in log.write("main actor") }
    }
    #expect(
      lines == ["first main", "main actor", "then main", "detached other 6", "actor syncs main"]
        || lines == [
          "main actor", "first main", "then main", "detached other 6", "actor syncs main",
        ])
  }

  @Test func `a task off the main thread may wait for what others signal`() async {
    let lines = await outcome { log in
      let (flag, group) = (DispatchSemaphore(value: 0), DispatchGroup())
      group.enter()
      Task.detached {
        Self.wait(for: flag)
        log.write("signalled")
        Self.wait(for: group)
        log.write("left")
        log.write("late: \(Self.wait(for: DispatchSemaphore(value: 0), atMost: 0.02))")
      }
      Task { @MainActor in
        log.write("signals")
        flag.signal()
        await Task.yield()
        DispatchQueue.main.async { group.leave() }
      }
      Task.detached { log.write("another task") }
    }
    #expect(lines.last == "late: timedOut")
    #expect(Set(lines) == ["signals", "signalled", "left", "another task", "late: timedOut"])
  }

  /// An app that blocks a thread until its delegate has received a location on the main one.
  private final class Blocker: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
    private let manager = CLLocationManager()
    private let answered = DispatchSemaphore(value: 0)
    private let log: Log

    init(_ log: Log) {
      self.log = log
      super.init()
      manager.delegate = self
      log.keep(self)
    }

    func ask(atMost seconds: Double?) {
      manager.requestLocation()
      if let seconds {
        log.write("\(ThreadTests.wait(for: answered, atMost: seconds))")
      } else {
        ThreadTests.wait(for: answered)
        log.write("success")
      }
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations places: [CLLocation]) {
      log.write("location")
      answered.signal()
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  }

  @Test(arguments: [nil, 5.0])
  func `a thread may be blocked until the device has answered, before the first fix and later`(
    atMost seconds: Double?
  ) async {
    let lines = await outcome(runs: 5) { log in
      let blocker = Blocker(log)
      DispatchQueue.global().async { blocker.ask(atMost: seconds) }
      try? await Task.sleep(for: .seconds(20))
      Task.detached { blocker.ask(atMost: seconds) }
      try? await Task.sleep(for: .seconds(20))
      DispatchQueue(label: "app").async { blocker.ask(atMost: seconds) }
    }
    #expect(lines == Array(repeating: ["location", "success"], count: 3).flatMap(\.self))
  }

  private static func wait(for flag: DispatchSemaphore) { flag.wait() }
  private static func wait(for group: DispatchGroup) { group.wait() }
  private static func wait(for flag: DispatchSemaphore, atMost seconds: Double)
    -> DispatchTimeoutResult
  {
    flag.wait(timeout: .now() + seconds)
  }

  @Test func `the main thread may wait for a task that does not need it`() async {
    let lines = await outcome { log in
      let flag = DispatchSemaphore(value: 0)
      Task.detached {
        log.write("task \(Self.place)")
        await Task.yield()
        flag.signal()
      }
      Self.wait(for: flag)
      log.write("done \(Self.place)")
      log.write("\(Self.wait(for: flag, atMost: 0.01))")
    }
    #expect(lines == ["task other", "done main", "timedOut"])
  }

  // MARK: what has no run loop

  private final class Tracker: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
    private let manager = CLLocationManager()
    private let log: Log

    init(_ log: Log) {
      self.log = log
      super.init()
      manager.delegate = self
      manager.startMonitoring(
        for: CLCircularRegion(center: .home, radius: 100, identifier: "home"))
      log.keep(self)
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
      log.write("enter")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
      log.write("exit")
    }
  }

  private actor Tracking {
    private var tracker: Tracker?
    private var timer: Timer?
    func start(_ log: Log) { tracker = Tracker(log) }
    func startTimer(_ log: Log) {
      timer = .scheduledTimer(withTimeInterval: 20, repeats: true) { _ in log.write("fires") }
    }
  }

  private static func track(_ log: Log) async { _ = Tracker(log) }

  private typealias Maker = (
    name: String, isOff: Bool, make: nonisolated(nonsending) @Sendable (Log) async -> Void
  )

  /// The ways to make something off the main actor, and to make it on it.
  private static let makers: [Maker] = [
    ("a detached task", true, { log in Task.detached { _ = Tracker(log) } }),
    ("an actor", true, { await Tracking().start($0) }),
    ("a nonisolated function", true, { await track($0) }),
    ("a queue", true, { log in DispatchQueue(label: "app").async { _ = Tracker(log) } }),
    ("a global queue", true, { log in DispatchQueue.global().async { _ = Tracker(log) } }),
    ("a child task", true, { log in await withTaskGroup { $0.addTask { _ = Tracker(log) } } }),
    ("the launch", false, { _ = Tracker($0) }),
    (
      "the launch after an actor", false,
      { log in
        _ = await Worker().place()
        _ = Tracker(log)
      }
    ),
    (
      "the main actor", false, { log in Task.detached { await MainActor.run { _ = Tracker(log) } } }
    ),
    (
      "the main queue", false,
      { log in
        Task.detached { DispatchQueue.main.async { _ = Tracker(log) } }
      }
    ),
    (
      "the main queue, waited for", false,
      { log in
        Task.detached { DispatchQueue.main.sync { _ = Tracker(log) } }
      }
    ),
  ]

  @Test(arguments: makers.indices)
  func `a location manager calls its delegate if it was made on the main thread`(_ index: Int) async
  {
    let (name, isOff, make) = Self.makers[index]
    let misuse = Log()
    let lines = await outcome(misuse: misuse) { await make($0) }
    #expect(lines == (isOff ? [] : ["exit"]), "\(name)")
    #expect(
      Set(misuse.lines)
        == (isOff
          ? [
            "the app has made the location manager of Tracker on a thread without a run loop, so that it "
              + "never calls its delegate"
          ] : []),
      "\(name)")
    #expect(misuse.lines.count == (isOff ? 20 : 0), "once in each run")
  }

  @Test func `a timer fires if it was scheduled on the main thread`() async {
    let misuse = Log()
    #expect(
      await outcome(misuse: misuse) { log in
        let tracking = Tracking()
        log.keep(tracking)
        await tracking.startTimer(log)
      } == [])
    #expect(
      Set(misuse.lines) == [
        "the app has scheduled a Timer on a thread without a run loop, so that it never fires"
      ])
    #expect(await outcome { Self.schedule($0) } == ["fires", "fires"])
  }

  private static func schedule(_ log: Log) {
    _ = Timer.scheduledTimer(withTimeInterval: 40, repeats: true) { _ in log.write("fires") }
  }

  // MARK: never for ever

  private final class Flag: Sendable { let value = Atomic(false) }

  /// The messages of a process in which the main thread waits for ever.
  private func messages(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `a main thread that spins for a task that sleeps ends the process`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await SimulatedDevice.run { _ in
        let isDone = Flag()
        Task {
          try? await Task.sleep(for: .seconds(5))
          isDone.value.store(true, ordering: .relaxed)
        }
        await Task.yield()
        while !isDone.value.load(ordering: .relaxed) { usleep(1000) }
      }
    }
    #expect(messages(result).contains("the main thread is blocked, or spins"))
  }

  @Test func `a main thread that spins for a task that is ready ends the process`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await SimulatedDevice.run { _ in
        let isDone = Flag()
        Task { isDone.value.store(true, ordering: .relaxed) }
        while !isDone.value.load(ordering: .relaxed) {}
      }
    }
    #expect(messages(result).contains("the main thread is blocked, or spins"))
    #expect(messages(result).contains("a configuration with more patience"))
  }

  @Test func `a task that blocks its thread for ever is named, and the device goes on`() async {
    var configuration = SimulatedDeviceConfiguration()
    configuration.patience = 1
    let log = Log()
    await SimulatedDevice.run(configuration) { device in
      device.onMisuse { log.write($0) }
      await device.launch {
        Task.detached { Self.wait(for: DispatchSemaphore(value: 0)) }
      }
      for _ in 0..<3 { await device.move(to: .home, after: 30) }
      #expect(device.now == Date(timeIntervalSince1970: 90))
    }
    #expect(
      log.lines == [
        "the app has not come to rest since it was started; a task blocks its thread until something is "
          + "signalled"
      ])
  }
}
