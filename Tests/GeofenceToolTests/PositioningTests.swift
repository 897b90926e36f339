import Foundation
import TestSupport
import Testing

/// The option `--positioning`, as users see it.
struct PositioningTests {
  private let folder: TemporaryFolder
  private let drive = [
    "simulate", "tracks/every-event-reselects/track.gpx", "--regions",
    "tracks/every-event-reselects/regions.json", "--format", "jsonl",
  ]

  init() throws { folder = try TemporaryFolder() }

  private func simulate(_ options: String...) throws -> ToolRun { try ToolRun(drive + options) }

  @Test func `recorded is what is simulated without a model`() throws {
    #expect(try simulate("--positioning", "recorded").output == (try ToolRun(drive).output))
  }

  @Test func `a seed is said to be idle where nothing is random`() throws {
    let run = try simulate("--positioning", "recorded", "--seed", "2")
    #expect(run.output == (try ToolRun(drive).output))
    #expect(run.errors == "geofence: note: --seed has no effect: every fix is seen as recorded\n")
  }

  @Test func `a phone that finds itself inside by an error came without an arrival`() throws {
    let folder = try TemporaryFolder()
    // At rest 10 m outside of the circle.
    let rows = (0...360).map { "\($0 * 10),46.05,14.5014213\n" }
    _ = try folder.file("rest.csv", "time,lat,lon\n" + rows.joined())
    _ = try folder.file("r.csv", "id,lat,lon,radius\nhome,46.05,14.5,100\n")
    var found = 0
    for seed in 1...6 {
      let run = try ToolRun(
        [
          "audit", "rest.csv", "--regions", "r.csv", "--positioning", "wifi", "--trials", "1",
          "--seed", "\(seed)",
        ], in: folder.url)
      #expect(!run.output.contains("already inside"), "\(run.output)")
      if run.output.contains("without an arrival or departure") { found += 1 }
    }
    #expect(found > 0)
  }

  @Test(arguments: ["wifi", "cell", "phone"])
  func `a preset tells fewer events, the same ones for the same seed`(_ preset: String) throws {
    let run = try simulate("--positioning", preset)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.count < (try ToolRun(drive).output).count)
    #expect(try simulate("--positioning", preset, "--seed", "1").output == run.output)
  }

  @Test func `a file of the preset's numbers is the preset`() throws {
    let model = try folder.file(
      "phone.json",
      """
      {"far": {"distance": {"median": 600, "p95": 2000}, "interval": 300, "error": 95,
               "settles": 300},
       "near": {"interval": 20, "error": 20, "settles": 120, "accuracy": null, "missed": 0.2},
       "still": {"interval": 900, "error": 20, "settles": 604800, "missed": 0.2},
       "nearWithin": 1000, "stillWithin": 30, "stillAfter": 180,
       "dwell": {"in": 0, "out": {"median": 66, "p95": 163}}, "cushion": {"in": 0, "out": 60}}
      """)
    let run = try simulate("--positioning", model, "--seed", "7")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == (try simulate("--positioning", "phone", "--seed", "7")).output)
    // The user's options take precedence over those of the model.
    #expect(
      try simulate("--positioning", model, "--cushion", "60", "--cushion-in", "0").output
        == (try simulate("--positioning", model)).output)
    // Rules that are not drawn are those of the options, to the event.
    let fixed = try folder.file(
      "fixed.json",
      #"{"far": {"interval": 20, "error": 25}, "nearWithin": 0, "cushion": 60, "dwell": 80}"#)
    #expect(
      try simulate("--positioning", fixed, "--cushion", "60", "--dwell-out", "80").output
        == (try simulate("--positioning", fixed)).output)
    #expect(
      try simulate("--positioning", model, "--cushion", "2000").output
        != (try simulate("--positioning", model)).output)
  }

  @Test(arguments: [
    (#"{"near": {}}"#, "far: a model without \"far\""),
    (#"{"far": {}, "nearwithin": 5}"#, "nearwithin: unknown key \"nearwithin\""),
    (#"{"far": {"missed": 2}}"#, "far.missed: more than all updates"),
    (#"{"far": {"error": -1}}"#, "far.error: not an amount"),
    (
      #"{"far": {"distance": {"median": 5, "p95": 4}}}"#,
      "far.distance.p95: no 95th percentile that is at least the median"
    ),
    (#"{"far": {"distance": {"median": 0, "p95": 4}}}"#, "far.distance.median: no median above 0"),
    (#"{"far": {"error": 1, "error": 2}}"#, "1:22: error: the key \"error\" is there twice"),
    (#"[]"#, "model.json: error: not an object"), (#"{"far": }"#, "1:9: error"),
    (#"{"far": 5}"#, "far: not an object"), (#"{"far": null}"#, "far: null instead of an object"),
    (#"{"far": {}}"#, "nearWithin: a model without \"nearWithin\""),
    (#"{"far": {}, "near": {}}"#, "nearWithin: a model without \"nearWithin\""),
    (#"{"far": {}, "nearWithin": null}"#, "nearWithin: null instead of a number"),
    (#"{"far": {}, "nearWithin": "500"}"#, "nearWithin: not a number"),
    (#"{"far": {}, "nearWithin": 5, "still": {}}"#, "\"still\" without \"stillWithin\""),
    (#"{"far": {}, "nearWithin": 5, "stillWithin": 9}"#, "\"stillWithin\" without \"still\""),
    (#"{"far": {"interval": 0}, "nearWithin": 5}"#, "far.interval: an interval of less than"),
    (#"{"far": {"interval": 0.0001}, "nearWithin": 5}"#, "far.interval: an interval of less than"),
    (#"{"far": {"error": null}, "nearWithin": 5}"#, "far.error: null instead of a number"),
    (#"{"far": {"interval": null}, "nearWithin": 5}"#, "far.interval: null instead of a number"),
    (#"{"far": {"missed": true}, "nearWithin": 5}"#, "far.missed: not a number"),
    (#"{"far": {"accuracy": "good"}, "nearWithin": 5}"#, "far.accuracy: not a number"),
    (#"{"far": {"distance": null}, "nearWithin": 5}"#, "far.distance: null instead of an object"),
    (#"{"far": {"distance": 5}, "nearWithin": 5}"#, "far.distance: not an object"),
    (#"{"far": {"intervall": 5}, "nearWithin": 5}"#, "far.intervall: unknown key"),
    (#"{"far": {}, "near": [], "nearWithin": 5}"#, "near: not an object"),
    (#"{"far": {}, "nearWithin": 5, "cushion": null}"#, "cushion: null instead of a number"),
  ])
  func `a mistake in a model is named with its place`(_ model: String, _ problem: String) throws {
    let run = try simulate("--positioning", try folder.file("model.json", model))
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(problem), "\(run.errors)")
    #expect(run.errors.contains("help: "))
    #expect(!run.errors.contains("Expected"), "in the words of the format")
  }

  @Test func `null is for an accuracy alone`() throws {
    let model = #"{"far": {"accuracy": null}, "nearWithin": 1000}"#
    #expect(try simulate("--positioning", try folder.file("model.json", model)).status == 0)
  }

  @Test(arguments: [String.Encoding.utf8, .utf16])
  func `a model may begin with a byte order mark`(_ encoding: String.Encoding) throws {
    // The encoding UTF-16 writes its own mark.
    let mark = encoding == .utf8 ? "\u{FEFF}" : ""
    let text = "\(mark){\"far\": {}, \"nearWithin\": 1000}".data(using: encoding)
    let model = folder.url.appendingPathComponent("marked.json")
    try (try #require(text)).write(to: model)
    #expect(try simulate("--positioning", model.path).status == 0)
  }

  @Test func `an unknown model is a missing file`() throws {
    let run = try simulate("--positioning", "phnoe")
    #expect(run.status == 66)
    #expect(run.errors.contains("phnoe"))
    #expect(
      run.errors.contains(
        "help: did you mean phone? give recorded, gps, wifi, cell, phone, android, or the path"))
  }

  @Test func `the bytes are the same for any number of jobs, and in pieces`() throws {
    let tracks = ["walk-through-one-region", "exit-needs-the-cushion", "every-event-reselects"].map
    {
      "tracks/\($0)/track.gpx"
    }
    let options = [
      "--regions", "tracks/every-event-reselects/regions.json", "--positioning", "phone",
    ]
    let one = try ToolRun(["simulate"] + tracks + options)
    #expect(one.status == 0)
    #expect(try ToolRun(["simulate"] + tracks + options + ["--jobs", "3"]).output == one.output)
  }

  @Test func `verbose says what a preset rests on`() throws {
    let run = try simulate("--positioning", "phone", "--verbose")
    #expect(run.errors.contains("positioning phone, seed 1:\n"))
    #expect(run.errors.contains("74 m median: Zandbergen 2009"))
  }
}
