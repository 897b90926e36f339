import GeofenceCore
import GeofenceFormats

/// Several tracks, every device of which was followed to its end and gave an account.
struct FollowedTracks<Account: Sendable>: Sendable {
  private struct Outcome: Sendable {
    let accounts: [Account]
    let fixes: Int
    let times: ClosedRange<Timestamp>?
    let failure: InputError?
  }

  private let outcomes: [Outcome]

  /// Follows the tracks up to the first that fails.
  ///
  /// - Parameters:
  ///   - follow: makes what follows a device of a track that begins at a time.
  ///   - step: shows it a fix.
  ///   - account: what it has to say at the end, given the device's name where there are several.
  init<Follower: Sendable>(
    _ tracks: [String], _ options: SimulateOptions, _ scenario: Scenario,
    follow: @escaping @Sendable (Timestamp) -> Follower,
    step: @escaping @Sendable (inout Follower, Fix) -> Void,
    account: @escaping @Sendable (Follower, String?) -> Account
  ) {
    let progress = ProgressLine()
    let output = OrderedOutput(jobs: tracks.count, progress)
    outcomes = Jobs.outcomes(of: TrackInput.inputs(tracks), options, output) { input in
      let loop = TrackLoop<Follower>(
        options: options, input: input, output: output, progress: progress)
      let outcome = loop.run { _, start throws(InputError) in
        if !scenario.isOrdered { try scenario.check(startingAt: start) }
        return (follow(start), options.interpolation.map { Interpolator(every: $0) })
      } step: { follower, fix, _ in
        step(&follower, fix)
        return !Interruption.isRequested
      }
      let accounts = outcome.devices.map { account($0.follower, $0.name) }
      return (
        Outcome(
          accounts: accounts, fixes: outcome.fixes, times: outcome.times,
          failure: outcome.failure), outcome.failure != nil
      )
    }
    progress?.clear()
  }

  var accounts: [Account] { outcomes.flatMap(\.accounts) }

  /// Why the last of the tracks broke off, if it did; what was read before counts.
  var failure: InputError? { outcomes.last?.failure }

  func input(regions: Int) -> AuditReport.Input {
    var input = AuditReport.Input()
    // A track that could not be opened was not followed.
    input.tracks = outcomes.count { $0.failure == nil || !$0.accounts.isEmpty }
    input.regions = regions
    input.devices = outcomes.reduce(0) { $0 + $1.accounts.count }
    input.fixes = outcomes.reduce(0) { $0 + $1.fixes }
    input.times = outcomes.compactMap(\.times).union
    return input
  }
}
