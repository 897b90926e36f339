import Foundation
import Testing

/// The pages and messages of `geofence report` on bundled drives.
struct ReportTests {
  private static let drive = [
    "tracks/significant-change-is-too-slow/track.gpx", "--regions",
    "tracks/significant-change-is-too-slow/regions.json",
  ]

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `a run that went well in one of many trials is judged by all of them`() throws {
    let walk = "tracks/walk-through-one-region"
    let run = try ToolRun(
      "report", "\(walk)/track.gpx", "--regions", "\(walk)/regions.json", "-o", "-",
      "--positioning", "wifi", "--seed", "3", "--trials", "20")
    #expect(
      run.errors.hasPrefix(
        "In 20 trials on average 95 % of a trial's arrivals and departures reached the app "))
    #expect(run.output.contains("Missed in other trials"))
    #expect(run.errors.contains("Nothing that was tried surely delivers more: --"))
    #expect(!run.output.contains("one at a time: ."))
    #expect(!run.output.contains("Nothing went wrong</h3>"))
  }

  @Test func `the page is written, and one line says what happened`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    let run = try ToolRun(["report"] + Self.drive + ["-o", page])
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "10 of 79 arrivals and departures never reached the app, at 5 of 40 places, because all 20 "
        + "slots were taken. --reselect-on significant,event delivers 79 instead of 69.\n")
    #expect(
      try text(page).contains("<title>significant-change-is-too-slow · geofence report</title>"))
  }

  @Test func `the page and the picture are the same for the same input`() throws {
    let folder = try TemporaryFolder()
    let files = ["a.html", "a.svg", "b.html", "b.svg"].map {
      folder.url.appendingPathComponent($0).path
    }
    for number in [0, 2] {
      let run = try ToolRun(
        ["report"] + Self.drive + ["--output=\(files[number])", "--svg", files[number + 1]])
      #expect(run.status == 0)
    }
    #expect(try text(files[0]) == text(files[2]))
    #expect(try text(files[1]) == text(files[3]))
  }

  @Test func `a picture alone is enough, nothing at all is not`() throws {
    let folder = try TemporaryFolder()
    let picture = folder.url.appendingPathComponent("map.svg").path
    #expect(try ToolRun(["report"] + Self.drive + ["--svg", picture]).status == 0)
    #expect(try text(picture).hasPrefix("<svg "))
    let printed = try ToolRun(["report"] + Self.drive + ["--svg", "-"])
    #expect(try printed.output == text(picture))
    #expect(try ToolRun(["report"] + Self.drive + ["--svg", "-", "-o", "-"]).status == 64)
    let run = try ToolRun(["report"] + Self.drive)
    #expect(run.status == 64)
    #expect(run.errors.contains("Missing expected argument '--output <file>' or '--svg <file>'"))
  }

  @Test func `unmet expectations end with 1, and the page shows them`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    let recording = "tracks/significant-change-is-too-slow/expected.jsonl"
    let met = try ToolRun(["report"] + Self.drive + ["--expect", recording, "-o", page])
    #expect(met.status == 0)
    #expect(try text(page).contains("\"differences\":[]"))
    let unmet = try ToolRun(
      ["report"] + Self.drive + ["--limit", "17", "--expect", recording, "-o", page])
    #expect(unmet.status == 1)
    #expect(unmet.errors.contains("\(recording): error: "))
    // The copied command is that of the run; a change is tried without expectations.
    #expect(
      try text(page).contains("--limit 17 --expect \(recording) -o report.html</pre>")
        && !text(page).contains("--expect \(recording) --reselect-on"))
    // Each difference comes with its cause.
    #expect(
      try text(page).contains(
        "<small>missing; no event of this region came</small><small>The boundary was crossed at "))
    #expect(
      try text(page).contains(
        "<h1 class=\"bad\">The events are not as expected: 3 missing; first, the enter of "
          + "<bdi>stop-25</bdi> expected at 12:08:05 did not come.</h1>"))
  }

  @Test func `a basemap is drawn beneath page and picture, and a bad one is named before the run`()
    throws
  {
    let folder = try TemporaryFolder()
    let picture = folder.url.appendingPathComponent("map.svg").path
    let roads = try folder.file(
      "roads.geojson", #"{"type":"LineString","coordinates":[[14.46,46.09],[14.5,46.2]]}"#)
    let run = try ToolRun(["report"] + Self.drive + ["--basemap", roads, "--svg", picture])
    #expect(run.status == 0)
    #expect(try text(picture).contains("<g class=\"road\""))
    #expect(try text(picture).contains("<g class=\"area\"") == false)
    for (content, status, words) in [
      ("{\"type\":\"LineString\",\"coordinates\":[[14.46,46.09],[1446,46]]}", 65, "1:"),
      ("PK\u{3}\u{4}", 65, "a zip archive"),
    ] as [(String, Int32, String)] {
      let bad = try folder.file("bad.geojson", content)
      let unwritten = folder.url.appendingPathComponent("none.svg").path
      let run = try ToolRun(["report"] + Self.drive + ["--basemap", bad, "--svg", unwritten])
      #expect(run.status == status)
      #expect(run.errors.contains("bad.geojson:") && run.errors.contains(words))
      #expect(!FileManager.default.fileExists(atPath: unwritten))
    }
    let missing = try ToolRun(["report"] + Self.drive + ["--basemap", "none", "--svg", picture])
    #expect(missing.status == 66)
    let over = try ToolRun(["report"] + Self.drive + ["--basemap", roads, "--svg", roads])
    #expect(over.status == 64)
  }

  @Test func `times are shown by the clocks of a place`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    let run = try ToolRun(
      ["report"] + Self.drive + ["--timezone", "Europe/Ljubljana", "-o", page])
    #expect(run.status == 0)
    #expect(try text(page).contains("1 May 2024, 14:00:00–14:14:05 Europe/Ljubljana"))
    // The sentences show the zone's times, too.
    #expect(try text(page).contains("when the app selected at 14:05:00, "))
    #expect(try text(page).matches(of: /[0-9]{2}:[0-9]{2}Z[^<\n]*<\/small>/).isEmpty)
    let unknown = try ToolRun(
      ["report"] + Self.drive + ["--timezone", "Europe/Nowhere", "-o", page])
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("Europe/Nowhere"))
  }

  @Test func `a page that cannot be written is an error with its path`() throws {
    let run = try ToolRun(["report"] + Self.drive + ["-o", "no/such/folder/report.html"])
    #expect(run.status == 73)
    #expect(run.errors.contains("no/such/folder/report.html"))
  }

  @Test func `a track that breaks off is drawn as far as it was read`() throws {
    let folder = try TemporaryFolder()
    let track = try folder.file(
      "cut.csv",
      "time,latitude,longitude\n2024-05-01T12:00:00Z,46.09,14.47\n2024-05-01T12:00:10Z,46.1,14.46\n\"x"
    )
    let page = folder.url.appendingPathComponent("report.html").path
    let run = try ToolRun(["report", track, "--regions", Self.drive[2], "-o", page])
    #expect(run.status == 65)
    #expect(try text(page).contains("cut.csv"))
    let missing = try ToolRun(
      ["report", "missing.gpx", "--regions", Self.drive[2], "-o", "\(page).none"])
    #expect(missing.status == 66)
    #expect(!FileManager.default.fileExists(atPath: "\(page).none"))
  }

  @Test func `several tracks are several devices of one page`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    let run = try ToolRun(
      ["report", "tracks/every-event-reselects/track.gpx"] + Self.drive + ["-o", page])
    #expect(run.status == 0)
    let html = try text(page)
    #expect(
      html.contains(
        "<title>every-event-reselects, significant-change-is-too-slow · geofence report</title>"))
    for drive in ["every-event-reselects", "significant-change-is-too-slow"] {
      #expect(html.contains("\"name\":\"\(drive)/track\""))
      #expect(html.contains("&amp;device=\(drive)%2Ftrack\"><b"))
      #expect(html.contains("<span>(<bdi>\(drive)/track</bdi>)</span>"))
    }
  }

  /// "Lock the door" and "Buy bread" fire once; "Pick up the prescription" is already completed.
  @Test func `reminders are called by their titles, and what is completed is not missed`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    let errands = "tracks/a-day-of-errands"
    let run = try ToolRun([
      "report", "\(errands)/track.gpx", "--regions", "\(errands)/regions.json", "--reminders",
      "\(errands)/reminders.ics", "--scenario", "\(errands)/scenario.json", "--expect",
      "\(errands)/expected.jsonl", "-o", page,
    ])
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("All 4 arrivals and departures reached the app in time"))
    let html = try text(page)
    #expect(html.contains("\"name\":[\"Buy bread, two loaves\",\"Lock the door\""))
    #expect(html.contains("\"text\":\"complete PRESCRIPTION\""))
  }

  /// Ten minutes at a shop, at which an alarm fires that leaves the set then.
  @Test func `a visit lasts as long as it did, though its alarm has fired`() throws {
    let folder = try TemporaryFolder()
    let rows = (0...90).map { "\($0 * 10),\((6...70).contains($0) ? 46 : 46.01),14\n" }
    _ = try folder.file("track.csv", "time,lat,lon\n" + rows.joined())
    _ = try folder.file(
      "r.ics",
      """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:milk
      SUMMARY:Buy milk
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER;VALUE=DATE-TIME:19760401T005545Z
      X-APPLE-PROXIMITY:ARRIVE
      X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=100;X-TITLE=shop:geo:46,14
      END:VALARM
      END:VTODO
      END:VCALENDAR
      """)
    let run = try ToolRun(
      ["report", "track.csv", "--reminders", "r.ics", "-o", "-"], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("00:01:00–00:11:50"))
    let audit = try ToolRun(["audit", "track.csv", "--reminders", "r.ics"], in: folder.url)
    #expect(audit.output.contains("\n  \"Buy milk\"  ") && !audit.output.contains("\n  milk"))
    let why = try ToolRun(["why", "track.csv", "milk", "--reminders", "r.ics"], in: folder.url)
    #expect(why.output.contains("inside from 00:01:00 to 00:11:40"))
  }

  /// The clocks of Ljubljana go back from 3 to 2 at 01:00 in UTC.
  @Test func `in the night when clocks go back each time on the page says its offset`() throws {
    let folder = try TemporaryFolder()
    let rows = (0...60).map {
      "\(1_729_990_200 + $0 * 20),\((6...40).contains($0) ? 46 : 46.01),14\n"
    }
    _ = try folder.file("track.csv", "time,lat,lon\n" + rows.joined())
    _ = try folder.file("r.csv", "id,lat,lon,radius\nshop,46,14,100\n")
    let run = try ToolRun(
      [
        "report", "track.csv", "--regions", "r.csv", "-o", "-", "--timezone", "Europe/Ljubljana",
      ], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("02:52:00+02:00–02:03:40+01:00"))
  }

  @Test func `alternatives stand side by side, the best first, each with a verdict`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    let run = try ToolRun(
      ["report"] + Self.drive
        + [
          "--reselect-on", "significant/significant,event", "--rank", "centre,boundary", "-o", page,
        ])
    #expect(run.status == 0)
    #expect(
      run.errors.hasPrefix(
        "With the best of 4 strategies (--rank centre --reselect-on significant,event), all 79 "))
    let html = try text(page)
    #expect(html.matches(of: /data-show="[0-9]"/).count == 4)
    let words = html.replacing(/<span class="span">([^<]*)<\/span>/) { $0.1 }
    #expect(words.contains("With <code>--rank centre --reselect-on significant</code>, 10 of 79 "))
    for option in ["--expect", "--reminders"] {
      let file = option == "--expect" ? "expected.jsonl" : "../a-day-of-errands/reminders.ics"
      let refused = try ToolRun(
        ["report"] + Self.drive + ["--rank", "centre,boundary", "-o", page, option]
          + ["tracks/significant-change-is-too-slow/\(file)"])
      #expect(refused.status == 64 && refused.errors.contains("under one strategy only"))
    }
  }

  @Test func `the command to copy makes the report that was promised`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    #expect(try ToolRun(["report"] + Self.drive + ["--limit", "18", "-o", page]).status == 0)
    let html = try text(page)
    let command = try #require(
      html.firstMatch(
        of: /<div class="command"><code>geofence report ([^<]*) -o report.html<\/code>/)
    ).1
    #expect(command.contains("--limit 18 --reselect-on significant,event"))
    let words = command.split(separator: " ").map(String.init)
    let run = try ToolRun(["report"] + words + ["-o", page])
    #expect(run.errors.hasPrefix("All 79 arrivals and departures reached the app in time"))
  }

  /// Each phone has a model of its own, and Android no dwell.
  @Test func `the command of one of two phones is one that the tool takes`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    let settings = try folder.file("settings.json", #"{"dwell": 5, "limit": 20, "sort": true}"#)
    let options = ["--api", "clmonitor,geofencingclient", "--positioning", "phone,android"]
    let both = try ToolRun(
      ["report"] + Self.drive + options + ["--settings", settings, "-o", page])
    #expect(both.status == 0, "\(both.errors)")
    let html = try text(page)
    #expect(
      html.contains("What if is not available for a report with a positioning model for each"))
    let commands = html.matches(of: /&#10;geofence report ([^<]*) -o report.html<\/pre>/).map(\.1)
    #expect(commands.count == 2)
    let drive = Self.drive.joined(separator: " ")
    #expect(
      Set(commands) == [
        "\(drive) --settings \(settings) --positioning phone --api clmonitor",
        "\(drive) --limit=20 --sort --positioning android --api geofencingclient",
      ])
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      let run = try ToolRun(["report"] + words + ["-o", page])
      #expect(run.status == 0, "\(run.errors)")
      let model = try #require(words.dropFirst(words.count - 3).first)
      let said = run.errors.split(separator: ", at ")[0].replacing(
        "In one draw of the model \(model), ", with: "")
      #expect(both.errors.contains(": \(said)"), "\(run.errors)")
    }
  }

  @Test func `what helps one of several strategies is added to its own options`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    let run = try ToolRun(["report"] + Self.drive + ["--limit", "17/18", "-o", page])
    #expect(run.status == 0)
    #expect(try text(page).contains("regions.json --limit 18 --reselect-on significant,event -o"))
  }

  @Test func `under What if each interface has what the options give it`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    let settings = try folder.file("settings.json", #"{"dwell": 5, "reselect-on": ["event"]}"#)
    struct Data: Decodable {
      var settings, file: [String]
      var interfaces: [[Double?]]
      var refused: [[String]]
    }
    let run = try ToolRun(
      ["report"] + Self.drive
        + ["--settings", settings, "--limit", "100", "--positioning", "phone", "-o", page])
    #expect(run.status == 0, "\(run.errors)")
    let json = try #require(try text(page).firstMatch(of: /id="what-if-data">(.*)<\/script>/)).1
    let data = try JSONDecoder().decode(Data.self, from: Foundation.Data(json.utf8))
    func values(_ name: String) -> [Double?] {
      let place = data.settings.firstIndex(of: name) ?? 0
      return data.interfaces.map { $0[place] }
    }
    #expect(values("limit") == [100, 100, 100])
    #expect(values("dwell") == [5000, 5000, 0])
    #expect(values("cushion") == [60, 60, 0])
    #expect(data.file == ["--reselect-on=event", "--dwell=5"])
    #expect(data.refused == [[], [], ["--dwell"]])
  }

  @Test func `each event of a place never entered has its mark and its place in the card`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    let drive = "tracks/a-courier-in-midtown"
    let run = try ToolRun([
      "report", "\(drive)/track.csv", "--regions", "\(drive)/regions.csv", "--min-radius", "200",
      "-o", page,
    ])
    let count = try #require(
      run.errors.firstMatch(of: /([0-9]+) events came without an arrival or departure/)
    ).1
    let html = try text(page)
    #expect(html.contains(try Regex("\"counts\":\\[[0-9]+,[0-9]+,\(count),")))
    let names = try #require(html.firstMatch(of: /"delay":\[[^\]]*\],"name":\[([0-9,]+)\]/)).1
    #expect(names.split(separator: ",").count { $0 == "3" || $0 == "4" } == Int(count))
    let card = try #require(
      html.firstMatch(of: /<details class="card false.*?<\/details>/.dotMatchesNewlines())
    ).0
    #expect(card.contains("for a place that was not entered then."))
  }

  @Test func `trials give each region's probability, and the spread`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    let run = try ToolRun([
      "report", "tracks/passed-between-two-looks/track.gpx", "--regions",
      "tracks/passed-between-two-looks/regions.json", "--positioning", "phone", "--trials", "4",
      "-o", page,
    ])
    #expect(run.status == 0 && run.errors.hasPrefix("In 4 trials "))
    let html = try text(page)
    #expect(html.contains("\"told\":[") && html.contains("\"trials\":4"))
    #expect(html.contains(#/<td data-title="reach in trials">[0-9.]+ % \([0-9]+–[0-9]+\)<\/td>/#))
    #expect(html.contains("These cards are of the first of 4 draws of the model phone,"))
    #expect(html.contains(#/; in trials [0-9.]+ % \([0-9]+ of [0-9]+\)/#))
  }

  @Test func `doubtful inputs are on the page as on the console`() throws {
    let folder = try TemporaryFolder()
    let page = folder.url.appendingPathComponent("report.html").path
    let track = try folder.file(
      "odd.csv",
      "time,latitude,longitude,colour\n2024-05-01T12:00:00Z,46.09,14.47,red\n"
        + "2024-05-01T12:00:10Z,946.1,14.46,red\n2024-05-01T12:00:20Z,46.1,14.46,red\n")
    let places = try folder.file(
      "places.csv",
      "id,latitude,longitude,radius\nhere,46.1,14.46,0.3\nfar,14.46,46.1,100\n")
    let run = try ToolRun(["report", track, "--regions", places, "-o", page])
    #expect(run.status == 0)
    let html = try text(page)
    for words in [
      "The input is doubtful", "1 of 3 points skipped", "columns passed over: &quot;colour&quot;",
      "is below 1 m", "the place of &quot;far&quot; would be near",
      "longitude comes first in GeoJSON",
    ] {
      #expect(html.contains(words), "\(words)")
    }
    #expect(!html.contains("<h1 class=\"good\">"))
    // One skipped point is one doubt, and no other than that about their number.
    let doubt = "The input is doubtful in 3 ways."
    #expect(html.contains(doubt))
    #expect(try ToolRun("audit", track, "--regions", places).output.contains("\n\(doubt)\n"))
    let json = try ToolRun("audit", track, "--regions", places, "--format", "json").output
    #expect(json.contains("\"doubt\":\"\(doubt)\""))
  }

  /// The picture is the one in the README.
  @Test func `the bundled picture is that of the bundled drive`() throws {
    let folder = try TemporaryFolder()
    let drive = "tracks/a-winding-drive"
    let bundled = ToolRun.package.appendingPathComponent("\(drive)/report.svg")
    let picture = folder.url.appendingPathComponent("map.svg").path
    let run = try ToolRun([
      "report", "\(drive)/track.gpx", "--regions", "\(drive)/regions.json", "--svg", picture,
    ])
    #expect(run.status == 0)
    if ProcessInfo.processInfo.environment["GEOFENCE_RECORD"] != nil {
      try Data(text(picture).utf8).write(to: bundled)
    }
    #expect(try text(picture) == text(bundled.path))
  }
}
