import TestSupport
import Testing

@testable import GeofenceCore

@Suite struct `A run of quiet fixes` {
  private let home = Coordinate(latitude: 46, longitude: 14)
  /// A zone of a kilometre around home, up to 100 s.
  private var zone: QuietZone {
    QuietZone(
      from: home, EarthVector(home),
      QuietZone.Allowance(distance: 1000, end: Timestamp(milliseconds: 100_000)))
  }

  private func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

  @Test func `has the fixes of its device in its zone, and counts them`() {
    var run = QuietRun(of: 3, in: zone)
    #expect(run.covers(3, time(1), home))
    #expect(run.covers(3, time(99), Coordinate(latitude: 46.005, longitude: 14)))
    run.count(time(1))
    run.count(time(99))
    #expect(run.count == 2)
    #expect(run.last == time(99))
  }

  @Test func `has no fix of another device, outside of its zone or after its end`() {
    let run = QuietRun(of: 3, in: zone)
    #expect(!run.covers(2, time(1), home))
    #expect(!run.covers(3, time(1), Coordinate(latitude: 46.02, longitude: 14)))
    #expect(!run.covers(3, time(1), Coordinate(latitude: .nan, longitude: 14)))
    #expect(!run.covers(3, time(100), home))
    #expect(!QuietRun().covers(-1, time(1), home))
  }

  @Test func `has exactly the fixes that its zone has`() {
    var generator = SeededGenerator(seed: 12)
    var (inside, all) = (0, 0)
    for _ in 0..<100 {
      let center = Coordinate(
        latitude: generator.number(in: -89...89), longitude: generator.number(in: -180...180))
      let distance = generator.number(in: 0...3000)
      let zone = QuietZone(
        from: center, EarthVector(center),
        QuietZone.Allowance(distance: distance, end: Timestamp(milliseconds: 100_000)))
      let run = QuietRun(of: 0, in: zone)
      for _ in 0..<100 {
        let place = Coordinate(
          latitude: center.latitude + generator.number(in: -0.02...0.02),
          longitude: center.longitude + generator.number(in: -0.03...0.03))
        let time = Timestamp(milliseconds: Int64(generator.number(in: 0...110_000)))
        #expect(run.covers(0, time, place) == zone.covers(time, place))
        inside += zone.covers(time, place) ? 1 : 0
        all += 1
      }
    }
    #expect(inside > all / 10 && inside < all * 9 / 10)
  }

  @Test func `ends after many fixes, so that progress is shown`() {
    var run = QuietRun(of: 0, in: zone)
    for _ in 1..<QuietRun.longest { run.count(time(1)) }
    #expect(run.covers(0, time(1), home))
    run.count(time(1))
    #expect(!run.covers(0, time(1), home))
  }
}
