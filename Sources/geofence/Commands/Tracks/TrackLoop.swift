import GeofenceCore
import GeofenceFormats

/// One track on its way through a command: it is read, and every device in it is followed.
struct TrackLoop: Sendable {
  let options: SimulateOptions
  let input: TrackInput
  let output: OrderedOutput
  let progress: ProgressLine?

  /// What has become of a track.
  struct Outcome: Sendable {
    var report: TrackReport
    var progress: TrackProgress
    /// The names of its devices in the track, in the order of their coming.
    var devices: [String?] = []
    /// The time of the first fix of the track, and of the first and the last that were read now.
    var start: Timestamp?
    var times: ClosedRange<Timestamp>?
    /// Those interpolated included.
    var fixes = 0
    var failure: InputError?
    /// The last fix of each device, where fixes are interpolated.
    var lastFixes: [Fix?] = []
  }

  /// How far a track was read before.
  struct Earlier {
    var progress = TrackProgress()
    var start: Timestamp?
    /// The last fix of a device, given its name in the track.
    var lastFix: (String?) -> Fix? = { _ in nil }
  }

  /// Reads the track and shows `followers` every fix, those interpolated included.
  func run(
    _ followers: inout some TrackFollowers, after earlier: Earlier = Earlier()
  ) -> Outcome {
    var reader = TrackReader(
      path: input.path, options: options.track, after: earlier.progress,
      warn: { output.note($0.rendered(severity: "warning"), from: input.number) },
      interrupted: { Interruption.isRequested })
    var outcome = Outcome(
      report: reader.report, progress: earlier.progress, start: earlier.start)
    var pass = Pass(interval: options.interpolation, start: earlier.start)
    var meter = FixMeter(progress, track: input.path)
    do {
      try reader.read { _, name in
        pass.devices.append(name)
      } _: { fix, device in
        meter.count(fix)
        if device == pass.known {
          let name = pass.devices[device]
          do throws(InputError) {
            try followers.add(
              name, named: name ?? input.name, startingAt: pass.start ?? fix.time)
          } catch {
            pass.refusal = error
            return false
          }
          pass.note(firstFix: fix, after: earlier.lastFix(name))
        }
        return pass.advance(device, to: fix, &followers)
      }
    } catch {
      outcome.failure = error
    }
    for remark in reader.report.remarks { output.note(remark.description, from: input.number) }
    outcome.report = reader.report
    outcome.progress = reader.progress
    outcome.devices = pass.devices
    outcome.start = pass.start
    outcome.times = pass.times
    outcome.fixes = pass.fixes
    outcome.failure = pass.refusal ?? outcome.failure
    outcome.lastFixes = pass.interpolators.map(\.last)
    return outcome
  }

  /// What changes from fix to fix.
  private struct Pass {
    let interval: Interval?
    var start: Timestamp?
    var devices: [String?] = []
    /// How many devices have had a fix.
    var known = 0
    var fixes = 0
    private var first = Timestamp(milliseconds: .max)
    private var last = Timestamp(milliseconds: .min)
    var interpolators: [Interpolator] = []
    var refusal: InputError?

    init(interval: Interval?, start: Timestamp?) {
      self.interval = interval
      self.start = start
    }

    /// From the first to the last fix.
    var times: ClosedRange<Timestamp>? { fixes > 0 ? first...last : nil }

    mutating func note(firstFix fix: Fix, after lastFix: Fix?) {
      known += 1
      start = start ?? fix.time
      if let interval { interpolators.append(Interpolator(every: interval, from: lastFix)) }
    }

    /// Shows the followers `fix` and those interpolated before it.
    @inline(__always)
    mutating func advance(
      _ device: Int, to fix: Fix, _ followers: inout some TrackFollowers
    ) -> Bool {
      first = min(first, fix.time)
      last = max(last, fix.time)
      guard interval != nil else {
        fixes += 1
        return followers.advance(device, to: fix)
      }
      return interpolate(device, to: fix, &followers)
    }

    private mutating func interpolate(
      _ device: Int, to fix: Fix, _ followers: inout some TrackFollowers
    ) -> Bool {
      var added = 0
      let goesOn = interpolators[device].advance(to: fix) { fix in
        added += 1
        return followers.advance(device, to: fix)
      }
      fixes += added
      return goesOn
    }
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
