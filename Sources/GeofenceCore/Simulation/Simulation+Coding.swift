/// The coding of a simulation, by one description for both directions.
extension Simulation {
  /// The parts of a coding; a part with its usual value is left out.
  package struct Parts: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The changes by a scenario or an alarm, and the actions that are still due.
    package static let life = Self(rawValue: 1)
    package static let change = Self(rawValue: 2)
    /// The sentinel, where it is not around the last significant change, with the device inside.
    package static let sentinel = Self(rawValue: 4)
    /// The registered regions, where they are not all, or those chosen at the last significant
    /// change.
    package static let members = Self(rawValue: 8)
    /// The states that the app knows of regions that are not registered.
    package static let known = Self(rawValue: 16)
    /// The registered regions that the device is not simply outside of.
    package static let kept = Self(rawValue: 32)
    package static let looks = Self(rawValue: 64)
  }

  /// Returns the state to continue from later.
  ///
  /// - Complexity: O(n) for the n registrations of which something is kept, and O(m) for m regions
  ///   where they are not the usual ones.
  package var coded: CodedSimulation {
    var copy = self
    var coder = SimulationCoder(RegionNumbering(app.plan.catalog, schedule))
    copy.code(&coder)
    return coder.coded
  }

  package mutating func resume(from coded: CodedSimulation) throws(SimulationMismatch) {
    try resume(from: coded, RegionNumbering(app.plan.catalog, schedule))
  }

  /// - Precondition: the simulation is a new one.
  mutating func resume(from coded: CodedSimulation, _ numbering: RegionNumbering)
    throws(SimulationMismatch)
  {
    var coder = SimulationCoder(reading: coded, numbering)
    code(&coder)
    guard coder.isValid, coder.isAtEnd else { throw SimulationMismatch() }
  }

  /// Codes the state; nothing changes where it is written.
  mutating func code(_ coder: inout SimulationCoder) {
    var used = coder.isReading ? [] : usedParts
    coder.code(&used)
    if used.contains(.life) {
      code(life: &coder)
    } else if coder.isReading {
      app.hasSelected = true
    }
    if used.contains(.change) { code(change: &coder) }
    if used.contains(.sentinel) || coder.isReading { code(sentinel: &coder, used) }
    if used.contains(.members) || coder.isReading { code(members: &coder, used) }
    if used.contains(.known) {
      let none = PositionSet(of: app.plan.catalog.regions.count)
      var (inside, outside) = (app.known.inside, app.known.outside)
      coder.code(&inside, usual: none)
      coder.code(&outside, usual: none)
      if !inside.intersection(outside).isEmpty { coder.fail() }
      if coder.isReading { app.known = KnownStates(inside: inside, outside: outside) }
    }
    if used.contains(.life) { code(registrations: &coder) }
    if used.contains(.kept) { code(kept: &coder) }
    if used.contains(.looks), positioner != nil { code(looks: &coder) }
  }

  private var usedParts: Parts {
    let change = system.significantChange?.last
    var parts: Parts = []
    if !isAtRest { parts.insert(.life) }
    if change != nil { parts.insert(.change) }
    if !hasUsualSentinel(change) { parts.insert(.sentinel) }
    let isUsual =
      app.hasChoice
      ? change != nil && selectionPlace == change?.place
      : system.monitor.members == app.present
    if !isUsual { parts.insert(.members) }
    if !app.known.isEmpty { parts.insert(.known) }
    if !system.monitor.inside.isEmpty
      || system.monitor.keptMembers.contains(where: { !$0.condition.isUsual })
    {
      parts.insert(.kept)
    }
    if positioner != nil { parts.insert(.looks) }
    return parts
  }

  /// True if the app has selected regions and has nothing left to do, and every region has been
  /// evaluated.
  private var isAtRest: Bool {
    app.hasSelected && !app.isSetChanged && !app.hasOwnSet && !app.hasLostRegistrations
      && app.received.triggers.isEmpty && app.postponed.isEmpty
      && app.unregistered.isEmpty && app.alarms == AlarmState() && taken == 0
      && system.device == DeviceState(platform: system.device.platform)
      && system.monitor.delivered.isEmpty && system.monitor.undetermined.isEmpty
      && (app.reselects || system.refused == app.present.subtracting(system.monitor.members))
  }

  /// The place at which the registered regions were chosen; `nil` where that is not known, or they
  /// are others by now.
  private var selectionPlace: Coordinate? {
    app.selection.flatMap { $0.members == system.monitor.members ? $0.place : nil }
  }

  private func hasUsualSentinel(_ change: SignificantChange.Change?) -> Bool {
    guard let change, app.usesSentinel else {
      return system.monitor.individuals.isEmpty && !app.usesSentinel
    }
    return system.monitor.individuals.first?.region.center == change.place
      && system.monitor.kept.first?.condition.crossing == .settledInside
      && system.monitor.kept[0].condition.isPlain
  }

  private mutating func code(change coder: inout SimulationCoder) {
    var change =
      system.significantChange?.last
      ?? .init(place: Coordinate(latitude: 0, longitude: 0), time: Timestamp(milliseconds: 0))
    coder.code(&change)
    guard coder.isReading else { return }
    if system.significantChange == nil { coder.fail() }
    system.significantChange?.note(change)
  }

  private mutating func code(sentinel coder: inout SimulationCoder, _ used: Parts) {
    var center = coder.isReading ? nil : system.monitor.individuals.first?.region.center
    var condition =
      coder.isReading || system.monitor.individuals.isEmpty
      ? Condition(.settledInside) : system.monitor.kept[0].condition
    if used.contains(.sentinel) {
      coder.code(&center, Coordinate(latitude: 0, longitude: 0)) { coder, center in
        coder.code(&center)
        coder.code(&condition)
      }
    } else {
      center = system.significantChange?.last?.place
    }
    guard coder.isReading, let center, used.contains(.sentinel) || app.usesSentinel else { return }
    system.monitor.add(app.sentinelID, app.sentinel(around: center))
    system.monitor.update(.individual(app.sentinelID)) { $0 = condition }
  }

  private mutating func code(members coder: inout SimulationCoder, _ used: Parts) {
    var place = coder.isReading ? nil : selectionPlace
    var members = system.monitor.members
    if used.contains(.members) {
      coder.code(&place, Coordinate(latitude: 0, longitude: 0)) { $0.code(&$1) }
      if place == nil { coder.code(&members, usual: app.present) }
    } else {
      place = app.hasChoice ? system.significantChange?.last?.place : nil
      members = app.present
    }
    guard coder.isReading else { return }
    if let place { members = app.nearest(to: EarthVector(place)) }
    if members.count > system.limit { return coder.fail() }
    app.selection = place.map { ($0, members) }
    system.monitor.watch(members)
    system.monitor.settleOutside()
    if !app.reselects { system.refused = app.present.subtracting(members) }
  }

  private mutating func code(kept coder: inout SimulationCoder) {
    var kept = coder.isReading ? [] : system.monitor.unusual
    coder.code(&kept, Monitor.Kept(position: 0, condition: Condition())) {
      $0.code(&$1.position)
      $0.code(&$1.condition)
    }
    guard coder.isReading, coder.isValid else { return }
    for entry in kept {
      guard system.monitor.crossing(of: .region(entry.position)) != nil else {
        return coder.fail()
      }
      system.monitor.update(.region(entry.position)) { $0 = entry.condition }
      // A time that has passed lets the next evaluation find the one that is right.
      if entry.condition.entered != nil { system.nextDwell = .distantPast }
    }
  }

  private mutating func code(life coder: inout SimulationCoder) {
    coder.code(&system.device)
    coder.code(&taken, upTo: schedule.entries.count)
    coder.code(&app)
  }

  /// Codes what the system has of regions beside their conditions, where that is not as usual.
  private mutating func code(registrations coder: inout SimulationCoder) {
    let members = system.monitor.members
    let none = PositionSet(of: members.universeCount)
    var undetermined = system.monitor.undetermined
    coder.code(&undetermined, usual: members)
    if coder.isReading {
      if !undetermined.subtracting(members).isEmpty { return coder.fail() }
      system.monitor.settleOutside(but: undetermined)
    }
    coder.code(&system.refused, usual: app.reselects ? none : app.present.subtracting(members))
    var delivered = coder.isReading ? [] : system.monitor.delivered.sorted { $0.key < $1.key }
    coder.code(&delivered, (key: 0, value: .unknown)) {
      $0.code(&$1.key)
      $0.code(&$1.value)
    }
    if coder.isReading {
      system.monitor.delivered = Dictionary(delivered.map { ($0.key, $0.value) }) { first, _ in
        first
      }
    }
  }

  private mutating func code(looks coder: inout SimulationCoder) {
    coder.code(&odometer)
    guard var positioner else { return }
    if coder.isReading { positioner.isCrossing = system.monitor.isCrossing }
    coder.code(&positioner)
    self.positioner = positioner
  }
}

// MARK: the parts

extension SimulationCoder {
  package mutating func code(_ used: inout Simulation.Parts) {
    var parts = used.rawValue
    code(&parts, upTo: 127)
    used = Simulation.Parts(rawValue: parts)
  }

  /// Codes a condition: a number for its state and for what is there, and then the times.
  package mutating func code(_ condition: inout Condition) {
    let pending = condition.crossing.pending
    let depth = pending.map { $0.ownDwellStart != nil ? 12 : $0.dwellStart != nil ? 8 : 4 } ?? 0
    var word = (RegionState.allCases.firstIndex(of: condition.crossing.state) ?? 0) | depth
    word |= (Condition.Hold.allCases.firstIndex(of: condition.hold) ?? 0) << 4
    word |= (condition.waiting == nil ? 0 : 64) | (condition.entered == nil ? 0 : 128)
    code(&word, upTo: 255)
    guard word & 3 != 3 else { return fail() }
    var since = pending?.since ?? Timestamp(milliseconds: 0)
    var number = Int(pending?.number ?? 0)
    if word & 12 != 0 {
      code(&since)
      code(&number, upTo: Int(UInt32.max))
    }
    var start = pending?.dwellStart ?? since
    if word & 12 == 12 { code(&start) } else { start = since }
    if word & 64 != 0 {
      code(&condition.waiting, Condition.Waiting(state: .unknown, crossedAt: nil, since: since)) {
        $0.code(&$1)
      }
    }
    if word & 128 != 0 { code(&condition.entered, since) { $0.code(&$1) } }
    guard isReading else { return }
    condition.crossing = Crossing(
      RegionState.allCases[word & 3],
      pending: word & 12 == 0
        ? nil
        : .init(
          since: since, dwellStart: word & 12 == 4 ? nil : start,
          number: UInt32(truncatingIfNeeded: number)))
    condition.hold = Condition.Hold.allCases[word >> 4 & 3]
  }

  private mutating func code(_ waiting: inout Condition.Waiting) {
    code(&waiting.state)
    code(&waiting.crossedAt, waiting.since) { $0.code(&$1) }
    code(&waiting.since)
  }

  package mutating func code(_ device: inout DeviceState) {
    code(&device.app)
    code(&device.authorization)
    code(&device.refreshesInBackground)
    code(&device.isLocked)
    code(&device.isAsleep)
    code(&device.hasFullAccuracy)
    code(&device.isLocationOn)
    code(&device.isStopped)
  }

  /// Codes what an app has to do, the set of its regions, and what it remembers.
  mutating func code(_ app: inout App) {
    code(&app.hasSelected)
    code(&app.isSetChanged)
    code(.sentinel, in: &app.received.triggers)
    code(&app.hasLostRegistrations)
    code(.event, in: &app.received.triggers)
    var postponed = app.postponed.map { action in
      numbering.schedule.entries.firstIndex { $0.action == action } ?? 0
    }
    code(&postponed, 0) { coder, number in
      coder.code(&number, upTo: coder.numbering.schedule.entries.count - 1)
    }
    var fired = app.alarms.fired
    code(&fired, 0) { coder, number in coder.code(&number) }
    if isReading {
      app.postponed = postponed.map { numbering.schedule.entries[$0].action }
      app.alarms = AlarmState(fired: fired)
    }
    code(&app.hasOwnSet)
    if app.hasOwnSet { code(setOf: &app) }
    code(&app.unregistered)
  }

  private mutating func code(_ trigger: Triggers, in received: inout Triggers) {
    var isReceived = received.contains(trigger)
    code(&isReceived)
    if isReceived { received.insert(trigger) } else { received.remove(trigger) }
  }

  private mutating func code(setOf app: inout App) {
    code(&app.present, usual: app.plan.catalog.initial)
    if !app.reselects {
      var order = isReading ? [] : app.inOrder
      code(&order, 0) { $0.code(&$1) }
      if isReading {
        let isOrder = Set(order).count == order.count && order.allSatisfy(app.present.contains)
        if isOrder { app.order = order } else { fail() }
      }
    }
    let added = numbering.schedule.entries.compactMap { entry in
      if case .add(let region) = entry.action { region } else { nil }
    }
    // The regions that the system refuses are counted as the others are.
    let candidates = app.plan.catalog.tooLarge + added
    var tooLarge = app.tooLarge.map { candidates.firstIndex(of: $0) ?? 0 }
    code(&tooLarge, 0) { $0.code(&$1, upTo: candidates.count - 1) }
    if isReading { app.tooLarge = tooLarge.map { candidates[$0] } }
  }

  private mutating func code(_ geofences: inout UnregisteredGeofences) {
    var isThere = !geofences.isEmpty
    code(&isThere)
    guard isThere else { return }
    let none = PositionSet(of: geofences.lost.universeCount)
    code(&geofences.lost, usual: none)
    code(&geofences.pending, usual: none)
    code(&geofences.expired, usual: none)
    var failed = isReading ? [] : numbering.positions(of: geofences.failed)
    code(ascending: &failed)
    code(&geofences.sentinel, Coordinate(latitude: 0, longitude: 0)) { $0.code(&$1) }
    code(&geofences.isSentinelPending)
    code(&geofences.expiries, .init(end: Timestamp(milliseconds: 0), regions: none)) {
      $0.code(&$1.end)
      $0.code(&$1.regions, usual: none)
    }
    if isReading {
      geofences.failed = Set(failed.map { numbering.catalog.regions[Int($0)].identifier })
    }
  }

  /// Metres, of which no recording has more, and standard deviations, of which no draw has.
  private static let lengths = 0.0...1e15
  private static let deviations = -1e3...1e3

  package mutating func code(_ odometer: inout Odometer) {
    code(&odometer.fixes)
    code(&odometer.travelled, in: Self.lengths)
    code(&odometer.last, Coordinate(latitude: 0, longitude: 0)) { $0.code(&$1) }
    if isReading, let last = odometer.last { odometer.lastVector = EarthVector(last) }
  }

  mutating func code(_ positioner: inout Positioner) {
    code(&positioner.look, &positioner.sighting, &positioner.isNear)
    // A number that makes no sense has no wait.
    if isReading, isValid { positioner.beginWait() }
  }

  package mutating func code(
    _ look: inout Positioner.Look?, _ sighting: inout Positioner.Sighting?, _ isNear: inout Bool
  ) {
    let (time, place) = (Timestamp(milliseconds: 0), Coordinate(latitude: 0, longitude: 0))
    code(&look, .init(time: time, travelled: 0, deviation: 0)) {
      $0.code(&$1.time)
      $0.code(&$1.travelled, in: Self.lengths)
      $0.code(&$1.deviation, in: Self.deviations)
      $0.code(&$1.share, in: 0...1)
      $0.code(&$1.stay, .init(place: place, since: time, travelled: 0)) {
        $0.code(&$1.place)
        $0.code(&$1.since)
        $0.code(&$1.travelled, in: Self.lengths)
      }
    }
    code(&sighting, .init(time: time, place: place, accuracy: nil, east: 0, north: 0)) {
      $0.code(&$1.time)
      $0.code(&$1.place)
      $0.code(&$1.accuracy, 0) { $0.code(&$1, in: 0...Double.greatestFiniteMagnitude) }
      $0.code(&$1.east, in: Self.deviations)
      $0.code(&$1.north, in: Self.deviations)
    }
    code(&isNear)
  }
}
