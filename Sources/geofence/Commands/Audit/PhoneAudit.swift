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
  private var leftOut: [String: Int] = [:]
  /// The events of the phones, each with its place where the log has it.
  private var events: [(boundary: PhoneComparison.Boundary, time: Timestamp, place: Coordinate?)] =
    []

  /// Reads the logs, and finds each event's device and region; an error if a log has no such
  /// region.
  init(_ tracks: TapedTracks, _ inputs: SimulationInputs, _ options: AuditOptions)
    throws(InputError)
  {
    (self.tracks, self.inputs, self.options) = (tracks, inputs, options)
    regions = Array(inputs.regions.elements) + inputs.scenario.timeline.addedRegions
    logs = try options.phones.map { path throws(InputError) in
      try PhoneLogReader.read(path: path, zone: options.simulation.track.zone)
    }
    for log in logs { try take(log) }
  }

  // MARK: the phone's events

  private func take(_ log: PhoneLog) throws(InputError) {
    for (reason, count) in log.leftOut { leftOut[reason, default: 0] += count }
    let devices = tracks.tracks.flatMap(\.devices)
    // A log may name the model of its phone; one that names a device of the track names others, too.
    let carried = Set(devices.compactMap(\.name))
    let saysDevice = log.events.contains { $0.device.map(carried.contains) == true }
    if !saysDevice, devices.count == 1 { try requireOnePhone(log, besides: devices[0].name) }
    var unknown: [String: Int] = [:]
    var (known, asked) = (0, 0)
    var outside: [(time: Timestamp, range: ClosedRange<Timestamp>)] = []
    var written: Set<PhoneEvent> = []
    for var event in log.events {
      // Other lines of such a log may name their year.
      if log.lacksYear, CivilDate(dayOf: event.time).year < 1975,
        let start = devices.first?.times.lowerBound
      {
        event.time = event.time.inYear(nearestTo: start)
      }
      // SDKs log an event where it comes in and where they pass it on.
      guard written.insert(event).inserted else {
        leftOut["written twice", default: 0] += 1
        continue
      }
      if saysDevice, let other = event.device, !carried.contains(other) {
        leftOut["of the device \(other.quotedExcerpt()), which is not in the track", default: 0] +=
          1
        continue
      }
      guard let region = log.region(named: event.region, among: regions) else {
        unknown[event.region ?? "", default: 0] += 1
        continue
      }
      known += 1
      guard isAsked(region.identifier) else { continue }
      asked += 1
      let device = try device(of: event, log, devices.map(\.name))
      let times = devices[device].times
      // So long before a track and after it an event may be of its crossings.
      guard times.lowerBound - event.time <= CrossingVerdict.soon,
        event.time - times.upperBound <= CrossingVerdict.soon
      else {
        leftOut["before or after the track", default: 0] += 1
        outside.append((event.time, times))
        continue
      }
      let boundary = PhoneComparison.Boundary(
        device: device, region: region.identifier, isEnter: event.isEnter)
      events.append((boundary, event.time, event.place))
    }
    if let error = Self.strayed(outside, of: asked, in: log, options.simulation.track.zone) {
      throw error
    }
    guard known == 0, let name = unknown.keys.min(), !log.events.isEmpty else {
      for (name, count) in unknown.sorted(by: { $0.key < $1.key }) {
        leftOut[
          name.isEmpty ? "without a region" : "of \(name.quotedExcerpt()), which is no region",
          default: 0] += count
      }
      return
    }
    let names = regions.map(\.identifier.rawValue)
    throw InputError(
      source: log.name,
      problem: name.isEmpty
        ? "the events name no region, and there are \(regions.count)"
        : "no event is about a region of this run; the first is \(name.quotedExcerpt())",
      help: (name.isEmpty ? nil : Suggestion.sentence(for: name, among: names))
        ?? "the regions are those of --regions: give the one that the log is about")
  }

  /// Throws an error for a log of several phones beside the track of one that it does not name.
  private func requireOnePhone(_ log: PhoneLog, besides name: String?) throws(InputError) {
    let phones = Set(log.events.compactMap(\.device)).sorted()
    guard phones.count > 1 else { return }
    throw InputError(
      source: log.name,
      problem: "the log is of \(phones.count) phones, \(phones.listed()),"
        + (name.map { " and the track of \($0.quotedExcerpt())" }
          ?? " and the track does not say which of them it is of"),
      help: name == nil
        ? "keep the events of one, or give the track a column device with its name"
        : "keep the events of one, or name it in the log as in the track")
  }

  /// True if the comparison is about a region.
  private func isAsked(_ region: RegionIdentifier) -> Bool {
    EventChoice.fits(region.rawValue, anyOf: options.simulation.choice.regions)
  }

  /// Returns the error for a log whose events lie outside of the track: all, or most where a shift
  /// by quarters of an hour would bring most of them in.
  private static func strayed(
    _ events: [(time: Timestamp, range: ClosedRange<Timestamp>)], of known: Int, in log: PhoneLog,
    _ zone: ZoneInfo?
  ) -> InputError? {
    guard events.count * 2 > known else { return nil }
    let lie = "\(events.count) of \(counted(known, "event")) \(events.count == 1 ? "lies" : "lie")"
    let quarter: Int64 = 900_000
    func count(_ shift: Int64) -> Int {
      events.count { $0.range.contains($0.time + Interval(milliseconds: shift)) }
    }
    // The least shift goes before others that bring in as many.
    let shifts = (1...56 as ClosedRange<Int64>).reversed().flatMap {
      [-$0 * quarter, $0 * quarter]
    }.map { ($0, count($0)) }
    let (shift, reached) = shifts.reduce((0, 0)) { $1.1 >= $0.1 ? $1 : $0 }
    guard reached * 2 > events.count, let first = events.first else {
      // A log may be of more days than the track.
      guard events.count == known else { return nil }
      return InputError(
        source: log.name,
        problem: "\(lie) outside of the track",
        help: events.first.map {
          "the first is at \($0.time.rfc3339), and the track from \($0.range.lowerBound.rfc3339) to "
            + "\($0.range.upperBound.rfc3339): are they of this drive?"
        })
    }
    let side = first.time < first.range.lowerBound ? "before the track" : "after the track"
    let hours = Double(shift) / 3_600_000
    // The zones of this family have the sign that POSIX gives them: -2 is two hours east.
    let name =
      hours == hours.rounded() ? "Etc/GMT\(hours > 0 ? "+" : "-")\(hours.magnitude.plain)" : "NAME"
    return InputError(
      source: log.name,
      problem: "\(lie) \(side), and "
        + "\(Interval(milliseconds: Int64(shift.magnitude)).spoken) "
        + "\(shift < 0 ? "earlier" : "later") they would be in it",
      help: log.hasLocalTimes && zone == nil
        ? "its times name no zone: --track-timezone \(name) reads them as local ones, or the name of "
          + "the place's, such as Europe/Ljubljana"
        : "are these times of another zone?")
  }

  private func device(of event: PhoneEvent, _ log: PhoneLog, _ names: [String?]) throws(InputError)
    -> Int
  {
    if names.count == 1 { return 0 }
    let own = FilePath.baseName(of: FilePath.parts(of: log.name).name)
    for name in [event.device, own].compactMap(\.self) {
      if let number = names.firstIndex(of: name) { return number }
    }
    throw InputError(
      source: log.name,
      problem: "there are \(names.count) devices, and the log does not say which it is of",
      help: "give it a column device, or the name of the device: "
        + names.compactMap(\.self).prefix(3).joined(separator: ", "))
  }

  // MARK: the lists

  func report() throws(InputError) -> PhoneReport {
    let truth = try truth()
    var phone: PhoneComparison.Events = [:]
    for event in events.sorted(by: { $0.time < $1.time }) {
      phone[event.boundary, default: []].append(event.time)
    }
    let tolerance = options.simulation.tolerance ?? Interval(seconds: 60)
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
                truth, phone: phone, rules: rules.events, states: rules.states,
                undecidable: undecidable))
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
      logs, within: tolerance, rows, leftOut: leftOut, places: try places(),
      devices: tracks.deviceNames)
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
  private func truth() throws(InputError) -> PhoneComparison.Events {
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
      if isAsked(boundary.region) { truth[boundary, default: []].append(crossing.time) }
    }
  }

  /// Plays the tape, and returns the enters and exits that the app receives, and the first states.
  private func play(_ plan: SimulationPlan, trial: UInt64) throws(InputError) -> (
    events: PhoneComparison.Events, states: PhoneComparison.Events
  ) {
    var (received, states): (PhoneComparison.Events, PhoneComparison.Events) = ([:], [:])
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
          guard let crossed = event.crossedRegion, isAsked(crossed.region) else { continue }
          let boundary = PhoneComparison.Boundary(
            device: first + device, region: crossed.region, isEnter: crossed.isEnter)
          if crossed.isState {
            states[boundary, default: []].append(event.time)
          } else {
            received[boundary, default: []].append(event.time)
          }
        }
        events.removeAll(keepingCapacity: true)
        return true
      }
    }
    return (received, states)
  }

  /// Returns the metres past the boundary at each event of the phone: at the place that the log
  /// has, else where the track was then.
  private func places() throws(InputError) -> [PhoneComparison.Boundary: [Timestamp: Double]] {
    let circles = Dictionary(
      regions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    var places: [PhoneComparison.Boundary: [Timestamp: Double]] = [:]
    func note(_ boundary: PhoneComparison.Boundary, _ time: Timestamp, _ place: Coordinate) {
      guard let circle = circles[boundary.region] else { return }
      places[boundary, default: [:]][time] =
        Geodesic(from: circle.center, to: place).distance - circle.radius
    }
    for event in events { if let place = event.place { note(event.boundary, event.time, place) } }
    let unplaced = Dictionary(grouping: events.filter { $0.place == nil }, by: \.boundary.device)
      .mapValues { $0.sorted { $0.time < $1.time } }
    guard !unplaced.isEmpty else { return places }
    for track in tracks.tracks {
      let first = Int(track.deviceNumbers.lowerBound)
      var next = track.devices.map { _ in 0 }
      var last: [Fix?] = track.devices.map { _ in nil }
      try track.play { fix, device in
        let own = unplaced[first + device] ?? []
        while next[device] < own.count, own[next[device]].time <= fix.time {
          let event = own[next[device]]
          next[device] += 1
          guard let before = last[device], fix.time > before.time else {
            if event.time == fix.time { note(event.boundary, event.time, fix.coordinate) }
            continue
          }
          let way = Geodesic(from: before.coordinate, to: fix.coordinate)
          let part = (event.time - before.time).seconds / (fix.time - before.time).seconds
          note(event.boundary, event.time, way.coordinate(at: way.distance * part))
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
