import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceReport

struct PathSimplifierTests {
  private func path(
    _ fixes: [(second: Int64, metres: Double)], tolerance: Double = 0.5, capacity: Int = 1000
  ) -> TrackPath {
    var simplifier = PathSimplifier(tolerance: tolerance, capacity: capacity)
    for (second, metres) in fixes {
      simplifier.append(Line.place(metres), at: Timestamp(milliseconds: second * 1000))
    }
    return simplifier.path
  }

  private func seconds(_ path: TrackPath) -> [Int64] {
    path.vertices.map { $0.time.milliseconds / 1000 }
  }

  /// The seconds at which gaps end.
  private func gaps(_ path: TrackPath) -> [Int64] {
    path.vertices.filter { $0.endsGap }.map { $0.time.milliseconds / 1000 }
  }

  @Test func `an even drive is its first and its last fix`() {
    let drive = (0...100).map { (second: Int64($0), metres: Double($0) * 10) }
    #expect(seconds(path(drive)) == [0, 100])
  }

  @Test func `a stop on a straight road is kept, as the time is part of the way`() {
    let drive: [(Int64, Double)] = [(0, 0), (10, 100), (20, 200), (80, 200), (90, 300), (100, 400)]
    #expect(seconds(path(drive)) == [0, 20, 80, 100])
  }

  @Test func `a gap is kept with both its ends, and a track as sparse as that has none`() {
    let seconds: [Int64] = [0, 10, 20, 30, 400, 410, 420]
    let drive = seconds.map { (second: $0, metres: Double($0) * 10) }
    #expect(self.seconds(path(drive)) == [0, 30, 400, 420])
    #expect(gaps(path(drive)) == [400])
    let quarters: [Int64] = Array(0...20)
    let sparse = quarters.map { (second: $0 * 900, metres: Double($0) * 10) }
    #expect(self.seconds(path(sparse)) == [0, 18_000])
    // Half a minute is none, however dense the fixes are.
    #expect(self.seconds(path([(0, 0), (1, 10), (2, 20), (32, 320)])) == [0, 32])
  }

  @Test func `gaps in which the device rested go first when there are too many points`() {
    let pairs: [Int64] = Array(0..<200)
    let fixes = pairs.flatMap { pair -> [(second: Int64, metres: Double)] in
      let place: Double = pair < 100 ? 0 : 5000
      return [(pair * 600, place), (pair * 600 + 1, place)]
    }
    #expect(gaps(path(fixes)).count == 199)
    #expect(gaps(path(fixes).thinned(by: 1)) == [60_000])
    #expect(path(fixes, capacity: 50).vertices.count <= 51)
  }

  @Test func `one fix is one point, two places at one time are two`() {
    #expect(seconds(path([(5, 0)])) == [5])
    #expect(seconds(path([(0, 0), (0, 100), (10, 200)])) == [0, 0, 10])
    #expect(seconds(path([(0, 0), (0, 0), (10, 200)])) == [0, 10])
  }

  /// A walk with turns, stops and jumps, at several tolerances and with too little room.
  @Test(arguments: [0.5, 5, 50], [40, 100_000])
  func `no fix is farther from the line at its time than the error`(
    _ tolerance: Double, _ capacity: Int
  ) {
    var random = SeededGenerator(seed: UInt64(tolerance * 10) + UInt64(capacity))
    var (place, heading, time) = (Coordinate(latitude: 46, longitude: 179.999), 0.0, Int64(0))
    var fixes: [(time: Timestamp, place: Coordinate)] = []
    var simplifier = PathSimplifier(tolerance: tolerance, capacity: capacity)
    for number in 0..<2000 {
      heading += random.number(in: -0.3...0.3)
      let speed = number / 100 % 3 == 0 ? 0 : random.number(in: 0...0.0002)
      let jump = number % 700 == 699 ? 0.02 : 0.0
      place.latitude += speed * heading
      place.longitude += speed * (1 - heading * heading / 2) + jump
      if place.longitude > 180 { place.longitude -= 360 }
      time += Int64(random.number(in: 0...5)) * 1000
      fixes.append((Timestamp(milliseconds: time), place))
      simplifier.append(place, at: Timestamp(milliseconds: time))
    }
    let path = simplifier.path
    #expect(path.vertices.count < 2000)
    #expect(path.vertices.count <= capacity + 1)
    for (time, place) in fixes where path.distance(from: place, at: time) > path.error + 1e-3 {
      Issue.record("\(path.distance(from: place, at: time)) m beside the line at \(time)")
    }
  }

  @Test func `thinning keeps the ends and says by how much it may be off`() {
    let drive = (0...100).map { second -> (second: Int64, metres: Double) in
      let sway = second % 2 == 0 ? 3.0 : 0
      return (Int64(second), Double(second) * 10 + sway)
    }
    let fine = path(drive)
    let coarse = fine.thinned(by: 10)
    #expect(fine.vertices.count == 101)
    #expect(seconds(coarse) == [0, 100])
    #expect(coarse.error == 10.5)
  }
}

extension TrackPath {
  /// Metres from `place` to where an even way between the kept points is at `time`; the nearest of
  /// several for one time.
  fileprivate func distance(from place: Coordinate, at time: Timestamp) -> Double {
    let vector = EarthVector(place)
    var least = Double.infinity
    for (from, to) in zip(vertices, vertices.dropFirst()) where from.time <= time && time <= to.time
    {
      let (start, end) = (EarthVector(from.coordinate), EarthVector(to.coordinate))
      let span = (to.time - from.time).seconds
      for share in span > 0 ? [(time - from.time).seconds / span] : [0, 1] {
        let point = EarthVector(
          x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y),
          z: start.z + share * (end.z - start.z))
        least = min(least, vector.squaredChord(to: point))
      }
    }
    return least.squareRoot()
  }
}
