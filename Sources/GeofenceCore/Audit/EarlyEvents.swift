/// The last event of each region, where no crossing has come before it: an inexact location update
/// may be ahead of the device, so that the crossing follows.
struct EarlyEvents: Sendable {
  struct Event: Sendable {
    let isEnter: Bool
    let time: Timestamp
    var isInitial = false
    /// Whether it is counted as one without a crossing.
    var isSpurious = false
  }

  /// The time by which an event may be ahead of its crossing (Apple: "within 3 to 5 minutes on
  /// average").
  static let limit = Interval(seconds: 300)

  private var events: [RegionNumber: Event] = [:]

  /// Takes in an event of a region, which takes the place of the one before.
  ///
  /// - Parameter isCredited: whether it belongs to a crossing already.
  mutating func note(_ event: Event, of region: RegionNumber, isCredited: Bool) {
    events[region] = isCredited ? nil : event
  }

  /// Returns the event that a crossing at `time` has come after, and lets go of it.
  mutating func take(of region: RegionNumber, entering: Bool, at time: Timestamp) -> Event? {
    if events.isEmpty { return nil }
    guard let event = events[region], event.isEnter == entering else { return nil }
    events[region] = nil
    return time - event.time <= Self.limit ? event : nil
  }

  /// Lets go of the event of a region that is another circle now, or none.
  mutating func forget(_ region: RegionNumber) {
    if !events.isEmpty { events[region] = nil }
  }
}
