import GeofenceCore
import GeofenceFormats

/// One track of a run: it is read, every device in it is simulated, and the events are printed.
struct SimulatedTrack: Sendable {
  let options: SimulateOptions
  let catalog: RegionCatalog
  let timeline: Timeline
  let reminders: ReminderAlarms?
  let alarms: AlarmPlan?
  let formatter: any EventFormatter
  let keeper: StateSession?
  let progress: ProgressLine?
  let path: String
  let number: Int
  /// What its events are told apart by, where the track itself does not name devices.
  let name: String?

  /// What has become of a track.
  struct Outcome: Sendable {
    var report: TrackReport
    var progress = TrackProgress()
    var devices: [(name: String?, run: SimulatedTrackDevice)] = []
    var log = EventLog()
    var failure: InputError?
  }

  /// What is kept of the events.
  struct EventLog: Sendable {
    var counts = EventCounts()
    /// The events, where they are to be compared.
    var events: [RecordedEvent] = []
  }

  func run(printingTo output: OrderedOutput) -> Outcome {
    var reader = TrackReader(
      path: path, options: options.track,
      after: keeper?.progress(ofTrack: number) ?? TrackProgress(),
      warn: { output.note($0.rendered(severity: "warning"), from: number) },
      interrupted: { Interruption.isRequested })
    var outcome = Outcome(report: reader.report)
    var devices: [(name: String?, run: SimulatedTrackDevice)] = []
    var playback = Playback(of: self, printingTo: output)
    var meter = FixMeter(progress, track: path)
    var hasFailed = false
    let interpolates = options.interpolation != nil
    do {
      try reader.read { _, device in
        do throws(InputError) {
          devices.append((device, try deviceRun(device)))
        } catch {
          outcome.failure = error
          hasFailed = true
        }
      } _: { fix, device in
        if hasFailed { return false }
        meter.count(fix)
        if !interpolates { return playback.step(&devices[device].run, fix) }
        return devices[device].run.interpolate(to: fix) {
          playback.step(&$0, $1)
        }
      }
    } catch {
      outcome.failure = error
    }
    outcome.devices = devices
    outcome.log = playback.log
    outcome.report = reader.report
    outcome.progress = reader.progress
    for remark in reader.report.remarks { output.note(remark.description, from: number) }
    return outcome
  }

  /// A device at the start of its track, or as the state has it.
  private func deviceRun(_ device: String?) throws(InputError) -> SimulatedTrackDevice {
    var simulation = Simulation(of: catalog, options.settings, timeline: timeline)
    let saved = keeper?.device(device, ofTrack: number)
    if let saved {
      do {
        try simulation.resume(from: saved.simulation)
      } catch {
        throw InputError(
          source: options.state ?? "",
          problem: "the state has a region '\(error.region)' that is gone",
          help: "give the regions it was made with, or another --state")
      }
    }
    return SimulatedTrackDevice(
      name: device ?? name, simulation,
      alarms.map { AlarmState($0, fired: saved?.firedAlarms ?? []) },
      options.interpolation.map { Interpolator(every: $0, from: saved?.lastFix?.fix) })
  }
}

/// Takes the devices of one track from fix to fix, and prints their events.
private struct Playback {
  private let track: SimulatedTrack
  private let output: OrderedOutput
  private let isPaced: Bool
  private var pace: Pace?
  private(set) var log = SimulatedTrack.EventLog()
  /// Those of the fix that is being simulated.
  private var events: [Event] = []

  init(of track: SimulatedTrack, printingTo output: OrderedOutput) {
    self.track = track
    self.output = output
    isPaced = track.options.playbackRate != nil
    pace = track.options.playbackRate.map(Pace.init)
  }

  /// - Returns: whether there is a reason to go on.
  @inline(__always)
  mutating func step(_ run: inout SimulatedTrackDevice, _ fix: Fix) -> Bool {
    if Interruption.isRequested { return false }
    run.step(to: fix, into: &events)
    if isPaced, pace?.wait(for: fix.time) == false { return false }
    return events.isEmpty || emit(of: run.name)
  }

  private mutating func emit(of device: String?) -> Bool {
    defer { events.removeAll(keepingCapacity: true) }
    return events.allSatisfy { event in
      let record = EventRecord(event, device: device, reminders: track.reminders)
      log.counts.add(event)
      if track.options.expectations != nil { log.events.append(RecordedEvent(record)) }
      return output.print(track.formatter.line(for: record), from: track.number)
    }
  }
}

/// Counts the fixes of a track for the progress line.
struct FixMeter {
  private let progress: ProgressLine?
  private let track: String
  private var fixes = 0
  private static let stride = 8192

  init(_ progress: ProgressLine?, track: String) {
    self.progress = progress
    self.track = track
  }

  mutating func count(_ fix: Fix) {
    fixes += 1
    guard fixes == Self.stride else { return }
    progress?.add(fixes, of: track, at: fix.time)
    fixes = 0
  }
}

extension [String] {
  /// What the devices of each track are called where the track itself does not name them: its file
  /// name without folder and extension, where there are several tracks.
  var trackNames: [String?] {
    guard count > 1 else { return map { _ in nil } }
    return map { path in
      if path == "-" { return "stdin" }
      let file = path.split(separator: "/").last.map(String.init) ?? path
      guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
      return String(file[..<dot])
    }
  }
}
