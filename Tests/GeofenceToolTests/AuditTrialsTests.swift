import Foundation
import Testing

/// `geofence audit --positioning`: what an app is told of, and how sure that is.
struct AuditTrialsTests {
  private static let drive = [
    "audit", "tracks/a-courier-in-midtown/track.csv", "--regions",
    "tracks/a-courier-in-midtown/regions.csv",
  ]

  private struct Report: Decodable {
    struct Values: Decodable {
      let mean: Double
      let low: Double
      let high: Double
    }
    struct Strategy: Decodable {
      let recall: Values
      let reach: Values
      let behind: Values?
      let bestShare: Double
    }
    struct Region: Decodable {
      let region: String
      let told: Double?
    }
    let regions: [Region]
    let strategies: [Strategy]
    let trials: Int
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
    #expect(abs(report.strategies.map(\.bestShare).reduce(0, +) - 1) < 1e-9)
    #expect(report.strategies.map { $0.behind == nil } == [true, false, false, false])
    #expect(report.regions.count == 300)
    #expect(report.regions.contains { $0.told.map { 0 < $0 && $0 < 1 } == true })
  }

  @Test func `the trials are the same for any number of jobs, and others for another seed`() throws
  {
    let runs = try ["1", "4"].map { try audit("--trials", "5", "--jobs", $0).output }
    #expect(runs[0] == runs[1])
    #expect(try audit("--trials", "5", "--seed", "2").output != runs[0])
  }

  /// One trial is the run that `simulate` shows, with every loss explained.
  @Test func `one trial is one run`() throws {
    let run = try audit("--trials", "1", "--all")
    let events = try ToolRun(
      ["simulate"] + Self.drive.dropFirst() + ["--positioning", "phone", "--format", "jsonl"]
    ).output.split(separator: "\n").count
    let delivered = try #require(run.output.firstMatch(of: /delivered to the app +(\d+)/)).1
    let spurious = try #require(run.output.firstMatch(of: /spurious +(\d+)/)).1
    let others = run.output.firstMatch(of: /beside these, (\d+) enter/)?.1 ?? "0"
    #expect([delivered, spurious, others].compactMap { Int($0) }.reduce(0, +) == events)
    #expect(run.output.contains("positioning phone, seed 1\n"))
    #expect(run.output.contains("  unseen"))
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

  @Test func `a bar has to be reached in so many of the trials`() throws {
    #expect(try audit("--trials", "10", "--min-recall", "0.3").status == 0)
    let failed = try audit("--trials", "10", "--min-recall", "0.99", "--confidence", "0.5")
    #expect(failed.status == 1)
    #expect(
      failed.errors.contains(/recall reaches --min-recall 0.99 in \d of 10 trials, less than/))
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
