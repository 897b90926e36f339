import GeofenceCore
import GeofenceFormats

/// One track of a run: it is read, every device in it is simulated, and the events are printed.
struct SimulatedTrack: Sendable {
  let options: SimulateOptions
  let catalog: RegionCatalog
  let timeline: Timeline
  let reminders: ReminderAlarms?
  let alarms: AlarmBook?
  let formatter: any EventFormatter
  let keeper: StateKeeper?
  let progress: ProgressLine?
  let path: String
  let number: Int
  /// What its events are told apart by, where the track itself does not name devices.
  let name: String?

  /// What has become of a track.
  struct Outcome: Sendable {
    var report: TrackReport
    var progress = TrackProgress()
    var devices: [(name: String?, run: DeviceRun)] = []
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
    var devices: [(name: String?, run: DeviceRun)] = []
    var log = EventLog()
    var pace = options.playbackRate.map(Pace.init)
    var meter = FixMeter(progress, track: path)
    var hasFailed = false
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
        return devices[device].run.advance(to: fix) { fix, name, events in
          if Interruption.isRequested || pace?.wait(for: fix.time) == false { return false }
          return events.allSatisfy { emit($0, of: name, &log, output) }
        }
      }
    } catch {
      outcome.failure = error
    }
    outcome.devices = devices
    outcome.log = log
    outcome.report = reader.report
    outcome.progress = reader.progress
    for remark in reader.report.remarks { output.note(remark.description, from: number) }
    return outcome
  }

  /// A device at the start of its track, or as the state has it.
  private func deviceRun(_ device: String?) throws(InputError) -> DeviceRun {
    var simulation = Simulation(of: catalog, options.settings, timeline: timeline)
    let saved = keeper?.device(device, ofTrack: number)
    if let saved {
      do {
        try simulation.resume(from: saved.simulation)
      } catch {
        throw InputError(
          source: options.state ?? "",
          problem: "the state has a region '\(error.region)' that is gone",
          mend: "give the regions it was made with, or another --state")
      }
    }
    return DeviceRun(
      name: device ?? name, simulation, alarms, options.interpolation, from: saved?.lastFix?.fix,
      showingEveryFix: options.playbackRate != nil)
  }

  /// - Returns: whether there is a reason to go on.
  private func emit(
    _ event: Event, of device: String?, _ log: inout EventLog, _ output: OrderedOutput
  ) -> Bool {
    let record = EventRecord(event, device: device, reminders: reminders)
    log.counts.add(event)
    if options.expectations != nil { log.events.append(RecordedEvent(record)) }
    return output.print(formatter.line(for: record), from: number)
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
