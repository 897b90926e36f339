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
  var vicinity: Vicinity?

  @dynamicMemberLookup
  struct ReadTrack: Sendable {
    let report: TrackReport
    let progress: TrackProgress
    let isJoined: Bool
    let pass: DevicePass
    var failure: InputError?

    /// The findings about the track, of which the console has shown all.
    var findings: [Finding] {
      Finding.about(report, pass.vicinity) + [filledGaps].compactMap(\.self)
    }

    /// The warning about gaps that were filled; an untimed track has none.
    fileprivate var filledGaps: Finding? {
      report.isTimed ? pass.gaps.warning(of: report.source) : nil
    }

    subscript<Value>(dynamicMember path: KeyPath<DevicePass, Value>) -> Value {
      pass[keyPath: path]
    }

    /// Returns the progress of a device, by its number in the report or, of joined files, its name.
    func progress(ofDevice device: Int, named name: String?) -> DeviceProgress {
      let read =
        isJoined
        ? progress.device(named: Array((name ?? "").utf8)) ?? DeviceProgress() : progress[device]
      return pass.progress(read, of: device)
    }
  }

  struct Earlier: Sendable {
    var progress = TrackProgress()
    var start: Timestamp?
    var lastFix: @Sendable (String?) -> Fix? = { _ in nil }
  }

  /// Reads the track and passes every fix to `followers`, interpolated ones included.
  func run(_ followers: inout some TrackFollowers, after earlier: Earlier = Earlier()) -> ReadTrack
  {
    var reader = reader(of: input.path, after: earlier.progress)
    var pass = DevicePass(
      input, options, vicinity: vicinity, after: earlier, progress,
      note: { [output, input] in output.note($0, from: input.number) })
    let devices = input.pieces.count > 1 ? JoinedDevices() : nil
    var failure = read(&reader, &pass, &followers, devices)
    var (report, reached) = (reader.report, reader.progress)
    report.passOver(pass.endFile())
    remark(on: report)
    for piece in input.pieces.dropFirst() where failure == nil && !report.wasStopped {
      var next = self.reader(of: piece, after: reached)
      if reached.isTimed == true { pass.beginFile() }
      failure = read(&next, &pass, &followers, devices)
      var own = next.report
      own.passOver(pass.endFile())
      own.isLaterPiece = true
      remark(on: own)
      report.join(own)
      if failure == nil, let known = own.firstKnown, let start = pass.start, known < start {
        failure = InputError(
          source: piece, problem: "it has points before the first one of the files before it",
          help: "give the files of --join in the order of their times")
      }
      reached = next.progress
    }
    if let devices { report.rename(devices.names) }
    let outcome = ReadTrack(
      report: report, progress: reached, isJoined: devices != nil, pass: pass,
      failure: pass.refusal ?? failure)
    warnIfFar(outcome)
    if let warning = outcome.filledGaps { output.note(warning.description, from: input.number) }
    return outcome
  }

  private func reader(of piece: String, after progress: TrackProgress) -> TrackReader {
    TrackReader(
      path: piece, options: options.track, after: progress,
      tell: { [output, input] in output.note($0.description, from: input.number) },
      interrupted: { Interruption.hasArrived })
  }

  /// Reads a piece of the track.
  ///
  /// - Parameter devices: the devices of all pieces; `nil` where there is only one.
  /// - Returns: the error that ended it.
  private func read(
    _ reader: inout TrackReader, _ pass: inout DevicePass, _ followers: inout some TrackFollowers,
    _ devices: JoinedDevices?
  ) -> InputError? {
    devices?.numbers = []
    do throws(InputError) {
      try reader.read(
        newDevice: { device, name in
          devices?.add(name)
          pass.add(devices?.numbers[device] ?? device, name)
        },
        waiting: { followers.pause() },
        named: { fix, device, name in
          pass.advance(devices?.numbers[device] ?? device, to: fix, named: name, &followers)
        })
      return nil
    } catch {
      return error
    }
  }

  private func remark(on report: TrackReport) {
    for remark in report.remarks { output.note(remark.description, from: input.number) }
  }

  private func warnIfFar(_ outcome: ReadTrack) {
    guard outcome.fixes > 0, let vicinity = outcome.vicinity,
      let warning = Plausibility.warning(about: vicinity, of: outcome.report.source)
    else { return }
    output.note(warning.description, from: input.number)
  }
}

/// The devices of joined files, each of which is one through all of them.
private final class JoinedDevices {
  private(set) var names = NameIndex()
  var numbers: [Int] = []

  func add(_ name: String?) {
    let bytes = Array((name ?? "").utf8)
    numbers.append(names.index(of: bytes.span))
  }
}

extension Sequence<TrackLoop.ReadTrack> {
  /// Warns of each track of which no fix lies within the cut; an error of kind `data` for all.
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
