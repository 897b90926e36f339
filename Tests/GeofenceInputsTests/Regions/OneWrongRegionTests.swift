import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceInputs

/// Files of a dozen regions in five formats, of which one has a fault that is easily made.
@Suite struct `One wrong region among many` {
  /// The fields of the faulty region that are not as in the others, as JSON; empty for none.
  typealias Fault = [String: String]

  private static let number = 7

  private static let places: [Fault] = [
    ["latitude": "\"abc\""], ["latitude": "\"\""], ["latitude": ""], ["latitude": "91.5"],
    ["latitude": "4612"], ["latitude": "461200000"], ["latitude": "\"NaN\""],
    ["latitude": "\"46,12,1\""],
    ["longitude": "\"x14\""], ["longitude": "214.5"], ["longitude": ""],
    // Nothing is wrong with these but that the others are elsewhere.
    ["latitude": "14.57", "longitude": "46.12"], ["latitude": "0", "longitude": "0"],
    ["latitude": "64.12"], ["latitude": "-46.12"], ["longitude": "-14.57"],
  ]
  private static let names: [Fault] = [
    ["id": "\"r3\""], ["id": "\"\""], ["id": "\"  \""], ["id": ""],
  ]
  private static let radii: [Fault] = [
    ["radius": "0"], ["radius": "-150"], ["radius": "\"big\""], ["radius": ""],
    ["radius": "30000000"], ["radius": "\"150 furlongs\""], ["radius": "\"2024-05-01\""],
    ["radius": "0.15"], ["radius": "15"], ["radius": "250000"],
    ["latitude": "46.03", "longitude": "14.53"],
  ]
  private static let flags: [Fault] = [
    ["notifyOnEntry": "\"maybe\""], ["notifyOnExit": "7"],
    ["notifyOnEntry": "false", "notifyOnExit": "false"],
  ]

  private static func rows(_ fault: Fault) -> [[String: String]] {
    (0..<12).map { number in
      var row = [
        "id": "\"r\(number)\"", "latitude": "46.0\(number)", "longitude": "14.5\(number)",
        "radius": "150", "notifyOnEntry": "true", "notifyOnExit": "true",
      ]
      if number == Self.number { row.merge(fault) { $1 } }
      return row.filter { !$0.value.isEmpty }
    }
  }

  private static func bare(_ json: String?) -> String { (json ?? "").filter { $0 != "\"" } }

  static let formats = ["CSV", "JSON", "GeoJSON", "GPX", "KML"]

  private static func text(_ fault: Fault, _ format: String) -> String {
    let rows = rows(fault)
    let keys = ["id", "latitude", "longitude", "radius", "notifyOnEntry", "notifyOnExit"]
    func object(_ row: [String: String], without left: [String] = []) -> String {
      let members = keys.filter { !left.contains($0) }.compactMap { key in
        row[key].map { "\"\(key)\": \($0)" }
      }
      return "{" + members.joined(separator: ", ") + "}"
    }
    switch format {
    case "CSV":
      return
        ([keys.joined(separator: ",")]
        + rows.map { row in keys.map { "\"\(bare(row[$0]))\"" }.joined(separator: ",") })
        .joined(separator: "\n")
    case "JSON": return "[" + rows.map { object($0) }.joined(separator: ",\n") + "]"
    case "GeoJSON":
      let features = rows.map { row in
        let position = [row["longitude"], row["latitude"]].compactMap(\.self)
        return #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": ["#
          + position.joined(separator: ", ")
          + #"]}, "properties": \#(object(row, without: ["latitude", "longitude"]))}"#
      }
      return #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
    case "GPX":
      let points = rows.map { row in
        "<wpt " + row["latitude"].map { "lat=\"\(bare($0))\" " }.orEmpty
          + row["longitude"].map { "lon=\"\(bare($0))\"" }.orEmpty + ">"
          + row["id"].map { "<name>\(bare($0))</name>" }.orEmpty
          + row["radius"].map { "<extensions><radius>\(bare($0))</radius></extensions>" }.orEmpty
          + "</wpt>"
      }
      return "<gpx>\n" + points.joined(separator: "\n") + "</gpx>"
    default:
      let marks = rows.map { row in
        "<Placemark>" + row["id"].map { "<name>\(bare($0))</name>" }.orEmpty
          + "<Point><coordinates>\(bare(row["longitude"])),\(bare(row["latitude"]))</coordinates>"
          + "</Point></Placemark>"
      }
      return "<kml>\n" + marks.joined(separator: "\n") + "</kml>"
    }
  }

  static let cases: [(fault: Fault, format: String)] = formats.flatMap { format in
    var faults = places + names
    if format != "KML" { faults += radii }
    if !["GPX", "KML"].contains(format) { faults += flags }
    return faults.map { ($0, format) }
  }

  @Test(arguments: cases)
  func `is named with its place`(fault: Fault, format: String) throws {
    let text = Self.text(fault, format)
    var files = [
      try RegionReader.inspect(
        Array(text.utf8), source: "F", options: .init(defaultRadius: format == "KML" ? 150 : nil))
    ]
    RegionReader.dropTwins(in: &files)
    let survey = RegionSurvey(limit: 20, maximumRadius: 1e6, reach: 500)
    let findings =
      Finding.about(files, survey)
      + Plausibility.strays(among: files[0].regions, of: files[0].regions, in: "F")
      + Plausibility.warnings(aboutRadiiOf: files[0].regions, of: "F")
    let serious = findings.filter { $0.severity != .note }.map(\.description)
    let line =
      format == "CSV" || format == "GPX" || format == "KML" ? "F:\(Self.number + 2)" : "[7]"
    #expect(serious.contains { $0.contains(line) || $0.contains("\"r7\"") }, "\(serious)\n\(text)")
  }

  @Test func `is tried in more than a hundred files`() {
    #expect(Self.cases.count > 100)
  }
}

extension String? {
  fileprivate var orEmpty: String { self ?? "" }
}
