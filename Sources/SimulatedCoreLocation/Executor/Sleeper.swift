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

  /// Removes the app's sleeps, which then do not end.
  mutating func removeApps() { byEnd.removeAll { !$0.isTests } }
}
