import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceInputs
@testable import GeofenceTracks

@Suite struct `The smallest circle around places` {
  private static func places(_ pairs: [(Double, Double)]) -> [Coordinate] {
    pairs.map { Coordinate(latitude: $0.0, longitude: $0.1) }
  }

  /// Returns the distance in metres of the farthest place.
  private static func reach(_ center: Coordinate, _ places: [Coordinate]) -> Double {
    places.map { Geodesic(from: center, to: $0).distance }.max() ?? 0
  }

  @Test func `there is none around none, and one place has a radius of 0`() throws {
    #expect(EnclosingCircle(around: []) == nil)
    let place = Coordinate(latitude: 46.05, longitude: 14.5)
    let circle = try #require(EnclosingCircle(around: [place, place]))
    #expect(circle.center == place)
    #expect(circle.radius == 0)
  }

  @Test(
    arguments: [
      ([(0, 14), (0, 14.002)], 0, 14.001),
      // The third place lies within the circle across the others.
      ([(0, 14), (0, 14.002), (0.0005, 14.001)], 0, 14.001),
      // The antimeridian and a pole are places like others.
      ([(0, 179.999), (0, -179.999)], 0, 180),
      ([(89.999, 0), (89.999, 90), (89.999, 180), (89.999, -90)], 90, 0),
    ] as [([(Double, Double)], Double, Double)])
  func `has its centre in the middle`(
    pairs: [(Double, Double)], latitude: Double, longitude: Double
  ) throws {
    let middle = Coordinate(latitude: latitude, longitude: longitude)
    let places = Self.places(pairs)
    let circle = try #require(EnclosingCircle(around: places))
    #expect(Geodesic(from: circle.center, to: middle).distance < 0.002)
    #expect((circle.radius - Self.reach(middle, places)).magnitude < 0.002)
  }

  @Test(arguments: [1e-4, 0.01, 1, 20])
  func `holds all of them, and no step leads to a smaller one`(size: Double) throws {
    var generator = SeededGenerator(seed: 41)
    for round in 0..<60 {
      let (latitude, longitude) = (
        generator.number(in: -60...60), generator.number(in: -180...180)
      )
      let places = (0..<(2 + round % 30)).map { _ in
        Coordinate(
          latitude: latitude + generator.number(in: -size...size),
          longitude: (longitude + generator.number(in: -size...size)).remainder(dividingBy: 360))
      }
      let circle = try #require(EnclosingCircle(around: places))
      let reach = Self.reach(circle.center, places)
      #expect(reach <= circle.radius && circle.radius < reach + 0.002)
      for direction in 0..<16 {
        let (sine, cosine) = sineAndCosine(Double(direction) * .pi / 8)
        for step in [0.02, circle.radius / 1000, circle.radius / 10] {
          let other = Geodesic(
            from: circle.center, towards: .init(sine: sine, cosine: cosine), distance: step
          ).end
          #expect(Self.reach(other, places) > circle.radius - 0.004, "round \(round)")
        }
      }
    }
  }

  @Test func `around a circle of places is that circle, however many there are`() throws {
    let center = Coordinate(latitude: 46.05, longitude: 14.5)
    let places = (0..<5000).map { number in
      let (sine, cosine) = sineAndCosine(Double(number) * 2 * .pi / 5000)
      return Geodesic(from: center, towards: .init(sine: sine, cosine: cosine), distance: 400).end
    }
    let circle = try #require(EnclosingCircle(around: places))
    #expect((circle.radius - 400).magnitude < 0.005)
    #expect(Geodesic(from: circle.center, to: center).distance < 0.005)
  }

  @Test func `holds places all around the Earth`() throws {
    let places = Self.places([(-90, 0), (90, 0), (0, 0), (0, 90), (0, 180), (0, -90)])
    let circle = try #require(EnclosingCircle(around: places))
    #expect(Self.reach(circle.center, places) <= circle.radius)
  }
}
