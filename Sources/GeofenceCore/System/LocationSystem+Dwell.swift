/// The enters that wait for their dwell, in the order of their times.
struct WaitingDwells: Hashable, Sendable {
  struct Enter: Hashable, Sendable {
    let region: Int32
    let time: Timestamp
  }

  private(set) var enters: [Enter] = []

  var isEmpty: Bool { enters.isEmpty }

  /// Records the enter of a region; `time` is not earlier than the times before it.
  mutating func insert(_ region: Int32, enteredAt time: Timestamp) {
    enters.append(Enter(region: region, time: time))
  }

  /// Drops the enter of a region.
  mutating func remove(_ region: Int32) {
    if !enters.isEmpty { enters.removeAll { $0.region == region } }
  }

  /// Drops the enters of regions.
  mutating func remove(_ regions: PositionSet) {
    if !enters.isEmpty { enters.removeAll { regions.contains($0.region) } }
  }

  /// Removes and returns the enters that are not later than a time.
  mutating func take(upTo time: Timestamp) -> [Enter] {
    let due = Array(enters.prefix { $0.time <= time })
    enters.removeFirst(due.count)
    return due
  }
}

/// Dwells: Google Play services deliver one when the device has stayed in a geofence for a while.
///
/// Google documents that a dwell always follows an enter, and is not delivered where the device has
/// left before. It was observed that none follows a first state without that initial trigger.
extension LocationSystem {
  /// The time at which the next dwell is due.
  var nextDwell: Timestamp {
    guard let loitering = request.loitering, let first = dwells.enters.first else {
      return .distantFuture
    }
    return first.time + loitering
  }

  /// Begins to wait for the dwell of a region that the device has entered, or ends that.
  mutating func noteDwell(after change: Monitor.Change) {
    guard request.loitering != nil, case .region(let position) = change.condition else { return }
    if change.state == .unsatisfied {
      dwells.remove(position)
    } else if change.crossedAt != nil || request.initialTriggers.contains(.dwell) {
      dwells.insert(position, enteredAt: change.crossedAt ?? fix.time)
    }
  }

  /// Returns the reports of the dwells that are due, which wait no longer.
  mutating func takeDwells() -> [StateReport] {
    guard nextDwell <= fix.time, let loitering = request.loitering else { return [] }
    let latest = fix.time + Interval(milliseconds: -loitering.milliseconds)
    return dwells.take(upTo: latest).compactMap { enter in
      var report = report(of: .region(enter.region), .satisfied, crossedAt: enter.time)
      report?.isDwell = true
      return report
    }
  }
}
