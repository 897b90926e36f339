import Foundation
import TestSupport
import Testing

/// The claims of an audit about the bundled tracks, of one device and of two, held against
/// simulations.
///
/// The crossings are those of a simulation without dwell, cushion and limit; a delivery is an event of
/// the run in question that began when its crossing was the last one of its region. After an outage a
/// first state outside tells the app, too, that the device has left.
@Suite(.slow) struct ClaimsOfTracksTests {
  private struct Event: Decodable {
    var event: String
    let region: String?
    let device: String?
    let time: Date
    let crossedAt: Date?
    let initial: Bool?

    var place: [String?] { [device, region] }
  }

  /// The tracks of a scenario whose run is plain enough: seen as recorded, and without reminders.
  private static let plain = Scenario.all.filter { scenario in
    let options = scenario.arguments(in: "")
    return !["--positioning", "--interpolate", "--reminders"].contains(where: options.contains)
  }

  private func events(_ arguments: [String]) throws -> [Event] {
    let states = arguments.contains("--scenario") ? ["--verbose"] : []
    let run = try ToolRun(["simulate"] + arguments + states + ["--format", "jsonl"])
    #expect(run.status == 0, "\(run.errors)")
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let lines = try run.output.split(separator: "\n").map {
      try decoder.decode(Event.self, from: Data($0.utf8))
    }
    var last: [[String?]: String] = [:]
    return lines.compactMap { line in
      var event = line
      if event.event == "unsatisfied", last[event.place] == "enter" { event.event = "exit" }
      guard ["enter", "exit"].contains(event.event) else { return nil }
      last[event.place] = event.event
      return event
    }
  }

  /// The crossings of a run, with the time from each to its delivery, if there was one.
  private struct Life {
    let sides: [[String?]: [Event]]
    var count: Int { sides.values.joined().count { $0.initial != true } }

    func delays(_ delivered: [Event]) -> [TimeInterval] {
      delivered.compactMap { event in
        let began = event.crossedAt ?? event.time
        let side = sides[event.place, default: []].last { ($0.crossedAt ?? $0.time) <= began }
        guard let side, side.event == event.event, side.initial != true else { return nil }
        return event.time.timeIntervalSince(side.crossedAt ?? side.time)
      }
    }
  }

  private func life(_ arguments: [String], _ scenario: Scenario, in folder: String) throws -> Life {
    let tracks = arguments.prefix { !$0.hasPrefix("--") }
    let events = try events(
      tracks + [
        "--regions", "\(folder)/\(scenario.regions.file)", "--dwell", "0", "--cushion", "0",
        "--limit", "100000",
        "--ignore-accuracy",
      ])
    return Life(sides: Dictionary(grouping: events, by: \.place))
  }

  private func numbers(_ text: String, _ pattern: Regex<(Substring, Substring, Substring)>)
    -> (part: Int, all: Int)?
  {
    text.firstMatch(of: pattern).flatMap { match in
      Int(match.1).flatMap { part in Int(match.2).map { (part, $0) } }
    }
  }

  @Test(arguments: plain, [1, 2])
  func `what is missed, late or delivered with a change is so in a run of its own`(
    _ scenario: Scenario, devices: Int
  ) throws {
    let folder = "tracks/\(scenario.name)"
    var arguments = scenario.arguments(in: folder)
    let copies = try TemporaryFolder()
    if devices == 2 {
      // The same track twice is two devices of two names.
      let track = arguments[0]
      let name = "second." + (track.split(separator: ".").last ?? "")
      let copy = copies.url.appendingPathComponent(name)
      try FileManager.default.copyItem(
        at: ToolRun.package.appendingPathComponent(track), to: copy)
      arguments.insert(copy.path, at: 1)
    }
    let audit = try ToolRun(["audit"] + arguments)
    #expect(audit.status == 0, "\(audit.errors)")
    let lines = audit.output.split(separator: "\n", omittingEmptySubsequences: false)
    let claims = lines.prefix { !$0.isEmpty }.joined(separator: " ")
    let life = try life(arguments, scenario, in: folder)
    let delays = life.delays(try events(arguments))
    let undecided =
      claims.firstMatch(of: /(\d+) (?:is|are) undecided/).flatMap { Int($0.1) } ?? 0
    if let (missed, all) = numbers(claims, /(\d+) of (\d+) crossings (?:was|were) missed/) {
      let others = claims.firstMatch(of: /and (\d+) at other times/).flatMap { Int($0.1) } ?? 0
      #expect(all == life.count)
      #expect(missed + others == life.count - delays.count - undecided)
    } else if let (missed, decided) = numbers(
      claims, /(\d+) of (\d+) arrivals and departures never reached the app/)
    {
      func count(_ regex: Regex<(Substring, Substring)>) -> Int {
        claims.firstMatch(of: regex).flatMap { Int($0.1) } ?? 0
      }
      let undecidable = count(/cannot decide (\d+) of/)
      let jitter = count(/(\d+) crossings are jitter/)
      #expect(decided + undecidable + jitter == life.count)
      #expect(decided - missed == delays.count)
    } else if claims.contains("reached the app") {
      #expect(delays.count + undecided == life.count)
    }
    let longest = delays.max() ?? 0
    if claims.contains("in time") || claims.contains("at once") { #expect(longest <= 300) }
    if let late = claims.firstMatch(of: /but (\d+) came late/).flatMap({ Int($0.1) }) {
      #expect(late == delays.count { $0 > 300 })
    }
    // An option of the app that helps: the run with it delivers as many.
    if let change = claims.firstMatch(of: /(--[^,.]*?) delivers (\d+) of (\d+)/),
      let part = Int(change.2), let all = Int(change.3)
    {
      let changed = try events(arguments + change.1.split(separator: " ").map(String.init))
      #expect(all == life.count)
      // A larger circle has crossings of its own.
      if !change.1.contains("--min-radius") { #expect(part == life.delays(changed).count) }
    }
  }

  @Test(arguments: ["a-winding-drive"])
  func `a share that trials would raise is that of trials with the change`(_ name: String) throws {
    let arguments = [
      "tracks/\(name)/track.gpx", "--regions", "tracks/\(name)/regions.json", "--positioning",
      "phone", "--trials", "8",
    ]
    let audit = try ToolRun(["audit"] + arguments + ["--limit", "3"])
    #expect(audit.status == 0, "\(audit.errors)")
    let advice = audit.output.matches(of: /\n  (--[^:]*): re(?:call|ach) ([0-9.]+ %) instead/)
    for line in advice {
      let name = line.0.contains(": recall") ? "recall" : "reach"
      let changes = line.1.split(separator: " ").map(String.init)
      let limit = changes.contains("--limit") ? [] : ["--limit", "3"]
      let changed = try ToolRun(["audit"] + arguments + limit + changes)
      #expect(changed.output.contains("\(name) \(line.2)"), "\(line.1)")
    }
    #expect(!advice.isEmpty)
  }
}
