import Testing

@testable import GeofenceCore

@Suite struct `The shape of a region` {
  /// Places at which maps have seams, and one without.
  private static let centers = [
    Coordinate(latitude: 46.05, longitude: 14.5), Coordinate(latitude: 0, longitude: 180),
    Coordinate(latitude: -16, longitude: -179.9999), Coordinate(latitude: 90, longitude: 0),
    Coordinate(latitude: -89.9999, longitude: 77),
  ]

  /// Returns the place some metres to the east and north of another, by great circles.
  private static func place(_ center: Coordinate, _ east: Double, _ north: Double) -> Coordinate {
    let up = EarthVector(center)
    let length = (up.x * up.x + up.y * up.y + up.z * up.z).squareRoot()
    let (latitude, longitude) = (center.latitude.radians, center.longitude.radians)
    let (sinLat, cosLat) = sineAndCosine(latitude)
    let (sinLon, cosLon) = sineAndCosine(longitude)
    let vector = EarthVector(
      x: up.x - sinLon * east - sinLat * cosLon * north,
      y: up.y + cosLon * east - sinLat * sinLon * north, z: up.z + cosLat * north)
    let across = (vector.x * vector.x + vector.y * vector.y).squareRoot()
    // The geodetic latitude of the direction from the Earth's centre.
    return Coordinate(
      latitude: arcTangent(vector.z / (1 - Ellipsoid.e2), over: across).degrees,
      longitude: length > 0 ? vector.longitude : 0)
  }

  private static func shape(_ rings: [[(Double, Double)]], at center: Coordinate) throws
    -> RegionShape
  {
    try #require(
      RegionShape(rings: rings.map { $0.map { place(center, $0, $1) } }, around: center))
  }

  private static let square = [(-50.0, -50.0), (50, -50), (50, 50), (-50, 50)]

  @Test(arguments: centers)
  func `is the same at every place of the Earth, holes and parts included`(_ center: Coordinate)
    throws
  {
    let hole = [(-20.0, -20.0), (20, -20), (20, 20), (-20, 20)]
    let part = [(200.0, 0.0), (260, 0), (230, 60)]
    let shape = try Self.shape([Self.square, hole, part], at: center)
    let inside = [(40.0, 0.0), (-40, -40), (0, 30), (230, 20)]
    let outside = [(0.0, 0.0), (19, -19), (60, 0), (0, -51), (150, 10), (-230, 20), (4000, 0)]
    for (east, north) in inside {
      #expect(shape.contains(EarthVector(Self.place(center, east, north))), "\(east), \(north)")
    }
    for (east, north) in outside {
      #expect(!shape.contains(EarthVector(Self.place(center, east, north))), "\(east), \(north)")
    }
    let antipode = Coordinate(
      latitude: -center.latitude, longitude: (center.longitude + 180).remainder(dividingBy: 360))
    #expect(!shape.contains(EarthVector(antipode)))
    #expect(shape.distance(to: EarthVector(antipode)) == .infinity)
  }

  @Test(arguments: centers)
  func `lies some metres away, and holds a share of a way`(_ center: Coordinate) throws {
    let shape = try Self.shape([Self.square], at: center)
    func vector(_ east: Double, _ north: Double) -> EarthVector {
      EarthVector(Self.place(center, east, north))
    }
    #expect(abs(shape.distance(to: vector(0, 80)) - 30) < 0.01)
    #expect(abs(shape.distance(to: vector(80, 90)) - 50) < 0.01)
    #expect(abs(shape.distance(to: vector(0, 20)) + 30) < 0.01)
    #expect(abs(shape.share(from: vector(-100, 0), to: vector(100, 0)) - 0.5) < 1e-4)
    #expect(abs(shape.share(from: vector(0, 0), to: vector(0, 100)) - 0.5) < 1e-4)
    #expect(shape.share(from: vector(-100, 60), to: vector(100, 60)) == 0)
    #expect(shape.share(from: vector(-20, -20), to: vector(20, 20)) == 1)
  }

  @Test func `has no corner on the other side of the Earth`() {
    let rings = [[(0.0, 0.0), (0, 90), (0, 180)].map { Coordinate(latitude: $0, longitude: $1) }]
    #expect(RegionShape(rings: rings, around: Coordinate(latitude: 0, longitude: 0)) == nil)
  }

  @Test func `equals one of the same corners`() throws {
    let center = Self.centers[0]
    let (one, other) = try (
      Self.shape([Self.square], at: center), Self.shape([Self.square], at: center)
    )
    let larger = try Self.shape([Self.square + [(0, 70)]], at: center)
    #expect(one == other && one.hashValue == other.hashValue && one != larger)
  }
}
