import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceTracks

@Suite struct `A phone's log as a track` {
  private static let apple = """
    2025-03-25 08:59:05.600\u{20}
    📍<+46.05000000,+14.48000000> +/- 5.00m (speed 33.52 mps / course 322.73) @ 2025/3/25, 8:57:42 AM Central European Standard Time

    2025-03-25 08:59:05.600\u{20}
    ╔═══════════
    ║ -[TSLocationManager locationManager:didUpdateLocations:] Enabled: 1 | isMoving: 0
    ╚═══════════

    2025-03-25 08:59:39.547\u{20}
    📍<+46.05000000,+14.50000000> +/- 65.50m (speed -1.00 mps / course -1.00) @ 25.3.25, 08:59:39 MEZ

    2025-03-25 09:00:06.557 🔴-[TSGeofenceManager locationManager:didEnterRegion:] office

    """

  @Test func `of iOS has the times at which the phone was there, in any order of a date`() throws {
    let outcome = try read(Self.apple.utf8)
    #expect(outcome.message == nil)
    #expect(outcome.fixes.map(\.time.rfc3339) == ["2025-03-25T08:57:42Z", "2025-03-25T08:59:39Z"])
    #expect(outcome.fixes.map(\.coordinate.longitude) == [14.48, 14.5])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [5, 65.5])
    #expect(outcome.fixes.map(\.speed) == [33.52, nil])
    #expect(outcome.fixes.map(\.course) == [322.73, nil])
    #expect(outcome.remarks.contains { $0.contains("times in \"MEZ\" are taken as UTC") })
    #expect(outcome.remarks.contains { $0.contains("1 transition passed over") })
  }

  @Test(arguments: [
    ("5/1/24, 9:00:00 AM Central European Summer Time", "2024-05-01T09:00:00Z"),
    ("5/1/24, 9:00:00\u{202F}PM Central European Summer Time", "2024-05-01T21:00:00Z"),
    ("13/05/2024, 09:00:00 Central European Summer Time", "2024-05-13T09:00:00Z"),
    ("01.05.24, 09:00:00 MESZ", "2024-05-01T09:00:00Z"),
    ("2024/5/1, 12:00:00 AM Central European Summer Time", "2024-05-01T00:00:00Z"),
  ])
  func `of nothing but printed locations has their times`(printed: String, time: String) throws {
    let place = "📍<+46.05000000,+14.48000000> +/- 5.00m (speed 3.52 mps / course 1.00) @ "
    let outcome = try read((place + printed).utf8)
    #expect(outcome.fixes.map(\.time.rfc3339) == [time])
    let zone = printed.hasSuffix("MESZ") ? "MESZ" : "Central European Summer Time"
    #expect(outcome.remarks.contains { $0.contains("times in \"\(zone)\" are taken as UTC") })
  }

  @Test(arguments: [
    (" didUpdate", nil), (" UTC", nil), (" GMT+1", nil), ("", nil), (" (now)", nil),
    (" Taipei Standard Time received in background", "Taipei Standard Time"), (" IST, then", "IST"),
  ])
  func `names a zone only where words behind the clock do`(words: String, zone: String?) throws {
    let place = "📍<+46.05000000,+14.48000000> +/- 5.00m (speed 3.52 mps / course 1.00) @ "
    let outcome = try read((place + "5/1/24, 9:00:00 AM\(words)").utf8)
    let times = zone.map { "times in \"\($0)\"" } ?? "times that name no zone"
    #expect(outcome.remarks.contains { $0.contains("\(times) are taken as UTC") })
  }

  @Test func `comes in pieces as it comes as a whole`() throws {
    let outcome = try read(Self.apple.utf8, piece: 7)
    #expect(outcome.latitudes == [46.05, 46.05])
  }

  @Test(arguments: [
    "10-19 18:48:48.992 13403 13403 I TSLocationManager: ",
    "I/TSLocationManager(  401): ",
    "",
  ])
  func `of Android has the absolute times of its places`(prefix: String) throws {
    let lines = [
      "║ motionchange LocationResult: 1 (198905ms old)",
      "╟─ 📍  Location[fused 46.050000,14.480000 hAcc=5.0 et=+1d21h45m14s932ms alt=0.0 vel=0.25 bear=90.0], time: 1697733911825",
      "╟─ 📍  Location[fused 46,050000,14,500000 hAcc=20 et=+39m51s903ms vAcc=??? {Bundle[x]}], age: 79ms, time: 1697733941825",
    ]
    let outcome = try read(lines.map { prefix + $0 }.joined(separator: "\n").utf8)
    #expect(outcome.fixes.map(\.time.milliseconds) == [1_697_733_911_825, 1_697_733_941_825])
    #expect(outcome.fixes.map(\.coordinate.longitude) == [14.48, 14.5])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [5, 20])
    #expect(outcome.fixes.map(\.speed) == [0.25, nil])
    #expect(outcome.remarks == ["F: note: 1 line passed over: no place"])
  }

  @Test(arguments: ["I/flutter (14564): ", "flutter: "])
  func `of Flutter has the locations that Dart prints`(prefix: String) throws {
    let lines = [14.48, 14.5].enumerated().map { number, longitude in
      "\(prefix)[location] - [Location {odometer: 2.5, activity: {confidence: 100, type: still}, "
        + "coords: {altitude: 0.0, heading: 90.0, latitude: 46.05, accuracy: 3.3, "
        + "heading_accuracy: -1.0, speed: 13.5, longitude: \(longitude)}, is_moving: true, "
        + "timestamp: 2022-05-27T05:2\(number):56.068Z}]"
    }
    let outcome = try read(lines.joined(separator: "\n").utf8)
    #expect(
      outcome.fixes.map(\.time.rfc3339) == ["2022-05-27T05:20:56.068Z", "2022-05-27T05:21:56.068Z"])
    #expect(
      outcome.fixes.map(\.coordinate)
        == [14.48, 14.5].map { Coordinate(latitude: 46.05, longitude: $0) })
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [3.3, 3.3])
    #expect(outcome.fixes.map(\.speed) == [13.5, 13.5])
    #expect(outcome.fixes.map(\.course) == [90, 90])
  }

  @Test func `of polygons has the places that were judged`() throws {
    let outcome = try read(
      """
      2026-08-26 16:43:42.034\u{20}
      ╔═══════════
      ║ -[TSPolygonStreamRequest isInPolygon:] 🟩 [28] 46.050000, 14.480000, acy: 13.7m --> in: 100.0%, out: 0.0%
      ╚═══════════
      """.utf8)
    #expect(outcome.fixes.map(\.time.rfc3339) == ["2026-08-26T16:43:42.034Z"])
    #expect(outcome.fixes.map(\.coordinate.longitude) == [14.48])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [13.7])
  }

  @Test func `of Home Assistant's app joins the lines of a place`() throws {
    let tag = "/io.homeassistant D/LocBroadcastReceiver: "
    let outcome = try read(
      """
      2020-10-28 18:15:40.754 23832\(tag)Received location update.
      2020-10-28 18:15:40.793 23832\(tag)Coords:(46.05, 14.48)
      2020-10-28 18:15:40.793 23832\(tag)Accuracy: 20.5
      2020-10-28 18:15:40.793 23832\(tag)Bearing: 0.0
      2020-10-28 18:15:40.793 23832\(tag)Begin evaluating if update should be skipped
      2020-10-28 18:15:40.793 23832\(tag)Received location that is 85 milliseconds old, 1603934140708 compared to 1603934140793 with source fused
      2020-10-28 18:16:40.793 23832\(tag)Coords:(46.05, 14.5)
      """.utf8)
    #expect(outcome.fixes.map(\.coordinate.longitude) == [14.48, 14.5])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [20.5, nil])
    // The first place shows what the clock of the lines is, so that the second needs no zone.
    #expect(outcome.fixes.map(\.time.milliseconds).first == 1_603_934_140_708)
    #expect(!outcome.remarks.contains { $0.contains("taken as") })
    #expect(outcome.fixes[1].time - outcome.fixes[0].time == Interval(milliseconds: 60_085))
  }

  @Test(arguments: [
    #"05-01 09:10:00.000 25206 17886 I ReactNativeJS: {"coords": {"latitude": 46.05, "longitude": 14.48, "accuracy": 12}, "timestamp": "2024-05-01T07:10:00Z"}"#,
    #"2024-05-01 09:10:00.000 App[123:45] {"action": "ENTER", "identifier": "home", "location": {"coords": {"latitude": 46.05, "longitude": 14.48, "accuracy": 12}, "timestamp": 1714547400000}}"#,
    #"2024-05-01 07:10:00.000 App[123:45] fix {"lat": 46.05, "lon": 14.48, "acc": 12}"#,
  ])
  func `has the places of JSON in its lines`(line: String) throws {
    let fence = #"{"latitude": 1, "longitude": 1, "radius": 100}"#
    let outcome = try read("2024-05-01 07:09:00.000 App[123:45] adds \(fence)\n\(line)\n".utf8)
    #expect(outcome.fixes.map(\.time.rfc3339) == ["2024-05-01T07:10:00Z"])
    #expect(outcome.fixes.map(\.coordinate.longitude) == [14.48])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [12])
  }

  @Test func `without years says so`() throws {
    let outcome = try read(
      """
      04-19 08:40:16.557 25206 17886 D LocBroadcastReceiver: Coords:(46.05, 14.48)
      04-19 08:41:16.557 25206 17886 D LocBroadcastReceiver: Coords:(46.05, 14.49)
      """.utf8)
    #expect(outcome.fixes.map(\.time.rfc3339).first == "1972-04-19T08:40:16.557Z")
    #expect(outcome.remarks.contains { $0.contains("name no year") })
  }

  @Test func `without years goes on after New Year`() throws {
    let line = "  25206 17886 D Tag: onLocationResult Location[fused 46.05,14.48 hAcc=5.0]\n"
    let text = [
      "12-31 23:59:50.000", "01-01 00:00:00.000", "12-31 23:59:59.000", "01-01 00:01:00.000",
      "02-29 12:00:00.000",
    ]
    let outcome = try read(text.map { $0 + line }.joined().utf8)
    #expect(outcome.remarks.contains { $0.contains("name no year") })
    #expect(
      outcome.fixes.map(\.time.rfc3339) == [
        "1971-12-31T23:59:50Z", "1972-01-01T00:00:00Z", "1972-01-01T00:01:00Z",
        "1972-02-29T12:00:00Z",
      ])
  }

  @Test func `of logcat with years, and with zones, is no table`() throws {
    let line = " 25206 17886 D Tag: onLocationResult Location[fused 46.05,14.48 hAcc=5.0]\n"
    for (stamp, time) in [
      ("2026-03-02 07:00:00.000", "2026-03-02T07:00:00Z"),
      ("2026-03-02 07:00:00.000 +0100", "2026-03-02T06:00:00Z"),
    ] {
      #expect(try read((stamp + line).utf8).fixes.map(\.time.rfc3339) == [time])
    }
    // A table may have numbers and words behind its times.
    #expect(
      LogTrack.begins(Array("2026-03-02 07:00:00 46.05 14.48 D\n".utf8).span, isWhole: true)
        == false)
  }

  @Test func `in which no place stands says what it is`() throws {
    let outcome = try read(
      "2024-05-01 09:10:00.039 🔴-[TSGeofenceManager locationManager:didExitRegion:] office\n".utf8)
    #expect(
      outcome.error?.problem == "is a log in which no line has a place in a form that is read")
    #expect(outcome.error?.help?.contains("--phone") == true)
    let other = try read("2024-05-01 09:10:00.039 INFO started\n".utf8)
    #expect(other.error?.help == "'geofence help tracks' names the logs that are read")
  }

  @Test func `of Android's polygons has the places that were judged`() throws {
    let outcome = try read(
      """
      2026-04-23 08:49:23.638 DEBUG [PolygonGeofencingService c]
      ╔═════════════════════════════════════════════
      ║ isInPolygon: 📍  48.4572636, 7.9313524, acy: 3.0m, spd: 19.469002
      ╠═════════════════════════════════════════════
      """.utf8)
    #expect(outcome.fixes.map(\.time.rfc3339) == ["2026-04-23T08:49:23.638Z"])
    #expect(
      outcome.fixes.map(\.coordinate) == [Coordinate(latitude: 48.4572636, longitude: 7.9313524)])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [3])
    #expect(outcome.fixes.map(\.speed) == [19.469002])
  }

  @Test(arguments: ["", ",123"])
  func `of Traccar's server has the places of its devices, and speeds in knots`(fraction: String)
    throws
  {
    let outcome = try read(
      """
      2021-05-14 14:53:18\(fraction)  INFO: [2d738285: osmand < 192.0.2.1] HEX: 474554202f3f69643d38
      2021-05-14 14:53:18\(fraction)  INFO: [2d738285] id: 86a8, time: 2021-05-14 14:53:14, lat: 46.05000, lon: 14.48000, speed: 10.0, course: 106.0
      2021-05-14 14:54:18\(fraction)  INFO: [2d738286: id: 1] id: 97b9, time: 2021-05-14 14:54:14, lat: 46.06000, lon: 14.49000, speed: 0.0, course: 0.0
      """.utf8)
    #expect(outcome.fixes.map(\.time.rfc3339) == ["2021-05-14T14:53:14Z", "2021-05-14T14:54:14Z"])
    #expect(
      outcome.fixes.map(\.coordinate) == [
        Coordinate(latitude: 46.05, longitude: 14.48),
        Coordinate(latitude: 46.06, longitude: 14.49),
      ])
    #expect(Array(outcome.report.deviceNames) == ["86a8", "97b9"])
    #expect(outcome.fixes.map { $0.speed.map { ($0 * 100).rounded() } } == [514, 0])
    #expect(outcome.remarks.contains { $0.contains("taken as UTC") })
  }

  /// A location, a transition and another location, with the transition's words in their middle.
  private static func messages(behind prefix: String) -> String {
    [
      #"{"_type":"location","tid":"ph","acc":10,"lat":46.06,"lon":14.5,"tst":1700000000}"#,
      #"{"_type":"transition","tid":"ph","desc":"Work","event":"enter","lat":1,"lon":1,"tst":1700000065}"#,
      #"{"_type":"location","tid":"ph","acc":20,"lat":46.05,"lon":14.5,"tst":1700000120}"#,
    ].map { "\(prefix) \($0)" }.joined(separator: "\n")
  }

  @Test(arguments: [
    "2018-10-05 09:35:00.203 [DEBUG] [AbstractCallbackServlet] - Post message from OwnTracks:",
    "owntracks/jane/phone", "20170716-21:49:29",
  ])
  func `with messages of OwnTracks behind other words has their places`(prefix: String) throws {
    for piece in [1, 64, .max] {
      let lines = Self.messages(behind: prefix) + "\n\(prefix) {name=x}\n"
      let outcome = try read(lines.utf8, piece: piece)
      #expect(outcome.message == nil)
      #expect(outcome.latitudes == [46.06, 46.05])
      #expect(outcome.times == [1_700_000_000_000, 1_700_000_120_000])
      #expect(outcome.fixes.map(\.horizontalAccuracy) == [10, 20])
      #expect(Array(outcome.report.deviceNames) == ["ph"])
      #expect(outcome.remarks.contains { $0.contains("1 transition passed over") })
      #expect(outcome.remarks.contains { $0.contains("1 line passed over: no place") })
    }
    let lines = "2018-10-05 09:34:00.203 [DEBUG] [x] - starts\n" + Self.messages(behind: prefix)
    #expect(try read(lines.utf8).latitudes == [46.06, 46.05])
  }

  @Test func `with other messages of OwnTracks among its lines has the places of those`() throws {
    let place = "2024-05-01 09:10:00 x <+46.05,+14.5> +/- 5.00m (speed -1.00 mps / course -1.00) @ "
    let outcome = try read(
      """
      owntracks/jane/phone {"_type":"lwt","tst":1714554600}
      \(place)5/1/24, 9:10:00 AM
      owntracks/jane/phone {"_type":"transition","event":"enter","desc":"Work","tst":1714554600}

      """.utf8)
    #expect(outcome.latitudes == [46.05])
    #expect(outcome.remarks.contains { $0.contains("1 transition passed over") })
    #expect(outcome.remarks.contains { $0.contains("1 line passed over: no place") })
  }

  @Test func `with a message that is cut off takes nothing of it for the next one`() throws {
    let outcome = try read(
      """
      \(Self.messages(behind: "owntracks/jane/phone"))
      owntracks/jane/phone {"_type":"location","tid":"other","data":[
      owntracks/jane/phone {"_type":"location","lat":46.04,"lon":14.5,"tst":1700000180} retained

      """.utf8)
    #expect(outcome.latitudes == [46.06, 46.05, 46.04])
    #expect(!outcome.report.deviceNames.contains("other"))
    #expect(outcome.remarks.contains { $0.contains("1 line passed over: no place") })
  }

  @Test func `with a message that is no place names its line`() throws {
    let bad = #"owntracks/jane/phone {"_type":"location","lat":95,"lon":14.5,"tst":1700000180}"#
    let outcome = try read((Self.messages(behind: "owntracks/jane/phone") + "\n" + bad).utf8)
    #expect(outcome.warnings.first?.hasPrefix("F:4: warning: point skipped") == true)
  }

  @Test(arguments: [
    "2024-05-01 07:00:00,46.05,14.5", "2024-05-01 07:00:00 UTC,46.05,14.5",
    "2024-05-01 07:00:00\t46.05\t14.5", "2024-05-01 07:00:00 | 46.05 | 14.5",
    "2024-05-01 07:00:00 +0000;46.05;14.5", "time,latitude,longitude", "D/x,46.05,14.5",
  ])
  func `is no row of a table`(line: String) {
    #expect(LogTrack.begins(Array(line.utf8).span, isWhole: true) == false)
  }

  @Test func `of e-mission's streams has the places as they were received`() throws {
    func entry(_ key: String, _ latitude: Double, _ time: Int) -> String {
      """
      {"_id": {"$oid": "5"}, "user_id": {"$uuid": "7"}, "metadata": {"key": "\(key)", "write_ts": \(time + 1)},
      "data": {"latitude": \(latitude), "longitude": 14.5, "accuracy": 30, "ts": \(time).25, "fmt_time": "x", "bearing": -1}}
      """
    }
    let filtered = entry("background/filtered_location", 46, 1_446_503_965)
    let raw = entry("background/location", 47, 1_446_503_966)
    let derived = entry("segmentation/raw_place", 48, 1_446_503_967)
    let transition =
      #"{"metadata": {"key": "statemachine/transition", "write_ts": 1446503968}, "data": {"transition": "T_EXITED_GEOFENCE"}}"#
    let all = try read("[\(filtered), \(raw), \(derived), \(transition)]".utf8)
    #expect(all.latitudes == [47])
    #expect(all.fixes.map(\.time.milliseconds) == [1_446_503_966_250])
    #expect(all.remarks.contains { $0.contains("1 filtered location ignored") })
    #expect(try read("[\(filtered), \(derived)]".utf8).latitudes == [46])
  }

  @Test(arguments: [1, 7, .max])
  func `of Home Assistant in YAML has the places of its states and of its history`(piece: Int)
    throws
  {
    let states = """
      # copied from the developer tools
      - entity_id: device_tracker.phone
        state: not_home
        attributes:
          latitude: 46.05
          longitude: 14.48
          gps_accuracy: 12
        last_updated: "2024-05-01T07:00:00+00:00"
      - entity_id: device_tracker.phone
        attributes: {"latitude": 46.06, "longitude": 14.5}
        last_updated: 2024-05-01T07:10:00+00:00
      """
    let outcome = try read(states.utf8, piece: piece)
    #expect(outcome.fixes.map(\.time.rfc3339) == ["2024-05-01T07:00:00Z", "2024-05-01T07:10:00Z"])
    #expect(outcome.latitudes == [46.05, 46.06])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [12, nil])

    let history = [(46.05, 0), (46.06, 1)].map { latitude, minute in
      "Created: 2024-05-01 07:0\(minute):00.000\nTrigger: FLP_BACKGROUND\nResult: SENT\n"
        + "Data: null\n\nLocation: \(latitude), 14.5\nAccuracy: 12\nServer: Home\n"
    }
    let shared = try read(history.joined().utf8, piece: piece)
    #expect(shared.latitudes == [46.05, 46.06])
    #expect(shared.fixes.map(\.time.rfc3339) == ["2024-05-01T07:00:00Z", "2024-05-01T07:01:00Z"])
    #expect(
      try read("event_type: call_service\n".utf8).message?.contains("the YAML has no point") == true
    )
  }

  @Test func `of Home Assistant's events has the places where they were received`() throws {
    let outcome = try read(
      #"""
      [{"event_type": "ios.zone_exited", "data": {"zone": "zone.office", "latitude": 46.05, "longitude": 14.5, "accuracy": 12}, "origin": "REMOTE", "time_fired": "2024-05-01T09:10:00.000000+00:00"}]
      """#.utf8)
    #expect(outcome.fixes.map(\.time.rfc3339) == ["2024-05-01T09:10:00Z"])
  }
}

@Suite struct `A track of places that are set and stay` {
  @Test func `holds each of them`() throws {
    let gpx = """
      <gpx><wpt lat="46" lon="14"/><wpt lat="46.0001" lon="14"/></gpx>
      """
    let outcome = try read(gpx.utf8) { $0.hold = Interval(seconds: 60) }
    #expect(outcome.latitudes == [46, 46, 46.0001, 46.0001])
    let times = outcome.times
    #expect(times[1] - times[0] == 60_000)
    #expect(times[3] - times[2] == 60_000)
    #expect((400...700).contains(times[2] - times[1]))
  }

  @Test func `that has times of its own notes that nothing is held`() throws {
    let outcome = try read("time,lat,lon\n1714546800,46,14\n".utf8) {
      $0.hold = Interval(seconds: 60)
    }
    #expect(outcome.remarks.contains { $0.contains("--hold has no effect") })
  }
}

@Suite struct `A track that can hardly be true` {
  @Test func `has one time for all of its points`() throws {
    let rows = (0..<5).map { "1714546800,46.0\($0),14" }.joined(separator: "\n")
    let outcome = try read("time,lat,lon\n\(rows)\n".utf8)
    #expect(outcome.remarks.contains { $0.contains("all of its 5 points have one time") })
    let both = try read("time,lat,lon\n1714546800,46,14\n1714546800,46,14\n".utf8)
    #expect(both.remarks.contains { $0.contains("all of its 2 points have one time") })
    let two = try read("time,lat,lon\n1714546800,46,14\n1714546801,46,14\n1714546801,46,14\n".utf8)
    #expect(!two.remarks.contains { $0.contains("one time") })
  }

  @Test(arguments: [
    ("1970-01-01T00:00:10Z", true), ("0001-01-01T00:00:00Z", true), ("1979-12-31T23:59:59Z", true),
    ("1980-01-01T00:00:00Z", false), ("10", false),
  ])
  func `begins before 1980`(time: String, isEarly: Bool) throws {
    let outcome = try read("time,lat,lon\n\(time),46,14\n".utf8)
    #expect(outcome.remarks.contains { $0.contains("before 1980") } == isEarly)
  }

  @Test func `has the times of its points although the last of them is read first`() throws {
    let rows = (0..<5).map { "\(1_714_546_840 - $0 * 10),46.0\($0),14" }.joined(separator: "\n")
    let outcome = try read("time,lat,lon\n\(rows)\n".utf8) { $0.sorts = true }
    #expect(outcome.times.count == 5 && outcome.remarks.isEmpty)
  }

  @Test func `jumps once to a place far away and back`() throws {
    let rows = (0..<30).map { "\(1_714_546_800 + $0 * 10),46,\($0 == 7 ? 20 : 14)" }
    let far = try read("time,lat,lon\n\(rows.joined(separator: "\n"))\n".utf8)
    #expect(
      far.remarks.contains { $0.contains("jumps more than 100 km") && $0.contains("2 steps") })
    // A flight is slower.
    let flight = try read("time,lat,lon\n1714546800,46,14\n1714557600,46,20\n".utf8)
    #expect(!flight.remarks.contains { $0.contains("jumps over") })
  }
}
