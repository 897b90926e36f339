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
package struct EnclosingCircle: Hashable, Sendable {
  /// The centre, to 1e-8 degrees: finer digits differ between platforms.
  package let center: Coordinate
  /// The radius in metres, rounded up to millimetres.
  package let radius: Double

  /// Creates the circle around valid places; `nil` if there is none.
  package init?(around places: [Coordinate]) {
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
}

extension EnclosingCircle {
  /// The places as seen from a centre.
  private struct View {
    let center: Coordinate
    /// The places on the plane around the centre.
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
