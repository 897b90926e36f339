/// The complete history of a region: every time during which it had a slot, and every event of it that
/// the app received.
package struct RegionRecord: Hashable, Sendable {
  /// A time during which the region had a slot on a device; a restart does not end it.
  package struct Slot: Hashable, Sendable {
    package let device: Int32
    package let from: Timestamp
    /// `nil` where it lasted until the track's end.
    package fileprivate(set) var until: Timestamp?
  }

  /// An event that the app received.
  package struct Received: Hashable, Sendable {
    package let device: Int32
    package let name: AuditedCrossing.Name
    package let time: Timestamp
    /// Whether it was the first state after a registration.
    package let isInitial: Bool
  }

  package private(set) var slots: [Slot] = []
  package internal(set) var events: [Received] = []

  package init() {}

  /// Takes in that a registration began at a fix; what ends and begins at one fix is restarted.
  mutating func beginSlot(on device: Int32, at time: Timestamp) {
    guard let last = slots.indices.last, slots[last].until ?? time == time else {
      return slots.append(Slot(device: device, from: time))
    }
    slots[last].until = nil
  }

  mutating func endSlot(at time: Timestamp) {
    guard let last = slots.indices.last, slots[last].until == nil else { return }
    if slots[last].from == time { slots.removeLast() } else { slots[last].until = time }
  }

  /// Adds what happened to it on other devices.
  static func += (lhs: inout Self, rhs: Self) {
    lhs.slots += rhs.slots
    lhs.events += rhs.events
  }

  /// This record in the order of time.
  var ordered: Self {
    var record = self
    record.slots.sort { ($0.from, $0.device) < ($1.from, $1.device) }
    record.events.sort { ($0.time, $0.device) < ($1.time, $1.device) }
    return record
  }
}
