import GeofenceCore
import GeofenceFormats

/// One track on its way through a command: it is read, and every device in it is followed.
///
/// `Follower` is what a command makes of one device: a simulation, an audit, a recording.
struct TrackLoop<Follower: Sendable>: Sendable {
  /// A device of the track.
  struct Device: Sendable {
    /// As the track itself has it.
    let column: String?
    /// What its events are told apart by; `nil` where there is only one device.
    let name: String?
    var follower: Follower
    var interpolator: Interpolator?
    fileprivate(set) var fixes = 0
    fileprivate(set) var firstTime = Timestamp(milliseconds: 0)
    fileprivate(set) var lastTime = Timestamp(milliseconds: 0)

    /// From the first fix to the last.
    var times: ClosedRange<Timestamp>? { fixes > 0 ? firstTime...lastTime : nil }
  }

  /// What has become of a track.
  struct Outcome: Sendable {
    var devices: [Device] = []
    var report: TrackReport
    var progress: TrackProgress
    /// The time of the track's first fix.
    var start: Timestamp?
    var failure: InputError?

    var fixes: Int { devices.reduce(0) { $0 + $1.fixes } }
    var times: ClosedRange<Timestamp>? { devices.compactMap(\.times).union }
  }

  let options: SimulateOptions
  let input: TrackInput
  let output: OrderedOutput
  let progress: ProgressLine?

  /// Reads the track and calls `step` for each fix of each device, those interpolated included.
  ///
  /// - Parameters:
  ///   - earlier: how far the track was read before, and when it began.
  ///   - follow: makes what follows a device, given its name in the track and the track's start.
  ///   - step: shows a device a fix; `false` ends the track.
  func run(
    after earlier: (progress: TrackProgress, start: Timestamp?) = (TrackProgress(), nil),
    follow: (String?, Timestamp) throws(InputError) -> (Follower, Interpolator?),
    step: (inout Follower, Fix, String?) -> Bool
  ) -> Outcome {
    var reader = TrackReader(
      path: input.path, options: options.track, after: earlier.progress,
      warn: { output.note($0.rendered(severity: "warning"), from: input.number) },
      interrupted: { Interruption.isRequested })
    var names: [String?] = []
    var devices: [Device] = []
    var start = earlier.start
    var refusal: InputError?
    var meter = FixMeter(progress, track: input.path)
    var failure: InputError?
    do {
      try reader.read { _, name in
        names.append(name)
      } _: { fix, number in
        meter.count(fix)
        if number == devices.count {
          let begin = start ?? fix.time
          start = begin
          do throws(InputError) {
            let (follower, interpolator) = try follow(names[number], begin)
            devices.append(
              Device(
                column: names[number], name: names[number] ?? input.name, follower: follower,
                interpolator: interpolator, firstTime: fix.time))
          } catch {
            refusal = error
            return false
          }
        }
        return devices[number].advance(to: fix, step)
      }
    } catch {
      failure = error
    }
    for remark in reader.report.remarks { output.note(remark.description, from: input.number) }
    return Outcome(
      devices: devices, report: reader.report, progress: reader.progress, start: start,
      failure: refusal ?? failure)
  }
}

extension TrackLoop.Device {
  /// Shows the follower `fix` and those interpolated before it.
  @inline(__always)
  fileprivate mutating func advance(
    to fix: Fix, _ step: (inout Follower, Fix, String?) -> Bool
  ) -> Bool {
    guard var interpolator else {
      note(fix)
      return step(&follower, fix, name)
    }
    defer { self.interpolator = interpolator }
    return interpolator.advance(to: fix) { fix in
      note(fix)
      return step(&follower, fix, name)
    }
  }

  @inline(__always)
  private mutating func note(_ fix: Fix) {
    fixes += 1
    lastTime = fix.time
  }
}

/// A track that was asked for.
struct TrackInput: Sendable {
  let path: String
  /// Its place among the arguments.
  let number: Int
  /// What its device is called where the track itself names none; `nil` for a single track.
  let name: String?

  static func inputs(_ paths: [String]) -> [TrackInput] {
    let names = paths.trackNames
    return paths.indices.map { TrackInput(path: paths[$0], number: $0, name: names[$0]) }
  }
}

extension Sequence<ClosedRange<Timestamp>> {
  /// From the least to the greatest; `nil` where there is none.
  var union: ClosedRange<Timestamp>? {
    reduce(nil) { union, range in
      guard let union else { return range }
      return Swift.min(
        union.lowerBound, range.lowerBound)...Swift.max(union.upperBound, range.upperBound)
    }
  }
}
