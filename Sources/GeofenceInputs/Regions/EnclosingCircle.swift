import GeofenceCore

/// The smallest circle around some places.
///
/// The places are laid on a plane around a centre, each in its direction and at its distance (the
/// azimuthal equidistant projection), and the centre moves to that of the smallest circle on the
/// plane. It comes to rest where the places on the edge surround it, so that every step away takes
/// it farther from one of them. As distances are convex within a quarter of the way around the
/// Earth, that is the smallest circle on the ellipsoid, too. A circle around places that reach
/// farther holds them all, but there may be a smaller one.
///
/// The corners of a polygon stand for its edges. A geodesic between two places of a circle lies
/// within it, and an edge along a parallel bows out less than the circle does, as long as the radius
/// is below the Earth's divided by the tangent of the latitude.
///
///     EnclosingCircle(around: corners)?.radius  // metres
///
/// - Complexity: O(n) for n places, a few microseconds for each.
struct EnclosingCircle: Hashable, Sendable {
  /// The centre, to 1e-8 degrees: finer digits differ between platforms.
  let center: Coordinate
  /// The radius in metres, rounded up to millimetres.
  let radius: Double

  /// Creates the circle around valid places; `nil` if there is none.
  init?(around places: [Coordinate]) {
    guard let first = places.first else { return nil }
    var view = View(of: places, from: first)
    // Near places need three rounds; the bound is for those all around the Earth.
    for _ in 0..<100 {
      guard let next = view.next(places) else { break }
      view = next
    }
    let rounded = Coordinate(
      latitude: (view.center.latitude * 1e8).rounded() / 1e8,
      longitude: (view.center.longitude * 1e8).rounded() / 1e8)
    center = rounded
    let reach = places.lazy.map { Geodesic(from: rounded, to: $0).distance }.max() ?? 0
    radius = (reach * 1000).rounded(.up) / 1000
  }

  /// The places as seen from a centre.
  private struct View {
    let center: Coordinate
    let points: [PlaneCircle.Point]
    /// The distance in metres of the place that is farthest from the centre.
    let reach: Double

    init(of places: [Coordinate], from center: Coordinate) {
      self.center = center
      var reach = 0.0
      points = places.map { place in
        let path = Geodesic(from: center, to: place)
        reach = max(reach, path.distance)
        return PlaneCircle.Point(
          x: path.distance * path.startAzimuth.sine, y: path.distance * path.startAzimuth.cosine)
      }
      self.reach = reach
    }

    /// Returns the view from a better centre; `nil` if this one is the best to a tenth of a
    /// millimetre.
    func next(_ places: [Coordinate]) -> View? {
      let target = PlaneCircle(around: points).center
      var step = (target.x * target.x + target.y * target.y).squareRoot()
      guard step > 0 else { return nil }
      let azimuth = Geodesic.Azimuth(sine: target.x / step, cosine: target.y / step)
      // Far from the centre the plane distorts: a step that is too long is halved.
      while step > 1e-4 {
        let moved = Geodesic(from: center, towards: azimuth, distance: step).end
        let view = View(of: places, from: moved)
        if view.reach < reach { return view }
        step /= 2
      }
      return nil
    }
  }
}

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
