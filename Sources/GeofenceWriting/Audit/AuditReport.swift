import GeofenceBytes
import GeofenceCore

/// A finished audit: what it was of, and what it comes to under each strategy.
package struct AuditReport: Sendable {
  package struct Input: Hashable, Sendable {
    package var tracks = 0
    package var devices = 0
    package var fixes = 0
    package var regions = 0
    package var times: ClosedRange<Timestamp>?
    /// From the first fix to the last of each device, together.
    package var duration = Interval(milliseconds: 0)

    package init() {}
  }

  /// One strategy on every device.
  package struct Strategy: Sendable {
    package let strategy: AuditStrategy
    package var account: StrategyAccount
    fileprivate let duration: Interval

    package var settings: Settings { strategy.settings }
    package var counts: CrossingCounts { account.counts }

    /// Registrations started and stopped in an hour of a device's track; `nil` where none passed.
    package var changesPerHour: Double? {
      duration.milliseconds > 0
        ? Double(account.efforts.tally.changes) / (duration.seconds / 3600) : nil
    }
  }

  package let input: Input
  /// What regions are called, by their numbers.
  package let names: [RegionIdentifier]
  /// What devices are called where there are several, by their numbers.
  package let devices: [String?]
  /// In the order they were asked for.
  package var strategies: [Strategy]
  /// What devices did with regard to each region, by its number.
  package let visits: [Visits]
  /// Of the regions that no device was in: where one came nearest.
  package var approaches: [Int32: Approach] = [:]
  /// What phones see of the way, in words; `nil` where they see every fix as recorded.
  package var positioning: String?
  /// The share of the crossings of each region, by its number, that the app was told of in many trials;
  /// `nil` where there were none, and empty where no trials were made.
  package var told: [Double?] = []
  /// What was tried and is better than the best strategy, the best first; `nil` where nothing was.
  package var advice: [Advice]?

  /// - Parameters:
  ///   - account: of the plan's strategies.
  ///   - devices: what they are called, by their numbers.
  package init(_ input: Input, _ plan: AuditPlan, _ account: AuditAccount, devices: [String?]) {
    self.input = input
    self.devices = devices
    names = plan.names
    visits = account.visits
    strategies = zip(plan.strategies, account.ordered.strategies).map {
      Strategy(strategy: $0, account: $1, duration: input.duration)
    }
  }

  /// The positions of the strategies from the best to the worst: by recall, reach, lateness, effort.
  package var ranking: [Int] {
    strategies.indices.sorted { lhs, rhs in
      strategies[lhs].precedes(strategies[rhs]) ?? (lhs < rhs)
    }
  }

  /// The position of the best strategy.
  package var best: Int { ranking.first ?? 0 }

  /// What a device is called where there are several.
  package func name(ofDevice device: Int32) -> String? {
    devices.indices.contains(Int(device)) ? devices[Int(device)] : nil
  }
}

extension AuditReport.Strategy {
  /// Whether it is better than another; `nil` where both are equally good.
  func precedes(_ other: Self) -> Bool? {
    counts.precedes(
      other.counts, changes: (account.efforts.tally.changes, other.account.efforts.tally.changes))
  }

  /// Whether every figure that is shown is the same.
  func hasFigures(of other: Self) -> Bool {
    precedes(other) == nil && counts.missed == other.counts.missed
      && counts.unconfirmed == other.counts.unconfirmed
      && account.delays.median == other.account.delays.median
      && account.delays.worst == other.account.delays.worst
  }
}

extension Share {
  /// In per cent, rounded to one decimal; 100 only where nothing is missing, and `-` of nothing.
  package var text: String { value?.percent ?? "-" }
}

extension Double {
  /// A share in per cent, rounded to one decimal; 100 only where nothing is missing.
  var percent: String { "\((self < 1 ? min((self * 1000).rounded(), 999) / 10 : 100).plain) %" }
}

extension CrossingCounts {
  /// What of a kind lost how many, in the order of the causes.
  package func losses(to kinds: [LossCause.Kind] = LossCause.Kind.allCases)
    -> [(cause: LossCause, count: Int)]
  {
    LossCause.allCases.filter { kinds.contains($0.kind) && lost(by: $0) > 0 }
      .map { ($0, lost(by: $0)) }
  }
}

extension LossCause.Kind {
  /// What its losses are called.
  package var title: String {
    switch self {
    case .rules: "lost to the rules"
    case .app: "lost to the app"
    case .positioning: "lost to the phone's sight"
    case .circles: "lost to the circles"
    }
  }
}

extension AuditReport.Input {
  /// What it was of, in a line.
  var line: String {
    let times = times.map { ", \($0.lowerBound.rfc3339) to \($0.upperBound.rfc3339)" } ?? ""
    return "audit of \(counted(tracks, "track")), \(counted(devices, "device")), "
      + "\(counted(fixes, "fix", "fixes")), \(counted(regions, "region"))\(times)"
  }
}
