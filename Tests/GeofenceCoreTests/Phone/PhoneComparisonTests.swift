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
