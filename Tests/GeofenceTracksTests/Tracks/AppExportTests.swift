import GeofenceCore
import Testing

@testable import GeofenceBytes
@testable import GeofenceTracks

@Suite struct `The export of an app` {
  private static let seven: Int64 = 1_714_546_800_000

  @Test func `of phyphox has seconds with exponents`() throws {
    let outcome = try read(
      """
      "Time (s)","Latitude (°)","Longitude (°)","Height (m)","Horizontal Accuracy (m)"
      1.037109375E0,4.605000000E1,1.450000000E1,3.0E2,5.0E0
      2.037109375E0,4.606000000E1,1.450000000E1,3.0E2,5.0E0

      """)
    #expect(outcome.times == [1037, 2037])
    #expect(outcome.latitudes == [46.05, 46.06])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [5, 5])
  }

  @Test(arguments: [
    ("Position", "\"46.05,14.5\""), ("geom", "POINT (14.5 46.05)"), ("wkt", "POINT(14.5 46.05)"),
    ("geometry", "SRID=4326;POINT (14.5 46.05)"), ("position", "\"(46.05, 14.5)\""),
    ("position", "\"46.05 ± 39.66 meters, 14.5 ± 39.66 meters\""),
    ("the_geom", "POINT Z (14.5 46.05 300)"), ("point", "\"46.05° N, 14.5° E\""),
  ])
  func `has a place in one text`(name: String, text: String) throws {
    let outcome = try read("time,\(name),speed\n1714546800,\(text),3\n")
    #expect(outcome.fixes.map(\.coordinate) == [Coordinate(latitude: 46.05, longitude: 14.5)])
  }

  @Test func `has its place in the column whose texts are places`() throws {
    let outcome = try read(
      """
      "time";"location";"timestamp";"gps_coordinates"
      "2024-05-01 09:00:00";"Heidelberg, Deutschland";"1714546800";"46.05,14.5"
      "2024-05-01 09:01:00";"Mannheim";"1714546860";"46.06,14.5"

      """)
    #expect(outcome.latitudes == [46.05, 46.06])
    #expect(outcome.times == [Self.seven, Self.seven + 60_000])
    #expect(outcome.allRemarks.contains { $0.contains("passed over: \"time\", \"location\"") })
  }

  @Test(arguments: ["\"\"", "here"])
  func `has its place in that column where the first rows have none`(text: String) throws {
    let outcome = try read(
      """
      time,location,gps_coordinates,note
      2024-05-01T07:00:00Z,\(text),,a
      2024-05-01T07:01:00Z,Heidelberg,"46.05, 14.5",b
      2024-05-01T07:02:00Z,Heidelberg,"46.06, 14.5",c

      """)
    #expect(outcome.latitudes == [46.05, 46.06])
    #expect(outcome.allRemarks.contains { $0.contains("passed over: \"location\", \"note\"") })
  }

  @Test func `has a bad place where one text is none`() throws {
    let outcome = try read("time,position\n1714546800,\"46,14\"\n1714546801,here\n")
    #expect(
      outcome.warnings == [
        "F:3: warning: point skipped: the latitude \"here\" is not a number | help: latitude is -90 "
          + "to 90 and longitude -180 to 180, in decimal degrees"
      ])
  }

  @Test func `of Flightradar24 names its device by the callsign`() throws {
    let outcome = try read(
      """
      Timestamp,UTC,Callsign,Position,Altitude,Speed,Direction
      1714546800,2024-05-01T07:00:00Z,ADR1,"46.05,14.5",1000,200,90

      """)
    #expect(outcome.times == [Self.seven])
    #expect(outcome.report.deviceNames == ["ADR1"])
  }

  @Test func `of Traccar has lines before its header`() throws {
    let outcome = try read(
      """
      Report type:,Route
      ,
      Device:,Vehicle 1
      Period:,2024-05-01 00:00:00 - 2024-05-02 00:00:00

      Valid,Time,Latitude,Longitude,Altitude,Speed,Address
      TRUE,2024-05-01 07:00:00,46.05°,14.5°,300 m,0.00 kn,"Street, 1"
      TRUE,noon,46.05°,14.5°,300 m,0.00 kn,"Street, 1"

      """)
    #expect(outcome.times == [Self.seven])
    #expect(outcome.warnings.first?.hasPrefix("F:8: ") == true)
  }

  @Test func `of FIT as a table counts degrees in semicircles`() throws {
    let rows = "1714546800,549408085,172991737\n1714546801,549408085,172991737\n"
    for header in ["timestamp,position_lat,position_long"] {
      let outcome = try read("\(header)\n\(rows)")
      #expect(outcome.latitudes.allSatisfy { abs($0 - 46.051) < 1e-3 })
    }
    #expect(try read("timestamp,position_lat,position_long\n1714546800,46,14\n").latitudes == [46])
  }

  @Test func `of Home Assistant has the place in the attributes`() throws {
    let outcome = try read(
      """
      [[{"entity_id": "device_tracker.p", "state": "home",
      "attributes": {"latitude": 46.05, "longitude": 14.5, "gps_accuracy": 10},
      "last_changed": "2024-05-01T06:00:00+00:00", "last_updated": "2024-05-01T07:00:00+00:00"},
      {"state": "home", "last_changed": "2024-05-01T07:00:00+00:00"}]]
      """)
    #expect(outcome.times == [Self.seven])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [10])
    #expect(outcome.report.deviceNames == ["device_tracker.p"])
  }

  @Test(arguments: [
    "# Header Description:\n#\n# Raw,utcTimeMillis,TimeNanos\n"
      + "# Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,"
      + "BearingDegrees,UnixTimeMillis,SpeedAccuracyMps\n# Nav,Svid,Type\n"
      + "Raw,1714546800000,7\nFix,GPS,46.05,14.5,300,1.5,5,90,1714546800000,0.3\nRaw,1714546801000,8\n"
      + "Fix,GPS,46.06,14.5,300,1.5,5,90,1714546860000,0.3\nNav,1,2\n",
    "# Raw,ElapsedRealtimeMillis\n"
      + "# Fix,Provider,Latitude,Longitude,Altitude,Speed,Accuracy,(UTC)TimeInMs\n"
      + "Fix,gps,46.05,14.5,300,1.5,5,1714546800000\nRaw,7\n"
      + "Fix,gps,46.06,14.5,300,1.5,5,1714546860000\n",
  ])
  func `of GnssLogger has its fixes among other rows`(text: String) throws {
    let outcome = try read(text)
    #expect(outcome.error == nil)
    #expect(outcome.times == [Self.seven, Self.seven + 60_000])
    #expect(outcome.latitudes == [46.05, 46.06])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [5, 5])
    #expect(outcome.fixes.map(\.speed) == [1.5, 1.5])
  }

  @Test func `of the Danish authority of ships names its columns in a comment`() throws {
    let text = """
      # Timestamp,Type of mobile,MMSI,Latitude,Longitude,Navigational status,ROT,SOG,COG,Heading,IMO
      01/05/2024 07:00:00,Class A,219000001,46.05,14.5,Under way using engine,0.0,12.1,90.0,91,Unknown
      01/05/2024 07:01:00,Class A,219000001,46.06,14.5,Under way using engine,0.0,12.1,90.0,91,Unknown

      """
    let refused = try read(text)
    #expect(refused.fixes == [])
    #expect(refused.warnings.first?.contains("--columns time=NAME:day-first") == true)
    let outcome = try read(text) {
      $0.columns = ColumnChoice(ofTrack: "time=# Timestamp:day-first")
    }
    #expect(outcome.times == [Self.seven, Self.seven + 60_000])
    #expect(outcome.report.deviceNames == ["219000001"])
  }

  @Test(arguments: [
    "points", "locations", "samples", "gps", "positions", "data", "results", "records", "history",
    "track", "log",
  ])
  func `has its list under a key`(key: String) throws {
    let places =
      #"[{"time": "2024-05-01T07:00:00Z", "lat": 46.05, "lon": 14.5}, {"time": "2024-05-01T07:01:00Z", "coords": {"lat": 46.06, "lon": 14.5}}]"#
    for text in [
      #"{"version": 1, "\#(key)": \#(places), "\#(key)Count": 2}"#,
      #"{"data": {"\#(key)": \#(places)}}"#,
    ] {
      let outcome = try read(text)
      #expect(outcome.latitudes == [46.05, 46.06], "\(text)")
      #expect(outcome.times == [Self.seven, Self.seven + 60_000])
      #expect(outcome.remarks == [])
    }
  }

  @Test(arguments: [
    #"{"results": [{"time": "2024-05-01T07:00:00Z", "data": {"lat": 46.05, "lon": 14.5}}, {"time": "2024-05-01T07:01:00Z", "coords": {"lat": 46.06, "lon": 14.5}, "data": {"lat": 1, "lon": 2}}]}"#,
    #"{"results": [[7], {"time": "2024-05-01T07:00:00Z", "lat": 46.05, "lon": 14.5}, {"points": [{"time": "2024-05-01T07:01:00Z", "lat": 46.06, "lon": 14.5}]}]}"#,
    #"{"results": [{"positions": [{"time": "2024-05-01T07:00:00Z", "lat": 46.05, "lon": 14.5}]}, {"data": {"positions": [{"time": "2024-05-01T07:01:00Z", "data": {"lat": 46.06, "lon": 14.5}}]}}]}"#,
  ])
  func `has places within the elements of such a list`(text: String) throws {
    let outcome = try read(text)
    #expect(outcome.latitudes == [46.05, 46.06])
    #expect(outcome.times == [Self.seven, Self.seven + 60_000])
    #expect(outcome.remarks == [])
  }

  @Test(arguments: [
    (#"{"device": "z", "data": [{"device": "a", PLACE}, {PLACE}]}"#, ["a", "z"]),
    (#"{"data": [{"device": "a", PLACE}, {PLACE}]}"#, ["a", nil]),
    (
      #"{"data": [{"device": "a", "positions": [{PLACE}]}, {"positions": [{PLACE}]}]}"#, ["a", nil]
    ),
    (#"{"device": "z", "location": [{"device": "a", PLACE}, {PLACE}]}"#, ["a", "z"]),
    (#"[{"device": "z", "location": [{"device": "a"}], PLACE}, {"device": "z", PLACE}]"#, ["z"]),
  ])
  func `has in each element of a list the device around it, if that names none`(
    text: String, devices: [String?]
  ) throws {
    let place = #""time": "2024-05-01T07:00:00Z", "lat": 46.05, "lon": 14.5"#
    let outcome = try read(text.replacing("PLACE", with: place))
    #expect(outcome.fixes.count == 2)
    #expect(Array(outcome.report.deviceNames) == devices)
  }

  @Test func `that is a place has no other under such a key`() throws {
    let outcome = try read(
      #"{"time": "2024-05-01T07:00:00Z", "lat": 46.05, "lon": 14.5, "history": [{"time": "2024-05-01T06:00:00Z", "lat": 46, "lon": 14}], "track": 90, "log": "1, 2"}"#
    )
    #expect(outcome.latitudes == [46.05])
  }

  @Test func `of Snapchat has the accuracies in the texts of its places`() throws {
    let outcome = try read(
      #"""
      {"Home & Work": {"Home": "lat 46.1 \u00b1 19.47 meters, long 14.6 \u00b1 19.47 meters"},
      "Location History": [{"Time": "2024/05/01 07:00:00 UTC",
      "Latitude, Longitude": "46.05 \u00b1 39.66 meters, 14.5 \u00b1 39.66 meters"}]}
      """#)
    #expect(outcome.times == [Self.seven])
    #expect(outcome.fixes.map(\.coordinate) == [Coordinate(latitude: 46.05, longitude: 14.5)])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [39.66])
    #expect(outcome.remarks == [])
  }

  @Test(arguments: ["±", "± 5,±", "46 ± 5, ± 5", ",46 ± 5"])
  func `has no place where only accuracies stand`(text: String) throws {
    let outcome = try read("time,position\n1714546800,\"46,14\"\n1714546801,\"\(text)\"\n")
    #expect(outcome.latitudes == [46])
  }

  @Test func `of Arc has samples in its items`() throws {
    let outcome = try read(
      """
      {"timelineItems": [{"itemId": "A", "isVisit": true, "endDate": "2024-05-01T07:01:00Z",
      "center": {"latitude": 46.05, "longitude": 14.5}, "radius": {"mean": 20, "sd": 5}, "samples": [
      {"date": "2024-05-01T07:00:00Z", "location": {"latitude": 46.05, "longitude": 14.5,
      "horizontalAccuracy": 5, "timestamp": "2024-05-01T07:00:00Z"}, "movingState": "stationary"}],
      "startDate": "2024-05-01T06:59:00Z"}]}
      """)
    #expect(outcome.times == [Self.seven])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [5])
  }

  @Test func `in KML has every point of a MultiGeometry`() throws {
    let outcome = try read(
      "<kml><Placemark><MultiGeometry><Point><coordinates>14,46</coordinates></Point>"
        + "<Point><coordinates>14,47</coordinates></Point></MultiGeometry>"
        + "<TimeStamp><when>2024-05-01T07:00:00Z</when></TimeStamp></Placemark></kml>")
    #expect(outcome.latitudes == [46, 47])
    #expect(outcome.times == [Self.seven, Self.seven])
  }

  @Test(arguments: [
    // Trackers of birds: Ornitela's and Technosmart's.
    "device_id,UTC_datetime,UTC_date,UTC_time,datatype,Latitude,Longitude\n7,2024-05-01 07:00:00,2024-05-01,07:00:00,GPS,46.05,14.5\n",
    "device_id,UTC_date,UTC_time,Latitude,Longitude\n7,2024-05-01,07:00:00,46.05,14.5\n",
    "device,Timestamp,X,Y,Z,location-lat,location-lon\n7,2024-05-01T07:00:00Z,0.1,0.2,1,46.05,14.5\n",
    // NOAA's ships, and a GoPro camera.
    "MMSI,BaseDateTime,LAT,LON,SOG\n7,2024-05-01T07:00:00,46.05,14.5,0\n",
    "device,cts,date,GPS (Lat.) [deg],GPS (Long.) [deg],GPS (Alt.) [m],GPS (2D) [m/s]\n7,104.066,2024-05-01T07:00:00.000Z,46.05,14.5,215,3\n",
  ])
  func `of a tracker has its time and its place`(text: String) throws {
    let outcome = try read(text)
    #expect(outcome.times == [Self.seven])
    #expect(outcome.fixes.map(\.coordinate) == [Coordinate(latitude: 46.05, longitude: 14.5)])
    #expect(outcome.report.deviceNames == ["7"])
  }

  @Test func `has no header in a row whose cells are points`() throws {
    let outcome = try read(
      "id;center;extent\n0;POINT (8.5 47.3);POLYGON ((8.5 47.3, 8.6 47.3, 8.6 47.4))\n")
    #expect(
      outcome.message?.hasPrefix("F:1: error: the header has no latitude and longitude") == true)
  }

  @Test(arguments: ["Zeit,Breite,Laenge,Anbieter\n", ""])
  func `has no header in a row of numbers and the word gps`(header: String) throws {
    let outcome = try read(header + "10,46,14.5,gps\n20,46.001,14.5,gps\n")
    let names = header.isEmpty ? "\"10\", \"46\"" : "\"Zeit\", \"Breite\""
    #expect(
      outcome.message?.hasPrefix(
        "F:1: error: the header has no latitude and longitude: it names \(names)") == true)
  }

  @Test func `has all its columns of times named`() throws {
    let outcome = try read(
      "Sent,Taken,lat,lon\n2024-05-01T07:00:00Z,2024-05-01T06:00:00Z,46,14\n")
    #expect(
      outcome.notes.first?.hasSuffix(
        "| help: its column \"Sent\" has times, as \"Taken\" has: pass --columns time=Sent")
        == true,
      "\(outcome.notes)")
  }

  @Test func `of a Garmin G1000 is told which columns have its times`() throws {
    let outcome = try read(
      """
      #airframe_info, log_version="1.00"
      #yyy-mm-dd, hh:mm:ss, degrees, degrees
        Lcl Date, Lcl Time, Latitude, Longitude
      2016-03-03, 11:56:33, 46, 14

      """)
    #expect(
      outcome.notes.first?.hasSuffix(
        "| help: its columns \"Lcl Date\" and \"Lcl Time\" have dates and times: pass --columns "
          + "'date=Lcl Date,time=Lcl Time'") == true, "\(outcome.notes)")
  }
}

@Suite struct `A history of Google's` {
  private static let seven: Int64 = 1_714_546_800_000

  private static let visit = """
    {"startTime": "2024-05-01T07:00:00Z", "endTime": "2024-05-01T08:00:00Z",
    "visit": {"topCandidate": {"placeLocation": "geo:46.05,14.5"}}}
    """
  private static let way = """
    {"startTime": "2024-05-01T08:00:00Z", "endTime": "2024-05-01T08:10:00Z",
    "activity": {"start": "geo:46.05,14.5", "end": "geo:46.06,14.5", "topCandidate":
    {"type": "walking"}}}
    """
  private static let path = """
    {"startTime": "2024-05-01T07:00:00Z", "endTime": "2024-05-01T09:00:00Z", "timelinePath":
    [{"point": "geo:46.07,14.5", "durationMinutesOffsetFromStartTime": "5"}]}
    """

  @Test func `has the beginnings and the ends of visits and ways`() throws {
    let outcome = try read("[\(Self.visit), \(Self.way)]")
    #expect(outcome.times == [0, 60, 60, 70].map { Self.seven + $0 * 60_000 })
    #expect(outcome.latitudes == [46.05, 46.05, 46.05, 46.06])
  }

  @Test func `has its paths where there are some, and says what it passes over`() throws {
    let outcome = try read("[\(Self.visit), \(Self.path), \(Self.way)]")
    #expect(outcome.latitudes == [46.07])
    #expect(
      outcome.remarks == ["F: note: 4 points of visits and ways ignored: the file has paths"])
  }

  @Test func `on Android writes places with degree signs, and has raw signals`() throws {
    let segments = """
      "semanticSegments": [{"startTime": "2024-05-01T07:00:00Z", "endTime": "2024-05-01T08:00:00Z",
      "visit": {"topCandidate": {"placeLocation": {"latLng": "46.05°, 14.5°"}}}}]
      """
    #expect(try read("{\(segments)}").latitudes == [46.05, 46.05])
    let signals = """
      "rawSignals": [{"wifiScan": {}}, {"position": {"LatLng": "46.08°, 14.5°",
      "accuracyMeters": 12, "timestamp": "2024-05-01T07:00:00Z"}}]
      """
    let outcome = try read("{\(segments), \(signals)}")
    #expect(outcome.latitudes == [46.08])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [12])
    #expect(
      outcome.remarks == ["F: note: 2 points of visits and ways ignored: the file has raw signals"])
  }

  @Test func `has one point of a way or a visit of which one end is known`() throws {
    let outcome = try read(
      """
      {"timelineObjects": [{"activitySegment": {
      "startLocation": {"latitudeE7": 460500000, "longitudeE7": 145000000},
      "duration": {"startTimestamp": "2024-05-01T09:00:00+02:00"}}},
      {"placeVisit": {"location": {"latitudeE7": 460600000, "longitudeE7": 145000000},
      "duration": {"endTimestamp": "2024-05-01T07:10:00Z"}}}]}
      """)
    #expect(outcome.latitudes == [46.05, 46.06])
    #expect(outcome.times == [Self.seven, Self.seven + 600_000])
  }

  @Test func `has the beginning of a visit before the path within it`() throws {
    let outcome = try read(
      """
      {"timelineObjects": [{"placeVisit": {
      "location": {"latitudeE7": 460500000, "longitudeE7": 145000000},
      "duration": {"startTimestamp": "2024-05-01T07:00:00Z", "endTimestamp": "2024-05-01T07:10:00Z"},
      "otherCandidateLocations": [{"latitudeE7": 10000000, "longitudeE7": 10000000}],
      "simplifiedRawPath": {"points": [
      {"latE7": 460600000, "lngE7": 145000000, "timestamp": "2024-05-01T07:05:00Z"}]}}}]}
      """)
    #expect(outcome.latitudes == [46.05, 46.06, 46.05])
    #expect(outcome.warnings == [])
  }

  @Test func `of semantic locations has ways, their paths and visits in order`() throws {
    let outcome = try read(
      """
      {"timelineObjects": [{"activitySegment": {
      "startLocation": {"latitudeE7": 460500000, "longitudeE7": 145000000},
      "endLocation": {"latitudeE7": 460600000, "longitudeE7": 145000000},
      "duration": {"startTimestamp": "2024-05-01T07:00:00Z", "endTimestamp": "2024-05-01T07:10:00Z"},
      "simplifiedRawPath": {"points": [{"latE7": 460550000, "lngE7": 145000000,
      "timestamp": "2024-05-01T07:05:00Z"}]}}},
      {"placeVisit": {"location": {"latitudeE7": 460600000, "longitudeE7": 145000000},
      "duration": {"startTimestampMs": "1714547400000", "endTimestampMs": "1714548000000"}}}]}
      """)
    #expect(outcome.latitudes == [46.05, 46.055, 46.06, 46.06, 46.06])
    #expect(outcome.times == [0, 5, 10, 10, 20].map { Self.seven + $0 * 60_000 })
    #expect(outcome.remarks == [])
  }
}
