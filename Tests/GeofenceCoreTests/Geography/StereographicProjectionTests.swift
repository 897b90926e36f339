import GeofenceCore
import TestSupport
import Testing

struct StereographicProjectionTests {
  private static let centers = [
    Coordinate(latitude: 46.05, longitude: 14.5), Coordinate(latitude: -16.8, longitude: 179.99),
    Coordinate(latitude: 78.22, longitude: 15.65), Coordinate(latitude: 89.9, longitude: 0),
    Coordinate(latitude: -90, longitude: 0), Coordinate(latitude: 0, longitude: -180),
  ]

  @Test(arguments: centers)
  func `the plane near the centre is as long as the ground`(_ center: Coordinate) {
    let projection = StereographicProjection(around: center)
    for end in around(center, at: 1000) {
      let point = projection.project(end)
      let distance = (point.x * point.x + point.y * point.y).squareRoot()
      #expect(abs(distance - 1000) < 0.01)
    }
  }

  @Test(arguments: centers)
  func `a place comes back from the plane`(_ center: Coordinate) {
    let projection = StereographicProjection(around: center)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let point = StereographicProjection.Point(
        x: random.number(in: -3_000_000...3_000_000), y: random.number(in: -3_000_000...3_000_000))
      let back = projection.project(projection.unproject(point))
      #expect(abs(back.x - point.x) < 0.001 && abs(back.y - point.y) < 0.001)
    }
  }

  /// The tolerance is half a pixel of a circle that is a thousand pixels wide.
  @Test(arguments: centers, [100.0, 5000, 100_000])
  func `a circle on the ground is a circle on the plane`(_ center: Coordinate, _ radius: Double)
    throws
  {
    let projection = StereographicProjection(around: center)
    for middle in around(center, at: 40_000) + around(center, at: 900_000) {
      let circle = try #require(projection.project(circleAround: middle, radius: radius))
      for place in around(middle, at: radius) {
        let point = projection.project(place)
        let (dx, dy) = (point.x - circle.center.x, point.y - circle.center.y)
        #expect(abs((dx * dx + dy * dy).squareRoot() - circle.radius) < radius / 1000)
      }
    }
  }

  @Test func `neighbours on both sides of the antimeridian are neighbours on the plane`() {
    let projection = StereographicProjection(around: Coordinate(latitude: 0, longitude: 179.999))
    let east = projection.project(Coordinate(latitude: 0, longitude: 179.9995))
    let west = projection.project(Coordinate(latitude: 0, longitude: -179.9995))
    #expect(abs(west.x - east.x - 111.3) < 0.1)
  }

  @Test func `what lies around the opposite point has no circle`() {
    let projection = StereographicProjection(around: Coordinate(latitude: 10, longitude: 20))
    #expect(
      projection.project(circleAround: Coordinate(latitude: -10, longitude: -160), radius: 100)
        == nil)
  }

  /// Returns places at a distance in metres from `center`, all around it.
  private func around(_ center: Coordinate, at distance: Double) -> [Coordinate] {
    let targets = [
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -89, longitude: 30),
      Coordinate(latitude: 20, longitude: center.longitude > 0 ? center.longitude - 90 : 90),
      Coordinate(latitude: -20, longitude: center.longitude > 0 ? -90 : center.longitude + 90),
      Coordinate(latitude: 30, longitude: center.longitude > 0 ? center.longitude - 150 : 150),
    ]
    return targets.filter { Geodesic(from: center, to: $0).distance > 1000 }
      .map { Geodesic(from: center, to: $0).coordinate(at: distance) }
  }
}
