import GeofenceCore

/// A circle that the app has registered, with the range of fixes during which it stood.
struct Registration: Sendable {
  let id: ConditionID
  let region: CircularRegion
  let isBeyondLimit: Bool
  let first: Int
  var end: Int?
}

/// A record of a run, from which accounts explain what was not delivered.
struct RunRecord: Sendable {
  /// The fixes of the track, whether or not the positioning let the device have them.
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
