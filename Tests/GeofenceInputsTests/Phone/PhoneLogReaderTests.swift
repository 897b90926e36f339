import Foundation
import GeofenceBytes
import GeofenceCore
import Testing

@testable import GeofenceInputs
@testable import GeofenceTracks

@Suite("A phone's own log")
struct PhoneLogReaderTests {
  /// Returns a log's events as `time kind region @latitude,longitude +/-accuracy`.
  private func read(_ text: String) throws -> (lines: [String], log: PhoneLog) {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "phone-\(UUID().uuidString)"
    ).path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let log = try PhoneLogReader.read(path: path)
    let lines = log.events.map { event in
      let place = event.place.map { place in
        " @\(place.latitude),\(place.longitude)"
          + (event.accuracy.map { " +/-\(Int($0))" } ?? "")
      }
      return "\(event.time.rfc3339) \(event.isEnter ? "enter" : "exit") \(event.region ?? "-")"
        + (place ?? "")
    }
    return (lines, log)
  }

  @Test(
    "A table and JSON lines with a time, a kind and a region's name",
    arguments: [
      "time,event,region\n2024-05-01T09:10:00Z,exit,office\n2024-05-01T10:10:00Z,arrive,home\n",
      "when;Kind\n# none\n",
      "timestamp;kind;identifier\n2024-05-01 09:10:00;didExitRegion;office\n"
        + "2024-05-01 10:10:00;GEOFENCE_TRANSITION_ENTER;home\n",
      "{\"time\":\"2024-05-01T09:10:00Z\",\"kind\":\"exited\",\"region\":\"office\"}\n"
        + "{\"time\":\"2024-05-01T10:10:00Z\",\"kind\":\"geofence_enter\",\"region\":\"home\"}\n",
      "2024-05-01T09:10:00Z  exit   office\n2024-05-01T10:10:00Z  enter  home\n",
    ])
  func plainForms(_ text: String) throws {
    if text.hasPrefix("when") {
      #expect(throws: InputError.self) { try read(text) }
      return
    }
    #expect(
      try read(text).lines == [
        "2024-05-01T09:10:00Z exit office", "2024-05-01T10:10:00Z enter home",
      ])
  }

  @Test func `a tracker of OwnTracks is its topic, where the log has that`() throws {
    let text = """
      {"_type":"location","lat":46.05,"lon":14.5,"tst":1714554540,"tid":"AN","topic":"owntracks/a/ann"}
      {"_type":"transition","event":"leave","desc":"office","tst":1714554600,"tid":"AN"}
      {"_type":"transition","event":"leave","desc":"office","tst":1714554600,"tid":"BE"}
      """
    #expect(try read(text).log.events.map(\.device) == ["owntracks/a/ann", "BE"])
  }

  @Test("OwnTracks: transitions among locations; those of beacons and of the app are left out")
  func ownTracks() throws {
    let text = """
      2024-05-01T09:09:00Z\t*                 \t{"_type":"location","lat":46.05,"lon":14.5,"tst":1714554540}
      2024-05-01T09:10:03Z\t*                 \t{"_type":"transition","event":"leave","desc":"office","lat":46.051,"lon":14.5,"acc":65,"tst":1714554600,"wtst":1700000000,"t":"c"}
      2024-05-01T10:10:03Z\t*                 \t{"_type":"transition","event":"enter","desc":"home","tst":1714558200,"t":"l"}
      2024-05-01T10:10:03Z\t*                 \t{"_type":"transition","event":"enter","desc":"home","tst":1714558200,"t":"b"}

      """
    let (lines, log) = try read(text)
    #expect(lines == ["2024-05-01T09:10:00Z exit office @46.051,14.5 +/-65"])
    #expect(log.form == "OwnTracks")
    #expect(
      log.leftOut == ["of a beacon": 1, "computed by the app, not delivered by the phone": 1])
  }

  @Test("Home Assistant's events as its developer tools show them, several below each other")
  func yaml() throws {
    let events = ["entered", "exited"].enumerated().map { number, word in
      """
      event_type: ios.zone_\(word)
      data:
        sourceDeviceID: "phone"
        zone: zone.home
        latitude: 46.05
        longitude: 14.5
        accuracy: 30.5
        multi_region_zone: false
      origin: REMOTE
      time_fired: '2024-05-01T0\(7 + number):00:00.000000+00:00'
      context:
        id: 01HX
        parent_id: null

      """
    }
    let lines = [
      "2024-05-01T07:00:00Z enter zone.home @46.05,14.5 +/-30",
      "2024-05-01T08:00:00Z exit zone.home @46.05,14.5 +/-30",
    ]
    for between in ["", "---\n", "# the second\n"] {
      let (read, log) = try read(events.joined(separator: between))
      #expect(read == lines && log.form == "Home Assistant")
    }
  }

  @Test("What Home Assistant's app for Android shares of its location history")
  func history() throws {
    let (lines, log) = try read(
      """
      Created: 2024-05-01 07:00:00.123
      Trigger: GEOFENCE_ENTER
      Result: SENT
      Data: {"gps":[46.05,14.5],"gps_accuracy":12}

      Location: 46.05, 14.5
      Accuracy: 12
      Server: Home
      Created: 2024-05-01 07:10:00.123
      Trigger: FLP_BACKGROUND
      Result: SENT
      Data: null

      Location: 46.06, 14.5
      Accuracy: 12
      Server: Home
      """)
    #expect(lines == ["2024-05-01T07:00:00.123Z enter - @46.05,14.5 +/-12"])
    #expect(log.form == "Home Assistant's location history" && log.hasLocalTimes)
  }

  @Test("Home Assistant's zones of both systems")
  func homeAssistant() throws {
    let text = """
      [{"event_type": "ios.zone_exited", "data": {"zone": "zone.office", "latitude": 46.05, "longitude": 14.5, "accuracy": 12}, "time_fired": "2024-05-01T09:10:00.000000+00:00"},
       {"event_type": "android.zone_entered", "data": {"zone": "zone.home"}, "time_fired": "2024-05-01T10:10:00+00:00"}]
      """
    #expect(
      try read(text).lines == [
        "2024-05-01T09:10:00Z exit zone.office @46.05,14.5 +/-12",
        "2024-05-01T10:10:00Z enter zone.home",
      ])
  }

  @Test("Transistorsoft's JSON, as its SDK posts it")
  func transistorsoft() throws {
    let text = """
      {"location": {"event": "geofence", "timestamp": "2024-05-01T09:10:00.000Z", "coords": {"latitude": 46.05, "longitude": 14.5, "accuracy": 5}, "geofence": {"identifier": "office", "action": "EXIT"}}}
      {"event": "geofence", "timestamp": "2024-05-01T09:20:00.000Z", "coords": {}, "geofence": {"identifier": "office", "action": "DWELL"}}
      {"event": "motionchange", "timestamp": "2024-05-01T09:30:00.000Z", "coords": {"latitude": 46, "longitude": 14}}
      """
    let (lines, log) = try read(text)
    #expect(lines == ["2024-05-01T09:10:00Z exit office @46.05,14.5 +/-5"])
    #expect(log.leftOut == ["of a dwell": 1])
  }

  @Test("Transistorsoft's log: the system's callbacks go before the SDK's own lines")
  func transistorsoftLog() throws {
    let text = """
      2024-05-01 09:10:00.039 🔴-[TSGeofenceManager locationManager:didExitRegion:] office

      2024-05-01 09:10:00.072 🔵-[TSGeofenceManager locationManager:didUpdateLocations:] <+46.05100000,+14.50000000> +/- 65.76m (speed -1.00 mps / course -1.00) @ 01/05/2024, 9:10:00
      2024-05-01 09:10:00.072
      ║ -[TSGeofenceManager fireGeofenceEvent:] 📢EXIT Geofence: office
      """
    #expect(try read(text).lines == ["2024-05-01T09:10:00.039Z exit office @46.051,14.5 +/-65"])
    let android = """
      2024-05-01 09:10:00.528 INFO [TSGeofenceTransition]
      ╔═════════════════════════════════════════════
      ║ Geofencing Event: ENTER
      ╠═════════════════════════════════════════════
      ╟─ home
      ╟─ office
      ╚═════════════════════════════════════════════
      2024-05-01 09:12:00.000 INFO something
      """
    #expect(
      try read(android).lines == [
        "2024-05-01T09:10:00.528Z enter home", "2024-05-01T09:10:00.528Z enter office",
      ])
  }

  @Test(
    "Transistorsoft's logs: names with blanks, its own region, and a clock that its places show")
  func transistorsoftNames() throws {
    let text = """
      08-12 16:30:07.308 DEBUG [TrackingService b]
      ╟─ 📍  Location[fused 46.05,14.5 hAcc=22 et=+39m51s903ms], age: 79ms, time: 1597267807229
      2020-08-12 16:30:07.400 🔵-[TSLocationManager locationManager:didExitRegion:] Exit stationary region
      08-12 16:30:07.352 INFO [GeofencingService a]
      ╔═════════════════════════════════════════════
      ║ Geofencing Event: ENTER
      ╠═════════════════════════════════════════════
      ╟─ Casa al frente
      ╚═════════════════════════════════════════════
      """
    let (lines, log) = try read(text)
    #expect(lines == ["2020-08-12T21:30:07.352Z enter Casa al frente"])
    #expect(!log.hasLocalTimes)
    let spoken = "2023-10-12 15:07:52.183 ║ 📢EXIT Geofence: #546 - 2023-10-12 10:45:00"
    #expect(
      try read(spoken).lines == ["2023-10-12T15:07:52.183Z exit #546 - 2023-10-12 10:45:00"])
  }

  @Test("Transistorsoft's blocks of version 5 have a time in UTC")
  func transistorsoftBlocks() throws {
    let text = """
      2026-04-02 15:06:08.702 {
          allowStale = 1;
          geofenceEvent =     {
              action = ENTER;
              extras =         {
                  regionName = Main;
              };
              identifier = "main gate@@@primary";
              timestamp = "2026-04-02T19:06:08.650Z";
          };
      """
    #expect(try read(text).lines == ["2026-04-02T19:06:08.650Z enter main gate@@@primary"])
  }

  @Test("The lines of simulate, whose dwells are left out and counted")
  func recorded() throws {
    let (lines, log) = try read(
      """
      2024-05-01T08:00:40Z  enter  shop  49.6 m inside, 0 s after crossing
      2024-05-01T08:01:00Z  dwell  shop  250.0 m inside, 20 s after crossing
      """)
    #expect(lines == ["2024-05-01T08:00:40Z enter shop"])
    #expect(log.leftOut == ["of a dwell": 1])
  }

  @Test("What Transistorsoft's plugin for Flutter prints of an event")
  func flutter() throws {
    let event = { (action: String, time: String) in
      "[GeofenceEvent identifier: main, gate, action: \(action), timestamp: \(time)]"
    }
    let (lines, log) = try read(
      """
      I/TSLocationManager( 4404):   [GeofenceService enqueue] [GeolocationEvent name: geofence, data: \(event("ENTER", "2025-01-28T21:24:26.051Z")), id: 15b9d0fd, isHeadless: false]
      I/flutter ( 4404): [geofence] \(event("EXIT", "2025-01-28T21:26:30.000Z"))
      I/flutter ( 4404): [geofence] \(event("DWELL", "2025-01-28T21:27:30.000Z"))
      """)
    #expect(
      lines == [
        "2025-01-28T21:24:26.051Z enter main, gate", "2025-01-28T21:26:30Z exit main, gate",
      ])
    #expect(log.leftOut == ["of a dwell": 1])
  }

  @Test("Callbacks that an app of iOS prints, and what Google's sample logs")
  func callbacks() throws {
    let prefix = "2015-11-11 09:44:13.718 RegionTest[239:15121]"
    let (lines, log) = try read(
      """
      \(prefix) -[AppDelegate locationManager:didEnterRegion:]
      \(prefix) didEnterRegion: Work
      \(prefix) didExitRegion: CLCircularRegion (identifier:'Home', center:<+46.05000000,+14.50000000>, radius:200.00m)
      """)
    #expect(
      lines == ["2015-11-11T09:44:13.718Z enter Work", "2015-11-11T09:44:13.718Z exit Home"])
    #expect(log.form == "a log of iOS")
    let sample = """
      2015-11-11 09:44:13.718  1234  1234 I GeofenceTransitionsIS: Entered: Work
      2015-11-11 09:54:13.718  1234  1234 I GeofenceTransitionsIS: Exited: Work
      """
    #expect(
      try read(sample).lines == [
        "2015-11-11T09:44:13.718Z enter Work", "2015-11-11T09:54:13.718Z exit Work",
      ])
  }

  @Test("Events without a time are left out, and are an error where there are no others")
  func timeless() throws {
    let block = """
      I/TSLocationManager( 6345): ║ Geofencing Event: ENTER
      I/TSLocationManager( 6345): ╟─ Work
      I/TSLocationManager( 6345): ╚═══════════

      """
    let error = #expect(throws: InputError.self) { try read(block) }
    #expect(error?.problem == "1 event without a time")
    let timed =
      "[GeofenceEvent identifier: Work, action: EXIT, timestamp: 2025-01-28T21:26:30.000Z]\n"
    let (lines, log) = try read(block + timed)
    #expect(lines == ["2025-01-28T21:26:30Z exit Work"])
    #expect(log.leftOut == ["without a time": 1])
  }

  @Test("e-mission's text log, of both systems")
  func missionLog() throws {
    let text = """
      4504,1727041302.19559,2024-09-22T14:41:42.195590-07:00,"In TripDiaryStateMachine, received transition T_EXITED_GEOFENCE in state STATE_WAITING_FOR_TRIP_START"
      10185,1639090802.309,2021-12-09T15:00:02.309000-08:00,"TripDiaryStateMachineService : handleAction(local.state.waiting_for_trip_start, local.transition.exited_geofence) called"
      """
    #expect(
      try read(text).lines == [
        "2024-09-22T21:41:42.195Z exit -", "2021-12-09T23:00:02.309Z exit -",
      ])
  }

  @Test("A column of places goes before one of rows")
  func columnsOfRegions() throws {
    let text = "id,time,event,location_id\n1,2024-05-01T09:10:00Z,exit,office\n"
    #expect(try read(text).lines == ["2024-05-01T09:10:00Z exit office"])
  }

  @Test("Radar, e-mission and Customer.io")
  func otherPrograms() throws {
    let radar = """
      {"event": {"type": "user.exited_geofence", "geofence": {"externalId": "office"}, "actualCreatedAt": "2024-05-01T09:10:00.000Z", "createdAt": "2024-05-01T09:11:00.000Z", "location": {"type": "Point", "coordinates": [14.5, 46.05]}, "locationAccuracy": 30}}
      """
    #expect(try read(radar).lines == ["2024-05-01T09:10:00Z exit office @46.05,14.5 +/-30"])
    let others = ["user.exited_region_state", "user.entered_place", "user.dwelled_in_geofence"].map
    {
      #"{"type": "\#($0)", "actualCreatedAt": "2024-05-01T09:10:00.000Z"}"#
    }
    let log = try read("[\(others.joined(separator: ", ")), \(radar)]").log
    #expect(log.events.map(\.region) == ["office"])
    #expect(log.leftOut == ["of another kind": 2, "of a dwell": 1])
    let mission = """
      [{"metadata": {"key": "statemachine/transition", "write_ts": 1714554601.5}, "data": {"currState": "STATE_WAITING_FOR_TRIP_START", "transition": "T_EXITED_GEOFENCE", "ts": 1714554600}},
       {"metadata": {"key": "statemachine/transition", "write_ts": 1714554602}, "data": {"transition": "T_TRIP_STARTED", "ts": 1714554602}},
       {"metadata": {"key": "statemachine/transition", "write_ts": 1714554660}, "data": {"transition": 1}},
       {"metadata": {"key": "background/location"}, "data": {"latitude": 46, "longitude": 14, "ts": 1714554600}}]
      """
    #expect(
      try read(mission).lines == ["2024-05-01T09:10:00Z exit -", "2024-05-01T09:11:00Z exit -"])
    let customer = """
      {"ev": "module.reset", "at": "2024-05-01T09:09:00Z"}
      {"ev": "os.callback", "transition": "exit", "ids": ["office", "home"], "at": "2024-05-01T09:10:00Z", "lat": 46.05, "lon": 14.5, "acc": 20}
      """
    #expect(
      try read(customer).lines == [
        "2024-05-01T09:10:00Z exit office @46.05,14.5 +/-20",
        "2024-05-01T09:10:00Z exit home @46.05,14.5 +/-20",
      ])
  }

  @Test(arguments: [
    "createdAt", "recordedAt", "dateTime", "Timestamp", "TIME", "created_at", "recorded-at",
  ])
  func `a key has the usual name in any spelling`(time: String) throws {
    let text =
      #"[{"Event": "Exit", "RegionName": "office", "\#(time)": "2024-05-01T09:10:00Z"}]"#
    #expect(try read(text).lines == ["2024-05-01T09:10:00Z exit office"])
  }

  @Test func `what Traccar's server computed was delivered by no phone`() throws {
    let text =
      #"{"event": {"type": "geofenceEnter", "eventTime": "2024-05-01T09:10:00Z", "deviceId": 1, "geofenceId": 2}}"#
    let error = try #require(throws: InputError.self) { try read(text) }
    #expect(error.description.contains("Traccar's server computed"))
  }

  @Test("Android's transitions as numbers, and as words of logcat")
  func transitions() throws {
    let numbers = """
      {"time": "2024-05-01T09:10:00Z", "geofenceTransition": 2, "requestId": "office"}
      {"time": "2024-05-01T09:11:00Z", "transition": 1, "requestId": "home"}
      {"time": "2024-05-01T09:12:00Z", "transition": 4, "requestId": "home"}
      """
    let log = try read(numbers)
    #expect(log.lines == ["2024-05-01T09:10:00Z exit office", "2024-05-01T09:11:00Z enter home"])
    let lines = """
      2024-05-01T09:09:00Z D/Fences: adds office, GEOFENCE_TRANSITION_ENTER | GEOFENCE_TRANSITION_EXIT
      2024-05-01T09:10:00Z D/Fences: GEOFENCE_TRANSITION_EXIT office
      2024-05-01T09:11:00Z D/Fences: GEOFENCE_TRANSITION_ENTER home
      2024-05-01T09:12:00Z D/Fences: GEOFENCE_TRANSITION_DWELL home
      """
    #expect(
      try read(lines).lines == [
        "2024-05-01T09:10:00Z exit office", "2024-05-01T09:11:00Z enter home",
      ])
  }

  @Test("A monitor's states, Android's requestId, and a date apart from the time of day")
  func words() throws {
    #expect(
      try read("time,event,region\n2024-05-01T07:02:40Z,satisfied,shop\n").lines
        == ["2024-05-01T07:02:40Z enter shop"])
    #expect(
      try read(
        #"{"time": "2024-05-01T07:02:40Z", "state": 1, "event": "unsatisfied", "region": "a"}"#
      )
      .lines == ["2024-05-01T07:02:40Z exit a"])
    #expect(
      try read(#"{"time": "2024-05-01T07:02:40Z", "transition": "exit", "requestId": "home"}"#)
        .lines == ["2024-05-01T07:02:40Z exit home"])
    #expect(
      try read("date,time,event,region\n2024-05-01,07:02:40,enter,shop\n").lines
        == ["2024-05-01T07:02:40Z enter shop"])
    #expect(
      try read(#"{"date": "2024-05-01", "time": "07:02:40", "event": "enter", "region": "shop"}"#)
        .lines == ["2024-05-01T07:02:40Z enter shop"])
  }

  @Test("A line of JSON that is cut off is an error with its line")
  func cutLine() throws {
    let whole = #"{"time": "2024-05-01T07:02:40Z", "event": "exit", "region": "home"}"#
    let error = #expect(throws: InputError.self) { try read(whole + "\n" + whole.dropLast(12)) }
    #expect(error?.description.contains("2") == true)
  }

  @Test(
    "An empty list is an empty log", arguments: ["[]", #"{"events": []}"#, "{\n\"events\": []}\n"])
  func emptyList(text: String) throws {
    #expect(try read(text).log.events.isEmpty)
    #expect(throws: InputError.self) { try read(text.replacing("[]", with: #"[{"a": 1}]"#)) }
  }

  @Test("What cannot be read is an error with its place")
  func mistakes() throws {
    #expect(throws: InputError.self) { try read("time,event,region\nyesterday,exit,office\n") }
    #expect(throws: InputError.self) { try read("hello\n") }
  }
}
