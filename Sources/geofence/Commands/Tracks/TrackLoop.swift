import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs

/// The loop that reads one track and passes every fix of every device to followers.
struct TrackLoop: Sendable {
  let options: SimulateOptions
  let input: TrackInput
  let output: OrderedOutput
  let progress: ProgressLine?
  /// The regions that the track is expected to come near.
  var vicinity: Vicinity?

  /// The outcome of reading a track.
  struct Outcome: Sendable {
    var report: TrackReport
    /// The point up to which the track was read.
    var progress = TrackProgress()
    /// The order in which its devices had their first fixes.
    var order = DeviceOrder()
    /// The time of the first fix of the whole track.
    var start: Timestamp?
    /// The times from the first to the last fix that were read now; `nil` if there was none.
    var times: ClosedRange<Timestamp>?
    /// The number of fixes, interpolated ones included.
    var fixes = 0
    var failure: InputError?
    /// The record of the track's approach to the regions.
    var vicinity: Vicinity?
    /// The last fix of each device; empty if no fixes are interpolated.
    var lastFixes: [Fix?] = []
  }

  /// The progress of an earlier run on the same track.
  struct Earlier: Sendable {
    var progress = TrackProgress()
    var start: Timestamp?
    /// A function that returns the last fix of a device, given its name in the track.
    var lastFix: @Sendable (String?) -> Fix? = { _ in nil }
  }

  /// Reads the track and passes every fix to `followers`, interpolated ones included.
  func run(_ followers: inout some TrackFollowers, after earlier: Earlier = Earlier()) -> Outcome {
    var reader = reader(after: earlier)
    return run(&reader, &followers, after: earlier)
  }

  /// Returns a reader of the track that continues after an earlier run.
  func reader(after earlier: Earlier) -> TrackReader {
    TrackReader(
      path: input.path, options: options.track, after: earlier.progress,
      tell: { [output, input] in output.note($0.description, from: input.number) },
      interrupted: { Interruption.isRequested })
  }

  /// Returns the pass of the track's devices that continues after an earlier run.
  func pass(after earlier: Earlier) -> DevicePass {
    DevicePass(
      input, options, vicinity: vicinity, after: earlier,
      note: { [output, input] in output.note($0, from: input.number) })
  }

  /// Reads the track with a reader and passes every fix to `followers`.
  func run(
    _ reader: inout TrackReader, _ followers: inout some TrackFollowers, after earlier: Earlier
  ) -> Outcome {
    var pass = pass(after: earlier)
    var meter = FixMeter(progress, track: input.path)
    var failure: InputError?
    do {
      try reader.read(
        newDevice: { _, name in pass.add(name) },
        named: { fix, device, name, quiet in
          meter.count(fix, after: quiet)
          pass.count(quiet)
          let goesOn = pass.advance(device, to: fix, named: name, &followers)
          quiet = goesOn ? pass.quietRun(of: device, &followers) : QuietRun()
          return goesOn
        })
    } catch {
      failure = error
    }
    pass.count(reader.quiet)
    var outcome = Outcome(report: reader.report, pass)
    outcome.progress = reader.progress
    if outcome.failure == nil { outcome.failure = failure }
    remark(on: outcome)
    return outcome
  }
}

extension TrackLoop {
  /// Prints the remarks about the points of the track, and a warning if it came near to no region.
  func remark(on outcome: Outcome) {
    for remark in outcome.report.remarks { output.note(remark.description, from: input.number) }
    guard outcome.fixes > 0, let vicinity = outcome.vicinity,
      let warning = Plausibility.warning(about: vicinity, of: outcome.report.source)
    else { return }
    output.note(warning.rendered(severity: "warning"), from: input.number)
  }
}

extension Sequence<TrackLoop.Outcome> {
  /// Prints a warning for each track of which no fix lies within the cut.
  ///
  /// - Throws: an error of kind `data` if that is true of all tracks.
  func requireFixes(_ options: SimulateOptions) throws(InputError) {
    // The next piece of a state's track may well lie elsewhere.
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
  /// Creates the outcome of a track that has not been read, or not by one pass.
  init(_ report: TrackReport, failure: InputError? = nil) {
    self.report = report
    self.failure = failure
  }

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
  /// The range from the least to the greatest time; `nil` for an empty sequence.
  var union: ClosedRange<Timestamp>? {
    reduce(nil) { union, range in
      guard let union else { return range }
      return Swift.min(
        union.lowerBound, range.lowerBound)...Swift.max(
          union.upperBound, range.upperBound)
    }
  }
}
