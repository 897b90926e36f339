public import GeofenceCore

/// Lines and areas of the user's own, to be drawn beneath a map.
///
/// Only what lies around the map is kept, in as few points as a screen shows: a country's roads
/// take no more room than a town's.
public struct Basemap: Sendable {
  public struct Shape: Hashable, Sendable {
    /// Whether it is filled.
    public let isArea: Bool
    public let places: [Coordinate]
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
      guard let shape = thinned(Shape(isArea: isArea, places: part)) else { continue }
      shapes.append(shape)
      points += shape.places.count
    }
    while points > capacity { halve() }
  }

  private mutating func halve() {
    tolerance *= 2
    shapes = shapes.compactMap { thinned($0) }
    points = shapes.reduce(0) { $0 + $1.places.count }
  }

  /// - Returns: `nil` for what is but a dot: its ends would stay, however few points are to be kept.
  private func thinned(_ shape: Shape) -> Shape? {
    let places = frame.thin(shape.places, by: tolerance)
    if places.count == 2,
      shape.isArea || !frame.isApart(places[1], from: places[0], by: tolerance)
    {
      return nil
    }
    return Shape(isArea: shape.isArea, places: places)
  }
}
