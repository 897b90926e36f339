/// An unbroken time during which nothing could reach the app, with the actions on the device and the
/// app that made it.
package struct Outage: Hashable, Sendable {
  package struct Action: Hashable, Sendable {
    package let time: Timestamp
    package let action: DeviceAction

    package init(_ action: DeviceAction, at time: Timestamp) {
      (self.action, self.time) = (action, time)
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
    // What changes nothing is no reason.
    let actions = taken.filter { entry in
      let before = state
      state.take(entry.action)
      return state != before || entry.action.isReboot
        || entry.action.removesRegistrations(on: device.platform)
    }
    let wasOut = !self.canDeliver
    self.canDeliver = canDeliver
    // The system itself may start the app again.
    let time = actions.last?.time ?? now
    if wasOut, !outages.isEmpty {
      outages[outages.count - 1].actions += canDeliver ? actions.dropLast() : actions[...]
      if canDeliver {
        outages[outages.count - 1].until = time
        endOutage()
      }
    } else if !canDeliver {
      outages.append(Outage(from: time, device, by: actions))
    } else if actions.contains(where: { $0.action.isReboot }) {
      outages.append(Outage(from: actions[0].time, until: time, device, by: actions))
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
      let (start, end) = span(of: verdict, time, from: loss.undoes)
      let outage = outage(from: start, to: end)
      // A restart that was over took the registration all the same.
      let isOver = outage.map { $0.until ?? .distantFuture < start } ?? true
      if loss.removal != nil, isOver { return }
      loss.removal = nil
      crossing.verdict?.outcome = .missed(loss)
      crossing.verdict?.outage = outage
    case .missed(let loss) where loss.cause?.kind == .rules && !loss.wasReachable:
      let (start, end) = span(of: verdict, time, from: loss.undoes)
      if hasOutage(from: start, to: end) { crossing.verdict?.outage = outage(from: start, to: end) }
    case .late(let late) where late.hold == .suspended:
      crossing.verdict?.outage = outage(from: time, to: max(verdict.deliveredAt ?? time, time))
    default: break
    }
  }

  /// Returns the time of a stay, or from the crossing on that it takes back.
  private func span(of verdict: CrossingVerdict, _ time: Timestamp, from undone: Timestamp?) -> (
    start: Timestamp, end: Timestamp
  ) {
    (undone ?? time, max(verdict.stay.atMost.map { verdict.before + $0 } ?? now, time))
  }

  /// Returns the outage that took most of a time, or the last before it; `nil` where there is none.
  private func outage(from start: Timestamp, to end: Timestamp) -> Outage? {
    let touching = outages.filter { $0.from <= end && $0.until ?? .distantFuture >= start }
    return touching.max { $0.length(from: start, to: end) < $1.length(from: start, to: end) }
      ?? outages.last { $0.from <= start }
  }
}
