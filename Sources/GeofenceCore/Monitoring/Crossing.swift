/// The state of one region, and the crossing under way where there is one.
///
/// A crossing is fed decisive fixes only, and of each only its side, its depth and its time. The
/// first fix settles the state at once. After that a crossing begins at the first fix on the other
/// side, is confirmed when one of its fixes was deep enough and the dwell has passed, and is
/// dropped by a fix back on the old side. Where the dwell counts from the cushion, a fix on the new
/// side that is less deep stops its count, and the next one that is deep enough starts it anew.
package struct Crossing: Hashable, Sendable {
  package private(set) var state: RegionState
  /// The depth of the pending crossing, stored apart from it because a crossing then takes 24 bytes
  /// and there may be many.
  private(set) var depth = Depth.none
  private var since = Timestamp(milliseconds: 0)
  private var dwellStart = Timestamp(milliseconds: 0)

  /// The depth that the fixes of the pending crossing have reached; `none` where no crossing is
  /// pending.
  enum Depth: UInt8 { case none, shallow, deepEnough }

  package private(set) var pending: Pending? {
    get {
      depth == .none
        ? nil : Pending(since: since, dwellStart: depth == .deepEnough ? dwellStart : nil)
    }
    set {
      since = newValue?.since ?? Timestamp(milliseconds: 0)
      dwellStart = newValue?.dwellStart ?? Timestamp(milliseconds: 0)
      depth = newValue.map { $0.dwellStart == nil ? .shallow : .deepEnough } ?? .none
    }
  }

  /// A crossing that has begun and is not confirmed.
  package struct Pending: Hashable, Sendable {
    package let since: Timestamp
    /// The time from which the dwell counts; `nil` where no fix was deep enough.
    package var dwellStart: Timestamp?

    package init(since: Timestamp, dwellStart: Timestamp? = nil) {
      self.since = since
      self.dwellStart = dwellStart
    }

    /// The time from which the dwell counts, where it is not that of the crossing.
    package var ownDwellStart: Timestamp? { dwellStart == since ? nil : dwellStart }
  }

  /// The effect of one fix on a crossing.
  package enum Outcome: Hashable {
    case nothing
    /// The state was determined for the first time.
    case determined
    case confirmed(crossedAt: Timestamp)
  }

  /// Creates a crossing with an assumed state and nothing pending.
  package init(assuming state: RegionState = .unknown) {
    self.state = state
  }

  package init(_ state: RegionState, pending: Pending?) {
    self.state = state
    self.pending = pending
  }

  static let settledInside = Crossing(assuming: .satisfied)
  static let settledOutside = Crossing(assuming: .unsatisfied)

  /// Returns the time from which any decisive fix on the new side, as deep as the dwell's origin
  /// asks for, confirms the crossing under way.
  ///
  /// The time is `distantFuture` where no crossing is under way, or none that was deep enough.
  func due(after dwell: Interval) -> Timestamp {
    depth == .deepEnough ? dwellStart.advanced(by: dwell) : .distantFuture
  }

  /// Drops the crossing under way, because its boundary is not monitored for a while.
  mutating func dropPending() { pending = nil }

  /// A Boolean value that indicates whether the device is outside and no crossing is under way.
  var isSettledOutside: Bool { state == .unsatisfied && depth == .none }

  /// Evaluates a decisive fix.
  ///
  /// - Parameters:
  ///   - side: `satisfied` for a fix inside, `unsatisfied` for one outside.
  ///   - isPastCushion: `true` if the fix lies past the boundary by the cushion of that side.
  package mutating func observe(
    _ side: RegionState, isPastCushion: @autoclosure () -> Bool, at time: Timestamp,
    by rules: CrossingRules
  ) -> Outcome {
    guard state != .unknown else {
      state = side
      return .determined
    }
    guard side != state else {
      pending = nil
      return .nothing
    }
    var crossing = pending ?? Pending(since: time)
    switch rules.dwellOrigin {
    case .boundary:
      if crossing.dwellStart == nil, isPastCushion() { crossing.dwellStart = crossing.since }
    case .cushion:
      crossing.dwellStart = isPastCushion() ? crossing.dwellStart ?? time : nil
    }
    guard let start = crossing.dwellStart, time - start >= rules.dwell(entering: side == .satisfied)
    else {
      pending = crossing
      return .nothing
    }
    state = side
    pending = nil
    return .confirmed(crossedAt: crossing.since)
  }
}

/// The side of a region's boundary on which the monitor has determined the device to be.
package enum RegionState: String, CaseIterable, Hashable, Sendable {
  case unknown
  /// The device is inside.
  case satisfied
  /// The device is outside.
  case unsatisfied
}
