import Testing

@testable import GeofenceCore

/// The crossings that fire an alarm.
struct AlarmStateTests {
  private let alarm = AlarmPlan.Alarm(
    regions: ["a", "b"], due: Timestamp(milliseconds: 60_000))

  private func judge(
    _ state: inout AlarmState, _ region: RegionIdentifier, second: Int64, _ plan: AlarmPlan
  ) -> AlarmState.Answer {
    state.judge(region, at: Timestamp(milliseconds: second * 1000), plan)
  }

  @Test func `an alarm fires once at any of its places, which are then no longer needed`() {
    let plan = AlarmPlan([alarm])
    var state = AlarmState()
    #expect(judge(&state, "other", second: 0, plan) == .pass(removing: []))
    #expect(judge(&state, "b", second: 10, plan) == .pass(removing: ["a", "b"]))
    #expect(judge(&state, "a", second: 20, plan) == .silence)
  }

  @Test func `an alarm that has fired before stays silent`() {
    let plan = AlarmPlan([alarm])
    var before = AlarmState()
    #expect(before.fired.isEmpty)
    _ = judge(&before, "b", second: 10, plan)
    var state = AlarmState(fired: before.fired)
    #expect(judge(&state, "a", second: 20, plan) == .silence)
  }

  @Test func `a repeating alarm keeps its places`() {
    let plan = AlarmPlan([alarm], repeats: true)
    var state = AlarmState()
    for second in [Int64(10), 20] {
      #expect(judge(&state, "a", second: second, plan) == .pass(removing: []))
    }
  }

  @Test func `a gated alarm is silent before it is due, and fires at that moment`() {
    let plan = AlarmPlan([alarm], waitsUntilDue: true)
    var state = AlarmState()
    #expect(judge(&state, "a", second: 59, plan) == .silence)
    #expect(judge(&state, "a", second: 60, plan) == .pass(removing: ["a", "b"]))
  }
}
