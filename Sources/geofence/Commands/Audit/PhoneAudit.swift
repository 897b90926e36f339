import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import GeofenceWriting

/// The comparison of tracks on tape with the logs of the phones that were carried along them.
final class PhoneAudit {
  private let tracks: TapedTracks
  private let inputs: SimulationInputs
  private let options: AuditOptions
  private let logs: [PhoneLog]
  private let regions: [CircularRegion]
  /// The regions of reminders' alarms, where no log has one of them.
  private let alarms: Set<RegionIdentifier>
  /// The findings about the logs, which were printed when they were read.
  let findings: [Finding]
  private var leftOut: [String: Int] = [:]
  private var events: [JoinedPhoneLog.Event] = []
  /// The devices that no log is of, where others have logs: nothing is known of their phones.
  private let unlogged: Set<Int>

  /// Reads the logs, and finds each event's device and region; an error if a log has no such
  /// region.
  init(_ tracks: TapedTracks, _ inputs: SimulationInputs, _ options: AuditOptions)
    throws(InputError)
  {
    (self.tracks, self.inputs, self.options) = (tracks, inputs, options)
    let zone = options.simulation.track.zone
    logs = try options.phones.map { path throws(InputError) in
      try PhoneLogReader.read(path: path, zone: zone)
    }
    // An alarm's notification is the Reminders app's, and in no log of the app that saved it.
    let ofAlarms = inputs.reminders?.regions ?? []
    let haveAlarms = logs.contains { log in
      log.events.contains { $0.region != nil && !log.regions(of: $0, among: ofAlarms).isEmpty }
    }
    let alarms = Set(haveAlarms ? [] : ofAlarms.map(\.identifier))
    self.alarms = alarms
    regions = (Array(inputs.regions.elements) + inputs.scenario.timeline.addedRegions).filter {
      !alarms.contains($0.identifier)
    }
    var joined: [JoinedPhoneLog] = []
    var written: Set<JoinedPhoneLog.Event> = []
    let files = try options.simulation.regionFiles.contents(options.simulation)
    for log in logs {
      let log = JoinedPhoneLog(
        log, tracks, regions, zone, only: options.simulation.choice.regions,
        disabled: files.disabled, waypoints: files.waypoints)
      if let failure = log.failure { throw failure }
      joined.append(log)
      // A log that was cut may have the same lines at the end of one part and in the next.
      let own = log.events.filter { written.insert($0).inserted }
      events += own
      leftOut.merge(log.leftOut, uniquingKeysWith: +)
      let twice = log.events.count - own.count
      if twice > 0 { leftOut[JoinedPhoneLog.writtenTwice, default: 0] += twice }
    }
    let (unlogged, finding) = joined.devicesWithoutLog(among: tracks)
    self.unlogged = unlogged
    findings = joined.flatMap(\.findings) + [finding].compactMap(\.self)
    for finding in findings { Console.note(finding.description) }
  }

  /// Returns true if the comparison is about the crossings of a region by a device.
  private func isAsked(_ boundary: PhoneComparison.Boundary) -> Bool {
    !alarms.contains(boundary.region) && !unlogged.contains(boundary.device)
      && EventChoice.fits(boundary.region.rawValue, anyOf: options.simulation.choice.regions)
  }

  // MARK: the lists

  func report() throws(InputError) -> PhoneReport {
    let truth = try truth()
    var phone: PhoneComparison.Events = [:]
    for event in events.sorted(by: { $0.delivery.time < $1.delivery.time }) {
      phone[event.boundary, default: []].append(event.delivery)
    }
    // Outside of the track, there are crossings of which nothing is known.
    let devices = tracks.tracks.flatMap(\.devices)
    var leftOut = leftOut
    let alone = PhoneComparison(truth, phone: phone, rules: [:])
    let beside = alone.phoneOnly.filter { !devices[$0.boundary.device].times.contains($0.time) }
    phone = phone.without(beside)
    let counts = [
      JoinedPhoneLog.besideTrack: beside.count,
      "of a state that the app knew already": alone.oldStates.count,
    ]
    leftOut.merge(counts.filter { $0.value > 0 }, uniquingKeysWith: +)
    // The tolerance of expected events is for the rules alone, which a phone seldom meets within seconds.
    let (given, usual) = (options.simulation.tolerance, Interval(seconds: 60))
    let tolerance =
      options.simulation.expectations == nil ? given ?? usual : max(given ?? usual, usual)
    var rows: [PhoneReport.Row] = []
    for own in options.ofInterfaces {
      for model in own.simulation.positioningAlternatives {
        var alternative = own
        alternative.simulation.positioning = model
        let positioning = try alternative.simulation.readPositioning()
        let draws = positioning == nil ? 1 : options.trials ?? 100
        let strategies = alternative.strategies(for: positioning)
        for (strategy, undecidable) in zip(strategies, try undecidable(strategies)) {
          var seen = positioning
          seen?.startsClockAnywhere = draws > 1
          let plan = SimulationPlan(
            strategy.settings, of: inputs.regions, timeline: inputs.scenario.timeline,
            alarms: inputs.alarms, positioning: seen)
          var comparisons: [PhoneComparison] = []
          for trial in 0..<draws {
            let rules = try play(plan, trial: UInt64(trial))
            comparisons.append(
              PhoneComparison(
                truth, phone: phone, rules: rules, undecidable: undecidable))
            if Interruption.isRequested { break }
          }
          rows.append(
            PhoneReport.Row(
              strategy, positioning: positioning == nil ? nil : model, comparisons,
              within: tolerance))
        }
      }
    }
    return PhoneReport(
      logs, phone.without(alone.oldStates, areStates: true), within: tolerance, rows,
      leftOut: leftOut,
      places: try places(),
      devices: tracks.deviceNames, lacksAlarms: !alarms.isEmpty)
  }

  /// Returns for each strategy the crossings of which the recording, whatever the phone sees of it,
  /// leaves open what the strategy's rules make of them.
  private func undecidable(_ strategies: [AuditStrategy]) throws(InputError)
    -> [[PhoneComparison.Boundary: Set<Timestamp>]]
  {
    var recorded = options.simulation
    recorded.positioning = nil
    let audit = TapedAudit([], recorded, try inputs.seen(by: recorded), tracks)
    let report = try audit.audit(strategies, Question())
    return report.strategies.map { strategy in
      strategy.account.judged.reduce(into: [:]) { undecidable, crossing in
        guard crossing.verdict.outcome.doubt != nil else { return }
        undecidable[.init(crossing.id, report.names), default: []].insert(crossing.id.time)
      }
    }
  }

  /// The crossings by plain geometry of every region that the app has at the time.
  private func truth() throws(InputError) -> [PhoneComparison.Boundary: [Timestamp]] {
    let plan = AuditPlan(
      of: inputs.regions, [AuditStrategy(Settings())], timeline: inputs.scenario.timeline,
      Question(explained: 0, depth: .deliveries, listed: 1))
    let crossings = try tracks.each { track throws(InputError) in
      var account = AuditAccount(plan)
      try track.audit(plan, into: &account)
      return account.ordered.strategies[0].crossings
    }
    return crossings.joined().reduce(into: [:]) { truth, crossing in
      let boundary = PhoneComparison.Boundary(crossing.id, plan.names)
      if isAsked(boundary) { truth[boundary, default: []].append(crossing.time) }
    }
  }

  /// Plays the tape, and returns the enters, exits and states that the app receives.
  private func play(_ plan: SimulationPlan, trial: UInt64) throws(InputError)
    -> PhoneComparison.Events
  {
    var received: PhoneComparison.Events = [:]
    for track in tracks.tracks {
      let first = Int(track.deviceNumbers.lowerBound)
      var simulations = track.devices.map {
        Simulation(plan, startingAt: track.start, device: $0.name, trial: trial)
      }
      var odometers = track.devices.map { _ in Odometer() }
      var events: [Event] = []
      try track.play { fix, device in
        if plan.positioning == nil {
          simulations[device].advance(to: fix, into: &events)
        } else {
          simulations[device].advance(to: odometers[device].read(fix), into: &events)
        }
        for event in events {
          guard let (region, isEnter, delivery) = event.crossedRegion else { continue }
          let boundary = PhoneComparison.Boundary(
            device: first + device, region: region, isEnter: isEnter)
          if isAsked(boundary) { received[boundary, default: []].append(delivery) }
        }
        events.removeAll(keepingCapacity: true)
        return true
      }
    }
    return received
  }

  /// Returns the place of each event of the phone: that which the log has, else where the track
  /// was then.
  private func places() throws(InputError)
    -> [PhoneComparison.Boundary: [Timestamp: PhoneReport.Place]]
  {
    let circles = Dictionary(
      regions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    var places: [PhoneComparison.Boundary: [Timestamp: PhoneReport.Place]] = [:]
    func note(
      _ boundary: PhoneComparison.Boundary, _ time: Timestamp, _ place: Coordinate,
      accuracy: Double? = nil
    ) {
      guard let circle = circles[boundary.region] else { return }
      places[boundary, default: [:]][time] = PhoneReport.Place(
        distance: Geodesic(from: circle.center, to: place).distance - circle.radius,
        accuracy: accuracy)
    }
    for event in events {
      guard let place = event.place else { continue }
      note(event.boundary, event.delivery.time, place, accuracy: event.accuracy)
    }
    let unplaced = Dictionary(grouping: events.filter { $0.place == nil }, by: \.boundary.device)
      .mapValues { $0.sorted { $0.delivery.time < $1.delivery.time } }
    guard !unplaced.isEmpty else { return places }
    for track in tracks.tracks {
      let first = Int(track.deviceNumbers.lowerBound)
      var next = track.devices.map { _ in 0 }
      var last: [Fix?] = track.devices.map { _ in nil }
      try track.play { fix, device in
        let own = unplaced[first + device] ?? []
        while next[device] < own.count, own[next[device]].delivery.time <= fix.time {
          let (boundary, time) = (own[next[device]].boundary, own[next[device]].delivery.time)
          next[device] += 1
          guard let before = last[device], fix.time > before.time else {
            if time == fix.time { note(boundary, time, fix.coordinate) }
            continue
          }
          let way = Geodesic(from: before.coordinate, to: fix.coordinate)
          let part = (time - before.time).seconds / (fix.time - before.time).seconds
          note(boundary, time, way.coordinate(at: way.distance * part))
        }
        last[device] = fix
        return true
      }
    }
    return places
  }
}

extension SimulateOptions {
  /// The positioning models that `/` separates, where each is known by its name or is a file; a
  /// path is one.
  var positioningAlternatives: [String?] {
    guard let positioning, !FilePath.exists(positioning) else { return [positioning] }
    let parts = positioning.split(separator: "/").map(String.init)
    let names = PositioningPreset.all.map(\.name) + ["recorded"]
    guard parts.count > 1, parts.allSatisfy({ names.contains($0) || FilePath.exists($0) }) else {
      return [positioning]
    }
    return parts
  }

  /// The positioning models of several interfaces, in their order, that commas separate; `nil`
  /// where one holds for all.
  var positioningModels: [String]? {
    guard let positioning, !FilePath.exists(positioning) else { return nil }
    let models = positioning.split(separator: ",", omittingEmptySubsequences: false)
    return models.count > 1 ? models.map(String.init) : nil
  }
}

extension PhoneComparison.Events {
  /// Returns the lists without some events, each by its boundary and time.
  ///
  /// - Parameter areStates: true if only states are meant, and not the events of their times.
  fileprivate func without(
    _ events: [(boundary: Key, time: Timestamp)], areStates: Bool = false
  ) -> Self {
    let times = events.reduce(into: [Key: Set<Timestamp>]()) {
      $0[$1.boundary, default: []].insert($1.time)
    }
    return times.reduce(into: self) { lists, gone in
      lists[gone.key]?.removeAll { gone.value.contains($0.time) && ($0.isState || !areStates) }
    }
  }
}
