import Foundation
import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceInputs
@testable import GeofenceTracks

struct RegionReaderTests {
  private func read(_ text: String, radius: Double? = nil) throws(InputError) -> RegionSet {
    try read(Array(text.utf8), radius: radius)
  }

  private func read(_ bytes: [UInt8], radius: Double? = nil) throws(InputError) -> RegionSet {
    try RegionReader.read(bytes, source: "F", options: .init(defaultRadius: radius))
  }

  /// Returns the error message for `text`; empty if it can be read.
  private func message(_ text: String, radius: Double? = nil) -> String {
    do throws(InputError) {
      _ = try read(text, radius: radius)
      return ""
    } catch {
      return error.description.replacing("\n", with: " | ")
    }
  }

  private static let home = CircularRegion(
    identifier: "home", center: Coordinate(latitude: 46.05, longitude: 14.5), radius: 100)

  // MARK: reading

  @Test(
    arguments: [
      #"[{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#,
      #"{"regions": [{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]}"#,
      #"[{"identifier": "home", "center": {"latitude": 46.05, "longitude": 14.5}, "radius": 100}]"#,
      #"[{"identifier": "home", "latitude": "46.05", "longitude": " 14.5 ", "radius": "1e2"}]"#,
      #"{"//": "note", "regions": [{"//": 1, "identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]}"#,
      #"[{"//": "one", "//": "two", "identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#,
      #"{"type": "Feature", "id": "home", "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}, "properties": {"radius": 100, "kind": "a", "kind": "b"}}"#,
      "\u{FEFF}\n[{\"identifier\": \"home\", \"latitude\": 46.05, \"longitude\": 14.5, \"radius\": 100}]",
      #"{"type": "Feature", "id": "home", "geometry": {"type": "Point", "coordinates": [14.5, 46.05, 300]}, "properties": {"radius": 100, "color": {"r": 1}}, "bbox": [1]}"#,
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}, "properties": {"name": "home", "radius": "100"}}]}"#,
      "identifier,latitude,longitude,radius\nhome,46.05,14.5,100\n",
      "# places\r\nName;R;LON;LAT;colour\r\n\"home\";100;14,5;46,05;red\r\n",
      "y\tx\tdesc\trad\n46.05\t14.5\thome\t100",
      "shop_id,lat,lon,radius_km\nhome,46.05,14.5,0.1\n",
      "name,lat,lon,radius\nhome,N 46.05,14.5°E,100m\n",
      "id,latitudeE7,longitudeE7,radius\nhome,460500000,145000000,0.1 km\n",
      #"[{"id": "home", "lat": 46.05, "lng": 14.5, "r": "100 m"}]"#,
      #"[{"name": "home", "coordinates": [14.5, 46.05], "radius_km": 0.1}]"#,
      #"[{"place_id": "home", "center": {"lat": 46.05, "lon": 14.5}, "rad": 100}]"#,
      #"{"_type": "waypoints", "waypoints": [{"_type": "waypoint", "desc": "home", "lat": 46.05, "lon": 14.5, "rad": 100, "tst": 1}]}"#,
      #"{"_type": "waypoint", "desc": "home", "lat": 46.05, "lon": 14.5, "rad": 100, "rid": "x"}"#,
    ])
  func `one region reads the same in every format`(_ text: String) throws {
    #expect(try Array(read(text)) == [Self.home])
  }

  @Test func `a missing radius is the default`() throws {
    for text in [
      #"[{"identifier": "home", "latitude": 46.05, "longitude": 14.5}]"#,
      #"{"type": "Feature", "id": "home", "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}, "properties": null}"#,
      "id,lat,lon,radius\nhome,46.05,14.5,\n", "Unnamed: 0,name,lat,lon\n0,home,46.05,14.5\n",
      #"{"middle": {"lat": 46, "lon": 14}, "shops": [{"id": "home", "lat": 46.05, "lon": 14.5}]}"#,
      #"{"id": "home", "lat": 46.05, "lon": 14.5}"#,
    ] {
      #expect(try Array(read(text, radius: 100)) == [Self.home])
    }
    #expect(try Array(read("id,lat,lon,r\nhome,46.05,14.5,100\n", radius: 7)) == [Self.home])
  }

  @Test(arguments: [
    "<kml xmlns='k'><Folder><name>all</name><Placemark><name> home </name><Point><coordinates>14.5,46.05,300</coordinates></Point></Placemark></Folder></kml>",
    "<gpx><metadata><name>all</name></metadata><wpt lat='46.05' lon='14.5'><name>home</name></wpt><trk><name>way</name></trk></gpx>",
    "<gpx><wpt lat='46.05' lon='14.5'><extensions><w:Proximity xmlns:w='w'>100</w:Proximity></extensions><desc>home</desc></wpt></gpx>",
  ])
  func `places of a map are regions`(_ text: String) throws {
    #expect(try Array(read(text, radius: 100)) == [Self.home])
  }

  @Test(arguments: [
    ("id,title,desc,lat,lon,r\n7,Home,ours,46,14,9\n", "7", "Home" as String?),
    ("name,shop_id,lat,lon,r\nHome,7,46,14,9\n", "7", "Home"),
    ("name,desc,lat,lon,r\nHome,ours,46,14,9\n", "Home", "ours"),
    ("title,lat,lon,r\nHome,46,14,9\n", "Home", nil),
    ("stop_id,stop_code,stop_name,stop_lat,stop_lon,r\n7,H,Home,46,14,9\n", "7", "Home"),
    ("id,name,lat,lon,r\n7,,46,14,9\n", "7", nil),
    (
      #"[{"identifier": "7", "name": "Home", "latitude": 46, "longitude": 14, "radius": 9}]"#, "7",
      "Home"
    ),
    (
      #"{"type": "Feature", "id": 7, "geometry": {"type": "Point", "coordinates": [14, 46]}, "properties": {"radius": 9, "name": "Home", "other_id": 8}}"#,
      "7", "Home"
    ),
    (
      #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [14, 46]}, "properties": {"radius": 9, "identifier": "7", "title": "Home"}}"#,
      "7", "Home"
    ),
  ])
  func `what does not identify a region names it`(text: String, identifier: String, name: String?)
    throws
  {
    let region = try #require(try read(text).first)
    #expect(region.identifier.rawValue == identifier)
    #expect(region.name == name)
  }

  @Test(
    arguments: [("500 ft", 152.4), ("1mi", 1609.344), ("2 KM", 2000), ("7,5", 7.5)]
      as [(String, Double)])
  func `a radius has a unit`(text: String, metres: Double) throws {
    let radius = try #require(try read("id;lat;lon;r\na;1;2;\(text)\n").first?.radius)
    #expect(abs(radius - metres) < 1e-9)
  }

  @Test func `a row with more fields than the header is a mistake, but for blank ones`() throws {
    #expect(try read("id,lat,lon,r\na,1,2,30,,\n").count == 1)
    let mistake = InputError(
      source: "F", place: .line(2), problem: "the row has more fields than the header",
      help: "numbers have decimal points, and a text with a comma stands in quotation marks")
    #expect(throws: mistake) { try read("id,lat,lon,r\na,1,2,1,500\n") }
  }

  @Test func `the columns of a table are chosen`() throws {
    let options = RegionReader.Options(
      columns: ColumnChoice(ofRegions: "identifier=Ort,lat=Breite,lon=Länge,radius=Größe"))
    let text = "Ort;Breite;Länge;Größe\nhome;46,05;14,5;100\n"
    #expect(
      try Array(RegionReader.read(Array(text.utf8), source: "F", options: options)) == [Self.home])
  }

  @Test func `a column that is missing where there is no header is named`() {
    let options = RegionReader.Options(columns: ColumnChoice(ofRegions: "identifier,latitude"))
    #expect(
      throws: InputError(
        source: "F", problem: "--region-columns names no longitude",
        help: "name every column in order, - for one that is passed over")
    ) {
      try RegionReader.read(Array("home,46.05,14.5\n".utf8), source: "F", options: options)
    }
  }

  @Test func `UTF-16 is read, and bytes of another encoding are a mistake`() throws {
    let text = "id;lat;lon;r\nhome;46,05;14,5;100\n"
    let wide = try #require(text.data(using: .utf16))
    #expect(try Array(read(Array(wide))) == [Self.home])
    for text in [
      "id,lat,lon,r\nh\u{7F},1,2,3\n", "[{\"id\": \"\u{7F}\", \"lat\": 1, \"lon\": 2, \"r\": 3}]",
    ] {
      let error = #expect(throws: InputError.self) {
        try read(text.utf8.map { $0 == 0x7F ? 0xE9 : $0 })
      }
      #expect(
        ["bytes that are not UTF-8", "not a text"].contains(error?.problem),
        "in the words of the format")
    }
  }

  @Test func `flags are read`() throws {
    for text in [
      #"[{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100, "notifyOnEntry": false}]"#,
      #"{"type": "Feature", "id": "home", "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}, "properties": {"radius": 100, "notifyOnEntry": false}}"#,
      "id,lat,lon,r,notifyOnEntry,notifyOnExit\nhome,46.05,14.5,100,No,\n",
    ] {
      let region = try #require(read(text).first)
      #expect(!region.notifyOnEntry)
      #expect(region.notifyOnExit)
    }
  }

  @Test func `a number names a feature`() throws {
    let text =
      #"{"type": "Feature", "id": 7, "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}, "properties": {"radius": 1}}"#
    #expect(try read(text).first?.identifier == "7")
  }

  @Test func `identifiers that look alike are two`() throws {
    #expect(try read("id,lat,lon,r\n\u{E9},1,2,3\ne\u{301},1,2,3\n").count == 2)
  }

  @Test(arguments: ["[]", "id,lat,lon\n", "<kml/>", "{\"regions\": []}"])
  func `a file without a region is a mistake`(text: String) {
    #expect(message(text).hasPrefix("F: error: there is no region in it"))
  }

  @Test(arguments: [
    "<Data name='radius'><value>300</value></Data>",
    "<Data name='r'><value>1</value></Data><Data name='Radius'><value> 0.3 km</value></Data>",
    "<SchemaData><SimpleData name='radius_km'>0.3</SimpleData></SchemaData>",
  ])
  func `of KML have the radius of their ExtendedData`(data: String) throws {
    func kml(_ data: String) -> String {
      "<kml><Placemark><name>home</name><ExtendedData>\(data)</ExtendedData><Point><coordinates>"
        + "14.5,46.05</coordinates></Point></Placemark></kml>"
    }
    let options = RegionReader.Options(defaultRadius: 100)
    let file = try RegionReader.inspect(Array(kml(data).utf8), source: "F", options: options)
    #expect(file.regions.map(\.radius) == [300] && file.mistakes.isEmpty)
    #expect(RegionReader.unusedRadius(in: [file], options) != nil)
    let bad = try RegionReader.inspect(
      Array(kml("<Data name='radius'><value>wide</value></Data>").utf8), source: "F",
      options: options)
    #expect(bad.mistakes.count == 1)
    let other = try RegionReader.inspect(
      Array(kml("<Data name='r'><value>7</value></Data>").utf8), source: "F",
      options: .init(defaultRadius: 100, columns: ColumnChoice(ofRegions: "radius=r")))
    #expect(other.regions.map(\.radius) == [7])
  }

  @Test(arguments: [
    #""radius": null"#, #""radius": 150, "name": null"#, #""radius": 150, "notifyOnExit": null"#,
    #""radius": 150, "center": null"#, #""radius": 150, "radiuss": null"#,
  ])
  func `of JSON take null as absent`(_ member: String) throws {
    let file = try RegionReader.inspect(
      Array(#"[{"identifier": "a", "latitude": 1, "longitude": 2, \#(member)}]"#.utf8),
      source: "F", options: .init(defaultRadius: 150))
    #expect(file.mistakes.isEmpty && file.notes.isEmpty)
    #expect(file.regions.map(\.radius) == [150] && file.regions.map(\.notifyOnExit) == [true])
  }

  @Test(arguments: [
    ("500 feet", 152.4), ("150 meters", 150), ("0.1 miles", 160.9344), ("1 Kilometre", 1000),
    ("2nmi", 3704),
  ])
  func `take a radius with its unit in words`(_ text: String, _ metres: Double) throws {
    let file = try RegionReader.inspect(
      Array("id,lat,lon,radius\na,1,2,\(text)\n".utf8), source: "F", options: .init())
    #expect(file.regions.map(\.radius) == [metres])
  }

  // MARK: refusals

  @Test(
    arguments: [
      // Numbers and ranges.
      (
        #"[{"identifier": "a", "latitude": 1, "longitude": 2, "radius": 0}]"#,
        "F: error: [0].radius: the radius 0 is not above 0 | help: give metres above 0"
      ),
      (
        #"[{"identifier": "a", "latitude": 1, "longitude": 2, "radius": 1e308}]"#,
        "F: error: [0].radius: the radius 1e+308 is more than half the way around the Earth | "
          + "help: give metres, at most 20037508"
      ),
      (
        #"{"regions": [{"identifier": "a", "latitude": "nan", "longitude": 2, "radius": 1}]}"#,
        "F: error: regions[0].latitude: not a finite number: \"nan\" | help: write a decimal number"
      ),
      (
        #"{"regions": [{"identifier": "a", "latitude": "46,5", "longitude": 2, "radius": 1}]}"#,
        "F: error: regions[0].latitude: not a finite number: \"46,5\" | help: write a decimal point, "
          + "such as 46.05"
      ),
      (
        #"[{"identifier": "a", "latitude": 1, "longitude": 1e400, "radius": 1}]"#,
        "F: error: [0].longitude: not a finite number | help: write a decimal number"
      ),
      (
        #"[{"identifier": "a", "latitude": 114.5, "longitude": 22, "radius": 1}]"#,
        "F: error: [0].latitude: the latitude 114.5 is outside -90…90 | help: are latitude and longitude swapped?"
      ),
      (
        #"[{"identifier": "a", "latitude": 1, "longitude": 181, "radius": 1}]"#,
        "F: error: [0].longitude: the longitude 181 is outside -180…180 | help: give degrees east of Greenwich, west negative"
      ),
      (
        #"[{"identifier": "a", "latitude": 1, "longitude": 2, "radius": "1 furlong"}]"#,
        "F: error: [0].radius: not a finite number: \"1 furlong\" | help: write metres, or a number with "
          + "m, km, ft, yd, mi or nmi"
      ),
      // Missing and superfluous things.
      (
        #"[{"latitude": 1, "longitude": 2, "radius": 1}]"#,
        "F: error: [0]: a region without an identifier | help: give it an identifier or a name; --region-columns identifier=NAME takes another key, identifier=# its number in the file"
      ),
      (
        #"[{"identifier": "", "latitude": 1, "longitude": 2, "radius": 1}]"#,
        "F: error: [0].identifier: the identifier is empty | help: give the region a name"
      ),
      (
        #"[{"identifier": "a", "latitude": 1, "longitude": 2}]"#,
        "F: error: [0]: a region without a radius | help: add \"radius\" in metres or pass --radius"
      ),
      (
        #"{"geofence_radius_km": 0.2, "locations": [{"id": "a", "latitude": 1, "longitude": 2}]}"#,
        "F: error: locations[0]: a region without a radius | help: pass --radius 200, as \"geofence_radius_km\" beside the list says"
      ),
      (
        #"{"radius": "300 ft", "regions": [{"id": "a", "latitude": 1, "longitude": 2}]}"#,
        "F: error: regions[0]: a region without a radius | help: pass --radius 91.44, as \"radius\" beside the list says"
      ),
      (
        #"[{"identifier": "a", "latitude": 1, "longitude": 2, "radius": 1, "notifyOnEntri": true}]"#,
        "F: error: [0].notifyOnEntri: unknown key \"notifyOnEntri\" | help: did you mean \"notifyOnEntry\"?"
      ),
      (
        #"[{"identifier": "a", "center": [1], "radius": 1}]"#,
        "F: error: [0].center: no place | help: write {\"latitude\": …, \"longitude\": …}, or [longitude, latitude]"
      ),
      (
        #"[{"identifier": "a", "latitude": 1, "longitude": 2, "radius": 1}, {"identifier": "a", "latitude": 1, "longitude": 2, "radius": 1}]"#,
        "F: error: [1]: the identifier \"a\" is already that of [0] | help: give each region its own identifier"
      ),
      (
        #"[{"identifier": "a", "latitude": 1, "longitude": 2, "radius": 1, "notifyOnExit": 0}]"#,
        "F: error: [0].notifyOnExit: neither true nor false | help: write true or false"
      ),
      (
        #"{"spots": []}"#,
        "F: error: an object without regions | help: write a list, {\"regions\": […]} or GeoJSON"
      ),
      (
        #"{"region": []}"#,
        "F: error: region: unknown key \"region\" | help: did you mean \"regions\"?"
      ),
      (
        #"[{"identifier": "a", "latitude": 1, "longitude": 2, "radiusInYears": 3}]"#,
        "F: error: [0].radiusInYears: unknown key \"radiusInYears\" | help: did you mean \"radius\"?"
      ),
      (
        #"[{"identifier": "a", "center": {"latitude": 1, "longitud": 2}, "radius": 3}]"#,
        "F: error: [0].center.longitud: unknown key \"longitud\" | help: did you mean \"longitude\"?"
      ),
      // Regions may have times, which do not make them a track.
      (
        #"[{"id": "a", "lat": 1, "lon": 2, "radius": -5, "created_at": "2024-05-01T09:00:00Z"}]"#,
        "F: error: [0].radius: the radius -5 is not above 0 | help: give metres above 0"
      ),
      (
        "id,lat,lon,radius,created_at\na,1,2,-5,2024-05-01T09:00:00Z\n",
        "F:2: error: the radius -5 is not above 0 | help: give metres above 0"
      ),
      // Messages of the reader's own instead of a decoder's.
      (
        #"[5]"#,
        "F: error: [0]: not an object | help: 'geofence help regions' has the keys and values of a region"
      ),
      (
        #"[null]"#,
        "F: error: [0]: null instead of an object | help: 'geofence help regions' has the keys and values of a region"
      ),
      (
        #"{"regions": 5}"#,
        "F: error: regions: not a list | help: 'geofence help regions' has the keys and values of a region"
      ),
      (
        #"{"type": "FeatureCollection", "features": {}}"#,
        "F: error: features: not a list | help: 'geofence help regions' has the keys and values of a region"
      ),
      (
        "[{\"identifier\": \"a\",\n  \"lat\": 1, \"lon\": 2, \"r\": 3, \"l\\u0061t\": 4}]",
        "F:2:31: error: the key \"lat\" is there twice in one object | help: keep one of them"
      ),
      (
        #"{"regions": [{"id": "a", "r": 3, "center": {"lat": 1, "lon": 2, "lat": 1}}]}"#,
        "F:1:65: error: the key \"lat\" is there twice in one object | help: keep one of them"
      ),
      // GeoJSON.
      (
        #"{"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [2, 1]}, "properties": {"radius": 3, "radius": 3}}"#,
        "F:1:114: error: the key \"radius\" is there twice in one object | help: keep one of them"
      ),
      (
        #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": "a", "geometry": {"type": "Polygon", "coordinates": []}}]}"#,
        "F: error: features[0].geometry: the geometry is a \"Polygon\" | help: --polygons enclose takes the smallest circle around it"
      ),
      (
        #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": "a", "geometry": null}]}"#,
        "F: error: features[0].geometry: a feature without a geometry | help: give a Point: a region is a circle around one place"
      ),
      (
        #"{"type": "Topology"}"#,
        "F: error: type: the type is \"Topology\" | help: write a FeatureCollection or a Feature"
      ),
      // CSV.
      (
        "lat,lon,radius\n1,2,3\n",
        "F:1: error: the header has no identifier: it names \"lat\", \"lon\", \"radius\" | help: name the column one of identifier, id, name, title, desc, or pass --region-columns"
      ),
      (
        "a,46.05,14.5,100\n",
        "F:1: error: the header has no identifier and latitude and longitude: it names \"a\", \"46.05\", \"14.5\", \"100\" | help: where there is no header, name the columns in order, such as --region-columns identifier,latitude,longitude,- (- is passed over)"
      ),
      (
        "id,lat,lon,r\na,1,2,3\nb,x,2,3\n",
        "F:3: error: the latitude \"x\" is not a finite number | help: write a decimal number"
      ),
      (
        "id,lat,lon,r,notifyOnExit\na,1,2,3,maybe\n",
        "F:2: error: notifyOnExit is \"maybe\" | help: write true or false"
      ),
      (
        "id,lat,lon,r\na,1,2,3\n\na,1,2,3\n",
        "F:4: error: the identifier \"a\" is already that of line 2 | help: give each region its own identifier"
      ),
      // Files that contain no regions.
      ("", "F: error: the file is empty | help: give regions as JSON, GeoJSON, CSV, KML or GPX"),
      (
        "<osm/>",
        "F: error: is OpenStreetMap's XML, not regions | help: gpsbabel -t -i osm -f F -o gpx -F - | geofence simulate … --regions -"
      ),
      (
        "<gpx/>",
        "F: error: there is no region in it | help: a region is a wpt of GPX or a Placemark of KML; a track is not one of --regions"
      ),
      (
        "<gpx><trk><trkseg><trkpt lat='1' lon='2'/></trkseg></trk></gpx>",
        "F: error: is a track, not regions | help: give it without --regions; places to watch have a radius, or --radius gives it"
      ),
      (
        "<gpx><wpt lat='1' lon='2'><name>a</name><wpt lat='1' lon='2'/></wpt></gpx>",
        "F:1:41: error: a point within a point | help: close each point before the next; what was read before counts"
      ),
      (
        "\n <!DOCTYPE gpx [<!ENTITY a 'b'>]><gpx/>",
        "F:2:2: error: the XML document has its own declarations (<!DOCTYPE … [ … ]>) | help: remove them; GPX needs none"
      ),
      (
        "[]",
        "F: error: there is no region in it | help: a region has an identifier, a latitude, a longitude and a radius"
      ),
      (
        "\u{1F}\u{8B}", "F: error: the header has no identifier"
      ),
      (
        "[{\"identifier\": \"a\",\n  \"latitude\" 1}]",
        "F:2:14: error: not well-formed JSON | help: ':' is expected here"
      ),
      (
        String(repeating: "[", count: 501),
        "F:1:501: error: more than 500 lists and objects within each other | help: nothing that is read here is so deep: look for brackets that are not closed"
      ),
      (
        "[1, 2",
        "F:1:6: error: not well-formed JSON | help: ',' or ']' is expected here"
      ),
    ].filter { !$0.0.hasPrefix("\u{1F}") })
  func `a mistake is named with its place and help`(_ text: String, _ expected: String) {
    #expect(message(text) == expected)
  }

  private static func feature(_ property: String) -> String {
    #"{"type": "Feature", "id": "home", "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}, "#
      + "\"properties\": {\"radius\": 100, \(property)}}"
  }

  private static let homeKeys =
    #""identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100"#

  @Test(arguments: [
    (#"[{"notifyOnDwell": true, \#(homeKeys)}]"#, true),
    (#"[{"loiteringDelay": 1, "notifyOnDwell": false, \#(homeKeys)}]"#, true),
    (#"[{"NotifyOnDwell": true, \#(homeKeys)}]"#, true),
    (#"[{"NotifyOnStay": true, \#(homeKeys)}]"#, true),
    (#"[{"triggers": ["enter", "exit", "dwell"], \#(homeKeys)}]"#, true),
    (#"[{"transitions": [1, 4, 2], \#(homeKeys)}]"#, true),
    ("id,lat,lon,radius,transition_types\nhome,46.05,14.5,100,enter|dwell\n", true),
    (#"[{"notifyOnDwell": false, "loiteringDelay": 0, \#(homeKeys)}]"#, false),
    (#"[{"triggers": ["enter", "exit"], \#(homeKeys)}]"#, false),
    ("id,lat,lon,radius,notifyOnDwell,loiteringDelay\nhome,46.05,14.5,100,true,30000\n", true),
    ("id,lat,lon,radius,loiteringDelay\nhome,46.05,14.5,100,30000\n", true),
    ("id,lat,lon,radius,notifyOnDwell,loiteringDelay\nhome,46.05,14.5,100,no,0\n", false),
    (feature(#""notifyOnDwell": true"#), true), (feature(#""loiteringDelay": 0"#), false),
  ])
  func `the note on a file that asks for dwells names the option that plays them`(
    text: String, asks: Bool
  ) throws {
    let file = try RegionReader.inspect(Array(text.utf8), source: "F", options: .init())
    #expect(file.mistakes.isEmpty)
    let notes = file.notes.map { "\($0.message.problem) | \($0.message.help ?? "")" }
    let note =
      "what the file says of dwells is passed over | dwells are asked for by --loitering, for all "
      + "regions, under --api geofencingclient"
    #expect(notes == (asks ? [note] : []))
  }

  @Test(
    arguments: [
      (#"[{"color": 1, \(home)}]"#, #""color""#),
      (#"[{"notes": 1, "notes": 2, \(home), "altitude": 3}]"#, #""altitude", "notes""#),
      (#"{"version": 2, "regions": [{\(home), "tags": {"radius": "x"}}]}"#, #""version", "tags""#),
      (
        #"[{"id": "home", "center": {"lat": 46.05, "lon": 14.5, "z": 1}, "radius": 100, "icon": 1}]"#,
        #""icon""#
      ),
      (#"[{\(home), "icon": 1}, {"icon": 2, "id": "b", "lat": 1, "lon": 2, "r": 3}]"#, #""icon""#),
    ].map { ($0.replacing(#"\(home)"#, with: homeKeys), $1) })
  func `a key that means nothing is passed over and named once`(text: String, keys: String) throws {
    let inspection = try withFile(text.utf8) { path in
      try RegionReader.inspect(path: path, options: .init())
    }
    #expect(inspection.notes.map(\.message.problem) == ["keys passed over: \(keys)"])
    #expect(inspection.mistakes.isEmpty)
    #expect(inspection.regions.first == Self.home)
  }

  @Test func `files of regions are one set, and a name in two of them is a mistake`() throws {
    let home = #"[{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#
    try withFile(home.utf8) { first in
      try withFile("id,lat,lon,r\noffice,1,2,3\n".utf8) { second in
        let files = try RegionReader.files([first, second], options: .init())
        #expect(try RegionReader.joined(files).map(\.identifier.rawValue) == ["home", "office"])
      }
      try withFile("id,lat,lon,r\noffice,1,2,3\nhome,1,2,3\n".utf8) { second in
        let files = try RegionReader.files([first, second], options: .init())
        #expect(
          throws: InputError(
            source: second, place: .line(3),
            problem: "the identifier \"home\" is already that of [0] of \(first)",
            help: "give each region its own identifier")
        ) { try RegionReader.joined(files) }
      }
    }
  }

  @Test func `a number identifies a region`() throws {
    #expect(try read(#"[{"id": 7, "lat": 1, "lon": 2, "r": 3}]"#).first?.identifier == "7")
  }

  @Test func `a key that stands twice is found among many`() {
    let others = (0..<50).map { "\"k\($0)\": 1, \"k\($0)\": 2, " }
    let text =
      #"{"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [2, 1]},"#
      + "\n\"properties\": {\(others[..<25].joined())\"name\": 1, \"radius\": 3,"
      + "\n\(others[25...].joined())\"radius\": 4, \"name\": 1}}"
    #expect(
      message(text).hasPrefix("F:3:\(others[25...].joined().count + 1): error: the key \"radius\""))
  }

  @Test func `a gzip file is named as one`() {
    #expect(
      throws: InputError(
        source: "F", problem: "is compressed with gzip, not regions",
        help: "gunzip -c F | geofence simulate … --regions -")
    ) {
      try read([0x1F, 0x8B, 8, 0])
    }
  }

  @Test func `a missing file is no bad data`() {
    do throws(InputError) {
      _ = try RegionReader.read(path: "/nowhere/regions.json", options: .init())
      Issue.record("it was read")
    } catch {
      #expect(error.kind == .missing)
    }
  }

  @Test(arguments: UInt64(0)..<60)
  func `damage is refused or harmless, never a crash`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let good = [
      #"{"regions": [{"identifier": "a é", "latitude": 1.5, "longitude": -2e1, "radius": 100}]}"#,
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}, "properties": {"radius": 3}}]}"#,
      "id,lat,lon,r,notifyOnExit\n\"a,b\",1.5,-2,100,no\n",
    ]
    for text in good {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &generator))
      do throws(InputError) {
        for region in try read(bytes) {
          #expect(region.center.isValid && region.radius > 0 && region.radius.isFinite)
        }
      } catch {
        #expect(error.kind == .data && !error.problem.isEmpty)
      }
    }
  }
}
