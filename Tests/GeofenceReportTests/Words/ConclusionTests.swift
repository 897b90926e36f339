import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import GeofenceWriting
import TestSupport
import Testing

@testable import GeofenceReport

/// The conclusion in one sentence, which agrees with the figures, and its tone.
struct ConclusionTests {
  private static let park = Line.region("park", at: 700, radius: 400)
  /// One fix lies in it, 10 s after the one before and before the one after.
  private static let kiosk = Line.region("kiosk", at: 1600, radius: 60)
  private static let doubt = Doubt(
    .warning, InputError(source: "track.gpx", problem: "3 of 20 points skipped"))

  private func verdict(_ report: Report) -> (text: String, tone: Conclusion.Tone) {
    (Conclusion(report.best).text, Conclusion(report.best).tone)
  }

  @Test func `what was missed comes with its share and its reason`() throws {
    let (text, tone) = verdict(try Drive.report(past: [Self.park, Self.kiosk]))
    #expect(
      text
        == "2 of 4 arrivals and departures never reached the app, at 1 of 2 places, because the stay was "
        + "too short.")
    #expect(tone == .bad)
  }

  @Test func `a page says first in at most 25 words how many, and then why`() throws {
    // Two places have a slot: one of them is passed too fast, and a third has none.
    var settings = Settings()
    (settings.limit, settings.triggers) = (2, [])
    let report = try Drive.report(
      past: [
        Line.region("booth", at: 200, radius: 40), Self.park,
        Line.region("far", at: 1600, radius: 250),
      ], settings)
    let head = Conclusion(report.best).head
    #expect(head.headline.split(separator: " ").count <= 25)
    #expect(
      head.headline == "4 of 6 arrivals and departures never reached the app, at 2 of 3 places.")
    #expect(head.details.contains("2 because the stay was too short"))
    #expect(head.details.contains("2 because all 2 slots were taken"))
  }

  @Test func `the one reason of all that was missed is a sentence of the second line`() throws {
    var settings = Settings()
    settings.triggers = .fix
    let fixes = Drive.pastParkAndKiosk.map { Line.fix(second: $0.second, at: $0.metres) }
    let report = try Drive.report(
      fixes, past: [Self.park, Self.kiosk], under: [Settings(), settings])
    let head = Conclusion(report.best).head
    #expect(head.headline.hasSuffix(", at 1 of 2 places."))
    #expect(head.details == "The stay was too short.")
  }

  @Test func `a stay that may have been long enough is neither missed nor green`() throws {
    // Two fixes 10 s apart lie in the kiosk: the device stayed 10 to 30 s.
    let (text, tone) = verdict(try Drive.report())
    #expect(
      text
        == "All 2 arrivals and departures reached the app in time, the latest after 20 s. The recording "
        + "cannot decide 2 of 4."
    )
    #expect(tone == .open)
  }

  @Test func `a larger circle that rings for a place never entered is not good`() throws {
    var settings = Settings()
    settings.minimumRadius = 900
    let far = Line.region("far", at: 2400, radius: 100)
    let (text, tone) = verdict(try Drive.report(past: [Self.park, far], settings))
    #expect(text.hasSuffix("1 event came without an arrival or departure."))
    #expect(tone == .bad)
  }

  @Test
  func `a place passed between two fixes is said, and not green where phones would have rung`()
    throws
  {
    let stop = Line.region("stop", at: 1650, radius: 40)
    let (text, tone) = verdict(try Drive.report(past: [Self.park, stop]))
    #expect(text.hasPrefix("All 2 arrivals and departures reached the app in time"))
    #expect(text.contains("No fix lies inside stop; the line from 00:02:40 to 00:02:50 passes 0 m"))
    // The part inside takes 8 s, which is less than any phone was seen to need.
    #expect(tone == .good)
    let long = Line.region("long", at: 1650, radius: 40)
    let slow = (0...20).map { (second: Int64($0) * 20, metres: Double($0) * 100) }
    #expect(verdict(try Drive.report(slow, past: [Self.park, long])).tone == .open)
  }

  @Test func `of all and of one it is said so`() throws {
    let kiosk = Self.kiosk
    #expect(
      verdict(try Drive.report(past: [kiosk])).text
        == "2 of 2 arrivals and departures never reached the app because the stay was too short.")
    var silent = kiosk
    silent.notifyOnExit = false
    #expect(
      verdict(try Drive.report(past: [silent])).text
        == "1 of 1 arrival never reached the app because the stay was too short.")
  }

  @Test func `nothing missed is good`() throws {
    let (text, tone) = verdict(try Drive.report(past: [Self.park]))
    #expect(text == "All 2 arrivals and departures reached the app in time, the latest after 20 s.")
    #expect(tone == .good)
  }

  @Test func `of two phones neither is good while one loses`() throws {
    let report = try Slots.phones()
    // The page opens on the worse one.
    #expect(report.best.verdict.missed > 0)
    for run in report.runs { #expect(Conclusion(run).tone == .bad) }
    #expect(!report.html.contains("<h1 class=\"good\">"))
    #expect(!report.html.contains("✓</b> Nothing went wrong"))
  }

  @Test func `nothing crossed is not good, and names the nearest region`() throws {
    let (none, _) = verdict(try Drive.report(past: []))
    #expect(none == "No region was entered.")
    let far = Line.region("far", at: 3000, radius: 400)
    let (text, tone) = verdict(try Drive.report(past: [far]))
    #expect(text == "No region was entered; the nearest, far, was 600 m away at 00:03:20.")
    #expect(tone == .open)
  }

  @Test func `what is undecided is counted apart from what reached the app`() throws {
    let short = (0...12).map { (second: Int64($0) * 10, metres: Double($0) * 100) }
    let (text, tone) = verdict(try Drive.report(short, past: [Self.park]))
    #expect(
      text
        == "1 of 1 arrival or departure reached the app in time, the latest after 20 s. The recording "
        + "cannot decide 1 of 2.")
    #expect(tone == .open)
    let shorter = (0...3).map { (second: Int64($0) * 10, metres: Double($0) * 100) }
    #expect(
      verdict(try Drive.report(shorter, past: [Self.park])).text
        == "The recording decides none of 1.")
  }

  @Test func `events without a crossing are bad, and not called crossings`() throws {
    let (text, tone) = verdict(try FalseVisit.report())
    #expect(
      text.contains("no region was entered; the nearest, school, was ")
        || text.hasPrefix("No region was entered"))
    #expect(text.hasSuffix("1 event came without an arrival or departure."))
    #expect(tone == .bad)
  }

  @Test func `differences from the expectations are never green`() throws {
    let expected = RecordedEvent(
      time: Timestamp(milliseconds: 60_000), name: "enter", region: "park", device: nil)
    let report = try Drive.report(
      past: [Self.park], comparison: Comparison(expected: [expected], actual: []))
    let (text, tone) = verdict(report)
    #expect(
      text
        == "The enter of park expected at 00:01:00 did not come. All 2 arrivals and departures reached "
        + "the app in time, the latest after 20 s.")
    #expect(tone == .bad)
  }

  @Test func `a doubtful input is never green, and a note may be`() throws {
    func report(_ doubt: Doubt) throws -> Report {
      try Drive.report(
        Drive.pastParkAndKiosk.map { Line.fix(second: $0.second, at: $0.metres) },
        past: [Self.park], under: [Settings()], doubts: [doubt])
    }
    let (text, tone) = verdict(try report(Self.doubt))
    #expect(text.hasSuffix("The input is doubtful: 3 of 20 points skipped."))
    #expect(tone == .open)
    let note = Doubt(.note, InputError(source: "track.gpx", problem: "columns passed over: a"))
    #expect(verdict(try report(note)).tone == .good)
    let failure = Doubt(.error, InputError(source: "track.gpx", problem: "the file breaks off"))
    #expect(verdict(try report(failure)).tone == .bad)
  }

  @Test func `what helps most follows with what it delivers`() throws {
    let report = try Slots.report()
    #expect(
      report.headline
        == "4 of 8 arrivals and departures never reached the app, at 2 of 4 places, because the one slot "
        + "was taken. --reselect-on fix delivers 8 instead of 4.")
    #expect(
      Conclusion(report.best, .html).text.hasSuffix(
        " <code><span class=\"span\">--reselect-on</span> <span class=\"span\">fix</span></code> "
          + "delivers 8 instead of 4."))
  }

  @Test func `a region has the name in sentences that it has in those of text, its identifier`()
    throws
  {
    let kiosks = Slots.kiosks.map { kiosk in
      var kiosk = kiosk
      kiosk.name = "Coffee House"
      return kiosk
    }
    let run = try Drive.report(Slots.fixes, past: kiosks, Slots.settings()).best
    let (account, phrasing) = (run.strategy.account, run.report.audit.phrasing())
    let text = Judgements(of: account, run.settings, phrasing)
    for crossing in account.judged {
      #expect(run.judgements.sentence(on: crossing) == text.sentence(on: crossing))
    }
    var far = Line.region("far", at: 3000, radius: 400)
    far.name = "Coffee House"
    #expect(
      verdict(try Drive.report(past: [far])).text
        == "No region was entered; the nearest, far, was 600 m away at 00:03:20.")
  }

  @Test func `names in it are escaped and isolated`() throws {
    let far = Line.region("<b>far", at: 3000, radius: 400)
    #expect(
      Conclusion(try Drive.report(past: [far]).best, .html).text
        .contains("the nearest, <bdi>&lt;b>far</bdi>, was"))
  }
}
