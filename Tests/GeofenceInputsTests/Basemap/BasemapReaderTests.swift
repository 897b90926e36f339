import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceInputs
@testable import GeofenceTracks

struct BasemapReaderTests {
  private let frame = BasemapFrame(around: [
    Coordinate(latitude: 46, longitude: 14), Coordinate(latitude: 46.1, longitude: 14.1),
  ])

  /// Returns the shapes of a text, each as `area` or `line` with its places.
  private func shapes(_ text: String) throws -> [String] {
    try BasemapReader.read(text: text, around: frame).shapes.map { shape in
      let places = shape.places.map { "\($0.longitude.plain),\($0.latitude.plain)" }
      return "\(shape.isArea ? "area" : "line") \(places.joined(separator: " "))"
    }
  }

  @Test(
    arguments: [
      (#"{"type":"LineString","coordinates":[[14,46],[14.1,46.1,300]]}"#, ["line 14,46 14.1,46.1"]),
      (
        #"{"type":"MultiLineString","coordinates":[[[14,46],[14.1,46]],[[14,46.1],[14.1,46.1]]]}"#,
        ["line 14,46 14.1,46", "line 14,46.1 14.1,46.1"]
      ),
      (
        #"{"coordinates":[[[14,46],[14.1,46],[14,46.1],[14,46]]],"type":"Polygon"}"#,
        ["area 14,46 14.1,46 14,46.1 14,46"]
      ),
      (
        #"{"type":"MultiPolygon","coordinates":[[[[14,46],[14.1,46],[14,46.1],[14,46]]]]}"#,
        ["area 14,46 14.1,46 14,46.1 14,46"]
      ),
      (
        #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"#
          + #""coordinates":"x","type":7,"geometry":[1]}},{"properties":null,"geometry":{"type":"#
          + #""GeometryCollection","geometries":[{"type":"Point","coordinates":[14,46]},{"type":"#
          + #""LineString","coordinates":[[14,46],[1.4e1,46.1]]}]},"type":"Feature"}]}"#,
        ["line 14,46 14,46.1"]
      ),
      (#"{"type":"MultiPoint","coordinates":[[14,46],[14.1,46]]}"#, []),
      (#"{"type":"Polygon","coordinates":[]}"#, []),
      (
        "\u{FEFF} {\"a\\\"b\": [true, null, {}], \"type\" : \"FeatureCollection\", \"features\" : [] } \n",
        []
      ),
    ] as [(String, [String])])
  func `lines and areas are read wherever they stand, and nothing else is`(
    _ text: String, _ expected: [String]
  ) throws {
    #expect(try shapes(text) == expected)
  }

  @Test func `what is far from the map is left out, and an area around the map stays`() throws {
    #expect(
      try shapes(
        #"{"type":"LineString","coordinates":[[2,46],[3,46],[14,46],[14.1,46],[20,50],[21,50]]}"#)
        == ["line 3,46 14,46 14.1,46 20,50"])
    let around = #"{"type":"Polygon","coordinates":[[[0,30],[30,30],[30,60],[0,60],[0,30]]]}"#
    #expect(try shapes(around) == ["area 0,30 30,30 30,60 0,60 0,30"])
    let beside = #"{"type":"Polygon","coordinates":[[[0,30],[9,30],[9,60],[0,60],[0,30]]]}"#
    #expect(try shapes(beside) == [])
  }

  @Test func `the antimeridian is no edge`() throws {
    let frame = BasemapFrame(around: [
      Coordinate(latitude: -17, longitude: 179.9), Coordinate(latitude: -16.9, longitude: -179.9),
    ])
    let text =
      #"{"type":"MultiLineString","coordinates":[[[179.8,-17],[-179.8,-17]],[[0,-17],[10,-17]]]}"#
    #expect(try BasemapReader.read(text: text, around: frame).shapes.count == 1)
  }

  /// The map reaches 150° to either side of 50° E.
  @Test(arguments: [("[-165,0],[-105,0]", 1), ("[-155,0],[-105,0]", 0), ("[-165,0],[-85,0]", 1)])
  func `a line across the far side of the Earth is kept if one end is on the map`(
    _ places: String, _ count: Int
  ) throws {
    let wide = BasemapFrame(around: [
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 100),
    ])
    let text = #"{"type":"LineString","coordinates":[\#(places)]}"#
    #expect(try BasemapReader.read(text: text, around: wide).shapes.count == count)
  }

  @Test func `a map of many points is kept in few, and its memory has an end`() throws {
    var basemap = Basemap(frame, capacity: 1000)
    var random = SeededGenerator(seed: 8)
    for _ in 0..<50 {
      let latitude = random.number(in: 46...46.1)
      basemap.append(
        (0..<1000).map { Coordinate(latitude: latitude, longitude: 14 + Double($0) / 10_000) },
        isArea: false)
    }
    #expect(basemap.shapes.count == 50)
    #expect(basemap.shapes.reduce(0) { $0 + $1.places.count } <= 1000)
    #expect(basemap.shapes.allSatisfy { $0.places.first?.longitude == 14 })
  }

  @Test func `of more lines than there is room for, the longest are kept`() throws {
    var basemap = Basemap(frame, capacity: 1000)
    var random = SeededGenerator(seed: 9)
    for number in 0..<20_000 {
      let start = Coordinate(
        latitude: random.number(in: 46...46.1), longitude: random.number(in: 14...14.1))
      let length = number % 100 == 0 ? 0.02 : 0.0002
      let end = Coordinate(latitude: start.latitude + length, longitude: start.longitude)
      basemap.append([start, end], isArea: false)
    }
    let isLong = basemap.shapes.map { $0.places[1].latitude - $0.places[0].latitude > 0.01 }
    #expect(isLong.count { $0 } == 200)
    #expect(isLong.count <= 500)
  }

  @Test(arguments: [
    (#"{"type":"LineString","coordinates":[[14,46],[14.1"#, "1:50", "the file breaks off"),
    ("{\"type\":\"Polygon\",\n \"coordinates\":[[[1,2],[3,4],[5]]]}", "2:32", "not a position"),
    (
      #"{"type":"Point","coordinates":[500000,4649776]}"#, "1:46",
      "[500000, 4649776] is no longitude and latitude in degrees"
    ),
    (
      #"{"type":"Topology","arcs":[]}"#, "1:18",
      #"the type "Topology" is none of GeoJSON"#
    ),
    (
      #"{"type":"Polygon","coordinates":[[1,2],[3,4]]}"#, "1:46",
      "are not nested as those of a Polygon"
    ),
    (#"{"type":"Feature" "geometry":null}"#, "1:19", "not well-formed JSON"),
    (#"{"type":"LineString","coordinates":{}}"#, "1:36", #"not what "coordinates" is"#),
    (#"{"type":"Feature","geometry":[]}"#, "1:30", #"not what "geometry" is"#),
    ("[[14,46],[14,47]]", "1:1", "a list, not GeoJSON"),
    (#"{"regions":[]}"#, "1:15", #"it has no "type""#),
    (#"{"type":"LineString","coordinates":[[1,2],[nan,4]]}"#, "1:44", "not well-formed JSON"),
    ("", "", "the file is empty"),
    ("PK\u{3}\u{4}", "", "a zip archive"),
  ])
  func `a mistake is named with its place and its help`(
    _ text: String, _ place: String, _ problem: String
  ) {
    let error = #expect(throws: InputError.self) { try shapes(text) }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix("basemap:\(place)") == true, "\(error?.description ?? "")")
    #expect(error?.help != nil)
  }
}
