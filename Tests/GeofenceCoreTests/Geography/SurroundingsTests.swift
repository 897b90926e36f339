import TestSupport
import Testing

@testable import GeofenceCore

struct SurroundingsTests {
  /// Returns a random place, which is often near a pole or the antimeridian.
  private func place(_ generator: inout SeededGenerator) -> Coordinate {
    let latitude = generator.number(in: 0...1) < 0.3 ? 89.99...90 : -90.0...90
    let longitude = generator.number(in: 0...1) < 0.3 ? 179.99...180 : -180.0...180
    let sign = generator.number(in: 0...1) < 0.5 ? -1.0 : 1
    return Coordinate(
      latitude: generator.number(in: latitude) * sign,
      longitude: generator.number(in: longitude) * -sign)
  }

  @Test func `no place further than the radius is contained, at the poles and anywhere else`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<100_000 {
      let center = place(&generator)
      let vector = EarthVector(center)
      let reach = generator.number(in: 0...1) < 0.5 ? 0.002 : 5.0
      let other = Coordinate(
        latitude: max(-90, min(90, center.latitude + generator.number(in: -reach...reach))),
        longitude: generator.number(in: 0...1) < 0.2
          ? -center.longitude
          : max(-180, min(180, center.longitude + generator.number(in: -reach...reach))))
      let chord = vector.squaredChord(to: EarthVector(other)).squareRoot()
      let surroundings = Surroundings(of: center, vector, within: chord - 1e-6)
      #expect(!surroundings.contains(other), "\(center) to \(other): \(chord)")
    }
  }

  @Test func `a place a little nearer than the radius is contained, away from the poles`() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<10_000 {
      let center = Coordinate(
        latitude: generator.number(in: -70...70), longitude: generator.number(in: -179...179))
      let vector = EarthVector(center)
      let other = Coordinate(
        latitude: center.latitude + generator.number(in: -0.005...0.005),
        longitude: center.longitude + generator.number(in: -0.005...0.005))
      let chord = vector.squaredChord(to: EarthVector(other)).squareRoot()
      #expect(Surroundings(of: center, vector, within: chord * 1.02 + 0.03).contains(other))
    }
  }

  @Test func `without a radius not even the centre is contained`() {
    let center = Coordinate(latitude: 46, longitude: 14)
    for radius in [0, -1, -Double.infinity] {
      #expect(!Surroundings(of: center, EarthVector(center), within: radius).contains(center))
    }
    #expect(!Surroundings.none.contains(Coordinate(latitude: 0, longitude: 0)))
  }

  @Test func `a place that is none is not contained`() {
    let center = Coordinate(latitude: 46, longitude: 14)
    let surroundings = Surroundings(of: center, EarthVector(center), within: .infinity)
    #expect(surroundings.contains(center))
    #expect(!surroundings.contains(Coordinate(latitude: .nan, longitude: 14)))
  }
}
