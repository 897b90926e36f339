import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceTracks

@Suite struct `A track of a fleet` {
  private static let start = 1_714_554_600

  /// Returns rows of aircraft that fly side by side, a degree apart, in the order of time.
  private static func aircraft(_ count: Int) -> String {
    "time,height,hull,state,lat,lon\n" + rows(count).map(\.text).joined()
  }

  private struct Row {
    let time: Int
    let number: Int
    let height: Int
    let lat: Double
    let lon: Double

    var text: String {
      let cells = ["\(time)", "\(height)", "h\(number)", "\(number % 2)", "\(lat)", "\(lon)"]
      return cells.joined(separator: ",") + "\n"
    }
  }

  private static func rows(_ count: Int, minutes: Int = 40) -> [Row] {
    var rows: [Row] = []
    for minute in 0..<minutes {
      for number in 0..<count {
        let height: Int = (minute * 7919 + number * 104_729) % 10_007
        let latitude = 40 + Double(number) + Double(minute) / 100
        rows.append(
          Row(
            time: start + 60 * minute, number: number, height: height, lat: latitude,
            lon: 5 + Double(number)))
      }
    }
    return rows
  }

  @Test(arguments: [
    "device", "device_id", "deviceName", "trajectory_id", "traj_id", "track_id", "user", "User ID",
    "uid", "tid", "vehicle", "vehicle_id", "taxi_id", "tracker", "imei", "MMSI", "icao24",
    "callsign", "entity_id", "animal_id", "individual-local-identifier",
  ])
  func `names its devices under`(name: String) throws {
    let csv = try read("time,\(name),lat,lon\n10,b,1,2\n11,a,1,2\n")
    #expect(csv.report.deviceNames == ["b", "a"])
    let json = try read(
      """
      {"tst": 10, "\(name)": "b", "lat": 1, "lon": 2}
      {"tst": 11, "\(name)": "a", "lat": 1, "lon": 2}
      """)
    #expect(json.report.deviceNames == ["b", "a"])
  }

  @Test func `has the first device of the table's order where several columns name one`() throws {
    let outcome = try read("time,callsign,icao24,lat,lon\n10,X1,4b,1,2\n")
    #expect(outcome.report.deviceNames == ["4b"])
  }

  @Test func `that moves too fast for one device is said to be several, by the column that tells`()
    throws
  {
    let warning =
      "F: warning: the device moves faster than 500 m/s in 799 of its 799 steps: likely these are "
      + "several devices | help: \"hull\" would tell them apart: pass --columns device=hull"
    #expect(try read(Self.aircraft(20)).remarks.contains(warning))
    let json = Self.rows(20).map { row in
      """
      {"time": \(row.time), "height": \(row.height), "hull": "h\(row.number)", \
      "lat": \(row.lat), "lon": \(row.lon)}\n
      """
    }
    #expect(try read(json.joined()).remarks.contains(warning))
  }

  @Test func `names no column where none would tell its devices apart`() throws {
    let rows = Self.rows(20).map { "\($0.time),\($0.height),\($0.lat),\($0.lon)\n" }.joined()
    let outcome = try read("time,height,lat,lon\n" + rows)
    #expect(outcome.report.deviceColumn == nil)
    #expect(outcome.remarks.joined().contains("such as --columns device=vehicle"))
  }

  @Test func `that names its devices has no warning of their speed`() throws {
    let outcome = try read(Self.aircraft(20)) {
      $0.columns = ColumnChoice(ofTrack: "device=hull")
    }
    #expect(outcome.report.deviceNames.count == 20)
    #expect(!outcome.remarks.joined().contains("500 m/s"))
  }

  /// A jump is a degree of latitude in a second, among a hundred steps of about a metre.
  @Test(arguments: [(1, false), (2, false), (3, true)])
  func `has a warning of three jumps, and of more than one in a hundred`(
    jumps: Int, isWarned: Bool
  ) throws {
    let rows = (0...100).map { "\(100 + $0),\(10 + min($0, jumps)).00001,5\n" }.joined()
    let outcome = try read("tst,lat,lon\n" + rows)
    #expect(outcome.remarks.joined().contains("faster than 500 m/s") == isWarned)
    let many = rows + (101...400).map { "\(100 + $0),\(10 + jumps).00001,5\n" }.joined()
    #expect(try read("tst,lat,lon\n" + many).remarks.joined().contains("500 m/s") == false)
  }

  @Test func `one device after the other is refused, by the column that tells them apart`() throws {
    let rows = Self.rows(20).sorted { ($0.number, $0.time) < ($1.number, $1.time) }
    let outcome = try read("time,height,hull,state,lat,lon\n" + rows.map(\.text).joined())
    let message = try #require(outcome.message)
    #expect(message.contains("points with a place are skipped, more than half: likely these are"))
    #expect(message.hasSuffix("\"hull\" would tell them apart: pass --columns device=hull"))
    #expect(!outcome.fixes.isEmpty, "what could be used was delivered")
  }
}

@Suite struct `A track whose points are out of order` {
  /// A walk to the north at a metre a second.
  private static let walk = (0..<400).map { second in
    "\(1_714_554_600 + second),\(46 + Double(second) / 111_000),14.5\n"
  }
  private static let header = "time,lat,lon\n"

  private static var shuffled: [String] {
    var walk = walk
    var generator = SeededGenerator(seed: 5)
    walk.shuffle(using: &generator)
    return walk
  }

  @Test func `is refused after its fixes where it goes back in time`() throws {
    let outcome = try read(Self.header + Self.walk.reversed().joined())
    #expect(outcome.fixes.count == 1)
    #expect(
      outcome.message
        == "F: error: 399 of 400 points with a place are skipped, more than half: likely the order "
        + "of the track is reversed | help: --sort reads the whole track and puts each device's "
        + "points in the order of time")
  }

  @Test func `is refused after its fixes where it is shuffled`() throws {
    let message = try read(Self.header + Self.shuffled.joined()).message
    #expect(message?.contains("likely the points are out of order | help: --sort") == true)
  }

  @Test func `is refused where most of its times cannot be read`() throws {
    let outcome = try read(Self.header + "10,1,2\nnoon,1,2\nnight,1,2\n")
    #expect(outcome.fixes.count == 1)
    #expect(
      outcome.message
        == "F: error: 2 of 3 points with a place are skipped, more than half: likely the data are "
        + "bad | help: write 2024-05-01T09:10:00Z, or seconds since 1970")
  }

  @Test func `is read where half of its points are skipped, or those that have no place`() throws {
    #expect(try read(Self.header + "10,1,2\nnoon,1,2\n").error == nil)
    #expect(try read(Self.header + "10,1,2\n11,,\n12,,\n13,,\n").error == nil)
  }

  @Test func `is put in the order of time by sorting`() throws {
    let inOrder = try read(Self.header + Self.walk.joined())
    for walk in [Self.shuffled, Self.walk.reversed()] {
      let outcome = try read(Self.header + walk.joined()) { $0.sorts = true }
      #expect(outcome.error == nil)
      #expect(outcome.fixes == inOrder.fixes)
      #expect(outcome.report.skipped.total == 0)
    }
  }

  @Test func `keeps the order of equal times, and what cannot be used, when it is sorted`() throws {
    let text = "time,device,lat,lon\n12,a,1,2\n11,b,1,2\n11,a,3,2\nnoon,a,1,2\n11,a,2,2\n,a,1,2\n"
    let outcome = try read(text) { $0.sorts = true }
    #expect(outcome.latitudes == [1, 3, 2, 1])
    #expect(outcome.times == [11_000, 11_000, 11_000, 12_000])
    #expect(outcome.report.skipped[.unreadableTime] == 1)
    #expect(outcome.report.skipped[.missingTime] == 1)
  }

  @Test func `without times is not changed by sorting`() throws {
    let text = "lat,lon\n1,2\n3,2\n2,2\n"
    #expect(try read(text) { $0.sorts = true }.latitudes == [1, 3, 2])
  }

  @Test(arguments: [
    ("46.05", true), ("46.05\n", false), ("2024-05-01T07:00:00Z", false), ("\"46.05\"", false),
    ("walk", true), ("46.05\r", false),
  ])
  func `is noted where its last line may be cut`(last: String, isNoted: Bool) throws {
    let outcome = try read("tst,lat,lon,note\n10,1,2,x\n11,1,2,\(last)")
    #expect(outcome.fixes.count == 2)
    #expect(outcome.remarks.joined().contains("the file may be cut there") == isNoted)
  }
}
