/// The actions of a scenario, before the start of the track is known.
package struct Timeline: Sendable {
  /// The moment at which an action is due.
  package enum Moment: Hashable, Sendable {
    case at(Timestamp)
    /// A span of time after the track's first fix.
    case afterStart(Interval)
  }

  package struct Entry: Hashable, Sendable {
    package let moment: Moment
    package let action: DeviceAction

    package init(_ moment: Moment, _ action: DeviceAction) {
      self.moment = moment
      self.action = action
    }
  }

  package let entries: [Entry]

  package init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  package func filter(_ isIncluded: (DeviceAction) -> Bool) -> Timeline {
    Timeline(entries.filter { isIncluded($0.action) })
  }

  /// The actions that happen to an app, from whose set no reminder's regions leave.
  package var ofApp: Timeline {
    Timeline(
      entries.map { entry in
        switch entry.action {
        case .complete(let reminder, _), .moveOn(let reminder, _):
          Entry(entry.moment, .complete(reminder: reminder, []))
        default: entry
        }
      })
  }

  /// The actions that happen to the system's Reminders, which needs no user to open it after a
  /// restart.
  package var ofReminders: Timeline {
    Timeline(
      entries.flatMap { entry in
        switch entry.action {
        case .unlock: [entry, Entry(entry.moment, .launch)]
        case .complete: [entry]
        case .moveOn(let reminder, let next):
          [Entry(entry.moment, .complete(reminder: reminder, next.map { $0.identifier }))]
            + next.map { Entry(entry.moment, .add($0)) }
        default: entry.action.isOfDevice ? [entry] : []
        }
      })
  }

  func contains(where predicate: (DeviceAction) -> Bool) -> Bool {
    entries.contains { predicate($0.action) }
  }

  package var addedRegions: [CircularRegion] {
    entries.compactMap { if case .add(let region) = $0.action { region } else { nil } }
  }
}

/// The actions of a scenario on the clock of one track, in the order of their times.
///
/// Actions of the same time are in the order of the list.
package struct Schedule: Sendable {
  package struct Entry: Sendable {
    package let time: Timestamp
    package let action: DeviceAction
    package let number: Int
  }

  package let entries: [Entry]

  package static let empty = Schedule(Timeline(), from: Timestamp(milliseconds: 0))

  /// Places a timeline on the clock of a track whose first fix is at `start`.
  ///
  /// - Complexity: O(n log n) for n actions, paid once for all devices of the track.
  package init(_ timeline: Timeline, from start: Timestamp) {
    let entries = timeline.entries.enumerated().map { number, entry in
      switch entry.moment {
      case .at(let time): Entry(time: time, action: entry.action, number: number)
      case .afterStart(let interval):
        Entry(time: start.advanced(by: interval), action: entry.action, number: number)
      }
    }
    // The sort of the standard library is stable, so actions of the same time stay in their order.
    self.entries = entries.sorted { $0.time < $1.time }
  }
}

extension Schedule {
  /// Returns the numbers of the actions that are due after a time.
  package func pending(after time: Timestamp) -> [Int] {
    entries.filter { $0.time > time }.map { $0.number }
  }

  /// The circles that take the place of a region, each from a time on.
  package func circles(after region: CircularRegion) -> [(from: Timestamp, region: CircularRegion)]
  {
    var circles: [(from: Timestamp, region: CircularRegion)] = []
    for entry in entries {
      if case .add(let other) = entry.action, other.identifier == region.identifier,
        !other.hasSameCircle(as: circles.last?.region ?? region)
      {
        circles.append((entry.time, other))
      }
    }
    return circles
  }

  /// Returns an app's set after the actions up to a time.
  package func set(_ regions: [CircularRegion], at time: Timestamp) -> [CircularRegion] {
    var set = Dictionary(regions.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
    for entry in entries where entry.time <= time {
      switch entry.action {
      case .add(let region): set[region.identifier] = region
      case .remove(let region): set[region] = nil
      default: break
      }
    }
    return Array(set.values)
  }
}
