import GeofenceCore

/// A circle of the app's, from the fix before which it was registered to that before which it was given
/// up.
struct Registration: Sendable {
  let id: ConditionID
  let region: CircularRegion
  /// Whether the app watched as many conditions as it may already.
  let isBeyondLimit: Bool
  /// How many fixes of the run came before.
  let first: Int
  /// How many came before it was given up; `nil` while it stands.
  var end: Int?
}

/// What has happened in a run, for an account of what did not.
struct RunRecord: Sendable {
  /// As they were recorded, seen or not.
  private(set) var fixes: [Fix] = []
  private(set) var registrations: [Registration] = []
  private(set) var actions: [Timeline.Entry] = []

  mutating func append(_ fix: Fix) { fixes.append(fix) }

  mutating func append(_ action: DeviceAction, at time: Timestamp) {
    actions.append(Timeline.Entry(.at(time), action))
  }

  mutating func register(_ id: ConditionID, _ region: CircularRegion, isBeyondLimit: Bool) {
    end(id)
    registrations.append(
      Registration(
        id: id, region: region, isBeyondLimit: isBeyondLimit, first: fixes.count, end: nil))
  }

  mutating func end(_ id: ConditionID) {
    guard let index = registrations.lastIndex(where: { $0.id == id && $0.end == nil }) else {
      return
    }
    registrations[index].end = fixes.count
  }
}
