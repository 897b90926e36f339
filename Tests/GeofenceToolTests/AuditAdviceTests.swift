import Foundation
import TestSupport
import Testing

/// The advice of `geofence audit`, compared with runs that follow it and with `geofence report`.
@Suite(.slow) struct AuditAdviceTests {
  private static let city = [
    "tracks/a-courier-in-midtown/track.csv", "--regions",
    "tracks/a-courier-in-midtown/regions.csv",
  ]

  @Test func `what helps is said first where the recording decides nothing, too`() throws {
    let folder = try TemporaryFolder()
    // Fixes of 70 m indoors in a circle of 100 m, and a way out and back.
    let rows = (0..<30).map { minute in
      "2026-03-02T07:\(minute + 10):00Z,46.05,\((12..<18) ~= minute ? 14.52 : 14.5005168),70\n"
    }
    let track = try folder.file("t.csv", "time,lat,lon,accuracy\n" + rows.joined())
    let regions = try folder.file(
      "r.json", #"[{"identifier":"home","latitude":46.05,"longitude":14.5,"radius":100}]"#)
    let run = try ToolRun("audit", track, "--regions", regions)
    #expect(
      run.output.hasPrefix(
        "The recording decides none of 2.\n--min-radius 150 delivers 2 instead of 0.\n"),
      "\(run.output)")
    let trials = try ToolRun(
      "audit", track, "--regions", regions, "--positioning", "cell", "--trials", "7")
    #expect(!trials.output.contains("of 7"), "\(trials.output)")
  }

  @Test func `advice names the events that it brings again, as its run counts them`() throws {
    func repeated(_ options: String...) throws -> Int {
      let run = try ToolRun(["audit"] + Self.half + options)
      return run.output.firstMatch(of: /(\d+) events? came again/).flatMap { Int($0.1) } ?? 0
    }
    let before = try repeated()
    let text = try ToolRun(["audit"] + Self.half).output
    for triggers in ["significant,event", "significant,sentinel"] {
      let line = try #require(text.firstMatch(of: Regex("  --reselect-on \(triggers): .*")))
      let more = try repeated("--reselect-on", triggers) - before
      #expect(more > 0)
      #expect(line.0.hasSuffix(", \(more) events that the app had received already"), "\(line.0)")
    }
  }

  private static let half = city + ["--limit", "5", "--renew", "all", "--to", "+1800s"]

  private struct Audit: Decodable {
    struct Totals: Decodable {
      let geometry: Int
      let delivered: Int
      let recall: Double
      let reach: Double
      let causes: [String: Int]
    }
    struct Strategy: Decodable {
      struct Settings: Decodable { let minRadius: Double }
      let settings: Settings
      let totals: Totals
    }
    struct Region: Decodable {
      struct Nearest: Decodable { let distance: Double }
      let region: String
      let nearest: Nearest?
      let neverEntered: Bool?
    }
    struct Loss: Decodable, Hashable {
      let event: String
      let region: String
      let cause: String
      let and: [String]?
      let outcome: String
      let sentence: String
    }
    let advice: [String]?
    let losses: [Loss]
    let regions: [Region]
    let strategies: [Strategy]
    let totals: Totals
  }

  /// The data of a page.
  private struct Page: Decodable {
    struct Regions: Decodable { let identifier: [String] }
    struct Device: Decodable {
      struct Nearest: Decodable {
        let region: [Int]
        let distance: [Double]
      }
      struct Loss: Decodable {
        let name: String
        let region: Int
        let text: String
      }
      let nearest: Nearest
    }
    struct Run: Decodable {
      struct Device: Decodable { let losses: [Page.Device.Loss] }
      let devices: [Device]
    }
    let regions: Regions
    let devices: [Device]
    let runs: [Run]
  }

  /// The audit of the drive by itself, which runs once for all tests.
  private static let plain = Result { try audit([]) }

  private func audit(_ options: String...) throws -> Audit { try audit(options) }

  private func audit(_ options: [String]) throws -> Audit {
    try options.isEmpty ? Self.plain.get() : Self.audit(options)
  }

  private static func audit(_ options: [String]) throws -> Audit {
    let run = try ToolRun(["audit"] + city + options + ["--format", "json"])
    #expect(run.status == 0)
    return try JSONDecoder().decode(Audit.self, from: Data(run.output.utf8))
  }

  @Test func `the report has the words and the figures of the audit`() throws {
    let audit = try audit()
    let html = try ToolRun(["report"] + Self.city + ["-o", "-"]).output
    let data = try #require(html.firstMatch(of: /id="data">(.*?)<\/script>/)).1
    let page = try JSONDecoder().decode(Page.self, from: Data(data.utf8))
    let device = try #require(page.devices.first)
    let losses = try #require(page.runs.first?.devices.first).losses
    let names = page.regions.identifier
    let missed = audit.losses.filter { $0.outcome == "missed" }
    // A page needs no marks around a name, and its words follow those of the event.
    #expect(
      losses.map {
        [$0.name, names[$0.region], String($0.text.dropFirst()).replacing("\"", with: "")]
      }
        == missed.map { [$0.event, $0.region, $0.sentence.replacing("\"", with: "")] })
    let causes = audit.losses.map { ($0.cause, 1) }
    #expect(Dictionary(causes, uniquingKeysWith: +) == audit.totals.causes)
    let approaches = audit.regions.compactMap { region in
      region.nearest.map { "\(region.region) \($0.distance)" }
    }
    // The page lists the nearest first, in decimetres.
    #expect(device.nearest.distance == device.nearest.distance.sorted())
    #expect(
      zip(device.nearest.region, device.nearest.distance).map { "\(names[$0]) \($1 / 10)" }
        .sorted() == approaches.sorted())
    #expect(approaches.count > 100)
    let advice = try #require(audit.advice)
    #expect(!advice.isEmpty)
    for line in advice {
      #expect(html.contains(line.drop { $0 != ":" }.dropFirst(2)))
    }
    let recall = (audit.totals.recall * 1000).rounded() / 10
    let reach = (audit.totals.reach * 1000).rounded() / 10
    #expect(html.contains("\(recall) %") && html.contains("\(reach) %"))
  }

  @Test func `every region appears, one that was not entered with its nearest approach`() throws {
    let audit = try audit()
    #expect(audit.regions.count == 300)
    #expect(audit.regions.allSatisfy { ($0.neverEntered == true) == ($0.nearest != nil) })
    let text = try ToolRun(["audit"] + Self.city + ["--all"]).output
    for region in audit.regions where region.neverEntered == true {
      let line = text.split(separator: "\n").first { $0.hasPrefix("  \"\(region.region)\"") }
      #expect(line?.contains("  never entered; nearest ") == true)
    }
  }

  @Test func `what is advised comes to what is said, a radius by its reach`() throws {
    let before = try audit()
    let advice = try #require(before.advice)
    #expect(advice.count > 1)
    for line in advice {
      let colon = try #require(line.firstIndex(of: ":"))
      let options = line[..<colon].split(separator: " ").map(String.init)
      let after = try audit(options).totals
      let (recall, reach) = (words("recall", after.recall), words("reach", after.reach))
      let figures = line[colon...].matches(of: /(recall|reach) ([0-9.]+) %/)
        .map { "\($0.1) \($0.2)" }
      let isLarger = options.contains("--min-radius")
      #expect(figures == (isLarger ? [reach, recall] : [recall, reach]), "\(line)")
      let raised =
        isLarger ? after.reach > before.totals.reach : after.recall > before.totals.recall
      #expect(raised, "\(line)")
    }
  }

  @Test func `the best two are tried together`() throws {
    let advice = try #require(try audit().advice)
    let alone = advice.filter { $0.matches(of: /--/).count == 1 }
    let pair = try #require(advice.first { $0.matches(of: /--/).count == 2 })
    for line in alone.prefix(2) {
      #expect(pair.contains(line.prefix { $0 != ":" }))
    }
    #expect(advice.first == pair)
    let text = try ToolRun(["audit"] + Self.city).output
    #expect(
      text.contains("what helps, tried one at a time, then the best two together\n  \(pair)\n"))
  }

  private func words(_ name: String, _ share: Double) -> String {
    let percent = (share * 1000).rounded() / 10
    return "\(name) \(percent == percent.rounded() ? "\(Int(percent))" : "\(percent)")"
  }

  @Test func `larger circles are judged by the crossings of the regions as they are given`() throws
  {
    let strategies = try audit("--min-radius", "0,150,300").strategies
    #expect(Set(strategies.map(\.settings.minRadius)) == [0, 150, 300])
    #expect(Set(strategies.map(\.totals.geometry)).count == 1)
  }

  @Test func `reminders are audited under one strategy`() throws {
    let errands = "tracks/a-day-of-errands"
    let drive = [
      "audit", "\(errands)/track.gpx", "--regions", "\(errands)/regions.json", "--reminders",
      "\(errands)/reminders.ics", "--scenario", "\(errands)/scenario.json",
    ]
    let run = try ToolRun(drive)
    #expect(run.status == 0)
    #expect(run.output.contains("by plain geometry                       4\n"))
    #expect(run.output.contains("delivered to the app                    4  reach 100 %"))
    let two = try ToolRun(drive + ["--limit", "5,20"])
    #expect(two.status == 64)
    #expect(two.errors.contains("'--reminders' can be audited under one strategy only"))
  }
}
