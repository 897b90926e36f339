import Foundation
import TestSupport
import Testing

/// `geofence test`, for which a folder is a test.
struct TestCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a file, and creates the folders that it lies in.
  private func write(_ path: String, _ text: String) throws {
    let file = folder.url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
  }

  /// Returns the names of the files in a folder, hidden ones included, in their order.
  private func contents(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appendingPathComponent(path).path
    ).sorted()
  }

  private func run(_ arguments: String...) throws -> ToolRun {
    try ToolRun(["test"] + arguments, in: folder.url)
  }

  /// Returns the lines of the tests without their durations.
  private func lines(_ run: ToolRun) -> [String] {
    let duration = #/(  |; )\d+(\.\d+)? (ms|s|min( \d+ s)?)(?=  |$)/#.anchorsMatchLineEndings()
    return run.output.replacing(duration) { $0.1 == "; " ? ";" : "" }
      .split(separator: "\n").map(String.init)
  }

  /// A track that is five minutes inside the park, then five minutes a kilometre away.
  private static let track =
    "time,lat,lon\n"
    + (0..<60).map { "\($0 * 10),\($0 < 30 ? 46.05 : 46.06),14.5\n" }.joined()
  private static let regions =
    #"[{"identifier": "park", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#
  private static let events = """
    1970-01-01T00:00:00Z  enter  park  initial
    1970-01-01T00:05:20Z  exit   park

    """

  private func drive(_ path: String, expecting events: String = events) throws {
    try write("\(path)/track.csv", Self.track)
    try write("\(path)/expected.txt", events)
  }

  @Test func `standard input that a folder names twice is refused with its uses`() throws {
    try drive("drives/park")
    try write("drives/settings.json", #"{"regions": "-", "scenario": "-"}"#)
    let run = try run("drives")
    #expect(run.status == 64)
    #expect(
      run.errors.contains(
        "Standard input '-' can be read only once: it is given as --regions of drives/park and "
          + "--scenario of drives/park"), "\(run.errors)")
  }

  @Test func `one regions file and one settings file serve all folders below`() throws {
    try write("drives/regions.json", Self.regions)
    try write("drives/settings.json", #"{"dwell": 60}"#)
    try drive("drives/a")
    try drive("drives/b/c")
    try write("drives/b/settings.json", #"{"dwell": 20}"#)
    let run = try run("drives")
    #expect(run.status == 1)
    let lines = lines(run)
    #expect(lines.first == "FAIL   drives/a    2 events")
    #expect(lines.contains("ok     drives/b/c  2 events"))
    #expect(lines.last == "2 tests: 1 passed, 1 failed;")
    #expect(lines.contains { $0.contains("~ 1970-01-01T00:05:20Z  exit   park  40 s late") })
    // The settings of the folder above also apply if a folder below it is named.
    #expect(try self.run("drives/b/c").status == 0)
    #expect(
      try ToolRun(["test", "."], in: folder.url.appendingPathComponent("drives")).status == 1)
  }

  @Test func `a test's own file is nearer than one that settings above name`() throws {
    try write("drives/off.json", #"[{"at": "+0s", "do": "authorize", "to": "denied"}]"#)
    try write("drives/far.json", Self.regions.replacing("46.05", with: "46.07"))
    try write("drives/settings.json", #"{"scenario": "off.json", "regions": "far.json"}"#)
    try drive("drives/a")
    try write("drives/a/scenario.json", "[]")
    try write("drives/a/regions.json", Self.regions)
    #expect(try run("drives").status == 0)
    try write("drives/a/settings.json", #"{"scenario": "../off.json"}"#)
    #expect(try run("drives").status == 1)
  }

  @Test func `the settings of the command win over those of the folders`() throws {
    try write("regions.json", Self.regions)
    try drive("drive")
    try write("drive/settings.json", #"{"dwell": 60}"#)
    try write("all.json", #"{"dwell": 20}"#)
    #expect(try run("drive").status == 1)
    #expect(try run("drive", "--settings", "all.json").status == 0)
    // Standard input serves all tests, although it is read once.
    try drive("drives/a")
    try drive("drives/b")
    let input = try ToolRun(
      ["test", "drive", "drives", "--settings", "-"], input: Data(#"{"dwell": 20}"#.utf8),
      in: folder.url)
    #expect(input.status == 0, "\(input.output)")
    #expect(try run("drive", "--settings", "none.json").status == 66)
  }

  @Test func `every test is run, reported and recorded, though nobody reads the lines`() throws {
    try write("drives/regions.json", Self.regions)
    for name in ["a", "b", "c"] { try drive("drives/\(name)") }
    try write("drives/c/expected.txt", "")
    let arguments = ["test", "drives", "--jobs", "1"]
    let unread = try ToolRun(
      arguments + ["--junit", "results.xml", "--report", "out"], in: folder.url, isRead: false)
    #expect(unread.status == 1)
    #expect(try read("results.xml").matches(of: #/<testsuite /#).count == 3)
    #expect(try read("out/summary.md").hasPrefix("**3 tests: 2 passed, 1 failed**"))
    let update = try ToolRun(arguments + ["--update"], in: folder.url, isRead: false)
    #expect(update.status == 0)
    #expect(try run("drives").status == 0)
  }

  @Test func `settings may name the reminders of their own folder`() throws {
    let errands = ToolRun.package.appendingPathComponent("tracks/a-day-of-errands")
    let copy = folder.url.appendingPathComponent("errands")
    try FileManager.default.copyItem(at: errands, to: copy)
    let settings = try read("errands/settings.json")
    let brace = try #require(settings.firstIndex(of: "{"))
    try write(
      "errands/settings.json",
      "{\"reminders\": \"reminders.ics\"," + settings[settings.index(after: brace)...])
    #expect(try run("errands").status == 0)
  }

  @Test func `a phone that is late fails a test with the event, and its page begins with that`()
    throws
  {
    try write("regions.json", Self.regions)
    try drive("drive")
    // The tolerance of expected events is none of the phone's, which is a minute at least.
    try write("drive/settings.json", #"{"min-agreement": 1, "tolerance": 5}"#)
    let enter = "time,event,region\n1970-01-01T00:00:10Z,enter,park\n"
    for (time, isMet) in [("00:05:40", true), ("00:09:00", false)] {
      try write("drive/phone.csv", enter + "1970-01-01T\(time)Z,exit,park\n")
      let run = try run("drive", "--report", "pages", "--junit", "tests.xml")
      #expect(run.status == (isMet ? 0 : 1), "\(run.output)")
      let difference = "the phone delivered the exit of park of 1970-01-01T00:05:00Z 4 min after"
      #expect(run.output.contains(difference) != isMet, "\(run.output)")
      #expect(try read("tests.xml").contains(difference) != isMet)
      #expect(try read("pages/drive.html").contains("The phone delivered 1 of 1"))
    }
  }

  @Test func `a test that cannot be judged is an error beside its events, and records none`() throws
  {
    try write("regions.json", Self.regions)
    try drive("drive", expecting: "1970-01-01T00:00:10Z  enter  nowhere\n")
    try write("drive/settings.json", #"{"min-agreement": 1}"#)
    try write("drive/phone.csv", "time,event,region\n1970-01-02T00:00:10Z,enter,park\n")
    let run = try run("drive", "--junit", "tests.xml")
    #expect(run.status == 65, "\(run.output)")
    #expect(!run.output.contains("0 events"), "\(run.output)")
    let cases = try read("tests.xml")
    #expect(cases.contains("errors=\"1\"") && cases.contains("nowhere"), "\(cases)")
    #expect(try self.run("drive", "--update").status == 65)
    #expect(try read("drive/expected.txt").contains("nowhere"))
  }

  @Test func `a log of the phone that no bar asks for is said not to be read`() throws {
    try write("regions.json", Self.regions)
    try drive("drive")
    try write("drive/phone.csv", "this is no log\n")
    let run = try run("drive")
    #expect(run.status == 0)
    #expect(
      run.output.contains(
        "drive/phone.csv: warning: is not read\n      help: set 'min-agreement'"),
      "\(run.output)")
  }

  @Test func `differences in one of several draws are said to be of that draw`() throws {
    try write("regions.json", Self.regions)
    try drive("drive")
    try write("drive/phone.csv", "time,event,region\n")
    try write(
      "drive/settings.json", #"{"positioning": "phone", "trials": 5, "min-agreement": 1}"#)
    let run = try run("drive", "--junit", "tests.xml")
    for text in [run.output, try read("tests.xml")] {
      #expect(
        text.contains(
          /differences \(in the first of 5 draws\)(\n|&#10;) +the phone did not deliver/),
        "\(text)")
    }
  }

  @Test func `a minimum agreement needs a log of the phone beside the track`() throws {
    try write("regions.json", Self.regions)
    try drive("drive")
    try write("drive/settings.json", #"{"min-agreement": 0.5}"#)
    let run = try run("drive")
    #expect(run.status == 65)
    #expect(run.output.contains("drive: error: 'min-agreement' needs a log of the phone"))
    #expect(run.output.contains("help: put it beside the track, as phone.csv or the like"))
  }

  @Test(arguments: [
    ["test", "x", "--jobs", "99999999"], ["simulate", "x", "--jobs", "1025"],
    ["audit", "x", "--trials", "4294967296"], ["report", "x", "--trials", "1000001"],
  ])
  func `a number that no machine could serve is refused with its limit`(_ arguments: [String])
    throws
  {
    let run = try ToolRun(arguments, in: folder.url)
    #expect(run.status == 64)
    #expect(run.errors.contains(/a whole number from 1 to \d+/), "\(run.errors)")
  }

  @Test func `a case that cannot be read does not keep the others from being run`() throws {
    try write("drives/regions.json", Self.regions)
    try drive("drives/good")
    try write("drives/no-track/expected.txt", "")
    try drive("drives/two-regions")
    try write("drives/two-regions/regions.json", Self.regions)
    try write("drives/two-regions/regions.csv", "id,lat,lon,radius\na,1,2,3\n")
    try drive("drives/wrong-key")
    try write("drives/wrong-key/settings.json", #"{"dwel": 3}"#)
    try drive("drives/wrong-value")
    try write("drives/wrong-value/settings.json", #"{"dwell": "long"}"#)
    try drive("drives/both")
    try write("drives/both/expected.jsonl", "")
    try drive("drives/printing")
    try write("drives/printing/settings.json", #"{"format": "csv"}"#)
    try drive("drives/writing")
    try write("drives/writing/settings.json", #"{"output": "x"}"#)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("drives/cycle"),
      withDestinationURL: folder.url.appendingPathComponent("drives"))
    let run = try run("drives")
    #expect(run.status == 65)
    #expect(lines(run).contains("ok     drives/good         2 events"))
    #expect(lines(run).last == "9 tests: 1 passed, 8 could not be run;")
    for text in [
      "drives/no-track", "a test without a track", "both regions.csv and regions.json are there",
      "did you mean \"dwell\"?", "drives/wrong-value/settings.json", "expected seconds, 0 or more",
      "both expected.jsonl and expected.txt are there", "no setting of a test",
      "output: settings write no files",
      "the link leads back to a folder that it lies in",
    ] { #expect(run.output.contains(text), "\(text)") }
  }

  @Test func `no test is no success`() throws {
    try write("drives/regions.json", Self.regions)
    #expect(try run("drives").status == 66)
    let missing = try run("nowhere")
    #expect(missing.status == 66)
    #expect(missing.errors.contains("nowhere: error: no such folder"))
    let file = try run("drives/regions.json")
    #expect(file.status == 66)
    #expect(file.errors.contains("help: name the folder that it is in: drives\n"))
    #expect(try run().status == 64)
    try drive("drives/a")
    try write("others/regions.json", Self.regions)
    let both = try run("drives", "others")
    #expect(both.status == 66)
    #expect(both.errors.contains("others: error: no test: "))
    #expect(both.output.isEmpty)
    let run = try run("drives", "--only", "drives/b")
    #expect(run.status == 64)
    #expect(run.errors.contains("Did you mean 'drives/a'?"))
  }

  @Test func `update records what the run gives, and nothing else is written`() throws {
    try write("drives/regions.json", Self.regions)
    try drive("drives/a", expecting: "# A walk.\n1970-01-01T00:00:00Z  enter  park\n")
    let before = try run("drives")
    #expect(before.status == 1)
    #expect(try read("drives/a/expected.txt").hasPrefix("# A walk.\n1970"))
    let update = try run("drives", "--update")
    #expect(update.status == 0)
    #expect(update.output.contains("2 events recorded, 1 new"))
    #expect(try read("drives/a/expected.txt").split(separator: "\n").count == 3)
    #expect(try run("drives").status == 0)
  }

  /// A limit on the size of files stands for the full disk; a pipe has none.
  @Test func `a full disk leaves the recording as it was, and the others are updated`() throws {
    let old = String(repeating: "# a remark on the drive\n", count: 60)
    try write("drives/regions.json", Self.regions)
    try drive("drives/long", expecting: old)
    try drive("drives/short", expecting: "")
    let run = try Shell("(ulimit -f 1; geofence test drives --update) | cat", in: folder.url)
    #expect(run.status == 74)
    #expect(run.output.contains("drives/long/expected.txt: error: cannot be written: "))
    #expect(try read("drives/long/expected.txt") == old)
    #expect(try read("drives/short/expected.txt").split(separator: "\n").count == 2)
    #expect(try contents("drives/long") == ["expected.txt", "track.csv"])
  }

  @Test func `a new test is made of a drive, whole or not at all`() throws {
    try write("drive.csv", Self.track)
    try write("regions.json", Self.regions)
    let made = try run(
      "--new", "drives/walk", "--track", "drive.csv", "--regions", "regions.json")
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.hasPrefix("1970-01-01T00:00:00Z  enter  park"))
    #expect(try run("drives").status == 0)
    for (name, hint) in [
      ("drives/walk", "name another, or record it again with geofence test drives/walk --update"),
      ("drives", "name a new folder in it, such as drives/drive"), ("drive.csv", "name another"),
    ] {
      let taken = try run("--new", name, "--track", "drive.csv")
      #expect(taken.status == 73)
      #expect(taken.errors.hasSuffix("help: \(hint)\n"), "\(taken.errors)")
    }
    try write("broken.csv", "time,lat,lon\n")
    #expect(try run("--new", "drives/broken", "--track", "broken.csv").status == 65)
    let page = try run("--new", "drives/other", "--track", "drive.csv", "--report", "pages")
    #expect(page.status == 64)
    #expect(page.errors.contains("'--new' goes without"))
    // Nothing is left of the new test, not even a hidden folder.
    #expect(try contents("drives") == ["walk"])
    let inherited = try run("--new", "other", "--track", "drive.csv")
    #expect(inherited.status == 0, "\(inherited.errors)")
  }

  private func store(at latitude: String) -> String {
    Self.regions.replacing("46.05", with: latitude)
  }

  @Test func `a new test reads the app's own regions, whose changes fail it`() throws {
    try write("drive.csv", Self.track)
    try write("App/stores.json", Self.regions)
    let made = try run("--new", "drives/a", "--track", "drive.csv", "--regions", "App/stores.json")
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.errors.contains("drives/a: its regions are those of App/stores.json"))
    #expect(made.errors.contains("--copy"))
    #expect(try contents("drives/a") == ["expected.txt", "settings.json", "track.csv"])
    #expect(try read("drives/a/settings.json").contains(#""regions": "../../App/stores.json""#))
    #expect(try run("drives").status == 0)
    #expect(
      try ToolRun(["test", "a"], in: folder.url.appendingPathComponent("drives")).status == 0)
    try write("App/stores.json", store(at: "46.07"))
    #expect(try run("drives").status == 1)
    // The results of a test never replace its regions.
    #expect(try run("drives", "--junit", "App/stores.json").status == 64)
  }

  @Test func `a new test copies the app's regions where it is asked to`() throws {
    try write("drive.csv", Self.track)
    try write("App/stores.json", Self.regions)
    let new = ["test", "--new", "drives/a", "--track", "drive.csv"]
    #expect(try ToolRun(new + ["--copy"], in: folder.url).status == 64)
    #expect(try run("drives", "--copy").status == 64)
    let made = try ToolRun(new + ["--regions", "App/stores.json", "--copy"], in: folder.url)
    #expect(made.status == 0, "\(made.errors)")
    #expect(try contents("drives/a") == ["expected.txt", "regions.json", "track.csv"])
    try write("App/stores.json", store(at: "46.07"))
    #expect(try run("drives").status == 0)
  }

  @Test func `a link to the regions goes through links of folders`() throws {
    try write("drive.csv", Self.track)
    try write("deep/er/App/stores.json", Self.regions)
    try write("elsewhere/far/away/x", "")
    for (link, target) in [("App", "deep/er/App"), ("drives", "elsewhere/far/away")] {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appendingPathComponent(link),
        withDestinationURL: folder.url.appendingPathComponent(target))
    }
    let made = try run("--new", "drives/a", "--track", "drive.csv", "--regions", "App/stores.json")
    #expect(made.status == 0, "\(made.errors)")
    #expect(try run("drives/a").status == 0)
    #expect(try run("elsewhere/far/away/a").status == 0)
  }

  @Test func `the settings of a new test mean the files that they meant before`() throws {
    try write("drive.csv", Self.track)
    try write("App/stores.json", Self.regions)
    try write("App/model.json", #"{"far": {"interval": 300}, "nearWithin": 1}"#)
    try write(
      "App/settings.json",
      #"{"positioning": "model.json", "regions": "none.json", "dwell": 20, "note": "a"}"#)
    let made = try run(
      "--new", "drives/a", "--track", "drive.csv", "--regions", "App/stores.json", "--settings",
      "App/settings.json")
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      try read("drives/a/settings.json") == """
        {
          "regions": "../../App/stores.json",
          "dwell": 20,
          "note": "a",
          "positioning": "../../App/model.json"
        }

        """)
    #expect(try run("drives").status == 0)
  }

  @Test func `slashes behind the name of a folder do not matter`() throws {
    try write("drive.csv", Self.track)
    try write("regions.json", Self.regions)
    let made = try run("--new", "drives/x//", "--track", "drive.csv")
    #expect(made.status == 0, "\(made.errors)")
    let pages = try run("drives/", "--report", "out/")
    #expect(pages.status == 0)
    #expect(pages.errors.contains("in out/index.html"))
  }

  @Test func `a new test of nothing says so, and names the files that were given`() throws {
    try write("drive.csv", Self.track)
    try write("far.json", Self.regions.replacing("46.05", with: "-46.05"))
    try write("near.json", Self.regions.replacing("46.05", with: "46.1"))
    let empty = try run("--new", "empty", "--track", "drive.csv", "--regions", "near.json")
    #expect(empty.status == 0)
    #expect(empty.errors.contains("empty: no event is delivered: as it is, the test expects none"))
    let swapped = try run("--new", "swapped", "--track", "far.json", "--regions", "drive.csv")
    #expect(swapped.status == 65)
    #expect(swapped.errors.contains("drive.csv: error: is a track, not regions"))
    #expect(!swapped.errors.contains(".new"))
    let missing = try run("--new", "new", "--track", "drive.csv", "--regions", "none.json")
    #expect(missing.errors.hasPrefix("none.json: error: no such file"))
    let unmade = try run("--new", "/proc/new", "--track", "drive.csv")
    #expect(unmade.errors.hasPrefix("/proc/new: error: the folder cannot be made"))
  }

  @Test func `regions from a pipe are copied or refused`() throws {
    try write("drive.csv", Self.track)
    try write("regions.json", Self.regions)
    let new = "geofence test --new walk --track drive.csv --regions <(cat regions.json)"
    let linked = try Shell(new, in: folder.url)
    #expect(linked.status == 64)
    #expect(linked.errors.contains("can be read only once: '--copy' makes a file of it"))
    #expect(try Shell("\(new) --copy && geofence test walk", in: folder.url).status == 0)
  }

  @Test func `the warnings of a test that passes stand below its line`() throws {
    try write("regions.json", Self.regions)
    try drive("drive")
    try write("drive/scenarios.json", "[]")
    let run = try run("drive")
    #expect(
      lines(run).prefix(3) == [
        "ok     drive  2 events", "      drive/scenarios.json: warning: is not read",
        "      help: did you mean scenario.json?",
      ])
  }

  @Test func `a test whose regions all lie beyond 100 km fails`() throws {
    try write("regions.json", Self.regions.replacing("46.05", with: "-46.05"))
    try drive("drive", expecting: "")
    let run = try run("drive", "--junit", "results.xml")
    #expect(run.status == 1)
    #expect(lines(run).first == "FAIL   drive  0 events")
    #expect(run.output.contains("drive: error: checks nothing: no region lies within 100 km"))
    #expect(try read("results.xml").contains(#"<failure type="nothing-compared""#))
    let new = try self.run("--new", "new/far", "--track", "drive/track.csv")
    #expect(new.status == 1)
    #expect(new.errors.contains("new/far: error: checks nothing"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/new"))
  }

  @Test func `a draft is never a folder of the user's, and a failure leaves no folder`() throws {
    try write("drive.csv", Self.track)
    try write("regions.json", Self.regions)
    try write("new/.walk.new/diary.txt", "mine")
    #expect(try run("--new", "new/walk", "--track", "drive.csv").status == 0)
    #expect(try read("new/.walk.new/diary.txt") == "mine")
    #expect(try run("--new", "no/such/walk", "--track", "missing.csv").status == 66)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/no"))
  }

  @Test func `every page has a name of its own`() throws {
    try write("regions.json", Self.regions)
    for name in ["a", "b/a", "b/a-2"] {
      try write("\(name)/regions.json", Self.regions)
      try drive(name, expecting: "1970-01-01T00:00:00Z  enter  park\n")
    }
    let run = try ToolRun(
      ["test", "../a", "a", "a-2", "--report", "out", "--jobs", "1"],
      in: folder.url.appendingPathComponent("b"))
    let pages = run.output.matches(of: /its page is (\S+)/).map { String($0.1) }
    #expect(pages == ["out/a.html", "out/a-3.html", "out/a-2.html"], "\(run.output)")
  }

  @Test func `the pages have an index with every test, its verdict and its picture`() throws {
    try write("regions.json", Self.regions)
    for name in ["a", "index"] {
      try write("\(name)/regions.json", Self.regions)
      try drive(name, expecting: name == "a" ? "1970-01-01T00:00:00Z  enter  park\n" : Self.events)
    }
    let run = try run("index", "a", "--report", "out")
    #expect(run.status == 1)
    let index = try read("out/index.html")
    let names = index.matches(of: /<b class="[a-z]+">(. [A-Za-z]+)<\/b> <a href="([^"]+)"/).map {
      "\($0.1) \($0.2)"
    }
    #expect(names == ["✕ FAIL a.html", "✓ ok index-2.html"])
    for picture in index.matches(of: /src="([^"]+)"/) {
      #expect(try read("out/\(picture.1)").contains("<svg"))
    }
    #expect(
      try read("out/a.html").contains(
        "<h1 class=\"bad\">The exit of <bdi>park</bdi> at 00:05:20 was not expected."))
  }

  @Test(arguments: [
    ("out", "the folder cannot be made"),
    ("out/drives/a.html/other", "cannot be written: is a directory"),
  ])
  func `a page that cannot be written leaves a failure a failure`(
    _ obstacle: String, _ message: String
  ) throws {
    try write("drives/regions.json", Self.regions)
    try drive("drives/a", expecting: "1970-01-01T00:00:00Z  enter  park\n")
    try write(obstacle, "a file")
    let run = try run("drives", "--report", "out")
    #expect(run.status == 1)
    #expect(lines(run).first == "FAIL   drives/a  2 events")
    #expect((run.output + run.errors).contains(message), "\(run.output)")
    // Where the tests pass, the exit status says that the pages are missing.
    try write("drives/a/expected.txt", Self.events)
    let passed = try self.run("drives", "--report", "out")
    #expect(passed.status == 73)
    #expect(lines(passed).first == "ok     drives/a  2 events")
    #expect((passed.output + passed.errors).matches(of: try Regex(message)).count == 1)
    #expect(try read(obstacle) == "a file")
  }

  @Test func `no name of a folder makes a line of its own`() throws {
    let name = "drives\n::error x"
    try write("regions.json", Self.regions)
    try drive("\(name)/a", expecting: "1970-01-01T00:00:00Z  enter  park\n")
    let test = try run(name, "--junit", "results.xml", "--report", "out")
    #expect(test.status == 1)
    #expect(test.output.contains(#"its page is out/drives\n::error x/a.html"#))
    let new = try run("--new", "\(name)/b", "--track", "\(name)/a/track.csv")
    #expect(new.status == 0)
    for text in [test.output, test.errors, new.output, new.errors, try read("results.xml")] {
      #expect(!text.contains("\n::"))
    }
  }

  @Test func `a test inherits the same files by its absolute path`() throws {
    try write("regions.json", Self.regions)
    try drive("drives/a")
    #expect(try run(folder.url.appendingPathComponent("drives").path).status == 0)
    let elsewhere = try ToolRun(
      ["test", "../drives"], in: folder.url.appendingPathComponent("drives"))
    #expect(elsewhere.status == 65)
    #expect(elsewhere.output.contains("no regions.json or the like is in a folder from ../drives"))
  }

  @Test func `bars make a test an audit, too`() throws {
    try write("regions.json", Self.regions)
    try drive("fast", expecting: "")
    try write(
      "fast/track.csv",
      "time,lat,lon\n0,46.04,14.5\n10,46.05,14.5\n20,46.06,14.5\n300,46.06,14.5\n")
    #expect(try run("fast").status == 0)
    try write("fast/settings.json", #"{"min-reach": 0.9}"#)
    let run = try run("fast")
    #expect(run.status == 1)
    #expect(run.output.contains("is below --min-reach 0.9"))
    // Another recording does not help where a bar is not met.
    let update = try self.run("fast", "--update")
    #expect(update.status == 1)
    #expect(update.output.contains("is below --min-reach 0.9"))
    let new = try self.run(
      "--new", "new", "--track", "fast/track.csv", "--settings", "fast/settings.json")
    #expect(new.status == 1)
    #expect(new.errors.contains("is below --min-reach 0.9"))
    #expect(new.errors.hasSuffix("new: note: the folder is not made\n"))
  }

  @Test func `the JUnit file has a suite for each folder and a case for each event`() throws {
    try write("drives/regions.json", Self.regions)
    try drive("drives/a")
    try drive("drives/b", expecting: "")
    #expect(try run("drives", "--junit", "results.xml").status == 1)
    let text = try read("results.xml")
    #expect(try JUnitSchema(text).violations.isEmpty)
    #expect(text.contains(#"name="drives/a""#) && text.contains(#"name="drives/b""#))
    #expect(text.matches(of: /<testcase/).count == 4)
    #expect(text.matches(of: /<failure/).count == 2)
  }

  @Test(arguments: [1, 4])
  func `the lines come in the order of the names with any jobs`(_ jobs: Int) throws {
    try write("drives/regions.json", Self.regions)
    for name in 1...9 { try drive("drives/\(name)") }
    let run = try run("drives", "--jobs", "\(jobs)")
    #expect(
      lines(run) == (1...9).map { "ok     drives/\($0)  2 events" } + ["9 tests: 9 passed;"])
    #expect(run.errors.isEmpty)
    #expect(try self.run("drives", "--list").output.split(separator: "\n").count == 9)
  }

  @Test func `the JUnit file is never a file of a test`() throws {
    try write("drives/regions.json", Self.regions)
    try drive("drives/a")
    for name in ["drives/a/expected.txt", "drives/a/track.csv", "drives/regions.json"] {
      let before = try read(name)
      #expect(try run("drives", "--junit", name).status == 64)
      #expect(try read(name) == before)
    }
  }

  /// Each folder has two links to the next one: there are two to the power of 22 ways to the last.
  @Test func `a folder that links lead to in many ways is one test`() throws {
    for number in 0..<22 {
      let path = folder.url.appendingPathComponent("all/f\(number)")
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
      for name in ["a", "b"] {
        try FileManager.default.createSymbolicLink(
          atPath: path.appendingPathComponent(name).path,
          withDestinationPath: "../f\(number + 1)")
      }
    }
    try write("all/f22/track.csv", "t,lat,lon\n0,46,14\n")
    try write("all/f22/expected.txt", "")
    let run = try run("all/f0", "--list")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.split(separator: "\n").map { String($0) }
        == ["all/f0/" + Array(repeating: "a", count: 22).joined(separator: "/")])
  }

  /// The same drive is another test below other regions.
  @Test func `a folder that links lead to is a test below each region file`() throws {
    try write("shared/track.csv", "t,lat,lon\n0,46,14\n")
    try write("shared/expected.txt", "")
    for app in ["x", "y"] {
      try write("apps/\(app)/regions.json", "[]")
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appendingPathComponent("apps/\(app)/drive").path,
        withDestinationPath: "../../shared")
    }
    #expect(
      try run("apps", "--list").output.split(separator: "\n") == ["apps/x/drive", "apps/y/drive"])
  }
}
