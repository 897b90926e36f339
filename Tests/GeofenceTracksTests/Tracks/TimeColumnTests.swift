import GeofenceCore
import Testing

@testable import GeofenceBytes
@testable import GeofenceTracks

@Suite struct `The time of a track with several` {
  private static let seven: Int64 = 1_714_546_800_000

  /// The headers and cells are in the order of the file; each file gives the same instant.
  @Test(arguments: [
    (["time", "timestamp"], ["12.5", "1714546800"]),
    (["time", "timestamp"], ["2024-05-01 09:00:00", "1714546800"]),
    (["timestamp", "datetime_utc"], ["2024-05-01 09:00:00", "2024-05-01 07:00:00"]),
    (["created_at", "recorded_at"], ["2024-05-01T08:00:00Z", "2024-05-01T07:00:00Z"]),
    (["t", "time"], ["2024-05-01T08:00:00Z", "2024-05-01T07:00:00Z"]),
    (["date", "time", "epoch"], ["2024-05-01", "09:00:00", "1714546800"]),
    (["date", "time", "utc_d", "utc_t"], ["2024-05-01", "09:00:00", "2024-05-01", "07:00:00"]),
    (["date", "time"], ["2024-05-01 07:00:00", "07:00"]),
    (["ts", "gps_time"], ["noon", "2024-05-01T07:00:00Z"]),
    (["time", "ts"], ["", "2024-05-01T07:00:00Z"]),
  ])
  func `is the first of the table's order, one that says its zone before one that does not`(
    names: [String], cells: [String]
  ) throws {
    let csv = names.joined(separator: ",") + ",lat,lon\n" + cells.joined(separator: ",") + ",1,2\n"
    let outcome = try read(csv)
    #expect(outcome.times == [Self.seven])
    #expect(!outcome.allRemarks.joined().contains("seconds from a beginning"))
    guard !names.contains("date") else { return }
    let pairs = zip(names, cells).map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", ")
    #expect(try read("{\(pairs), \"lat\": 1, \"lon\": 2}").times == [Self.seven])
  }

  @Test(arguments: ["1542714954", "2018-11-20T11:55:54Z"])
  func `leaves the others passed over, whatever their order`(timestamp: String) throws {
    let local = "2018-11-20 20:56:39"
    for (names, cells) in [
      ("time,lat,lon,timestamp", "\(local),1,2,\(timestamp)"),
      ("timestamp,lat,lon,time", "\(timestamp),1,2,\(local)"),
    ] {
      let outcome = try read("\(names)\n\(cells)\n")
      #expect(outcome.times == [1_542_714_954_000])
      #expect(outcome.allRemarks.contains { $0.contains("columns passed over: \"time\"") })
    }
  }

  @Test func `is what the columns say, whatever their rows have`() throws {
    let text = "time,timestamp,lat,lon\n12.5,1714546800,1,2\n"
    #expect(try read(text) { $0.columns = ColumnChoice(ofTrack: "time=time") }.times == [12_500])
  }
}

@Suite struct `A time of a track` {
  private static let seven: Int64 = 1_714_546_800_000

  @Test func `that counts from a beginning of its own is noted`() throws {
    for text in ["time,lat,lon\n1.5,1,2\n2.5,1,2\n", "{\"time\": 1.5, \"lat\": 1, \"lon\": 2}"] {
      let outcome = try read(text)
      #expect(outcome.times.first == 1500)
      #expect(
        outcome.allRemarks == [
          "F: note: times are seconds from a beginning of their own: taken as from "
            + "1970-01-01T00:00:00Z | help: where another column has the time, --columns "
            + "time=NAME says so; NAME:ms and the like say what it counts"
        ])
    }
  }

  @Test func `that is zero among those since 1970 is no beginning`() throws {
    let rows = ["1466000000,1,2\n", "0,1,2\n", "1466000030,1,2\n"]
    let between = try read("time,lat,lon\n" + rows.joined())
    #expect(between.times == [1_466_000_000_000, 1_466_000_030_000])
    #expect(
      between.allRemarks == [
        "F: warning: 1 of 3 points skipped: 1 with a time before that of the last point kept"
      ])
    let first = try read("time,lat,lon\n" + rows[1] + rows[0])
    #expect(first.allRemarks.count == 1)
    #expect(
      first.allRemarks[0].hasPrefix("F: warning: its first time is of 1970, and later ones are not")
    )
  }

  @Test(arguments: ["0,1400,2024,30000,45000.5,99000", "0,5000,20000,45000", "30000,29990,45000"])
  func `that counts from a beginning is one, however long a pause is`(seconds: String) throws {
    let seconds = seconds.split(separator: ",")
    let rows = seconds.enumerated().map { "\($1),d\($0),1,\(2 + $0)\n" }
    // A first time of five digits alone would be a spreadsheet's day.
    let text = "time,device,lat,lon\n0,start,1,1\n" + rows.joined()
    let outcome = try read(text)
    #expect(outcome.report.skipped.total == 0)
    #expect(
      outcome.times.dropFirst() == ArraySlice(seconds.map { Int64((Double($0) ?? 0) * 1000) }))
  }

  /// A track in every format, with times without a zone.
  static let local = [
    "time,lat,lon\n2024-05-01 07:00:00,1,2\n", "date,time,lat,lon\n2024-05-01,07:00,1,2\n",
    "{\"time\": \"2024-05-01T07:00:00\", \"lat\": 1, \"lon\": 2}",
    gpxTrack("<trkpt lat=\"1\" lon=\"2\"><time>2024-05-01T07:00:00</time></trkpt>"),
    "<kml><Track><when>2024-05-01T07:00:00</when><coord>2 1</coord></Track></kml>",
  ]

  @Test(arguments: local)
  func `that names no zone is in UTC, and noted`(text: String) throws {
    let outcome = try read(text)
    #expect(outcome.times == [Self.seven])
    #expect(
      outcome.remarks == [
        "F: note: times that name no zone are taken as UTC | help: --track-timezone NAME says "
          + "otherwise"
      ])
  }

  @Test func `that names no zone among others that do is a warning where it goes back`() throws {
    let rows = (0..<6).map { minute in
      (minute.isMultiple(of: 2) ? "2024-05-01T07:0\(minute):00Z" : "2024-05-01 03:0\(minute):00")
        + ",1,2"
    }
    for text in [
      "time,lat,lon\n" + rows.joined(separator: "\n") + "\n",
      gpxTrack(
        rows.map { "<trkpt lat='1' lon='2'><time>\($0.dropLast(4))</time></trkpt>" }.joined()),
    ] {
      let outcome = try read(text)
      #expect(outcome.times.count == 3)
      #expect(
        outcome.remarks.dropFirst().first
          == "F: warning: some of its times name their zone and others none, and points go back in "
          + "time: likely those without a zone are not UTC | help: --track-timezone NAME says "
          + "otherwise")
      let zone = try #require(ZoneInfo(named: "America/New_York"))
      let moved = try read(text) { $0.zone = zone }
      #expect(moved.times.count == 6 && moved.remarks.count == 1)
    }
    let more = try read("time,lat,lon\n" + (rows + rows.suffix(1)).joined(separator: "\n") + "\n")
    #expect(
      more.error?.problem
        == "4 of 7 points with a place are skipped, more than half: likely the times that name no "
        + "zone are not UTC")
    #expect(more.error?.help == "--track-timezone NAME says otherwise")
  }

  @Test func `of an hour that the clock shows twice is not sorted in silence`() throws {
    let minutes = Array(30..<60) + Array(0..<45)
    let text =
      "time,lat,lon\n"
      + minutes.map { "2026-10-25 02:\($0 < 10 ? "0" : "")\($0):00,1,2\n" }.joined()
    let zone = try #require(ZoneInfo(named: "Europe/Ljubljana"))
    let outcome = try read(text) { $0.zone = zone }
    #expect(
      outcome.error?.problem.hasSuffix("likely the clock went back at the end of daylight saving")
        == true)
    let offsets = "write times with their offset, such as 2024-10-27T02:30:00+01:00"
    #expect(outcome.error?.help == offsets)
    let sorted = try read(text) {
      $0.zone = zone
      $0.sorts = true
    }
    #expect(
      sorted.remarks.first
        == "F: warning: 75 times of the hour that the clock shows twice at the end of daylight "
        + "saving: the order of these points is not known | help: \(offsets)")
    // Out of order on another day.
    let summer = try read(text.replacing("-10-", with: "-07-")) { $0.zone = zone }
    #expect(summer.error?.problem.hasSuffix("likely the points are out of order") == true)
  }

  @Test(arguments: local)
  func `that names no zone is in the one that is given`(text: String) throws {
    let zone = try #require(ZoneInfo(named: "America/New_York"))
    let outcome = try read(text) { $0.zone = zone }
    #expect(outcome.times == [Self.seven + 4 * 3_600_000])
    #expect(
      outcome.remarks == ["F: note: times that name no zone are taken as those of America/New_York"]
    )
  }

  @Test(arguments: [
    "time,lat,lon\n2024-05-01T07:00:00Z,1,2\n", "time,lat,lon\n1714546800,1,2\n",
    "time_utc,lat,lon\n2024-05-01 07:00:00,1,2\n", "time (UTC),lat,lon\n2024-05-01 07:00,1,2\n",
    "{\"datetime_utc\": \"2024-05-01 07:00\", \"lat\": 1, \"lon\": 2}",
    "date,time (UTC),lat,lon\n2024-05-01,07:00,1,2\n",
  ])
  func `that names its zone stays where another is given`(text: String) throws {
    #expect(try read(text).remarks == [])
    let zone = try #require(ZoneInfo(named: "America/New_York"))
    let outcome = try read(text) { $0.zone = zone }
    #expect(outcome.times == [Self.seven])
    #expect(outcome.remarks.joined().contains("--track-timezone America/New_York has no effect"))
  }

  @Test(arguments: ["202405010700", "240501070000", "010524070000", "240501070000.5"])
  func `in twelve digits is not read`(time: String) throws {
    #expect(try read("time,lat,lon\n\(time),1,2\n").fixes.isEmpty)
  }

  @Test(arguments: ["20240501", "05312024", "31012024"])
  func `in eight digits that are a date is not read`(time: String) throws {
    #expect(try read("date,lat,lon\n\(time),1,2\n").fixes.isEmpty)
  }

  @Test func `in twelve digits that are no date counts milliseconds`() throws {
    #expect(try read("time,lat,lon\n946684800000,1,2\n").times == [946_684_800_000])
  }

  @Test(arguments: [
    ("1.5E0", 1500), ("1.2345E1", 12_345), ("3.480000000E-1", 348),
    ("1.714546800E9", 1_714_546_800_000),
  ])
  func `may have an exponent`(text: String, milliseconds: Int64) throws {
    #expect(try read("time,lat,lon\n\(text),1,2\n").times == [milliseconds])
  }
}
