import GeofenceCore
import GeofenceFormats

/// Something that looks at every fix of one device, and gives an account of it at the end.
protocol DeviceFollower: Sendable {
  associatedtype Account: Sendable

  mutating func advance(to fix: Fix)
  /// - Parameter name: the device's, where there are several.
  func account(named name: String?) -> Account
}

/// Several tracks, every device of which was followed to its end and gave an account.
struct FollowedTracks<Account: Sendable>: Sendable {
  private struct Outcome: Sendable {
    let accounts: [Account]
    let track: TrackLoop.Outcome
  }

  private let outcomes: [Outcome]

  /// Follows the tracks up to the first that fails.
  ///
  /// - Parameter follow: makes what follows a device of a track that begins at a time.
  init<Follower: DeviceFollower>(
    _ tracks: [String], _ options: SimulateOptions, _ scenario: Scenario,
    follow: @escaping @Sendable (Timestamp) -> Follower
  ) where Follower.Account == Account {
    let progress = ProgressLine()
    let output = OrderedOutput(jobs: tracks.count, progress)
    outcomes = Jobs.outcomes(of: TrackInput.inputs(tracks), options, output) { input in
      let loop = TrackLoop(options: options, input: input, output: output, progress: progress)
      var followers = Followers(scenario: scenario, follow: follow)
      let track = loop.run(&followers)
      return (Outcome(accounts: followers.accounts, track: track), track.failure != nil)
    }
    progress?.clear()
  }

  private struct Followers<Follower: DeviceFollower>: TrackFollowers
  where Follower.Account == Account {
    let scenario: Scenario
    let follow: @Sendable (Timestamp) -> Follower
    private var devices: [(name: String?, follower: Follower)] = []

    init(scenario: Scenario, follow: @escaping @Sendable (Timestamp) -> Follower) {
      self.scenario = scenario
      self.follow = follow
    }

    mutating func add(_ column: String?, named name: String?, startingAt start: Timestamp)
      throws(InputError)
    {
      if devices.isEmpty, !scenario.isOrdered { try scenario.check(startingAt: start) }
      devices.append((name, follow(start)))
    }

    mutating func advance(_ device: Int, to fix: Fix) -> Bool {
      devices[device].follower.advance(to: fix)
      return !Interruption.isRequested
    }

    var accounts: [Account] { devices.map { $0.follower.account(named: $0.name) } }
  }

  var accounts: [Account] { outcomes.flatMap(\.accounts) }

  /// Why the last of the tracks broke off, if it did; what was read before counts.
  var failure: InputError? { outcomes.last?.track.failure }

  func input(regions: Int) -> AuditReport.Input {
    var input = AuditReport.Input()
    // A track that could not be opened was not followed.
    input.tracks = outcomes.count { $0.track.failure == nil || !$0.accounts.isEmpty }
    input.regions = regions
    input.devices = outcomes.reduce(0) { $0 + $1.accounts.count }
    input.fixes = outcomes.reduce(0) { $0 + $1.track.fixes }
    input.times = outcomes.compactMap(\.track.times).union
    return input
  }
}
