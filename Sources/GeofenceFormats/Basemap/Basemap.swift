public import GeofenceCore

/// Lines and areas of the user's own, to be drawn beneath a map.
///
/// Only what lies around the map is kept, in as few points as a screen shows: a country's roads
/// take no more room than a town's.
public struct Basemap: Sendable {
  public struct Shape: Hashable, Sendable {
    /// Whether it is filled.
    public let isArea: Bool
    public internal(set) var places: [Coordinate]
  }

  public private(set) var shapes: [Shape] = []
  private let frame: BasemapFrame
  private let capacity: Int
  private var points = 0
  /// Degrees of latitude between points that are told apart.
  private(set) var tolerance: Double

  /// - Parameter capacity: how many points are kept before the tolerance doubles.
  init(_ frame: BasemapFrame, capacity: Int = 60_000) {
    self.frame = frame
    self.capacity = capacity
    tolerance = frame.height / 4000
  }

  /// Keeps what is in the frame of a line, or of the ring around an area.
  mutating func append(_ places: [Coordinate], isArea: Bool) {
    for part in frame.clip(places, isArea: isArea) {
      let thin = frame.thin(part, by: tolerance)
      guard thin.count > (isArea ? 2 : 1) else { continue }
      shapes.append(Shape(isArea: isArea, places: thin))
      points += thin.count
    }
    while points > capacity { halve() }
  }

  private mutating func halve() {
    tolerance *= 2
    for index in shapes.indices {
      shapes[index].places = frame.thin(shapes[index].places, by: tolerance)
    }
    shapes.removeAll { $0.places.count <= ($0.isArea ? 2 : 1) }
    points = shapes.reduce(0) { $0 + $1.places.count }
  }
}
