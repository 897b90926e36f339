import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import GeofenceWriting
import TestSupport
import Testing

@testable import GeofenceReport

/// The verdict in one sentence, which agrees with the figures, and its tone.
struct VerdictTests {
  private static let park = Line.region("park", at: 700, radius: 400)
  private static let doubt = Doubt(
    .warning, InputError(source: "track.gpx", problem: "3 of 20 points skipped"))

  private func verdict(_ report: Report) -> (text: String, tone: Verdict.Tone) {
    (Verdict(report.best).text, Verdict(report.best).tone)
  }

  @Test func `what was missed comes with its share and its reason`() throws {
    let (text, tone) = verdict(try Drive.report())
    #expect(
      text == "2 of 4 crossings were missed because the device did not stay for 20 s.")
    #expect(tone == .bad)
  }

  @Test func `of all and of one it is said so`() throws {
    let kiosk = Line.region("kiosk", at: 1650, radius: 60)
    #expect(
      verdict(try Drive.report(past: [kiosk])).text
        == "Both crossings were missed because the device did not stay for 20 s.")
    var silent = kiosk
    silent.notifyOnExit = false
    #expect(
      verdict(try Drive.report(past: [silent])).text
        == "The one crossing was missed because the device did not stay for 20 s.")
  }

  @Test func `nothing missed is good`() throws {
    let (text, tone) = verdict(try Drive.report(past: [Self.park]))
    #expect(text == "Both crossings reached the app in time, the latest 20 s after its crossing.")
    #expect(tone == .good)
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
        == "1 of 2 crossings reached the app in time, 20 s after its crossing. 1 is undecided when "
        + "the track ends.")
    #expect(tone == .open)
    let shorter = (0...3).map { (second: Int64($0) * 10, metres: Double($0) * 100) }
    #expect(
      verdict(try Drive.report(shorter, past: [Self.park])).text
        == "It is undecided whether the one crossing would reach the app: the track ends too soon.")
  }

  @Test func `events without a crossing are bad, and not called crossings`() throws {
    let (text, tone) = verdict(try FalseVisit.report())
    #expect(text.hasPrefix("No region was entered; the nearest, school, was "))
    #expect(text.hasSuffix(". 2 events came without any crossing."))
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
        == "The enter of park expected at 00:01:00 did not come. Both crossings reached the app "
        + "in time, the latest 20 s after its crossing.")
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
        == "4 of 8 crossings were missed because the one slot was taken. "
        + "--reselect-on fix delivers all 8.")
    #expect(
      Verdict(report.best, .html).text.hasSuffix(
        " <code>--reselect-on fix</code> delivers all 8."))
  }

  @Test func `names in it are escaped and isolated`() throws {
    let far = Line.region("<b>far", at: 3000, radius: 400)
    #expect(
      Verdict(try Drive.report(past: [far]).best, .html).text
        .contains("the nearest, <bdi>&lt;b>far</bdi>, was"))
  }
}
