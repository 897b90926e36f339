/// A scenario's actions, before it is known when the track begins.
public struct Timeline: Sendable {
  /// When an action is due.
  public enum Moment: Hashable, Sendable {
    case at(Timestamp)
    /// So long after the track's first fix.
    case afterStart(Interval)
  }

  public struct Entry: Hashable, Sendable {
    public let moment: Moment
    public let action: DeviceAction

    public init(_ moment: Moment, _ action: DeviceAction) {
      self.moment = moment
      self.action = action
    }
  }

  public let entries: [Entry]

  public init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  /// The entries whose action satisfies `isIncluded`.
  public func filter(_ isIncluded: (DeviceAction) -> Bool) -> Timeline {
    Timeline(entries.filter { isIncluded($0.action) })
  }

  func contains(where predicate: (DeviceAction) -> Bool) -> Bool {
    entries.contains { predicate($0.action) }
  }

  /// The regions that join the app's set on the way.
  package var addedRegions: [CircularRegion] {
    entries.compactMap { if case .add(let region) = $0.action { region } else { nil } }
  }
}

/// A scenario's actions on the clock of one track, in the order of their times; those of one time in
/// the order of the list.
public struct Schedule: Sendable {
  public struct Entry: Sendable {
    public let time: Timestamp
    public let action: DeviceAction
    /// Its position in the timeline.
    public let number: Int
  }

  public let entries: [Entry]

  /// No action at all.
  public static let empty = Schedule(Timeline(), from: Timestamp(milliseconds: 0))

  /// - Parameter start: the time of the track's first fix.
  /// - Complexity: O(n log n) for n actions, paid once for all devices of the track.
  public init(_ timeline: Timeline, from start: Timestamp) {
    let entries = timeline.entries.enumerated().map { number, entry in
      switch entry.moment {
      case .at(let time): Entry(time: time, action: entry.action, number: number)
      case .afterStart(let interval):
        Entry(time: start + interval, action: entry.action, number: number)
      }
    }
    // Sorting in the standard library keeps the order of equals.
    self.entries = entries.sorted { $0.time < $1.time }
  }
}
