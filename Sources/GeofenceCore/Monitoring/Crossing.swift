/// The state of one region and the crossing under way, if any.
///
/// It sees decisive fixes only, and of each only its side, its depth and its time. The first one
/// settles the state at once. After that a crossing begins at the first fix on the other side, is
/// confirmed when one fix of it was deep enough and the dwell has passed, and is dropped by a fix
/// back on the old side.
package struct Crossing: Hashable, Sendable {
  package private(set) var state: RegionState
  package private(set) var pending: Pending?

  package struct Pending: Hashable, Sendable {
    package let since: Timestamp
    package var isDeepEnough: Bool
  }

  package enum Outcome: Hashable {
    case nothing
    /// The first determination.
    case determined
    case confirmed(crossedAt: Timestamp)
  }

  package init(assuming state: RegionState = .unknown) {
    self.state = state
  }

  init(_ state: RegionState, pending: Pending?) {
    self.state = state
    self.pending = pending
  }

  /// Whether a fix on the side of `state` would change nothing.
  package var isSettled: Bool { state != .unknown && pending == nil }

  /// Whether the device is outside and nothing is under way.
  var isSettledOutside: Bool { state == .unsatisfied && pending == nil }

  /// - Parameters:
  ///   - side: `satisfied` for a fix inside, `unsatisfied` for one outside.
  ///   - isPastCushion: whether the fix lies past the boundary by the cushion of that side.
  package mutating func observe(
    _ side: RegionState, isPastCushion: @autoclosure () -> Bool, at time: Timestamp,
    dwell: Interval
  ) -> Outcome {
    guard state != .unknown else {
      state = side
      return .determined
    }
    guard side != state else {
      pending = nil
      return .nothing
    }
    var crossing = pending ?? Pending(since: time, isDeepEnough: false)
    crossing.isDeepEnough = crossing.isDeepEnough || isPastCushion()
    guard crossing.isDeepEnough, time - crossing.since >= dwell else {
      pending = crossing
      return .nothing
    }
    state = side
    pending = nil
    return .confirmed(crossedAt: crossing.since)
  }
}
