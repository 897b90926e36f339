import Foundation
import TestSupport
import Testing

/// `geofence audit --positioning`: the events that an app gets, and their probabilities.
@Suite(.slow) struct AuditTrialsTests {
  /// A quarter of an hour among three hundred street corners.
  private static let drive = city + ["--to", "+900s"]
  private static let city = [
    "audit", "tracks/a-courier-in-midtown/track.csv", "--regions",
    "tracks/a-courier-in-midtown/regions.csv",
  ]

  private struct Report: Decodable {
    struct Values: Decodable {
      let mean: Double
      let low: Double
      let high: Double
      let meanLow: Double?
      let meanHigh: Double?
    }
    struct Strategy: Decodable {
      struct Settings: Decodable {
        let rank: String
        let positioning: String?
      }
      let settings: Settings
      let recall: Values
      let reach: Values
      let behind: Values?
      let bestShare: Double?
    }
    struct Region: Decodable {
      let region: String
      let delivered: Double?
    }
    let regions: [Region]
    let strategies: [Strategy]
    let trials: Int
    let advice: [String]?
  }

  private func audit(_ options: String...) throws -> ToolRun {
    try ToolRun(Self.drive + ["--positioning", "phone"] + options)
  }

  @Test func `strategies come with means, where the trials lie, and how often each is the best`()
    throws
  {
    let run = try audit(
      "--trials", "6", "--reselect-on", "significant/significant,event", "--min-radius", "0,150",
      "--format", "json")
    #expect(run.status == 0)
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    let recalls = report.strategies.map(\.recall.mean)
    #expect(report.trials == 6 && recalls.count == 4)
    #expect(recalls == recalls.sorted(by: >))
    #expect(
      report.strategies.allSatisfy {
        $0.reach.low <= $0.reach.mean && $0.reach.mean <= $0.reach.high
      })
    let share: Double = report.strategies.compactMap(\.bestShare).reduce(0, +)
    #expect(abs(share - 1) < 1e-9)
    #expect(report.strategies.map { $0.behind == nil } == [true, false, false, false])
    #expect(report.regions.count == 300)
    #expect(report.regions.contains { $0.delivered.map { 0 < $0 && $0 < 1 } == true })
  }

  @Test func `the trials are the same for any number of jobs, and others for another seed`() throws
  {
    let runs = try ["1", "4"].map { try audit("--trials", "5", "--jobs", $0).output }
    #expect(runs[0] == runs[1])
    #expect(try audit("--trials", "5", "--seed", "2").output != runs[0])
  }

  /// One trial is the run that `simulate` shows, with every loss explained; half an hour has all
  /// kinds.
  @Test func `one trial is one run`() throws {
    let drive = Self.city + ["--to", "+1800s", "--positioning", "phone"]
    let run = try ToolRun(drive + ["--trials", "1", "--all"])
    let events = try ToolRun(["simulate"] + drive.dropFirst() + ["--format", "jsonl"])
      .output.split(separator: "\n").count
    let delivered = try #require(run.output.firstMatch(of: /delivered to the app +(\d+)/)).1
    let spurious = try #require(run.output.firstMatch(of: /spurious +(\d+)/)).1
    let others = run.output.firstMatch(of: /and (\d+) enters? without/)?.1 ?? "0"
    let counted: [Substring] = [delivered, spurious, Substring(others)]
    #expect(counted.compactMap { Int($0) }.reduce(0, +) == events)
    #expect(run.output.contains("positioning phone, seed 1\n"))
    #expect(run.output.contains("  unseen"))
  }

  /// One run as recorded names another strategy as the best than one that begins two minutes later.
  @Test func `a drive whose best strategy depends on its start is settled by trials`() throws {
    let folder = "tracks/the-start-decides"
    func audit(_ options: String...) throws -> ToolRun {
      try ToolRun(
        ["audit", "\(folder)/track.csv", "--regions", "\(folder)/regions.csv"]
          + ["--rank", "centre,boundary"] + options)
    }
    func best(_ run: ToolRun) throws -> String {
      try String(#require(run.output.firstMatch(of: /the best: --rank ([a-z]+)/)).1)
    }
    #expect(try best(audit()) == "boundary")
    #expect(try best(audit("--from", "+120s")) == "centre")

    for start in ["+0s", "+120s"] {
      let run = try audit(
        "--from", start, "--positioning", "wifi", "--trials", "12", "--format", "json")
      let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
      #expect(report.strategies.map(\.settings.rank) == ["boundary", "centre"])
      // The mean of the differences, trial by trial, is certainly above 0.
      let behind = try #require(report.strategies[1].behind)
      #expect(try #require(behind.meanLow) > 0)
      #expect(try #require(report.strategies[0].bestShare) > 0.8)
    }
  }

  @Test func `the text says by how much the best leads, or that the trials leave it open`() throws {
    func line(_ options: String...) throws -> String {
      let run = try ToolRun(Self.drive + ["--positioning", "phone", "--trials", "8"] + options)
      return try String(#require(run.output.firstMatch(of: /\nthe best: ([^\n]+)/)).1)
    }
    let settled = try line("--reselect-on", "significant/significant,event")
    #expect(
      settled.contains(
        /^--reselect-on significant,event, [0-9.]+ ± [0-9.]+ points of recall before the next$/),
      "\(settled)")
    let open = try line("--reselect-on", "significant,event", "--min-radius", "180,190")
    #expect(
      open.contains(
        #/^--min-radius \d+, but not surely: --min-radius \d+ \([0-9.± ]+ points of recall behind\)$/#
      ), "\(open)")
  }

  @Test func `two models stand beside each other, each as in its own audit, and none is the best`()
    throws
  {
    let folder = try TemporaryFolder()
    let best = folder.url.appendingPathComponent("best.json").path
    let drive = Self.city + ["--to", "+300s", "--trials", "3", "--positioning"]
    func strategies(_ models: String) throws -> [Report.Strategy] {
      let run = try ToolRun(drive + [models, "--format", "json"])
      return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8)).strategies
    }
    let both = try strategies("wifi/phone")
    #expect(both.map(\.settings.positioning) == ["wifi", "phone"])
    for (strategy, model) in zip(both, ["wifi", "phone"]) {
      let alone = try strategies(model)[0]
      #expect(strategy.recall.mean == alone.recall.mean)
      #expect(strategy.reach.mean == alone.reach.mean)
    }
    // No app can choose between them.
    #expect(both.map(\.bestShare) == [nil, nil])
    let text = try ToolRun(drive + ["wifi/phone", "--best", best])
    #expect(!text.output.contains("\nthe best: "))
    #expect(text.output.contains("\nwhat if the system were another, which no app can choose\n"))
    #expect(text.output.contains("\n  positioning  "))
    #expect(try String(contentsOfFile: best, encoding: .utf8).contains(#""wifi""#))
    let page = try ToolRun(["report"] + drive.dropFirst() + ["wifi/phone", "-o", "-"])
    #expect(page.status == 64 && page.errors.contains("'audit' compares several"))
  }

  @Test func `what helps is tried with the same draws, and told where it is surely better`() throws
  {
    let run = try audit("--trials", "8", "--format", "json")
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    let advice = try #require(report.advice)
    let first = try #require(
      advice.compactMap {
        $0.firstMatch(
          of: #/^--reselect-on significant,event: recall ([0-9.]+) % instead of ([0-9.]+) %, /#)
      }.first)
    // These figures are those of a comparison.
    let compared = try audit(
      "--trials", "8", "--reselect-on", "significant/significant,event", "--format", "json")
    let strategies = try JSONDecoder().decode(Report.self, from: Data(compared.output.utf8))
      .strategies
    let recalls = strategies.map { "\(($0.recall.mean * 1000).rounded() / 10)" }
    #expect(recalls == [first.1, first.2].map { "\(Double($0) ?? 0)" })
    #expect(!advice.contains { $0.hasPrefix("--rank") })
    // One radius is the best, alone; another change may stand beside it in the pair.
    let alone = advice.filter { $0.prefix { $0 != ":" }.matches(of: /--/).count == 1 }
    #expect(alone.count { $0.hasPrefix("--min-radius") } <= 1)
  }

  @Test func `a report shows the looks, and how probably each region is told of`() throws {
    let page = try ToolRun(
      ["report"] + Self.drive.dropFirst() + ["--positioning", "phone", "--trials", "4", "-o", "-"])
    #expect(page.status == 0)
    #expect(page.output.contains(/"looks":{"accuracy":\[-1,/))
    #expect(page.output.contains(/"told":\[(0|0\.\d+|1|-1),/))
    #expect(page.output.contains("positioning phone, seed 1"))
    let refused = try ToolRun(["report"] + Self.drive.dropFirst() + ["--trials", "4", "-o", "-"])
    #expect(refused.status == 64)
  }

  @Test func `a report of one trial has the advice of that audit`() throws {
    let inputs = [
      "tracks/the-start-decides/track.csv", "--regions", "tracks/the-start-decides/regions.csv",
      "--positioning", "phone", "--trials", "1",
    ]
    let audit = try ToolRun(["audit"] + inputs).output
    let advice = try #require(
      audit.firstMatch(of: /\n(--.* delivers \d+ instead of 99[^\n]*)\n/)
    ).1
    let report = try ToolRun(["report"] + inputs + ["-o", "-"])
    #expect(report.errors.contains(advice))
  }

  @Test func `a departure that no trial delivers is in the table, and in the verdict of JSON`()
    throws
  {
    let folder = try TemporaryFolder()
    let rows = (0..<74).map { number in
      let longitude = 14 + Double(min(max(number - 20, 0), 11)) * 0.0009
      let (minute, second) = (number / 6, number % 6 * 10)
      return "2024-05-01T08:\(minute < 10 ? "0" : "")\(minute):\(second == 0 ? "0" : "")\(second)Z,"
        + "0,\(longitude)\n"
    }
    let options = [
      "audit", try folder.file("t.csv", "time,lat,lon\n" + rows.joined()), "--regions",
      try folder.file("r.json", #"[{"identifier":"a","latitude":0,"longitude":14,"radius":200}]"#),
      "--scenario", try folder.file("s.json", #"[{"at": "+150s", "do": "force-quit"}]"#),
      "--positioning", "cell", "--trials", "20",
    ]
    let text = try ToolRun(options).output
    #expect(
      text.contains(/\n  region  crossings  delivered  lost to\n  a  +1  undecided/), "\(text)")
    let json = try ToolRun(options + ["--format", "json"]).output
    #expect(
      json.contains(#""verdict":{"asked":1,"causes":{"suspended":1},"early":0"#), "\(json)")
    #expect(json.contains(/"missed":1,.*"reached":{"high":0,"low":0,"mean":0/), "\(json)")
  }

  @Test func `a bar has to be reached in so many of the trials`() throws {
    #expect(try audit("--trials", "5", "--min-recall", "0.2").status == 0)
    let failed = try audit("--trials", "5", "--min-recall", "0.99", "--confidence", "0.5")
    #expect(failed.status == 1)
    #expect(
      failed.errors.contains(/recall reaches --min-recall 0.99 in \d of 5 trials, less than/))
  }

  @Test(
    arguments: [
      ("--trials 5", "'--trials' needs '--positioning <model>'"),
      ("--positioning phone --confidence 0.9", "'--confidence' needs"),
      ("--positioning recorded --trials 5", "'--trials' needs '--positioning <model>'"),
      ("--positioning phone --trials 0", "invalid for '--trials'"),
    ])
  func `what means nothing is wrong usage`(_ options: String, _ message: String) throws {
    let run = try ToolRun(Self.drive + options.split(separator: " ").map(String.init))
    #expect(run.status == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
