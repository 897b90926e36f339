import GeofenceCore
import GeofenceFormats

/// Something that looks at every fix of a device and gives an account of it at the end.
protocol TrackFollower: Sendable {
  associatedtype Account: Sendable

  mutating func advance(to fix: Fix)
  /// - Parameter name: the device's, where there are several.
  func account(named name: String?) -> Account
}

extension Audit: TrackFollower {
  func account(named name: String?) -> (name: String?, outcomes: [AuditOutcome]) {
    (name, outcomes)
  }
}

/// One track, followed device by device.
struct AuditedTrack<Follower: TrackFollower>: Sendable {
  let options: SimulateOptions
  let progress: ProgressLine?
  let path: String
  let number: Int
  /// What its device is called where the track itself names none.
  let name: String?
  let follower: @Sendable () -> Follower

  /// What has become of a track.
  struct Outcome: Sendable {
    var accounts: [Follower.Account] = []
    var fixes = 0
    var times: ClosedRange<Timestamp>?
    var failure: InputError?
  }

  private struct Device {
    let name: String?
    var follower: Follower
    var interpolator: Interpolator?

    /// Shows the follower `fix` and those interpolated before it, and calls `counted` for each.
    mutating func advance(to fix: Fix, counted: () -> Void) {
      guard var interpolator else {
        counted()
        follower.advance(to: fix)
        return
      }
      _ = interpolator.advance(to: fix) { fix in
        counted()
        follower.advance(to: fix)
        return true
      }
      self.interpolator = interpolator
    }
  }

  func run(printingTo output: OrderedOutput) -> Outcome {
    var reader = TrackReader(
      path: path, options: options.track,
      warn: { output.note($0.rendered(severity: "warning"), from: number) },
      interrupted: { Interruption.isRequested })
    var outcome = Outcome()
    var devices: [Device] = []
    var fixes = 0
    var times: ClosedRange<Timestamp>?
    var meter = FixMeter(progress, track: path)
    do {
      try reader.read { _, device in
        devices.append(
          Device(
            name: device ?? name, follower: follower(),
            interpolator: options.interpolation.map { Interpolator(every: $0) }))
      } _: { fix, device in
        meter.count(fix)
        let (first, last) = (times?.lowerBound ?? fix.time, times?.upperBound ?? fix.time)
        times = min(first, fix.time)...max(last, fix.time)
        devices[device].advance(to: fix) { fixes += 1 }
        return !Interruption.isRequested
      }
    } catch {
      outcome.failure = error
    }
    outcome.accounts = devices.map { $0.follower.account(named: $0.name) }
    (outcome.fixes, outcome.times) = (fixes, times)
    for remark in reader.report.remarks { output.note(remark.description, from: number) }
    return outcome
  }
}

/// Several tracks, every device of which was followed.
struct AuditedTracks<Follower: TrackFollower>: Sendable {
  private let outcomes: [AuditedTrack<Follower>.Outcome]

  /// Follows the tracks up to the first that fails.
  init(
    _ tracks: [String], _ options: SimulateOptions, follower: @escaping @Sendable () -> Follower
  ) {
    let progress = ProgressLine()
    let output = OrderedOutput(jobs: tracks.count, progress)
    let names = tracks.trackNames
    outcomes = Jobs.outcomes(of: tracks, options, output) { number in
      let track = AuditedTrack(
        options: options, progress: progress, path: tracks[number], number: number,
        name: names[number], follower: follower)
      let outcome = track.run(printingTo: output)
      return (outcome, outcome.failure != nil)
    }
    progress?.clear()
  }

  var accounts: [Follower.Account] { outcomes.flatMap(\.accounts) }

  /// Why the last of the tracks broke off, if it did; what was read before counts.
  var failure: InputError? { outcomes.last?.failure }

  func input(regions: Int) -> AuditReport.Input {
    var input = AuditReport.Input()
    // A track that could not be opened was not followed.
    input.tracks = outcomes.count { $0.failure == nil || !$0.accounts.isEmpty }
    input.regions = regions
    for outcome in outcomes {
      input.devices += outcome.accounts.count
      input.fixes += outcome.fixes
      guard let times = outcome.times else { continue }
      let (first, last) = (input.times?.lowerBound, input.times?.upperBound)
      input.times =
        min(
          first ?? times.lowerBound, times.lowerBound)...max(
          last ?? times.upperBound, times.upperBound)
    }
    return input
  }
}
