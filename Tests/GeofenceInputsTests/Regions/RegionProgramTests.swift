import Foundation
import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceInputs
@testable import GeofenceTracks

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
    // Home Assistant's configuration, and a state under its name.
    """
    # places
    zone:
      - name: home   # of all
        latitude: 46.05
        longitude: "14.5"
        radius: 100
        icon: mdi:home
    """,
    """
    - name: 'home'
      latitude: 46.05
      longitude: 14.5
      radius: 100
    """,
    // The places of a pass of a wallet.
    #"{"name": "ours", "locations": [{"id": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]}"#,
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

  @Test func `may stand under names of their own`() throws {
    let state = { (passive: String) in
      #"{"here": {"entity_id": "zone.home", "state": "0", "attributes": {"latitude": 46.05, "#
        + #""longitude": 14.5, "radius": 100\#(passive)}}}"#
    }
    let regions = try RegionReader.read(Array(state("").utf8), source: "F", options: .init())
    #expect(regions.map(\.radius) == [100])
    let error = try #require(throws: InputError.self) {
      try RegionReader.read(
        Array(state(#", "passive": true"#).utf8), source: "F", options: .init())
    }
    #expect(error.description.contains("1 passive zone passed over"))
  }

  @Test func `the secrets of a configuration are in its folder or above it`() throws {
    let configuration = URL.temporaryDirectory.appending(path: "secrets-\(UUID().uuidString)")
    let folder = configuration.appending(path: "packages")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: configuration) }
    func write(_ text: String, to file: URL) throws { try Data(text.utf8).write(to: file) }
    let zones = folder.appending(path: "zones.yaml")
    try write(
      "- name: !secret name\n  latitude: !secret latitude # of the door\n  longitude: !secret longitude\n"
        + "  radius: 100\n", to: zones)
    let error = try #require(throws: InputError.self) {
      try RegionReader.read(path: zones.path, options: .init())
    }
    #expect(
      error.description.hasSuffix(
        "error: [0].latitude: no value: \"!secret latitude\"\n"
          + "help: lay the secrets.yaml that has it beside the file"))
    try write("", to: configuration.appending(path: "configuration.yaml"))
    try write(
      "# ours\nname: 'home'\nlatitude: 1 # moved\nlongitude: 14.5\n",
      to: configuration.appending(path: "secrets.yaml"))
    try write("latitude: 46.05\n", to: folder.appending(path: "secrets.yaml"))
    #expect(Array(try RegionReader.read(path: zones.path, options: .init())) == [Self.home])
  }

  @Test func `the home of Home Assistant is a zone beside the others`() throws {
    let text = """
      homeassistant:
        name: Home
        latitude: 46.05
        longitude: 14.5
        elevation: 300
        radius: 120
        unit_system: metric
        time_zone: Europe/Ljubljana
      zone:
        - name: Gym
          latitude: 46.06
          longitude: 14.51
          radius: 250
      """
    let regions = try RegionReader.read(Array(text.utf8), source: "F", options: .init())
    #expect(regions.map(\.identifier.rawValue).sorted() == ["Gym", "Home"])
  }

  @Test(arguments: [
    "'zone':\n  - name: gym\n", "zone:\n  - 'name': gym\n", "zone:\n  - \"name\": 'gym'\n",
    "homeassistant:\n  customize_glob:\n    light.*:\n      icon: x\n    'switch.*':\n      icon: y\n"
      + "    08:00: z\nzone:\n  - name: gym\n",
  ])
  func `keys of YAML may be in quotation marks, and have other signs`(text: String) throws {
    let zone = "    latitude: 46.06\n    longitude: 14.51\n    radius: 250\n"
    let regions = try RegionReader.read(Array((text + zone).utf8), source: "F", options: .init())
    #expect(regions.map(\.identifier.rawValue) == ["gym"])
  }

  @Test func `zones in another file are named`() throws {
    let text = "homeassistant:\n  name: Home\n  latitude: 46\n  longitude: 14\n  radius: 9\n"
    let error = try #require(throws: InputError.self) {
      try RegionReader.read(
        Array((text + "zone: !include zones.yaml\n").utf8), source: "F", options: .init())
    }
    #expect(error.description.contains("the zones are in another file: \"!include zones.yaml\""))
  }

  @Test func `an object around one region has more of it`() throws {
    let text =
      #"{"id": "a", "name": "Home", "notifyOnExit": false, "geometry": {"center": {"latitude": 46, "longitude": 14}, "radius": 100}, "colour": 3}"#
    for text in [text, "[\(text), \(text.replacing("\"a\"", with: "\"b\""))]"] {
      let file = try RegionReader.inspect(Array(text.utf8), source: "F", options: .init())
      #expect(file.mistakes.isEmpty)
      #expect(
        file.regions.map(\.identifier.rawValue) == Array(["a", "b"].prefix(file.regions.count)))
      #expect(file.regions.allSatisfy { $0.name == "Home" && !$0.notifyOnExit && $0.notifyOnEntry })
      #expect(file.notes.map(\.message.problem) == ["keys passed over: \"colour\""])
    }
    let named = text.replacing("\"center\"", with: "\"id\": \"b\", \"center\"")
    let file = try RegionReader.inspect(Array(named.utf8), source: "F", options: .init())
    #expect(file.regions.map(\.identifier.rawValue) == ["b"])
    #expect(file.regions.map(\.notifyOnExit) == [false])
  }

  @Test(arguments: [
    ("trigger_on_enter", "trigger_on_exit"), ("triggerOnEntry", "triggerOnExit"),
    ("onEnter", "onExit"),
  ])
  func `flags have these names, too`(enter: String, exit: String) throws {
    let text =
      #"[{"id": "a", "latitude": 46, "longitude": 14, "radius": 100, "\#(enter)": true, "\#(exit)": false}]"#
    let region = try #require(
      RegionReader.read(Array(text.utf8), source: "F", options: .init()).first)
    #expect(region.notifyOnEntry && !region.notifyOnExit)
  }

  @Test func `a line of YAML under no key is a mistake with its line`() throws {
    let text = "zone:\n  - name: home\n    latitude: 46.05\n      longitude: 14.5\n"
    let error = try #require(throws: InputError.self) {
      try RegionReader.read(Array(text.utf8), source: "F", options: .init())
    }
    #expect(error.description.hasPrefix("F:4: error: a line of YAML under no key"))
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

  @Test(arguments: [
    """
    {"_type": "waypoints", "waypoints": [
    {"_type": "waypoint", "desc": "door", "uuid": "E2C56DB5", "major": 1, "minor": 2},
    {"_type": "waypoint", "desc": "home", "lat": 46.05, "lon": 14.5, "rad": 100}]}
    """,
    """
    [{"id": "door", "uuid": "E2C56DB5", "major": 1, "minor": 2},
    {"id": "home", "lat": 46.05, "lon": 14.5, "radius": 100}]
    """,
    """
    {"regions": [{"id": "home", "lat": 46.05, "lon": 14.5, "radius": 100},
    {"id": "door", "proximityUUID": "E2C56DB5", "radius": null}]}
    """,
    "id,lat,lon,radius,uuid,major,minor\nhome,46.05,14.5,100,,,\ndoor,,,,E2C56DB5,1,2\n",
  ])
  func `that are beacons are passed over and counted`(text: String) throws {
    let file = try RegionReader.inspect(Array(text.utf8), source: "F", options: .init())
    #expect(file.regions == [Self.home] && file.mistakes.isEmpty)
    let notes = file.notes.map(\.message.problem).filter { !$0.hasPrefix("columns") }
    #expect(notes == ["1 beacon passed over: no circle"])
  }

  @Test(arguments: [
    #"[{"id": "a", "uuid": "E2C56DB5", "radius": 100}]"#, #"[{"id": "a", "uuid": "E2C56DB5"}]"#,
    #"[{"id": "a", "uuid": "E2C56DB5", "major": 1, "minor": 2}]"#,
    "id,lat,lon,uuid\na,,14.5,E2C56DB5\n",
    "id,lat,lon,radius,uuid,major,minor\nhome,46.05,14.5,100,,,\nshop,,,,,,\n",
  ])
  func `without a place are no beacons for a UUID alone, nor are beacons regions`(text: String) {
    #expect(throws: InputError.self) { try read(text) }
  }

  private func read(_ text: String, _ options: RegionReader.Options = .init()) throws
    -> [CircularRegion]
  {
    Array(try RegionReader.read(Array(text.utf8), source: "F", options: options))
  }

  @Test(arguments: [
    // Expo, and Braze in the names of two of its versions.
    (#""notifyOnEnter": true, "notifyOnExit": false"#, true, false),
    (#""notify_on_enter": false, "notify_on_exit": true"#, false, true),
    (#""enter_events": true, "exit_events": false"#, true, false),
    (#""alertOnEnter": false, "alertOnExit": true"#, false, true),
    // native_geofence, and Customer.io.
    (#""triggers": ["enter"]"#, true, false),
    (#""triggers": ["enter", "dwell"]"#, true, false),
    (#""transition_types": ["exit"]"#, false, true),
    (#""transition_types": ["enter", "exit"]"#, true, true),
    // cordova-plugin-geofence, whose numbers are Android's.
    (#""transitionType": 1"#, true, false),
    (#""transitionType": 2"#, false, true),
    (#""transitionType": 3"#, true, true),
    (#""transitionType": "5""#, true, false),
    (#""transitionType": 4"#, false, false),
    (#""transitionType": "both""#, true, true),
    (#""transitions": "GEOFENCE_TRANSITION_ENTER|GEOFENCE_TRANSITION_EXIT""#, true, true),
    // A flag of its own goes before them, in whatever order.
    (#""notifyOnExit": true, "triggers": ["enter"]"#, true, true),
    // Another thing by this name says nothing of events.
    (#""triggers": [{"platform": "zone"}]"#, true, true),
  ])
  func `report the events that their program asks for`(keys: String, enters: Bool, exits: Bool)
    throws
  {
    let place = #""latitude": 46.05, "longitude": 14.5, "radius": 100"#
    var expected = Self.home
    (expected.notifyOnEntry, expected.notifyOnExit) = (enters, exits)
    #expect(try read("[{\"id\": \"home\", \(place), \(keys)}]") == [expected])
    let feature = """
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": [14.5, 46.05]},
      "properties": {"ID": "home", "radius": 100, \(keys)}}
      """
    #expect(try read(feature) == [expected])
  }

  @Test func `report the events that a column of a table asks for`() throws {
    let regions = try read(
      """
      id,lat,lon,radius,transition_types,notify_on_enter
      a,46.05,14.5,100,enter|exit,
      b,46.05,14.5,100,EXIT,
      c,46.05,14.5,100,,false
      d,46.05,14.5,100,2,true
      """)
    #expect(regions.map(\.notifyOnEntry) == [true, false, false, true])
    #expect(regions.map(\.notifyOnExit) == [true, true, true, true])
  }

  @Test(arguments: [
    (
      #"[{"id": "a", "lat": 1, "lon": 2, "radius": 9, "triggers": ["enter", "left-ish"]}]"#,
      InputError.Place.path("[0].triggers")
    ),
    (
      #"[{"id": "a", "lat": 1, "lon": 2, "radius": 9, "transitionType": 8}]"#,
      .path("[0].transitionType")
    ),
    ("id,lat,lon,radius,triggers\na,1,2,9,sometimes", .line(2)),
  ])
  func `whose events are in no known word are refused`(text: String, place: InputError.Place) {
    let error = #expect(throws: InputError.self) { try read(text) }
    #expect(error?.place == place)
    #expect(error?.problem.contains("no events that a region reports") == true)
  }

  @Test(arguments: [
    // Klaviyo.
    #"{"data": [{"type": "geofence", "id": "home", "attributes": {"latitude": 46.05, "longitude": 14.5, "radius": 100}}], "links": {"self": "x"}}"#,
    // Home Assistant's states, among those of other entities.
    #"[{"entity_id": "sun.sun", "state": "up", "attributes": {}}, {"entity_id": "device_tracker.phone", "state": "home", "attributes": {"latitude": 46.05, "longitude": 14.5, "radius": 7}}, {"entity_id": "home", "attributes": {"latitude": 46.05, "longitude": 14.5, "radius": 100}}]"#,
    // native_geofence.
    #"[{"id": "home", "location": {"latitude": 46.05, "longitude": 14.5}, "radiusMeters": 100, "triggers": ["enter", "exit"], "iosSettings": {"initialTrigger": true}}]"#,
    // The same in objects of other programs, wherever they stand.
    #"{"id": "home", "type": "office", "center": {"lat": 46.05, "lng": 14.5}, "radiusMeters": 100}"#,
    #"{"sets": [{"name": "stores", "regions": [{"id": "home", "center": {"latitude": 46.05, "longitude": 14.5}, "radius": 100}]}]}"#,
    #"{"trigger": {"type": "location", "region": {"identifier": "home", "center": {"latitude": 46.05, "longitude": 14.5}, "radius": 100}, "repeats": true}, "title": "x"}"#,
    #"{"content": {"zone": {"zoneId": "1", "fences": {"circles": [{"name": "home", "radius": 100.0, "center": {"latitude": 46.05, "longitude": 14.5}}]}}}}"#,
    #"{"data": [{"id": "home", "tags": [], "latitude": 1, "longitude": 2, "geofence": {"circle": {"latitude": 46.05, "longitude": 14.5, "radiusMeters": 100}}}]}"#,
    #"{"home": {"lat": 46.05, "lng": 14.5, "radius": 100}}"#,
    #"{"id": "home", "area": "CIRCLE (46.05 14.5, 100)"}"#,
    #"{"context": {"live": false, "geofences": [{"externalId": "home", "type": "circle", "geometryCenter": {"coordinates": [14.5, 46.05]}, "geometryRadius": 100}], "place": null}}"#,
    // Names of a place, of a radius and of an identifier.
    #"[{"id": "home", "coordinates": {"center": {"latitude": 46.05, "longitude": 14.5}}, "radius": 100}]"#,
    #"[{"stationId": "home", "centerLat": 46.05, "centerLon": 14.5, "geofence_radius_m": 100}]"#,
    #"[{"id": "home", "area": "north", "location": {"type": "Point", "coordinates": [14.5, 46.05]}, "radius": 100, "boundary": [[1, 2], [1, 3], [2, 3]]}]"#,
    "stationId,lat,lng,radius\nhome,46.05,14.5,100\n",
  ])
  func `that stand one level deeper are read as circles`(text: String) throws {
    #expect(try read(text) == [Self.home])
  }

  @Test func `of Azure Maps have their identifiers, and other features their names`() throws {
    func feature(_ properties: String) -> String {
      #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}, "properties": \#(properties)}"#
    }
    let azure = #"{"geometryId": "home", "subType": "Circle", "radius": 100}"#
    #expect(try read(feature(azure)) == [Self.home])
    let named = #"{"name": "home", "osm_id": 5, "radius": 100}"#
    #expect(try read(feature(named)) == [Self.home])
    let nameless = #expect(throws: InputError.self) { try read(feature(#"{"radius": 100}"#)) }
    #expect(nameless?.description.hasPrefix("F: error: a region without an identifier\n") == true)
  }

  @Test func `that stand one level deeper are named where they are faulty`() throws {
    let text = """
      {"app": {"first": {"lat": 46.05, "lng": 14.5, "radius": 100},
      "second": {"lat": 95, "lng": 14.5, "radius": 100}, "third": {"size": 1}}}
      """
    let error = #expect(throws: InputError.self) { try read(text) }
    #expect(error?.problem.contains("95") == true)
    let position = """
      {"fence": {"id": "home", "lat": 46.05, "lng": 14.5, "radius": 100},
      "lastLocation": {"lat": 46.1, "lng": 14.6}}
      """
    #expect(try read(position) == [Self.home])
  }

  @Test func `have a zone's name as people see it`() throws {
    let text = """
      [{"entity_id": "zone.home", "state": "0",
      "attributes": {"latitude": 46.05, "longitude": 14.5, "radius": 100, "friendly_name": "Home"}}]
      """
    let regions = try read(text)
    #expect(regions.map(\.identifier.rawValue) == ["zone.home"])
    #expect(regions.map(\.name) == ["Home"])
  }

  @Test func `that are passive zones, which no app watches, are passed over and counted`() throws {
    let passive =
      #"{"id": "work", "latitude": 46.1, "longitude": 14.5, "radius": 100, "passive": true}"#
    let active =
      #"{"id": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100, "passive": false}"#
    let storage = #"{"version": 1, "key": "zone", "data": {"items": [\#(passive), \#(active)]}}"#
    try withFile(storage.utf8) { path in
      let inspection = try RegionReader.inspect(path: path, options: .init())
      #expect(inspection.regions == [Self.home])
      let passed = "1 passive zone passed over: no app watches one: \"work\""
      #expect(inspection.notes.map(\.message.problem) == [passed])
      let message = try #require(inspection.disabled.first?.message)
      #expect(message.problem == "\"work\" is a passive zone, which no app watches")
    }
    let error = #expect(throws: InputError.self) { try read("[\(passive)]") }
    #expect(error?.problem.contains("1 passive zone passed over") == true)
  }

  @Test(arguments: [
    (#""enabled": false"#, "enabled", "false"), (#""isActive": false"#, "is_active", "no"),
    (#""active": 0"#, "active", "0"), (#""archived": true"#, "archived", "TRUE"),
    (#""deleted": 1"#, "deleted", "yes"), (#""is_disabled": "on""#, "disabled", "1"),
  ])
  func `that are switched off are passed over and counted`(key: String, name: String, word: String)
    throws
  {
    let place = #""latitude": 46.05, "longitude": 14.5, "radius": 100"#
    let feature =
      #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}"#
    let files = [
      #"[{"id": "home", \#(place), "enabled": true, "deleted": false, "archived": null}, {"id": "old", \#(place), \#(key)}]"#,
      "id,lat,lon,radius,\(name)\nhome,46.05,14.5,100,\nold,46.05,14.5,100,\(word)\n",
      #"{"type": "FeatureCollection", "features": [\#(feature), "properties": {"id": "home", "radius": 100, "active": 1}}, \#(feature), "properties": {"id": "old", "radius": 1, \#(key)}}]}"#,
    ]
    for text in files {
      let inspection = try RegionReader.inspect(Array(text.utf8), source: "F", options: .init())
      #expect(inspection.mistakes.isEmpty && inspection.regions == [Self.home], "\(text)")
      #expect(
        inspection.notes.map(\.message.problem)
          == ["1 region passed over: switched off in the file: \"old\""])
      #expect(inspection.disabled.map(\.message.problem) == ["the file switches off \"old\""])
    }
    let error = #expect(throws: InputError.self) { try read("[{\"id\": \"a\", \(place), \(key)}]") }
    #expect(
      error?.problem
        == "there is no region in it: 1 region passed over: switched off in the file: \"a\"")
  }

  @Test func `that stand under names of their own are all read, and a faulty one is named`() throws
  {
    let regions = { (last: String) in
      #"{"name": "ours", "zones": {"a": {"lat": 46, "lng": 14, "radius": 100}, "b": {"lat": 46, "lng": 15, "radius": 100}, "c": {"lat": 46, "lng": 16\#(last)}}}"#
    }
    #expect(try read(regions(#", "radius": 9"#)).map(\.identifier.rawValue) == ["a", "b", "c"])
    let error = #expect(throws: InputError.self) { try read(regions("")) }
    #expect(error?.place == .path("zones.c"))
    let twins =
      #"{"sets": [[{"id": "a", "lat": 46, "lng": 14, "radius": 9}], [{"id": "a", "lat": 47, "lng": 14, "radius": 9}]]}"#
    let twin = #expect(throws: InputError.self) { try read(twins) }
    #expect(twin?.place == .path("sets[1][0]"))
    #expect(twin?.problem.hasSuffix("already that of sets[0][0]") == true)
  }

  @Test(arguments: [
    #"[{"id": "a", "polygon": [[46.049, 14.499], [46.051, 14.499], [46.051, 14.501], [46.049, 14.501]]}]"#,
    #"{"a": {"area": [[114.499, 46.049], [114.499, 46.051], [114.501, 46.051], [114.501, 46.049]]}}"#,
    #"[{"typeName": "Zone", "entity": {"name": "a", "points": [{"x": 14.499, "y": 46.049}, {"x": 14.499, "y": 46.051}, {"x": 14.501, "y": 46.051}, {"x": 14.501, "y": 46.049}]}}]"#,
    #"[{"id": "a", "type": "Polygon", "coordinates": [[[14.499, 46.049], [14.501, 46.049], [14.501, 46.051], [14.499, 46.051]]]}]"#,
    #"[{"id": "a", "type": "POLYGON", "coordinates": [{"latitude": 46.049, "longitude": 14.499}, {"latitude": 46.051, "longitude": 14.499}, {"latitude": 46.051, "longitude": 14.501}, {"latitude": 46.049, "longitude": 14.501}]}]"#,
    #"[{"id": "a", "type": "polygon", "coordinates": [[14.499, 46.049], [14.499, 46.051], [14.501, 46.051], [14.501, 46.049]]}]"#,
    #"[{"id": "a", "type": "zone", "coordinates": [[14.499, 46.049], [14.499, 46.051], [14.501, 46.051], [14.501, 46.049]]}]"#,
    #"[{"id": "a", "coordinates": [[46.049, 114.499], [46.051, 114.499], [46.051, 114.501], [46.049, 114.501]]}]"#,
    #"[{"id": "a", "boundary": {"type": "Polygon", "coordinates": [[[14.499, 46.049], [14.501, 46.049], [14.501, 46.051], [14.499, 46.051]]]}}]"#,
    #"[{"id": "a", "area": "POLYGON ((46.049 14.499, 46.049 14.501, 46.051 14.501, 46.051 14.499))"}, {"id": 2, "area": "LINESTRING (46 14, 46 15)"}]"#,
    #"{"items": [{"name": "a", "polygon": "[[46.049,14.499],[46.051,14.499],[46.051,14.501],[46.049,14.501]]"}]}"#,
    "id,boundary\na,\"POLYGON ((14.499 46.049, 14.501 46.049, 14.501 46.051, 14.499 46.051))\"\n",
  ])
  func `that are polygons in another form are, too`(text: String) throws {
    let regions = try read(text, .init(polygons: .enclose))
    #expect(regions.map(\.identifier.rawValue) == ["a"])
    #expect((regions[0].center.latitude - 46.05).magnitude < 1e-5)
    #expect((130...140).contains(regions[0].radius))
  }

  @Test(arguments: ["LineString", "polyline", "MultiPoint"])
  func `that are lines or points by their type are no polygons`(type: String) {
    let text = #"[{"id": "a", "type": "\#(type)", "coordinates": [[14, 46], [14, 47], [15, 47]]}]"#
    #expect(throws: InputError.self) { try read(text, .init(polygons: .enclose)) }
  }

  @Test func `have corners with the longitude first where points have it`() throws {
    let text =
      #"[{"id": "a", "coordinates": [77.2, 28.61], "radius": 300}, {"id": "b", "coordinates": [[77.198, 28.608], [77.198, 28.612], [77.202, 28.612], [77.202, 28.608]]}]"#
    let file = try RegionReader.inspect(
      Array(text.utf8), source: "F", options: .init(polygons: .enclose))
    #expect(file.regions.map { ($0.center.latitude * 100).rounded() } == [2861, 2861])
    #expect(!file.notes.contains { $0.message.problem.contains("taken as the latitude") })
  }

  @Test func `of which the order of the numbers is assumed are noted`() throws {
    let text = #"[{"id": "a", "polygon": [[46.049, 14.499], [46.051, 14.499], [46.051, 14.501]]}]"#
    var options = RegionReader.Options(polygons: .enclose)
    let file = try RegionReader.inspect(Array(text.utf8), source: "F", options: options)
    let note = #"the first number in "polygon" is taken as the latitude"#
    #expect(file.notes.map(\.message.problem).contains(note))
    options.columns = ColumnChoice(ofRegions: "position=polygon:longitude-first")
    #expect(try read(text, options).map { $0.center.latitude.rounded() } == [15])
  }

  @Test func `have the keys beside their list named that would be those of regions`() throws {
    let text =
      #"{"meta": {}, "radius": 200, "enabled": false, "geofences": [{"id": "home", "latitude": 46.05, "longitude": 14.5}]}"#
    let file = try RegionReader.inspect(
      Array(text.utf8), source: "F", options: .init(defaultRadius: 100))
    #expect(file.regions == [Self.home])
    #expect(file.notes.map(\.message.problem) == [#"keys passed over: "radius", "enabled""#])
  }

  @Test func `of Google Places are named by the text of their name`() throws {
    let text =
      #"{"places": [{"id": "ChIJ", "displayName": {"text": "Tivoli", "languageCode": "sl"}, "location": {"latitude": 46.05, "longitude": 14.5}}]}"#
    let regions = try read(text, .init(defaultRadius: 100))
    #expect(regions.map(\.identifier.rawValue) == ["ChIJ"])
    #expect(regions.map(\.name) == ["Tivoli"])
  }

  @Test(arguments: ["vertices", "latlngs"])
  func `that are polygons by their vertices are taken as the circle around them`(
    key: String
  ) throws {
    let text = """
      [{"identifier": "yard", "notifyOnExit": false, "latitude": 1, "longitude": 1, "radius": 5,
      "\(key)": [[46.049, 14.499], [46.051, 14.499], [46.051, 14.501], [46.049, 14.501]]},
      {"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100, "vertices": []}]
      """
    let regions = try read(text, .init(polygons: .enclose))
    let center = Coordinate(latitude: 46.05, longitude: 14.5)
    // In the order of their identifiers.
    #expect(regions.map(\.identifier.rawValue) == ["home", "yard"])
    #expect(regions[0] == Self.home)
    #expect(Geodesic(from: center, to: regions[1].center).distance < 0.01)
    #expect((130...140).contains(regions[1].radius))
    #expect(regions[1].notifyOnExit == false)
    let error = #expect(throws: InputError.self) { try read(text) }
    #expect(error?.place == .path("[0].\(key)"))
  }

  @Test(arguments: ["// places\n[]", "/* places */ {\"regions\": []}"])
  func `in JSON with comments are refused by that name`(text: String) {
    let error = #expect(throws: InputError.self) { try read(text) }
    #expect(error?.problem == "is JSON with comments, not regions")
  }

  @Test(arguments: [
    "[{\"id\": 1} // one\n]", "[{\"id\": 1}, // one\n{}]", "[{\"id\": 1, /* one */ \"lat\": 1}]",
    "{\"regions\": // all\n []}", "[] // none",
  ])
  func `in JSON with comments are refused where one begins`(text: String) {
    let error = #expect(throws: InputError.self) { try read(text) }
    #expect(error?.problem == "is JSON with comments")
    let column = text.utf8.firstIndex(of: UInt8(ascii: "/")).map {
      text.utf8.distance(from: text.startIndex, to: $0) + 1
    }
    #expect(error?.place == .line(1, column: column))
  }
}
