/// The last event of each region that no crossing explains yet. By an inexact location update an event
/// may be delivered before the device crosses the boundary.
struct EarlyEvents: Sendable {
  struct Event: Sendable {
    let isEnter: Bool
    let time: Timestamp
    var isInitial = false
    /// True if it is counted as one without a crossing.
    var isSpurious = false
  }

  private var events: [RegionNumber: Event] = [:]

  /// Takes in an event of a region, which takes the place of the one before.
  ///
  /// - Parameter isCredited: whether it belongs to a crossing already.
  mutating func note(_ event: Event, of region: RegionNumber, isCredited: Bool) {
    events[region] = isCredited ? nil : event
  }

  /// Returns the event that a crossing at `time` has followed, and forgets it.
  mutating func take(of region: RegionNumber, entering: Bool, at time: Timestamp) -> Event? {
    events.isEmpty ? nil : events[region].take(entering: entering, at: time)
  }

  /// Lets go of the event of a region that is another circle now, or none.
  mutating func forget(_ region: RegionNumber) {
    if !events.isEmpty { events[region] = nil }
  }
}

extension EarlyEvents.Event? {
  /// Returns the event if a crossing at `time` has followed it soon, and forgets it.
  mutating func take(entering: Bool, at time: Timestamp) -> EarlyEvents.Event? {
    guard let event = self, event.isEnter == entering else { return nil }
    self = nil
    return time - event.time <= CrossingVerdict.soon ? event : nil
  }
}
