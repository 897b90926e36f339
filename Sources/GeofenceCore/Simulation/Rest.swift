/// The state of a device between its fixes, without its last significant change.
enum Rest: Sendable {
  /// The device has done nothing since its app selected regions at the place of that change.
  ///
  /// It is outside of every monitored region but one, if any, and no crossing is under way.
  case settled(in: Int32?)
  case packed(PackedSimulation)
}

extension Simulation {
  /// Returns the state to store for this device and its last significant change; `nil` where that
  /// is not enough, as under a scenario.
  ///
  /// - Parameter numbers: the buffer with which a packed state is written.
  // The method is mutating although it changes nothing: a nonmutating one would receive a copy.
  mutating func rest(_ numbers: inout PackedNumbers)
    -> (rest: Rest, change: SignificantChange.Change?)?
  {
    guard schedule.entries.isEmpty, positioner == nil, app.isAtRest, system.isAtRest else {
      return nil
    }
    let rest: Rest =
      isAsAtFirst
      ? .settled(in: system.monitor.keptMembers.first?.position)
      : .packed(PackedSimulation(self, &numbers))
    return (rest, system.significantChange?.last)
  }

  private var isAsAtFirst: Bool {
    guard let change = system.significantChange?.last, app.known.isEmpty,
      // Where an app selects regions, the place of its selection tells which ones they were.
      !app.hasChoice || app.tally.reselections == 0
    else { return false }
    let (kept, individuals) = (system.monitor.kept, system.monitor.individuals)
    return kept.count <= individuals.count + 1
      && kept.allSatisfy { $0.condition.crossing == .settledInside }
      && individuals.allSatisfy { $0.region.center == change.place }
  }

  /// Creates a simulation that continues that of a resting device.
  ///
  /// - Parameters:
  ///   - plan: the plan that the resting device had.
  ///   - schedule: the plan's actions on the track's clock.
  ///   - rest: the stored state of the device.
  ///   - change: the last significant change, where the plan uses these.
  init(
    _ plan: SimulationPlan, _ schedule: Schedule, _ rest: Rest,
    after change: SignificantChange.Change
  ) {
    self.init(plan, schedule)
    system.significantChange?.note(change)
    switch rest {
    case .packed(let packed): packed.unpack(into: &self)
    case .settled(let region):
      let members = app.nearest(to: EarthVector(change.place))
      app.tally.started = members.count
      resume(watching: members, sentinel: (change.place, .settledInside))
      if let region { system.monitor.restore(region, .settledInside) }
    }
  }

  /// Restores a selection of regions, with the device outside of all of them.
  ///
  /// - Parameters:
  ///   - members: the positions of the selected regions.
  ///   - sentinel: the sentinel's centre and crossing; `nil` where there is none.
  mutating func resume(watching members: PositionSet, sentinel: (Coordinate, Crossing)?) {
    app.hasSelected = true
    system.monitor.watch(members)
    system.monitor.settleOutside()
    if !app.reselects { system.refused = app.present.subtracting(members) }
    if let (center, crossing) = sentinel, let region = app.sentinel(around: center) {
      system.monitor.add(app.sentinelID, region, crossing)
    }
  }
}

extension App {
  /// A Boolean value that indicates whether the app has selected regions and has nothing left to
  /// do.
  fileprivate var isAtRest: Bool {
    hasSelected && !isSetChanged && !isSentinelLeft && !hasOwnSet && postponed.isEmpty
      && unregistered.isEmpty && alarms == AlarmState()
  }
}

extension LocationSystem {
  /// A Boolean value that indicates whether every region has been evaluated and no event waits for
  /// delivery.
  fileprivate var isAtRest: Bool {
    device == DeviceState(platform: device.platform) && monitor.delivered.isEmpty
      && monitor.undetermined.isEmpty
      && monitor.kept.allSatisfy {
        $0.condition.waiting == nil && $0.condition.hold == .none && $0.condition.entered == nil
      }
      && (significantChange == nil || significantChange?.last != nil)
  }
}
