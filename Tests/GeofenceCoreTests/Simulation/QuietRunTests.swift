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

  @Test func `takes the fixes of its device in its zone, and counts them`() {
    var run = QuietRun(of: 3, in: zone)
    #expect(run.takes(3, time(1), home))
    #expect(run.takes(3, time(99), Coordinate(latitude: 46.005, longitude: 14)))
    #expect(run.count == 2)
    #expect(run.last == time(99))
  }

  @Test func `takes no fix of another device, outside of its zone or after its end`() {
    var run = QuietRun(of: 3, in: zone)
    #expect(!run.takes(2, time(1), home))
    #expect(!run.takes(3, time(1), Coordinate(latitude: 46.02, longitude: 14)))
    #expect(!run.takes(3, time(100), home))
    #expect(run.count == 0)
    var none = QuietRun()
    #expect(!none.takes(-1, time(1), home))
  }

  @Test func `ends after many fixes, so that progress is shown`() {
    var run = QuietRun(of: 0, in: zone)
    for _ in 0..<QuietRun.longest { #expect(run.takes(0, time(1), home)) }
    #expect(!run.takes(0, time(1), home))
    #expect(run.count == QuietRun.longest)
  }
}
