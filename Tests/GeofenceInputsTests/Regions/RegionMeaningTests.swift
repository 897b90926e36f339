import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceInputs
@testable import GeofenceTracks

@Suite struct `A region in the words of another program` {
  private func inspect(
    _ text: String, radius: Double? = nil, columns: String? = nil
  ) throws -> RegionReader.Inspection {
    let options = RegionReader.Options(
      defaultRadius: radius, columns: columns.flatMap { ColumnChoice(ofRegions: $0) })
    return try withFile(text.utf8) {
      try RegionReader.inspect(path: $0, options: options)
    }
  }

  @Test(
    arguments: [
      ("radius (ft)", 500, 152.4), ("radius (mi)", 0.5, 804.672), ("radius (yd)", 100, 91.44),
      ("radius_miles", 0.5, 804.672), ("radiusMeters", 150, 150), ("radius [km]", 0.2, 200),
      ("radiusInFeet", 500, 152.4), ("radius_in_m", 150, 150), ("radius (nmi)", 0.5, 926),
    ])
  func `has its radius in the unit of the name`(name: String, value: Double, metres: Double) throws
  {
    for radius in [nil, 75.0] {
      let table = try inspect("id,lat,lon,\(name)\na,46,14,\(value)\n", radius: radius)
      #expect(table.regions.map(\.radius) == [metres])
      let json = try inspect(
        "[{\"id\": \"a\", \"lat\": 46, \"lon\": 14, \"\(name)\": \(value)}]", radius: radius)
      #expect(json.regions.map(\.radius) == [metres])
      let feature = try inspect(
        #"{"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [14, 46]}, "#
          + "\"properties\": {\"\(name)\": \(value)}}", radius: radius)
      #expect(feature.regions.map(\.radius) == [metres])
    }
  }

  @Test func `has no radius in a unit that is not known`() throws {
    #expect(throws: InputError.self) {
      try inspect("id,lat,lon,radius (furlong)\na,46,14,2\n")
    }
    let json = try inspect(#"[{"id": "a", "lat": 46, "lon": 14, "radius (furlong)": 2}]"#)
    #expect(json.mistakes.count == 1)
  }

  private static let features = [#"{"code": "A7"}"#, #"{"code": "B2"}"#].map {
    #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [14, 46]}, "properties": \#($0)}"#
  }
  private static let collection =
    #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ", "))]}"#

  @Test(arguments: [("identifier=code", ["A7", "B2"]), ("identifier=#", ["1", "2"])])
  func `is identified by what the user names`(columns: String, identifiers: [String]) throws {
    let inspection = try inspect(Self.collection, radius: 100, columns: columns)
    #expect(inspection.mistakes.isEmpty)
    #expect(inspection.regions.map(\.identifier.rawValue) == identifiers)
  }

  @Test func `in a list of JSON has the keys that the user names`() throws {
    let inspection = try inspect(
      #"[{"code": "A7", "N": 46, "E": 14, "reach": 150}]"#,
      columns: "identifier=code,latitude=N,longitude=E,radius=reach")
    #expect(inspection.mistakes.isEmpty)
    #expect(inspection.regions.map(\.identifier.rawValue) == ["A7"])
    #expect(inspection.regions.map(\.radius) == [150])
    let numbered = try inspect(#"[{"lat": 46, "lon": 14}]"#, radius: 100, columns: "identifier=#")
    #expect(numbered.regions.map(\.identifier.rawValue) == ["1"])
  }

  @Test func `has a key that the user names in place of the usual one`() throws {
    let text = #"[{"id": "a", "lat": 46, "lon": 14, "radius": 150, "radius_ft": 1000}]"#
    let chosen = try inspect(text, columns: "radius=radius_ft")
    #expect(chosen.regions.map { $0.radius.rounded() } == [305])
    let error = try #require(throws: InputError.self) { try inspect(text, columns: "radius=reach") }
    #expect(error.problem == "no key \"reach\"")
    #expect(error.help == #"a region has "id", "lat", "lon", "radius", "radius_ft""#)
    #expect(throws: InputError.self) {
      try inspect(Self.collection, radius: 100, columns: "identifier=nowhere")
    }
  }

  @Test(arguments: [
    (#""radius": 150, "radius_ft": 1000"#, "radius_ft"), (#""radius": 150, "lat": 47"#, "lat"),
    (#""radius": 150, "notifyOnEntry": false, "notifyOnEnter": true"#, "notifyOnEnter"),
  ])
  func `has no two keys that contradict each other`(members: String, key: String) throws {
    let text = #"[{"identifier": "a", "latitude": 46, "longitude": 14, \#(members)}]"#
    let mistake = try #require(try inspect(text).mistakes.first)
    #expect(mistake.place == .path("[0].\(key)"))
    #expect(mistake.problem.contains("another key of the same meaning says"))
  }

  @Test func `may say the same twice, and have a colour`() throws {
    let text = #"""
      [{"identifier": "a", "latitude": 46, "lat": 46.00001, "longitude": 14, "radius": 150,
        "radius_ft": 492, "r": 255, "unit": "4b"}]
      """#
    let inspection = try inspect(text)
    #expect(inspection.mistakes.isEmpty)
    #expect(inspection.regions.map(\.radius) == [150])
  }

  @Test(arguments: [("unit", "ft", 30.48), ("radiusUnit", "Miles", 160_934.4), ("units", "m", 100)])
  func `may have the unit of its radius under a key`(key: String, unit: String, metres: Double)
    throws
  {
    let text = #"[{"id": "a", "lat": 46, "lon": 14, "radius": 100, "\#(key)": "\#(unit)"}]"#
    let inspection = try inspect(text)
    #expect(inspection.mistakes.isEmpty && inspection.notes.isEmpty)
    #expect(abs((inspection.regions.first?.radius ?? 0) - metres) < 1e-6)
    let other = try inspect(text.replacing(unit, with: "parsec"))
    #expect(other.mistakes.isEmpty == (key != "radiusUnit"))
    #expect(other.notes.count == (key == "radiusUnit" ? 0 : 1))
    let table = try inspect("id,lat,lon,radius,\(key)\na,46,14,100,\(unit)\n")
    #expect(table.mistakes.isEmpty && table.notes.isEmpty)
    #expect(table.regions.map(\.radius) == inspection.regions.map(\.radius))
  }

  @Test(arguments: [
    ("radius", "\"2 km\"", 2000), ("radius_km", "2", 2000), ("radius_m", "400", 400),
    ("radiusMeters", "400", 400), ("radius (m)", "400", 400),
  ])
  func `takes the unit of the radius itself before that under another key`(
    key: String, radius: String, metres: Double
  ) throws {
    let text = #"[{"id": "a", "lat": 46, "lon": 14, "\#(key)": \#(radius), "unit": "ft"}]"#
    #expect(try inspect(text).regions.map(\.radius) == [metres])
    let table = "id,lat,lon,\(key),unit\na,46,14,\(radius),ft\n"
    #expect(try inspect(table).regions.map(\.radius) == [metres])
  }

  @Test func `has the first unit of its radius, whatever other fields say`() throws {
    let keys = #""radius": 100, "radius_unit": "km", "unit": "12B", "units": "ft""#
    let text = #"[{"id": "a", "lat": 46, "lon": 14, \#(keys)}]"#
    #expect(try inspect(text).regions.map(\.radius) == [100_000])
    let feature = #"""
      {"type": "Feature", "id": "a", "properties": {\#(keys)},
        "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}}
      """#
    #expect(try inspect(feature).regions.map(\.radius) == [100_000])
  }

  @Test func `without a radius in GeoJSON has the one that is asked for`() throws {
    let text = #"""
      {"type": "Feature", "id": "a", "properties": {"radius": null},
        "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}}
      """#
    #expect(try inspect(text, radius: 80).regions.map(\.radius) == [80])
  }

  @Test(
    arguments: [
      "name;lat, lng;radius\na;-46.05, 14.5;150\n",
      "name,lat,lon,x,y,radius\na,46.05,14.5,S,E,150\n",
      "Store Name,lat,N/S,lon,E/W,radius\na,46.05,S,14.5,E,150\n",
      "name\tlat\tlon\tradius\na\t46°03'00\"S\t14°30'00\"E\t150\n",
      #"[{"name": "a", "location": {"lat": -46.05, "lng": 14.5}, "radius": 150}]"#,
      #"[{"Name": "a", "Location": {"Lat": -46.05, "Lng": 14.5}, "Radius": 150}]"#,
      #"[{"Name": "a", "Center": {"Lat": -46.05, "Lng": 14.5}, "Radius": 150}]"#,
      #"[{"name": "a", "lat": -46.05, "lon": 14.5, "Center": "", "radius": 150}]"#,
      #"[{"name": "a", "latlng": "-46.05,14.5", "radius": 150}]"#,
      #"[{"name": "a", "lat": 46.05, "lat_dir": "S", "lon": 14.5, "radius": 150}]"#,
    ])
  func `has a place in many forms`(text: String) throws {
    let inspection = try inspect(text)
    #expect(inspection.mistakes.isEmpty)
    #expect(
      inspection.regions.map(\.center) == [Coordinate(latitude: -46.05, longitude: 14.5)])
  }

  @Test func `has the order of a place in one text, and columns passed over, noted`() throws {
    let table = "name;coordinates;colour\na;14.5, 46.05;red\n"
    let inspection = try inspect(table, radius: 100)
    let notes = inspection.notes.map(\.message.problem)
    #expect(notes.contains("the first number in \"coordinates\" is taken as the latitude"))
    #expect(notes.contains("columns passed over: \"colour\""))
    let chosen = try inspect(
      table, radius: 100, columns: "position=coordinates:longitude-first")
    #expect(chosen.regions.map(\.center) == [Coordinate(latitude: 46.05, longitude: 14.5)])
  }

  @Test(arguments: [
    "name;location;gps_coordinates\nHome;Heidelberg, Deutschland;46.05,14.5\n",
    "\"gps_coordinates\";\"location\";\"name\"\n\"46.05,14.5\";\"Heidelberg\";\"Home\"\n",
  ])
  func `has its place in the column whose texts are places`(table: String) throws {
    for columns in [nil, "identifier=name"] {
      let inspection = try inspect(table, radius: 100, columns: columns)
      #expect(inspection.mistakes.isEmpty)
      #expect(inspection.regions.map(\.center) == [Coordinate(latitude: 46.05, longitude: 14.5)])
      let notes = inspection.notes.map(\.message.problem)
      #expect(notes.contains("columns passed over: \"location\""))
    }
  }

  @Test func `has its place in that column where the first row has none`() throws {
    let inspection = try inspect(
      "name,location,gps_coordinates\nA,,\nB,Heidelberg,\"46.05, 14.5\"\nC,Ulm,\"46.06, 14.5\"\n",
      radius: 100)
    #expect(inspection.regions.map(\.center.latitude) == [46.05, 46.06])
    #expect(inspection.mistakes.count == 1)
  }

  @Test func `without an identifier is an error that names the option`() throws {
    let mistake = try #require(try inspect(Self.collection, radius: 100).mistakes.first)
    #expect(mistake.description.contains("--region-columns identifier=NAME"))
    #expect(mistake.description.contains("identifier=#"))
  }

  @Test func `with a time and without a name is one where an option names it`() throws {
    let places = [14, 15].map {
      #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [\#($0), 46]}, "#
        + #""properties": {"date": "2024-05-01T07:00:00Z", "url": "u\#($0)"}}"#
    }
    let text = #"{"type": "FeatureCollection", "features": [\#(places.joined(separator: ","))]}"#
    let error = #expect(throws: InputError.self) { try inspect(text, radius: 100) }
    #expect(error?.description.contains("--region-columns identifier=NAME") == true)
    let regions = try inspect(text, radius: 100, columns: "identifier=url").regions
    #expect(regions.map(\.identifier.rawValue) == ["u14", "u15"])
  }

  @Test func `of transistorsoft may have keys for a dwell`() throws {
    let inspection = try inspect(
      #"[{"identifier": "home", "latitude": 46, "longitude": 14, "radius": 200, "#
        + #""notifyOnEntry": true, "notifyOnDwell": true, "loiteringDelay": 30000}]"#)
    #expect(inspection.regions.map(\.identifier.rawValue) == ["home"])
    #expect(inspection.mistakes.isEmpty)
  }

  @Test(
    arguments: [
      "<kml><Placemark><name>way</name><LineString><coordinates>1,2 3,4</coordinates></LineString>"
        + "</Placemark><Placemark><name>a</name><Point><coordinates>14,46</coordinates></Point>"
        + "</Placemark></kml>",
      #"{"type": "FeatureCollection", "features": ["#
        + #"{"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 2], [3, 4]]}, "properties": {}}, "#
        + #"{"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [14, 46]}, "properties": {}}]}"#,
    ])
  func `is read beside a line, which is counted`(text: String) throws {
    let inspection = try inspect(text, radius: 100)
    #expect(inspection.mistakes.isEmpty)
    #expect(inspection.regions.map(\.identifier.rawValue) == ["a"])
    #expect(inspection.notes.count == 1)
    #expect(inspection.notes.first?.message.problem.contains("passed over: no circle") == true)
  }

  @Test(
    arguments: [
      // Overpass.
      #"{"version": 0.6, "elements": [{"type": "node", "id": 7, "lat": 46, "lon": 14, "tags": {"name": "Home"}}]}"#,
      // Google Places.
      #"{"status": "OK", "results": [{"place_id": "7", "name": "Home", "geometry": {"location": {"lat": 46, "lng": 14}}}]}"#,
      // Home Assistant.
      #"{"version": 1, "key": "zone", "data": {"items": [{"id": "7", "name": "Home", "latitude": 46, "longitude": 14, "radius": 100.0, "passive": false}]}}"#,
      // A store locator.
      "store_id,Store Name,Latitude,Longitude\n7,Home,46,14\n",
    ])
  func `is read in a list of its own form`(text: String) throws {
    let inspection = try inspect(text, radius: 100)
    #expect(inspection.mistakes.isEmpty)
    #expect(
      inspection.regions == [
        CircularRegion(
          identifier: "7", name: "Home", center: Coordinate(latitude: 46, longitude: 14),
          radius: 100)
      ])
  }

  @Test func `called x and y is named as assumed`() throws {
    let inspection = try inspect("id,x,y\na,14,46\n", radius: 100)
    #expect(inspection.notes.count == 1)
    #expect(inspection.notes.first?.message.help?.contains("--region-columns") == true)
  }
}
