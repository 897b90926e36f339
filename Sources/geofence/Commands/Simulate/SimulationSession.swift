import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

struct SimulationSession {
  private let options: SimulateOptions
  private let plan: SimulationPlan
  private let reminders: SimulationPlan?
  private let inputs: SimulationInputs
  private let tracks: [TrackInput]
  private let expectations: Expectations?
  private let file: WholeFile?
  private let state: StateSession?
  private var summary: SimulationSummary
  private(set) var events = 0
  /// True if no fix lay within 100 km of a region.
  private(set) var isFarFromRegions = false
  /// The comparison with the expected events; `nil` before the run, and if nothing is expected.
  private(set) var report: JUnitReport?

  init(_ options: SimulateOptions, tracks: [String]) throws(InputError) {
    var options = options
    let inputs = try SimulationInputs(options)
    options.settings = options.settings(for: inputs.positioning)
    self.options = options
    self.inputs = inputs
    self.tracks = TrackInput.inputs(tracks, isJoined: options.joinsTracks)
    try options.requireKnownRegions(inputs)
    let output = options.output.flatMap { $0 == "-" ? nil : $0 }
    let recording = options.updatesExpectations ? options.expectations : nil
    let claims = try WholeFile.claimed([output, recording, options.state].compactMap(\.self))
    expectations = try Expectations(options, update: recording.flatMap { claims[$0] })
    file = output.flatMap { claims[$0] }
    let (plan, reminders) = inputs.plans(options.settings)
    (self.plan, self.reminders) = (plan, reminders)
    let inputTracks = self.tracks
    state = try options.state.flatMap { claims[$0] }.map { claimed throws(InputError) in
      let state = try StateSession(claimed, options, inputs)
      try state.requireSameNaming(inputTracks)
      try state.requireSound(plan, reminders)
      return state
    }
    summary = SimulationSummary(
      regions: inputs.regions.count,
      neverMonitored: [plan, reminders].reduce(0) { $0 + ($1?.catalog.tooLarge.count ?? 0) })
  }

  private var tooLarge: [CircularRegion] {
    plan.catalog.tooLarge + (reminders?.catalog.tooLarge ?? [])
  }

  /// Simulates every track and, if all succeeded, saves the state for the next run.
  mutating func run() throws(InputError) -> ExitStatus {
    announce()
    let progress = options.rate == nil ? ProgressLine() : nil
    // The comparison and the recording are of the whole run, also where a reader closes the pipe.
    let output = OrderedOutput(
      jobs: tracks.count, progress, into: file, continuesUnread: expectations != nil)
    let outcomes = play(output, progress)
    progress?.clear()
    tracks.noteSharedDevices(outcomes.map(\.track.report))
    for outcome in outcomes { summary.add(outcome) }
    let failure = outcomes.last?.track.failure
    for stray in inputs.strays(
      along: outcomes.compactMap(\.track.vicinity), options, hasFailed: failure != nil)
    {
      Console.note(stray.description)
    }
    defer {
      if options.isSummarized || Interruption.isRequested { Console.note(summary.text) }
    }
    isFarFromRegions = outcomes.allSatisfy { $0.track.vicinity?.isReached == false }
    if failure != nil, let unplayed = tracks.unplayed(after: outcomes.count) {
      Console.note(unplayed.description)
    }
    // The events before the point at which a track broke off stand.
    if failure == nil || outcomes.contains(where: { $0.track.fixes > 0 }) || hasOwed {
      try keep(outcomes, output)
    }
    if let failure { throw failure }
    try outcomes.map(\.track).requireFixes(options)
    try requireKnownDevices(outcomes)
    if state == nil, output.isActive, !Interruption.isRequested {
      var progress = ScenarioProgress(inputs.scenario)
      for fleet in outcomes.flatMap(\.lanes).compactMap(\.fleet) {
        for device in 0..<fleet.count { progress.note(pending: fleet.pendingActions(of: device)) }
      }
      for start in outcomes.compactMap(\.track.start) { progress.note(start: start) }
      progress.warn()
    }
    if case .failed(let reason) = output.output {
      let error = InputError(
        kind: .writing,
        source: options.printsEvents ? InputError.standardOutputName : options.output ?? "",
        problem: reason)
      Console.note(error.description)
      return .inputOutput
    }
    if Interruption.isRequested { return .interrupted }
    guard let expectations else {
      noteSilence(outcomes)
      return .success
    }
    let records = outcomes.flatMap(\.log.events)
    events = records.count(where: { RecordedEvent($0).isUsual })
    let judgement: Expectations.Judgement
    if let update = expectations.update {
      judgement = try expectations.record(
        records, in: update,
        by: options.formatter(
          expectations.format, for: inputs.regions, isColored: false, isRecording: true))
    } else {
      let comparison = expectations.compare(records)
      let explained = inquiry(outcomes).explained(comparison, records)
      if Interruption.isRequested { return .interrupted }
      judgement = try expectations.judge(explained)
    }
    report = judgement.report
    return judgement.status
  }

  private func inquiry(_ outcomes: [SimulatedTrack.Run]) -> Inquiry {
    guard state == nil else { return Inquiry(options: options, inputs: inputs, limit: .state) }
    return Inquiry(options: options, inputs: inputs) { [options, inputs, tracks] in
      let taped = zip(tracks, outcomes).compactMap { input, outcome in
        outcome.tape.map { (input.number, $0) }
      }
      return TapedTracks(
        again: tracks, taped: Dictionary(taped) { $1 }, options, inputs.scenario)
    }
  }

  /// Writes the events to their file, then the state, which never runs ahead of them: if the file
  /// cannot be completed, both stay as they were. A stream keeps what it has taken.
  private func keep(_ outcomes: [SimulatedTrack.Run], _ output: OrderedOutput)
    throws(InputError)
  {
    if let file, !file.isStream {
      guard output.output == .open, !Interruption.isRequested else { return }
      try file.commit([])
    }
    try state?.write(
      zip(tracks, outcomes).map { ($0.name, $1) }, undelivered: output.undelivered)
  }

  private func noteSilence(_ outcomes: [SimulatedTrack.Run]) {
    guard !options.isQuiet, state == nil, outcomes.allSatisfy({ $0.log.chosen.isEmpty }) else {
      return
    }
    let regions = inputs.regions + plan.timeline.addedRegions
    if let text = options.silence(of: regions, along: outcomes, tracks) {
      Console.tell(text, severity: "note")
    }
  }

  /// True if the last run left events that had not been delivered.
  private var hasOwed: Bool { state?.undelivered.isEmpty == false }

  private func requireKnownDevices(_ outcomes: [SimulatedTrack.Run]) throws(InputError) {
    guard !options.choice.devices.isEmpty, !Interruption.isRequested else { return }
    let names = zip(outcomes, tracks).flatMap { outcome, input in
      outcome.deviceNames.compactMap { $0 ?? input.name }
    }
    let source = tracks.count == 1 ? outcomes[0].track.report.source : InputError.toolName
    guard let error = options.choice.unknownDevice(among: names, of: source) else { return }
    guard state == nil else { return Console.note(error.rendered(severity: "warning")) }
    throw error
  }

  private func play(_ output: OrderedOutput, _ progress: ProgressLine?)
    -> [SimulatedTrack.Run]
  {
    let formatter = options.formatter(
      options.eventFormat, for: inputs.regions, isColored: Console.colorsOutput && file == nil)
    if let header = formatter.header, !options.isQuiet { _ = output.print(header, from: 0) }
    if hasOwed { Interruption.protect() }
    for record in state?.undelivered ?? [] {
      _ = output.print(formatter.line(for: record), record, from: 0)
    }
    let vicinity = Vicinity(of: inputs.regions.elements, plan.timeline.addedRegions)
    return Jobs.outcomes(of: tracks, options, output) { [self] input in
      let track = SimulatedTrack(
        plan: plan, remindersPlan: reminders, scenario: inputs.scenario,
        reminders: inputs.reminders, formatter: formatter, state: state,
        loop: TrackLoop(
          options: options, input: input, output: output, progress: progress, vicinity: vicinity),
        width: tracks.count == 1 ? options.jobs : 1)
      let outcome = track.run()
      return (outcome, outcome.track.failure != nil)
    }
  }

  private func announce() {
    let settings = options.settings
    tracks.noteRepeatedFiles()
    if options.isVerbose {
      Console.note(
        settings.isJudgedByOverlap
          ? "assumptions in force (D: Google documents it, O: developers observed it, A: we assume it):"
          : "assumptions in force:")
      for line in settings.assumptions { Console.note("  \(line)") }
      for line in options.positioningLines { Console.note(line) }
    } else {
      for region in tooLarge {
        Console.warn(
          "region '\(region.identifier)' is "
            + Phrasing.neverMonitored(above: settings.maximumRadius.spokenMetres)
            + " (max-radius in --settings)")
      }
    }
    if settings.triggers.contains(.sentinel), settings.sentinelRadius > settings.maximumRadius {
      Console.warn(
        "a device would refuse the sentinel: its radius of "
          + "\(settings.sentinelRadius.spokenMetres) is above the maximum of "
          + "\(settings.maximumRadius.spokenMetres) (max-radius in --settings)")
    }
  }
}

extension EventChoice {
  /// Returns the error about the first device that is asked for and that no track has.
  ///
  /// - Parameters:
  ///   - names: the names of the devices.
  ///   - source: the track.
  func unknownDevice(among names: [String], of source: String) -> InputError? {
    guard let device = Self.unknown(devices, among: names).first else { return nil }
    let known = names.distinct
    let nearest =
      Suggestion.sentence(for: device, among: known)
      .map { $0.hasSuffix("?") ? "\($0) " : "\($0); " } ?? ""
    return InputError(
      source: source, problem: "there is no device \(device.quotedExcerpt()) (--device)",
      help: names.isEmpty
        ? "the track names no device: leave --device out"
        : "\(nearest)the devices are \(known.listed())")
  }
}
