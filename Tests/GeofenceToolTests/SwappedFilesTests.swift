import Foundation
import TestSupport
import Testing

/// Files that are plainly of the other kind: the error says so, and nothing is checked against
/// them.
@Suite(.slow) struct SwappedFilesTests {
  private let folder: TemporaryFolder

  private static let regions: [(name: String, text: String)] = [
    ("list.json", #"[{"identifier": "a", "latitude": 46, "longitude": 14, "radius": 100}]"#),
    (
      "object.json", #"{"regions": [{"id": "a", "latitude": 46, "longitude": 14, "radius": 100}]}"#
    ),
    (
      "middle.json",
      #"[{"identifier": "a", "center": {"lat": 46, "lon": 14}, "radius": 100, "icon": "x"}]"#
    ),
    (
      "collection.geojson",
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": "a", "geometry": "#
        + #"{"type": "Point", "coordinates": [14, 46]}, "properties": {"radius": 100}}]}"#
    ),
    (
      "waypoints.json",
      #"{"_type": "waypoints", "waypoints": [{"_type": "waypoint", "desc": "a", "lat": 46, "#
        + #""lon": 14, "rad": 100, "tst": 1}]}"#
    ),
    ("comma.csv", "id,lat,lon,radius\na,46,14,100\n"),
    ("semicolon.csv", "Name;Breite;R;LAT;LON\na;x;100 m;46;14\n"),
    ("units.csv", "shop_id,lat,lon,radius_km\na,46,14,0.1\n"),
    (
      "places.kml",
      "<kml><Placemark><name>a</name><Point><coordinates>14,46</coordinates></Point>"
        + "</Placemark></kml>"
    ),
  ]

  private static let tracks: [(name: String, text: String)] = [
    ("track.csv", "time,lat,lon\n0,46,14\n60,46.1,14\n"),
    ("rows.csv", "id,time,lat,lon,accuracy\n1,0,46,14,5\n2,60,46.1,14,5\n"),
    ("fleet.csv", "time,lat,lon,device_id\n0,46,14,x\n60,46.1,14,x\n"),
    ("list.json", #"[{"time": 1, "lat": 46, "lon": 14}, {"time": 2, "lat": 46, "lon": 14}]"#),
    ("lines.jsonl", "{\"t\": 1, \"lat\": 46, \"lon\": 14}\n{\"t\": 2, \"lat\": 46, \"lon\": 14}\n"),
    (
      "line.geojson",
      #"{"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[14, 46], [14, 47]]}}"#
    ),
    (
      "points.geojson",
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": "#
        + #"{"type": "Point", "coordinates": [14, 46]}, "properties": {"time": "2024-05-01T09:00:00Z"}}]}"#
    ),
    (
      "track.gpx",
      "<gpx><trk><trkseg><trkpt lat='46' lon='14'><time>2024-05-01T09:00:00Z</time></trkpt>"
        + "</trkseg></trk></gpx>"
    ),
    ("route.gpx", "<gpx><rte><rtept lat='46' lon='14'/></rte></gpx>"),
    (
      "track.kml",
      "<kml><Placemark><Track><when>2024-05-01T09:00:00Z</when><coord>14 46</coord></Track>"
        + "</Placemark></kml>"
    ),
  ]

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.file("r.json", Self.regions[0].text)
    _ = try folder.file("t.csv", Self.tracks[0].text)
  }

  private func run(_ arguments: [String]) throws -> ToolRun {
    try ToolRun(arguments, in: folder.url)
  }

  private static let commands = [
    ["simulate"], ["audit"], ["report", "-o", "page.html"], ["validate"],
  ]

  @Test(arguments: regions)
  func `regions in the place of a track are an error`(_ file: (name: String, text: String)) throws {
    _ = try folder.file(file.name, file.text)
    for command in Self.commands {
      for others in [["--regions", "r.json"], ["--regions", file.name, "--radius", "50"]] {
        let run = try run(command + [file.name] + others)
        #expect(run.status == 65, "\(command) \(run.errors)")
        let said = run.errors + run.output
        #expect(said.contains("\(file.name): error: is a file of "), "\(command) \(said)")
        #expect(said.contains("--regions"))
        #expect(!run.output.contains("enter"))
      }
    }
  }

  @Test(arguments: tracks)
  func `a track in the place of regions is an error`(_ file: (name: String, text: String)) throws {
    _ = try folder.file(file.name, file.text)
    for command in Self.commands {
      let run = try run(command + ["t.csv", "--regions", file.name])
      #expect(run.status == 65, "\(command) \(run.errors)")
      #expect(
        (run.errors + run.output).contains(
          "\(file.name): error: is a track, not regions\nhelp: give it without --regions"),
        "\(command) \(run.errors)")
    }
  }

  @Test func `a calendar in the place of another file, and another in its place, are errors`()
    throws
  {
    _ = try folder.file("r.ics", "BEGIN:VCALENDAR\nEND:VCALENDAR\n")
    for arguments in [["r.ics", "--regions", "r.json"], ["t.csv", "--regions", "r.ics"]] {
      let run = try run(["simulate"] + arguments)
      #expect(run.status == 65)
      #expect(run.errors.contains("r.ics: error: is iCalendar, not "), "\(run.errors)")
      #expect(run.errors.contains("help: give it with --reminders"))
    }
    for file in ["r.json", "t.csv"] {
      let run = try run(["simulate", "t.csv", "--reminders", file])
      #expect(run.status == 65)
      #expect(
        run.errors.contains("help: a calendar begins with BEGIN:VCALENDAR"), "\(run.errors)")
    }
  }

  @Test func `a radius for all makes no regions of a fleet's track`() throws {
    let rows = (0..<9).map { "\($0),46,14,car_\($0 % 2)\n" }.joined()
    _ = try folder.file("fleet.csv", "time,lat,lon,car_id\n" + rows)
    let run = try run(["simulate", "t.csv", "--regions", "fleet.csv", "--radius", "5"])
    #expect(run.status == 65)
    #expect(run.errors.contains("fleet.csv: error: is a track, not regions"))
  }

  @Test(arguments: [
    ("u.csv", "lat,lon\n46,14\n46.001,14\n"), ("u.csv", "id,lat,lon\n1,46,14\n2,46.001,14\n"),
    ("u.csv", "name,lat,lon,ele\na,46,14,300\nb,46.001,14,300\n"),
    ("u.csv", "device_id,lat,lon,radius\na,46,14,30\na,46.001,14,30\n"),
    ("u.csv", "device,user_id,lat,lon,radius\na,b,46,14,30\na,b,46.001,14,30\n"),
    ("u.json", #"[{"id": 1, "lat": 46, "lon": 14}, {"id": 2, "lat": 46.001, "lon": 14}]"#),
    (
      "u.geojson",
      #"{"type": "Feature", "id": "a", "properties": {"name": "b", "radius": 5}, "geometry": "#
        + #"{"type": "LineString", "coordinates": [[14, 46], [14, 46.001]]}}"#
    ),
    ("u.gpx", "<gpx><wpt lat='46' lon='14'><name>a</name></wpt></gpx>"),
  ])
  func `a track without times is a track all the same`(name: String, text: String) throws {
    _ = try folder.file(name, text)
    let run = try run(["simulate", name, "--regions", "r.json"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("enter"))
  }

  @Test func `who names the columns of a track means one`() throws {
    _ = try folder.file("odd.csv", "id,lat,lon,radius\na,46,14,100\nb,46.001,14,100\n")
    let run = try run([
      "simulate", "odd.csv", "--regions", "r.json", "--columns", "latitude=lat,longitude=lon",
    ])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `a column of times that is not known makes a track`() throws {
    _ = try folder.file("odd.csv", "id,lat,lon,radius,when\na,46,14,100,2024-05-01T09:00:00Z\n")
    let run = try run(["simulate", "odd.csv", "--regions", "r.json"])
    #expect(run.status == 0)
    #expect(run.errors.contains("pass --columns time=when"))
  }

  @Test func `waypoints may be either`() throws {
    _ = try folder.file(
      "places.gpx",
      "<gpx><wpt lat='46' lon='14'><time>2024-05-01T09:00:00Z</time><name>a</name></wpt></gpx>")
    #expect(
      try run(["simulate", "places.gpx", "--regions", "places.gpx", "--radius", "50"]).status == 0)
  }

  @Test(arguments: ["simulate", "audit", "report"])
  func `regions without their option are named in the hint`(command: String) throws {
    for files in [["t.csv", "r.json"], ["r.json", "t.csv"], ["r.json"]] {
      let run = try run([command] + files)
      #expect(run.status == 64)
      #expect(
        run.errors.hasPrefix(
          "Error: Missing expected argument '--regions <file>' or '--reminders <file>': "
            + "'r.json' is a file of regions: write --regions r.json\nUsage: "), "\(run.errors)")
    }
    #expect(!(try run([command, "t.csv", "no-such-file"]).errors.contains("is a file of regions")))
  }
}
