import GeofenceCore
import Testing

@testable import GeofenceBytes
@testable import GeofenceTracks

@Suite struct `A number in a column` {
  /// Returns the same points under another header of the time and in other units.
  private static func table(_ header: String, _ times: [String]) -> String {
    "\(header),lat,lon\n" + times.map { "\($0),46,14" }.joined(separator: "\n") + "\n"
  }

  @Test(
    arguments: [
      ("Time (ms)", ["0", "1971", "20200"]), ("time (us)", ["0", "1971000", "20200000"]),
      ("time (µs)", ["0", "1971000", "20200000"]),
      ("time [ns]", ["0", "1971000000", "20200000000"]),
      ("elapsed_ms", ["0", "1971", "20200"]), ("timestamp_us", ["0", "1971000", "20200000"]),
      ("elapsed_seconds", ["0", "1.971", "20.2"]), ("Time (min)", ["0", "0.03285", "0.3366667"]),
      ("t_ms", ["0", "1971", "20200"]), ("elapsedTimeMs", ["0", "1971", "20200"]),
      ("TimeInMillis", ["0", "1971", "20200"]),
      ("Elapsed Time (h)", ["0", "0.0005475", "0.00561112"]),
      ("time (ms since start)", ["0", "1971", "20200"]), ("elapsed", ["0", "1.971", "20.2"]),
      ("time_s", ["0", "1.971", "20.2"]),
    ])
  func `has the unit that its header states`(header: String, times: [String]) throws {
    let outcome = try read(Self.table(header, times))
    #expect(outcome.error == nil)
    #expect(outcome.times == [0, 1971, 20_200])
    #expect(outcome.allRemarks.count { $0.contains("seconds from a beginning") } == 1)
  }

  @Test(
    arguments: [
      ("time (ms)", "1714554607123"), ("timestamp_us", "1714554607123456"),
      ("time (s)", "1714554607.123"), ("time_ns", "1714554607123456789"),
      ("ts_us", "1714554607123456"), ("UnixTimeMillis", "1714554607123"),
      ("recorded_at_ms", "1714554607123"), ("epoch_s", "1714554607.123"),
      ("unix_ms", "1714554607123"),
    ])
  func `counts from 1970 in the unit of its header`(header: String, time: String) throws {
    let outcome = try read(Self.table(header, [time]))
    #expect(outcome.times == [1_714_554_607_123])
    #expect(outcome.allRemarks == [])
  }

  @Test func `has the unit of its key in JSON`() throws {
    let text = #"{"elapsed_ms": 1971, "lat": 46, "lon": 14}"#
    #expect(try read(text).times == [1971])
  }

  @Test(arguments: ["Speed (furlongs)", "accuracy [px]", "time (ticks)"])
  func `is an error in a unit that is not known`(header: String) throws {
    let name = header.split(separator: " ")[0].lowercased()
    let table =
      name == "time" ? "\(header),lat,lon\n7,46,14\n" : "time,lat,lon,\(header)\n7,46,14,3\n"
    let outcome = try read(table)
    #expect(outcome.fixes == [])
    let message = try #require(outcome.message)
    let unit = header.split { "([])".contains($0) }[1]
    #expect(
      message.hasPrefix("F:1: error: the \(name) has the unit \"\(unit)\", which is not known"))
  }

  @Test(arguments: [("", "1387624740"), (":ms", "1387624740000")])
  func `is a time that the user names, whatever stands in the brackets`(form: String, time: String)
    throws
  {
    let choice = ColumnChoice(ofTrack: "time=UNIX_TIMESTAMP(ts)" + form)
    let table = Self.table("UNIX_TIMESTAMP(ts)", [time])
    let json = #"{"UNIX_TIMESTAMP(ts)": \#(time), "lat": 46, "lon": 14}"#
    for text in [table, json] {
      #expect(try read(text) { $0.columns = choice }.times == [1_387_624_740_000])
    }
  }

  @Test func `has no meaning in JSON in a unit that is not known`() throws {
    let outcome = try read(#"{"time (ticks)": 7, "lat": 46, "lon": 14, "accuracy [px]": 3}"#)
    #expect(outcome.report.untimed?.message.problem.contains("time (ticks)") == true)
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [nil])
  }

  @Test func `of seconds since 2001 is read as it stands, and the other reading is named`() throws {
    let table = Self.table("timestamp", ["736348207", "736348217.5"])
    let outcome = try read(table)
    #expect(outcome.times == [736_348_207_000, 736_348_217_500])
    #expect(outcome.remarks.count == 1)
    #expect(outcome.remarks[0].hasPrefix("F: warning: "))
    #expect(outcome.remarks[0].contains("--columns time=NAME:apple"))

    let chosen = try read(table) { $0.columns = ColumnChoice(ofTrack: "time=timestamp:apple") }
    #expect(chosen.times == [1_714_655_407_000, 1_714_655_417_500])
    #expect(chosen.remarks == [])
  }

  @Test(arguments: [("apple-ms", "736348207000"), ("apple-ns", "736348207000000000")])
  func `counts from 2001 in any unit`(form: String, time: String) throws {
    let outcome = try read(Self.table("timestamp", [time]))
    #expect(outcome.remarks.count { $0.contains("--columns time=NAME:apple") } == 1)
    let chosen = try read(Self.table("timestamp", [time])) {
      $0.columns = ColumnChoice(ofTrack: "time=timestamp:\(form)")
    }
    #expect(chosen.times == [1_714_655_407_000])
    #expect(chosen.remarks == [])
    #expect(ColumnChoice(ofTrack: "time=timestamp:\(form)")?.text == "time=timestamp:\(form)")
  }

  @Test func `of a date is a time that a user gives, and is not joined with itself`() throws {
    let outcome = try read("date,lat,lon\n736348207,46,14\n") {
      $0.columns = ColumnChoice(ofTrack: "time=date:apple")
    }
    #expect(outcome.times == [1_714_655_407_000])
  }

  @Test(arguments: [("lat (rad),lon (rad)", 0.5, 0.25), ("latDeg,lon_degrees", 28.6, 14.3)])
  func `of a coordinate has a unit of angles`(header: String, latitude: Double, longitude: Double)
    throws
  {
    let outcome = try read("time,\(header)\n1714554607,\(latitude),\(longitude)\n")
    let count = header.contains("rad") ? 180 / Double.pi : 1
    #expect(outcome.fixes.map(\.coordinate.latitude) == [latitude * count])
    #expect(outcome.fixes.map(\.coordinate.longitude) == [longitude * count])
  }

  @Test func `counts in the unit that the user gives`() throws {
    let outcome = try read(Self.table("tick", ["1500", "2500"])) {
      $0.columns = ColumnChoice(ofTrack: "time=tick:ms")
    }
    #expect(outcome.times == [1500, 2500])
  }
}

@Suite struct `A date whose year is last` {
  private static let seven: Int64 = 1_714_546_807_000

  @Test(
    arguments: [
      ("01.05.2024 07:00:07", "day-first"), ("1.5.2024 7:00:07", "day-first"),
      ("01/05/2024 07:00:07", "day-first"), ("01-05-24 07:00:07", "day-first"),
      ("01.05.2024, 07:00:07", "day-first"), ("1.5.2024 7:00:07 AM", "day-first"),
      ("05/01/2024 07:00:07", "month-first"), ("5/1/2024 7:00:07 a.m.", "month-first"),
      ("5/1/24 9:00:07+02:00", "month-first"), ("05/01/2024T07:00:07.000Z", "month-first"),
    ])
  func `is read in the order that the user gives`(time: String, order: String) throws {
    for header in ["time", "when"] {
      let outcome = try read("\(header);lat;lon\n\(time);46;14\n") {
        $0.columns = ColumnChoice(ofTrack: "time=\(header):\(order)")
      }
      #expect(outcome.times == [Self.seven])
    }
    let json = try read(#"{"at": "\#(time)", "lat": 46, "lon": 14}"#) {
      $0.columns = ColumnChoice(ofTrack: "time=at:\(order)")
    }
    #expect(json.times == [Self.seven])
  }

  @Test func `has halves of days of twelve hours`() throws {
    let outcome = try read("time;lat;lon\n5/1/24 12:00:07 AM;46;14\n5/1/24 12:00:07 PM;46;14\n") {
      $0.columns = ColumnChoice(ofTrack: "time=time:month-first")
    }
    #expect(outcome.times == [Self.seven - 25_200_000, Self.seven + 18_000_000])
  }

  @Test func `is joined with the time beside it`() throws {
    let outcome = try read("date;time;lat;lon\n01.05.2024;07:00:07;46;14\n") {
      $0.columns = ColumnChoice(ofTrack: "date=date:day-first")
    }
    #expect(outcome.times == [Self.seven])
  }

  @Test(arguments: ["32.05.2024 07:00", "01.13.2024 07:00", "1.5.2024", "1.5.2024 13:00 PM"])
  func `has to be a date`(time: String) throws {
    let outcome = try read("time;lat;lon\n\(time);46;14\n") {
      $0.columns = ColumnChoice(ofTrack: "time=time:day-first")
    }
    #expect(outcome.fixes == [])
  }
}

@Suite struct `A coordinate in degrees, minutes and seconds` {
  @Test(
    arguments: [
      #"46°03'00.9"N"#, "46°03′00.9″ N", #"N 46° 03' 00.9""#, "46°03.015'", "46º03’00.9”N",
      "46°03'00.9''n", "46°03'00,9\"N", "46.05025°", "+46°03'00.9\"",
    ])
  func `is one number`(text: String) throws {
    let outcome = try read("time\tlat\tlon\n1714554607\t\(text)\t14\n")
    #expect(outcome.fixes.map { ($0.coordinate.latitude * 1e9).rounded() } == [46_050_250_000])
  }

  @Test(arguments: [#"46°03'00.9"S"#, #"-46°03'00.9""#])
  func `has a side`(text: String) throws {
    let outcome = try read("time\tlat\tlon\n1714554607\t\(text)\t14\n")
    #expect(outcome.fixes.map { ($0.coordinate.latitude * 1e9).rounded() } == [-46_050_250_000])
  }

  @Test(arguments: ["46°60'00\"N", "46.5°03'N", "46°03.5'07\"N", "46°03'00\"7", "°03'", "-46°03'S"])
  func `is none in another form`(text: String) throws {
    #expect(try read("time\tlat\tlon\n1714554607\t\(text)\t14\n").fixes == [])
  }
}

@Suite struct `A place in one text` {
  @Test(
    arguments: [
      "lat,lng", "lat_lng", "LatLon", "Lat/Long", "latitude, longitude", "Location (lat, lng)",
    ])
  func `has its latitude first where its name says so`(name: String) throws {
    let outcome = try read("time;\(name)\n1714554607;46.05, 14.5\n")
    #expect(outcome.latitudes == [46.05])
    #expect(outcome.remarks == [])
  }

  @Test(
    arguments: [
      "46.05 14.5", "46.05;14.5", "(46.05, 14.5)", #"46°03'00"N 14°30'00"E"#,
      "N 46° 03.000' E 14° 30.000'", "46,05 14,5", "46.05N,14.5E",
    ])
  func `may be divided in several ways`(text: String) throws {
    let outcome = try read("time\tlatlng\n1714554607\t\(text)\n")
    #expect(outcome.fixes.map(\.coordinate) == [Coordinate(latitude: 46.05, longitude: 14.5)])
  }

  @Test func `is noted where nothing says which number is the latitude`() throws {
    let table = "time;coordinates\n1714554607;14.5, 46.05\n"
    let outcome = try read(table)
    #expect(outcome.latitudes == [14.5])
    #expect(
      outcome.remarks == [
        "F: note: the first number in \"coordinates\" is taken as the latitude "
          + "| help: --columns 'position=coordinates:longitude-first' says otherwise"
      ])
    let chosen = try read(table) {
      $0.columns = ColumnChoice(ofTrack: "position=coordinates:longitude-first")
    }
    #expect(chosen.latitudes == [46.05])
    #expect(chosen.remarks == [])
    let json = try read(#"{"time": 1714554607, "location": "46.05,14.5"}"#)
    #expect(json.latitudes == [46.05])
    #expect(json.remarks.count { $0.contains("first number in \"location\"") } == 1)
  }
}

@Suite struct `A long line of WKT` {
  @Test func `is no place`() throws {
    let line = (0..<40_000).map { "14.\($0) 46" }.joined(separator: ", ")
    let outcome = try read("time;geom\n1714554607;LINESTRING (\(line))\n")
    #expect(outcome.fixes == [])
  }
}

@Suite struct `A place under a name of another program` {
  @Test func `is that of a shape of GTFS`() throws {
    let outcome = try read(
      "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\na,46,14,1\nb,47,15,1\na,46.1,14,2\n")
    #expect(outcome.latitudes == [46, 47, 46.1])
    #expect(outcome.report.deviceNames == ["a", "b"])
  }

  @Test(arguments: ["coordinate", "coords", "location"])
  func `lies within an object`(key: String) throws {
    let text = #"[{"timestamp": 1714554607, "\#(key)": {"latitude": 46, "longitude": 14}}]"#
    let outcome = try read(text)
    #expect(outcome.latitudes == [46])
    #expect(outcome.times == [1_714_554_607_000])
  }
}

@Suite struct `A column beside a coordinate` {
  @Test(
    arguments: [
      "time,lat,lat_direction,lon,lon_direction", "time,lat,lat_dir,lon,lon_dir",
      "time,lat,N/S Indicator,lon,E/W Indicator", "time,lat,whatever,lon,anything",
    ])
  func `is its sign where its values are letters of sides`(header: String) throws {
    let outcome = try read("\(header)\n10,33.5,S,70.25,W\n20,33.6,S,70.35,W\n")
    #expect(outcome.latitudes == [-33.5, -33.6])
    #expect(outcome.fixes.map(\.coordinate.longitude) == [-70.25, -70.35])
    let isAssumed = header.contains("whatever")
    #expect(outcome.remarks.contains { $0.contains("sides of the coordinates") } == isAssumed)
  }

  @Test(arguments: ["33.5,70.25,S,W", "33.5,70.25,South,West", "\"33.5\",\"70.25\",\"S\",\"W\""])
  func `may be behind both coordinates`(row: String) throws {
    let outcome = try read("time,lat,lon,a,b\n10,\(row)\n20,\(row)\n")
    #expect(outcome.latitudes == [-33.5, -33.5])
    #expect(outcome.fixes.map(\.coordinate.longitude) == [-70.25, -70.25])
  }

  @Test(
    arguments: [
      "time,lat,lon,lat_dir,b", "time,lat,lon,a,lon_dir", "time,lat,lon,lat_dir,long_dir",
    ])
  func `may be behind both coordinates beside one with a known name`(header: String) throws {
    let outcome = try read("\(header)\n10,33.5,70.25,S,W\n")
    #expect(outcome.latitudes == [-33.5])
    #expect(outcome.fixes.map(\.coordinate.longitude) == [-70.25])
  }

  @Test func `is none behind both coordinates where it stands alone`() throws {
    let outcome = try read("time,lat,lon,dir\n10,33.5,70.25,S\n20,33.6,70.25,SW\n")
    #expect(outcome.latitudes == [33.5, 33.6])
    #expect(outcome.report.unknownColumns == ["dir"])
  }

  @Test func `whose later values are no sides makes no places`() throws {
    let rows = ["E", "N", "SW"].enumerated().map { "\(10 + $0),33.5,70.25,\($1)\n" }.joined()
    let outcome = try read("time,lat,lon,heads\n" + rows)
    #expect(outcome.fixes.count == 1)
    #expect(outcome.warnings.first?.contains("the longitude \"70.25 N\" is not a number") == true)
    let chosen = try read("time,lat,lon,heads\n" + rows) {
      $0.columns = ColumnChoice(ofTrack: "eastWest=-")
    }
    #expect(chosen.fixes.count == 3)
  }

  @Test func `is its sign in JSON, too`() throws {
    let text = #"{"time": 10, "lat": 33.5, "lat_dir": "S", "lon": 70.25, "lon_ref": "W"}"#
    let outcome = try read(text)
    #expect(outcome.latitudes == [-33.5])
    #expect(outcome.fixes.map(\.coordinate.longitude) == [-70.25])
  }

  @Test func `is none where its values are others`() throws {
    let outcome = try read("time,lat,state,lon,kind\n10,33.5,So,70.25,Wx\n")
    #expect(outcome.latitudes == [33.5])
    #expect(outcome.report.unknownColumns == ["state", "kind"])
    #expect(
      outcome.allRemarks.count { $0.contains("columns passed over: \"state\", \"kind\"") } == 1)
  }

  @Test func `called x or y is named as assumed`() throws {
    let table = "time,x,y\n10,14,46\n"
    #expect(try read(table).remarks.count { $0.contains("x is taken as the longitude") } == 1)
    let chosen = try read(table) { $0.columns = ColumnChoice(ofTrack: "latitude=y,longitude=x") }
    #expect(chosen.remarks == [])
    let other = try read("when,x,y\n10,14,46\n") { $0.columns = ColumnChoice(ofTrack: "time=when") }
    #expect(other.remarks.count { $0.contains("x is taken as the longitude") } == 1)
    let json = try read(#"{"when": 10, "x": 14, "y": 46}"#) {
      $0.columns = ColumnChoice(ofTrack: "time=when")
    }
    #expect(json.remarks.count { $0.contains("x is taken as the longitude") } == 1)
  }
}

@Suite struct `A point at 0,0` {
  private static func table(_ places: [String]) -> String {
    "time,lat,lon\n"
      + places.enumerated().map { "\(1_714_554_600 + 10 * $0),\($1)\n" }.joined()
  }

  @Test(arguments: [["46,14", "0,0", "46.001,14"], ["0,0", "46,14", "46.001,14"]])
  func `is no fix among others that are far away`(places: [String]) throws {
    let outcome = try read(Self.table(places))
    #expect(outcome.latitudes == [46, 46.001])
    #expect(outcome.report.skipped[.zeroCoordinate] == 1)
    #expect(outcome.warnings.count == 1)
    #expect(outcome.warnings[0].contains("the place is 0,0"))
  }

  @Test(arguments: [["0,0", "0.5,0.5"], ["0.5,0.5", "0.0000001,0"], ["0,0", "0,0", "0,0.001"]])
  func `is a fix among others within 100 km`(places: [String]) throws {
    let outcome = try read(Self.table(places))
    #expect(outcome.fixes.count == places.count)
    #expect(outcome.times == outcome.times.sorted())
    #expect(outcome.remarks == [])
  }

  @Test(arguments: [3, 300])
  func `makes no track`(count: Int) throws {
    let outcome = try read(Self.table(Array(repeating: "0,0", count: count)))
    #expect(outcome.fixes == [])
    #expect(outcome.report.skipped[.zeroCoordinate] == count)
    #expect(outcome.error?.problem == "no usable point among \(count): \(count) at 0,0")
  }

  @Test func `is judged by the other points of its own device`() throws {
    let rows = ["a,46,14", "b,0,0", "b,0.1,0.1", "a,0,0", "b,0,0"]
    let outcome = try read(
      "time,device,lat,lon\n"
        + rows.enumerated().map { "\(1_714_554_600 + 10 * $0),\($1)\n" }.joined())
    #expect(outcome.latitudes == [46, 0, 0.1, 0])
    #expect(outcome.report.skipped[.zeroCoordinate] == 1)
  }

  @Test func `is an error where the options are strict`() throws {
    let outcome = try read(Self.table(["46,14", "0,0", "46,14"])) { $0.isStrict = true }
    #expect(outcome.error?.place == .line(3))
  }
}

@Suite struct `Rows that take turns between places` {
  /// Returns rows of two buses, a few kilometres apart, which report every half minute.
  private static func rows(_ name: (Int) -> String) -> String {
    (0..<60).map { row in
      let bus = row % 2
      return "\(name(row)),\(1_714_554_600 + 30 * row),\(46 + 0.05 * Double(bus)),"
        + "\(14 + 0.0005 * Double(row))\n"
    }.joined()
  }

  @Test func `are named as several devices, with the column that changes with them`() throws {
    let outcome = try read("id,time,lat,lon\n" + Self.rows { "bus\($0 % 2)" })
    #expect(outcome.fixes.count == 60)
    #expect(
      outcome.remarks == [
        "F: warning: its points take turns between places, in 58 of 58 steps: "
          + "likely these are several devices "
          + "| help: \"id\" would tell them apart: pass --columns device=id"
      ])
    let apart = try read("id,time,lat,lon\n" + Self.rows { "bus\($0 % 2)" }) {
      $0.columns = ColumnChoice(ofTrack: "device=id")
    }
    #expect(apart.report.deviceNames == ["bus0", "bus1"])
    #expect(apart.remarks == [])
  }

  @Test func `are one device where no column changes with them`() throws {
    #expect(try read("id,time,lat,lon\n" + Self.rows { "row\($0)" }).remarks == [])
    #expect(try read("id,time,lat,lon\n" + Self.rows { _ in "bus" }).remarks == [])
  }

  @Test func `under a name of vehicles are several`() throws {
    let outcome = try read("vehicle_ref,time,lat,lon\n" + Self.rows { "bus\($0 % 2)" })
    #expect(outcome.report.deviceNames == ["bus0", "bus1"])
  }
}
