#if !hasFeature(Embedded)
  import Synchronization
#endif

/// A check of whether a track comes near any of the given regions, made at few of its fixes.
///
/// Where the nearest region is far away, no distance is computed until the device has moved that
/// far.
@usableFromInline package struct Vicinity: Sendable {
  private let regions: Regions
  /// The least distance, in metres, between two checks.
  private static let step = 1000.0
  /// The distance in metres within which a fix counts as near a region.
  package static let reach = 100_000.0

  private var last: EarthVector?
  /// The metres that the device has to move before it can be near a region.
  private var clearance = 0.0
  /// True if a fix was near a region.
  @usableFromInline package private(set) var isReached: Bool
  /// True if a fix would be near a region if its latitude and longitude were exchanged.
  package private(set) var isReachedSwapped = false
  @usableFromInline package private(set) var visited = VisitedCells()

  package init(of lists: [CircularRegion]...) {
    regions = Regions(lists)
    isReached = lists.allSatisfy { $0.isEmpty }
  }

  /// Checks the place of a fix, which is valid.
  ///
  /// - Complexity: O(1), but O(n) for n regions where the device has moved so far that it may be
  ///   near one.
  @inlinable @inline(__always)
  package mutating func look(from place: Coordinate) {
    if !isReached { lookAround(from: place) }
  }

  /// Checks the place of a fix, and takes it among those that were visited.
  @inlinable @inline(__always)
  package mutating func visit(_ place: Coordinate) {
    look(from: place)
    visited.add(place)
  }

  @usableFromInline @inline(never)
  mutating func lookAround(from place: Coordinate) {
    let here = EarthVector(place)
    if let last, last.squaredChord(to: here) < clearance * clearance { return }
    if last == nil {
      isReached = regions.isAny(within: Self.reach, of: here)
      if isReached { return }
    }
    last = here
    let distance = regions.distance(from: here)
    isReached = distance <= Self.reach
    clearance = max(distance - Self.reach, Self.step)
    if !isReachedSwapped, place.longitude.magnitude <= 90 {
      let swapped = Coordinate(latitude: place.longitude, longitude: place.latitude)
      isReachedSwapped = regions.distance(from: EarthVector(swapped)) <= Self.reach
    }
  }

  /// The regions, which all copies of a check share.
  private final class Regions: Sendable {
    private let lists: [[CircularRegion]]
    /// The circles of the regions, made for the first fix that is near none of them.
    private let circles = Mutex<[(center: EarthVector, radius: Double)]>([])

    init(_ lists: [[CircularRegion]]) { self.lists = lists }

    /// Returns whether a boundary lies at most some metres away.
    func isAny(within reach: Double, of here: EarthVector) -> Bool {
      lists.joined().contains {
        Self.distance(from: here, EarthVector($0.center), $0.radius) <= reach
      }
    }

    /// Returns the metres to the nearest boundary, along the chord.
    func distance(from here: EarthVector) -> Double {
      let circles = circles.withLock { circles in
        if circles.isEmpty { circles = lists.joined().map { (EarthVector($0.center), $0.radius) } }
        return circles
      }
      var least = Double.infinity
      for circle in circles {
        least = min(least, Self.distance(from: here, circle.center, circle.radius))
      }
      return least
    }

    @inline(__always)
    private static func distance(
      from here: EarthVector, _ center: EarthVector, _ radius: Double
    ) -> Double { center.squaredChord(to: here).squareRoot() - radius }
  }
}
