/// The facts that an audit is asked to find out, and to keep.
package struct Question: Sendable {
  /// The depth to which crossings are explained.
  package enum Depth: Comparable, Sendable {
    case deliveries
    /// The crossings that the rules confirm with unlimited registrations, too.
    case counts
    /// The events that are no crossing of a region, too.
    case events
    /// The causes of the losses, but not the events that are no crossing.
    case causes
    /// The outcome of each crossing, and of a loss its cause and what decided it, too; this costs
    /// memory for each choice of regions.
    case verdicts

    /// True if the events are counted that are no crossing of a region.
    var countsEvents: Bool { self == .events || self == .verdicts }
  }

  /// The crossings that are kept one by one.
  package enum Listing: Hashable, Sendable {
    /// The first so many losses.
    case losses(Int)
    case everything

    var limit: Int {
      switch self {
      case .losses(let limit): limit
      case .everything: .max
      }
    }
  }

  /// The losses of which it is asked what would have delivered them.
  package enum Remedies: Sendable {
    case none
    /// The losses that a short text shows.
    case shown
    case listed
    /// These, and the losses in which interfaces differ; of each also whether it is delivered where
    /// its rule demands the least.
    case everything
  }

  /// The number of strategies, from the first on, that give verdicts.
  package var explained: Int
  /// The depth of the others.
  package var depth: Depth
  /// The number of strategies that count each region and list crossings; `nil` for those that
  /// explain them.
  package var listed: Int?
  package var crossings: Listing
  /// The number of strategies that are compared with each other.
  package var compared: Int
  /// The regions that are asked about; `nil` for all.
  package var regions: Set<RegionNumber>?
  /// The regions of which the first strategy keeps a record; `nil` for all.
  package var recorded: Set<RegionNumber>?
  /// The number of times that the track is played, each time by other draws.
  package var trials: Int
  package var remedies = Remedies.none
  /// True if it is asked what would help.
  package var isAdvised = false

  package init(
    explained: Int = .max, depth: Depth = .causes, listed: Int? = nil,
    crossings: Listing = .everything, comparing compared: Int = 0,
    about regions: Set<RegionNumber>? = nil, recording recorded: Set<RegionNumber>? = [],
    trials: Int = 1
  ) {
    (self.explained, self.depth, self.listed) = (explained, depth, listed)
    (self.crossings, self.regions, self.recorded) = (crossings, regions, recorded)
    (self.compared, self.trials) = (compared, trials)
  }

  func depth(of strategy: StrategyNumber) -> Depth {
    strategy < Number(explained) ? .verdicts : depth
  }

  func lists(_ strategy: StrategyNumber) -> Bool { strategy < Number(listed ?? explained) }

  /// The question of the deliveries of each strategy, by region.
  package static func counts(in trials: Int = 1, comparing compared: Int = 0) -> Question {
    Question(
      explained: 0, depth: .counts, listed: .max, crossings: .losses(0), comparing: compared,
      trials: trials)
  }
}
