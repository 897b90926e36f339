import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceTracks

@Suite struct `A JSON track` {
  private static let place = Coordinate(latitude: 46.05, longitude: 14.5)
  private static let seven: Int64 = 1_714_546_800_000

  @Test(arguments: [
    #"{"time":"2024-05-01T07:00:00Z","lat":46.05,"lon":14.5}"#,
    #"{"TST":1714546800,"latitude":"46.05","lng":"14.5 E","note":{"lat":1,"lon":2}}"#,
    #"{"lat":46.05,"lon":14.5,"t":"u","tst":1714546800,"_type":"location"}"#,
    #"{"recordedAt":1714546800000,"Latitude (deg)":46.05,"Longitude":14.5,"lat":null}"#,
    #"{"location":{"coords":{"latitude":46.05,"longitude":14.5},"timestamp":"2024-05-01T07:00:00Z"}}"#,
    #"[{"ts":"2024/05/01 07:00","y":46.05,"x":14.5}]"#,
    "\u{1E}{\"t\\u0069me\":\"2024-05-01T07:00:00\\u005a\",\n \"lat\" : 4.605e1 , \"lon\":14.5}\n",
    #"{"locations":[{"latitudeE7":460500000,"longitudeE7":145000000,"timestampMs":"1714546800000"}]}"#,
    #"{"locations":[{"timestamp":"2024-05-01T07:00:00Z","latitudeE7":460500000,"longitudeE7":145000000,"activity":[{"timestamp":"x"}]}]}"#,
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[14.5,46.05]},"properties":{"timestamp":"2024-05-01T07:00:00Z"}}"#,
    #"{"locations":[{"type":"Feature","geometry":{"coordinates":[14.5,46.05,300],"type":"Point"},"properties":{"timestamp":1714546800}}],"current":{"lat":1,"lon":2}}"#,
    #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"coordTimes":["2024-05-01T07:00:00Z"]},"geometry":{"type":"LineString","coordinates":[[14.5,46.05]]}}]}"#,
    #"{"type":"Feature","geometry":{"coordinates":[[[14.5,46.05]],[]],"type":"MultiLineString"},"properties":{"times":[["2024-05-01T07:00:00Z"],[]]}}"#,
    "2024-05-01T07:00:00Z\t*                 \t{\"_type\":\"location\",\"lat\":46.05,\"lon\":14.5}\n",
    "2024-05-01T07:00:00Z  *        {\"_type\":\"location\",\"lat\":46.05,\"lon\":14.5}\n",
    #"{"semanticSegments":[{"startTime":"2024-05-01T06:00:00Z","timelinePath":[{"point":"46.05°, 14.5°","time":"2024-05-01T09:00:00.000+02:00"}]}],"rawSignals":[{"position":{"LatLng":"1°, 2°"}}]}"#,
    #"[{"endTime":"x","startTime":"2024-05-01T08:30:00+02:00","timelinePath":[{"point":"geo:46.05,14.5","durationMinutesOffsetFromStartTime":"30"}]}]"#,
    "{\"type\":\"Feature\",\"properties\":{\"coordinateProperties\":{\"times\":[1714546800]}},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[14.5,46.05]]}}",
  ])
  func `has its points in many forms`(text: String) throws {
    let outcome = try read(text)
    #expect(outcome.message == nil)
    #expect(outcome.fixes.map(\.coordinate) == [Self.place])
    #expect(outcome.times == [Self.seven])
    #expect(outcome.report.format == .json)
  }

  @Test func `has each place of a list under the key of one`() throws {
    let outcome = try read(
      """
      {"location":[{"coords":{"latitude":46.05,"longitude":14.5},"timestamp":1714546800000},
        {"coords":{"latitude":46.06,"longitude":14.5},"geofence":{"a":{}},"timestamp":1714546810000}],
        "device":{"location":{"latitude":1}}}
      {"device":"a","location":[{"name":"Kitchen"}],"latitude":46.065,"longitude":14.5,"timestamp":1714546815000}
      {"location":[14.5,46.05],"latitude":46.07,"longitude":14.5,"timestamp":1714546820000}
      """)
    #expect(outcome.fixes.map(\.coordinate.latitude) == [46.05, 46.06, 46.065, 46.07])
    #expect(outcome.times == [0, 10_000, 15_000, 20_000 as Int64].map { Self.seven + $0 })
    #expect(outcome.report.deviceNames.contains("a"))
  }

  @Test func `passes over what has no whole place, or is another message, and counts it`() throws {
    let outcome = try read(
      """
      {"_type":"location","tst":1,"lat":1,"lon":2,"vel":36,"acc":5,"alt":300,"cog":90,"tid":"ab"}
      {"_type":"lwt","tst":2,"lat":1,"lon":2}

      {"tst":3,"lat":1}
      {"tst":4,"lat":null,"lon":2}
      {"_type":"location","tst":5,"lat":91,"lon":2,"topic":"owntracks/a/b"}
      {"tst":6,"lat":1,"lon":2,"device":"a"}
      """)
    #expect(outcome.times == [1000, 6000])
    #expect(outcome.report.deviceNames == ["ab", "owntracks/a/b", "a"])
    let fix = try #require(outcome.fixes.first)
    #expect(
      fix.speed == 10 && fix.horizontalAccuracy == 5 && fix.altitude == 300 && fix.course == 90)
    #expect(
      outcome.remarks == [
        "F: warning: 1 of 3 points skipped: 1 with a bad coordinate",
        "F: note: 3 objects passed over: no place",
      ])
    #expect(
      outcome.warnings.first?.hasPrefix("F:6: warning: point skipped: the latitude \"91\"") == true)
  }

  @Test(arguments: [
    (
      "{\"t\":1,\"lat\":1,\"lon\":2}\n7\n",
      "F:2:1: error: not well-formed JSON | help: an object is expected here"
    ),
    (
      "{\"t\":1,\"lat\":1,\"lon\":2}\n[1]\n{\"t\":2,\"lat\":1,\"lon\":2}",
      "F:2:1: error: not well-formed JSON | help: an object is expected here"
    ),
    (
      "{\"t\":1,\"lat\":1,\"lon\":2}\n{\"t\":2 \"lat\":1}",
      "F:2:8: error: not well-formed JSON | help: ',' or '}' is expected here"
    ),
    (
      "{\"t\":1,\"lat\":1,\"lon\":2}\n{\"t\":2,\"lat\":",
      "F:2:14: error: the file breaks off: its last object does not end | help: get the whole file; what was read before counts"
    ),
    (
      "{\"t\":1,\"lat\":1,\"lon\":2}\n{\"t\":02x}",
      "F:2:6: error: not well-formed JSON | help: a value is expected here"
    ),
    (
      "{\"t\":1,\"lat\":1,\"lon\":2}\nhello {\"t\":2}",
      "F:2:1: error: not well-formed JSON | help: an object is expected here"
    ),
  ])
  func `ends where it is no JSON, and what came before counts`(text: String, message: String) throws
  {
    let outcome = try read(text)
    #expect(outcome.times == [1000])
    #expect(outcome.message == message)
  }

  @Test func `has the points of lines before single ones`() throws {
    let outcome = try read(
      #"""
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"time":5},"geometry":{"type":"Point","coordinates":[1,1]}},
      {"type":"Feature","properties":{"times":[10,20,"x"]},"geometry":{"type":"LineString","coordinates":[[1,2],[1,3],[1,4],[1,5]]}},
      {"type":"Feature","properties":{"time":30},"geometry":{"type":"Point","coordinates":[1,6]}},
      {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,7],[1,8]]]},"properties":{}}
      ]}
      """#)
    #expect(outcome.times == [5000, 10_000, 20_000])
    #expect(
      outcome.remarks == [
        "F: warning: 2 of 5 points skipped: 1 with an unreadable time, 1 without time",
        "F: note: 1 point ignored: the file has a line", "F: note: 1 object passed over: no place",
      ])
  }

  @Test func `has the paths of Google's Timeline, and its visits where there is no path`() throws {
    let outcome = try read(
      """
      {"semanticSegments":[
      {"startTime":"2024-01-01T00:00:00Z","visit":{"topCandidate":{"placeLocation":{"latLng":"9°, 9°"}}}},
      {"startTime":"2024-01-01T00:10:00Z","timelinePath":[
      {"point":"46.05°, 14.5°","durationMinutesOffsetFromStartTime":2.5},
      {"point":"46.06°, -14.5°","durationMinutesOffsetFromStartTime":"3"},
      {"point":"46.07","durationMinutesOffsetFromStartTime":"4"},
      {"point":"46.08, 14.5"}]}]}
      """)
    #expect(outcome.times == [0, 750_000, 780_000].map { $0 + 1_704_067_200_000 })
    #expect(outcome.fixes.map(\.coordinate.longitude) == [9, 14.5, -14.5])
    #expect(
      outcome.remarks == [
        "F: warning: 1 of 4 points skipped: 1 without time",
        "F: note: 1 object passed over: no place",
      ])
  }

  @Test func `has the visits of all days beside the path of one`() throws {
    func visit(_ start: String, _ end: String, _ latitude: Double) -> String {
      "{\"startTime\":\"\(start)\",\"endTime\":\"\(end)\",\"visit\":{\"topCandidate\":"
        + "{\"placeLocation\":{\"latLng\":\"\(latitude)°, 14°\"}}}}"
    }
    let path =
      #"{"startTime":"2024-01-02T08:00:00Z","endTime":"2024-01-02T10:00:00Z","timelinePath":["#
      + #"{"point":"46.5°, 14°","time":"2024-01-02T08:05:00Z"},"#
      + #"{"point":"46.6°, 14°","time":"2024-01-02T09:55:00Z"}]}"#
    let segments = [
      visit("2024-01-01T07:00:00Z", "2024-01-01T12:00:00Z", 46.1), path,
      visit("2024-01-02T07:00:00Z", "2024-01-02T09:00:00Z", 46.2),
      visit("2024-01-03T07:00:00Z", "2024-01-03T12:00:00Z", 46.3),
    ]
    let outcome = try read("{\"semanticSegments\":[" + segments.joined(separator: ",") + "]}")
    #expect(outcome.latitudes == [46.1, 46.1, 46.2, 46.5, 46.6, 46.3, 46.3])
    #expect(outcome.times == outcome.times.sorted())
    #expect(
      outcome.remarks == ["F: note: 1 point of visits and ways ignored: the file has paths"])
  }

  @Test func `has no point in a visit without times`() throws {
    let text =
      #"{"timelineObjects":[{"placeVisit":{"location":{"latitudeE7":1,"longitudeE7":2}}}]}"#
    #expect(
      try read(text).message?.hasPrefix("F: error: the JSON has no point") == true)
  }

  @Test func `has keys that the user names`() throws {
    let outcome = try read(#"{"when":10,"lat":1,"lon":2}"#) {
      $0.columns = .named(["time": "when"])
    }
    #expect(outcome.times == [10_000])
    #expect(try read(#"{"when":10,"lat":1,"lon":2}"#).notes.count == 1)
  }

  @Test func `doubts a key that the user names and no record has`() throws {
    let outcome = try read(#"{"time":10,"lat":1,"lon":2}"#) {
      $0.columns = .named(["accuracy": "acc", "device": ColumnChoice.none])
    }
    #expect(outcome.times == [10_000])
    #expect(outcome.remarks == ["F: warning: no record has the key \"acc\" that --columns names"])
  }
}
