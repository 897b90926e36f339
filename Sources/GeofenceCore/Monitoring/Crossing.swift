/// The state of one region and the crossing under way, if any.
///
/// It sees decisive fixes only, and of each only its side, its depth and its time. The first one
/// settles the state at once. After that a crossing begins at the first fix on the other side, is
/// confirmed when one fix of it was deep enough and the dwell has passed, and is dropped by a fix
/// back on the old side.
package struct Crossing: Hashable, Sendable {
  package private(set) var state: RegionState
  /// Of the pending crossing; kept apart so that a crossing takes 16 bytes, there may be many.
  private(set) var depth = Depth.none
  private var since = Timestamp(milliseconds: 0)

  /// How deep the fixes of the pending crossing have been; `none` where there is none.
  enum Depth: UInt8 { case none, shallow, deepEnough }

  package private(set) var pending: Pending? {
    get {
      depth == .none ? nil : Pending(since: since, isDeepEnough: depth == .deepEnough)
    }
    set {
      since = newValue?.since ?? Timestamp(milliseconds: 0)
      depth = newValue.map { $0.isDeepEnough ? .deepEnough : .shallow } ?? .none
    }
  }

  package struct Pending: Hashable, Sendable {
    package let since: Timestamp
    package var isDeepEnough: Bool

    package init(since: Timestamp, isDeepEnough: Bool) {
      self.since = since
      self.isDeepEnough = isDeepEnough
    }
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

  package init(_ state: RegionState, pending: Pending?) {
    self.state = state
    self.pending = pending
  }

  static let settledInside = Crossing(assuming: .satisfied)
  static let settledOutside = Crossing(assuming: .unsatisfied)

  /// When the crossing under way is confirmed by any decisive fix on the new side; `distantFuture` where
  /// there is none, or none that was deep enough.
  func due(after dwell: Interval) -> Timestamp {
    depth == .deepEnough ? since.advanced(by: dwell) : .distantFuture
  }

  /// Drops the crossing under way: its boundary is not watched for a while.
  mutating func dropPending() { pending = nil }

  /// Whether the device is outside and nothing is under way.
  var isSettledOutside: Bool { state == .unsatisfied && depth == .none }

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
