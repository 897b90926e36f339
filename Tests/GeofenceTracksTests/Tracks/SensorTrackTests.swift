import GeofenceCore
import Testing

@testable import GeofenceTracks

@Suite struct `The values of a sensor` {
  @Test func `in a table are no places`() throws {
    let outcome = try read("timestamp,x,y,z\n1714546800,1,2,3\n")
    #expect(outcome.fixes.isEmpty)
    #expect(
      outcome.message
        == "F:1: error: the header has no latitude and longitude: x and y stand beside a z, as a "
        + "sensor's axes do | help: if they are degrees, pass --columns latitude=y,longitude=x")
    let asked = try read("timestamp,x,y,z\n1714546800,1,2,3\n") {
      $0.columns = ColumnChoice(ofTrack: "latitude=y,longitude=x")
    }
    #expect(asked.latitudes == [2])
  }

  @Test func `beside a latitude are no longitude`() throws {
    #expect(try read("tst,lat,x\n10,1,2\n").message?.contains("has no longitude") == true)
    #expect(try read("tst,x,y,lat,lon\n10,1,2,3,4\n").latitudes == [3])
  }

  @Test func `are passed over between the places of an app`() throws {
    let outcome = try read(
      """
      [{"sensor": "Accelerometer", "time": "1714546800000000000", "x": "1", "y": "2", "z": "3"},
      {"sensor": "Location", "time": "1714546801000000000", "latitude": "46", "longitude": "14"},
      {"sensor": "Gyroscope", "time": "1714546801500000000", "x": "1", "y": "2"},
      {"sensor": "Barometer", "time": "1714546801700000000", "latitude": "4", "longitude": "1"},
      {"type": "accelerometer", "time": "1714546801800000000", "lat": "4", "lon": "1"},
      {"sensor": "Location", "time": "1714546802000000000", "latitude": "47", "longitude": "14"}]
      """)
    #expect(outcome.latitudes == [46, 47])
    #expect(outcome.report.passedOver == 4)
  }

  @Test func `read as places are an error where a real place comes`() throws {
    let outcome = try read(
      """
      {"time": 10, "x": 1, "y": 2}
      {"time": 11, "lat": 46, "lon": 14}
      """)
    #expect(outcome.fixes.count == 1)
    #expect(
      outcome.message
        == "F:2: error: x and y were read as places before, and here is a place under other keys | "
        + "help: say which keys are the place, such as --columns latitude=lat,longitude=lon")
  }

  @Test func `of another spelling than the first place's are no places`() throws {
    let outcome = try read(
      """
      {"time": 10, "lat": 46, "lon": 14}
      {"time": 11, "latitude": 0, "longitude": 0}
      {"time": 12, "lat": 47, "lon": 14}
      """)
    #expect(outcome.latitudes == [46, 47])
    #expect(outcome.remarks.joined().contains("1 object passed over: the keys of their place"))
  }

  @Test func `are a place where they stand alone`() throws {
    #expect(try read("tst,x,y\n10,14,46\n").latitudes == [46])
    #expect(try read("{\"tst\": 10, \"x\": 14, \"y\": 46}").latitudes == [46])
  }

  @Test(arguments: ["walking", "Feature", "location", "gps", "adsb_icao"])
  func `are not meant by the type of a place`(type: String) throws {
    let text = "{\"type\": \"\(type)\", \"tst\": 10, \"lat\": 46, \"lon\": 14}"
    #expect(try read(text).latitudes == [46])
  }
}
