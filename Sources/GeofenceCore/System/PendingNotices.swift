/// A notice that is to be delivered, before it is known whether it reaches the app.
enum PendingNotice: Sendable {
  /// A state of a condition.
  ///
  /// - Parameter hasWaited: `true` if the app could not receive it before.
  case state(StateReport, hasWaited: Bool)
  /// The first state of regions, with the device outside of all of them.
  case outside(PositionSet)
  /// The reason why a condition is not monitored.
  case unmonitored(ConditionID, DeviceState.Diagnostic)

  /// Returns the notice without what it says of a condition; `nil` where nothing is left.
  func omitting(_ condition: ConditionRef) -> Self? {
    switch (self, condition) {
    case (.state(let report, _), _): return report.condition == condition ? nil : self
    case (.outside(var positions), .region(let position)):
      positions.remove(position)
      return .outside(positions)
    default: return self
    }
  }
}

/// A queue of notices, to which notices are added at both ends.
struct PendingNotices: Sendable {
  /// The notices, the first one last, so that it is removed in O(1).
  private var reversed: [PendingNotice] = []

  var isEmpty: Bool { reversed.isEmpty }

  mutating func removeFirst() -> PendingNotice { reversed.removeLast() }

  mutating func prepend(_ notices: [PendingNotice]) { reversed += notices.reversed() }

  mutating func append(_ notices: [PendingNotice]) {
    reversed.insert(contentsOf: notices.reversed(), at: 0)
  }

  /// Replaces every notice by what `change` makes of it, if anything.
  mutating func change(_ change: (PendingNotice) -> PendingNotice?) {
    reversed = reversed.compactMap(change)
  }
}
