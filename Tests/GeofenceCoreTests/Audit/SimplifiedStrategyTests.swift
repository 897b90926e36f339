import GeofenceCore
import TestSupport
import Testing

/// What an app chooses makes no difference where every region has a slot.
@Suite struct SimplifiedStrategyTests {
  @Test(arguments: 0..<20)
  func `choices that change nothing are left out without a difference`(seed: UInt64) throws {
    let drive = try RandomDrive(seed: seed)
    let strategies = drive.strategies.map { settings in
      var settings = settings
      settings.limit = 100
      settings.request.expiration = nil
      return AuditStrategy(settings)
    }
    let simple = strategies.map { $0.simplified(100, Timeline()) }
    #expect(simple.allSatisfy { $0.settings.limit == .max })
    let own = AuditPlan(of: drive.regions, strategies).account(of: drive.fixes).strategies
    let others = AuditPlan(of: drive.regions, simple).account(of: drive.fixes).strategies
    for (own, other) in zip(own, others) {
      #expect(own.crossings == other.crossings)
      #expect(own.efforts == other.efforts)
    }
  }

  @Test func `a choice is kept where a region may have no slot`() throws {
    let strategy = AuditStrategy(Settings())
    #expect(strategy.simplified(21, Timeline()) == strategy)
  }
}
