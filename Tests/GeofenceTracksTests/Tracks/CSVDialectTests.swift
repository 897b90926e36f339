import Foundation
import GeofenceCore
import Testing

@testable import GeofenceTracks

@Suite struct `A dialect of CSV` {
  private static let seven: Int64 = 1_714_546_800_000

  @Test(arguments: [
    "utc", "ts", "recorded_at", "Recorded At", "recordedAt", "created_at", "datetime_utc",
    "time_utc", "UTC time", "gps_time", "fix-time", "timestamp_ms", "TimestampMs", "Date Time",
    "time (UTC)", "Timestamp [ms]", "utc_t", "date", "utc_d",
    "tracked_at",
  ])
  func `has its time under`(name: String) throws {
    #expect(try read("\(name),lat,lon\n2024-05-01T07:00:00Z,1,2\n").times == [Self.seven])
  }

  @Test(arguments: [
    "2024/05/01 07:00:00", "2024/5/1 7:00", "2024-5-01 9:00:00.0+02:00", "2024-05-01 07:00:00 UTC",
    "2024-05-01 09:00:00 +0200",
    "2024-05-01T07:00", "20240501T070000Z", "20240501070000", "1714546800", "1714546800000",
    "1714546800000000", "1714546800000000000", "1714546800.0",
  ])
  func `writes seven o'clock as`(time: String) throws {
    #expect(try read("time,lat,lon\n\(time),1,2\n").times == [Self.seven])
  }

  @Test(arguments: [
    ("01.05.2024 07:00", "day or month comes first, and which is not known"),
    ("5/1/2024 7:00", "day or month comes first, and which is not known"),
    ("2024-05-01 07:00:00 AM", "it has AM or PM"), ("2024", "it is a year"),
    ("2024-05-01", "it is a date without a time, or without seconds"),
    ("202405010700", "it is a date without a time, or without seconds"),
    ("07:00:00", "it is a time without a date"),
    ("45413.29", "it is a spreadsheet's number of a day"),
  ])
  func `is refused by the form of its time`(time: String, form: String) throws {
    let outcome = try read("time,lat,lon\n\(time),1,2\n")
    #expect(outcome.fixes.isEmpty)
    let start = "F:2: warning: point skipped: the time \"\(time)\" cannot be read: \(form) | help: "
    #expect(outcome.warnings.first?.hasPrefix(start) == true, "\(outcome.warnings)")
  }

  @Test(arguments: [
    ("2024-05-01", "070000"), ("20240501", "07:00:00"), ("2024/05/01", "070000.0"),
    ("20240501", "070000"), ("2024-05-01", "07:00"), ("2024-05-01", "2024-05-01T07:00:00Z"),
    ("1 May", "1714546800"),
  ])
  func `has a date and a time of day, each with its signs or without`(
    date: String, time: String
  ) throws {
    #expect(try read("date,time,lat,lon\n\(date),\(time),1,2\n").times == [Self.seven])
  }

  @Test(arguments: ["010524", "1 May"])
  func `has no seconds since 1970 beside a date that cannot be read`(date: String) throws {
    let outcome = try read("date,time,lat,lon\n\(date),173418,1,2\n")
    #expect(outcome.fixes.isEmpty)
    #expect(outcome.warnings.first?.contains("\"\(date) 173418\" cannot be read") == true)
  }

  @Test func `is that of a Columbus logger`() throws {
    let outcome = try read(
      "INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING,VOX\r\n"
        + "68\0\0,T,240501,070000,31.5N,035.25W,827\0\0,12\0\0,357,\0\0\r\n")
    #expect(outcome.times == [Self.seven])
    #expect(outcome.fixes.first?.coordinate == Coordinate(latitude: 31.5, longitude: -35.25))
  }

  @Test func `is that of Movebank`() throws {
    let outcome = try read(
      "event-id,timestamp,location-long,location-lat,individual-local-identifier\n"
        + "1,2024-05-01 07:00:00.000,14.5,46.5,gull 7\n")
    #expect(outcome.times == [Self.seven])
    #expect(outcome.fixes.first?.coordinate == Coordinate(latitude: 46.5, longitude: 14.5))
    #expect(outcome.report.deviceNames == ["gull 7"])
  }

  @Test func `may count seconds through the numbers of years and of spreadsheets' days`() throws {
    let seconds = Array(stride(from: 1500, through: 81_000, by: 300))
    let rows = seconds.map { "\($0),1,2\n" }.joined()
    #expect(try read("time,lat,lon\n\(rows)").times == seconds.map { Int64($0) * 1000 })
  }

  @Test(
    arguments: [
      ("lat,lon\n46.5°,14.5°\n", 46.5, 14.5), ("lat,lon\n46.5 N,W 14.5\n", 46.5, -14.5),
      ("lat;lon\nS46,5°; 14,5° e \n", -46.5, 14.5), ("lat,lon\n46.5°S,14.5\n", -46.5, 14.5),
      ("latitudeE7,longitudeE7\n465000000,-145000000\n", 46.5, -14.5),
      ("lat,N/S,lon,E/W\n46.5,S,14.5,W\n", -46.5, -14.5),
      ("lat,ns,lon,ew\n46.5,n,14.5,\n", 46.5, 14.5),
      ("Latitude (deg),Longitude [deg]\n46.5,14.5\n", 46.5, 14.5),
      ("sep=|\nlat|lon;x\n46.5|14.5\n", 46.5, .nan),
      ("sep=;\r\nlat;lon\r\n46,5;14,5\r\n", 46.5, 14.5),
      ("lat,lon\r46.5,14.5\r", 46.5, 14.5), ("lat,lon\r\"46.5\",\"14.5\"", 46.5, 14.5),
    ] as [(String, Double, Double)])
  func `writes a place as`(text: String, latitude: Double, longitude: Double) throws {
    guard longitude.isFinite else { return #expect(try read(text).error != nil) }
    #expect(
      try read(text).fixes.map(\.coordinate)
        == [Coordinate(latitude: latitude, longitude: longitude)])
  }

  @Test(arguments: ["-46.5 N", "+46.5S", "N46.5S", "46.5E", "46.5 °°", "N", "°", "46°60'"])
  func `writes no place as`(latitude: String) throws {
    let outcome = try read("lat,lon\n\(latitude),14.5\n46,14\n")
    #expect(outcome.latitudes == [46])
  }

  @Test(
    arguments: [
      ("speed", 36), ("Speed (km/h)", 10), ("speed_kmh", 10), ("velocity [m/s]", 36),
      ("vel kn", 18.52), ("speed (mph)", 16.09344),
    ] as [(String, Double)])
  func `tells the unit of its speeds`(name: String, speed: Double) throws {
    let found = try #require(try read("lat,lon,\(name)\n1,2,36\n").fixes.first?.speed)
    #expect(abs(found - speed) < 1e-12)
  }

  @Test(arguments: [
    (String.Encoding.utf16, true), (.utf16LittleEndian, false), (.utf16BigEndian, false),
  ])
  func `may be of UTF-16`(encoding: String.Encoding, hasMark: Bool) throws {
    let text = "time;lat;lon;user\r\n10;1;2;é\r\n"
    let outcome = try read(try #require(text.data(using: encoding)))
    #expect(outcome.times == [10_000])
    #expect(outcome.report.deviceNames == ["é"])
  }

  @Test func `has columns that the user names`() throws {
    let text = "Zeit;Breite;Länge;lat\n10;1;2;50\n"
    let chosen = ColumnChoice(ofTrack: "time=Zeit,lat=breite,longitude=Länge")
    let outcome = try read(text) { $0.columns = chosen }
    #expect(outcome.times == [10_000])
    #expect(outcome.fixes.map(\.coordinate) == [Coordinate(latitude: 1, longitude: 2)])
    let missing = try read(text) { $0.columns = ColumnChoice(ofTrack: "latitude=Breit") }
    #expect(missing.message == "F:1: error: no column \"Breit\" | help: did you mean Breite?")
  }

  @Test(arguments: [
    "# time,lat,lon\n10,1,2\n", "# lat lon\n#time;lat;lon\n\n10;1;2",
    "#lat\tlon\ttime\r\n1\t2\t10\r\n",
  ])
  func `has its header in the comment before the rows`(text: String) throws {
    let outcome = try read(text)
    #expect(outcome.times == [10_000])
    #expect(outcome.fixes.map(\.coordinate) == [Coordinate(latitude: 1, longitude: 2)])
  }

  @Test(arguments: [
    ("# time,lat,lon\nt,lon,lat\n10,2,1\n", nil),
    ("# one lat, more\n10,1,2\n", "F:2: error: the header has no latitude and longitude"),
    ("# time,lat\n10,1\n", "F:2: error: the header has no longitude"),
  ])
  func `has its header in no other comment`(text: String, problem: String?) throws {
    let outcome = try read(text)
    #expect(outcome.message?.split(separator: ":").prefix(4).joined(separator: ":") == problem)
    #expect(outcome.times == (problem == nil ? [10_000] : []))
  }

  @Test(arguments: ["10,a,1,2\n20,b,1,3\n", "10;a;1;2\n20;b;1;3", "10\ta,\t1\t2,0\n20\tb\t1\t3\n"])
  func `has no header where the user says what its columns are`(text: String) throws {
    let choice = ColumnChoice(ofTrack: "time,device,latitude,longitude")
    let outcome = try read(text) { $0.columns = choice }
    #expect(outcome.times == [10_000, 20_000])
    #expect(outcome.devices == [0, 1])
    let short = try read("1,2\n") { $0.columns = choice }
    #expect(
      short.message == "F:1: error: no delimiter gives this row 4 columns | help: it has 2: name "
        + "them in order, - for one that is passed over")
  }

  @Test func `may have no time among the columns that the user names in order`() throws {
    let outcome = try read("a,1,2\nb,1,2.001\n") {
      $0.columns = ColumnChoice(ofTrack: "-,latitude,longitude")
    }
    #expect(outcome.message == nil)
    #expect(outcome.latitudes == [1, 1])
  }

  @Test(arguments: [
    ("time,-,lat,lon", true), ("t=a", true), ("time=", false), ("what=a", false),
    ("time,what", false),
    ("time,time", false), ("time=a,time=b", false), ("time=a,lat", false), ("", false),
  ])
  func `is chosen in two forms`(text: String, isOne: Bool) {
    #expect((ColumnChoice(ofTrack: text) != nil) == isOne)
  }
}
