import TestSupport
import Testing

@testable import GeofenceCore

/// The share of a fix's circle of accuracy that lies within a region, and what it decides.
struct OverlapTests {
  /// The share of points, spread evenly over the fix's circle, that lie within the region.
  private func sampled(_ distance: Double, _ radius: Double, _ accuracy: Double) -> Double {
    let side = 400
    var (inside, all) = (0, 0)
    for row in 0..<side {
      for column in 0..<side {
        let x = (Double(column) + 0.5) / Double(side) * 2 - 1
        let y = (Double(row) + 0.5) / Double(side) * 2 - 1
        guard x * x + y * y <= 1 else { continue }
        all += 1
        let (east, north) = (distance + x * accuracy, y * accuracy)
        if east * east + north * north <= radius * radius { inside += 1 }
      }
    }
    return Double(inside) / Double(all)
  }

  @Test func `the share is the area that two circles have in common`() {
    var random = SeededGenerator(seed: 39)
    for _ in 0..<60 {
      let radius = random.number(in: 20...2000)
      let accuracy = random.number(in: 5...3000)
      let distance = random.number(in: 0...1.1) * (radius + accuracy)
      let share = Overlap.share(distance: distance, radius: radius, accuracy: accuracy)
      let expected = sampled(distance, radius, accuracy)
      #expect(abs(share - expected) < 0.005, "\(distance) \(radius) \(accuracy)")
    }
  }

  @Test func `a circle wholly inside, outside or around has its share to the last bit`() {
    #expect(Overlap.share(distance: 50, radius: 100, accuracy: 50) == 1)
    #expect(Overlap.share(distance: 150, radius: 100, accuracy: 50) == 0)
    #expect(Overlap.share(distance: 0, radius: 100, accuracy: 400) == 0.0625)
    #expect(Overlap.share(distance: 300, radius: 100, accuracy: 400) == 0.0625)
  }

  @Test func `a circle that is small beside the region has half of it inside at the boundary`() {
    for radius in [1e3, 1e5, 1e7] {
      let share = Overlap.share(distance: radius, radius: radius, accuracy: 5)
      // A boundary that bends takes a little of the half: 1/(3π) of the ratio of the radii.
      #expect(abs(share - (0.5 - 5 / radius / (3 * .pi))) < 1e-6, "\(radius)")
    }
  }

  @Test func `the share falls as the fix goes away, without a step`() {
    var last = 1.0
    for distance in stride(from: 0.0, through: 300, by: 0.25) {
      let share = Overlap.share(distance: distance, radius: 150, accuracy: 100)
      #expect(share <= last + 1e-12 && last - share < 0.005, "\(distance)")
      last = share
    }
    #expect(last == 0)
  }

  @Test func `the shares themselves decide, what lies between does not`() {
    let overlap = Overlap(inside: 0.75, outside: 0.25)
    #expect(overlap.side(ofShare: 0.75) == .satisfied)
    #expect(overlap.side(ofShare: 0.25) == .unsatisfied)
    #expect(overlap.side(ofShare: 0.5) == .unknown)
  }
}
