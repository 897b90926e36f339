import Foundation
import Testing

/// The output of `geofence audit` on the bundled drive past forty places.
struct AuditTests {
  private static let drive = [
    "audit", "tracks/significant-change-is-too-slow/track.gpx", "--regions",
    "tracks/significant-change-is-too-slow/regions.json",
  ]

  private struct Report: Decodable {
    struct Strategy: Decodable {
      struct Totals: Decodable, Equatable {
        let geometry: Int
        let confirmed: Int
        let delivered: Int
        let unconfirmed: Int
        let undecided: Int
        let missed: Int
        let recall: Double?
        let causes: [String: Int]
      }
      struct Region: Decodable {
        let region: String
        let totals: Totals
      }
      struct Crossing: Decodable {
        let cause: String?
        let deliveredAt: String?
        let sentence: String?
      }
      let totals: Totals
      let regions: [Region]
      let crossings: [Crossing]
      let settings: [String: Choice]
    }
    enum Choice: Decodable, Equatable {
      case text(String)
      case texts([String])
      case number(Double)

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
          self = .text(text)
        } else if let number = try? value.decode(Double.self) {
          self = .number(number)
        } else {
          self = .texts(try value.decode([String].self))
        }
      }
    }
    let strategies: [Strategy]
  }

  private func report(_ options: String...) throws -> Report {
    let run = try ToolRun(Self.drive + ["--format", "json", "--all"] + options)
    #expect(run.status == 0)
    return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
  }

  @Test func `every crossing is delivered or lost for one cause, per region and in total`() throws {
    for strategy in try report("--reselect-on", "significant/event", "--renew", "changed,all")
      .strategies
    {
      for totals in strategy.regions.map(\.totals) + [strategy.totals] {
        let lost = totals.causes.values.reduce(0, +)
        #expect(totals.delivered + lost + totals.undecided == totals.geometry)
        #expect(totals.delivered - totals.unconfirmed + totals.missed == totals.confirmed)
      }
      #expect(
        strategy.regions.map(\.totals.geometry).reduce(0, +) == strategy.totals.geometry)
      #expect(strategy.crossings.count == strategy.totals.geometry)
      #expect(
        strategy.crossings.allSatisfy { crossing in
          (crossing.cause == nil) == (crossing.deliveredAt != nil) && crossing.sentence != nil
        })
    }
  }

  @Test func `the levels are those of separate runs`() throws {
    let strategy = try #require(try report().strategies.first)
    func events(_ options: String...) throws -> Int {
      let run = try ToolRun(["simulate"] + Self.drive.dropFirst() + options)
      return run.output.split(separator: "\n").count { !$0.contains("  initial,") }
    }
    #expect(
      try events("--limit", "1000", "--cushion", "0", "--dwell", "0") == strategy.totals.geometry)
    #expect(try events("--limit", "1000") == strategy.totals.confirmed)
  }

  @Test func `strategies are ranked, the best first`() throws {
    let strategies = try report("--reselect-on", "significant/significant,event").strategies
    let recalls: [Double] = strategies.map { $0.totals.recall ?? 0 }
    #expect(recalls == recalls.sorted(by: >))
    #expect(strategies.first?.settings["reselectOn"] == .texts(["significant", "event"]))
    #expect(strategies.count == 2)
  }

  @Test func `the text fits a screen and names what was lost and why`() throws {
    let run = try ToolRun(Self.drive)
    let lines = run.output.split(separator: "\n")
    #expect(run.status == 0)
    #expect(lines.count <= 45, "\(lines.count) lines")
    #expect(run.output.contains("not-registered"))
  }

  @Test func `a bar that is not reached fails`() throws {
    let low = try ToolRun(Self.drive + ["--min-recall", "0.1"])
    #expect(low.status == 0)
    let high = try ToolRun(Self.drive + ["--min-recall", "0.99"])
    #expect(high.status == 1)
    #expect(high.output == low.output)
    #expect(high.errors.contains("is below --min-recall 0.99"))
  }

  @Test(
    arguments: [
      ("--rank centre/edge", "one of centre, boundary; several with '/' between them"),
      ("--limit 20,0", "a whole number from 1"), ("--min-recall 95", "a share from 0 to 1"),
      ("--reselect-on significant|event", "with '/' between them"),
      ("--expect x", "Unknown option"),
    ])
  func `a wrong alternative is refused`(_ options: String, _ message: String) throws {
    let run = try ToolRun(Self.drive + options.split(separator: " ").map(String.init))
    #expect(run.status == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
