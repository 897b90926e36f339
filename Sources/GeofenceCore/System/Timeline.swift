/// A scenario's actions on the clock of one track.
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

  private let entries: [Entry]
  /// The entries' positions in the order of their times; empty before the first fix.
  private var order: [(time: Timestamp, entry: Int)] = []
  private(set) var start: Timestamp?
  /// How many of the actions in order have been taken.
  private(set) var taken = 0

  public init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  /// The entries whose action satisfies `isIncluded`, from the beginning.
  public func filter(_ isIncluded: (DeviceAction) -> Bool) -> Timeline {
    Timeline(entries.filter { isIncluded($0.action) })
  }

  func contains(where predicate: (DeviceAction) -> Bool) -> Bool {
    entries.contains { predicate($0.action) }
  }

  /// Goes on with a track that began at `start` and has taken `taken` actions.
  mutating func resume(start: Timestamp?, taken: Int) {
    if let start { begin(at: start) }
    self.taken = min(taken, entries.count)
  }

  /// The next action due at or before `time`, taken by this call.
  mutating func next(at time: Timestamp) -> DeviceAction? {
    if start == nil { begin(at: time) }
    guard taken < order.count, order[taken].time <= time else { return nil }
    defer { taken += 1 }
    return entries[order[taken].entry].action
  }

  /// When the next action is due.
  var nextTime: Timestamp { taken < order.count ? order[taken].time : .distantFuture }

  /// The positions of the entries whose time has not come.
  var pending: [Int] {
    start == nil ? Array(entries.indices) : order[taken...].map(\.entry)
  }

  private mutating func begin(at start: Timestamp) {
    self.start = start
    let times = entries.enumerated().map { number, entry in
      switch entry.moment {
      case .at(let time): (time: time, entry: number)
      case .afterStart(let interval): (time: start + interval, entry: number)
      }
    }
    order = times.sorted { ($0.time, $0.entry) < ($1.time, $1.entry) }
  }
}
