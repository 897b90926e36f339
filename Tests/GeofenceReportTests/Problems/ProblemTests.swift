import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import GeofenceWriting
import TestSupport
import Testing

@testable import GeofenceReport

/// The cards of a page, each with a track that shows it.
struct ProblemTests {
  private func problems(_ report: Report) -> [Problem] { Problem.all(of: report.best) }

  private func cards(_ report: Report) -> String {
    ProblemCards(report.best, ReportDocument(report)).html
  }

  @Test func `missed crossings have a card for each cause, the heaviest first`() throws {
    // The one slot is the first kiosk's, which is passed too fast.
    let kiosk = Line.region("kiosk", at: 300, radius: 60)
    let problems = problems(
      try Drive.report(Slots.fixes, past: Slots.kiosks + [kiosk], Slots.settings()))
    let titles = problems.map(\.title)
    #expect(
      titles == [
        "6 missed: the one slot was taken", "2 missed: the stay was too short",
      ])
    #expect(problems[0].moments.count == problems[0].count)
  }

  @Test func `a card leads to the best strategy of its interface where changes were tried for it`()
    throws
  {
    let both = try Slots.both()
    let slow = try #require(both.runs.last)
    #expect(slow.verdict.missed > 0 && both.best.verdict.missed == 0)
    var audit = both.audit
    func cards() -> String {
      let report = Report(title: "", regions: both.regions, audit: audit, records: both.records)
      return ProblemCards(
        ReportedRun(report, strategy: slow.number), ReportDocument(report)
      ).html
    }
    // The best one misses nothing, so that nothing was tried.
    #expect(!cards().contains("choose that strategy"))
    audit.advice[audit.best] = []
    #expect(cards().contains("tried for the best strategy of this interface: choose that strategy"))
  }

  @Test func `an event without a crossing has a card that says how far the update was off`() throws
  {
    let problems = problems(try FalseVisit.report())
    #expect(
      problems.map(\.title) == [
        "1 event came without an arrival or departure", "No region was entered",
      ])
    // The exit that corrects it counts with it.
    #expect(problems[0].moments.map(\.name) == ["enter"])
    #expect(
      problems[0].moments[0].reasons[0].contains(
        /^The device was 30 m outside; the location update was [0-9.]+ m off\.$/))
  }

  @Test func `a late event has a card with the delay from the true crossing`() throws {
    // An hour's lunch just past the boundary, and then away.
    var path: [(second: Int64, metres: Double)] = [(0, 0), (60, 0)]
    path += (0...260).map { (second: 70 + Int64($0) * 10, metres: 190.0) }
    path += [(2680, 900), (2720, 1500), (3400, 1500)]
    let problems = problems(
      try Drive.report(path, past: [Line.region("desk", at: 0, radius: 100)]))
    let late = try #require(problems.first { $0.kind == .late })
    #expect(late.title == "1 came late or early")
    #expect(late.moments[0].reasons[0].contains(/^late, .+: .+$/))
  }

  @Test func `a difference from the expectations has a card with its reasons`() throws {
    let expected = RecordedEvent(
      time: Timestamp(milliseconds: 160_000), name: "enter", region: "kiosk <1>", device: nil)
    let problems = problems(
      try Drive.report(comparison: Comparison(expected: [expected], actual: [])))
    let card = try #require(problems.first { $0.kind == .differences })
    #expect(card.title == "1 event is not as expected")
    #expect(card.moments[0].reasons == ["missing; no event of this region came"])
  }

  @Test func `doubtful inputs have a card, and mere notes another below all`() throws {
    let doubts = [
      Doubt(.note, InputError(source: "t.csv", problem: "columns passed over: a", help: "name it")),
      Doubt(
        .warning,
        InputError(source: "t.csv", place: .line(7, column: nil), problem: "a bad <point>")),
    ]
    let fixes = Drive.pastParkAndKiosk.map { Line.fix(second: $0.second, at: $0.metres) }
    let report = try Drive.report(
      fixes, past: Drive.parkAndKiosk, under: [Settings()], doubts: doubts)
    #expect(
      problems(report).map(\.title) == [
        "The input is doubtful", "2 undecidable", "1 note on the input",
      ])
    let html = cards(report)
    #expect(html.contains("<span>t.csv:7</span> <strong>a bad &lt;point></strong>"))
    #expect(html.contains("<small>→ name it</small>"))
    // Where nothing was crossed, the input comes first.
    let nothing = try Drive.report(fixes, past: [], under: [Settings()], doubts: doubts)
    #expect(
      problems(nothing).map(\.title) == [
        "The input is doubtful", "No region was entered", "1 note on the input",
      ])
  }

  @Test func `an undecided crossing has a card of its own`() throws {
    let short = (0...12).map { (second: Int64($0) * 10, metres: Double($0) * 100) }
    let problems = problems(
      try Drive.report(short, past: [Line.region("park", at: 700, radius: 400)]))
    #expect(problems.map(\.title) == ["1 undecidable"])
  }

  @Test func `nothing wrong is one green card`() throws {
    let html = cards(try Drive.report(past: [Line.region("park", at: 700, radius: 400)]))
    #expect(html.hasPrefix("<details class=\"card good\" open>"))
    #expect(html.contains("Nothing went wrong"))
    #expect(
      html.contains("<p>Every arrival and departure that the app asked for reached it in time.</p>")
    )
    #expect(!cards(try Drive.report()).contains("Nothing went wrong"))
    #expect(!cards(try FalseVisit.report()).contains("card good"))
  }

  /// Two more crossings of the park's edge are filtered, and the first enter is of no crossing.
  @Test func `a green card says what did not reach the app since it is jitter`() throws {
    let places = [
      (0, 700), (100, 1000), (110, 1090), (116, 1105), (122, 1090), (132, 1300), (142, 1500),
      (152, 1700), (162, 1900),
    ].map { (second: Int64($0.0), metres: Double($0.1)) }
    let report = try Drive.report(places, past: [Line.region("park", at: 700, radius: 400)])
    #expect(report.best.verdict.filtered == 2 && report.best.verdict.events.inside == 1)
    #expect(
      cards(report).contains(
        "<p>Every arrival and departure that the app asked for reached it in time, but for 2 of jitter.</p>"
      ))
  }

  @Test func `each difference from the phone's own log has its sentence, below the agreement`()
    throws
  {
    let report = try Drive.besideItsPhone()
    let problem = problems(report)[0]
    #expect(problem.title == "3 differences between the phone and the rules")
    #expect(problem.meaning.contains("they agree on 1 of 2 within 1 min: 50 %."))
    #expect(
      problem.meaning.hasSuffix("1 by the phone without a crossing, 1 by the phone once more."))
    #expect(
      problem.moments.flatMap(\.reasons) == [
        "The phone delivered the enter of park at 00:01:10, once more.",
        "The phone delivered the exit of park at 00:01:40, without a crossing.",
        "The phone did not deliver the enter of kiosk <1> of 00:02:40, the rules 20 s after the boundary.",
      ])
    #expect(!cards(report).contains("Nothing was missed here"))
  }

  @Test func `what helps stands below the heaviest problem, with the command to copy`() throws {
    let html = cards(try Slots.report())
    let kinds = html.matches(of: /<details class="card ([a-z]+)"/).map { $0.1 }
    #expect(kinds.prefix(2) == ["lost", "helps"])
    #expect(html.contains("<code>--reselect-on fix</code> delivers 8 instead of 4"))
    // The option that the change has is left out of what was typed.
    #expect(
      html.contains(
        "<code>geofence report 'it'\\''s.gpx' --regions r.json --reselect-on fix -o report.html</code>"
      ))
  }

  @Test func `what helps can be tried where the page has the panel for it`() throws {
    var report = try Slots.report()
    #expect(!cards(report).contains(">Try it</a>"))
    report.whatIf = .offered(nil)
    #expect(
      cards(report).contains("href=\"#try=%7B%22s%22%3A%7B%22reselect-on%22%3A8%7D%7D\">Try it</a>")
    )
  }

  @Test func `the heaviest problem is open, the others and what went well are folded`() throws {
    let kiosk = Line.region("kiosk", at: 1600, radius: 60)
    let html = cards(
      try Drive.report(past: [Line.region("park", at: 700, radius: 400), kiosk]))
    let open = html.matches(of: /<details class="card ([a-z]+)"( open)?>/).map {
      "\($0.1)\($0.2 ?? "")"
    }
    #expect(open == ["lost open", "good"])
    #expect(html.contains("2 of 4 reached the app"))
    #expect(html.contains("Nothing was missed of <bdi>park</bdi>."))
  }

  @Test func `of a failed test the expected stands beside what came, before all else`() throws {
    let event = { (name: String, second: Int64) in
      RecordedEvent(
        time: Timestamp(milliseconds: second * 1000), name: name, region: "park", device: nil)
    }
    let html = cards(
      try Drive.report(
        comparison: Comparison(
          expected: [event("enter", 40), event("exit", 150)],
          actual: [event("enter", 50), event("dwell", 100)])))
    #expect(html.hasPrefix("<details class=\"card difference\" open>"))
    let pairs = html.matches(of: /class="(expected|came)"><small>[a-z]+<\/small> ([^<]*)</).map {
      "\($0.2)"
    }
    #expect(
      pairs == [
        "enter at 00:00:40", "enter at 00:00:50", "nothing", "dwell at 00:01:40",
        "exit at 00:02:30", "nothing",
      ])
  }

  @Test func `of many moments most are folded, and none is left out`() throws {
    let kiosks = (0..<20).map { Line.region("k\($0)", at: Double($0) * 400 + 200, radius: 60) }
    let html = cards(try Drive.report(Slots.fixes, past: kiosks))
    #expect(html.matches(of: /class="miss"/).count == 40)
    #expect(html.contains("<summary>34 more</summary>"))
  }
}
