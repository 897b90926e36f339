import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceInputs

@Suite struct `The regions of a program` {
  private static let home = CircularRegion(
    identifier: "home", center: Coordinate(latitude: 46.05, longitude: 14.5), radius: 100)

  @Test(arguments: [
    // OwnTracks' waypoints, in its command that sets them.
    #"{"_type": "cmd", "action": "setWaypoints", "waypoints": {"_type": "waypoints", "waypoints": [{"_type": "waypoint", "desc": "home", "lat": 46.05, "lon": 14.5, "rad": 100, "tst": 1}]}}"#,
    // Its export, whole in one line that ends, and in several.
    """
    {"_type": "waypoints", "waypoints": [{"_type": "waypoint", "desc": "home", "lat": 46.05, "lon": 14.5, "rad": 100}]}

    """,
    """
    {"_type": "waypoints", "waypoints": [{"_type": "waypoint", "desc": "home", "lat": 46.05, "lon": 14.5, "rad": 100},
    {"_type": "waypoint", "desc": "a beacon", "uuid": "5F", "lat": 0, "lon": 0, "rad": 0}]}
    """,
    """
    {"_type": "waypoint", "desc": "home", "lat": 46.05, "lon": 14.5, "rad": 100}

    """,
    // A log of OwnTracks' recorder, with its time and topic before each message.
    """
    2024-05-01T07:00:00Z\t*\t{"_type": "location", "lat": 46, "lon": 14, "tst": 1}
    2024-05-01T07:00:01Z\t*\t{"_type": "waypoint", "desc": "home", "lat": 46.05, "lon": 14.5, "rad": 100}
    2024-05-01T07:00:02Z\t*\t{"_type": "transition", "desc": "waypoint", "lat": 46.05, "lon": 14.5, "event": "enter"}
    """,
    // Radar.
    #"{"meta": {"code": 200}, "geofences": [{"_id": "5f", "externalId": "home", "live": false, "type": "circle", "geometryCenter": {"type": "Point", "coordinates": [14.5, 46.05]}, "geometryRadius": 100, "geometry": {"type": "Polygon", "coordinates": []}}]}"#,
    // Traccar writes the latitude first.
    #"[{"id": "home", "calendarId": 0, "attributes": {}, "area": "CIRCLE (46.05 14.5, 100)"}]"#,
    #"[{"id": "home", "area": "circle(46.05 14.5,100.0)"}]"#,
    // Tile38.
    #"{"ok": true, "objects": [{"id": "home", "object": {"type": "Feature", "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}, "properties": {"type": "Circle", "radius": 0.1, "radius_units": "km"}}}], "count": 1}"#,
  ])
  func `are read as circles`(text: String) throws {
    let regions = try RegionReader.read(Array(text.utf8), source: "F", options: .init())
    #expect(Array(regions) == [Self.home])
  }

  @Test func `a mistake in a log of messages is named with its line`() throws {
    let text = """
      {"_type": "waypoint", "desc": "home", "lat": 46.05, "lon": 14.5, "rad": 100}
      {"_type": "transition", "desc": "home", "lat": 46.05, "lon": 14.5}
      {"_type": "waypoint", "desc": "work", "lat": 146.05, "lon": 14.5, "rad": 100}
      """
    let error = try #require(throws: InputError.self) {
      try RegionReader.read(Array(text.utf8), source: "F", options: .init())
    }
    #expect(error.description.contains("146.05"))
  }

  @Test func `may have numbers as identifiers`() throws {
    let text = #"[{"id": 7, "name": "home", "area": "CIRCLE (46.05 14.5, 100)"}]"#
    let regions = try RegionReader.read(Array(text.utf8), source: "F", options: .init())
    #expect(regions.map(\.identifier.rawValue) == ["7"])
    #expect(regions.map(\.name) == ["home"])
  }

  @Test(arguments: [
    (#"[{"id": 7, "area": "POLYGON ((46 14, 46 15, 47 14, 46 14))"}]"#, "area", "POLYGON"),
    (
      #"[{"_id": "5f", "type": "polygon", "geometryCenter": {"coordinates": [1, 2]}}]"#, "type",
      "polygon"
    ),
  ])
  func `that are no circles are refused by their kind`(text: String, key: String, kind: String) {
    let error = #expect(throws: InputError.self) {
      try RegionReader.read(Array(text.utf8), source: "F", options: .init(defaultRadius: 100))
    }
    #expect(error?.problem == "the region is a \"\(kind)\"")
    #expect(error?.place == .path("[0].\(key)"))
  }

  @Test func `that are beacons are passed over and counted`() throws {
    let text = """
      {"_type": "waypoints", "waypoints": [
      {"_type": "waypoint", "desc": "door", "uuid": "E2C56DB5", "major": 1, "minor": 2},
      {"_type": "waypoint", "desc": "home", "lat": 46.05, "lon": 14.5, "rad": 100}]}
      """
    try withFile(text.utf8) { path in
      let inspection = try RegionReader.inspect(path: path, options: .init())
      #expect(inspection.regions == [Self.home])
      #expect(inspection.notes.map(\.message.problem) == ["1 beacon passed over: no circle"])
    }
  }
}
