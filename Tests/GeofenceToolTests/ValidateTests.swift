import Foundation
import Testing

/// The output of `geofence validate`.
struct ValidateTests {
  private let folder: TemporaryFolder
  private let good = #"[{"identifier": "a", "latitude": 46, "longitude": 14, "radius": 150}]"#

  init() throws { folder = try TemporaryFolder() }

  @Test func `good regions and a good track are said to be so`() throws {
    let run = try ToolRun(
      "validate", "tracks/walk-through-one-region/track.gpx", "--regions",
      "tracks/walk-through-one-region/regions.json", "--strict")
    #expect(run.status == 0)
    #expect(run.output == "0 errors, 0 warnings\n")
  }

  @Test func `regions that ask for dwells alone are no concern, and those without any events are`()
    throws
  {
    func region(_ name: String, _ longitude: Int, _ keys: String) -> String {
      #"{"id": "\#(name)", "lat": 46, "lon": \#(longitude), "radius": 150, \#(keys)}"#
    }
    let json = try folder.file(
      "regions.json",
      "["
        + [
          region("a", 14, #""triggers": ["dwell"]"#),
          region("b", 15, #""notifyOnEntry": false, "notifyOnExit": false, "notifyOnDwell": true"#),
          region(
            "c", 16, #""notifyOnEntry": false, "notifyOnExit": false, "notifyOnDwell": false"#),
          region(
            "d", 17,
            #""notifyOnEntry": false, "notifyOnExit": false, "notifyOnDwell": "no", "loiteringDelay": 9"#
          ),
        ].joined(separator: ",") + "]")
    let run = try ToolRun("validate", "--regions", json, "--strict")
    #expect(run.status == 1)
    #expect(
      run.output == """
        \(json): note: what the file says of dwells is passed over
        help: dwells are asked for by --loitering, for all regions, under --api geofencingclient
        \(json): warning: [2]: region "c" asks for neither enters nor exits, so that nothing is \
        delivered of it
        help: set notifyOnEntry or notifyOnExit to true
        \(json): warning: [3]: region "d" asks for neither enters nor exits, so that nothing is \
        delivered of it
        help: set notifyOnEntry or notifyOnExit to true
        0 errors, 2 warnings

        """)
  }

  @Test func `every mistake of a file is named with its place and help`() throws {
    let json = try folder.file(
      "regions.json",
      """
      [{"identifier": "a", "latitude": 96, "longitude": 14, "radius": 150},
       {"identifier": "b", "latitude": 46, "longitude": 14, "raduis": 150},
       {"identifier": "c", "latitude": 46, "longitude": 14, "radius": 150},
       {"identifier": "c", "latitude": 47, "longitude": 14, "radius": 50}]
      """)
    let run = try ToolRun("validate", "--regions", json)
    #expect(run.status == 65)
    #expect(
      run.output == """
        \(json): error: [0].latitude: the latitude 96 is outside -90…90
        help: are latitude and longitude swapped?
        \(json): error: [1].raduis: unknown key "raduis"
        help: did you mean "radius"?
        \(json): error: [3]: the identifier "c" is already that of [2]
        help: give each region its own identifier
        3 errors, 0 warnings

        """)
  }

  @Test func `rows of a CSV are read on after a mistake, up to one that hides the rest`() throws {
    let csv = try folder.file("regions.csv", "id,lat,lon,r\na,96,14,100\nb,46,14,x\nc,46,\"14\n")
    let lines = try ToolRun("validate", "--regions", csv).output.split(separator: "\n")
    #expect(
      lines.filter { $0.contains(": error: ") }.map { $0.dropFirst(csv.count).prefix(4) } == [
        ":2: ", ":3: ", ":4:6",
      ])
  }

  @Test func `columns of a track that mean nothing are noted`() throws {
    let track = try folder.file(
      "t.csv", "time,lat,mood,lon,\u{7}\n1e9,46,good,14,x\n1000000001,46,good,14,x\n")
    let run = try ToolRun("validate", track, "--strict")
    #expect(run.status == 0)
    #expect(
      run.output == """
        \(track): note: columns passed over: "mood", "\\u{07}"
        help: if one of them is wanted, name it with --columns
        0 errors, 0 warnings

        """)
    let named = try ToolRun("validate", track, "--columns", "device=mood")
    #expect(!named.output.contains("mood"))
  }

  @Test func `warnings fail with --strict only`() throws {
    let regions = try folder.file("regions.json", good.replacing("150", with: "50"))
    #expect(try ToolRun("validate", "--regions", regions).status == 0)
    let run = try ToolRun("validate", "--regions", regions, "--strict")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("\(regions): warning: [0]: region \"a\" has a radius of 50 m"))
  }

  @Test func `tracks too sparse for the dwell are warned of`() throws {
    let rows = (0..<20).map { "\(1_714_546_800 + $0 * 60),\(46 + Double($0) * 0.005),14" }
    let track = try folder.file("t.csv", "time,lat,lon\n" + rows.joined(separator: "\n") + "\n")
    let regions = try folder.file("regions.json", good)
    let run = try ToolRun("validate", track, "--regions", regions)
    #expect(run.output.contains("too sparse for a dwell of 20 s: 19 of 19 steps"))
    #expect(run.output.contains("longer than the smallest region is wide (300 m)"))
    let dense = try ToolRun("validate", track, "--dwell", "60")
    #expect(dense.output == "0 errors, 0 warnings\n")
  }

  @Test func `a bad track is an error, and the others are read all the same`() throws {
    let run = try ToolRun("validate", "none.gpx", "Package.swift", "--format", "json")
    #expect(run.status == 66)
    let found = run.output.matches(of: /"file" : "([^"]*)"/).map { String($0.1) }
    #expect(found == ["none.gpx", "Package.swift"])
  }

  @Test func `many of a kind are summed up, and listed when asked`() throws {
    let rows = (0..<30).map { "r\($0),\($0),14,50" }
    let regions = try folder.file("r.csv", "id,lat,lon,r\n" + rows.joined(separator: "\n") + "\n")
    let brief = try ToolRun("validate", "--regions", regions)
    #expect(brief.output.split(separator: "\n").count { $0.contains(": warning: ") } == 11)
    #expect(brief.output.contains("r.csv: warning: 30 regions, more than the limit of 20\n"))
    #expect(brief.output.contains("20 more of small-radius; --all lists them"))
    #expect(brief.output.hasSuffix("0 errors, 31 warnings\n"))
    let all = try ToolRun("validate", "--regions", regions, "--all")
    #expect(all.output.split(separator: "\n").count { $0.contains(": warning: ") } == 31)
  }

  @Test func `something must be given`() throws {
    #expect(try ToolRun("validate").status == 64)
  }

  @Test func `reminders have slots of their own, and are judged as regions are`() throws {
    let folder = try TemporaryFolder()
    let calendar = try folder.file(
      "c.ics",
      """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:u
      SUMMARY:Small
      DUE:x
      BEGIN:VALARM
      X-APPLE-PROXIMITY:ARRIVE
      X-APPLE-STRUCTURED-LOCATION;X-APPLE-RADIUS=30:geo:46.05,14.5
      END:VALARM
      END:VTODO
      END:VCALENDAR

      """)
    let regions = try folder.file(
      "r.json", #"[{"identifier": "a", "latitude": 46.05, "longitude": 14.5, "radius": 200}]"#)
    let run = try ToolRun(
      "validate", "--regions", regions, "--reminders", calendar, "--limit", "1")
    #expect(run.status == 0)
    for message in [
      ":5: warning: no time in DUE: \"x\"", ":6: warning: reminder \"Small\" has a radius of 30 m",
    ] { #expect(run.output.contains(message), "\(run.output)") }
    // The limit holds for each, and they take no slot from each other.
    #expect(!run.output.contains("limit") && !run.output.contains("centre"), "\(run.output)")
    #expect(try ToolRun("validate", "--reminders", calendar, "--strict").status == 1)
    let broken = try folder.file("d.ics", "BEGIN:VCALENDAR\n")
    #expect(try ToolRun("validate", "--reminders", broken).status == 65)
  }
}
