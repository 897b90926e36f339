import Foundation
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
  ]

  private func reading(_ file: (name: String, text: String)) -> PlaygroundFile.Reading {
    PlaygroundFile(name: file.name, bytes: Array(file.text.utf8), radius: 100).read()
  }

  @Test func `a file is a track or regions, whichever it is`() {
    let kinds = Self.files.map { file in
      switch reading(file) {
      case .track(let devices, _): "track of \(devices.map { $0.fixes.count })"
      case .regions(let regions, _): "regions \(regions.map { $0.identifier.rawValue })"
      case .mistake: "mistake"
      }
    }
    #expect(
      kinds == [
        "track of [2]", "track of [1]", "track of [1]", "regions [\"café\"]", "regions [\"kiosk\"]",
        "regions [\"a\"]", "regions [\"Café\"]", "track of [1]", "mistake", "mistake", "mistake",
        "mistake",
      ])
  }

  @Test func `waypoints are regions, and the page says so`() {
    let text = "<gpx><wpt lat=\"46.05\" lon=\"14.5\"><name>home</name></wpt></gpx>"
    guard case .regions(let regions, let remarks) = reading(("places.gpx", text)) else {
      Issue.record("it is read as regions")
      return
    }
    #expect(regions.map { $0.identifier } == ["home"])
    #expect(
      remarks.contains {
        $0.description.contains("its waypoints are taken as regions, not as a track")
      })
  }

  @Test func `a polygon keeps its corners, and the radius for other regions is no remark`() throws {
    for name in ["places.geojson", "places.json"] {
      let file = try #require(Self.files.first { $0.name == name })
      guard case .regions(let regions, let remarks) = reading(file) else {
        Issue.record("\(name) is read as regions")
        return
      }
      #expect((regions[0].shape?.rings.map(\.count) == [4]) == (name == "places.geojson"))
      #expect(!remarks.contains { $0.description.contains("--radius") })
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
    let fixes = (0...20).map { Line.fix(second: Int64($0) * 10, at: Double($0) * 100) }
    let home = Line.region("home", at: 0, radius: 400)
    let drawing = try #require(
      PlaygroundDrawing(
        EngineMessage.World(Settings(), nil, [home]), [.init(name: nil, fixes: fixes)]))
    let page = try JSONDecoder().decode(Drawing.self, from: Data(drawing.json.utf8))
    let log = page.data.runs[0].devices[0]
    #expect(page.verdicts.hasPrefix("<h1 class=\"good\">1 of 1 departure reached the app in time"))
    #expect(log.registrations.region == [0] && log.registrations.start == [0])
    #expect(log.events.text.count == 2)
    #expect(log.events.text[0].hasSuffix(" inside: because the device was already inside"))
    #expect(log.events.text[1].hasSuffix(" outside: delivered at 00:01:10, 20 s later"))
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
