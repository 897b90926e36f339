/// Places that a track should come near to, found with few looks.
///
/// Where the nearest of them is far away, nothing is looked for until the device has moved as far.
public struct Vicinity: Sendable {
  private let circles: [(center: EarthVector, radius: Double)]
  /// The way that a place is looked for anew after, metres at least.
  private static let step = 1000.0
  /// Metres.
  public static let reach = 100_000.0

  private var last: EarthVector?
  /// Metres that the device has to move before it can be near to a place.
  private var clearance = 0.0
  /// Whether a fix lay near to a place.
  public private(set) var isReached: Bool
  /// Whether a fix would, were its latitude its longitude.
  public private(set) var isReachedSwapped = false

  /// - Complexity: O(n) for n regions.
  public init(of regions: some Sequence<CircularRegion>) {
    circles = regions.map { (EarthVector($0.center), $0.radius) }
    isReached = circles.isEmpty
  }

  /// Looks from a fix.
  ///
  /// - Complexity: O(1), but O(n) for n regions where the device has come as near as the nearest may be.
  @inline(__always)
  public mutating func look(from place: Coordinate) {
    if !isReached { lookAround(from: place) }
  }

  @inline(never)
  private mutating func lookAround(from place: Coordinate) {
    let here = EarthVector(place)
    if let last, last.squaredChord(to: here) < clearance * clearance { return }
    last = here
    let distance = distance(from: here)
    isReached = distance <= Self.reach
    clearance = max(distance - Self.reach, Self.step)
    if !isReachedSwapped, place.longitude.magnitude <= 90 {
      let swapped = Coordinate(latitude: place.longitude, longitude: place.latitude)
      isReachedSwapped = self.distance(from: EarthVector(swapped)) <= Self.reach
    }
  }

  /// Takes in what was seen of the same places from elsewhere.
  public mutating func formUnion(_ other: Vicinity) {
    isReached = isReached || other.isReached
    isReachedSwapped = isReachedSwapped || other.isReachedSwapped
  }

  /// Metres to the nearest boundary, along the chord.
  private func distance(from here: EarthVector) -> Double {
    var least = Double.infinity
    for circle in circles {
      least = min(least, circle.center.squaredChord(to: here).squareRoot() - circle.radius)
    }
    return least
  }
}
