/// The adds of an Android app, which may fail, and which it repeats.
extension App {
  /// The outcome of adding geofences.
  struct Additions {
    var added: PositionSet
    /// The regions that the system refused.
    let refused: PositionSet
    /// The regions whose failure the app has not received before, with the reason.
    var failed: PositionSet
    var diagnostic: DeviceState.Diagnostic?
  }

  /// Returns the diagnostic with which an add fails on a device; `nil` where it does not, as where
  /// registrations last, whatever happens.
  func diagnosticOfAdds(_ device: DeviceState) -> DeviceState.Diagnostic? {
    let diagnostic = device.diagnosticOfAdds
    return diagnostic == .locationOff && plan.settings.keepsRegistrations ? nil : diagnostic
  }

  mutating func add(_ regions: PositionSet, _ system: inout LocationSystem) -> Additions {
    unregistered.remove(regions)
    if let expiration = plan.settings.request.expiration {
      unregistered.expire(regions, at: system.fix.time + expiration)
    }
    let none = PositionSet(of: plan.catalog.regions.count)
    guard let diagnostic = diagnosticOfAdds(system.device) else {
      let registered = regions.intersection(system.monitor.members)
      if !registered.isEmpty { _ = system.stop(registered) }
      if !unregistered.failed.isEmpty { unregistered.failed.subtract(identifiers(of: regions)) }
      system.start(regions, assuming: KnownStates(of: plan.catalog.regions.count))
      return Additions(added: regions, refused: none, failed: none)
    }
    if diagnostic == .authorizationDenied {
      unregistered.pending = unregistered.pending.union(regions)
    } else {
      unregistered.lost = unregistered.lost.union(regions)
    }
    return Additions(
      added: none, refused: regions, failed: noteFailure(of: regions), diagnostic: diagnostic)
  }

  /// Records that the app has received the failure of regions.
  ///
  /// - Returns: the regions whose failure is new to it.
  mutating func noteFailure(of regions: PositionSet) -> PositionSet {
    let new = regions.filter {
      !unregistered.failed.contains(plan.catalog.regions[Int($0)].identifier)
    }
    unregistered.failed.formUnion(identifiers(of: regions))
    return PositionSet(new, of: plan.catalog.regions.count)
  }

  private func identifiers(of regions: PositionSet) -> [RegionIdentifier] {
    regions.map { plan.catalog.regions[Int($0)].identifier }
  }

  /// Adds the sentinel, which begins as inside and is judged from the next fix on.
  ///
  /// - Parameters:
  ///   - isHere: whether it is around the present fix.
  ///   - isAlone: whether no region is near enough to be registered, so that the app needs a
  ///     sentinel whatever its triggers.
  mutating func addSentinel(
    around center: Coordinate, isHere: Bool, isAlone: Bool, _ system: inout LocationSystem
  ) {
    if unregistered.sentinel != nil { unregistered.sentinel = nil }
    guard usesSentinel || isAlone else { return }
    guard let diagnostic = diagnosticOfAdds(system.device) else {
      if !system.monitor.individuals.isEmpty { system.stop(.individual(sentinelID)) }
      system.start(sentinelID, sentinel(around: center), assuming: .satisfied)
      // A circle of accuracy may be wider than the sentinel, and one that is added again may be far.
      if plan.settings.crossing.overlap != nil,
        !isHere || (system.fix.horizontalAccuracy ?? 0) > 0
      {
        system.monitor.update(.individual(sentinelID)) { $0.hold(.untilNextFix) }
      }
      return
    }
    unregistered.sentinel = center
    unregistered.isSentinelPending = diagnostic == .authorizationDenied
  }

  /// Takes every registration away, of which the app does not learn.
  mutating func loseGeofences(_ system: inout LocationSystem) {
    unregistered.lost = unregistered.lost.union(system.monitor.members)
    if let sentinel = system.monitor.individuals.first {
      (unregistered.sentinel, unregistered.isSentinelPending) = (sentinel.region.center, false)
    }
    _ = system.loseRegistrations()
  }

  mutating func forgetUnselected(_ selection: PositionSet) {
    unregistered.remove(unregistered.regions.subtracting(selection))
  }

  /// Adds the whole selection again, the sentinel where it was, because the app was opened or has
  /// received a broadcast.
  mutating func addAgain(_ system: inout LocationSystem) -> Additions? {
    guard hasSelected else { return nil }
    let registered = system.monitor.members
    var selection = unregistered.believed.union(unregistered.expired).subtracting(registered)
    if !reselects { selection = admit(selection.union(system.refused), &system) }
    selection = selection.union(registered)
    let sentinel = system.monitor.individuals.first?.region.center ?? unregistered.sentinel
    let additions = add(selection, &system)
    if let sentinel {
      addSentinel(around: sentinel, isHere: false, isAlone: hasChoice, &system)
    }
    return additions
  }

  /// Adds what has failed for the want of a permission, where there is one now.
  mutating func addPending(_ system: inout LocationSystem) -> Additions? {
    let isSentinelPending = unregistered.sentinel != nil && unregistered.isSentinelPending
    guard !unregistered.pending.isEmpty || isSentinelPending,
      system.device.diagnosticOfAdds != .authorizationDenied
    else { return nil }
    var pending = unregistered.pending
    if !reselects {
      unregistered.remove(pending)
      // An earlier registration keeps its place until the new one replaces it.
      let standing = pending.intersection(system.monitor.members)
      pending = standing.union(admit(pending.subtracting(standing), &system))
    }
    let additions = add(pending, &system)
    if isSentinelPending, let center = unregistered.sentinel {
      addSentinel(around: center, isHere: false, isAlone: hasChoice, &system)
    }
    return additions
  }

  /// Returns the regions for which there is room, in the order of an app that does not reselect;
  /// the others are refused.
  private func admit(_ regions: PositionSet, _ system: inout LocationSystem) -> PositionSet {
    system.refused = system.refused.subtracting(regions)
    guard diagnosticOfAdds(system.device) == nil else { return regions }
    return system.admit(inOrder.filter(regions.contains)).admitted
  }

  mutating func expireGeofences(_ system: inout LocationSystem) {
    guard unregistered.nextExpiry <= system.fix.time else { return }
    let ended = unregistered.takeExpired(by: system.fix.time)
    _ = system.stop(ended.intersection(system.monitor.members))
  }
}

/// The regions of an Android app's selection that the system does not have, or not for long.
///
/// The system does not say that it has lost a geofence, so the app goes on taking it for registered.
struct UnregisteredGeofences: Hashable, Sendable {
  /// Regions that were added at the same fix, and the time at which they expire.
  struct Expiry: Hashable, Sendable {
    var end: Timestamp
    var regions: PositionSet
  }

  /// The regions that the system has lost, or refused because location was off.
  var lost: PositionSet
  /// The regions whose add failed for the want of a permission, and is tried again; an earlier
  /// registration of theirs stands until then.
  var pending: PositionSet
  /// The regions that have expired since they were selected.
  var expired: PositionSet
  /// The regions whose registration went with the data of the app, until it selects again.
  var cleared: PositionSet?
  /// The identifiers whose failure the app has received since they were registered last.
  var failed: Set<RegionIdentifier> = []
  /// The centre of the sentinel that the system has lost or refused.
  var sentinel: Coordinate?
  /// True if that sentinel is to be added when a permission is there.
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

  /// Forgets regions that the selection no longer holds, or that are added again.
  mutating func remove(_ regions: PositionSet) {
    lost = lost.subtracting(regions)
    pending = pending.subtracting(regions)
    expired = expired.subtracting(regions)
    cleared = cleared?.subtracting(regions)
    guard !expiries.isEmpty else { return }
    for index in expiries.indices {
      expiries[index].regions = expiries[index].regions.subtracting(regions)
    }
    expiries.removeAll { $0.regions.isEmpty }
  }

  /// Forgets the selection; what the app has received of failures stands.
  mutating func forgetSelection() {
    let (failed, cleared) = (failed, lost.union(expired).union(cleared ?? expired))
    self = Self(of: lost.universeCount)
    (self.failed, self.cleared) = (failed, cleared)
  }
}
