import Foundation
import Testing

/// `--settings FILE`: options from a JSON object, over which the command line takes precedence.
struct SettingsTests {
  private let folder: TemporaryFolder
  private let track = "tracks/every-event-reselects/track.gpx"
  private let regions = "tracks/every-event-reselects/regions.json"

  init() throws { folder = try TemporaryFolder() }

  private func simulate(_ settings: String, _ options: String...) throws -> ToolRun {
    let path = try folder.file("settings.json", settings)
    return try ToolRun(
      ["simulate", track, "--regions", regions, "--settings", path] + options)
  }

  private func plain(_ options: String...) throws -> ToolRun {
    try ToolRun(["simulate", track, "--regions", regions] + options)
  }

  @Test func `a settings file has the options of the command line`() throws {
    let run = try simulate(
      #"{"reselect-on": ["significant", "event"], "dwell": 40, "format": "jsonl", "#
        + #""summary": true}"#)
    let same = try plain(
      "--reselect-on", "significant,event", "--dwell", "40", "--format", "jsonl", "--summary")
    #expect(run.status == 0 && run.output == same.output && run.errors == same.errors)
    #expect(run.output != (try plain("--format", "jsonl").output))
  }

  @Test func `the command line wins`() throws {
    let run = try simulate(#"{"reselect-on": "fix", "limit": 3}"#, "--reselect-on", "significant")
    #expect(try run.output == plain("--limit", "3").output)
  }

  @Test func `an option of another command and a note are passed over, and null is the default`()
    throws
  {
    let run = try simulate(
      #"{"min-reach": 0.9, "tolerance": 3, "note": ["a", "b"], "dwell": null}"#)
    #expect(try run.status == 0 && run.output == plain().output)
  }

  @Test(
    arguments: [
      (#"{"reselct-on": "event"}"#, #"did you mean "reselect-on"?"#),
      (#"{"dwell": "long"}"#, "dwell: The value 'long' is invalid"),
      (#"{"dwell": true}"#, "dwell: no value of <s>"),
      (#"{"quiet": "yes"}"#, "quiet: neither true nor false"),
      (#"{"dwell": {}}"#, "dwell: no value of an option"),
      (#"{"settings": "x.json"}"#, "no option is called \"settings\""),
      (#"["dwell"]"#, "settings.json: error: "),
    ])
  func `a mistake is named with file, key and hint`(_ settings: String, _ message: String) throws {
    let report = folder.url.appendingPathComponent("junit.xml").path
    let run = try simulate(settings, "--expect", "nothing", "--junit", report)
    #expect(run.status == 65)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(!run.errors.contains("Expected to decode"))
    // The report of a run that failed before its first event has one error.
    #expect(try String(contentsOfFile: report, encoding: .utf8).contains("<error"))
  }

  @Test func `a file that lies beside the settings is meant`() throws {
    _ = try folder.file("scenario.json", #"[{"at": "+100s", "do": "terminate"}]"#)
    let run = try simulate(#"{"scenario": "scenario.json", "verbose": true}"#)
    #expect(run.status == 0 && run.output.contains("relaunch"))
  }

  @Test func `a file that is missing is named with the settings that name it`() throws {
    for setting in ["reminders", "scenario", "positioning"] {
      let run = try simulate("{\"\(setting)\": \"gone.json\"}")
      #expect(run.status == 66)
      let path = folder.url.appendingPathComponent("settings.json").path
      #expect(
        run.errors.hasPrefix("\(path): error: \(setting): no such file: \"gone.json\"\n"),
        "\(run.errors)")
    }
  }

  @Test func `several positioning models are no missing file`() throws {
    let path = try folder.file("settings.json", #"{"positioning": "phone/wifi", "trials": 1}"#)
    let run = try ToolRun("audit", track, "--regions", regions, "--settings", path)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `a positioning model that lies beside the settings is meant`() throws {
    let model = try folder.file("model.json", #"{"far": {"interval": 300}, "nearWithin": 1}"#)
    let run = try simulate(#"{"positioning": "model.json"}"#)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.output == plain("--positioning", model).output)
    #expect(try run.output != plain().output)
    // A model's own name never means a file.
    _ = try folder.file("ideal", "")
    _ = try folder.file("phone", "")
    #expect(
      try simulate(#"{"positioning": "phone"}"#).output == plain("--positioning", "phone").output)
  }

  @Test(arguments: [
    ("simulate", "output"), ("simulate", "state"), ("simulate", "junit"), ("audit", "best"),
    ("audit", "output"), ("report", "svg"), ("report", "best"), ("validate", "junit"),
    ("why", "output"),
  ])
  func `settings name no file that is written, in any command`(_ command: String, _ name: String)
    throws
  {
    let victim = try folder.file("victim.txt", "precious")
    let settings = try folder.file("settings.json", #"{"\#(name)": "\#(victim)"}"#)
    let page = command == "report" ? ["-o", folder.url.path + "/page.html"] : []
    let run = try ToolRun(
      [command, track, "--regions", regions, "--settings", settings] + page)
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("settings.json: error: \(name): settings write no files"))
    let hint = try #require(run.errors.firstMatch(of: /help: remove it: --(.*) stands on (.*)\n/))
    #expect(String(hint.1) == name && hint.2.hasPrefix("the command line of geofence "))
    let owner = hint.2.split(separator: " ").last.map(String.init) ?? ""
    #expect(try ToolRun(owner, "--help").output.contains("--\(name)"))
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
  }

  @Test func `what an audit found best can be run`() throws {
    let best = folder.url.appendingPathComponent("best.json").path
    let audit = try ToolRun(
      "audit", track, "--regions", regions, "--reselect-on", "significant/significant,event",
      "--min-radius", "0,500", "--best", best)
    #expect(audit.status == 0, "\(audit.errors)")
    let written = try String(contentsOfFile: best, encoding: .utf8)
    #expect(written.contains("\"event\"") && written.contains("min-radius"))
    let run = try ToolRun("simulate", track, "--regions", regions, "--settings", best)
    let radius = written.contains("\"min-radius\" : 500") ? "500" : "0"
    #expect(
      try run.output
        == plain("--reselect-on", "significant,event", "--min-radius", radius).output)
    let again = try ToolRun(
      "audit", track, "--regions", regions, "--settings", best, "--min-reach", "1")
    #expect(again.status == 0, "\(again.errors)")
  }

  @Test func `no circle is smaller than the least radius`() throws {
    let park = try folder.file(
      "park.json",
      #"[{"identifier": "tivoli", "latitude": 46.0553, "longitude": 14.4957, "radius": 60}]"#)
    let large = try folder.file(
      "large.json",
      #"[{"identifier": "tivoli", "latitude": 46.0553, "longitude": 14.4957, "radius": 150}]"#)
    let walk = "tracks/walk-through-one-region/track.gpx"
    let widened = try ToolRun("simulate", walk, "--regions", park, "--min-radius", "150")
    #expect(try widened.output == ToolRun("simulate", walk, "--regions", large).output)
    #expect(try widened.output != ToolRun("simulate", walk, "--regions", park).output)
  }
}
