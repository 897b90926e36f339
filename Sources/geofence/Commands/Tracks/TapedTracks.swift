import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import GeofenceWriting

/// The tracks of a run, read once and kept on tape, so that they can be played repeatedly.
struct TapedTracks: Sendable {
  struct Track: Sendable {
    let start: Timestamp
    fileprivate(set) var firstDevice: Int32 = 0
    let devices: [Device]
    fileprivate let tape: FixTape

    init?(startingAt start: Timestamp?, _ recording: Recording) {
      guard let start, !recording.devices.isEmpty else { return nil }
      self.start = start
      devices = recording.devices
      tape = recording.tape
    }

    func name(ofDevice number: Int32) -> String? { devices[Int(number - firstDevice)].name }

    var deviceNumbers: Range<Int32> { firstDevice..<(firstDevice + Int32(devices.count)) }
  }

  struct Device: Sendable {
    let name: String?
    private var first = Timestamp.distantFuture
    private var last = Timestamp.distantPast

    fileprivate init(name: String?) { self.name = name }

    fileprivate mutating func note(_ time: Timestamp) {
      first = min(first, time)
      last = max(last, time)
    }

    var times: ClosedRange<Timestamp> { first...max(first, last) }
  }

  let tracks: [Track]

  /// The number of devices of all tracks; at least 1.
  var devices: Int { max(1, tracks.reduce(0) { $0 + $1.devices.count }) }

  private let count: Int
  let jobs: Int
  /// The error that ended the last track, if any; the fixes before it count.
  let failure: InputError?
  let findings: [Finding]
  /// The names of all devices, chosen or not.
  let names: Set<String>
  /// True if times of a track name no zone.
  let haveLocalTimes: Bool
  /// True if only exchanged coordinates come near a region.
  let areSwapped: Bool
  /// The reason for which the results are worthless, if they are: nobody recorded these places or
  /// times, or most of the recording is skipped.
  let worthless: Diagnosis?

  init(_ paths: [String], _ options: SimulateOptions, _ known: SimulationInputs?) {
    let scenario = known?.scenario ?? .empty
    let inputs = TrackInput.inputs(paths, isJoined: options.joinsTracks)
    let progress = ProgressLine()
    let output = OrderedOutput(jobs: inputs.count, progress)
    let vicinity = Vicinity(of: (known?.regions ?? .empty).elements)
    inputs.noteRepeatedFiles()
    let outcomes = Jobs.outcomes(of: inputs, options, output) { input in
      let loop = TrackLoop(
        options: options, input: input, output: output, progress: progress, vicinity: vicinity)
      let read = Self.read(loop, scenario, options.choice)
      return (read, read.outcome.failure != nil)
    }
    progress?.clear()
    inputs.noteSharedDevices(outcomes.map(\.outcome.report))
    tracks = Self.numbered(outcomes.compactMap(\.track))
    count = outcomes.count { $0.outcome.failure == nil || $0.track != nil }
    jobs = options.jobs
    names = Set(outcomes.flatMap(\.names))
    haveLocalTimes = outcomes.contains { $0.outcome.report.hasLocalTimes }
    let vicinities = outcomes.compactMap(\.outcome.vicinity)
    let hasFailed = outcomes.last?.outcome.failure != nil
    let unplayed = hasFailed ? inputs.unplayed(after: outcomes.count) : nil
    let strays = known?.strays(along: vicinities, options, hasFailed: hasFailed) ?? []
    let others = strays + [unplayed].compactMap(\.self)
    for finding in others { Console.note(finding.description) }
    findings = outcomes.flatMap { $0.outcome.findings } + others
    areSwapped = vicinities.areSwapped
    worthless = .worthless(outcomes.map(\.outcome.report), vicinities, options.track)
    do throws(InputError) {
      if let failure = outcomes.last?.outcome.failure { throw failure }
      try outcomes.map(\.outcome).requireFixes(options)
      let source = inputs.count == 1 ? inputs[0].path : InputError.toolName
      failure = options.choice.unknownDevice(among: outcomes.flatMap(\.names), of: source)
    } catch {
      failure = error
    }
    // A track that breaks off does not say what it would have reached.
    if failure == nil, !Interruption.isRequested { warn(of: scenario) }
  }

  /// Warns of the actions of a scenario that no device reaches, or that are due long before its track.
  private func warn(of scenario: Scenario) {
    var progress = ScenarioProgress(scenario)
    for track in tracks {
      progress.note(start: track.start)
      let schedule = Schedule(scenario.timeline, from: track.start)
      for device in track.devices {
        progress.note(pending: schedule.pending(after: device.times.upperBound))
      }
    }
    progress.warn()
  }

  /// Creates the tracks of a run that has read them before; their notes are not printed again.
  init(
    again inputs: [TrackInput], taped: [Int: Track], _ options: SimulateOptions,
    _ scenario: Scenario
  ) {
    let output = OrderedOutput(jobs: inputs.count, nil, isSilent: true)
    let outcomes = Jobs.outcomes(of: inputs, options, output) { input in
      if let track = taped[input.number] { return (Reading(track: track), false) }
      let loop = TrackLoop(options: options, input: input, output: output, progress: nil)
      let (track, outcome, _) = Self.read(loop, scenario)
      return (Reading(track: track, failure: outcome.failure), outcome.failure != nil)
    }
    tracks = Self.numbered(outcomes.compactMap(\.track))
    count = outcomes.count
    jobs = options.jobs
    findings = []
    (names, haveLocalTimes) = ([], false)
    (areSwapped, worthless) = (false, nil)
    failure = outcomes.last?.failure
  }

  private struct Reading {
    let track: Track?
    var failure: InputError?
  }

  private static func numbered(_ tracks: [Track]) -> [Track] {
    var devices: Int32 = 0
    return tracks.map { track in
      var track = track
      track.firstDevice = devices
      devices += Int32(track.devices.count)
      return track
    }
  }

  private static func read(
    _ loop: TrackLoop, _ scenario: Scenario, _ choice: EventChoice = EventChoice()
  ) -> (track: Track?, outcome: TrackLoop.ReadTrack, names: [String]) {
    var recording = Recording(scenario, of: loop.input.path, choice)
    var outcome = loop.run(&recording)
    let track = Track(startingAt: outcome.start, recording)
    outcome.failure = recording.failure ?? outcome.failure
    return (track, outcome, recording.names)
  }

  struct Recording: TrackFollowers {
    private let scenario: Scenario
    private let path: String
    private let choice: EventChoice
    fileprivate private(set) var tape = FixTape()
    fileprivate private(set) var devices: [Device] = []
    /// The place of each device of the track among those that are chosen; `nil` for another.
    private var places: [Int?] = []
    /// The names of all devices of the track.
    fileprivate private(set) var names: [String] = []
    private(set) var failure: InputError?

    init(_ scenario: Scenario, of path: String, _ choice: EventChoice = EventChoice()) {
      (self.scenario, self.path, self.choice) = (scenario, path, choice)
    }

    mutating func add(_ column: String?, named name: String?, startingAt start: Timestamp)
      throws(InputError)
    {
      if places.isEmpty, !scenario.isOrdered {
        try scenario.check(startingAt: start, of: path)
      }
      if let name { names.append(name) }
      let isChosen = EventChoice.fits(name ?? "", anyOf: choice.devices)
      places.append(isChosen ? devices.count : nil)
      if isChosen { devices.append(Device(name: name)) }
    }

    mutating func advance(
      _ device: Int, to fix: Fix, named name: @autoclosure () -> String?
    ) -> Bool {
      guard let device = places[device] else { return !Interruption.isRequested }
      do throws(InputError) {
        try tape.append(fix, ofDevice: Int32(device))
      } catch {
        failure = error
        return false
      }
      devices[device].note(fix.time)
      return !Interruption.isRequested
    }
  }

  var haveAccuracies: Bool { tracks.contains { $0.tape.hasAccuracies } }

  var deviceNames: [String?] { tracks.flatMap { $0.devices.map(\.name) } }

  func input(regions: Int) -> AuditReport.Input {
    var input = AuditReport.Input()
    let times = tracks.flatMap { $0.devices.map(\.times) }
    input.tracks = count
    input.regions = regions
    input.devices = times.count
    input.fixes = tracks.reduce(0) { $0 + $1.tape.count }
    input.times = times.union
    input.duration = Interval(
      milliseconds: times.reduce(0) { $0 + ($1.upperBound - $1.lowerBound).milliseconds })
    return input
  }

  /// Returns the results of `body` by track, `--jobs` at a time, up to an interruption.
  func each<Result: Sendable>(_ body: @Sendable (Track) throws(InputError) -> Result)
    throws(InputError) -> [Result]
  {
    try Jobs.results(of: tracks, width: jobs, body)
  }
}

extension TapedTracks.Track {
  /// Calls `body` with each fix and its device's position, until it returns `false`.
  func play(_ body: (Fix, Int) -> Bool) throws(InputError) {
    var count = 0
    try tape.play { fix, device in
      count &+= 1
      // A check at every fix would cost more than some fixes do.
      if count & 0xFFF == 0, Interruption.isRequested { return false }
      return body(fix, Int(device))
    }
  }

  /// Calls `body` with every fix and its device's number.
  func playAll(_ body: (Fix, Int32) -> Void) throws(InputError) {
    try play { fix, device in
      body(fix, firstDevice + Int32(device))
      return true
    }
  }

  func histories(
    _ plan: AuditPlan, about keys: Set<RegionRecord.Key>, near regions: Vicinity
  ) throws(InputError) -> [RegionRecord.Key: RegionHistory] {
    let keys = keys.filter { deviceNumbers.contains($0.device) }
    guard !keys.isEmpty else { return [:] }
    let names = Dictionary(
      keys.map { ($0.device, name(ofDevice: $0.device)) }, uniquingKeysWith: { $1 })
    let survey = HistorySurvey(plan, startingAt: start, of: names, about: keys, near: regions)
    return try survey.histories(playAll)
  }

  /// Audits every device, along as much of the track as the sink needs.
  func audit(_ plan: AuditPlan, trial: UInt64 = 0, into sink: inout some AuditSink)
    throws(InputError)
  {
    // The tape is played again rather than that the audits of all devices are held at once.
    for first in stride(from: 0, to: devices.count, by: Self.audited) {
      let batch = first..<min(first + Self.audited, devices.count)
      var audits = batch.map { device in
        Audit(
          plan, startingAt: start, device: firstDevice + Int32(device),
          named: devices[device].name, trial: trial)
      }
      try play { fix, device in
        guard batch.contains(device) else { return true }
        audits[device - first].advance(to: fix, into: &sink)
        return !sink.isSatisfied
      }
      for device in audits.indices { audits[device].finish(into: &sink) }
      if sink.isSatisfied || Interruption.isRequested { return }
    }
  }

  private static let audited = 4096
}
