/// A sleep of the app or the test, which ends when the device's clock reaches its end.
struct Sleeper: Sendable {
  let duration: Duration
  let isTests: Bool
  /// The device's time at the end of the sleep, since 1970.
  fileprivate(set) var end = Duration.zero
  let wake: @Sendable () -> Void
}

/// The sleeps of an app, sorted by their ends; sleeps with equal ends stand in the order in which
/// they began.
///
/// - Complexity: Insertion and removal are O(n) for n sleeps; an app has few.
struct Sleepers {
  private var byEnd: [Sleeper] = []

  var first: Sleeper? { byEnd.first }

  var includesTests: Bool { byEnd.contains(where: \.isTests) }

  mutating func insert(_ sleeper: Sleeper, until end: Duration) {
    var sleeper = sleeper
    sleeper.end = end
    byEnd.insert(sleeper, at: byEnd.firstIndex { $0.end > end } ?? byEnd.endIndex)
  }

  mutating func removeFirst(endingBy time: Duration) -> Sleeper? {
    guard let first, first.end <= time else { return nil }
    return byEnd.removeFirst()
  }

  mutating func shift(by duration: Duration) {
    for index in byEnd.indices { byEnd[index].end += duration }
  }

  mutating func removeAll() -> [Sleeper] {
    defer { byEnd = [] }
    return byEnd
  }

  /// Removes the app's sleeps, which then do not end, and returns them: what they hold is released
  /// outside of the lock.
  mutating func removeApps() -> [Sleeper] {
    defer { byEnd.removeAll { !$0.isTests } }
    return byEnd.filter { !$0.isTests }
  }
}

/// A stopwatch that finds the duration for which a job of the app wants to sleep.
///
/// The runtime passes a deadline that was computed somewhere in the job, at a time that nobody
/// knows. The duration in the app's code is a round number between the time that is left now and
/// the sum of that and the time since the job began.
struct Stopwatch {
  private let start = ContinuousClock.now
  private let worked = Self.threadTime

  /// Returns the duration that the job most likely asked for.
  ///
  /// - Parameters:
  ///   - left: The time from now to the deadline.
  ///   - isTests: Whether the job is the test's. The app's clocks stand still during a job where the
  ///     platform lets them be the device's, so that what is left is what it asked for.
  func duration(from left: Duration, isTests: Bool = true) -> Duration {
    if !isTests, Platform.asksTime { return max(left, .zero) }
    let worked = Self.threadTime - worked
    // The time in which the thread has not worked it has stood still, and hardly between the two
    // calls.
    if worked >= .zero, let duration = Duration.roundest(from: left, to: left + worked) {
      return duration
    }
    return .roundest(from: left, to: left + (ContinuousClock.now - start)) ?? max(left, .zero)
  }

  private static var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension Duration {
  /// Returns the positive duration with the fewest digits between two durations, a whole number of
  /// milliseconds; `nil` if there is none.
  static func roundest(from least: Duration, to most: Duration) -> Duration? {
    let least = max(least, .microseconds(1))
    var unit = Int64(3_600_000)
    for factor: Int64 in [60, 60, 10, 10, 10, 10] {
      let count = (least / .milliseconds(unit)).rounded(.up)
      let value = Duration.milliseconds(Int64(count) * unit)
      if value <= most { return value }
      unit /= factor
    }
    return nil
  }
}
