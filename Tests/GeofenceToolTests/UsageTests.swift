import Testing

/// A table of arguments and the messages about them.
struct UsageTests {
  @Test(
    arguments: [
      ("simulte", "Unknown command 'simulte'. Did you mean 'simulate'?"),
      ("--versio", "Unknown option '--versio'. Did you mean '--version'?"),
      ("simulate", "Missing expected argument '<track> ...'"),
      (
        "simulate t.gpx", "Missing expected argument '--regions <file>' or '--reminders <file>'"
      ),
      (
        "simulate t.gpx --regions r.json --quiet -o events.txt",
        "'--quiet' prints no events: '--output' would write none"
      ),
      (
        "simulate t.gpx --regions r.json --from 900",
        "The value '900' is invalid for '--from': expected a time such as 2024-05-01T09:10:00Z, or "
          + "+600s from the track's beginning"
      ),
      ("simulate --limt 3", "Unknown option '--limt'. Did you mean '--limit'?"),
      (
        "simulate --best x",
        "Unknown option '--best', which belongs to 'geofence audit'"
      ),
      (
        "test drives --radius 150",
        "Unknown option '--radius': write \"radius\" into settings.json in the test's folder, "
          + "or the file of --settings"
      ),
      (
        "test drives --tolerance 5",
        "Unknown option '--tolerance': write \"tolerance\" into settings.json in the test's "
          + "folder, or the file of --settings"
      ),
      (
        "audit t.gpx --regions r.json --tolerance 5", "'--tolerance' needs '--phone <file>'"
      ),
      ("test drives --best x", "Unknown option '--best', which belongs to 'geofence audit'"),
      (
        "audit t.gpx --regions r.json --radius 100/150/200",
        "The value '100/150/200' is invalid for '--radius': expected metres above 0, such as 150 or 500ft; "
          + "'audit --min-radius' compares several"
      ),
      ("help qwertz", "Unknown command or topic 'qwertz'"),
      ("simulate t.gpx --regions r.json --regions r.json", "'--regions r.json' is given twice"),
      (
        "simulate t.gpx --regions r.json --from +60s --to +1s", "'--from' is after '--to'"
      ),
      (
        "audit t.gpx --regions r.json --min-radius 0 / 150",
        "Alternatives are written without blanks, such as --rank centre/boundary"
      ),
      (
        "report t.gpx --regions r.json -o page.svg",
        "'--output page.svg' would not be what its name says: it writes an HTML page: name it report.html"
      ),
      (
        "playground -o page.pdf",
        "'--output page.pdf' would not be what its name says: it writes an HTML page: name it "
          + "playground.html"
      ),
      (
        "audit t.gpx -o audit.json",
        "Unknown option '-o', which belongs to 'geofence simulate', 'geofence report' and "
          + "'geofence playground'. To have what it prints in a file, write > FILE"
      ),
      (
        "test drives -o x",
        "Unknown option '-o', which belongs to 'geofence simulate', 'geofence report' and "
          + "'geofence playground'"
      ),
      (
        "simulate t.gpx --regions r.json --timezone local -o x.jsonl",
        "'--timezone' is for text, and 'x.jsonl' means jsonl: '--format text' goes before the name"
      ),
      (
        "simulate t.gpx --regions r.json \u{2014}verbose",
        "'\u{2014}verbose' begins with another dash: write '--verbose'"
      ),
      ("simulate --limit", "Missing value for '--limit <n>'"),
      (
        "simulate --limit=0",
        "The value '0' is invalid for '--limit': expected a whole number from 1"
      ),
      ("simulate --strict=yes", "'--strict' takes no value"),
      (
        "simulate --api clmanager",
        "The value 'clmanager' is invalid for '--api': expected one of clmonitor, cllocationmanager, "
          + "geofencingclient"
      ),
      (
        "simulate --reselect-on event,moon",
        "The value 'event,moon' is invalid for '--reselect-on': "
          + "expected a comma list of significant, event, sentinel, fix, or none alone"
      ),
      (
        "simulate --reselect-on none,event",
        "The value 'none,event' is invalid for '--reselect-on': "
          + "expected a comma list of significant, event, sentinel, fix, or none alone"
      ),
      (
        "simulate --cushion -1",
        "The value '-1' is invalid for '--cushion': expected metres, 0 or more, such as 150 or 500ft"
      ),
      (
        "simulate --cushion 0x10",
        "The value '0x10' is invalid for '--cushion': expected metres, 0 or more, such as 150 or 500ft"
      ),
      (
        "simulate --dwell nan",
        "The value 'nan' is invalid for '--dwell': expected seconds, 0 or more"
      ),
      (
        "simulate --start yesterday",
        "The value 'yesterday' is invalid for '--start': expected a time such as 2024-05-01T09:10:00Z"
      ),
      (
        "simulate - --regions -",
        "Standard input '-' can be read only once: it is given as the track and --regions"
      ),
      (
        "simulate t.gpx --regions - --regions -",
        "Standard input '-' can be read only once: it is given as --regions and --regions"
      ),
      // A word that looks like an option is not taken as a value.
      ("report t.gpx --regions r.json -o --svg x.svg", "Missing value for '-o, --output <file>'"),
      ("simulate t.gpx --regions --limit 3", "Missing value for '--regions <file>'"),
      ("version", "Unknown command 'version'. Did you mean '--version'?"),
      ("-v", "Unknown option '-v'. Did you mean '--version'?"),
      ("sim t.gpx", "Unknown command 'sim'. Did you mean 'simulate'?"),
      (
        "README.md --regions r.json",
        "Missing command before 'README.md': such as geofence simulate README.md --regions <file>"
      ),
      (
        "--regions r.json",
        "'--regions' is an option of a command, and comes behind it: such as geofence simulate "
          + "--regions …"
      ),
      ("simulate t.gpx -v", "Unknown option '-v'. Did you mean '--verbose'?"),
      // More than one begins so.
      ("simulate t.gpx -f", "Unknown option '-f'"),
      ("simulate t.gpx --regions", "Missing value for '--regions <file>'"),
      ("simulate t.gpx --regions -- r.json", "Missing value for '--regions <file>'"),
      ("simulate t.gpx --output -o", "Missing value for '-o, --output <file>'"),
      (
        "simulate t.gpx --only -x",
        "Missing value for '--only <region>': if '-x' is one, write '--only=-x'"
      ),
      (
        "simulate t.gpx --dwell -",
        "The value '-' is invalid for '--dwell': expected seconds, 0 or more"
      ),
      (
        "simulate t.gpx --cushion -.5",
        "The value '-.5' is invalid for '--cushion': expected metres, 0 or more, such as 150 or 500ft"
      ),
      (
        "simulate t.gpx --regions=", "The value '' is invalid for '--regions': expected a file"
      ),
      // No value is dropped in silence.
      (
        "simulate t.gpx --radius 5 --limit 3 --radius 5",
        "'--radius' is given twice, and can have one value only"
      ),
      (
        "simulate t.gpx --expect a --expect=b",
        "'--expect' is given twice, and can have one value only"
      ),
      (
        "audit t.gpx --rank centre --rank boundary",
        "'--rank' is given twice, and can have one value only"
      ),
      ("report t.gpx -o a --output b", "'--output' is given twice, and can have one value only"),
      (
        "reminders list c.ics --sort due --sort title",
        "'--sort' is given twice, and can have one value only"
      ),
      ("reminders list c.ics --completed --all", "'--completed' and '--all' exclude each other"),
      (
        "audit t.gpx --regions r.json --gate due",
        "'--repeat' and '--gate' need '--reminders <file>'"
      ),
    ])
  func `a mistake is named and mended`(_ arguments: String, _ message: String) throws {
    let run = try ToolRun(arguments.split(separator: " ").map(String.init))
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("Error: \(message)\nUsage: geofence "), "\(run.errors)")
  }

  @Test func `a machine without time zones says what is missing`() throws {
    let run = try ToolRun(
      ["simulate", "t.gpx", "--regions", "r.json", "--timezone", "Europe/Ljubljana"],
      environment: ["TZDIR": "/none"])
    #expect(run.status == 64)
    #expect(run.errors.contains("there are none here: /none is missing (install tzdata"))
  }

  @Test func `what is repeatable says so, and flags may be repeated`() throws {
    let repeatable = try ToolRun("help", "simulate").output.split(separator: "\n  -")
      .filter { $0.replacing(/\s+/, with: " ").contains("Repeatable") }
      .compactMap { $0.firstMatch(of: /-([a-z]+)/)?.1 }
    #expect(repeatable == ["regions", "device", "reminders", "only"])
    #expect(
      try ToolRun(
        "simulate", "tracks/walk-through-one-region/track.gpx", "--regions",
        "tracks/walk-through-one-region/regions.json", "--quiet", "--quiet"
      ).status == 0)
  }

  @Test(arguments: ["simulate", "audit", "report", "validate"])
  func `several files of regions are one set`(command: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("t.csv", "time,lat,lon\n0,46,14\n60,46.1,14\n90,46.1,14\n")
    _ = try folder.file("a.csv", "id,lat,lon,r\na,46,14,150\n")
    _ = try folder.file(
      "b.json", ##"[{"identifier": "b", "latitude": 46.1, "longitude": 14, "radius": 150}]"##)
    _ = try folder.file("c.csv", "id,lat,lon,r\nc,46.1,14,50\na,46.1,14,150\n")
    let output = command == "report" ? ["-o", "-"] : []
    let both = try ToolRun(
      [command, "t.csv", "--regions", "a.csv", "--regions", "b.json"] + output, in: folder.url)
    #expect(both.status == 0, "\(both.errors)")
    if command == "simulate" {
      #expect(both.output.matches(of: /enter  (\w)/).map { String($0.1) } == ["a", "b"])
    }
    if command == "audit" || command == "report" {
      #expect(both.output.contains("a") && both.output.contains("b"))
    }
    let twins = try ToolRun(
      [command, "t.csv", "--regions", "a.csv", "--regions", "c.csv"] + output, in: folder.url)
    #expect(twins.status == 65)
    #expect(
      (twins.errors + twins.output).contains(
        "c.csv:3: error: the identifier \"a\" is already that of line 2 of a.csv\n"))
  }

  @Test func `what comes after -- is no option, whatever it looks like`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("--limit", "time,lat,lon\n2024-05-01T09:00:00Z,46.05,14.5\n")
    _ = try folder.file("-x", "time,lat,lon\n2024-05-01T10:00:00Z,46.05,14.5\n")
    let regions = try folder.file(
      "r.json", ##"[{"identifier": "a", "latitude": 46.05, "longitude": 14.5, "radius": 50}]"##)
    let run = try ToolRun(
      ["simulate", "--regions", regions, "--", "--limit", "-x"], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.matches(of: /device (\S+)/).map { String($0.1) } == ["--limit", "-x"])
  }

  @Test func `help is asked for in every usual way`() throws {
    let help = try ToolRun("--help")
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("OVERVIEW: "))
    #expect(try ToolRun("help").output == help.output)
    let simulate = try ToolRun("simulate", "--help")
    #expect(simulate.status == 0)
    #expect(try ToolRun("help", "simulate").output == simulate.output)
    #expect(try ToolRun("simulate", "x.gpx", "--help").output == simulate.output)
    #expect(try ToolRun("simulate", "-h", "--help").output == simulate.output)
  }

  @Test(arguments: [
    [], ["simulate"], ["audit"], ["report"], ["validate"], ["test"], ["reminders"],
    ["reminders", "list"], ["reminders", "show"], ["reminders", "add"], ["reminders", "edit"],
    ["reminders", "complete"], ["reminders", "lists"], ["reminders", "lists", "delete"],
  ])
  func `-h fits a screen, a line for each of the usual options`(command: [String]) throws {
    let short = try ToolRun(command + ["-h"])
    #expect(short.status == 0)
    let lines = short.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 25 && lines.allSatisfy { $0.count <= 80 }, "\(short.output)")
    let full = try ToolRun(command + ["--help"]).output
    #expect(full.count > short.output.count)
    for option in lines.filter({ $0.hasPrefix("  -") }) {
      let spelling = option.dropFirst(2).prefix { $0 != " " && $0 != "," }
      #expect(full.contains("  \(spelling)") || full.contains(", \(spelling)"), "\(option)")
    }
    #expect(short.output.contains("'geofence\(command.map { " \($0)" }.joined()) --help' for all"))
  }

  @Test func `the tool alone shows three commands to try`() throws {
    let run = try ToolRun([String]())
    #expect(run.status == 0)
    let commands = run.output.split(separator: "\n").filter { $0.hasPrefix("  geofence ") }
    #expect(commands.count == 3)
    #expect(run.output.split(separator: "\n").count <= 10)
  }

  @Test func `a number of the simulated system is an option that is shown nowhere`() throws {
    let walk = "tracks/walk-through-one-region"
    let files = ["\(walk)/track.gpx", "--regions", "\(walk)/regions.json", "--to", "+0s"]
    let numbers = ["max-radius", "significant-distance", "significant-interval", "sentinel-radius"]
    let given = try ToolRun(
      ["audit"] + files + ["--cushion-in", "0/30"] + numbers.flatMap { ["--\($0)", "900"] })
    #expect(given.status == 0)
    #expect(given.errors.isEmpty)
    let folder = try TemporaryFolder()
    let settings = try folder.file(
      "settings.json",
      "{\"cushion-in\": \"0/30\", \(numbers.map { "\"\($0)\": 900" }.joined(separator: ", "))}")
    let written = try ToolRun(["audit"] + files + ["--settings", settings])
    #expect(written.output == given.output)
    #expect(written.errors.isEmpty)
    for arguments in [
      ["simulate", "--help"], ["audit", "--help"], ["validate", "--help"], ["--generate-manual"],
      ["--generate-completion-script", "bash"],
    ] {
      let text = try ToolRun(arguments).output
      for name in numbers + ["cushion-in", "dwell-from"] { #expect(!text.contains("--\(name)")) }
    }
  }

  @Test func `options of one system are shown where that system is named`() throws {
    for command in ["simulate", "audit", "report", "why"] {
      let usual = try ToolRun(command, "--help").output
      #expect(!usual.contains("--loitering"))
      #expect(usual.contains("'geofence \(command) --api geofencingclient --help'"))
      let several = command == "audit" || command == "report"
      let other = several ? "--api=clmonitor,geofencingclient" : "--api=geofencingclient"
      for api in [["--api", "geofencingclient"], [other]] {
        #expect(try ToolRun([command] + api + ["--help"]).output.contains("--loitering"))
      }
    }
  }

  @Test func `help fits a terminal and names every option once`() throws {
    for command in ["simulate", "audit"] {
      let lines = try ToolRun("help", command).output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 80 })
      for option in ["--regions", "--limit", "--rank", "--reselect-on", "--renew", "--api"] {
        #expect(lines.count { $0.hasPrefix("  \(option) ") } == 1)
      }
    }
  }

  @Test(arguments: [
    ["simulate"], ["audit"], ["report"], ["validate"], ["reminders", "list"], ["reminders", "add"],
    ["reminders", "lists", "rename"],
  ])
  func `help and the manual show what to type`(command: [String]) throws {
    let help = try ToolRun(["help"] + command).output
    let spelling = "geofence \(command.joined(separator: " "))"
    let example = try #require(
      help.split(separator: "\nEXAMPLES:\n").last?.split(separator: "\n").dropFirst().first)
    #expect(example.hasPrefix("  \(spelling) "))
    #expect(try ToolRun("--generate-manual").output.contains(".B \(spelling) "))
  }

  @Test func `the version is one line`() throws {
    for arguments in [
      ["--version"], ["simulate", "--version"], ["reminders", "add", "--version"],
    ] {
      let run = try ToolRun(arguments)
      #expect(run.status == 0)
      #expect(run.output == "0.1.0\n")
    }
    #expect(try ToolRun("validate", "--", "--version").status == 66)
  }
}
