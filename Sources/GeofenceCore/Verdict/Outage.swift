/// An unbroken time during which nothing could reach the app, with the actions on the device and the
/// app that made it.
package struct Outage: Hashable, Sendable {
  package struct Action: Hashable, Sendable {
    package let time: Timestamp
    package let action: DeviceAction
    /// True if the system took no registration by it, but refuses those that the app adds since.
    package private(set) var isRefusal = false

    package init(_ action: DeviceAction, at time: Timestamp) {
      (self.action, self.time) = (action, time)
    }

    var asRefusal: Self {
      var refusal = self
      refusal.isRefusal = true
      return refusal
    }
  }

  package let from: Timestamp
  /// `nil` where it lasts.
  package internal(set) var until: Timestamp?
  /// The state of the device and its app when it began.
  package let device: DeviceState
  package internal(set) var actions: [Action]

  package init(
    from: Timestamp, until: Timestamp? = nil, _ device: DeviceState, by actions: [Action]
  ) {
    (self.from, self.until, self.device, self.actions) = (from, until, device, actions)
  }

  func lasts(at time: Timestamp) -> Bool { from <= time && time < until ?? .distantFuture }

  /// Returns the length of its part between two times.
  func length(from start: Timestamp, to end: Timestamp) -> Interval {
    max(min(until ?? .distantFuture, end) - max(from, start), Interval(milliseconds: 0))
  }
}

extension VerdictWatch {
  /// Takes in the actions of a fix, the state of the device after them, and whether an event can reach
  /// the app then.
  mutating func act(_ taken: [Outage.Action], _ device: DeviceState, canDeliver: Bool) {
    var state = self.device ?? DeviceState(platform: device.platform)
    self.device = device
    // The actions since the last outage, or since the fix before.
    var actions: [Outage.Action] = []
    for entry in taken {
      let before = state
      state.take(entry.action)
      // An action that changes nothing is no reason.
      guard
        state != before || entry.action.isReboot
          || entry.action.removesRegistrations(on: device.platform)
      else { continue }
      // An outage does not begin with an action that lets the app receive more.
      if !self.canDeliver || !entry.action.isHelp { actions.append(entry) }
      let wasOut = !self.canDeliver
      change(to: state, canDeliver: state.canReceive, by: actions, at: entry.time)
      noteStop(state, by: entry, at: entry.time)
      if wasOut || !self.canDeliver || entry.action.isReboot { actions = [] }
    }
    // The system itself may start the app again.
    if self.canDeliver != canDeliver { change(to: device, canDeliver: canDeliver, by: [], at: now) }
    noteStop(device, by: nil, at: now)
  }

  /// Takes in whether the app runs.
  private mutating func noteStop(
    _ device: DeviceState, by action: Outage.Action?, at time: Timestamp
  ) {
    let lasts = stops.last.map { $0.until == nil } ?? false
    if device.app != .terminated, lasts {
      stops[stops.count - 1].until = time
      endOutages()
    } else if device.app == .terminated, !lasts, let action {
      var state = DeviceState(platform: device.platform)
      (state.app, state.isStopped) = (.terminated, device.isStopped)
      stops.append(Outage(from: time, state, by: [action]))
    }
  }

  /// - Parameter actions: the last of them is the one at this time.
  private mutating func change(
    to device: DeviceState, canDeliver: Bool, by actions: [Outage.Action], at time: Timestamp
  ) {
    let wasOut = !self.canDeliver
    self.canDeliver = canDeliver
    if wasOut, let last = outages.indices.last {
      if canDeliver {
        outages[last].until = time
        endOutages()
      } else {
        outages[last].actions += actions
      }
    } else if !canDeliver || actions.last?.action.isReboot == true {
      outages.append(Outage(from: time, until: canDeliver ? time : nil, device, by: actions))
    }
  }

  /// Returns true if at some time between two fixes no event could reach the app.
  func hasOutage(from start: Timestamp, to end: Timestamp) -> Bool {
    // They are in order and do not overlap, so that the last to have begun ends last.
    outages.last { $0.from <= end }.map { start < $0.until ?? .distantFuture } ?? false
  }

  /// Names the outage that a crossing was missed or late by.
  func nameOutage(of crossing: inout AuditedCrossing) {
    guard let verdict = crossing.verdict else { return }
    let time = crossing.time
    switch verdict.outcome {
    case .missed(var loss) where loss.cause == .suspended:
      let (start, end) = span(of: verdict, time, from: loss.undoes ?? verdict.follows)
      let outage =
        if let removal = loss.removal {
          // A registration that an action had removed before an outage began is not lost to the outage.
          outages.last { $0.lasts(at: start) && $0.from <= removal.time }
        } else {
          loss.due.flatMap { due in outages.last { $0.lasts(at: due) && $0.from <= end } }
            ?? outage(from: start, to: end)
        }
      if loss.removal != nil, outage == nil { return }
      loss.removal = nil
      crossing.verdict?.outcome = .missed(loss)
      crossing.verdict?.outage = outage
    case .missed(let loss) where loss.cause?.isOfPath == true && !loss.wasReachable:
      let (start, end) = span(of: verdict, time, from: loss.undoes)
      if hasOutage(from: start, to: end) { crossing.verdict?.outage = outage(from: start, to: end) }
    case .missed(let loss) where loss.isUnchosen:
      // What began after the crossing did not keep the app from selecting its region before.
      let start = loss.undoes ?? time
      crossing.verdict?.outage =
        outages.last { $0.lasts(at: start) } ?? stops.last { $0.lasts(at: start) }
        ?? outages.last { $0.from <= start }
    case .late(let late) where late.hold == .suspended:
      crossing.verdict?.outage = outage(
        from: time, to: max(verdict.deliveredAt ?? time, time), isMissed: false)
    default: break
    }
  }

  /// Returns the time of a stay, or the time from an earlier crossing until this one.
  private func span(of verdict: CrossingVerdict, _ time: Timestamp, from undone: Timestamp?) -> (
    start: Timestamp, end: Timestamp
  ) {
    undone.map { ($0, time) }
      ?? (time, max(verdict.stay.atMost.map { verdict.before + $0 } ?? now, time))
  }

  /// Returns the outage that took most of a time, or the last before it; `nil` where there is none.
  ///
  /// - Parameter isMissed: true for a crossing that was missed: a restart takes the state of its region
  ///   away for good, so that no later outage counts.
  private func outage(from start: Timestamp, to end: Timestamp, isMissed: Bool = true) -> Outage? {
    let touching = outages.filter { $0.from <= end && $0.until ?? .distantFuture >= start }
    let restart = isMissed ? touching.first { $0.actions.contains { $0.action.isReboot } } : nil
    return restart
      ?? touching.max { $0.length(from: start, to: end) < $1.length(from: start, to: end) }
      ?? outages.last { $0.from <= start }
  }
}

extension DeviceAction {
  /// True if it can only let an app receive more.
  fileprivate var isHelp: Bool {
    switch self {
    case .launch, .foreground, .unlock, .wake, .backgroundRefresh(isOn: true),
      .authorize(.always), .accuracy(isFull: true), .location(isOn: true):
      true
    default: false
    }
  }
}
