/// The past of a device with regard to one region, as far as it says why an event came or did not.
public struct RegionHistory: Hashable, Sendable {
  /// A device and a region, by their numbers.
  public struct Key: Hashable, Sendable {
    public let device: Int32
    public let region: Int32

    public init(device: Int32, region: Int32) {
      (self.device, self.region) = (device, region)
    }
  }

  /// The device's coming to a side of the boundary, by plain geometry.
  public struct Step: Hashable, Sendable {
    /// The first fix on that side.
    public let time: Timestamp
    public let side: Audit.Change.Side
  }

  /// The region's time in the app's set.
  public struct Membership: Hashable, Sendable {
    public let from: Timestamp
    public let until: Timestamp

    /// Whether the region has always been there.
    public var isFromStart: Bool { from == .distantPast }
    /// Whether the region stays there.
    public var isUntilEnd: Bool { until == .distantFuture }

    public func contains(_ time: Timestamp) -> Bool { from <= time && time < until }
  }

  /// In the order of time.
  public internal(set) var memberships: [Membership] = []
  /// In the order of time.
  public internal(set) var steps: [Step] = []
  /// Those that the app wishes to receive, in the order of time, with what became of each.
  public internal(set) var crossings: [AuditedCrossing] = []
  /// The times at which the app started to monitor the region, and stopped.
  public internal(set) var starts: [Timestamp] = []
  public internal(set) var stops: [Timestamp] = []
  /// The nearest fix; `nil` where one lies in the region.
  public internal(set) var approach: Approach?
  /// The state of a region that is far from the track; `nil` for one that is not.
  public internal(set) var distance: Distance?

  /// A region's being far from the track, by the measure of `Vicinity`.
  public struct Distance: Hashable, Sendable {
    /// Whether every other region is as far.
    public let isOfAll: Bool
    /// Whether it, or one of them all, would be near with latitude and longitude swapped.
    public let isReachedSwapped: Bool
  }

  public init() {}

  /// Whether a fix lies in the region.
  public var isVisited: Bool { steps.contains { $0.side == .inside } }

  /// The fixes at which the device was in the region without having crossed its boundary: it was
  /// there when the region was looked at first.
  public var origins: [Timestamp] {
    let entered = Set(crossings.lazy.filter { $0.name == .enter }.map(\.time))
    return steps.filter { $0.side == .inside && !entered.contains($0.time) }.map(\.time)
  }

  /// Whether the app monitored the region at a time.
  public func isMonitored(at time: Timestamp) -> Bool {
    guard let start = starts.last(where: { $0 <= time }) else { return false }
    return !stops.contains { start < $0 && $0 <= time }
  }

  /// The crossing of a kind that began nearest to a time, of those that `isWanted` names.
  ///
  /// - Complexity: O(n) for n crossings of the region.
  public func nearestCrossing(
    _ name: AuditedCrossing.Name, to time: Timestamp,
    where isWanted: (AuditedCrossing) -> Bool = { _ in true }
  ) -> AuditedCrossing? {
    crossings.filter { $0.name == name && isWanted($0) }
      .min { $0.time.distance(to: time) < $1.time.distance(to: time) }
  }
}

extension Timestamp {
  /// The time between this moment and another, whichever is the earlier.
  public func distance(to other: Timestamp) -> Interval { max(self - other, other - self) }
}
