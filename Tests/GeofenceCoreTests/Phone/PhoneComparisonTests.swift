import Testing

@testable import GeofenceCore

@Suite("A phone's events beside the rules")
struct PhoneComparisonTests {
  private let enter = PhoneComparison.Boundary(device: 0, region: "office", isEnter: true)
  private let exit = PhoneComparison.Boundary(device: 0, region: "office", isEnter: false)

  private func at(_ seconds: Int...) -> [Timestamp] {
    seconds.map { Timestamp(milliseconds: Int64($0) * 1000) }
  }

  private func events(_ seconds: Int..., areStates: Bool = false) -> [PhoneComparison.Delivery] {
    seconds.map { .init(at($0)[0], isState: areStates) }
  }

  @Test("An event belongs to the last crossing of its kind, until five minutes after its stay")
  func joins() {
    let comparison = PhoneComparison(
      [enter: at(1000, 5000), exit: at(2000, 6000)],
      phone: [enter: events(1040, 2250, 2400), exit: events(1800, 6030, 6040)],
      rules: [enter: events(1020), exit: events(2100, 6200)])
    let told = comparison.crossings.map { crossing in
      [crossing.time, crossing.phone, crossing.rules].map { $0.map { $0.milliseconds / 1000 } }
    }
    // The phone's exit of 1800 came 200 s before its crossing; the enter of 2400 is of none.
    #expect(
      told == [[1000, 1040, 1020], [2000, 1800, 2100], [5000, nil, nil], [6000, 6030, 6200]])
    #expect(comparison.phoneOnly.map { $0.time.milliseconds } == [2_400_000])
    #expect(comparison.repeated == 2)
    let agreement = comparison.agreement(within: Interval(seconds: 60))
    #expect(agreement.part == 1 && agreement.whole == 3)
  }

  @Test("An event is not ahead of a crossing behind an event of the other side")
  func isLateThen() {
    let comparison = PhoneComparison(
      [enter: at(60, 210), exit: at(100, 260)],
      phone: [enter: events(140, 230), exit: events(160, 280)], rules: [:])
    #expect(
      comparison.crossings.map { $0.phone.map { $0.milliseconds / 1000 } } == [140, 160, 230, 280])
    #expect(comparison.repeated == 0 && comparison.phoneOnly.isEmpty)
  }

  @Test("A phone is quicker than the next fix at a later crossing, too")
  func isEarly() {
    func joined(_ exits: Int...) -> [Int64?] {
      let truth = [enter: at(1000, 2300), exit: at(2000, 2360)]
      return PhoneComparison(
        truth, phone: [exit: exits.map { .init(at($0)[0]) }],
        rules: [exit: [.init(at(2320)[0], crossedAt: at(2000)[0])]]
      ).crossings.filter { !$0.boundary.isEnter }.flatMap { crossing in
        [crossing.phone, crossing.rules].map { $0.map { $0.milliseconds / 1000 } }
      }
    }
    // The rules' event of 2320 is that of the crossing before, since it says so.
    #expect(joined(2020, 2355) == [2020, 2320, 2355, nil])
    #expect(joined(2355) == [nil, 2320, 2355, nil])
    #expect(joined(2020, 2310) == [2020, 2320, 2310, nil])
    #expect(joined(2290, 2365) == [2290, 2320, 2365, nil])
  }

  @Test func `a state is of the crossing of which the app had received nothing`() {
    let both = [enter: events(1020), exit: events(910, 2300, 2700, areStates: true)]
    let comparison = PhoneComparison(
      [enter: at(1000, 5000), exit: at(1200)], phone: both, rules: both)
    #expect(comparison.crossings.map(\.rules) == at(1020, 2300) + [nil])
    #expect(comparison.crossings.map(\.phone) == comparison.crossings.map(\.rules))
    #expect(comparison.phoneOnly.isEmpty && comparison.rulesOnly.isEmpty)
    #expect(comparison.oldStates.map(\.time) == at(910, 2700))
    // The app was never in it, as far as it knows.
    let missed = PhoneComparison(
      [enter: at(1000), exit: at(1200)], phone: [exit: events(1300, areStates: true)], rules: [:])
    #expect(missed.crossings.allSatisfy { $0.phone == nil } && missed.oldStates.count == 1)
  }

  @Test func `an event is of no crossing that an arrival precedes`() {
    let comparison = PhoneComparison(
      [enter: at(1000), exit: at(1200)], phone: [exit: events(950)], rules: [:])
    #expect(comparison.phoneOnly.map(\.time) == at(950))
  }

  @Test func `events that are handed over together long after a visit are of that visit`() {
    let truth = [enter: at(1000), exit: at(1200)]
    let both = PhoneComparison(
      truth, phone: [enter: events(2000), exit: events(2000)], rules: [:])
    #expect(both.crossings.map(\.phone) == at(2000, 2000) && both.phoneOnly.isEmpty)
    // An event with the time of its crossing has not waited for the app.
    let false2000 = [PhoneComparison.Delivery(at(2010)[0], crossedAt: at(2000)[0])]
    let known = PhoneComparison(truth, phone: [enter: false2000], rules: [enter: false2000])
    #expect(known.crossings.allSatisfy { $0.phone == nil && $0.rules == nil })
  }

  @Test func `an event that waited is of the crossing that it names`() {
    let waiting = [PhoneComparison.Delivery(at(1060)[0], crossedAt: at(1000)[0])]
    let comparison = PhoneComparison(
      [enter: at(1000, 1070), exit: at(1030)], phone: [enter: waiting], rules: [enter: waiting])
    #expect(comparison.crossings.map(\.phone) == at(1060) + [nil, nil])
    #expect(comparison.crossings.map(\.rules) == at(1060) + [nil, nil])
  }

  @Test("What the recording leaves open is in no agreement")
  func undecidable() {
    let comparison = PhoneComparison(
      [enter: at(1000, 5000), exit: at(1010, 6000)], phone: [enter: events(1040, 5010)],
      rules: [enter: events(5020)], undecidable: [enter: Set(at(1000)), exit: Set(at(1010))])
    #expect(comparison.crossings.map(\.isUndecidable) == [true, true, false, false])
    let agreement = comparison.agreement(within: Interval(seconds: 60))
    #expect(agreement.part == 1 && agreement.whole == 1)
  }
}
