import GeofenceCore
import GeofenceFormats

/// Takes the devices of a run out of a state file and puts them back.
struct StateSession {
  private let file: StateFile
  private let path: String
  private let settings: [String: String]
  private let saved: SavedState?
  /// The saved devices of each track by the bytes of their names.
  private let savedDevices: [[[UInt8]: SavedState.Device]]
  private var tracks: [SavedState.Track] = []

  /// - Throws: an error when the file is damaged, foreign, or of another set of regions or options.
  init(
    path: String, _ options: SimulateOptions, _ regions: RegionSet, _ alarms: [AlarmPlan.Alarm]
  ) throws(InputError) {
    self.path = path
    file = StateFile(path: path)
    settings = options.fingerprint(regions, alarms)
    saved = try file.read()
    savedDevices = (saved?.tracks ?? []).map { track in
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
  }

  /// How far the track of this number was read.
  func progress(ofTrack number: Int) -> TrackProgress {
    var progress = TrackProgress()
    guard let saved, number < savedDevices.count else { return progress }
    progress.isTimed = saved.tracks[number].isTimed
    progress.devices = savedDevices[number].mapValues(\.progress)
    return progress
  }

  /// A device of the track of this number as it was left.
  func device(_ name: String?, ofTrack number: Int) -> SavedState.Device? {
    number < savedDevices.count ? savedDevices[number][Self.key(name)] : nil
  }

  /// Keeps what has become of the next track's devices; those that did not appear stay as they were.
  ///
  /// - Complexity: O(n) for n devices.
  mutating func keep(
    _ devices: [(name: String?, run: SimulatedTrackDevice)], _ progress: TrackProgress
  ) {
    let seen = devices.map { name, run in
      SavedState.Device(
        name: name, simulation: run.snapshot, lastFix: run.lastFix,
        firedAlarms: run.firedAlarms, progress: progress.devices[Self.key(name)] ?? .init())
    }
    let names = Set(seen.map { Self.key($0.name) })
    let before = tracks.count < savedDevices.count ? saved?.tracks[tracks.count].devices ?? [] : []
    let others = before.filter { !names.contains(Self.key($0.name)) }
    tracks.append(SavedState.Track(isTimed: progress.isTimed, devices: seen + others))
  }

  /// - Throws: an error when the file cannot be written.
  func write() throws(InputError) {
    // Tracks that an interruption left out stay as they were.
    let others = (saved?.tracks ?? []).dropFirst(tracks.count)
    try file.write(SavedState(settings: settings, tracks: tracks + others))
  }

  private static func key(_ name: String?) -> [UInt8] { Array((name ?? "").utf8) }
}

extension SimulateOptions {
  /// What must not change between the parts of a track, by the option that sets it.
  fileprivate func fingerprint(_ regions: RegionSet, _ alarms: [AlarmPlan.Alarm]) -> [String:
    String]
  {
    let reminders = alarms.map { alarm in
      "\(alarm.due?.rfc3339 ?? "-") \(alarm.regions.map(\.rawValue))"
    }
    let circles = regions.map { region in
      "\(region.identifier) \(region.center.latitude) \(region.center.longitude) \(region.radius) "
        + "\(region.notifyOnEntry) \(region.notifyOnExit)"
    }
    return [
      "--regions": StateFile.fingerprint(of: circles),
      "--reminders": StateFile.fingerprint(of: reminders),
      "--repeat": "\(repeatsAlarms)",
      "--gate": alarmGate.rawValue,
      "--api": settings.api.rawValue,
      "--platform": settings.platform.rawValue,
      "--cushion": settings.crossing.cushion.plain,
      "--dwell": settings.crossing.dwell.seconds.plain,
      "--ignore-accuracy": "\(settings.crossing.ignoresAccuracy)",
      "--limit": "\(settings.limit)",
      "--max-radius": settings.maximumRadius.plain,
      "--rank": settings.ranking.rawValue,
      "--reselect-on": settings.triggers.names.joined(separator: ","),
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
