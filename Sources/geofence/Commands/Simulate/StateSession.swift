import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import GeofenceWriting

struct StateSession {
  private let file: StateFile
  private let settings: [String: String]
  private let timeline: Timeline
  private let saved: SavedState?
  private let numbers: [Key: Int]

  /// A saved track's name in bytes, and whether its devices are the system's Reminders'.
  private struct Key: Hashable {
    let name: [UInt8]
    let isOfReminders: Bool
  }

  init(_ claimed: WholeFile, _ options: SimulateOptions, _ inputs: SimulationInputs)
    throws(InputError)
  {
    file = try StateFile(claimed)
    let path = claimed.path
    timeline = inputs.scenario.timeline
    settings = options.fingerprint(inputs)
    saved = try file.read()
    let tracks = saved?.tracks ?? []
    numbers = Dictionary(
      tracks.enumerated().map { (Self.key($1.track), $0) }, uniquingKeysWith: { $1 })
    // A model of positioning changes the usual values of other options, so it comes first.
    let model = "--positioning"
    for name in [model] + settings.keys.sorted() {
      guard let before = saved?.head.settings[name], before != settings[name] else { continue }
      throw InputError(
        source: path,
        problem: name == "--regions" && inputs.reminders != nil
          ? "the state was made with other regions, or with reminders that the file no longer has"
          : "the state was made with another \(name)",
        help: ["--regions", "--reminders"].contains(name)
          ? "give the same file as before, or another --state"
          : name == model && before != "recorded"
            ? "pass the same model as before, or another --state"
            : "\(Self.instruction(name, before)) as before, or another --state")
    }
    for entry in tracks { try check(entry.track) }
  }

  private static func instruction(_ name: String, _ value: String) -> String {
    if value == "true" { return "pass \(name)" }
    var options = SimulateOptions()
    let option = SimulateOptions.settings.first { "--\($0.parameter.name)" == name }
    // A value that the option refuses is the one that holds where the option is left out.
    let isTaken = value != "false" && (try? option?.apply(&options, value)) != nil
    return isTaken ? "pass \(name) \(value)" : "leave \(name) out"
  }

  /// Checks that tracks with names continue tracks with names, and one without a name the same.
  func requireSameNaming(_ tracks: [TrackInput]) throws(InputError) {
    guard let saved = saved?.tracks, !saved.isEmpty else { return }
    let wasAlone = saved.contains { $0.track.name == nil }
    guard wasAlone != (tracks.first?.name == nil) else { return }
    let column = "name the devices in a column of one file"
    let join = "join the pieces of one recording with --join"
    throw InputError(
      source: file.path,
      problem: wasAlone
        ? "the state is of a single track, whose device has no name, and goes on with "
          + "\(tracks.count) tracks, whose devices have the names of their files"
        : "the state is of several tracks, whose devices have the names of their files, and goes on "
          + "with a single track, whose device has none",
      help: wasAlone
        ? "\(join), \(column), or give another --state"
        : "give several tracks as before, \(column), or give another --state")
  }

  private func check(_ track: SavedState.Track) throws(InputError) {
    guard let start = track.start, let end = track.end else { return }
    guard track.actions != Self.actions(timeline, from: start, to: end) else { return }
    throw InputError(
      source: file.path,
      problem: "the state was made with another --scenario: its actions up to "
        + "\(Timestamp(milliseconds: end).rfc3339) are not the same",
      help: "give the whole scenario with each piece of a track, or another --state")
  }

  var undelivered: [EventRecord] { saved?.head.undelivered ?? [] }

  private func track(_ name: String?, ofReminders isOfReminders: Bool = false)
    -> (track: SavedState.Track, devices: SavedDevices)?
  {
    numbers[Key(name: Self.key(name), isOfReminders: isOfReminders)]
      .flatMap { saved?.tracks[$0] }
  }

  func earlier(_ name: String?) -> TrackLoop.Earlier {
    guard let (track, devices) = track(name) else { return .init() }
    return TrackLoop.Earlier(
      progress: TrackProgress(isTimed: track.isTimed, hasFixes: devices.count > 0) { name in
        devices.number(of: name).flatMap { devices[$0]?.progress }
      },
      start: track.start.map { Timestamp(milliseconds: $0) },
      lastFix: { name in devices.number(of: Self.key(name)).flatMap { devices[$0]?.lastFix } })
  }

  /// Returns a device's saved simulation, that of its app or Reminders; `nil` for a new one.
  func simulation(of name: String?, ofTrack track: String?, ofReminders: Bool)
    throws(InputError) -> CodedSimulation?
  {
    guard let devices = self.track(track, ofReminders: ofReminders)?.devices,
      let number = devices.number(of: Self.key(name))
    else { return nil }
    guard let device = devices[number] else { throw file.damaged }
    return device.simulation
  }

  var damaged: InputError { file.damaged }

  /// Checks that every device can go on, so that none is refused after the events of another.
  ///
  /// - Complexity: O(n) for n devices.
  func requireSound(_ plan: SimulationPlan, _ reminders: SimulationPlan?) throws(InputError) {
    for (track, devices) in saved?.tracks ?? [] where !Interruption.isRequested {
      guard let plan = track.isOfReminders == true ? reminders : plan else { continue }
      let start = Timestamp(milliseconds: track.start ?? 0)
      let fleet = Fleet(plan, Schedule(plan.timeline, from: start))
      for number in 0..<devices.count {
        guard let device = devices[number], fleet.takes(device.simulation) else { throw damaged }
      }
    }
  }

  /// Saves the state: the tracks' outcomes, and unchanged what did not appear.
  func write(
    _ outcomes: [(name: String?, outcome: SimulatedTrack.Run)], undelivered: [EventRecord]
  ) throws(InputError) {
    let head = SavedState.Head(settings: settings, undelivered: undelivered)
    try file.write(head) { writer throws(InputError) in
      for (name, outcome) in outcomes {
        try write(outcome, ofTrack: name, \.fleet, &writer)
        guard outcome.lanes.contains(where: { $0.reminders != nil }) else { continue }
        try write(outcome, ofTrack: name, \.reminders, &writer)
      }
      let names = Set(outcomes.map { Self.key($0.name) })
      for (track, devices) in saved?.tracks ?? [] where !names.contains(Self.key(track.name)) {
        try writer.write(track)
        for number in 0..<devices.count { try writer.write(number, of: devices) }
      }
    }
  }

  private func write(
    _ outcome: SimulatedTrack.Run, ofTrack name: String?,
    _ fleet: KeyPath<SimulatedTrack.Lane, Fleet?>, _ writer: inout StateFile.Writer
  ) throws(InputError) {
    let isOfReminders = fleet == \.reminders
    let before = track(name, ofReminders: isOfReminders)
    let start = outcome.track.start
    let end = [outcome.track.times?.upperBound.milliseconds, before?.track.end]
      .compactMap(\.self).max()
    try writer.write(
      SavedState.Track(
        name: name, start: start, end: end.map { Timestamp(milliseconds: $0) },
        actions: Self.actions(timeline, from: start?.milliseconds ?? 0, to: end ?? .min),
        isTimed: outcome.track.progress.isTimed,
        isOfReminders: isOfReminders ? true : nil))
    var isMissing = Array(repeating: true, count: before?.devices.count ?? 0)
    for (number, device) in outcome.track.order.devices.enumerated() {
      let name = outcome.track.report.deviceName(device)
      if let before, let number = before.devices.number(of: Self.key(name)) {
        isMissing[number] = false
      }
      guard let simulation = outcome.simulation(of: number, in: fleet) else { continue }
      try writer.write(
        SavedDevice(
          name: name, simulation,
          lastFix: outcome.track.lastFixes.isEmpty ? nil : outcome.track.lastFixes[number],
          progress: outcome.track.progress(ofDevice: device, named: name)))
    }
    guard let before else { return }
    for number in isMissing.indices where isMissing[number] {
      try writer.write(number, of: before.devices)
    }
  }

  private static func key(_ name: String?) -> [UInt8] { Array((name ?? "").utf8) }

  private static func key(_ track: SavedState.Track) -> Key {
    Key(name: key(track.name), isOfReminders: track.isOfReminders == true)
  }

  /// Returns a fingerprint of the scenario's actions between two times, in milliseconds since 1970.
  private static func actions(_ timeline: Timeline, from start: Int64, to end: Int64) -> String {
    let schedule = Schedule(timeline, from: Timestamp(milliseconds: start))
    let taken = schedule.entries.prefix { $0.time.milliseconds <= end }
    return StateFile.fingerprint(
      of: taken.map { entry in
        let region = if case .add(let region) = entry.action { region.fingerprint } else { "" }
        return
          "\(entry.time.milliseconds) \(entry.action.name) \(entry.action.detail ?? "") \(region)"
      })
  }
}

extension CircularRegion {
  fileprivate var fingerprint: String {
    "\(identifier) \(center.latitude) \(center.longitude) \(radius) \(notifyOnEntry) \(notifyOnExit)"
  }
}

extension SimulateOptions {
  /// Returns the settings that must not change between the pieces of a track, by their options.
  fileprivate func fingerprint(_ inputs: SimulationInputs) -> [String: String] {
    let regions = inputs.regions
    let reminders = (inputs.alarms?.alarms ?? []).map { alarm in
      "\(alarm.due?.rfc3339 ?? "-") \(alarm.regions.map(\.rawValue))"
    }
    var fingerprint: [String: String] = [:]
    for option in Self.settings {
      fingerprint["--\(option.parameter.name)"] = option.setting?.value(self)?.words
    }
    // If the app does not reselect, its regions are registered in the order of the file.
    fingerprint["--regions"] = StateFile.fingerprint(
      of: (settings.triggers.isEmpty ? regions.asGiven : Array(regions)).map(\.fingerprint))
    fingerprint["--reminders"] = StateFile.fingerprint(of: reminders)
    if isPositioned, let model = inputs.positioning?.model {
      fingerprint["--positioning"] = StateFile.fingerprint(of: [String(reflecting: model)])
    }
    return fingerprint
  }
}
