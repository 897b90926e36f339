import GeofenceCore
import GeofenceFormats

/// One run of `geofence simulate`: every track in turn, every device with its own simulation.
struct SimulationSession {
  private let options: SimulateOptions
  private let catalog: RegionCatalog
  private let tracks: [String]
  private let formatter: any EventFormatter
  private var scenario: Scenario
  private var keeper: StateKeeper?
  private var summary: SimulationSummary
  private var output = Console.OutputState.open

  init(_ options: SimulateOptions, regions: RegionSet, tracks: [String]) throws(InputError) {
    self.options = options
    self.tracks = tracks
    scenario = try Scenario(options, regions)
    keeper = try options.state.map { path throws(InputError) in
      try StateKeeper(path: path, options, regions)
    }
    catalog = RegionCatalog(regions, maximumRadius: options.settings.maximumRadius)
    formatter = options.formatter(for: regions)
    summary = SimulationSummary(regions: regions.count, neverMonitored: catalog.tooLarge.count)
  }

  /// Simulates every track and, when all went well, leaves the state for the next run.
  mutating func run() throws(InputError) -> ExitStatus {
    announce()
    if let header = formatter.header { write(header) }
    defer {
      if options.isSummarized || Interruption.isRequested { Console.note(summary.text) }
    }
    for (number, path) in tracks.enumerated()
    where output == .open && !Interruption.isRequested {
      try simulate(path, number)
    }
    if keeper == nil, output == .open, !Interruption.isRequested { scenario.warnOfPending() }
    if let failure = keeper?.write() {
      Console.note(failure)
      return .cannotCreate
    }
    if case .failed(let reason) = output {
      Console.note("error: standard output: \(reason)")
      return .inputOutput
    }
    return Interruption.isRequested ? .interrupted : .success
  }

  /// Says on standard error what the user must know before the first event.
  private func announce() {
    let settings = options.settings
    if settings.isVerbose {
      Console.note("assumptions in force:")
      for line in Assumptions(settings: settings).lines { Console.note("  \(line)") }
    } else {
      for region in catalog.tooLarge {
        Console.warn(
          "region '\(region.identifier)' is never monitored: its radius of "
            + "\(region.radius.plain) m is above the maximum of "
            + "\(settings.maximumRadius.plain) m (--max-radius)")
      }
    }
    if settings.triggers.contains(.sentinel), settings.sentinelRadius > settings.maximumRadius {
      Console.warn(
        "a device would refuse the sentinel: its radius of \(settings.sentinelRadius.plain) m is "
          + "above the maximum of \(settings.maximumRadius.plain) m (--max-radius)")
    }
  }

  private mutating func simulate(_ path: String, _ number: Int) throws(InputError) {
    var reader = TrackReader(
      path: path, options: options.track,
      after: keeper?.progress(ofTrack: number) ?? TrackProgress(),
      warn: { Console.note($0.rendered(severity: "warning")) },
      interrupted: { Interruption.isRequested })
    let trackName = tracks.count > 1 ? Self.deviceName(forTrack: path) : nil
    var pace = options.playbackRate.map(Pace.init)
    var devices: [(name: String?, run: DeviceRun)] = []
    var mismatch: InputError?
    defer {
      summary.add(reader.report)
      for device in devices { summary.add(device.run) }
      for remark in reader.report.remarks { Console.note(remark.description) }
    }
    try reader.read { _, name in
      do throws(InputError) {
        devices.append((name, try deviceRun(name, named: name ?? trackName, number)))
      } catch {
        mismatch = error
      }
    } _: { fix, device in
      if mismatch != nil { return false }
      return devices[device].run.advance(to: fix) { fix, name, events in
        if Interruption.isRequested || pace?.wait(for: fix.time) == false { return false }
        for event in events { emit(event, name) }
        return output == .open
      }
    }
    if let mismatch { throw mismatch }
    for device in devices { scenario.note(pending: device.run.pendingActions) }
    keeper?.keep(devices, reader.progress)
  }

  /// A device at the start of its track, or as the state has it.
  private func deviceRun(_ device: String?, named name: String?, _ track: Int)
    throws(InputError) -> DeviceRun
  {
    var simulation = Simulation(of: catalog, options.settings, timeline: scenario.timeline)
    let saved = keeper?.device(device, ofTrack: track)
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
    return DeviceRun(name: name, simulation, options.interpolation, from: saved?.lastFix?.fix)
  }

  private mutating func emit(_ event: Event, _ device: String?) {
    summary.add(event)
    write(formatter.line(for: EventRecord(event, device: device)))
  }

  private mutating func write(_ line: String) {
    guard output == .open else { return }
    output = Console.print(line)
  }

  /// A track's file name without folder and extension.
  private static func deviceName(forTrack path: String) -> String {
    if path == "-" { return "stdin" }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
    return String(file[..<dot])
  }
}
