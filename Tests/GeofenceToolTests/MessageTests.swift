import Foundation
import Testing

/// The messages on standard error, all of which have the format of a compiler's.
struct MessageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, text) in [
      (
        "r.json",
        #"[{"identifier": "a", "latitude": 46, "longitude": 14, "radius": 200000, "icon": "x"}]"#
      ),
      ("small.csv", "id,lat,lon,r\nb,46,14,0.5\nc,46,14,100\n"),
      ("t.csv", "time,lat,lon\n0,46,14\n9,91,14\n60,46.1,14\n"),
      ("untimed.csv", "lat,lon\n46,14\n"),
      ("doctype.gpx", "<!DOCTYPE gpx [<!ENTITY a 'b'>]>\n<gpx/>"), ("empty", ""),
      ("e.txt", "1970-01-01T00:00:09Z  exit  c\n"), ("e.jsonl", "{\"event\": 5}\n"),
      ("s.json", #"[{"at": "+9999s", "do": "terminate"}]"#), ("m.json", "{}"),
      ("deep.json", String(repeating: "[", count: 600)),
    ] { _ = try folder.file(name, text) }
  }

  @Test(arguments: [
    "simulate t.csv --regions r.json", "simulate t.csv --regions small.csv --seed 3",
    "simulate untimed.csv --regions small.csv", "simulate t.csv --regions r.json --only x",
    "simulate t.csv --regions r.json --device x", "simulate doctype.gpx --regions r.json",
    "simulate t.csv --regions small.csv --scenario s.json",
    "simulate t.csv --regions small.csv --scenario m.json",
    "simulate t.csv --regions small.csv --positioning m.json",
    "simulate t.csv --regions deep.json", "simulate deep.json --regions r.json",
    "simulate empty --regions r.json", "simulate t.csv --regions empty",
    "simulate t.csv --regions nowhere", "simulate nowhere --regions r.json",
    "simulate t.csv --regions small.csv --expect e.jsonl",
    "simulate t.csv --regions small.csv --from +9000s", "simulate . --regions r.json",
    "simulate t.csv --regions . ", "simulate t.csv --regions r.json --state nowhere/state",
    "simulate t.csv --regions small.csv --reselect-on sentinel --sentinel-radius 300000",
    "audit t.csv --regions small.csv --min-reach 1 --cushion 9000",
    "report t.csv --regions small.csv -o nowhere/x.html",
    "reminders list empty", "reminders list nowhere",
    "reminders list empty --authorization denied",
  ])
  func `a message names its source, then how grave it is`(_ arguments: String) throws {
    let run = try ToolRun(
      arguments.split(separator: " ").map(String.init), in: folder.url)
    #expect(!run.errors.isEmpty)
    for line in run.errors.split(separator: "\n") {
      #expect(
        line.wholeMatch(of: /[^: ]+(:\d+(:\d+)?)?: (error|warning|note): .+|help: .+/) != nil,
        "\(line)")
    }
  }

  @Test func `a path that leads nowhere is set right`() throws {
    for (arguments, hint) in [
      (["t.cvs", "--regions", "small.csv"], "did you mean t.csv?"),
      (["t.csv", "--regions", "./smal.csv"], "did you mean ./small.csv?"),
      (["drive.gpx", "--regions", "small.csv"], "check the path; - is standard input"),
      (["https://example.org/a.gpx", "--regions", "small.csv"], "files are read, not addresses"),
      (["t.csv", "--regions", "~/r.json"], "the shell puts your folder in place of ~ only"),
      ([#"C:\Users\me\a.gpx"#, "--regions", "small.csv"], "paths have / between their parts"),
      (["*.gpx", "--regions", "small.csv"], "the shell puts files in place of * only outside of"),
      (["t.csv", "--regions", "small.csv", "--positioning", "phome"], "did you mean phone? give "),
    ] {
      let run = try ToolRun(["simulate"] + arguments, in: folder.url)
      #expect(run.status == 66)
      #expect(run.errors.contains("error: no such file\nhelp: \(hint)"), "\(run.errors)")
    }
  }

  @Test func `what differs from a recording is said of the recording`() throws {
    let run = try ToolRun(
      ["simulate", "t.csv", "--regions", "small.csv", "--expect", "e.txt", "--quiet"],
      in: folder.url)
    #expect(run.status == 1)
    #expect(run.errors.contains("\ne.txt: error: 0 of 1 expected events came: "))
  }
}
