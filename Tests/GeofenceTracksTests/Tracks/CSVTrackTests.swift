import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceTracks

@Suite struct `A CSV track` {
  @Test(arguments: [
    "time", "timestamp", "datetime", "date", "utc", "t", "tst", "epoch", "unixtime", "TimeStamp",
  ])
  func `has its time in a column called`(name: String) throws {
    #expect(try read("\(name),lat,lon\n10,1,2\n").times == [10_000])
  }

  @Test(arguments: [
    ("latitude", "longitude"), ("lat", "lon"), ("LAT", "lng"), ("lat", "long"), ("Y", "X"),
  ])
  func `has its coordinate in columns called`(latitude: String, longitude: String) throws {
    let outcome = try read("\(longitude),other,\(latitude),t\n2,3,1,10\n")
    #expect(outcome.fixes.map(\.coordinate) == [Coordinate(latitude: 1, longitude: 2)])
  }

  @Test func `has the other values in columns called`() throws {
    for name in ["accuracy", "acc", "horizontal_accuracy", "HAcc"] {
      #expect(try read("lat,lon,\(name)\n1,2,3.5\n").fixes.first?.horizontalAccuracy == 3.5)
    }
    for name in ["ele", "elevation", "alt"] {
      #expect(try read("lat,lon,\(name)\n1,2,-3.5\n").fixes.first?.altitude == -3.5)
    }
    for name in ["speed", "vel"] {
      #expect(try read("lat,lon,\(name)\n1,2,3.5\n").fixes.first?.speed == 3.5)
    }
    for name in ["course", "bearing", "heading", "cog"] {
      #expect(try read("lat,lon,\(name)\n1,2,3.5\n").fixes.first?.course == 3.5)
    }
    for name in ["device", "device_id", "trajectory_id", "user", "vehicle_id", "tracker"] {
      #expect(try read("lat,lon,\(name)\n1,2,a\n").report.deviceNames == ["a"])
    }
  }

  @Test func `takes the first name of the table where several columns would do`() throws {
    let outcome = try read("x,y,lon,lat,longitude,latitude,t,epoch,time\n1,2,3,4,5,6,7,8,9\n")
    #expect(outcome.fixes.map(\.coordinate) == [Coordinate(latitude: 6, longitude: 5)])
    #expect(outcome.times == [9000])
  }

  @Test(arguments: [
    ("2024-05-01", "09:10:00Z", 1_714_554_600_000 as Int64?),
    ("2024-05-01", "11:10:00+02:00", 1_714_554_600_000),
    (" 2024-05-01 ", " 09:10:00.5 ", 1_714_554_600_500),
    ("2024-05-01", "", nil),
    ("", "09:10:00Z", nil),
    ("", "2024-05-01T09:10:00Z", 1_714_554_600_000),
    ("2024-05-01", "09:10", 1_714_554_600_000),
    ("20240501", "091000", 1_714_554_600_000),
    ("2024-05-01", "2024-05-01T09:10:00Z", 1_714_554_600_000),
    ("2024-05-01", "9h10", nil),
  ])
  func `joins a date and a time`(date: String, time: String, expected: Int64?) throws {
    let first = "2000-01-01,00:00:00,1,2\n"
    let outcome = try read("date,time,lat,lon\n\(first)\(date),\(time),1,2\n")
    #expect(outcome.times.dropFirst() == (expected.map { [$0] } ?? []))
    #expect(outcome.report.skipped[.unreadableTime] == (expected == nil ? 1 : 0))
  }

  @Test func `has no time where neither date nor time is given`() throws {
    #expect(try read("date,time,lat,lon\n,,1,2\n").report.isTimed == false)
  }

  @Test(arguments: [
    ("time;lat;lon\n10,5;46,05;14,5\n", 10_500, 46.05),
    ("time\tlat\tlon\n10\t46,05\t14.5\n", 10_000, 46.05),
    ("time|lat|lon\n10|46.05|14,5\n", 10_000, 46.05),
    ("time,lat,lon\n10,46.05,14.5\n", 10_000, 46.05),
    ("time,lat,lon\n10,\"46.05\",14.5\n", 10_000, 46.05),
    ("\"time\";\"lat\";\"lon\"\r\n\"10\";\"46,05\";\"14,5\"\r\n", 10_000, 46.05),
    ("time,note;lat;lon;time\n0,1;46.05;14.5;10\n", 10_000, 46.05),
  ])
  func `is parted by the delimiter that finds most names`(
    text: String, time: Int64, latitude: Double
  ) throws {
    let outcome = try read(text)
    #expect(outcome.times == [time])
    #expect(outcome.fixes.map(\.coordinate) == [Coordinate(latitude: latitude, longitude: 14.5)])
  }

  @Test func `has no decimal comma where the comma parts columns`() throws {
    let outcome = try read("time,lat,lon\n10,\"46,05\",14.5\n10,46,14\n")
    #expect(outcome.latitudes == [46])
    #expect(outcome.warnings.first?.contains("the latitude \"46,05\" is not a number") == true)
  }

  @Test func `counts physical lines`() throws {
    let outcome = try read(
      "# made by hand\n\nnote,t,lat,lon\n\"one\n\ntwo\",10,1,2\n# gap\n\n\"a\nb\",10,91,2\n")
    #expect(outcome.warnings.first?.hasPrefix("F:9: warning: point skipped") == true)
  }

  @Test func `has missing cells where a row is short`() throws {
    let outcome = try read("t,lat,lon,accuracy\n10,1,2\n20,1\n30\n40,1,2,3,4,5\n")
    #expect(outcome.times == [10_000, 40_000])
    #expect(outcome.report.skipped[.badCoordinate] == 2)
  }

  @Test func `keeps its devices apart`() throws {
    let outcome = try read(
      "t,lat,lon,user\n10,1,2,b\n5,1,2,a\n9,1,2,b\n5,1,2,\n6,1,2, a \n3,1,2,c\n")
    #expect(outcome.devices == [0, 1, 2, 1, 3])
    #expect(outcome.report.deviceNames == ["b", "a", nil, "c"])
    #expect(outcome.times == [10_000, 5000, 5000, 6000, 3000])
    #expect(
      outcome.warnings == [
        "F:4: warning: point skipped: the time is 1.0 s before that of the last point kept of "
          + "\"b\" | help: sort the points by time; several devices need a column with their names, "
          + "or a file each"
      ])
  }

  @Test func `announces a device before its first fix`() throws {
    try withFile("t,lat,lon,user\n1,1,2,b\n1,1,2,a\n2,1,2,b\n".utf8) { path in
      var reader = TrackReader(path: path)
      var log: [String] = []
      try reader.read(newDevice: { log.append("new \($0) \($1 ?? "–")") }) { _, device in
        log.append("fix \(device)")
        return true
      }
      #expect(log == ["new 0 b", "fix 0", "new 1 a", "fix 1", "fix 0"])
    }
  }

  @Test func `knows ten thousand devices by their names`() throws {
    var text = "t,lat,lon,user\n"
    for round in 0..<3 {
      for device in 0..<10_000 { text += "\(round),1,2,vehicle \(device &* 7919 % 10_000)\n" }
    }
    let outcome = try read(text)
    #expect(outcome.devices == Array(0..<10_000) + Array(0..<10_000) + Array(0..<10_000))
    #expect(outcome.report.deviceNames[1] == "vehicle 7919")
  }

  @Test func `tells long names apart by their ends`() throws {
    let names = ["vehicle-of-the-fleet", "vehicle-of-the-flee", "vehicle-of-the-fleet-1", "v"]
    let rows = (names + names.reversed()).map { "1,1,2,\($0)\n" }
    let outcome = try read("t,lat,lon,user\n\(rows.joined())")
    #expect(outcome.devices == [0, 1, 2, 3, 3, 2, 1, 0])
    #expect(outcome.report.deviceNames == names)
  }

  @Test(arguments: [89, 90]) func `warns where nearly every point has a device of its own`(
    others: Int
  ) throws {
    let names = (0..<1000).map { $0 < others * 10 ? "point \($0)" : "bus" }
    let outcome = try read("t,lat,lon,user\n\(names.map { "1,1,2,\($0)\n" }.joined())")
    #expect(
      outcome.remarks
        == (others < 90
          ? []
          : [
            "F: warning: 901 devices in 1000 points: nearly every point is its own device | "
              + "help: if something else names the devices, say so, such as "
              + "--columns device=vehicle"
          ]))
  }

  @Test func `says nothing of devices that were there before`() throws {
    let rows = (0..<200).map { "1,1,2,car \($0)\n" }.joined()
    try withFile("t,lat,lon,user\n\(rows)".utf8) { path in
      var first = TrackReader(path: path)
      try first.read { _, _ in true }
      #expect(first.report.remarks.map(\.topic) == [.implausible, .assumed])
      var second = TrackReader(path: path, after: first.progress)
      try second.read { _, _ in true }
      #expect(second.report.remarks.map(\.topic) == [.assumed])
    }
  }

  @Test func `ends when the body has enough`() throws {
    let outcome = try read("t,lat,lon\n1,1,2\n2,1,2\n3,1,2\n", stopAfter: 2)
    #expect(outcome.times == [1000, 2000])
    #expect(outcome.report.wasStopped)
    #expect(outcome.error == nil)
  }

  @Test func `knows no speed below zero and no course beyond the circle`() throws {
    let outcome = try read("lat,lon,speed,course,alt\n1,2,-1,-1,nan\n1,2,0,360,1e400\n1,2,,361,x\n")
    #expect(outcome.fixes.map(\.speed) == [nil, 0, nil])
    #expect(outcome.fixes.map(\.course) == [nil, 360, nil])
    #expect(outcome.fixes.map(\.altitude) == [nil, nil, nil])
  }
}

@Suite struct `A CSV track that is odd` {
  @Test func `may have two hundred columns`() throws {
    let names = (0..<197).map { "c\($0)" } + ["t", "lat", "lon"]
    let cells = (0..<197).map { "\"v\($0)\"" } + ["10", "1", "2"]
    let text = names.joined(separator: ",") + "\n" + cells.joined(separator: ",") + "\n"
    #expect(try read(text).times == [10_000])
  }

  @Test func `may have a line of ten megabytes`() throws {
    let long = String(repeating: "x", count: 10 << 20)
    let quoted = "\"" + String(repeating: "a\"\"\n", count: 1 << 16) + "\""
    let outcome = try read("note,t,lat,lon\n\(long),10,1,2\n\(quoted),20,1,2\n,5,1,2\n")
    #expect(outcome.times == [10_000, 20_000])
    #expect(outcome.warnings.first?.hasPrefix("F:\(4 + 1 << 16): warning") == true)
  }

  @Test func `may have a number of a megabyte`() throws {
    let long = String(repeating: "7", count: 1 << 20)
    let outcome = try read("t,lat,lon\n10,1,2\n\(long),1,2\n20,\(long),2\n30,1,0.\(long)\n")
    #expect(outcome.times == [10_000, 30_000])
    #expect(outcome.warnings.first?.utf8.count ?? .max < 300)
  }

  @Test func `ends in an error where a quotation mark is not closed`() throws {
    let outcome = try read("t,lat,lon,note\n10,1,2,\n20,1,2,\"open\n30,1,2,\n")
    #expect(outcome.times == [10_000])
    #expect(
      outcome.message
        == "F:3:8: error: a quoted field begins here and does not end | help: "
        + "close the quotation mark; a mark within a quoted field is written twice")
  }

  @Test func `ends in an error where a row grows beyond 16 MiB`() throws {
    let long = String(repeating: "x", count: 17 << 20)
    let outcome = try read("t,lat,lon\n10,1,2\n\(long)\n20,1,2\n")
    #expect(outcome.times == [10_000])
    #expect(
      outcome.message
        == "F:3: error: the row that begins here is longer than 16 MiB | help: "
        + "look for a quotation mark that is not closed")
  }

  @Test func `may have bytes that are no UTF-8 where they are not read`() throws {
    let outcome = try read(
      Array("t,lat,lon,note,user\n10,1,2,".utf8) + [0xFF, 0xC3] + Array(",a\n20,1,".utf8)
        + [0x32, 0x00, 0xFE] + Array(",,b\n30,1,2,,a\u{0}\n40,1,2,,".utf8) + [0xE9, 0x0A])
    #expect(outcome.times == [10_000, 30_000])
    #expect(outcome.report.deviceNames == ["a", "b", "a\u{0}"])
    #expect(
      outcome.warnings.first?.contains("the longitude \"2\\0\u{FFFD}\" is not a number")
        == true, "\(outcome.warnings)")
    #expect(
      outcome.message == "F:5: error: the device \"\u{FFFD}\" has bytes that are not UTF-8 | "
        + "help: save the file as UTF-8")
  }

  @Test(arguments: [
    (
      "a,b\n1,2\n",
      "F:1: error: the header has no latitude and longitude: it names \"a\", \"b\" | help: "
        + "name the column one of latitude, lat, y, latitudee7; and "
        + "longitude, lon, lng, long, x, longitudee7, or pass --columns"
    ),
    (
      "time,lat\n1,2\n",
      "F:1: error: the header has no longitude: it names \"time\", \"lat\" | help: "
        + "name the column one of longitude, lon, lng, long, x, longitudee7, or pass --columns"
    ),
    (
      "# x\n46.05;14.5;7\n",
      "F:2: error: the header has no latitude and longitude: it names \"46.05\", \"14.5\", \"7\""
        + " | help: where there is no header, name the columns in order, such as --columns "
        + "time,latitude,longitude,- (- is passed over)"
    ),
    (
      "t,lat,lon\n",
      "F:1: error: there is a header and no row after it | help: write one row for each point"
    ),
    (
      "t,lat,lon\n\n# 1,2,3\n",
      "F:1: error: there is a header and no row after it | help: write one row for each point"
    ),
  ])
  func `is refused with a help`(text: String, message: String) throws {
    #expect(try read(text).message == message)
  }

  @Test func `is refused with as much of its header as a line holds`() throws {
    let names = (0..<500).map { "column number \($0) has a long name" }
    let outcome = try read(names.joined(separator: ","))
    #expect(outcome.message?.utf8.count ?? .max < 600)
  }
}
