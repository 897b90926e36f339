import Testing

@testable import GeofenceCore

@Suite("A phone's events beside the rules")
struct PhoneComparisonTests {
  private let enter = PhoneComparison.Boundary(device: 0, region: "office", isEnter: true)
  private let exit = PhoneComparison.Boundary(device: 0, region: "office", isEnter: false)

  private func at(_ seconds: Int...) -> [Timestamp] {
    seconds.map { Timestamp(milliseconds: Int64($0) * 1000) }
  }

  @Test("An event belongs to the last crossing of its kind, until five minutes after its stay")
  func joins() {
    let comparison = PhoneComparison(
      [enter: at(1000, 5000), exit: at(2000, 6000)],
      phone: [enter: at(1040, 2250, 2400), exit: at(1800, 6030, 6040)],
      rules: [enter: at(1020), exit: at(2100, 6200)])
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

  @Test("A phone is quicker than the next fix at a later crossing, too")
  func isEarly() {
    func joined(_ exits: Int...) -> [Int64?] {
      let truth = [enter: at(1000, 2300), exit: at(2000, 2360)]
      return PhoneComparison(
        truth, phone: [exit: exits.map { at($0)[0] }], rules: [exit: at(2320)]
      ).crossings.filter { !$0.boundary.isEnter }.flatMap { crossing in
        [crossing.phone, crossing.rules].map { $0.map { $0.milliseconds / 1000 } }
      }
    }
    // The rules' event of 2320 is that of the crossing before: they do not know the next one yet.
    #expect(joined(2020, 2355) == [2020, 2320, 2355, nil])
    #expect(joined(2355) == [nil, 2320, 2355, nil])
    #expect(joined(2020, 2310) == [2020, 2320, 2310, nil])
    #expect(joined(2290, 2365) == [2290, 2320, 2365, nil])
  }

  @Test("A first state outside is of the crossing before it, and none where there is one")
  func states() {
    let comparison = PhoneComparison(
      [enter: at(1000, 5000), exit: at(2000)], phone: [exit: at(2020)], rules: [enter: at(1020)],
      states: [exit: at(10, 2300)])
    #expect(comparison.crossings.map(\.rules) == at(1020, 2300) + [nil])
    #expect(comparison.rulesOnly.isEmpty)
  }

  @Test("What the recording leaves open is in no agreement")
  func undecidable() {
    let comparison = PhoneComparison(
      [enter: at(1000, 5000), exit: at(1010, 6000)], phone: [enter: at(1040, 5010)],
      rules: [enter: at(5020)], undecidable: [enter: Set(at(1000)), exit: Set(at(1010))])
    #expect(comparison.crossings.map(\.isUndecidable) == [true, true, false, false])
    let agreement = comparison.agreement(within: Interval(seconds: 60))
    #expect(agreement.part == 1 && agreement.whole == 1)
  }
}
