/// A sleep of the app, which ends when the device's clock comes to it.
struct Sleeper: Sendable {
  let duration: Duration
  /// Whether the test's own code sleeps, not the app.
  let isTests: Bool
  /// The device's time at its end, since 1970.
  var end = Duration.zero
  /// Ends the sleep.
  let wake: @Sendable () -> Void
}

/// The sleeps of an app, by their ends; of equal ends in the order in which they began.
///
/// Insertion and removal are O(n) for n sleeps; an app has few.
struct Sleepers {
  private var byEnd: [Sleeper] = []

  var first: Sleeper? { byEnd.first }

  var includesTests: Bool { byEnd.contains(where: \.isTests) }

  mutating func insert(_ sleeper: Sleeper) {
    byEnd.insert(sleeper, at: byEnd.firstIndex { $0.end > sleeper.end } ?? byEnd.endIndex)
  }

  mutating func removeFirst(endingBy time: Duration) -> Sleeper? {
    guard let first, first.end <= time else { return nil }
    return byEnd.removeFirst()
  }

  /// Forgets the app's sleeps: they end no more.
  mutating func removeApps() { byEnd.removeAll { !$0.isTests } }
}
