import GeofenceCore
import Testing

/// Which events fire an alarm.
struct AlarmStateTests {
  private func enter(_ region: RegionIdentifier, second: Int64) -> Event {
    let time = Timestamp(milliseconds: second * 1000)
    let report = CrossingReport(
      name: .enter, region: region, distance: -10, crossedAt: time, isInitial: false)
    return Event(
      time: time, coordinate: Coordinate(latitude: 0, longitude: 0), kind: .crossing(report))
  }

  private let alarm = AlarmPlan.Alarm(
    regions: ["a", "b"], due: Timestamp(milliseconds: 60_000))

  @Test func `an alarm fires once at any of its places, which are then no longer needed`() {
    var desk = AlarmState(AlarmPlan([alarm]))
    #expect(desk.judge(enter("other", second: 0)) == .pass(retiring: []))
    #expect(desk.judge(enter("b", second: 10)) == .pass(retiring: ["a", "b"]))
    #expect(desk.judge(enter("a", second: 20)) == .silence)
  }

  @Test func `an alarm that has fired before stays silent`() {
    var before = AlarmState(AlarmPlan([alarm]))
    #expect(before.fired.isEmpty)
    _ = before.judge(enter("b", second: 10))
    var desk = AlarmState(AlarmPlan([alarm]), fired: before.fired)
    #expect(desk.judge(enter("a", second: 20)) == .silence)
  }

  @Test func `a repeating alarm keeps its places`() {
    var desk = AlarmState(AlarmPlan([alarm], repeats: true))
    for second in [Int64(10), 20] {
      #expect(desk.judge(enter("a", second: second)) == .pass(retiring: []))
    }
  }

  @Test func `a gated alarm is silent before it is due, and fires at that moment`() {
    var desk = AlarmState(AlarmPlan([alarm], waitsUntilDue: true))
    #expect(desk.judge(enter("a", second: 59)) == .silence)
    #expect(desk.judge(enter("a", second: 60)) == .pass(retiring: ["a", "b"]))
  }
}
