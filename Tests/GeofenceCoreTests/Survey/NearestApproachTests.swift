import TestSupport
import Testing

@testable import GeofenceCore

@Suite struct `The nearest approach` {
  @Test(arguments: 1...40)
  func `is that of every fix held against every region`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func place() -> Coordinate {
      Coordinate(
        latitude: .random(in: 45...46, using: &random),
        longitude: .random(in: 14...15, using: &random))
    }
    let regions = (0..<Int.random(in: 1...60, using: &random)).map { number in
      CircularRegion(
        identifier: RegionIdentifier("r\(number)"), center: place(),
        radius: .random(in: 50...5000, using: &random))
    }
    var here = place()
    var approach = NearestApproach(to: regions)
    var least = Double.infinity
    for second in 0..<500 {
      // Small steps, and now and then another device.
      here =
        Int.random(in: 0..<20, using: &random) == 0
        ? place()
        : Coordinate(
          latitude: here.latitude + .random(in: -0.01...0.01, using: &random),
          longitude: here.longitude + .random(in: -0.01...0.01, using: &random))
      approach.look(
        from: Fix(time: Timestamp(milliseconds: Int64(second) * 1000), coordinate: here))
      let chord = regions.map {
        EarthVector($0.center).squaredChord(to: EarthVector(here)).squareRoot() - $0.radius
      }.min()
      least = min(least, chord ?? .infinity)
    }
    #expect(abs((approach.found?.distance ?? 0) - least) < 0.1)
  }

  @Test func `to no region is none`() {
    var approach = NearestApproach(to: [])
    let goesOn = approach.look(from: Line.fix(second: 0, at: 0))
    #expect(!goesOn)
    #expect(approach.found == nil)
  }
}
