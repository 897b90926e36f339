import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceInputs
@testable import GeofenceTracks

@Suite struct `A polygon in a file of regions` {
  /// Squares around a place near Ljubljana, in each format that has polygons.
  private static let squares = [
    // A hole, and a radius that is the map's own.
    #"{"type": "Feature", "id": "a", "geometry": {"type": "Polygon", "coordinates": [[[14.499, 46.049], [14.501, 46.049], [14.501, 46.051], [14.499, 46.051], [14.499, 46.049]], [[14.4999, 46.0499], [14.5001, 46.0499], [14.5, 46.0501], [14.4999, 46.0499]]]}, "properties": {"radius": 7}}"#,
    #"{"type": "Feature", "id": "a", "geometry": {"type": "MultiPolygon", "coordinates": [[[[14.499, 46.049], [14.501, 46.049], [14.5, 46.05], [14.499, 46.049]]], [[[14.501, 46.051], [14.499, 46.051], [14.5, 46.05, 300], [14.501, 46.051]]]]}, "properties": null}"#,
    "<kml><Placemark><name>a</name><Polygon><outerBoundaryIs><LinearRing><coordinates>14.499,46.049 14.501,46.049\n14.501,46.051,0 14.499,46.051 14.499,46.049</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>",
    // A MultiGeometry of a polygon and the point where its name is written.
    "<kml><Placemark><name>a</name><MultiGeometry><Point><coordinates>14.5,46.05</coordinates></Point><Polygon><outerBoundaryIs><LinearRing><coordinates>14.499,46.049 14.501,46.049 14.501,46.051 14.499,46.051</coordinates></LinearRing></outerBoundaryIs></Polygon></MultiGeometry></Placemark></kml>",
    "id,WKT\na,\"POLYGON ((14.499 46.049, 14.501 46.049, 14.501 46.051, 14.499 46.051, 14.499 46.049))\"\n",
    "id;geom\na;MULTIPOLYGON(((14.499 46.049,14.501 46.049,14.5 46.05)),((14.501 46.051,14.499 46.051,14.5 46.05)))\n",
    #"[{"id": "a", "wkt": "SRID=4326;POLYGON Z ((14.499 46.049 1, 14.501 46.049 1, 14.501 46.051 1, 14.499 46.051 1))"}]"#,
    // Radar, Traccar (the latitude first) and Tile38.
    #"{"geofences": [{"_id": "5f", "externalId": "a", "type": "polygon", "geometryCenter": {"coordinates": [14.5, 46.05]}, "geometryRadius": 9, "geometry": {"type": "Polygon", "coordinates": [[[14.499, 46.049], [14.501, 46.049], [14.501, 46.051], [14.499, 46.051], [14.499, 46.049]]]}}]}"#,
    #"[{"id": "a", "area": "POLYGON ((46.049 14.499, 46.049 14.501, 46.051 14.501, 46.051 14.499))"}]"#,
    #"{"objects": [{"id": "a", "object": {"type": "Polygon", "coordinates": [[[14.499, 46.049], [14.501, 46.049], [14.501, 46.051], [14.499, 46.051], [14.499, 46.049]]]}}]}"#,
    #"{"objects": [{"id": "a", "object": {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[14.499, 46.049], [14.501, 46.049], [14.501, 46.051], [14.499, 46.051], [14.499, 46.049]]]}}}]}"#,
  ]

  private func error(_ text: String, _ options: RegionReader.Options) -> String {
    do throws(InputError) {
      _ = try RegionReader.read(Array(text.utf8), source: "F", options: options)
      return ""
    } catch {
      return error.description.replacing("\n", with: " | ")
    }
  }

  @Test(arguments: squares)
  func `becomes the smallest circle around it`(text: String) throws {
    try withFile(text.utf8) { path in
      let inspection = try RegionReader.inspect(
        path: path, options: .init(defaultRadius: 5, polygons: .enclose))
      #expect(inspection.mistakes == [])
      let region = try #require(inspection.regions.first)
      #expect(region.identifier == "a")
      let middle = Coordinate(latitude: 46.05, longitude: 14.5)
      #expect(Geodesic(from: region.center, to: middle).distance < 0.01)
      let corner = Coordinate(latitude: 46.049, longitude: 14.499)
      #expect((region.radius - Geodesic(from: middle, to: corner).distance).magnitude < 0.01)
      #expect(
        inspection.notes.last?.message.problem
          == "1 polygon taken as the smallest circle around it")
      #expect(inspection.notes.last?.topic == .assumed)
    }
  }

  @Test(arguments: squares)
  func `is refused by its name unless it is enclosed`(text: String) {
    let error = error(text, .init(defaultRadius: 5))
    #expect(error.contains(/is a "(Multi)?Polygon"/.ignoresCase()), "\(error)")
    #expect(
      error.hasSuffix("help: --polygons enclose takes the smallest circle around it"), "\(error)")
  }

  @Test func `may lie across the antimeridian`() throws {
    let text =
      #"{"type": "Feature", "id": "a", "geometry": {"type": "MultiPolygon", "coordinates": [[[[179.999, 0], [180, 0.001], [180, -0.001], [179.999, 0]]], [[[-179.999, 0], [-180, 0.001], [-180, -0.001], [-179.999, 0]]]]}, "properties": {}}"#
    let regions = try RegionReader.read(
      Array(text.utf8), source: "F", options: .init(polygons: .enclose))
    let region = try #require(regions.first)
    #expect(
      region.center.longitude.magnitude > 179.999_999 && (region.radius - 111.3).magnitude < 1)
  }

  @Test func `is counted with the others, and keeps its flags and its name`() throws {
    let text = """
      name,id,wkt,radius,notifyOnExit
      Park,7,"POLYGON ((14 46, 14.01 46, 14 46.01))",9,no
      Pond,8,"POLYGON ((15 46, 15.01 46, 15 46.01))",,
      Home,9,POINT (14.5 46.05),50,
      """
    try withFile(text.utf8) { path in
      let inspection = try RegionReader.inspect(path: path, options: .init(polygons: .enclose))
      let regions = inspection.regions
      #expect(regions.map(\.identifier.rawValue) == ["7", "8", "9"])
      #expect(regions.map(\.name) == ["Park", "Pond", "Home"])
      #expect(regions.map(\.notifyOnExit) == [false, true, true])
      #expect(regions[2].radius == 50 && regions[0].radius > 600)
      #expect(
        inspection.notes.map(\.message.problem)
          == ["2 polygons taken as the smallest circles around them"])
    }
  }

  @Test(arguments: [
    (
      #"[{"id": "a", "area": "POLYGON ((46 14, 46 15))"}]"#,
      #"F: error: [0].area: the "POLYGON" has fewer than three corners | help: give all its corners"#
    ),
    (
      #"{"type": "Feature", "id": "a", "geometry": {"type": "Polygon", "coordinates": [[1, 2]]}}"#,
      #"F: error: geometry: the "Polygon" has fewer than three corners | help: give all its corners"#
    ),
    (
      "id,wkt\na,\"POLYGON ((14 46, 15 46, 14 91))\"\n",
      "F:2: error: the corner at latitude 91 and longitude 14 is out of range | help: latitude is -90 to 90 and longitude -180 to 180, in decimal degrees"
    ),
    (
      "id,wkt\na,\"POLYGON ((14 46, 15 x, 14 40))\"\n",
      "F:2: error: the corner at latitude nan and longitude 15 is out of range | help: latitude is -90 to 90 and longitude -180 to 180, in decimal degrees"
    ),
    (
      "id,wkt,radius\na,LINESTRING (14 46),7\n",
      #"F:2: error: no place: "LINESTRING (14 46)" | help: write 46.05,14.5 or POINT (14.5 46.05)"#
    ),
    // A line or a collection is no area.
    (
      #"{"type": "Feature", "id": "a", "geometry": {"type": "GeometryCollection", "geometries": []}}"#,
      #"F: error: geometry: the geometry is a "GeometryCollection" | help: give a Point: a region is a circle around one place"#
    ),
    (
      "<kml><Placemark><name>a</name><LineString><coordinates>1,2 3,4 5,6 7,8</coordinates></LineString></Placemark></kml>",
      "F:1: error: a placemark that is no point | help: give a Point: a region is a circle around one place"
    ),
    (
      "<kml><Placemark><name>a</name><MultiGeometry><Point><coordinates>1,2</coordinates></Point><Point><coordinates>3,4</coordinates></Point></MultiGeometry></Placemark></kml>",
      "F:1: error: a placemark of 2 points | help: make a placemark of each: a region is a circle around one place"
    ),
  ])
  func `is a mistake that is named`(text: String, message: String) {
    #expect(error(text, .init(defaultRadius: 5, polygons: .enclose)) == message)
  }

  @Test(arguments: [
    "id,position,radius\nhome,\"46.05,14.5\",100\n",
    "id\tWKT\tradius\nhome\tPOINT (14.5 46.05)\t100\n",
    #"[{"id": "home", "geom": "POINT (14.5 46.05)", "radius": 100}]"#,
    #"[{"id": "home", "position": "geo:46.05,14.5", "radius": 100}]"#,
    // Another program's position is passed over beside a place.
    #"[{"id": "home", "position": {"row": 1}, "lat": 46.05, "lon": 14.5, "radius": 100}]"#,
    #"[{"id": "home", "position": "first", "lat": 46.05, "lon": 14.5, "radius": 100}]"#,
    "id,position,lat,lon,radius\nhome,first,46.05,14.5,100\n",
    "id,point,x,y,radius\nhome,\"46.05,14.5\",1,2,100\n",
  ])
  func `and a circle stand in one text each`(text: String) throws {
    let regions = try RegionReader.read(Array(text.utf8), source: "F", options: .init())
    #expect(
      Array(regions) == [
        CircularRegion(
          identifier: "home", center: Coordinate(latitude: 46.05, longitude: 14.5), radius: 100)
      ])
  }
}
