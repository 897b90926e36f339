import Testing

@testable import GeofenceCore

/// The order in which a location system acts at a fix.
struct FixPhaseTests {
  private static let owner = ConditionOwner(.clMonitor)

  private func notice(_ name: String) -> PendingNotice {
    .unmonitored(ConditionID(RegionIdentifier(name), of: Self.owner), .accuracyLimited)
  }

  /// Returns the actions that are left, the notices by their names, and performs them.
  private func actions(_ phase: inout FixPhase) -> [String] {
    var names: [String] = []
    while let action = phase.next() { names.append(name(action)) }
    return names
  }

  private func name(_ action: FixPhase.Action) -> String {
    switch action {
    case .deliver(.unmonitored(let id, _)): id.identifier.rawValue
    case .deliver: "another notice"
    case .decideSignificantChange: "significant change"
    case .evaluateNewConditions: "new conditions"
    }
  }

  @Test func `before the evaluation there are notices alone`() {
    var phase = FixPhase.silent(.unlocated)
    phase.noteNewConditions()
    phase.append([notice("a")])
    #expect(actions(&phase) == ["a"])
    phase.move()
    phase.noteNewConditions()
    phase.append([notice("b")])
    #expect(actions(&phase) == ["b"])
  }

  @Test func `after the evaluation the steps follow the notices, each once`() {
    var phase = FixPhase.silent(.moved)
    phase.evaluate()
    phase.noteNewConditions()
    phase.append([notice("b"), notice("c")])
    phase.prepend([notice("a")])
    #expect(actions(&phase) == ["a", "b", "c", "significant change", "new conditions"])
    #expect(actions(&phase).isEmpty)
    phase.noteNewConditions()
    #expect(actions(&phase) == ["new conditions"])
  }

  @Test func `a notice that comes between two steps precedes the second`() {
    var phase = FixPhase.silent(.moved)
    phase.evaluate()
    phase.noteNewConditions()
    #expect(phase.next().map(name) == "significant change")
    phase.append([notice("a")])
    #expect(actions(&phase) == ["a", "new conditions"])
  }

  @Test func `a postponed action is the next one again, after what is put before it`() {
    var phase = FixPhase.silent(.moved)
    phase.evaluate()
    phase.append([notice("b"), notice("c")])
    if let action = phase.next() { phase.postpone(action) }
    phase.prepend([notice("a")])
    #expect(["a", "b", "c"].map { $0 == phase.next().map(name) } == [true, true, true])
    if let action = phase.next() { phase.postpone(action) }
    phase.prepend([notice("d")])
    #expect(actions(&phase) == ["d", "significant change"])
  }

  @Test func `the next fix omits the steps that are left, and keeps the notices`() {
    var phase = FixPhase.silent(.moved)
    phase.evaluate()
    phase.noteNewConditions()
    phase.append([notice("a")])
    phase.move()
    #expect(actions(&phase) == ["a"])
  }

  @Test func `an action after the evaluation belongs to the next fix, and leaves the steps`() {
    func isPassed(_ phase: FixPhase) -> Bool {
      if case .passed = phase.stage { true } else { false }
    }
    var phase = FixPhase.silent(.unlocated)
    phase.noteAction()
    phase.move()
    phase.noteAction()
    phase.evaluate()
    #expect(!isPassed(phase))
    phase.noteAction()
    #expect(isPassed(phase))
    phase.noteNewConditions()
    #expect(actions(&phase) == ["significant change", "new conditions"])
    #expect(isPassed(phase))
    phase.move()
    #expect(!isPassed(phase))
  }

  @Test func `notices are changed in place, and those that are gone leave silence`() {
    var phase = FixPhase.silent(.moved)
    phase.append([notice("a"), notice("b"), notice("c")])
    phase.changeNotices { notice in
      if case .unmonitored(let id, _) = notice, id.identifier == "b" { nil } else { notice }
    }
    #expect(actions(&phase) == ["a", "c"])
    phase.append([notice("a")])
    phase.changeNotices { _ in nil }
    guard case .silent(.moved) = phase else {
      Issue.record("a phase without notices delivers none: \(phase)")
      return
    }
  }
}
