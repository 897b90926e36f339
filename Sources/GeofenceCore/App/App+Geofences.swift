/// The adds of an Android app, which may fail, and which it repeats.
extension App {
  /// The outcome of adding geofences.
  struct Additions {
    var added: PositionSet
    /// The regions whose failure the app has not received before, with the reason.
    var failed: PositionSet
    var diagnostic: DeviceState.Diagnostic?
  }

  /// Adds regions, in place of their registrations, as far as the system takes them.
  mutating func add(_ regions: PositionSet, _ system: inout LocationSystem) -> Additions {
    unregistered.remove(regions)
    if let expiration = plan.settings.request.expiration {
      unregistered.expire(regions, at: system.fix.time + expiration)
    }
    let none = PositionSet(of: plan.catalog.regions.count)
    guard let diagnostic = system.device.diagnosticOfAdds else {
      let registered = regions.intersection(system.monitor.members)
      if !registered.isEmpty { _ = system.stop(registered) }
      if !unregistered.failed.isEmpty { unregistered.failed.subtract(identifiers(of: regions)) }
      system.start(regions, assuming: KnownStates(of: plan.catalog.regions.count))
      return Additions(added: regions, failed: none)
    }
    if diagnostic == .authorizationDenied {
      unregistered.pending = unregistered.pending.union(regions)
    } else {
      unregistered.lost = unregistered.lost.union(regions)
    }
    return Additions(added: none, failed: noteFailure(of: regions), diagnostic: diagnostic)
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
  /// - Parameter isHere: a Boolean value that indicates whether it is around the present fix.
  mutating func addSentinel(
    around center: Coordinate, isHere: Bool, _ system: inout LocationSystem
  ) {
    if unregistered.sentinel != nil { unregistered.sentinel = nil }
    guard usesSentinel else { return }
    guard let diagnostic = system.device.diagnosticOfAdds else {
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
    if let sentinel { addSentinel(around: sentinel, isHere: false, &system) }
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
      addSentinel(around: center, isHere: false, &system)
    }
    return additions
  }

  /// Returns those of some regions for which there is room, in the order of an app that does not
  /// reselect; the others are refused.
  private func admit(_ regions: PositionSet, _ system: inout LocationSystem) -> PositionSet {
    system.refused = system.refused.subtracting(regions)
    guard system.device.diagnosticOfAdds == nil else { return regions }
    return system.admit(inOrder.filter(regions.contains)).admitted
  }

  /// Ends the registrations that have expired.
  mutating func expireGeofences(_ system: inout LocationSystem) {
    guard unregistered.nextExpiry <= system.fix.time else { return }
    let ended = unregistered.takeExpired(by: system.fix.time)
    _ = system.stop(ended.intersection(system.monitor.members))
  }
}
