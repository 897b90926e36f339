import GeofenceCore
import GeofenceFormats

/// Takes the devices of a run out of a state file and puts them back.
struct StateSession {
  private let file: StateFile
  private let settings: [String: String]
  private let timeline: Timeline
  private let saved: SavedState?
  /// The saved tracks and devices, by the bytes of their names.
  private let savedTracks: [[UInt8]: SavedState.Track]
  private let savedDevices: [[UInt8]: [[UInt8]: SavedDevice]]
  private var tracks: [SavedState.Track] = []

  /// - Throws: an error when the file is damaged, foreign, or of another set of regions or options.
  init(path: String, _ options: SimulateOptions, _ plan: SimulationPlan, _ regions: RegionSet)
    throws(InputError)
  {
    file = try StateFile(
      claiming: path,
      waiting: { Console.note("waiting for another run that uses \(path.steeringNothing)") },
      interrupted: { Interruption.isRequested })
    timeline = plan.timeline
    settings = options.fingerprint(regions, plan)
    saved = try file.read()
    let tracks = saved?.tracks ?? []
    savedTracks = Dictionary(tracks.map { (Self.key($0.name), $0) }, uniquingKeysWith: { $1 })
    savedDevices = savedTracks.mapValues { track in
      Dictionary(track.devices.map { (Self.key($0.name), $0) }, uniquingKeysWith: { $1 })
    }
    for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
      guard let before = saved?.settings[name], before != value else { continue }
      throw InputError(
        source: path, problem: "the state was made with another \(name)",
        help: ["--regions", "--reminders"].contains(name)
          ? "give the same file as before, or another --state"
          : "pass \(name) \(before) as before, or another --state")
    }
    for track in tracks { try check(track) }
  }

  /// Holds what the scenario did before against what it does now.
  private func check(_ track: SavedState.Track) throws(InputError) {
    guard let start = track.start, let end = track.end else { return }
    guard track.actions != Self.actions(timeline, from: start, to: end) else { return }
    throw InputError(
      source: file.path,
      problem: "the state was made with another --scenario: its actions up to "
        + "\(Timestamp(milliseconds: end).rfc3339) are not the same",
      help: "give the whole scenario with each piece of a track, or another --state")
  }

  /// What the events were that the last run could not deliver.
  var undelivered: [EventRecord] { saved?.undelivered ?? [] }

  /// How far the track of this name was read.
  func earlier(_ name: String?) -> TrackLoop.Earlier {
    guard let track = savedTracks[Self.key(name)] else { return .init() }
    let devices = savedDevices[Self.key(name), default: [:]]
    var progress = TrackProgress()
    progress.isTimed = track.isTimed
    progress.devices = devices.mapValues(\.standing.progress)
    return TrackLoop.Earlier(
      progress: progress, start: track.start.map { Timestamp(milliseconds: $0) },
      lastFix: { devices[Self.key($0)]?.standing.lastFix })
  }

  /// Where a device's simulation goes on; `nil` for a new one.
  ///
  /// - Throws: an error when the file does not make sense.
  func snapshot(of name: String?, ofTrack track: String?) throws(InputError)
    -> SimulationSnapshot?
  {
    guard let device = savedDevices[Self.key(track)]?[Self.key(name)] else { return nil }
    guard let snapshot = device.snapshot else { throw file.damaged }
    return snapshot
  }

  /// Keeps what has become of a track; its devices that did not appear stay as they were.
  ///
  /// - Complexity: O(n) for n devices.
  mutating func keep(_ outcome: SimulatedTrack.Outcome, ofTrack name: String?) {
    let seen = outcome.mapDevices(Self.device).compactMap(\.self)
    let names = Set(seen.map { Self.key($0.name) })
    let before = savedTracks[Self.key(name)]
    let others = before?.devices.filter { !names.contains(Self.key($0.name)) } ?? []
    let start = outcome.track.start
    let end = [outcome.track.times?.upperBound.milliseconds, before?.end].compactMap(\.self).max()
    tracks.append(
      SavedState.Track(
        name: name, start: start, end: end.map { Timestamp(milliseconds: $0) },
        actions: Self.actions(timeline, from: start?.milliseconds ?? 0, to: end ?? .min),
        isTimed: outcome.lanes.first?.track.progress.isTimed, devices: seen + others))
  }

  /// What is to be kept of a device of a lane.
  private static func device(_ lane: SimulatedTrack.Lane, _ number: Int, _ name: String?)
    -> SavedDevice?
  {
    guard let fleet = lane.fleet else { return nil }
    return SavedDevice(
      name: name, fleet.snapshot(of: number),
      lastFix: lane.track.lastFixes.isEmpty ? nil : lane.track.lastFixes[number],
      progress: lane.track.progress.devices[key(name)] ?? .init())
  }

  /// Leaves the state for the next run; tracks that were not kept stay as they were.
  ///
  /// - Throws: an error when the file cannot be written.
  func write(undelivered: [EventRecord]) throws(InputError) {
    let names = Set(tracks.map { Self.key($0.name) })
    let others = (saved?.tracks ?? []).filter { !names.contains(Self.key($0.name)) }
    try file.write(
      SavedState(settings: settings, tracks: tracks + others, undelivered: undelivered))
  }

  private static func key(_ name: String?) -> [UInt8] { Array((name ?? "").utf8) }

  /// What tells the actions up to a time from others.
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
  /// What must not change between the parts of a track, by the option that sets it.
  fileprivate func fingerprint(_ regions: RegionSet, _ plan: SimulationPlan) -> [String: String] {
    let reminders = (plan.alarms?.alarms ?? []).map { alarm in
      "\(alarm.due?.rfc3339 ?? "-") \(alarm.regions.map(\.rawValue))"
    }
    return [
      // An app that does not reselect goes by the order of the file.
      "--regions": StateFile.fingerprint(
        of: (settings.triggers.isEmpty ? regions.asGiven : Array(regions)).map(\.fingerprint)),
      "--reminders": StateFile.fingerprint(of: reminders),
      "--repeat": "\(repeatsAlarms)",
      "--gate": alarmGate.rawValue,
      "--positioning": plan.positioning.map { StateFile.fingerprint(of: ["\($0.model)"]) }
        ?? "recorded",
      "--seed": "\(drawSeed)",
      "--api": settings.api.rawValue,
      "--platform": settings.platform.rawValue,
      "--cushion": settings.crossing.cushion.plain,
      "--cushion-in": settings.crossing.inwardCushion.plain,
      "--dwell": settings.crossing.dwell.seconds.plain,
      "--ignore-accuracy": "\(settings.crossing.ignoresAccuracy)",
      "--limit": "\(settings.limit)",
      "--max-radius": settings.maximumRadius.plain,
      "--rank": settings.ranking.rawValue,
      "--reselect-on": settings.triggers.optionNames.joined(separator: ","),
      "--renew": settings.renewal.rawValue,
      "--significant-distance": settings.significantDistance.plain,
      "--significant-interval": settings.significantInterval.seconds.plain,
      "--sentinel-radius": settings.sentinelRadius.plain,
      "--ignore-times": "\(track.ignoresTimes)",
      "--speed": track.speed.plain,
      "--start": track.start.rfc3339,
      "--interpolate": interpolation?.seconds.plain ?? "0",
    ]
  }
}
