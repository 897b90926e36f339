/// The app of the tool: it owns regions, registers those nearest to where it is, and shows alarms.
///
/// It knows what an app can know: its regions, and the places and states that it has received.
struct App: Sendable {
  let plan: SimulationPlan
  var present: PositionSet
  /// The app's regions that the system refuses.
  var tooLarge: [CircularRegion]
  /// True if the app's regions have changed since the start.
  var hasOwnSet = false
  /// The app's regions in the order in which it registers them; `nil` where that is the order of
  /// the start.
  ///
  /// Only an app that does not reselect needs it; the others order their regions by the place.
  var order: [Int32]?
  /// True if a region joined or left since the last selection.
  var isSetChanged = false
  var hasLostRegistrations = false
  /// The regions of an Android app's selection that the system does not have, or not for long.
  var unregistered: UnregisteredGeofences
  var received = Received()
  var hasSelected = false
  /// The last known states of regions that have no slot, where the app may have them assumed.
  var known: KnownStates
  /// Changes of the set that wait for the app to run.
  var postponed: [DeviceAction] = []
  var alarms = AlarmState()
  var tally = SelectionTally()
  /// The last selection, where the place alone decided which regions it registered.
  var selection: (place: Coordinate, members: PositionSet)?
  /// The regions around an app that selects at every location update.
  var neighbourhood: Neighbourhood?

  init(_ plan: SimulationPlan) {
    self.plan = plan
    present = plan.catalog.initial
    tooLarge = plan.catalog.tooLarge
    known = KnownStates(of: plan.catalog.regions.count)
    unregistered = UnregisteredGeofences(of: plan.catalog.regions.count)
    if plan.settings.triggers.contains(.fix) { neighbourhood = Neighbourhood() }
  }

  /// True if there are more regions than slots, or only near ones are registered; without a choice
  /// nothing is ever reselected.
  var hasChoice: Bool { present.count > plan.settings.limit || plan.settings.within != nil }

  /// True if the app reselects; otherwise it registers all of its regions once, as far as they fit.
  var reselects: Bool { !plan.settings.triggers.isEmpty }

  var assumesStates: Bool {
    plan.owner.rules.keepsRecords && plan.settings.renewal == .changed
  }

  /// The app's regions in the order in which it registers them, where it does not reselect.
  var inOrder: [Int32] { order ?? plan.catalog.initialAsGiven }

  /// Receives a state of the sentinel, or of one of its regions, of which some may be finished
  /// with that.
  ///
  /// - Returns: the event; `nil` where it is the sentinel's.
  mutating func receive(_ report: CrossingReport, _ system: inout LocationSystem) -> Event.Kind? {
    if report.id == sentinelID {
      if report.state == .unsatisfied { received.triggers.insert(.sentinel) }
      return nil
    }
    var report = report
    (report.use, report.finished) = use(of: report, at: system.fix.time)
    remove(report.finished, &system)
    if report.use != .suppressed, report.name == .enter || report.name == .exit {
      received.triggers.insert(.event)
    }
    return .crossing(report)
  }

  private mutating func use(
    of report: CrossingReport, at time: Timestamp
  ) -> (CrossingReport.Use, finished: [RegionIdentifier]) {
    switch report.name {
    case .unsatisfied, .inside, .outside, .unknown: return (.reported, [])
    // No alarm is one of dwelling, or of a first state outside.
    case .dwell: return (isOfAlarm(report.region) ? .silent : .reported, [])
    case .enter: if !report.region.notifyOnEntry { return (.suppressed, []) }
    case .exit:
      if !report.region.notifyOnExit { return (.suppressed, []) }
      if report.isInitial, isOfAlarm(report.region) { return (.silent, []) }
    }
    guard let plan = plan.alarms else { return (.reported, []) }
    switch alarms.judge(report.region.identifier, at: time, plan) {
    case .silence: return (.silent, [])
    case .pass(let finished): return (.reported, finished)
    }
  }

  /// Receives a significant change, of which the first has no movement.
  mutating func receive(_ movement: SignificantChange.Movement?) {
    received.triggers.insert(.significant)
    received.movement = movement
  }
}

// MARK: the set

extension App {
  /// Does what the scenario asks of the set, or puts it off until the app runs.
  ///
  /// A completed reminder leaves at once, whether or not the app runs. Our assumption.
  ///
  /// - Returns: a region that the system refuses.
  mutating func change(_ action: DeviceAction, _ system: inout LocationSystem) -> CircularRegion? {
    switch action {
    case .complete(_, let regions): remove(regions, &system)
    case _ where plan.owner.rules.endsRegistrations(action) && !plan.settings.keepsRegistrations:
      loseRegistrations(action, &system)
    case .add, .remove:
      postponed.append(action)
      return system.device.app == .terminated ? nil : catchUp(&system)
    default: break
    }
    return nil
  }

  private mutating func loseRegistrations(
    _ action: DeviceAction, _ system: inout LocationSystem
  ) {
    guard plan.owner.rules.losesRegistrations else {
      let states = system.loseRegistrations()
      system.forgetRefusals()
      if assumesStates { known.formUnion(states) }
      hasLostRegistrations = hasSelected
      return
    }
    loseGeofences(&system)
    if action == .clearData {
      unregistered.forgetSelection()
      system.forgetRefusals()
      hasSelected = false
    }
  }

  private func isOfAlarm(_ region: CircularRegion) -> Bool {
    plan.alarms?.alarmOfRegion[region.identifier] != nil
  }

  /// Does what was put off, now that the app runs.
  ///
  /// - Returns: a region that the system refuses.
  mutating func catchUp(_ system: inout LocationSystem) -> CircularRegion? {
    var refused: CircularRegion?
    for action in postponed {
      switch action {
      case .add(let region):
        alarms.begin(region.identifier, plan.alarms)
        if add(region, &system), hasSelected { refused = region }
      case .remove(let identifier): remove([identifier], &system)
      default: break
      }
    }
    postponed = []
    return refused
  }

  /// Takes regions out of the set, with what was registered and known of them.
  ///
  /// - Complexity: O(log n) for n regions, for each.
  mutating func remove(_ identifiers: [RegionIdentifier], _ system: inout LocationSystem) {
    if identifiers.isEmpty { return }
    for identifier in identifiers {
      guard let position = plan.catalog.position(of: identifier, in: present) else {
        tooLarge.removeAll { $0.identifier == identifier }
        continue
      }
      present.remove(position)
      reorder { order in order.removeAll { $0 == position } }
      known[position] = nil
      if !unregistered.isEmpty {
        let region = PositionSet([position], of: plan.catalog.regions.count)
        unregistered.remove(region)
      }
      system.stop(.region(position))
    }
    noteChangeOfSet()
  }

  /// Puts `region` into the set, in place of the one of its name if there is one.
  ///
  /// - Returns: whether the system refuses it.
  private mutating func add(_ region: CircularRegion, _ system: inout LocationSystem) -> Bool {
    let old = plan.catalog.position(of: region.identifier, in: present)
    let new = plan.catalog.position(of: region)
    if let old, let new, plan.owner.rules.keepsEqualCircles,
      plan.catalog.regions[Int(old)].hasSameCircle(as: region)
    {
      system.exchange(old, for: new)
      present.remove(old)
      reorder { order in order = order.map { $0 == old ? new : $0 } }
      known[new] = known.removeValue(forKey: old)
    } else {
      remove([region.identifier], &system)
      if let new { reorder { order in order.append(new) } }
    }
    noteChangeOfSet()
    guard let new else {
      tooLarge.append(region)
      return true
    }
    present.insert(new)
    return false
  }

  private mutating func noteChangeOfSet() {
    (isSetChanged, hasOwnSet) = (true, true)
    selection = nil
    neighbourhood?.forget()
  }

  private mutating func reorder(_ change: (inout [Int32]) -> Void) {
    guard !reselects else { return }
    var changed = inOrder
    change(&changed)
    order = changed
  }
}

extension CircularRegion {
  /// Returns whether the circles agree to 1e-6 degrees and metres. Developers observed that
  /// `CLMonitor` keeps the record then.
  package func hasSameCircle(as other: CircularRegion) -> Bool {
    hasSameCentre(as: other) && abs(radius - other.radius) <= 1e-6
  }

  /// Returns whether the centres agree to 1e-6 degrees.
  package func hasSameCentre(as other: CircularRegion) -> Bool {
    abs(center.latitude - other.center.latitude) <= 1e-6
      && abs(center.longitude - other.center.longitude) <= 1e-6
  }
}
