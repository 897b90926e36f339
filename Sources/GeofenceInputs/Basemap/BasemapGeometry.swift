import GeofenceBytes
import GeofenceCore

/// A geometry of GeoJSON that is being read; its type may follow its coordinates.
struct BasemapGeometry {
  private static let maximumPositions = 5_000_000
  /// The depth of the positions in each type, and its appearance: drawn or not, a line or an area.
  private static let types: [String: (depth: Int, isDrawn: Bool, isArea: Bool)] = [
    "Point": (1, false, false), "MultiPoint": (2, false, false), "LineString": (2, true, false),
    "MultiLineString": (3, true, false), "Polygon": (3, true, true),
    "MultiPolygon": (4, true, true),
  ]
  private static let others: Set = ["FeatureCollection", "Feature", "GeometryCollection"]

  private var type: String?
  private var depth = 0
  private var positionDepth = 0
  private var numbers: [Double] = []
  private var line: [Coordinate] = []
  private var lines: [[Coordinate]] = []
  private var count = 0

  mutating func setType(_ name: String) throws(Diagnosis) {
    if Self.others.contains(name) { return }
    guard Self.types[name] != nil else {
      throw Diagnosis(
        "the type \(name.quotedExcerpt()) is none of GeoJSON",
        help: name == "Topology"
          ? "turn TopoJSON into GeoJSON: topo2geo, or mapshaper FILE -o format=geojson"
          : "write a FeatureCollection, a Feature or a geometry")
    }
    type = name
  }

  mutating func begin() {
    let type = type
    self = BasemapGeometry()
    self.type = type
  }

  mutating func open() throws(Diagnosis) {
    guard numbers.isEmpty else { throw Self.noPosition }
    depth += 1
  }

  mutating func append(_ number: Double) throws(Diagnosis) {
    // Numbers behind the first two are heights.
    if numbers.count < 4 { numbers.append(number) }
    guard positionDepth == 0 || positionDepth == depth else { throw Self.noPosition }
    positionDepth = depth
  }

  mutating func close() throws(Diagnosis) {
    if depth == positionDepth {
      guard numbers.count >= 2 else { throw Self.noPosition }
      let (longitude, latitude) = (numbers[0], numbers[1])
      guard longitude.magnitude <= 180, latitude.magnitude <= 90 else {
        throw Diagnosis(
          "[\(longitude.plain), \(latitude.plain)] is no longitude and latitude in degrees",
          help: "longitude comes first; project the map: ogr2ogr -t_srs EPSG:4326 -f GeoJSON")
      }
      numbers.removeAll(keepingCapacity: true)
      count += 1
      guard count <= Self.maximumPositions else {
        throw Diagnosis(
          "a geometry of more than \(Self.maximumPositions) positions",
          help: "cut it to the map: ogr2ogr -clipsrc WEST SOUTH EAST NORTH")
      }
      line.append(Coordinate(latitude: latitude, longitude: longitude))
    } else if depth == positionDepth - 1 {
      lines.append(line)
      line.removeAll()
    }
    depth -= 1
  }

  mutating func finish(into basemap: inout Basemap) throws(Diagnosis) {
    defer { self = BasemapGeometry() }
    guard let type, let kind = Self.types[type], positionDepth > 0 else { return }
    guard positionDepth == kind.depth else {
      throw Diagnosis(
        "the coordinates are not nested as those of a \(type)",
        help: "a \(type) has \(kind.depth) brackets before its first number")
    }
    if kind.isDrawn {
      for line in lines { basemap.append(line, isArea: kind.isArea) }
    }
  }

  private static let noPosition = Diagnosis(
    "not a position", help: "write [longitude, latitude] in degrees")
}
