import GeofenceCore
import GeofenceFormats

/// One track on its way through a command: it is read, and every device in it is followed.
struct TrackLoop: Sendable {
  let options: SimulateOptions
  let input: TrackInput
  let output: OrderedOutput
  let progress: ProgressLine?
  /// The regions that the track should come near to.
  var vicinity: Vicinity?

  /// What has become of a track.
  struct Outcome: Sendable {
    var report: TrackReport
    /// How far it was read.
    var progress = TrackProgress()
    /// In which order its devices had their first fixes.
    var order = DeviceOrder()
    /// The time of the first fix of the track, and of the first and the last that were read now.
    var start: Timestamp?
    var times: ClosedRange<Timestamp>?
    /// Those interpolated included.
    var fixes = 0
    var failure: InputError?
    /// What was seen of the regions.
    var vicinity: Vicinity?
    /// The last fix of each device, where fixes are interpolated.
    var lastFixes: [Fix?] = []
  }

  /// How far a track was read before.
  struct Earlier: Sendable {
    var progress = TrackProgress()
    var start: Timestamp?
    /// The last fix of a device, given its name in the track.
    var lastFix: @Sendable (String?) -> Fix? = { _ in nil }
  }

  /// Reads the track and shows `followers` every fix, those interpolated included.
  ///
  /// - Parameter pieces: takes over where the track can be read by pieces.
  func run(
    _ followers: inout some TrackFollowers, after earlier: Earlier = Earlier(),
    pieces: TrackReader.PieceReader? = nil
  ) -> Outcome {
    var reader = TrackReader(
      path: input.path, options: options.track, after: earlier.progress,
      tell: { [output, input] in output.note($0.description, from: input.number) },
      interrupted: { Interruption.isRequested })
    var pass = DevicePass(input, options, vicinity: vicinity, after: earlier)
    var meter = FixMeter(progress, track: input.path)
    var failure: InputError?
    do {
      try reader.read(
        newDevice: { _, name in pass.add(name) }, pieces: pieces,
        named: { fix, device, name in
          meter.count(fix)
          return pass.advance(device, to: fix, named: name, &followers)
        })
    } catch {
      failure = error
    }
    for remark in reader.report.remarks { output.note(remark.description, from: input.number) }
    var outcome = Outcome(report: reader.report, pass)
    warn(of: outcome)
    if let failure, outcome.failure == nil { outcome.failure = failure }
    outcome.progress = reader.progress
    return outcome
  }
}

extension TrackLoop {
  /// Says that a track came near to no region.
  func warn(of outcome: Outcome) {
    guard outcome.fixes > 0, let vicinity = outcome.vicinity,
      let warning = Plausibility.warning(about: vicinity, of: outcome.report.source)
    else { return }
    output.note(warning.rendered(severity: "warning"), from: input.number)
  }
}

extension Sequence<TrackLoop.Outcome> {
  /// Warns of the tracks of which nothing lies within the cut.
  ///
  /// - Throws: an error of kind `data` where that is so of them all.
  func requireFixes(_ options: SimulateOptions) throws(InputError) {
    // A state's next piece may well lie elsewhere.
    guard options.cut != TrackCut(), options.state == nil, !Interruption.isRequested else { return }
    let empty = filter { $0.fixes == 0 && $0.failure == nil }
    let errors = empty.map { outcome in
      InputError(
        source: outcome.report.source, problem: "no fix lies between --from and --to",
        help: outcome.start.map { "its first is at \($0.rfc3339)" })
    }
    if let first = errors.first, allSatisfy({ $0.fixes == 0 }) { throw first }
    for error in errors { Console.note(error.rendered(severity: "warning")) }
  }
}

extension TrackLoop.Outcome {
  init(report: TrackReport, _ pass: DevicePass) {
    self.report = report
    order = pass.order
    start = pass.start
    times = pass.times
    fixes = pass.fixes
    lastFixes = pass.lastFixes
    failure = pass.refusal
    vicinity = pass.vicinity
  }
}

extension Sequence<ClosedRange<Timestamp>> {
  /// From the least to the greatest; `nil` where there is none.
  var union: ClosedRange<Timestamp>? {
    reduce(nil) { union, range in
      guard let union else { return range }
      return Swift.min(
        union.lowerBound, range.lowerBound)...Swift.max(
          union.upperBound, range.upperBound)
    }
  }
}
