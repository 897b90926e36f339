import GeofenceCore
import Testing

@testable import GeofenceBytes
@testable import GeofenceInputs

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

  @Test func `counts in the unit that the user gives`() throws {
    let outcome = try read(Self.table("tick", ["1500", "2500"])) {
      $0.columns = ColumnChoice(ofTrack: "time=tick:ms")
    }
    #expect(outcome.times == [1500, 2500])
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

  @Test func `is none where its values are others`() throws {
    let outcome = try read("time,lat,state,lon,kind\n10,33.5,So,70.25,Wx\n")
    #expect(outcome.latitudes == [33.5])
    #expect(outcome.report.unknownColumns == ["state", "kind"])
  }

  @Test func `called x or y is named as assumed`() throws {
    let table = "time,x,y\n10,14,46\n"
    #expect(try read(table).remarks.count { $0.contains("x is taken as the longitude") } == 1)
    let chosen = try read(table) { $0.columns = ColumnChoice(ofTrack: "latitude=y,longitude=x") }
    #expect(chosen.remarks == [])
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
