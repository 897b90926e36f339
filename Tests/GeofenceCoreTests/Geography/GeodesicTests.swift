import GeofenceCore
import TestSupport
import Testing

/// Geodesics, compared with values published with Karney's "Algorithms for geodesics" and
/// GeographicLib.
struct GeodesicTests {
  @Test(
    arguments: [
      (35.60777, -139.44815, -11.17491, -69.95921, 8_935_244.5604818305),
      (55.52454, 106.05087, 77.03196, -162.81766, 4_105_086.1713924406),
      (-21.97856, 142.59065, 41.84138, 98.56635, 8_394_328.894657671),
      (-66.99028, 112.2363, -12.70631, -74.09656, 11_150_344.2312080241),
      (-17.42761, 173.34268, -15.84784, 5.93557, 16_076_603.1631180673),
      (32.84994, 48.28919, -56.28556, -157.70868, 16_727_068.9438164461),
      (6.96833, 52.74123, -7.39675, -153.82709, 17_102_477.2496958388),
      (-50.56724, -16.30485, -33.56571, -94.97412, 6_455_670.5118668696),
      (-10.62672, -32.0898, 5.883, -134.31681, 11_470_869.3864563009),
      (-19.79938, -174.47484, -11.99349, -154.35109, 2_319_004.8601169389),
      (-87.85331, 85.66836, 66.48646, 16.09921, 17_286_615.3147144645),
    ])
  func `long ways are right to a millimetre`(
    _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double,
    _ expected: Double
  ) {
    let way = Geodesic(
      from: Coordinate(latitude: latitude1, longitude: longitude1),
      to: Coordinate(latitude: latitude2, longitude: longitude2))
    #expect(abs(way.distance - expected) < 0.001)
  }

  @Test(
    arguments: [
      (88.202499451857, -88.202499451857, 179.981022032992859592, 20_003_898.214),
      (89.333123580033, -89.333123580032997687, 179.99295812360148422, 20_003_926.881),
      (56.320923501171, -56.320923501171, 179.664747671772880215, 19_993_558.287),
      (52.784459512564, -52.784459512563990912, 179.634407464943777557, 19_991_596.095),
      (48.522876735459, -48.52287673545898293, 179.599720456223079643, 19_989_144.774),
      (0, 0, 179.5, 19_980_861.909),
      (0, 0, 180, 20_003_931.459),
      (90, -90, 0, 20_003_931.459),
    ])
  func `ways to near the antipode are right to a millimetre`(
    _ latitude1: Double, _ latitude2: Double, _ longitude: Double, _ expected: Double
  ) {
    let start = Coordinate(latitude: latitude1, longitude: 0)
    let end = Coordinate(latitude: latitude2, longitude: longitude)
    #expect(abs(Geodesic(from: start, to: end).distance - expected) < 0.001)
    #expect(abs(Geodesic(from: end, to: start).distance - expected) < 0.001)
  }

  @Test func `a few centimetres are measured`() {
    let way = Geodesic(
      from: Coordinate(latitude: 36.493349428792, longitude: 0),
      to: Coordinate(latitude: 36.49334942879201, longitude: 0.0000008))
    #expect(abs(way.distance - 0.072) < 0.0005)
  }

  @Test func `the same place is at distance zero`() {
    for place in [(46.05, 14.5), (0, 180), (90, 12), (-90, -180)] {
      let coordinate = Coordinate(latitude: place.0, longitude: place.1)
      #expect(Geodesic(from: coordinate, to: coordinate).distance == 0)
    }
  }

  @Test func `the antimeridian is no border`() {
    let east = Coordinate(latitude: -16.8, longitude: 179.9995)
    let west = Coordinate(latitude: -16.8, longitude: -179.9995)
    let inland = Geodesic(
      from: Coordinate(latitude: -16.8, longitude: 20),
      to: Coordinate(latitude: -16.8, longitude: 20.001))
    #expect(abs(Geodesic(from: east, to: west).distance - inland.distance) < 1e-6)
    let middle = Geodesic(from: east, to: west).coordinate(at: inland.distance / 2)
    #expect(180 - abs(middle.longitude) < 1e-9)
  }

  @Test func `all longitudes meet at a pole`() {
    let pole = Coordinate(latitude: 90, longitude: 0)
    for longitude in stride(from: -180.0, through: 180, by: 45) {
      let way = Geodesic(from: pole, to: Coordinate(latitude: 90, longitude: longitude))
      #expect(way.distance < 1e-6)
    }
  }

  @Test func `the whole distance along a way is its end`() {
    var generator = SeededGenerator(seed: 7)
    for round in 0..<2000 {
      let start = Coordinate(
        latitude: generator.number(in: -90...90), longitude: generator.number(in: -180...180))
      var end = Coordinate(
        latitude: generator.number(in: -90...90), longitude: generator.number(in: -180...180))
      if round % 2 == 0 {
        // Near the antipode, many paths are nearly the shortest.
        end.latitude = max(-90, min(90, -start.latitude + generator.number(in: -0.5...0.5)))
        end.longitude = start.longitude + (start.longitude > 0 ? -180 : 180)
      }
      let way = Geodesic(from: start, to: end)
      let reached = way.coordinate(at: way.distance)
      #expect(Geodesic(from: reached, to: end).distance < 0.001, "\(start) to \(end)")
    }
  }
}
