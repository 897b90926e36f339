/// The smallest circle around points of a plane, with its measures in metres.
///
/// Two or three of the points determine it. The point that lies farthest outside joins them, and
/// those of the up to four that the smallest circle around them needs remain (B. Gärtner, Fast and
/// robust smallest enclosing balls, 1999, calls this the farthest-point rule).
///
/// - Complexity: O(n) for n points in each of hardly more than ten rounds.
struct PlaneCircle {
  struct Point: Hashable {
    var x: Double
    var y: Double

    fileprivate func squaredDistance(to other: Point) -> Double {
      (x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)
    }
  }

  private(set) var center = Point(x: 0, y: 0)
  private(set) var squaredRadius = 0.0

  /// The share of the squared radius by which a point may lie outside, as the digits allow.
  private static let tolerance = 1e-12

  /// Creates the circle around one point or more.
  init(around points: [Point]) {
    guard let first = points.first else { return }
    center = first
    var base = [first]
    while true {
      let center = center
      let farthest = points.max {
        $0.squaredDistance(to: center) < $1.squaredDistance(to: center)
      }
      guard let farthest, !holds(farthest) else { return }
      // Each circle is larger than the one before, but for rounding.
      guard let next = Self.smallest(with: farthest, base),
        next.circle.squaredRadius > squaredRadius
      else { return }
      (self, base) = next
    }
  }

  private func holds(_ point: Point) -> Bool {
    point.squaredDistance(to: center) <= squaredRadius * (1 + Self.tolerance)
  }

  /// Returns the smallest circle around a point on its edge and up to three others, with those that
  /// determine it.
  private static func smallest(with point: Point, _ others: [Point]) -> (
    circle: PlaneCircle, base: [Point]
  )? {
    var best: (circle: PlaneCircle, base: [Point])?
    func attempt(_ circle: PlaneCircle?, _ base: [Point]) {
      guard let circle, circle.squaredRadius < best?.circle.squaredRadius ?? .infinity,
        others.allSatisfy({ circle.holds($0) })
      else { return }
      best = (circle, base)
    }
    for (number, other) in others.enumerated() {
      attempt(PlaneCircle(across: point, other), [point, other])
      for third in others[..<number] {
        attempt(PlaneCircle(through: point, other, third), [point, other, third])
      }
    }
    return best
  }

  /// Creates the circle of which two points are the ends of a diameter.
  private init(across first: Point, _ second: Point) {
    center = Point(x: (first.x + second.x) / 2, y: (first.y + second.y) / 2)
    squaredRadius = max(first.squaredDistance(to: center), second.squaredDistance(to: center))
  }

  /// Creates the circle through three points; `nil` if they lie on a line.
  private init?(through first: Point, _ second: Point, _ third: Point) {
    let (bx, by) = (second.x - first.x, second.y - first.y)
    let (cx, cy) = (third.x - first.x, third.y - first.y)
    let area = 2 * (bx * cy - by * cx)
    let (b, c) = (bx * bx + by * by, cx * cx + cy * cy)
    let (x, y) = ((cy * b - by * c) / area, (bx * c - cx * b) / area)
    guard x.isFinite, y.isFinite else { return nil }
    center = Point(x: first.x + x, y: first.y + y)
    squaredRadius = x * x + y * y
  }
}
