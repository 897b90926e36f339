import GeofenceCore
import TestSupport
import Testing

@Suite struct `The vicinity of regions` {
  private static func region(_ latitude: Double, _ longitude: Double) -> CircularRegion {
    CircularRegion(
      identifier: "r", center: Coordinate(latitude: latitude, longitude: longitude), radius: 1000)
  }

  @Test func `is reached within a hundred kilometres of an edge`() {
    // A degree of latitude is about 111 km.
    for (latitude, isReached) in [(46.0, true), (46.9, true), (46.92, false), (48, false)] {
      var vicinity = Vicinity(of: [Self.region(46, 14)])
      vicinity.look(from: Coordinate(latitude: latitude, longitude: 14))
      #expect(vicinity.isReached == isReached)
    }
  }

  @Test func `is found by the few looks that are taken`() {
    var vicinity = Vicinity(of: [Self.region(46, 14)])
    for step in stride(from: 60.0, through: 46.5, by: -0.001) {
      vicinity.look(from: Coordinate(latitude: step, longitude: 14))
    }
    #expect(vicinity.isReached)
  }

  @Test func `tells coordinates that are swapped`() {
    var vicinity = Vicinity(of: [Self.region(46, 14)])
    vicinity.look(from: Coordinate(latitude: 14.2, longitude: 46.1))
    #expect(!vicinity.isReached && vicinity.isReachedSwapped)
  }

  @Test(arguments: [
    (46.05, 14.5), (-46.95, -14.05), (0, 0), (90, 180), (-90, -180), (-0.001, 179.999),
  ])
  func `knows circles in which all fixes lie`(_ latitude: Double, _ longitude: Double) throws {
    var vicinity = Vicinity(of: [Self.region(46, 14)])
    let place = Coordinate(latitude: latitude, longitude: longitude)
    for _ in 0..<3 { vicinity.visit(place) }
    var visited = VisitedCells()
    visited.formUnion(vicinity.visited)
    let circles = visited.circles
    #expect(circles.count == 1)
    let chord = circles[0].center.squaredChord(to: EarthVector(place)).squareRoot()
    #expect(chord <= circles[0].radius)
  }

  @Test func `of no region is everywhere`() {
    #expect(Vicinity(of: []).isReached)
  }
}
