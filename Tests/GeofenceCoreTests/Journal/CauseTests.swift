import GeofenceBase
import Testing

@testable import GeofenceCore

/// The cause of a missed crossing is a pure function of its stay: a table of stays tests it.
@Suite("The cause of a missed crossing")
struct CauseTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let stay: Stay
    var circumstances = Self.usual
    let cause: LossCause

    static let usual = Circumstances(
      rules: CrossingRules(), depth: .causes, radius: 100, isTooLarge: false, isPositioned: false,
      isDisturbed: false, firstReboot: nil, wasOut: false)
  }

  static func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

  /// An arrival at 100 s that lasts to 160 s.
  static func stay(
    _ held: Holding, entering: Bool = true, possibleAt: Int64? = nil,
    inside: SlotRecord.Summary? = nil, _ change: (inout Stay) -> Void = { _ in }
  ) -> Stay {
    var stay = Stay(
      isInside: entering, isCrossing: true, circle: 0, before: time(90), first: time(100),
      held: held, selection: nil, inside: inside)
    (stay.last, stay.end, stay.possibleAt) = (time(160), .wayBack, possibleAt.map(time))
    change(&stay)
    return stay
  }

  static let slot = Holding.slot(.oldSide, isRestarted: false, isWatched: true)
  static let nothing = Holding.nothing(.notChosen, isSilent: false)

  static let cases: [Case] = [
    Case(
      testDescription: "no slot, nor until the way back", stay: stay(nothing), cause: .notRegistered
    ),
    Case(
      testDescription: "a slot after the crossing",
      stay: stay(nothing) { $0.slots.start(by: 3) }, cause: .registeredLate),
    Case(
      testDescription: "an exit whose region had a slot since the enter",
      stay: stay(nothing, entering: false, inside: SlotRecord(slot).summary), cause: .evicted),
    Case(
      testDescription: "no slot after a restart of the device",
      stay: stay(.nothing(.lostInRestart, isSilent: false)), cause: .suspended),
    Case(
      testDescription: "a registration that had expired",
      stay: stay(.nothing(.removed(0), isSilent: false)), cause: .removed),
    Case(
      testDescription: "a slot that ended before the confirmation",
      stay: stay(slot, possibleAt: 130) { $0.slots.end(by: 2, at: time(120), isRestart: false) },
      cause: .evicted),
    Case(
      testDescription: "one that ended after it",
      stay: stay(slot, possibleAt: 130) { $0.slots.end(by: 2, at: time(140), isRestart: false) },
      cause: .suspended),
    Case(
      testDescription: "a restart before the confirmation",
      stay: stay(slot, possibleAt: 130) { $0.slots.end(by: 2, at: time(120), isRestart: true) },
      cause: .resetByRenewal),
    Case(
      testDescription: "an expiry before the stop of the same fix",
      stay: stay(slot, possibleAt: 130) {
        $0.slots.lose(at: time(120), by: Removals.expiry)
        $0.slots.end(by: 2, at: time(120), isRestart: false)
      }, cause: .removed),
    Case(
      testDescription: "a stay shorter than the dwell",
      stay: stay(slot) { $0.last = time(115) }, cause: .dwell),
    Case(
      testDescription: "a state that no fix had decided",
      stay: stay(.slot(.unknown, isRestarted: false, isWatched: true), possibleAt: 130),
      cause: .accuracy),
    Case(
      testDescription: "the same after a restart of the device",
      stay: stay(.slot(.unknown, isRestarted: false, isWatched: true), possibleAt: 130),
      circumstances: circumstances(firstReboot: 60), cause: .suspended),
    Case(
      testDescription: "a restart that is still to come changes nothing",
      stay: stay(.slot(.unknown, isRestarted: false, isWatched: true), possibleAt: 130),
      circumstances: circumstances(firstReboot: 150), cause: .accuracy),
    Case(
      testDescription: "seen in time by other registrations, and not by those of the app",
      stay: stay(slot, possibleAt: 130), circumstances: positioned(), cause: .unseen),
    Case(
      testDescription: "the same while nothing could be received",
      stay: stay(slot, possibleAt: 130), circumstances: positioned(wasOut: true), cause: .suspended
    ),
    Case(
      testDescription: "all of it seen, and no side known before",
      stay: stay(.slot(.unknown, isRestarted: false, isWatched: true)) { $0.measure = seen },
      circumstances: positioned(), cause: .accuracy),
    Case(
      testDescription: "all of it seen by a phone that did not watch",
      stay: stay(.slot(.unknown, isRestarted: false, isWatched: false)) { $0.measure = seen },
      circumstances: positioned(), cause: .suspended),
    Case(
      testDescription: "all of it seen, and the slot lost during the stay",
      stay: stay(slot) {
        $0.measure = seen
        $0.slots.end(by: 2, at: time(120), isRestart: false)
      }, circumstances: positioned(), cause: .evicted),
  ]

  static func circumstances(firstReboot: Int64) -> Circumstances {
    Circumstances(
      rules: CrossingRules(), depth: .causes, radius: 100, isTooLarge: false, isPositioned: false,
      isDisturbed: true, firstReboot: time(firstReboot), wasOut: false)
  }

  /// Those of a phone that does not see every fix, of a device on which a scenario acts.
  static func positioned(wasOut: Bool = false) -> Circumstances {
    Circumstances(
      rules: CrossingRules(), depth: .causes, radius: 100, isTooLarge: false, isPositioned: true,
      isDisturbed: true, firstReboot: nil, wasOut: wasOut)
  }

  /// A minute in the middle of the circle, all of which the phone saw.
  static let seen: StayMeasure = {
    let excursion = Excursion(
      lasted: Interval(milliseconds: 60_000), deepest: 100, end: .wayBack, undecided: 0,
      nearestUndecided: nil)
    return StayMeasure(excursion, updates: 4, seen: excursion)
  }()

  @Test("is the first thing, in time, that stopped it", arguments: cases)
  func cause(_ example: Case) {
    #expect(GeofenceCore.cause(of: example.stay, example.circumstances) == example.cause)
  }

  @Test("of a dwell is what stopped its enter, or the first end of the registration")
  func dwell() {
    func cause(
      _ held: Holding = Self.slot, enter: CrossingPhase = .open, isAskedAtFirst: Bool = false,
      wasOut: Bool = false, _ change: (inout Stay) -> Void = { _ in }
    ) -> LossCause? {
      causeOfMissingDwell(
        of: Self.stay(held, change), due: Self.time(150), enter, isAskedAtFirst: isAskedAtFirst,
        wasOut: wasOut, Case.usual)
    }
    #expect(cause(enter: .missed(.unseen)) == .unseen)
    #expect(cause(Self.nothing) == .notRegistered)
    #expect(cause(.nothing(.removed(0), isSilent: false)) == .removed)
    #expect(cause(Self.nothing) { $0.slots.start(by: 3) } == .registeredLate)
    #expect(cause(Self.nothing, isAskedAtFirst: true) { $0.slots.start(by: 3) } == .accuracy)
    #expect(cause { $0.slots.lose(at: Self.time(120), by: Removals.expiry) } == .removed)
    #expect(
      cause(wasOut: true) { $0.slots.lose(at: Self.time(120), by: Removals.expiry) } == .suspended)
    #expect(cause { $0.slots.lose(at: Self.time(155), by: Removals.expiry) } == .accuracy)
    let isEvictedFirst = cause {
      $0.slots.end(by: 2, at: Self.time(120), isRestart: false)
      $0.slots.lose(at: Self.time(130), by: Removals.expiry)
    }
    #expect(isEvictedFirst == .evicted)
  }

  @Test("an event before its crossing is found from the crossing, up to five minutes after it")
  func early() {
    let event = EarlyEvents.Event(isEnter: true, time: Self.time(100))
    var early: EarlyEvents.Event? = event
    #expect(early.take(entering: false, at: Self.time(200)) == nil)
    #expect(early.take(entering: true, at: Self.time(400))?.time == Self.time(100))
    #expect(early.take(entering: true, at: Self.time(401)) == nil)
    early = event
    #expect(early.take(entering: true, at: Self.time(401)) == nil)
  }
}
