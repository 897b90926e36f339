import GeofenceCore
import TestSupport
import Testing

struct InterpolatorTests {
  private func interpolated(_ fixes: [Fix], every seconds: Double) -> [Fix] {
    var interpolator = Interpolator(every: Interval(seconds: seconds))
    var result: [Fix] = []
    for fix in fixes {
      _ = interpolator.advance(to: fix) {
        result.append($0)
        return true
      }
    }
    return result
  }

  @Test func `fixes are added evenly along the way`() {
    let fixes = interpolated(
      [Line.fix(second: 0, at: 0), Line.fix(second: 10, at: 1000)], every: 2.5)
    #expect(fixes.map(\.time.milliseconds) == [0, 2500, 5000, 7500, 10_000])
    for (fix, metres) in zip(fixes, [0.0, 250, 500, 750, 1000]) {
      #expect(Geodesic(from: fix.coordinate, to: Line.place(metres)).distance < 0.001)
    }
  }

  @Test func `points no further apart than the interval stay as they are`() {
    let fixes = [
      Line.fix(second: 0, at: 0), Line.fix(second: 0, at: 10), Line.fix(second: 5, at: 20),
    ]
    #expect(interpolated(fixes, every: 5) == fixes)
  }

  @Test func `an added fix is as uncertain as the worse end`() {
    var fixes = [0, 10, 20].map { Line.fix(second: $0, at: Double($0)) }
    fixes[0].horizontalAccuracy = 5
    fixes[1].horizontalAccuracy = 50
    #expect(
      interpolated(fixes, every: 5).map(\.horizontalAccuracy) == [5, 50, 50, 50, nil])
  }

  @Test func `the way leads across the antimeridian, not round the world`() {
    func fix(_ milliseconds: Int64, _ longitude: Double) -> Fix {
      Fix(
        time: Timestamp(milliseconds: milliseconds),
        coordinate: Coordinate(latitude: -17, longitude: longitude))
    }
    let fixes = interpolated([fix(0, 179.99), fix(2000, -179.99)], every: 1)
    #expect(180 - abs(fixes[1].coordinate.longitude) < 1e-6)
  }

  @Test func `it stops when told to`() {
    var interpolator = Interpolator(every: Interval(seconds: 1))
    #expect(interpolator.advance(to: Line.fix(second: 0, at: 0)) { _ in true })
    var seen = 0
    let goesOn = interpolator.advance(to: Line.fix(second: 1_000_000_000, at: 100)) { _ in
      seen += 1
      return seen < 3
    }
    #expect(!goesOn)
    #expect(seen == 3)
    // The next run goes on from the last fix that was passed on.
    #expect(interpolator.last?.time == Line.fix(second: 2, at: 0).time)
  }
}
