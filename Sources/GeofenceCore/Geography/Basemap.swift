/// Lines and areas of the user's own, to be drawn beneath a map.
///
/// Only the surroundings of the map are kept, in as few points as a screen can show, so that a
/// country's roads take no more room than a town's.
package struct Basemap: Sendable {
  package struct Shape: Hashable, Sendable {
    package let isArea: Bool
    package let places: [Coordinate]
  }

  package private(set) var shapes: [Shape] = []
  private let frame: BasemapFrame
  private let capacity: Int
  private var points = 0
  /// The least distance of neighbouring points, in degrees of latitude.
  package private(set) var tolerance: Double

  /// Creates a basemap without shapes.
  ///
  /// - Parameter capacity: The number of points above which the tolerance is doubled.
  package init(_ frame: BasemapFrame, capacity: Int = 60_000) {
    self.frame = frame
    self.capacity = capacity
    tolerance = frame.height / 4000
  }

  package mutating func append(_ places: [Coordinate], isArea: Bool) {
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

  /// Returns a shape with fewer points.
  ///
  /// - Returns: `nil` for a mere dot, whose two ends would take room at any tolerance.
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
