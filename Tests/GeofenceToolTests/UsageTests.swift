import Testing

/// What the tool says to arguments, as a table.
struct UsageTests {
  @Test(
    arguments: [
      ("simulte", "Unknown command 'simulte'. Did you mean 'simulate'?"),
      ("--versio", "Unknown option '--versio'. Did you mean '--version'?"),
      ("simulate", "Missing expected argument '<track> ...'"),
      (
        "simulate t.gpx", "Missing expected argument '--regions <file>' or '--reminders <file>'"
      ),
      ("simulate --limt 3", "Unknown option '--limt'. Did you mean '--limit'?"),
      ("simulate --limit", "Missing value for '--limit <n>'"),
      (
        "simulate --limit=0",
        "The value '0' is invalid for '--limit': expected a whole number from 1"
      ),
      ("simulate --strict=yes", "'--strict' takes no value"),
      (
        "simulate --api clmanager",
        "The value 'clmanager' is invalid for '--api': expected one of clmonitor, cllocationmanager"
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
        "The value '-1' is invalid for '--cushion': expected metres, 0 or more"
      ),
      (
        "simulate --cushion 0x10",
        "The value '0x10' is invalid for '--cushion': expected metres, 0 or more"
      ),
      (
        "simulate --dwell nan",
        "The value 'nan' is invalid for '--dwell': expected seconds, 0 or more"
      ),
      (
        "simulate --start yesterday",
        "The value 'yesterday' is invalid for '--start': expected a time such as 2024-05-01T09:10:00Z"
      ),
      ("simulate - --regions -", "Standard input '-' can be read only once"),
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
    for arguments in [[], ["-h"], ["help"]] {
      #expect(try ToolRun(arguments).output == help.output)
    }
    let simulate = try ToolRun("simulate", "--help")
    #expect(simulate.status == 0)
    #expect(try ToolRun("help", "simulate").output == simulate.output)
    #expect(try ToolRun("simulate", "x.gpx", "-h").output == simulate.output)
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
