import GeofenceCore
import TestSupport
import Testing

struct ChordBoundsTests {
  @Test func `a chord lies between the bounds of its geodesic, near, far and across the Earth`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let start = Coordinate(
        latitude: generator.number(in: -90...90), longitude: generator.number(in: -180...180))
      let reach = generator.number(in: 0...1) < 0.5 ? 180.0 : 0.3
      let end = Coordinate(
        latitude: max(-90, min(90, start.latitude + generator.number(in: -reach...reach))),
        longitude: max(-180, min(180, start.longitude + generator.number(in: -reach...reach))))
      let distance = Geodesic(from: start, to: end).distance
      let chord = EarthVector(start).squaredChord(to: EarthVector(end)).squareRoot()
      let bounds = ChordBounds(distance: distance)
      #expect(bounds.lower < chord && chord < bounds.upper, "\(start) to \(end): \(distance)")
    }
  }

  @Test func `the bounds leave less undecided than the distance is allowed to be off`() {
    for (distance, gap) in [(100.0, 1e-6), (10_000, 0.0002), (100_000, 0.1)] {
      let bounds = ChordBounds(distance: distance)
      #expect(bounds.upper - bounds.lower < gap)
    }
  }
}
