import Foundation
import GeofenceBytes
import GeofenceCore
import GeofenceEngine
import GeofencePlayground
import TestSupport
import Testing

/// The files that a playground reads, in the page as in the tool.
struct PlaygroundFileTests {
  private static let gpx = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Bus &amp; 7</name><trkseg>
    <trkpt lat="46.05" lon="14.5"><time>2099-05-01T09:10:00.250+02:00</time></trkpt>
    <trkpt lat="46.06" lon="14.51"><time>1950-05-01T09:10:30Z</time></trkpt>
    <trkpt lat="46.06" lon="14.51"><time>2099-05-01T07:10:30Z</time></trkpt>
    </trkseg></trk></gpx>
    """
  private static let waypoint = "<wpt lat=\"46.05\" lon=\"14.5\"><name>home</name></wpt>"
  private static let files: [(name: String, text: String)] = [
    ("drive.gpx", gpx),
    ("drive.csv", "time,latitude,longitude,accuracy,device\n1714554600,46.05,14.5,4.5e1,7\n"),
    ("semicolons.csv", "device;time;lat;lon\na;2024-05-01T09:10:00Z;46,05;14,5\n"),
    ("places.json", #"[{"identifier":"café","latitude":46.05,"longitude":14.5,"radius":150}]"#),
    ("places.csv", "identifier,latitude,longitude\nkiosk,46.05,14.5\n"),
    (
      "places.geojson",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"a"},"#
        + #""geometry":{"type":"Polygon","coordinates":[[[14,46],[14.01,46],[14,46.01],[14,46]]]}}]}"#
    ),
    ("zones.yaml", "- name: Café\n  latitude: 46.05 # home\n  longitude: 14.5\n  radius: 150\n"),
    (
      "history.yaml",
      "entity_id: device_tracker.phone\nstate: home\nlast_updated: '2024-05-01T09:10:00+02:00'\n"
        + "attributes:\n  latitude: 46.05\n  longitude: 14.5\n  gps_accuracy: 12\n"
    ),
    ("broken.yaml", "- name: a\n  latitude: 46\n b\n"), ("broken.gpx", String(gpx.dropLast(60))),
    ("empty.csv", ""), ("photo.jpg", "\u{1}\u{2}"),
    ("rows.csv", "id,time,latitude,longitude\n7,1714554600,46.05,14.5\n"),
    ("marked.gpx", gpx.replacing("<trk>", with: waypoint + "<trk>")),
    (
      "marked.kml",
      "<kml xmlns:gx=\"http://www.google.com/kml/ext/2.2\"><Document><Placemark><name>x</name><gx:Track>"
        + "<when>2024-05-03T08:10:00Z</when><when>2024-05-03T08:10:05Z</when>"
        + "<gx:coord>14.5 46.05 0</gx:coord><gx:coord>14.5 46.06 0</gx:coord></gx:Track></Placemark>"
        + "<Placemark><name>home</name><Point><coordinates>14.5,46.05</coordinates></Point></Placemark>"
        + "</Document></kml>"
    ),
    (
      "stations.geojson",
      "{\"type\":\"FeatureCollection\",\"features\":["
        + ["a", "b", "c"].map {
          "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[14.5,46.05]},"
            + "\"properties\":{\"name\":\"\($0)\",\"updated_at\":\"2014-12-25T00:30:17Z\"}}"
        }.joined(separator: ",") + "]}"
    ),
    ("dated.csv", "identifier,time,latitude,longitude,radius\nkiosk,1714554600,46.05,14.5,80\n"),
  ]

  private func reading(_ file: (name: String, text: String)) -> PlaygroundFile.Reading {
    PlaygroundFile(name: file.name, bytes: Array(file.text.utf8), radius: 100).read()
  }

  @Test func `a file is a track or regions, whichever it is`() {
    let kinds = Self.files.map { file in
      switch reading(file) {
      case .track(let track):
        "track of \(track.devices.map { $0.fixes.count })"
          + (track.failure == nil ? "" : ", which breaks off")
      case .regions(let file): "regions \(file.regions.map { $0.identifier.rawValue })"
      case .mistake: "mistake"
      }
    }
    #expect(
      kinds == [
        "track of [2]", "track of [1]", "track of [1]", "regions [\"café\"]", "regions [\"kiosk\"]",
        "regions [\"a\"]", "regions [\"Café\"]", "track of [1]", "mistake",
        "track of [1], which breaks off", "mistake", "mistake", "track of [1]", "track of [2]",
        "track of [2]", "regions [\"a\", \"b\", \"c\"]", "regions [\"kiosk\"]",
      ])
  }

  @Test func `waypoints are regions, and the page says so`() {
    let text = "<gpx>\(Self.waypoint)</gpx>"
    guard case .regions(let file) = reading(("places.gpx", text)) else {
      Issue.record("it is read as regions")
      return
    }
    #expect(file.regions.map { $0.identifier } == ["home"])
    #expect(
      file.notes.contains {
        $0.description.contains("its waypoints are taken as regions, not as a track")
      })
  }

  @Test func `a polygon keeps its corners, and the radius for other regions is no remark`() throws {
    for name in ["places.geojson", "places.json"] {
      let file = try #require(Self.files.first { $0.name == name })
      guard case .regions(let read) = reading(file) else {
        Issue.record("\(name) is read as regions")
        return
      }
      #expect((read.regions[0].shape?.rings.map(\.count) == [4]) == (name == "places.geojson"))
      #expect(read.usesDefaultRadius == false)
      #expect(!read.notes.contains { $0.description.contains("--radius") })
    }
  }

  @Test func `a page draws when each region was registered, and says of each event why it came`()
    throws
  {
    struct Drawing: Decodable {
      struct Spans: Decodable { var region, start: [Int] }
      struct Events: Decodable { var text: [String] }
      struct Log: Decodable {
        var registrations: Spans
        var events: Events
      }
      struct Run: Decodable { var devices: [Log] }
      struct Page: Decodable { var runs: [Run] }
      var data: Page
      var verdicts: String
    }
    let drawing = try PlaygroundDrawing(of: [reading(Self.drive()), reading(Self.home)])
    let page = try JSONDecoder().decode(Drawing.self, from: Data(drawing.json.utf8))
    let log = page.data.runs[0].devices[0]
    #expect(page.verdicts.hasPrefix("<h1 class=\"good\">1 of 1 departure reached the app in time"))
    #expect(log.registrations.region == [0] && log.registrations.start == [0])
    #expect(log.events.text.count == 2)
    #expect(log.events.text[0].hasSuffix(" inside: because the device was already inside"))
    #expect(log.events.text[1].hasSuffix(" outside: delivered at 00:01:10, 20 s later"))
  }

  /// A drive of 200 s away from `home`, whose circle of 400 m it leaves after 40 s.
  private static func drive(
    _ name: String = "drive.csv", times: Bool = true, ending: String = ""
  ) -> (name: String, text: String) {
    let rows = (0...20).map { step in
      let place = Line.fix(second: 0, at: Double(step) * 100).coordinate
      return (times ? "\(step * 10)," : "") + "\(place.latitude),\(place.longitude)"
    }
    let header = (times ? "time," : "") + "latitude,longitude"
    return (name, ([header] + rows).joined(separator: "\n") + "\n" + ending)
  }

  private static let home = region("home", Line.region("home", at: 0, radius: 400))

  private static func region(_ name: String, _ region: CircularRegion)
    -> (name: String, text: String)
  {
    let (place, radius) = (region.center, region.radius)
    return (
      "\(name).csv",
      "identifier,latitude,longitude,radius\n\(name),\(place.latitude),\(place.longitude),\(radius)\n"
    )
  }

  private struct Page: Decodable {
    var facts, problems, title, verdicts: String

    init(of files: (name: String, text: String)...) throws {
      let readings = files.map {
        PlaygroundFile(name: $0.name, bytes: Array($0.text.utf8), radius: 100).read()
      }
      self = try JSONDecoder().decode(
        Self.self, from: Data(try PlaygroundDrawing(of: readings).json.utf8))
    }

    var head: Substring { verdicts.prefix { $0 != "." } }
  }

  @Test func `several tracks and files of regions are played together`() throws {
    let kiosk = Self.region("kiosk", Line.region("kiosk", at: 1000, radius: 400))
    let page = try Page(of: Self.drive("a.csv"), Self.drive("b.csv"), Self.home, kiosk)
    #expect(page.title == "a.csv, b.csv")
    #expect(page.facts.hasSuffix(" · 2 tracks · 2 devices · 42 fixes · 2 regions"))
    #expect(page.head.hasPrefix("<h1 class=\"good\">All 6 arrivals and departures reached the app"))
  }

  @Test func `two files with the same region are an error that names both`() throws {
    let other = (name: "other.csv", text: Self.home.text)
    let error = try #require(throws: InputError.self) {
      try PlaygroundDrawing(of: [reading(Self.home), reading(other)])
    }
    #expect(error.description.contains("other.csv:2: error: the identifier"))
    #expect(error.description.contains("of home.csv"))
  }

  /// What makes the rest worthless is said alone, as by the tool.
  @Test func `made up times and exchanged coordinates are said instead of the counts`() throws {
    let untimed = try Page(of: Self.drive(times: false), Self.home)
    #expect(
      untimed.head
        == "<h1 class=\"bad\">The times are made up, as no time of the recording is read: the device "
        + "moves at 20 m/s; --speed sets another pace")
    #expect(!untimed.verdicts.contains("reached the app"))
    #expect(untimed.problems.contains("no column has a time"))
    var swapped = Line.region("home", at: 0, radius: 400)
    swapped.center = Coordinate(
      latitude: swapped.center.longitude, longitude: swapped.center.latitude)
    let page = try Page(of: Self.drive(), Self.region("home", swapped))
    #expect(page.head.contains("No region lies within 100 km of the track: with latitude"))
  }

  @Test func `a track that breaks off is drawn as far as it was read, and doubtful`() throws {
    let page = try Page(of: Self.drive(ending: "\"x"), Self.home)
    #expect(page.head.hasPrefix("<h1 class=\"bad\">1 of 1 departure reached the app in time"))
    #expect(page.verdicts.contains("The input is incomplete: drive.csv:23"))
    #expect(page.problems.contains("drive.csv:23"))
  }

  @Test func `a file comes out of its numbers as it was`() {
    let file = PlaygroundFile(name: "é.csv", bytes: [0, 255, 10], radius: 12.5)
    #expect(PlaygroundFile(file.numbers)?.numbers == file.numbers)
    for count in file.numbers.indices {
      #expect(PlaygroundFile(Array(file.numbers.prefix(count))) == nil)
    }
  }

  @Test(.enabled(if: PackedEngine.runner != nil, "this toolchain has no wasmkit"))
  func `the page reads what the tool reads, with the same remarks`() throws {
    let tracks = PackedEngine.package.appendingPathComponent("tracks")
    var files = Self.files.map {
      PlaygroundFile(name: $0.name, bytes: Array($0.text.utf8), radius: 100)
    }
    for folder in try FileManager.default.contentsOfDirectory(atPath: tracks.path).sorted() {
      for name in ["track.gpx", "track.csv", "regions.json", "regions.csv"] {
        let file = tracks.appendingPathComponent(folder).appendingPathComponent(name)
        guard let bytes = try? Data(contentsOf: file), bytes.count < 1 << 19 else { continue }
        files.append(PlaygroundFile(name: name, bytes: Array(bytes), radius: 100))
      }
    }
    #expect(files.count > 20)
    let answers = try PackedEngine.ofPlaygrounds.answers(
      to: files.map { $0.numbers }, areFiles: true)
    try #require(answers.count == files.count)
    for (file, answer) in zip(files, answers) { #expect(file.read().json == answer) }
  }
}
