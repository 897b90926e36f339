import GeofenceCore
import GeofenceFormats

/// One run of `geofence simulate`: its tracks, then what is to be said of them all.
struct SimulationSession {
  private let options: SimulateOptions
  private let catalog: RegionCatalog
  private let tracks: [String]
  private let reminders: ReminderAlarms?
  private let expectations: Expectations?
  private var scenario: Scenario
  private var keeper: StateSession?
  private var summary: SimulationSummary

  init(_ options: SimulateOptions, regions: RegionSet, tracks: [String]) throws(InputError) {
    self.options = options
    self.tracks = tracks
    reminders = try options.readReminders()
    let regions = try reminders?.joined(with: regions) ?? regions
    scenario = try Scenario(options, regions, reminders)
    expectations = try Expectations(options)
    let alarms = reminders?.alarms ?? []
    keeper = try options.state.map { path throws(InputError) in
      try StateSession(path: path, options, regions, alarms)
    }
    catalog = RegionCatalog(regions, maximumRadius: options.settings.maximumRadius)
    summary = SimulationSummary(regions: regions.count, neverMonitored: catalog.tooLarge.count)
  }

  /// Simulates every track and, when all went well, leaves the state for the next run.
  mutating func run() throws(InputError) -> ExitStatus {
    announce()
    let progress = options.playbackRate == nil ? ProgressLine() : nil
    let output = OrderedOutput(jobs: tracks.count, progress)
    let outcomes = play(output, progress)
    progress?.clear()
    for outcome in outcomes { summary.add(outcome) }
    defer {
      if options.isSummarized || Interruption.isRequested { Console.note(summary.text) }
    }
    if let failure = outcomes.last?.failure { throw failure }
    for outcome in outcomes {
      for device in outcome.devices { scenario.note(pending: device.run.pendingActions) }
      keeper?.keep(outcome.devices, outcome.progress)
    }
    if keeper == nil, output.output == .open, !Interruption.isRequested {
      scenario.warnOfPending()
    }
    try keeper?.write()
    if case .failed(let reason) = output.output {
      Console.note("error: standard output: \(reason)")
      return .inputOutput
    }
    if Interruption.isRequested { return .interrupted }
    guard let expectations else { return .success }
    return try expectations.judge(expectations.compare(outcomes.flatMap(\.log.events)))
  }

  /// - Returns: what has become of the tracks, up to the first that failed.
  private func play(_ output: OrderedOutput, _ progress: ProgressLine?)
    -> [SimulatedTrack.Outcome]
  {
    let formatter = options.formatter(for: catalog)
    if let header = formatter.header { _ = output.print(header, from: 0) }
    let alarms = options.alarms(of: reminders)
    let names = tracks.trackNames
    return Jobs.outcomes(of: tracks, options, output) { [self] number in
      let track = SimulatedTrack(
        options: options, catalog: catalog, timeline: scenario.timeline,
        reminders: reminders, alarms: alarms, formatter: formatter,
        keeper: keeper, progress: progress, path: tracks[number], number: number,
        name: names[number])
      let outcome = track.run(printingTo: output)
      return (outcome, outcome.failure != nil)
    }
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
}
