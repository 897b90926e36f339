import Foundation
import GeofenceWriting
import TestSupport
import Testing

/// `--state`: a track that is simulated in pieces, cut anywhere, gives the events of the whole.
@Suite(.slow) struct StateTests {
  private let folder: TemporaryFolder
  private let regions: String
  private let track: String
  private let state: URL

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.file(
      "regions.json",
      #"[{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#)
    track = try folder.file("track.csv", Self.rows(0..<40))
    state = folder.url.appendingPathComponent("state")
  }

  /// Returns rows that are at home for 100 s, then away.
  private static func rows(_ numbers: Range<Int>) -> String {
    "t,lat,lon\n"
      + numbers.map { "\($0 * 10),\($0 < 10 ? "46.05" : "46.07"),14.5\n" }.joined()
  }

  private func simulate(_ track: String, _ options: String...) throws -> ToolRun {
    try ToolRun(["simulate", track, "--regions", regions, "--state", state.path] + options)
  }

  @Test(arguments: [[], ["--interpolate", "7"], ["--ignore-times", "--speed", "5"]])
  func `a track cut anywhere gives the events of the whole`(_ options: [String]) throws {
    let scenario = try folder.file(
      "s.json",
      """
      [{"at": "+50s", "do": "terminate"}, {"at": "+55s", "do": "background-refresh", "to": "off"},
       {"at": "+300s", "do": "launch"}]
      """)
    let common = ["--regions", regions, "--scenario", scenario, "--format", "jsonl"] + options
    let whole = try ToolRun(["simulate", track] + common)
    #expect(!whole.output.isEmpty)
    for cut in stride(from: 1, to: 40, by: 3) {
      let state = folder.url.appendingPathComponent("state-\(cut)").path
      let first = try folder.file("first.csv", Self.rows(0..<cut))
      let second = try folder.file("second.csv", Self.rows(cut..<40))
      let pieces = try [first, second].map {
        try ToolRun(["simulate", $0, "--state", state] + common)
      }
      #expect(pieces.allSatisfy { $0.status == 0 }, "\(pieces)")
      #expect(pieces.map(\.output).joined() == whole.output, "cut after \(cut)")
    }
  }

  /// Rows of one phone or two, in which fixes share their times in pairs or threes, at other places.
  private static func busy(_ numbers: Range<Int>, devices: Int) -> String {
    "device,t,lat,lon,accuracy\n"
      + numbers.map { number in
        let step = number / devices
        let time = 1_714_546_800 + step * 2 / 5 * 30
        let place = 46.05 + 0.003 * sin(Double(step) / 9)
        return
          "\(devices > 1 ? "d\(number % devices)" : ""),\(time),\(place),14.5,\(5 + step % 3)\n"
      }.joined()
  }

  /// The second run of a growing log reads what the first one read, too.
  @Test(arguments: [1, 2], [true, false])
  func `a track cut between fixes of one time gives the events of the whole`(
    devices: Int, isReadAgain: Bool
  ) throws {
    for options in [["--positioning", "phone"], ["--reselect-on", "fix", "--verbose"]] {
      let common = ["--regions", try manyRegions(), "--limit", "5", "--format", "jsonl"] + options
      let whole = try ToolRun(
        ["simulate", try folder.file("whole.csv", Self.busy(0..<200, devices: devices))] + common)
      #expect(whole.output.split(separator: "\n").count > 5)
      for cuts in [[40], [41], [42, 43], [44, 45, 46, 47], [101, 102, 103]] {
        let state = folder.url.appendingPathComponent("busy-\(cuts[0])-\(options[0])").path
        let pieces = try zip([0] + cuts, cuts + [200]).map { from, to in
          let rows = Self.busy((isReadAgain ? 0 : from)..<to, devices: devices)
          let piece = try folder.file("piece.csv", rows)
          return try ToolRun(["simulate", piece, "--state", state] + common)
        }
        #expect(pieces.allSatisfy { $0.status == 0 }, "\(pieces)")
        #expect(pieces.map(\.output).joined() == whole.output, "cut at \(cuts)")
        let last = try #require(pieces.last)
        #expect(
          last.errors.contains(
            "note: \(cuts.last ?? 0) points passed over: an earlier run got farther")
            == isReadAgain, "\(last.errors)")
      }
    }
  }

  @Test(arguments: [[], ["--jobs", "1"], ["--interpolate", "45"], ["--positioning", "phone"]])
  func `a fleet cut by --to goes on from the last fix that was played`(_ options: [String]) throws {
    let fleet = try folder.file("fleet.csv", Self.fleet(0..<3000))
    let common = [fleet, "--regions", try manyRegions()] + options
    let whole = try ToolRun(["simulate"] + common)
    let pieces = try [["--to", "+5000s"], ["--from", "+5000s", "--to", "+9000s"], []].map {
      try ToolRun(["simulate"] + common + ["--state", state.path] + $0)
    }
    #expect(pieces.allSatisfy { $0.status == 0 && !$0.output.isEmpty }, "\(pieces)")
    #expect(pieces.map(\.output).joined() == whole.output)
  }

  @Test func `the summaries of the pieces add up to that of the whole`() throws {
    func counts(_ errors: String) throws -> [Int] {
      let pattern =
        /(\d+) fix.*events +(\d+) enter.*, (\d+) exit.*selection +(\d+) resel\D+(\d+) reg\D+(\d+) unreg/
        .dotMatchesNewlines()
      let match = try #require(errors.firstMatch(of: pattern), "\(errors)").output
      return [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int($0) }
    }
    let common = [
      "--regions", try manyRegions(), "--limit", "5", "--reselect-on", "event", "--summary",
    ]
    let whole = try ToolRun(
      ["simulate", try folder.file("fleet.csv", Self.fleet(0..<3000))] + common)
    var sum = Array(repeating: 0, count: 6)
    for numbers in [0..<900, 900..<2000, 2000..<3000] {
      let piece = try folder.file("piece.csv", Self.fleet(numbers))
      let run = try ToolRun(["simulate", piece, "--state", state.path] + common)
      sum = zip(sum, try counts(run.errors)).map { $0 + $1 }
    }
    #expect(try counts(whole.errors) == sum)
    #expect(!sum.contains(0), "\(sum)")
  }

  /// The time of a fix in an untimed track follows from the path to it.
  @Test func `an untimed track cut anywhere gives the events of the whole`() throws {
    func rows(_ numbers: Range<Int>) -> String {
      "lat,lon\n" + numbers.map { "\(46.05 + 0.01 * sin(Double($0) / 12)),14.5\n" }.joined()
    }
    let whole = try ToolRun(
      "simulate", try folder.file("whole.csv", rows(0..<150)), "--speed", "2", "--regions", regions)
    #expect(whole.output.split(separator: "\n").count > 5)
    for cut in stride(from: 1, to: 150, by: 11) {
      let state = folder.url.appendingPathComponent("untimed-\(cut)").path
      let pieces = try [0..<cut, cut..<150].map { numbers in
        let piece = try folder.file("piece.csv", rows(numbers))
        return try ToolRun(
          "simulate", piece, "--speed", "2", "--regions", regions, "--state", state)
      }
      #expect(pieces.map(\.output).joined() == whole.output, "cut after \(cut)")
    }
  }

  /// The cushion was passed before the cut, and no fix after it is as far outside.
  @Test(arguments: ["[]", #"[{"at": "+9000s", "do": "background"}]"#])
  func `a crossing that was deep enough before a cut is so after it`(_ scenario: String) throws {
    func piece(_ rows: String) throws -> ToolRun {
      let track = try folder.file("piece.csv", "t,lat,lon\n\(rows)")
      let actions = try folder.file("s.json", scenario)
      return try simulate(track, "--scenario", actions, "--dwell", "60", "--cushion", "200")
    }
    #expect(try piece("0,46.05,14.5\n10,46.0545,14.5\n").output.contains("enter"))
    #expect(try piece("100,46.0522,14.5\n").output.contains("exit"))
  }

  /// The dwell began 10 s after the crossing, and both before the cut.
  @Test(arguments: ["[]", #"[{"at": "+9000s", "do": "background"}]"#])
  func `a dwell that counts from the cushion goes on after a cut`(_ scenario: String) throws {
    let settings = try folder.file("from.json", #"{"dwell-from": "cushion"}"#)
    func piece(_ rows: String) throws -> String {
      let track = try folder.file("piece.csv", "t,lat,lon\n\(rows)")
      let actions = try folder.file("s.json", scenario)
      return try simulate(
        track, "--scenario", actions, "--settings", settings, "--dwell", "60", "--cushion", "200"
      ).output
    }
    #expect(try piece("0,46.05,14.5\n10,46.0522,14.5\n20,46.0545,14.5\n").contains("enter"))
    #expect(try piece("70,46.0545,14.5\n").isEmpty)
    #expect(
      try piece("80,46.0545,14.5\n").contains("exit   home  400.2 m outside, 1 min 10 s after"))
  }

  // MARK: many devices

  /// Returns rows of devices at scattered places, some of which cross the boundary of a region.
  private static func fleet(_ numbers: Range<Int>, devices: Int = 30) -> String {
    "device,t,lat,lon\n"
      + numbers.map { number in
        let (device, step) = (number % devices, number / devices)
        let away = device % 3 == 0 ? 0.3 : 0
        let swing = 0.004 * sin(Double(step * (device + 1)) / 5)
        return "d\(device),\(1_714_546_800 + number * 10),\(46.05 + away + swing),14.5\n"
      }.joined()
  }

  private func manyRegions() throws -> String {
    let regions = (0..<40).map { number in
      #"{"identifier":"r\#(number)","latitude":\#(46.05 + 0.004 * Double(number % 8)),"#
        + #""longitude":\#(14.5 + 0.004 * Double(number / 8)),"radius":120}"#
    }
    return try folder.file("many.json", "[\(regions.joined(separator: ","))]")
  }

  @Test(
    arguments: [
      [], ["--reselect-on", "significant,event"], ["--reselect-on", "sentinel,event"],
      ["--api", "cllocationmanager", "--reselect-on", "significant,event,sentinel"],
      ["--limit", "40"], ["--limit", "5", "--renew", "all"], ["--interpolate", "45"],
      ["--positioning", "phone"],
    ])
  func `a fleet cut anywhere gives the events of the whole`(_ options: [String]) throws {
    let places = try manyRegions()
    let whole = try ToolRun(
      ["simulate", try folder.file("fleet.csv", Self.fleet(0..<3000)), "--regions", places]
        + options)
    #expect(whole.output.split(separator: "\n").count >= 8, "\(whole)")
    for cuts in [[700, 1500], [1, 31, 2000], [2990]] {
      let state = folder.url.appendingPathComponent("state-\(cuts[0])").path
      let pieces = try zip([0] + cuts, cuts + [3000]).map { from, to in
        let piece = try folder.file("piece.csv", Self.fleet(from..<to))
        return try ToolRun(
          ["simulate", piece, "--regions", places, "--state", state] + options)
      }
      #expect(pieces.allSatisfy { $0.status == 0 }, "\(pieces)")
      #expect(pieces.map(\.output).joined() == whole.output, "cut at \(cuts)")
    }
  }

  /// The scenario is added with the second piece; the state of a device at rest refers to regions
  /// by name.
  @Test func `a device at rest goes on under a scenario that adds regions`() throws {
    let places = try manyRegions()
    let actions = try folder.file(
      "s.json",
      #"[{"at": "+9000s", "do": "add", "region": {"identifier": "a", "latitude": 46.05, "#
        + #""longitude": 14.5, "radius": 300}}]"#)
    let options = ["--regions", places, "--reselect-on", "significant,event"]
    let whole = try ToolRun(
      ["simulate", try folder.file("fleet.csv", Self.fleet(0..<3000)), "--scenario", actions]
        + options)
    let first = try ToolRun(
      ["simulate", try folder.file("piece.csv", Self.fleet(0..<800)), "--state", state.path]
        + options)
    let second = try ToolRun(
      [
        "simulate", try folder.file("piece.csv", Self.fleet(800..<3000)), "--state", state.path,
        "--scenario", actions,
      ] + options)
    #expect(first.output + second.output == whole.output)
    #expect(whole.output.contains(" a "))
  }

  @Test(arguments: ["1", "2"])
  func `a device that is missing from a piece goes on in a later one`(_ jobs: String) throws {
    func piece(_ rows: String) throws -> String {
      let run = try simulate(
        try folder.file("piece.csv", "device,t,lat,lon\n\(rows)"), "--jobs", jobs)
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    #expect(try piece("a,0,46.05,14.5\nb,0,46.05,14.5\n").split(separator: "\n").count == 2)
    #expect(try piece("a,100,46.05,14.5\n").isEmpty)
    #expect(try piece("b,200,46.05,14.5\n").isEmpty)
    let size = try Data(contentsOf: state).split(separator: 10).count
    #expect(size == 6)
  }

  @Test(
    arguments: [
      [], ["--reselect-on", "significant,event"], ["--reselect-on", "sentinel,event"],
      ["--api", "cllocationmanager", "--reselect-on", "event"], ["--limit", "40"],
      ["--interpolate", "600"], ["--ignore-times", "--speed", "500"],
    ])
  func `a device at rest takes at most a hundred bytes`(_ options: [String]) throws {
    let rows = (0..<2000).map { device in
      let place = "45.\(100_000 + device * 37),14.\(100_000 + device * 53)"
      return "phone-\(100_000 + device),\(1_714_546_800 + device),\(place)\n"
    }
    let track = try folder.file("fleet.csv", "device,t,lat,lon\n" + rows.joined())
    let run = try ToolRun(
      ["simulate", track, "--regions", try manyRegions(), "--state", state.path] + options)
    #expect(run.status == 0, "\(run.errors)")
    let lines = try Data(contentsOf: state).split(separator: 10)
    #expect(lines.count == 2004)
    // The 1 is for the line's end.
    let longest = 1 + (lines[3..<2003].map(\.count).max() ?? 0)
    #expect(longest <= 100)
  }

  /// Places of as many digits as there are, west and south, where signs and degrees take most.
  @Test(
    arguments: [
      ([], 100), (["--reselect-on", "significant,event"], 100), (["--limit", "40"], 100),
      (
        [
          "--reselect-on", "significant,event,sentinel", "--interpolate", "600", "--ignore-times",
          "--speed", "500",
        ], 300
      ),
    ])
  func `a device that has moved and rests takes at most a hundred bytes, with several places 300`(
    _ options: [String], _ most: Int
  ) throws {
    var random = SeededGenerator(seed: 6)
    let rows = (0..<1200).map { number in
      let (device, step) = (number % 300, number / 300)
      let time = 1_714_546_800_123 + device * 1000 + step * 4_000_000
      let latitude = -45.1 - 0.001 * Double(step) - Double.random(in: 0...0.02, using: &random)
      let longitude = -114.1 - Double.random(in: 0...0.02, using: &random)
      return "phone-\(100_000 + device),\(time),\(latitude),\(longitude)\n"
    }
    let track = try folder.file("fleet.csv", "device,t,lat,lon\n" + rows.joined())
    let run = try ToolRun(
      ["simulate", track, "--regions", try manyRegions(), "--state", state.path] + options)
    #expect(run.status == 0, "\(run.errors)")
    let lines = try Data(contentsOf: state).split(separator: 10)
    #expect(lines.count == 304)
    // With the line's end.
    let longest = 1 + (lines[3..<303].map(\.count).max() ?? 0)
    #expect(longest <= most)
  }

  // MARK: what was not delivered

  #if os(Linux)
    @Test(arguments: ["text", "jsonl"])
    func `what a full disk keeps back is printed first by the next run`(_ format: String) throws {
      let whole = try ToolRun("simulate", track, "--regions", regions, "--format", format)
      let first = try folder.file("first.csv", Self.rows(0..<20))
      let process = Process()
      process.executableURL = ToolRun.executable
      process.arguments = ["simulate", first, "--regions", regions, "--state", state.path]
      process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 74)
      // The format is that of the run that prints.
      let next = try simulate(track, "--format", format)
      #expect(next.status == 0, "\(next.errors)")
      #expect(next.output == whole.output)
      #expect(try simulate(track).output.isEmpty)
    }
  #endif

  @Test func `what a closed pipe keeps back is printed first by the next run`() throws {
    let whole = try ToolRun("simulate", track, "--regions", regions)
    let unread = try ToolRun(
      ["simulate", track, "--regions", regions, "--state", state.path], isRead: false)
    #expect(unread.status == 0)
    #expect(try simulate(track).output == whole.output)
  }

  @Test func `a track that breaks off saves what was read`() throws {
    let whole = try ToolRun("simulate", track, "--regions", regions)
    let broken = try folder.file("broken.csv", Self.rows(0..<25) + "250,46.07,\"14.5\n")
    let first = try simulate(broken)
    #expect(first.status == 65)
    let second = try simulate(track)
    #expect(second.status == 0, "\(second.errors)")
    #expect(first.output + second.output == whole.output)
  }

  // MARK: foreign states

  @Test func `a piece with nothing but late points is no error`() throws {
    let whole = try ToolRun("simulate", track, "--regions", regions)
    let pieces = try [0..<20, 3..<15, 20..<40].map {
      try simulate(try folder.file("piece.csv", Self.rows($0)))
    }
    #expect(pieces.map(\.status) == [0, 0, 0])
    #expect(pieces.map(\.output).joined() == whole.output)
    #expect(pieces[1].errors.contains("note: 12 points passed over: an earlier run got farther"))
    let unusable = try folder.file("unusable.csv", "t,lat,lon\n0,91,14.5\n")
    #expect(try ToolRun("simulate", unusable, "--regions", regions).status == 65)
  }

  @Test func `tracks are known by their names, and one that stays away is kept`() throws {
    func piece(_ name: String, _ numbers: Range<Int>) throws -> String {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("\(numbers.lowerBound)"),
        withIntermediateDirectories: true)
      return try folder.file("\(numbers.lowerBound)/\(name).csv", Self.rows(numbers))
    }
    func run(_ tracks: String...) throws -> [String] {
      let run = try ToolRun(
        ["simulate"] + tracks + ["--regions", regions, "--state", state.path])
      #expect(run.status == 0, "\(run.errors)")
      return run.output.split(separator: "\n").map(String.init)
    }
    let whole = try ToolRun(
      "simulate", try piece("anna", 0..<40), try piece("ben", 0..<40), "--regions", regions)
    var events = try run(try piece("anna", 0..<11), try piece("ben", 0..<12))
    events += try run(try piece("ben", 12..<20), try piece("carl", 12..<20)).filter {
      !$0.hasSuffix("device carl")
    }
    events += try run(try piece("ben", 20..<40), try piece("anna", 11..<40))
    #expect(events.sorted() == whole.output.split(separator: "\n").map(String.init).sorted())
  }

  @Test func `every piece takes the whole scenario, and another one is refused`() throws {
    func scenario(_ actions: String) throws -> String { try folder.file("s.json", actions) }
    let first = try folder.file("first.csv", Self.rows(0..<20))
    let whole = #"[{"at": "+50s", "do": "terminate"}, {"at": "+300s", "do": "launch"}]"#
    #expect(try simulate(first, "--scenario", try scenario(whole)).status == 0)
    let saved = try Data(contentsOf: state)
    for other in [
      "[]", #"[{"at": "+60s", "do": "terminate"}]"#, #"[{"at": "+50s", "do": "background"}]"#,
      #"[{"at": "+50s", "do": "terminate"}, {"at": "+60s", "do": "launch"}]"#,
    ] {
      let run = try simulate(track, "--scenario", try scenario(other))
      #expect(run.status == 65, "\(other)")
      #expect(run.errors.contains("the state was made with another --scenario"))
      #expect(run.errors.contains("help: give the whole scenario with each piece"))
      #expect(try Data(contentsOf: state) == saved)
    }
    // The instant of the first action is written differently, and the second action is still to
    // come.
    let same = #"[{"at": "1970-01-01T00:00:50Z", "do": "terminate"}]"#
    #expect(try simulate(track, "--scenario", try scenario(same)).status == 0)
  }

  @Test func `two runs on one state wait for each other`() throws {
    let whole = try ToolRun("simulate", track, "--regions", regions)
    let first = Process()
    let (input, output) = (Pipe(), Pipe())
    first.executableURL = ToolRun.executable
    first.arguments = ["simulate", "-", "--regions", regions, "--state", state.path]
    (first.standardInput, first.standardOutput) = (input, output)
    try first.run()
    try input.fileHandleForWriting.write(contentsOf: Data(Self.rows(0..<5).utf8))
    // The first event shows that the run has claimed the state.
    let event = try #require(try output.fileHandleForReading.read(upToCount: 1))

    let second = Process()
    let (errors, events) = (Pipe(), Pipe())
    second.executableURL = ToolRun.executable
    second.arguments = ["simulate", track, "--regions", regions, "--state", state.path]
    (second.standardOutput, second.standardError) = (events, errors)
    try second.run()
    let waiting = "\(state.path): note: waiting"
    let note = try #require(
      try errors.fileHandleForReading.read(upToCount: waiting.utf8.count))
    #expect(String(decoding: note, as: UTF8.self) == waiting)
    #expect(second.isRunning)

    try input.fileHandleForWriting.close()
    let printed =
      event + output.fileHandleForReading.readDataToEndOfFile()
      + events.fileHandleForReading.readDataToEndOfFile()
    first.waitUntilExit()
    second.waitUntilExit()
    #expect(first.terminationStatus == 0 && second.terminationStatus == 0)
    #expect(String(decoding: printed, as: UTF8.self) == whole.output)
  }

  @Test func `a damaged or foreign state is refused and left alone`() throws {
    #expect(try simulate(track).status == 0)
    let good = try Data(contentsOf: state)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      var bad = good
      let index = Int.random(in: 0..<good.count, using: &generator)
      bad[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      try bad.write(to: state)
      let run = try simulate(track)
      #expect(run.status == 65, "byte \(index)")
      #expect(run.output.isEmpty)
      #expect(try Data(contentsOf: state) == bad)
    }
    try Data("{}".utf8).write(to: state)
    #expect(try simulate(track).errors.contains("not a state of geofence"))
  }

  /// The checksum is right, so that the fault is in the second device alone.
  @Test(arguments: ["AQ", "____", "AA=="])
  func `a state whose second device is damaged is refused before the first goes on`(
    _ coding: String
  ) throws {
    func piece(_ from: Int, _ to: Int) throws -> String {
      try folder.file(
        "piece.csv",
        "device,t,lat,lon\n"
          + (from..<to).flatMap { step in
            ["a", "b"].map { "\($0),\(step * 10),\(step < 10 ? "46.05" : "46.07"),14.5\n" }
          }.joined())
    }
    #expect(try simulate(try piece(0, 10)).output.split(separator: "\n").count == 2)
    var lines = String(decoding: try Data(contentsOf: state), as: UTF8.self)
      .split(separator: "\n").dropLast().map(String.init)
    let device = try #require(lines.lastIndex { $0.hasPrefix("[\"b\"") })
    lines[device] = lines[device].replacing(/"[^"]*"\]$/, with: "\"\(coding)\"]")
    let text = lines.joined(separator: "\n") + "\n"
    let forged = Data((text + "end \(StateFile.fingerprint(of: [text]))\n").utf8)
    try forged.write(to: state)
    let run = try simulate(try piece(10, 40))
    #expect(run.status == 65)
    #expect(run.output.isEmpty && run.errors.contains("the state is damaged"))
    #expect(try Data(contentsOf: state) == forged)
  }

  @Test func `a state of another version is refused by its version and left alone`() throws {
    #expect(try simulate(track).status == 0)
    let saved = String(decoding: try Data(contentsOf: state), as: UTF8.self)
    for version in ["0", "99"] {
      let first = "geofence-state \(StateFile.version)\n"
      #expect(saved.hasPrefix(first))
      let other = saved.replacing(first, with: "geofence-state \(version)\n")
      try Data(other.utf8).write(to: state)
      let run = try simulate(track)
      #expect(run.status == 65)
      #expect(
        run.errors.contains("a state of version \(version), where this geofence keeps version "))
      #expect(
        run.errors.contains("help: simulate the track from its beginning with another --state"))
      #expect(try Data(contentsOf: state) == Data(other.utf8))
    }
  }

  @Test func `a state of other settings is refused with the option to pass`() throws {
    #expect(try simulate(track, "--limit", "3").status == 0)
    let run = try simulate(track)
    #expect(run.status == 65)
    #expect(run.errors.contains("the state was made with another --limit"))
    #expect(run.errors.contains("help: pass --limit 3 as before, or another --state"))
  }

  /// A setting that changes which fixes a file has, and the way back to it.
  @Test(
    arguments: [
      (["--track-timezone", "Europe/Ljubljana"], "pass --track-timezone UTC"),
      (["--columns", "time=t"], "leave --columns out"),
      (["--ignore-times"], "leave --ignore-times out"), (["--speed", "5"], "pass --speed 20"),
      (["--start", "2024-05-01T00:00:00Z"], "pass --start 1970-01-01T00:00:00Z"),
      (["--interpolate", "5"], "leave --interpolate out"),
      (["--within", "10000"], "leave --within out"),
    ])
  func `a state is not continued by a file that is read in another way`(
    _ options: [String], _ wayBack: String
  ) throws {
    #expect(try simulate(track).status == 0)
    let saved = try Data(contentsOf: state)
    let run = try ToolRun(
      ["simulate", track, "--regions", regions, "--state", state.path] + options)
    #expect(run.status == 65)
    #expect(run.errors.contains("the state was made with another \(options[0])"))
    #expect(run.errors.contains("help: \(wayBack) as before, or another --state"))
    #expect(try Data(contentsOf: state) == saved)
    let again = folder.url.appendingPathComponent("again").path
    for _ in 0..<2 {
      let run = try ToolRun(["simulate", track, "--regions", regions, "--state", again] + options)
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  @Test(arguments: [1, 2])
  func `a track without a name and tracks with names do not continue each other`(_ first: Int)
    throws
  {
    let tracks = [track, try folder.file("other.csv", Self.rows(0..<40))]
    func run(_ count: Int) throws -> ToolRun {
      try ToolRun(
        ["simulate"] + tracks.prefix(count) + ["--regions", regions, "--state", state.path])
    }
    #expect(try run(first).status == 0)
    let saved = try Data(contentsOf: state)
    let other = try run(3 - first)
    #expect(other.status == 65)
    #expect(other.output.isEmpty)
    #expect(other.errors.contains(first == 1 ? "of a single track" : "of several tracks"))
    #expect(other.errors.contains("name the devices in a column"))
    #expect(try Data(contentsOf: state) == saved)
    #expect(try run(first).status == 0)
  }

  @Test func `another model of positioning is named before what follows from it`() throws {
    #expect(try simulate(track, "--positioning", "phone").status == 0)
    let run = try simulate(track)
    #expect(run.status == 65)
    #expect(run.errors.contains("the state was made with another --positioning"))
    #expect(run.errors.contains("help: pass the same model as before, or another --state"))
  }

  @Test func `a state that cannot be written is noticed before anything is simulated`() throws {
    let run = try ToolRun(
      "simulate", track, "--regions", regions, "--state", "/nowhere/state")
    #expect(run.status == 73)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("/nowhere/state: error: cannot be written"))
  }
}
