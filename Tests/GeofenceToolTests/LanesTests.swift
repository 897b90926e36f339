import Foundation
import TestSupport
import Testing

@testable import geofence

/// A track of many devices, simulated by several threads.
@Suite(.slow) struct LanesTests {
  private let folder: TemporaryFolder
  private let regions: String

  init() throws {
    folder = try TemporaryFolder()
    let places = (0..<40).map { number in
      #"{"identifier": "p\#(number)", "latitude": \#(46 + Double(number % 8) / 100), "#
        + #""longitude": \#(14.5 + Double(number / 8) / 100), "radius": \#(100 + number * 5)}"#
    }
    regions = try folder.file("regions.json", "[\(places.joined(separator: ","))]")
  }

  /// The shape of a fleet's file.
  enum Shape: CaseIterable {
    case turns, random, oneAfterAnother, quoted, withSkips, oneDevice, unnamed, brokenOff, untimed
    case backwards
  }

  private func fleet(_ shape: Shape, seed: UInt64, rows: Int = 3000) -> String {
    var random = SeededGenerator(seed: seed)
    let count = shape == .oneDevice ? 1 : 17
    var places = (0..<count).map { _ in
      (
        46 + Double.random(in: 0...0.08, using: &random),
        14.5 + Double.random(in: 0...0.05, using: &random)
      )
    }
    places[0] = (46, 14.5)
    let hasNames = shape != .unnamed
    var text = "\(shape == .untimed ? "" : "time,")lat,lon\(hasNames ? ",device" : "")\n"
    for row in 0..<rows {
      let device =
        switch shape {
        case .random: Int.random(in: 0..<count, using: &random)
        case .oneAfterAnother: row * count / rows
        case .unnamed: 0
        default: row % count
        }
      let step = count == 1 || shape == .unnamed ? 0.0003 : 0.002
      places[device].0 += Double.random(in: -step...step, using: &random)
      places[device].1 += Double.random(in: -step...step, using: &random)
      // The times of one half of the devices lie years after those of the other, and all run
      // backwards.
      let time = shape == .backwards ? device % 2 * 100_000_000 - row : row
      if shape != .untimed { text += "\(1_700_000_000 + time)," }
      let isBad = shape == .withSkips && row % 97 == 5
      text += "\(isBad ? "north" : "\(places[device].0)"),\(places[device].1)"
      switch (hasNames, shape) {
      case (false, _): text += "\n"
      case (true, .quoted) where row % 5 > 0: text += ",\"van, \"\"\(device)\"\"\n\(row % 3)\"\n"
      case (true, .quoted): text += ",van\n# it's \"no row\n\n"
      case (true, _): text += ",d\(device)\n"
      }
    }
    if shape == .brokenOff { text += "1800000000,46,14.5,\"d1" }
    return text
  }

  @Test(arguments: Shape.allCases)
  func `the output of a fleet is the same whatever the number of threads`(_ shape: Shape) throws {
    let track = try folder.file("fleet.csv", fleet(shape, seed: 7))
    for (jobs, extra) in [
      ("2", ["--summary"]), ("5", ["--verbose"]),
      ("3", ["--format", "jsonl", "--interpolate", "0.5"]),
      ("5", ["--limit", "1000", "--positioning", "phone", "--seed", "3"]),
    ] {
      let runs = try ["1", jobs].map { jobs in
        try ToolRun(["simulate", track, "--regions", regions, "--jobs", jobs] + extra)
      }
      #expect(runs[0].status == ([.brokenOff, .backwards].contains(shape) ? 65 : 0))
      #expect(!runs[0].output.isEmpty || shape == .backwards)
      for run in runs.dropFirst() {
        #expect(run.status == runs[0].status)
        #expect(run.output == runs[0].output)
        #expect(run.errors == runs[0].errors)
      }
      #expect(runs[0].errors.contains("order of the track is reversed") == (shape == .backwards))
    }
  }

  @Test(arguments: [Shape.turns, .random, .oneAfterAnother, .oneDevice])
  func `a track of several rounds is printed in its order`(_ shape: Shape) throws {
    let track = try folder.file("long.csv", fleet(shape, seed: 3, rows: 30_000))
    let runs = try ["1", "2", "5"].map { jobs in
      try ToolRun("simulate", track, "--regions", regions, "--jobs", jobs, "--summary")
    }
    #expect(runs[0].output.split(separator: "\n").count >= 2)
    for run in runs { #expect(run.output == runs[0].output && run.errors == runs[0].errors) }
  }

  @Test(arguments: [[], ["--strict"], ["--join"]])
  func `other formats, strict runs and joined files are shared among threads, too`(
    _ options: [String]
  ) throws {
    let rows = (0..<2000).map { row in
      let latitude = row == 1990 ? 99 : 46 + Double(row / 3 % 90) / 1000
      return #"{"time": \#(1_700_000_000 + row), "lat": \#(latitude), "lon": 14.5, "#
        + #""device": "d\#(row % 3)"}"#
    }
    let track = try folder.file("fleet.jsonl", rows.joined(separator: "\n"))
    let tracks = options == ["--join"] ? [track, track] : [track]
    let runs = try ["1", "3"].map { jobs in
      try ToolRun(["simulate"] + tracks + ["--regions", regions, "--jobs", jobs] + options)
    }
    #expect(runs[0].output.contains("enter"))
    #expect(runs[0].status == (options == ["--strict"] ? 65 : 0))
    #expect(runs[1].status == runs[0].status)
    #expect(runs[1].output == runs[0].output)
    #expect(runs[1].errors == runs[0].errors)
  }

  @Test func `nothing behind a device whose name cannot be read is simulated, by any thread`()
    throws
  {
    var bytes = Data(fleet(.random, seed: 11).utf8)
    let middle = try #require(bytes[(bytes.count / 2)...].firstIndex(of: 10)) + 1
    bytes.insert(contentsOf: Data("1700000000,46,14.5,".utf8) + [0xFF, 10], at: middle)
    let track = folder.url.appendingPathComponent("bad-name.csv")
    try bytes.write(to: track)
    let runs = try ["1", "2", "5"].map { jobs in
      let state = folder.url.appendingPathComponent("state-\(jobs)")
      let run = try ToolRun(
        "simulate", track.path, "--regions", regions, "--jobs", jobs, "--summary", "--state",
        state.path)
      return (run, try Data(contentsOf: state))
    }
    #expect(runs[0].0.status == 65)
    #expect(runs[0].0.errors.contains("has bytes that are not UTF-8"))
    for (run, state) in runs {
      #expect(run.output == runs[0].0.output)
      #expect(run.errors == runs[0].0.errors)
      #expect(state == runs[0].1)
    }
  }

  @Test func `a fleet may come through a pipe in any pieces, and be cut anywhere`() throws {
    let whole = Array(fleet(.random, seed: 5).utf8)
    let track = try folder.file("fleet.csv", String(decoding: whole, as: UTF8.self))
    let expected = try ToolRun("simulate", track, "--regions", regions, "--format", "jsonl")
    let piped = try ToolRun(
      ["simulate", "-", "--regions", regions, "--format", "jsonl", "--jobs", "3"],
      input: Data(whole))
    #expect(piped.output == expected.output)

    let header = Array("time,lat,lon,device\n".utf8)
    let rows = String(decoding: whole, as: UTF8.self).split(separator: "\n").dropFirst()
    let state = folder.url.appendingPathComponent("state.json").path
    var output = ""
    for (number, cut) in [0..<1, 1..<900, 900..<2999, 2999..<3000].enumerated() {
      let part = rows.dropFirst(cut.lowerBound).prefix(cut.count).joined(separator: "\n") + "\n"
      let run = try ToolRun(
        [
          "simulate", "-", "--regions", regions, "--format", "jsonl", "--state", state,
          "--jobs", "\(number + 1)",
        ], input: Data(header + Array(part.utf8)))
      output += run.output
    }
    #expect(output == expected.output)

    let alone = folder.url.appendingPathComponent("alone.json").path
    _ = try ToolRun("simulate", track, "--regions", regions, "--state", alone)
    let shared = folder.url.appendingPathComponent("shared.json").path
    _ = try ToolRun("simulate", track, "--regions", regions, "--state", shared, "--jobs", "4")
    #expect(
      try Data(contentsOf: URL(filePath: alone)) == Data(contentsOf: URL(filePath: shared)))
  }

  @Test(arguments: [(-17.3, 179.97), (-17.3, -179.97), (89.95, 14.5), (-89.95, 14.5)])
  func `devices may be near a pole or the antimeridian`(_ latitude: Double, _ longitude: Double)
    throws
  {
    let rows = (0..<300).map { row in
      let place = "\(latitude + Double(row / 2) / 1e4 * (latitude < 0 ? 1 : -1)),\(longitude)"
      return "\(1_700_000_000 + row / 2 * 10),\(place),\(row % 2 == 0 ? "bus" : "van")\n"
    }
    let track = try folder.file("edge.csv", "time,lat,lon,device\n" + rows.joined())
    let regions = try folder.file(
      "edge.json",
      #"[{"identifier": "e", "latitude": \#(latitude), "longitude": \#(longitude), "radius": 200}]"#
    )
    let runs = try ["1", "4"].map { jobs in
      try ToolRun("simulate", track, "--regions", regions, "--jobs", jobs)
    }
    #expect(runs[0].status == 0)
    #expect(runs[0].output.split(separator: "\n").count == 4)
    #expect(runs[1].status == 0)
    #expect(runs[1].output == runs[0].output)
  }

  @Test func `a device whose first point is skipped comes when it has a fix`() throws {
    let track = try folder.file(
      "t.csv", "time,device,lat,lon\n0,A,46,14.5\n1,B,99,1\n2,C,46,14.5\n3,B,46,14.5\n")
    for jobs in ["1", "2"] {
      let run = try ToolRun("simulate", track, "--regions", regions, "--jobs", jobs)
      #expect(run.status == 0)
      let devices = run.output.matches(of: /p0 .*device (\w)/).map { String($0.1) }
      #expect(devices == ["A", "C", "B"])
    }
  }
}
