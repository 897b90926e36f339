import GeofenceCore
import GeofenceFormats

/// Several tracks, read once, that can be played again and again.
struct TapedTracks: Sendable {
  struct Track: Sendable {
    /// The time of its first fix.
    let start: Timestamp
    /// The number of its first device.
    fileprivate(set) var firstDevice: Int32 = 0
    let devices: [Device]
    fileprivate let tape: FixTape

    /// What a device is called where there are several, by its number.
    func name(ofDevice number: Int32) -> String? { devices[Int(number - firstDevice)].name }

    /// The numbers of its devices.
    var deviceNumbers: Range<Int32> { firstDevice..<(firstDevice + Int32(devices.count)) }
  }

  struct Device: Sendable {
    /// Where there are several.
    let name: String?
    private var first = Timestamp.distantFuture
    private var last = Timestamp.distantPast

    fileprivate init(name: String?) { self.name = name }

    fileprivate mutating func note(_ time: Timestamp) {
      first = min(first, time)
      last = max(last, time)
    }

    /// From its first fix to its last.
    var times: ClosedRange<Timestamp> { first...max(first, last) }
  }

  /// Those that had a fix.
  let tracks: [Track]
  /// How many could be opened.
  private let count: Int
  let jobs: Int
  /// Why the last of them broke off, if it did; what was read before counts.
  let failure: InputError?

  /// Reads the tracks up to the first that fails.
  ///
  /// - Parameter regions: what the tracks are expected to come near to.
  init(
    _ paths: [String], _ options: SimulateOptions, _ scenario: Scenario, near regions: RegionSet
  ) {
    let progress = ProgressLine()
    let output = OrderedOutput(jobs: paths.count, progress)
    let vicinity = Vicinity(of: regions)
    let outcomes = Jobs.outcomes(of: TrackInput.inputs(paths), options, output) { input in
      let loop = TrackLoop(
        options: options, input: input, output: output, progress: progress, vicinity: vicinity)
      let read = Self.read(loop, scenario)
      return (read, read.outcome.failure != nil)
    }
    progress?.clear()
    var devices: Int32 = 0
    tracks = outcomes.compactMap { outcome in
      guard var track = outcome.track else { return nil }
      track.firstDevice = devices
      devices += Int32(track.devices.count)
      return track
    }
    count = outcomes.count { $0.outcome.failure == nil || $0.track != nil }
    jobs = options.jobs
    do throws(InputError) {
      if let failure = outcomes.last?.outcome.failure { throw failure }
      try outcomes.map(\.outcome).requireFixes(options)
      failure = nil
    } catch {
      failure = error
    }
  }

  private static func read(_ loop: TrackLoop, _ scenario: Scenario)
    -> (track: Track?, outcome: TrackLoop.Outcome)
  {
    var recording = Recording(scenario, of: loop.input.path)
    var outcome = loop.run(&recording)
    let track = outcome.start.flatMap { start in
      recording.devices.isEmpty
        ? nil : Track(start: start, devices: recording.devices, tape: recording.tape)
    }
    outcome.failure = recording.failure ?? outcome.failure
    return (track, outcome)
  }

  /// Puts the fixes of one track on tape.
  private struct Recording: TrackFollowers {
    private let scenario: Scenario
    private let path: String
    private(set) var tape = FixTape()
    private(set) var devices: [Device] = []
    private(set) var failure: InputError?

    init(_ scenario: Scenario, of path: String) {
      self.scenario = scenario
      self.path = path
    }

    mutating func add(_ column: String?, named name: String?, startingAt start: Timestamp)
      throws(InputError)
    {
      if devices.isEmpty, !scenario.isOrdered {
        try scenario.check(startingAt: start, of: path)
      }
      devices.append(Device(name: name))
    }

    mutating func advance(
      _ device: Int, to fix: Fix, named name: @autoclosure () -> String?
    ) -> Bool {
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

  /// Whether a fix tells how uncertain it is.
  var haveAccuracies: Bool { tracks.contains { $0.tape.hasAccuracies } }

  /// What devices are called, by their numbers.
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

  /// Makes something of each track, several at a time where the user wishes it, up to an interruption.
  ///
  /// - Returns: what was made, in the order of the tracks.
  func each<Result: Sendable>(_ body: @Sendable (Track) throws(InputError) -> Result)
    throws(InputError) -> [Result]
  {
    try Jobs.results(of: tracks, width: jobs, body)
  }
}

extension TapedTracks.Track {
  /// Passes on every fix with its device's place among the track's, until `body` is false.
  func play(_ body: (Fix, Int) -> Bool) throws(InputError) {
    var count = 0
    try tape.play { fix, device in
      count &+= 1
      // To ask at every fix would cost more than some fixes do.
      if count & 0xFFF == 0, Interruption.isRequested { return false }
      return body(fix, Int(device))
    }
  }

  /// Audits every device, or as much of the way as the sink needs.
  func audit(_ plan: AuditPlan, trial: UInt64 = 0, into sink: inout some AuditSink)
    throws(InputError)
  {
    var audits = zip(deviceNumbers, devices).map { number, device in
      Audit(plan, startingAt: start, device: number, named: device.name, trial: trial)
    }
    try play { fix, device in
      audits[device].advance(to: fix, into: &sink)
      return !sink.isSatisfied
    }
    for device in audits.indices { audits[device].finish(into: &sink) }
  }
}
