import Foundation
import Testing

/// `--polygons`, wherever regions are read.
@Suite struct `Polygons among the regions` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.file(
      "regions.geojson",
      #"{"type": "Feature", "id": "park", "geometry": {"type": "Polygon", "coordinates": [[[14.499, 46.049], [14.501, 46.049], [14.501, 46.051], [14.499, 46.051], [14.499, 46.049]]]}, "properties": {}}"#
    )
    // Five minutes in the park, then five minutes a kilometre away.
    let rows = (0..<60).map { "\($0 * 10),\($0 < 30 ? 46.05 : 46.06),14.5\n" }
    _ = try folder.file("track.csv", "time,lat,lon\n" + rows.joined())
  }

  private static let note =
    "regions.geojson: note: 1 polygon taken as the smallest circle around it"
  private static let error = """
    regions.geojson: error: geometry: the geometry is a "Polygon"
    help: --polygons enclose takes the smallest circle around it
    """

  @Test(arguments: ["simulate", "audit", "report", "validate"])
  func `are refused, or become circles, in every command`(command: String) throws {
    var arguments = [command, "track.csv", "--regions", "regions.geojson"]
    if command == "report" { arguments += ["--output", "report.html"] }
    let refused = try ToolRun(arguments, in: folder.url)
    #expect(refused.status == 65)
    #expect((refused.output + refused.errors).contains(Self.error), "\(refused.errors)")
    let run = try ToolRun(arguments + ["--polygons", "enclose"], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect((run.output + run.errors).contains(Self.note), "\(run.errors)")
    if command == "simulate" {
      #expect(run.output.contains("enter  park  initial, 135.4 m inside"), "\(run.output)")
      #expect(run.output.contains("exit   park"), "\(run.output)")
    }
  }

  @Test func `are enclosed by the settings of a test`() throws {
    _ = try folder.file(
      "expected.txt",
      "1970-01-01T00:00:00Z  enter  park  initial\n1970-01-01T00:05:20Z  exit   park\n")
    let refused = try ToolRun(["test", "."], in: folder.url)
    #expect(refused.status == 65)
    _ = try folder.file("settings.json", #"{"polygons": "enclose"}"#)
    let run = try ToolRun(["test", "."], in: folder.url)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test func `are enclosed in a scenario, too`() throws {
    _ = try folder.file(
      "scenario.json",
      #"[{"at": "+0s", "do": "add", "region": {"id": "pond", "wkt": "POLYGON ((14.499 46.059, 14.501 46.059, 14.5 46.062))"}}]"#
    )
    let arguments = [
      "simulate", "track.csv", "--regions", "regions.geojson", "--scenario", "scenario.json",
    ]
    let run = try ToolRun(arguments + ["--polygons", "enclose"], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("enter  pond"), "\(run.output)")
  }

  @Test func `a phone is compared with the crossings that a polygon asks for`() throws {
    let park = try String(
      contentsOf: folder.url.appending(path: "regions.geojson"), encoding: .utf8)
    _ = try folder.file("park.geojson", park.replacing("{}", with: #"{"notifyOnExit": false}"#))
    // Into the park and out of it again.
    let rows = (0..<70).map { "\($0 * 10),\((20..<40).contains($0) ? 46.05 : 46.06),14.5\n" }
    _ = try folder.file("way.csv", "time,lat,lon\n" + rows.joined())
    _ = try folder.file("phone.csv", "time,event,region\n1970-01-01T00:03:40Z,enter,park\n")
    let run = try ToolRun(
      [
        "audit", "way.csv", "--regions", "park.geojson", "--polygons", "enclose", "--phone",
        "phone.csv",
      ], in: folder.url)
    #expect(
      run.output.contains("of 1 crossing the phone delivered 1, the rules 1"), "\(run.output)")
  }

  /// The park is 155 m wide, and its circle reaches 135 m from the middle.
  private func audit(_ longitudes: [Double], _ options: [String] = []) throws -> String {
    let rows = longitudes.enumerated().map { "\($0 * 10),46.05,\($1)\n" }
    _ = try folder.file("way.csv", "time,lat,lon\n" + rows.joined())
    let run = try ToolRun(
      ["audit", "way.csv", "--regions", "regions.geojson", "--polygons", "enclose"] + options,
      in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  private let far = [14.52, 14.51]
  private let beside = 14.5013
  private let inside = 14.5

  @Test func `are what happened, and the circle is what the phone watches`() throws {
    // Beside the park for five minutes: in the circle, and not in the park.
    let passed = try audit(
      far + Array(repeating: beside, count: 30) + far.reversed()
        + Array(repeating: 14.52, count: 9),
      ["--format", "json", "--all"])
    #expect(passed.contains(#""geometry":0"#), "\(passed)")
    #expect(passed.contains(#""events":{"betweenFixes":0,"inside":0,"outside":1,"repeated":0}"#))
    #expect(passed.contains(#""asked":0"#) && passed.contains(#""green":false"#))

    // Two minutes beside the park, two in it, and away.
    let visited = try audit(
      far + Array(repeating: beside, count: 12) + Array(repeating: inside, count: 12)
        + far.reversed() + Array(repeating: 14.52, count: 12), ["--format", "json", "--all"])
    #expect(visited.contains(#""crossedAt":"1970-01-01T00:02:20Z""#), "\(visited)")
    #expect(visited.contains(#""asked":2"#) && visited.contains(#""inTime":2"#))
    // The stay is that in the park; the watched one that in its circle.
    #expect(visited.contains(#""stay":{"atLeast":110,"atMost":130}"#))
    #expect(visited.contains(#""watched":{"atLeast":230,"atMost":250}"#))
  }

  @Test func `are passed between two fixes within their circle`() throws {
    let output = try audit(
      far + [beside, beside, beside, 14.4987, 14.4987, 14.4987] + far + [14.52],
      ["--format", "json", "--all"])
    #expect(output.contains(#""passedBetweenFixes":1"#), "\(output)")
    let text = try audit(far + Array(repeating: beside, count: 9) + far)
    // The boundary is the park's: 100 m from the middle are 23 m from it.
    #expect(text.contains("23 m"), "\(text)")
  }

  @Test func `are compared with a phone only while the app has them`() throws {
    _ = try folder.file("phone.csv", "time,event,region\n1970-01-01T00:02:10Z,enter,park\n")
    _ = try folder.file(
      "scenario.json",
      #"[{"at": "+400s", "do": "remove", "identifier": "park"}]"#)
    let visit = far + Array(repeating: 14.51, count: 10) + Array(repeating: inside, count: 20) + far
    let options = ["--phone", "phone.csv", "--scenario", "scenario.json"]
    let output = try audit(visit + visit, options)
    #expect(output.contains("of 2 crossings the phone delivered 1"), "\(output)")
    #expect(try audit(visit + visit, ["--phone", "phone.csv"]).contains("of 4 crossings"))
    // Added in its second visit, it is left once.
    let park =
      #"{"id": "park", "polygon": [[46.049, 14.499], [46.051, 14.499], [46.051, 14.501], [46.049, 14.501]]}"#
    _ = try folder.file(
      "scenario.json",
      #"[{"at": "+50s", "do": "remove", "identifier": "park"}, {"at": "+500s", "do": "add", "region": \#(park)}]"#
    )
    #expect(try audit(visit + visit, options).contains("of 1 crossing"))
  }

  @Test func `are known as regions where they are given as a track`() throws {
    let run = try ToolRun(["simulate", "track.csv", "regions.geojson"], in: folder.url)
    #expect(run.status == 64)
    #expect(run.errors.contains("'regions.geojson' is a file of regions"), "\(run.errors)")
  }

  @Test func `have no other treatment`() throws {
    let run = try ToolRun(
      ["simulate", "track.csv", "--regions", "regions.geojson", "--polygons", "ignore"],
      in: folder.url)
    #expect(run.status == 64)
    #expect(run.errors.contains("one of refuse, enclose"), "\(run.errors)")
  }
}
