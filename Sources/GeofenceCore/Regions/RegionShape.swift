/// The shape that people mean by a region whose circle encloses it: the rings of a polygon.
///
/// The places are projected from the Earth's centre onto a plane beside the circle's (the gnomonic
/// projection), where great ellipses are straight lines: neither the antimeridian nor a pole is a
/// special case. A place is inside where a line from it meets an odd number of edges, so that a ring
/// within another is a hole.
///
/// - Complexity: O(n) for n corners, in every question.
package final class RegionShape: Sendable {
  package let rings: [[Coordinate]]
  private let plane: Plane
  private let edges: [Edge]

  private struct Point {
    let x, y: Double
  }

  private struct Edge {
    let start, end: Point
  }

  /// Creates a shape around a place within it or near it; `nil` where a corner lies more than a
  /// quarter of the way around the Earth from there.
  package init?(rings: [[Coordinate]], around center: Coordinate) {
    let plane = Plane(touching: EarthVector(center))
    var edges: [Edge] = []
    for ring in rings {
      var last: Point?
      for corner in ring + ring.prefix(1) {
        guard let point = plane.point(EarthVector(corner)) else { return nil }
        if let last { edges.append(Edge(start: last, end: point)) }
        last = point
      }
    }
    (self.rings, self.plane, self.edges) = (rings, plane, edges)
  }

  package func contains(_ place: EarthVector) -> Bool {
    plane.point(place).map(contains) ?? false
  }

  private func contains(_ place: Point) -> Bool {
    var isInside = false
    for edge in edges where (edge.start.y > place.y) != (edge.end.y > place.y) {
      let along = (place.y - edge.start.y) / (edge.end.y - edge.start.y)
      if place.x < edge.start.x + along * (edge.end.x - edge.start.x) { isInside.toggle() }
    }
    return isInside
  }

  /// Returns the metres from the nearest edge to a place, negative inside; infinite from the other
  /// side of the Earth.
  package func distance(to place: EarthVector) -> Double {
    guard let place = plane.point(place) else { return .infinity }
    var least = Double.infinity
    for edge in edges {
      let (dx, dy) = (edge.end.x - edge.start.x, edge.end.y - edge.start.y)
      let (px, py) = (place.x - edge.start.x, place.y - edge.start.y)
      let square = dx * dx + dy * dy
      let share = square > 0 ? min(1, max(0, (px * dx + py * dy) / square)) : 0
      let (x, y) = (px - share * dx, py - share * dy)
      least = min(least, x * x + y * y)
    }
    return contains(place) ? -least.squareRoot() : least.squareRoot()
  }

  /// Returns the share, 0…1, of the straight way between two places that lies inside.
  package func share(from start: EarthVector, to end: EarthVector) -> Double {
    guard let start = plane.point(start), let end = plane.point(end) else { return 0 }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    var cuts: [Double] = []
    for edge in edges {
      let (ex, ey) = (edge.end.x - edge.start.x, edge.end.y - edge.start.y)
      let (px, py) = (edge.start.x - start.x, edge.start.y - start.y)
      let turn = dx * ey - dy * ex
      if turn == 0 { continue }
      let (along, across) = ((px * ey - py * ex) / turn, (px * dy - py * dx) / turn)
      if 0 <= across, across < 1, 0 < along, along < 1 { cuts.append(along) }
    }
    cuts.sort()
    var (isInside, last, sum) = (contains(start), 0.0, 0.0)
    for cut in cuts + [1] {
      if isInside { sum += cut - last }
      isInside.toggle()
      last = cut
    }
    return sum
  }

  /// A plane that touches a sphere around the Earth's centre in a place.
  private struct Plane {
    private let up, east, north: EarthVector
    /// The radius of the sphere, metres.
    private let radius: Double

    init(touching place: EarthVector) {
      radius = place.length
      up = place.scaled(by: 1 / radius)
      let across = (up.x * up.x + up.y * up.y).squareRoot()
      east =
        across > 1e-9
        ? EarthVector(x: -up.y / across, y: up.x / across, z: 0) : EarthVector(x: 1, y: 0, z: 0)
      north = EarthVector(
        x: up.y * east.z - up.z * east.y, y: up.z * east.x - up.x * east.z,
        z: up.x * east.y - up.y * east.x)
    }

    func point(_ place: EarthVector) -> Point? {
      let height = place.dot(up)
      guard height > 0.01 * radius else { return nil }
      return Point(
        x: radius * place.dot(east) / height, y: radius * place.dot(north) / height)
    }
  }
}

extension RegionShape: Hashable {
  package static func == (one: RegionShape, other: RegionShape) -> Bool {
    one === other || one.rings == other.rings
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(rings) }
}

extension EarthVector {
  fileprivate var length: Double { dot(self).squareRoot() }

  fileprivate func dot(_ other: EarthVector) -> Double { x * other.x + y * other.y + z * other.z }

  fileprivate func scaled(by factor: Double) -> EarthVector {
    EarthVector(x: x * factor, y: y * factor, z: z * factor)
  }
}

extension CircularRegion {
  /// Returns the metres from the boundary of its shape to a place, negative inside.
  package func distance(to place: Coordinate) -> Double {
    shape?.distance(to: EarthVector(place))
      ?? Geodesic(from: place, to: center).distance - radius
  }
}
