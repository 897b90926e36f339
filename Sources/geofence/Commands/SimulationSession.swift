import GeofenceCore
import GeofenceFormats

/// One run of `geofence simulate`: every track in turn, every device with its own simulation.
struct SimulationSession {
  private let options: SimulateOptions
  private let catalog: RegionCatalog
  private let tracks: [String]
  private let formatter: any EventFormatter
  private var summary: SimulationSummary
  private var output = Console.OutputState.open

  init(_ options: SimulateOptions, regions: RegionSet, tracks: [String]) {
    self.options = options
    self.tracks = tracks
    catalog = RegionCatalog(regions, maximumRadius: options.settings.maximumRadius)
    formatter = options.formatter(for: regions)
    summary = SimulationSummary(regions: regions.count, neverMonitored: catalog.tooLarge.count)
  }

  mutating func run() throws(InputError) -> ExitStatus {
    announce()
    if let header = formatter.header { write(header) }
    defer {
      if options.isSummarized || Interruption.isRequested { Console.note(summary.text) }
    }
    for path in tracks where output == .open && !Interruption.isRequested {
      try simulate(path)
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

  private mutating func simulate(_ path: String) throws(InputError) {
    var reader = TrackReader(
      path: path, options: options.track,
      warn: { Console.note($0.rendered(severity: "warning")) },
      interrupted: { Interruption.isRequested })
    let trackName = tracks.count > 1 ? Self.deviceName(forTrack: path) : nil
    var pace = options.playbackRate.map(Pace.init)
    var devices: [DeviceRun] = []
    defer {
      summary.add(reader.report)
      for device in devices { summary.add(device) }
      for remark in reader.report.remarks { Console.note(remark.description) }
    }
    try reader.read { _, name in
      devices.append(
        DeviceRun(name: name ?? trackName, catalog, options.settings, options.interpolation))
    } _: { fix, device in
      devices[device].advance(to: fix) { fix, name, events in
        if Interruption.isRequested || pace?.wait(for: fix.time) == false { return false }
        for event in events { emit(event, name) }
        return output == .open
      }
    }
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
