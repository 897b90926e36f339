/// All that is kept of one registration: the state of its region, the crossing under way, and what
/// the app is still to receive of it.
package struct Condition: Hashable, Sendable {
  package var crossing: Crossing
  /// True if the condition needs every fix.
  var isBusy = false
  package var hold = Hold.none
  /// The state that the app could not receive, the last one of the condition.
  package var waiting: Waiting?
  /// The time of the enter whose dwell is still to come.
  package var entered: Timestamp?

  /// The time until which the condition is evaluated at no fix.
  package enum Hold: CaseIterable, Hashable, Sendable {
    case none
    case untilDelivery
    case untilNextFix
    case untilSecondFix
  }

  /// A state that could not be delivered to the app.
  package struct Waiting: Hashable, Sendable {
    var state: RegionState
    /// The time at which the crossing began; `nil` for a first determination.
    var crossedAt: Timestamp?
    /// The time at which the state was found.
    var since: Timestamp
  }

  /// The largest error, in metres, of a distance between vectors that comes from rounding.
  static let rounding = 1e-6

  package init(_ crossing: Crossing = Crossing()) { self.crossing = crossing }

  /// True if nothing but the crossing is known of the condition.
  var isPlain: Bool { hold == .none && waiting == nil && entered == nil }

  /// True if the device is outside, and nothing is under way.
  var isUsual: Bool { crossing.isSettledOutside && isPlain }

  /// Evaluates a fix if the condition needs it.
  ///
  /// - Returns: the outcome, and the metres and the time that the device may move on before another
  ///   fix is needed; the allowance is unlimited where every fix is needed, or none.
  mutating func evaluate(
    _ circle: Circle, _ fix: borrowing Fix, _ vector: EarthVector, _ rules: CrossingRules
  ) -> (outcome: Crossing.Effect, allowance: QuietZone.Allowance) {
    if hold != .none { return (.nothing, QuietZone.Allowance()) }
    var outcome = Crossing.Effect.nothing
    var allowance = allowance(circle, vector, rules)
    let accuracy = fix.horizontalAccuracy
    if allowance.isUsedUp(at: fix.time) || rules.judgesOverlap(ofAccuracy: accuracy) {
      outcome = circle.observe(fix, vector, rules, &crossing)
      allowance = self.allowance(circle, vector, rules)
    }
    isBusy = allowance.isUsedUp(at: fix.time)
    return (outcome, isBusy ? QuietZone.Allowance() : allowance)
  }

  /// Returns the metres and the time that the device may move on before the condition needs a fix.
  private func allowance(_ circle: Circle, _ vector: EarthVector, _ rules: CrossingRules)
    -> QuietZone.Allowance
  {
    QuietZone.Allowance(
      distance: circle.slack(at: vector, crossing, rules) - Self.rounding,
      end: crossing.due(
        after: rules.dwell(
          entering: crossing.state == .unsatisfied, begunAt: crossing.number)))
  }

  /// Holds the condition, whose state stands and whose crossing under way begins anew, or lets it
  /// go on.
  mutating func hold(_ hold: Hold) {
    self.hold = hold
    isBusy = false
    if hold != .none { crossing.dropPending() }
  }
}

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
  /// The number of the fix at which the pending crossing began, where its rules are drawn by it.
  private(set) var number: UInt32 = 0
  private var since = Timestamp(milliseconds: 0)
  private var dwellStart = Timestamp(milliseconds: 0)

  /// The depth that the fixes of the pending crossing have reached; `none` where no crossing is
  /// pending.
  enum Depth: UInt8 { case none, shallow, deepEnough }

  package private(set) var pending: Pending? {
    get {
      depth == .none
        ? nil
        : Pending(
          since: since, dwellStart: depth == .deepEnough ? dwellStart : nil, number: number)
    }
    set {
      since = newValue?.since ?? Timestamp(milliseconds: 0)
      dwellStart = newValue?.dwellStart ?? Timestamp(milliseconds: 0)
      number = newValue?.number ?? 0
      depth = newValue.map { $0.dwellStart == nil ? .shallow : .deepEnough } ?? .none
    }
  }

  /// A crossing that has begun and is not confirmed.
  package struct Pending: Hashable, Sendable {
    package let since: Timestamp
    /// The time from which the dwell counts; `nil` where no fix was deep enough.
    package var dwellStart: Timestamp?
    /// The number of the fix at which it began, where its rules are drawn by it; else 0.
    package internal(set) var number: UInt32 = 0

    /// The time from which the dwell counts, where it is not that of the crossing.
    package var ownDwellStart: Timestamp? { dwellStart == since ? nil : dwellStart }
  }

  /// The effect of one fix on a crossing.
  package enum Effect: Hashable {
    case nothing
    /// The state was determined for the first time.
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

  /// Returns the time from which any decisive fix on the new side, as deep as the dwell's origin
  /// asks for, confirms the crossing under way.
  ///
  /// The time is `distantFuture` where no crossing is under way, or none that was deep enough.
  func due(after dwell: Interval) -> Timestamp {
    depth == .deepEnough ? dwellStart.advanced(by: dwell) : .distantFuture
  }

  mutating func dropPending() { pending = nil }

  var isSettledOutside: Bool { state == .unsatisfied && depth == .none }

  /// Evaluates a decisive fix.
  ///
  /// - Parameters:
  ///   - side: `satisfied` for a fix inside, `unsatisfied` for one outside.
  ///   - isPastCushion: `true` if the fix lies past the boundary by the cushion of that side.
  package mutating func observe(
    _ side: RegionState, isPastCushion: @autoclosure () -> Bool, at time: Timestamp,
    by rules: CrossingRules
  ) -> Effect {
    guard state != .unknown else {
      state = side
      return .determined
    }
    guard side != state else {
      pending = nil
      return .nothing
    }
    var crossing = pending ?? Pending(since: time, number: rules.number)
    switch rules.dwellOrigin {
    case .boundary:
      if crossing.dwellStart == nil, isPastCushion() { crossing.dwellStart = crossing.since }
    case .cushion:
      crossing.dwellStart = isPastCushion() ? crossing.dwellStart ?? time : nil
    }
    let dwell = rules.dwell(entering: side == .satisfied, begunAt: crossing.number)
    guard let start = crossing.dwellStart, time - start >= dwell else {
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
