import Foundation
import TestSupport
import Testing

/// Audits of some regions, of each device, and of phones that see the track by models of their own.
struct AuditOfPartsTests {
  private static let drive = [
    "tracks/a-winding-drive/track.gpx", "--regions", "tracks/a-winding-drive/regions.json",
  ]
  private static let commute = [
    "tracks/a-commute-on-two-phones/track.csv", "--regions",
    "tracks/a-commute-on-two-phones/regions.json", "--api", "clmonitor,geofencingclient",
  ]

  private struct Report: Decodable {
    struct Totals: Decodable, Equatable {
      let geometry: Int
      let delivered: Int
      let confirmed: Int
      let causes: [String: Int]?
    }
    struct Region: Decodable {
      let region: String
      let totals: Totals
    }
    struct Device: Decodable {
      let device: String?
      let totals: Totals
    }
    struct Strategy: Decodable {
      let updatesPerHour: Double?
      let startsPerHour: Double?
    }
    let regions: [Region]
    let totals: Totals?
    let byDevice: [Device]?
    let positioning: String?
    let strategies: [Strategy]
  }

  private func report(_ arguments: [String]) throws -> Report {
    let run = try ToolRun(["audit"] + arguments + ["--format", "json"])
    #expect(run.status == 0, "\(run.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
  }

  @Test func `each row of several has the verdict that it has alone`() throws {
    func verdicts(_ radii: String) throws -> [String] {
      try ToolRun(["audit"] + Self.drive + ["--min-radius", radii, "--format", "json"]).output
        .matches(of: /"verdict":\{.*?"undecidable":\d+\}/).map { String($0.0) }
    }
    #expect(try verdicts("0/300").sorted() == (verdicts("0") + verdicts("300")).sorted())
    #expect(try verdicts("0/300").count == 2)
  }

  @Test func `only one region is counted as it is among all`() throws {
    let all = try report(Self.drive)
    for name in ["clinic", "bakery", "mill-bridge"] {
      let own = try report(Self.drive + ["--only", name])
      let among = try #require(all.regions.first { $0.region == name })
      #expect(own.regions.map(\.region) == [name])
      #expect(
        own.regions[0].totals == among.totals && own.totals?.geometry == among.totals.geometry)
    }
    let page = try ToolRun(["report"] + Self.drive + ["--only", "clinic", "-o", "-"])
    #expect(
      page.errors.hasPrefix(
        "With --only clinic, 2 of 2 arrivals and departures never reached the app because all 20 slots"
      ))
    let unknown = try ToolRun(["audit"] + Self.drive + ["--only", "clinik"])
    #expect(unknown.status == 64 && unknown.errors.contains("did you mean clinic?"))
    #expect(try ToolRun(["report"] + Self.drive + ["--only", "x", "-o", "-"]).status == 64)
  }

  @Test func `each device has a row that adds up to all`() throws {
    let folder = try TemporaryFolder()
    var rows = ["device,time,latitude,longitude"]
    for (device, offset) in [("van", 0.0), ("bus", 0.0004)] {
      for second in 0..<60 {
        rows.append(
          "\(device),\(1_700_000_000 + second * 10),\(offset),\(Double(second) * 0.0004 - 0.01)")
      }
    }
    let track = try folder.file("track.csv", rows.joined(separator: "\n") + "\n")
    let regions = try folder.file(
      "regions.csv", "identifier,latitude,longitude,radius\nhome,0,0,100\n")
    let inputs = [track, "--regions", regions, "--dwell", "60", "--by", "device"]
    let report = try report(inputs)
    let devices = try #require(report.byDevice)
    #expect(devices.map(\.device) == ["van", "bus"])
    #expect(devices.reduce(0) { $0 + $1.totals.geometry } == report.totals?.geometry)
    #expect(devices.allSatisfy { $0.totals.geometry == 2 })
    let text = try ToolRun(["audit"] + inputs).output
    #expect(text.contains("\ndevices, those that lost most first\n"))
    #expect(text.contains(#/\n  van +2 /#))
    #expect(
      try ToolRun(["audit"] + inputs + ["--positioning", "gps", "--trials", "3"]).status == 64)
  }

  @Test func `each interface has a model of its own, in their order`() throws {
    let run = try ToolRun(
      ["audit"] + Self.commute + ["--positioning", "recorded,android", "--trials", "1"])
    #expect(run.status == 0)
    let alone = try ToolRun(
      ["audit"] + Self.commute.dropLast() + ["geofencingclient"]
        + ["--positioning", "android", "--trials", "1"])
    let lines = run.output.split(separator: "\n")
    #expect(
      lines[0]
        == "Simulated positions (iPhone: every fix as recorded; "
        + "Android: positioning android, seed 1).")
    #expect(
      lines[1]
        == "iPhone: 2 of 3 arrivals and departures never reached the app, at 1 of 2 places, because all 20 slots were taken."
    )
    let sentence = alone.output.prefix { $0 != "\n" }
    let draw = "In one draw of the model android, "
    #expect(sentence.hasPrefix(draw))
    #expect(
      lines[2] == "Android: " + sentence.dropFirst(draw.count).replacing(". ", with: "; "))
    for arguments in [
      ["audit"] + Self.commute + ["--positioning", "phone,android,gps"],
      ["audit"] + Self.drive + ["--positioning", "phone,android"],
      ["report", "-o", "-"] + Self.commute + ["--positioning", "phone,android,gps"],
    ] {
      #expect(try ToolRun(arguments).status == 64)
    }
  }

  @Test func `location updates and starts of the app stand beside registrations`() throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.file("scenario.json", #"[{"at": "+60s", "do": "terminate"}]"#)
    let arguments =
      Self.drive + ["--positioning", "gps", "--trials", "1", "--scenario", scenario]
    let strategy = try #require(try report(arguments).strategies.first)
    let hours = 1050.0 / 3600
    // A receiver that sees nearly every fix of a drive with one each five seconds.
    let updates = try #require(strategy.updatesPerHour) * hours
    #expect(updates > 100 && updates < 212)
    let starts = try ToolRun(
      ["simulate"] + arguments.filter { $0 != "--trials" && $0 != "1" }
        + ["--verbose"])
    let relaunches = starts.output.split(separator: "\n").count { $0.contains("  relaunch") }
    #expect(relaunches > 0)
    #expect(try #require(strategy.startsPerHour) * hours > Double(relaunches) - 0.05)
    #expect(try report(Self.drive).strategies[0].updatesPerHour == nil)
  }
}
