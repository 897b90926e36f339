import GeofenceBase
import Testing

@testable import GeofenceCore

/// The words of every fact, in one table.
struct SentenceTests {
  private let phrasing = Phrasing(
    moment: { "\($0.milliseconds / 1000)" }, span: { "\($0.milliseconds / 1000) s" },
    distance: { "\(Int($0)) m" }, name: { _ in "Shop" })

  private static func time(_ second: Int64) -> Timestamp { Timestamp(milliseconds: second * 1000) }

  private func text(
    _ outcome: CrossingVerdict.Outcome, _ name: AuditedCrossing.Name = .exit,
    deliveredAt: Int64? = nil, follows: Int64? = nil, _ settings: Settings = Settings()
  ) -> String {
    var verdict = CrossingVerdict(
      outcome: outcome, before: Self.time(90),
      stay: .init(atLeast: Interval(seconds: 5), atMost: Interval(seconds: 15)), watched: nil,
      deliveredAt: deliveredAt.map(Self.time))
    (verdict.follows, verdict.cushion) = (follows.map(Self.time), 100)
    return CrossingSentence(settings, phrasing).text(
      of: .init(
        id: .init(device: 0, region: 0, name: name, time: Self.time(100)), verdict: verdict))
  }

  private func missed(
    _ cause: LossCause?, undoes: Int64? = nil, deepest: Double? = nil
  ) -> CrossingVerdict.Outcome {
    .missed(
      .init(
        cause: cause, isSure: false, wasReachable: true, isTooShallow: false,
        undoes: undoes.map(Self.time),
        deepest: deepest))
  }

  private func late(_ hold: CrossingVerdict.Hold, endOfStay: Int64? = nil)
    -> CrossingVerdict.Outcome
  {
    .late(
      .init(
        hold: hold, until: Self.time(800), deepest: 27, endOfStay: endOfStay.map(Self.time)))
  }

  @Test func `what became of a crossing`() {
    #expect(text(.inTime, deliveredAt: 100) == "delivered at once")
    #expect(text(.inTime, deliveredAt: 120) == "delivered at 120, 20 s later")
    #expect(text(.inTime, deliveredAt: 40) == "delivered at 40, 60 s before")
    #expect(
      text(.early, .enter, deliveredAt: -500)
        == "delivered at -500, 600 s before, by the larger circle that is watched instead")
    var settings = Settings()
    (settings.crossing.dwell, settings.crossing.outwardDwell) = (
      Interval(seconds: 0), Interval(seconds: 66)
    )
    // An arrival is filtered with the departure before it.
    for name in [AuditedCrossing.Name.enter, .exit] {
      #expect(
        text(.filtered(isFar: false), name)
          == "jitter on the edge, which the 20 s rule filters out")
      #expect(
        text(.filtered(isFar: true), name, settings)
          == "a jump away and back, which the 66 s rule filters out")
    }
  }

  @Test func `why it was late`() {
    #expect(
      text(late(.cushion), deliveredAt: 820)
        == "late, 720 s: at most 27 m past the boundary until 800; a departure needs 100 m")
    #expect(
      text(late(.suspended, endOfStay: 500), .enter, deliveredAt: 820)
        == "late, 720 s: the app could not receive events until 800; 320 s after the device had left"
    )
    #expect(
      text(late(.noFix), deliveredAt: 820)
        == "late, 720 s: for most of it no fix showed it, until 800")
  }

  @Test func `why it was missed`() {
    #expect(
      text(missed(.dwell), .enter)
        == "missed: stayed 5 s to 15 s; 20 s are needed; some phones report an arrival at once")
    #expect(text(missed(.dwell)) == "missed: stayed 5 s to 15 s; 20 s are needed")
    #expect(
      text(missed(.cushion, deepest: 75))
        == "missed: at most 75 m past the boundary; 100 m are needed")
    // The device went farther than the phone's own updates show.
    #expect(
      text(missed(.cushion, deepest: 556))
        == "missed: the phone did not see it far enough past the boundary; 100 m are needed")
    #expect(
      text(missed(.notRegistered))
        == "missed: all 20 slots were taken for the whole stay")
    #expect(
      text(missed(.dwell, undoes: 60))
        == "missed: its arrival (60) was missed, so the system saw nobody leave")
    #expect(
      text(missed(.cushion), .enter, follows: 60)
        == "missed: the system did not notice the departure before it (60), so it saw nobody arrive"
    )
    #expect(
      text(missed(.dwell, undoes: 60), .enter)
        == "missed: its departure (60) was missed, so the system saw nobody arrive")
  }

  @Test func `why the recording does not decide`() {
    #expect(
      text(.undecidable(.time)) == "undecidable: stayed 5 s to 15 s; 20 s are needed")
    #expect(text(.undecidable(.trackEnd)) == "undecidable: the recording ends too soon")
  }

  @Test func `what is said of a run`() {
    func say(_ fact: VerdictFact) -> String {
      fact.sentence(Settings(), phrasing)
    }
    #expect(
      say(
        .missed(
          10, of: 79, .both,
          [.init(cause: .notRegistered, count: 8), .init(cause: .dwell, count: 2)],
          .init(missed: 5, of: 40)))
        == "10 of 79 arrivals and departures never reached the app, at 5 of 40 places: 8 because all 20 "
        + "slots were taken, 2 because the stay was too short")
    #expect(
      say(
        .missed(1, of: 1, .arrivals, [.init(cause: .suspended, count: 1)], .init(missed: 1, of: 1)))
        == "1 of 1 arrival never reached the app because the device or the app could not receive events"
    )
    #expect(
      say(.delivered(2, of: 2, .departures, latest: Interval(seconds: 20)))
        == "all 2 departures reached the app in time, the latest after 20 s")
    let outage = Outage(
      from: Self.time(60), until: Self.time(90), DeviceState(platform: .ios),
      by: [.init(.reboot, at: Self.time(60)), .init(.unlock, at: Self.time(80))])
    #expect(
      say(
        .missed(
          2, of: 2, .both, [.init(cause: .suspended, count: 2, outage: outage)],
          .init(missed: 1, of: 1)))
        == "2 of 2 arrivals and departures never reached the app because from 60 to 90 the app could not "
        + "receive events (reboot, unlock)")
    #expect(say(.undecidable(2, of: 2)) == "the recording decides none of 2")
    #expect(say(.undecidable(2, of: 9)) == "the recording cannot decide 2 of 9")
    #expect(say(.outside(1)) == "1 event came without an arrival or departure")
    #expect(
      say(.repeated(126)) == "126 events came again, with no arrival or departure between")
    for (inside, hint) in [
      (12, "; --interpolate 5 plays it"), (3.9, "; --interpolate 3 plays it"), (0.9, ""),
    ] {
      #expect(
        say(
          .passed(
            1,
            .init(
              region: 0, from: Self.time(60), to: Self.time(120), distance: 40,
              inside: Interval(seconds: inside))))
          == "no fix lies inside Shop; the line from 60 to 120 passes 40 m from its centre" + hint)
    }
    let passage = Passage(
      region: 0, from: Self.time(60), to: Self.time(120), distance: 40,
      inside: Interval(seconds: 0.9))
    #expect(
      say(.passed(1, passage, isEntered: true))
        == "once a region was passed between two fixes: the line from 60 to 120 passes 40 m from the "
        + "centre of Shop")
  }
}
