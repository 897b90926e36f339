/// The regions of an Android app's selection that the system does not have, or not for long.
///
/// The system does not say that it has lost a geofence, so the app goes on taking it for registered.
struct UnregisteredGeofences: Hashable, Sendable {
  /// Regions that were added at the same fix, and the time at which they expire.
  struct Expiry: Hashable, Sendable {
    let end: Timestamp
    var regions: PositionSet
  }

  /// The regions that the system has lost, or refused because location was off.
  var lost: PositionSet
  /// The regions whose add failed for the want of a permission, and is tried again; an earlier
  /// registration of theirs stands until then.
  var pending: PositionSet
  /// The regions that have expired since they were selected.
  var expired: PositionSet
  /// The identifiers whose failure the app has received since they were registered last.
  var failed: Set<RegionIdentifier> = []
  /// The centre of the sentinel that the system has lost or refused.
  var sentinel: Coordinate?
  /// A Boolean value that indicates whether that sentinel is to be added when a permission is there.
  var isSentinelPending = false
  /// The ends of registrations, the first one first.
  var expiries: [Expiry] = []

  init(of universe: Int) {
    let none = PositionSet(of: universe)
    (lost, pending, expired) = (none, none, none)
  }

  var isEmpty: Bool {
    lost.isEmpty && pending.isEmpty && expired.isEmpty && failed.isEmpty && sentinel == nil
      && expiries.isEmpty
  }

  /// The regions that the app takes for registered.
  var believed: PositionSet { lost.union(pending) }

  /// Every region of which something is recorded.
  var regions: PositionSet {
    expiries.reduce(believed.union(expired)) { $0.union($1.regions) }
  }

  var nextExpiry: Timestamp { expiries.first?.end ?? .distantFuture }

  /// Records that added regions expire; `end` is not earlier than the ends before it.
  mutating func expire(_ regions: PositionSet, at end: Timestamp) {
    if !regions.isEmpty { expiries.append(Expiry(end: end, regions: regions)) }
  }

  func ending(by time: Timestamp) -> PositionSet {
    expiries.prefix { $0.end <= time }.reduce(PositionSet(of: lost.universeCount)) {
      $0.union($1.regions)
    }
  }

  /// Records as expired and returns the regions whose registration has ended.
  mutating func takeExpired(by time: Timestamp) -> PositionSet {
    let ended = ending(by: time)
    expiries.removeAll { $0.end <= time }
    lost = lost.subtracting(ended)
    expired = expired.union(ended.subtracting(pending))
    return ended
  }

  /// Forgets regions that the selection no longer holds, or that are added anew.
  mutating func remove(_ regions: PositionSet) {
    lost = lost.subtracting(regions)
    pending = pending.subtracting(regions)
    expired = expired.subtracting(regions)
    guard !expiries.isEmpty else { return }
    for index in expiries.indices {
      expiries[index].regions = expiries[index].regions.subtracting(regions)
    }
    expiries.removeAll { $0.regions.isEmpty }
  }

  /// Forgets the selection; what the app has received of failures stands.
  mutating func forgetSelection() {
    let failed = failed
    self = Self(of: lost.universeCount)
    self.failed = failed
  }
}
