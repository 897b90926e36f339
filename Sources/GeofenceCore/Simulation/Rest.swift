/// What is to be remembered of a device of which no fix is being handled, its last significant change
/// aside.
enum Rest: Sendable {
  /// Nothing has happened but its app's choice at the place of that change: it is outside of everything
  /// that is watched but one region, if any, with nothing under way.
  case settled(in: Int32?)
  case packed(PackedSimulation)
}

extension Simulation {
  /// What is to be remembered of it and its last significant change; `nil` where more is, as under a
  /// scenario.
  ///
  /// - Parameter numbers: what a packed one is written with.
  // It changes nothing. Did it not say that it might, it would be given a copy.
  mutating func rest(_ numbers: inout PackedNumbers)
    -> (rest: Rest, change: SignificantChange.Change?)?
  {
    guard schedule.entries.isEmpty, positioner == nil, app.isAtRest, system.isAtRest else {
      return nil
    }
    let rest: Rest =
      isAsAtFirst
      ? .settled(in: system.monitor.tracked.first?.position)
      : .packed(PackedSimulation(self, &numbers))
    return (rest, system.significantChange?.last)
  }

  private var isAsAtFirst: Bool {
    guard let change = system.significantChange?.last, app.known.isEmpty,
      // With a choice of regions the place of the choice tells which they were.
      !app.hasChoice || app.tally.reselections == 0
    else { return false }
    let (tracked, individuals) = (system.monitor.tracked, system.monitor.individuals)
    return tracked.count <= 1
      && tracked.allSatisfy { $0.watched.crossing == .settledInside }
      && individuals.allSatisfy {
        $0.region.center == change.place && $0.watched.crossing == .settledInside
      }
  }

  /// A simulation that goes on as one did that rested.
  ///
  /// - Parameter change: the last significant change, where the plan asks for these.
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

  /// Takes the app to have chosen, and the device to be outside of every region that it chose.
  ///
  /// - Parameter sentinel: where it is and its crossing, where one is used.
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
  /// Whether it has chosen, and waits for nothing.
  fileprivate var isAtRest: Bool {
    hasSelected && !isSetChanged && !isSentinelLeft && !hasOwnSet && postponed.isEmpty
      && alarms == AlarmState()
  }
}

extension LocationSystem {
  /// Whether every region has been looked at, and nothing waits.
  fileprivate var isAtRest: Bool {
    device == DeviceState(platform: device.platform) && waiting.isEmpty && lastTold.isEmpty
      && resuming.isEmpty && monitor.undetermined.isEmpty
      && (significantChange == nil || significantChange?.last != nil)
  }
}
