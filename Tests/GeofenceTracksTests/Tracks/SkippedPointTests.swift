import GeofenceCore
import Testing

@testable import GeofenceBytes
@testable import GeofenceTracks

/// Returns the same points as CSV and as GPX: each is `time,lat,lon,accuracy`, the first on line 2
/// or 3.
private func both(_ rows: [String]) -> [String] {
  let csv = "time,lat,lon,accuracy\n" + rows.joined(separator: "\n") + "\n"
  let points = rows.map { row in
    let cells = row.split(separator: ",", omittingEmptySubsequences: false)
    let time = cells[0].isEmpty ? "" : "<time>\(cells[0])</time>"
    return "<trkpt lat=\"\(cells[1])\" lon=\"\(cells[2])\">\(time)"
      + "<extensions><accuracy>\(cells[3])</accuracy></extensions></trkpt>"
  }
  return [csv, gpxTrack(points.joined(separator: "\n"))]
}

@Suite struct `A point that cannot be used` {
  static let mends: [SkipReason: String] = [
    .badCoordinate: "latitude is -90 to 90 and longitude -180 to 180, in decimal degrees",
    .negativeAccuracy:
      "a negative accuracy marks an invalid point; leave it empty where it is unknown",
    .unreadableTime: "write 2024-05-01T09:10:00Z, or seconds since 1970",
    .missingTime: "give every point a time, or let --ignore-times space the points by distance",
    .earlierTime:
      "sort the points by time; several devices need a column with their names, or a file each",
  ]

  static let bad: [(String, SkipReason, String)] = [
    ("20,91,14,5", .badCoordinate, "the latitude \"91\" is beyond ±90"),
    ("20,-90.001,14,5", .badCoordinate, "the latitude \"-90.001\" is beyond ±90"),
    ("20,46,180.5,5", .badCoordinate, "the longitude \"180.5\" is beyond ±180"),
    ("20,46,1e400,5", .badCoordinate, "the longitude \"1e400\" is beyond ±180"),
    ("20,nan,14,5", .badCoordinate, "the latitude \"nan\" is not a number"),
    ("20,inf,14,5", .badCoordinate, "the latitude \"inf\" is not a number"),
    ("20,46,east,5", .badCoordinate, "the longitude \"east\" is not a number"),
    ("20,46,,5", .badCoordinate, "there is no longitude"),
    ("20, ,14,5", .badCoordinate, "there is no latitude"),
    ("20,46,14,-1", .negativeAccuracy, "the accuracy -1.0 is negative"),
    ("20,46,14,-1e400", .negativeAccuracy, "the accuracy -inf is negative"),
    ("noon,46,14,5", .unreadableTime, "the time \"noon\" cannot be read"),
    (",46,14,5", .missingTime, "there is no time, and other points have one"),
    ("9.5,46,14,5", .earlierTime, "the time is 0.5 s before that of the last point kept"),
  ]

  @Test func `has its columns exchanged if so it is with all`() throws {
    for text in both(["10,-91,46,5", "20,150,-90,5"]) {
      #expect(try read(text).error?.help == "are latitude and longitude swapped?")
    }
    for text in both(["10,-91,46,5", "20,150,-90.1,5"]) + both(["10,181,46,5"]) {
      #expect(try read(text).error?.help == Self.mends[.badCoordinate])
    }
  }

  @Test(arguments: bad)
  func `is skipped, counted and named once`(
    row: String, reason: SkipReason, problem: String
  ) throws {
    for (index, text) in both(["10,46,14,5", row, row, "30,46,14,5"]).enumerated() {
      let outcome = try read(text)
      #expect(outcome.error == nil)
      #expect(outcome.times == [10_000, 30_000])
      #expect(outcome.report.pointsRead == 4)
      #expect(outcome.report.fixesKept == 2)
      #expect(outcome.report.skipped[reason] == 2)
      #expect(outcome.report.skipped.total == 2)
      let line = index + 3
      let help = try #require(Self.mends[reason])
      #expect(outcome.warnings == ["F:\(line): warning: point skipped: \(problem) | help: \(help)"])
      #expect(outcome.remarks == ["F: warning: 2 of 4 points skipped: 2 \(reason.phrase)"])
    }
  }

  @Test(arguments: bad)
  func `is an error where the options are strict`(
    row: String, reason: SkipReason, problem: String
  ) throws {
    for (index, text) in both(["10,46,14,5", row, "30,46,14,5"]).enumerated() {
      let outcome = try read(text) { $0.isStrict = true }
      #expect(outcome.times == [10_000])
      #expect(outcome.error?.kind == .data)
      #expect(outcome.error?.problem == problem)
      #expect(outcome.error?.place == .line(index + 3))
      #expect(outcome.warnings == [])
    }
  }

  @Test func `with decimal commas is said to need points`() throws {
    let outcome = try read("time,lat,lon\n10,\"46,05\",\"14,5\"\n")
    #expect(outcome.error?.help == "write decimal points, such as 46.05")
  }

  @Test(arguments: ["", " ", "nan", "inf", "1e400", "-", "N/A"])
  func `is not one whose accuracy is unknown`(accuracy: String) throws {
    for text in both(["10,46,14,\(accuracy)"]) {
      let outcome = try read(text)
      #expect(outcome.fixes.count == 1)
      #expect(outcome.fixes.first?.horizontalAccuracy == nil)
      #expect(outcome.remarks == [])
    }
  }

  @Test(arguments: ["good", "0x5", "5000 m", "30;5"])
  func `with an accuracy that is no number is kept, and said`(accuracy: String) throws {
    let outcome = try read(both(["10,46,14,5", "20,46,14,\(accuracy)"])[0])
    #expect(outcome.fixes.map(\.horizontalAccuracy) == [5, nil])
    #expect(
      outcome.remarks == [
        "F: warning: the accuracy of 1 point is no number, such as \"\(accuracy)\": taken as not "
          + "known | help: write metres without their unit, and a decimal point"
      ])
  }

  @Test func `in a row with more fields than the header is doubtful`() throws {
    let text = "time,lat,lon\n0,46,05,14,5\n5,46,14\n10,46,14,,\n"
    #expect(
      try read(text).remarks.contains(
        "F: warning: 1 of 3 rows has more fields than the header: likely their fields are not those "
          + "of its columns | help: numbers have decimal points, and a text with a comma stands in "
          + "quotation marks"))
  }

  @Test func `is not one at the edge of what can be`() throws {
    for text in both(["10,90,180,0", "10,-90,-180,-0", "10,0,1,1e300"]) {
      let outcome = try read(text)
      #expect(outcome.report.fixesKept == 3)
      #expect(outcome.fixes.last?.horizontalAccuracy == 2e7)
    }
  }

  @Test func `is measured against the last one kept, not the last one read`() throws {
    for text in both(["10,46,14,5", "99,91,14,5", "20,46,14,5", "19,46,14,5", "20,46,14,5"]) {
      #expect(try read(text).times == [10_000, 20_000, 20_000])
    }
  }

  @Test func `is named by its line where the row before has several, and begins a survey`() throws {
    // From the jump on, the note is examined as one that may name devices.
    let rows = ["0,46,14,a", "1,40,14,\"b\nc\"", "2,91,14,d"]
    let outcome = try read("time,lat,lon,note\n" + rows.joined(separator: "\n") + "\n")
    #expect(outcome.warnings.count == 1)
    #expect(outcome.warnings.first?.contains("F:5:") == true)
  }

  @Test func `is counted by its reason`() throws {
    let rows = ["10,46,14,5", "x,46,14,5", ",46,14,5", "5,46,14,5", "20,91,0,5", ",46,14,5"]
    for text in both(rows) {
      #expect(
        try read(text).remarks == [
          "F: warning: 5 of 6 points skipped: 1 with a bad coordinate, 1 with an unreadable time, "
            + "2 without time, 1 with a time before that of the last point kept"
        ])
    }
  }

  @Test func `leaves nothing when all points are like it`() throws {
    for text in both(["10,91,14,5", "x,46,14,5", "y,46,14,5"]) {
      let outcome = try read(text)
      #expect(
        outcome.message
          == "F: error: no usable point among 3: 1 with a bad coordinate, "
          + "2 with an unreadable time | help: write 2024-05-01T09:10:00Z, or seconds since 1970")
      #expect(outcome.error?.kind == .data)
      #expect(outcome.report.skipped.total == 3)
    }
  }
}

@Suite struct `An untimed track` {
  /// The metres in a degree of latitude at the equator, approximately.
  private static let degree = 110_574.0

  private static func note(_ reason: String) -> String {
    "F: note: \(reason): taken as untimed, spaced by distance at 20 m/s from 1970-01-01T00:00:00Z"
  }

  @Test func `is one that has no time at all, and is noted`() throws {
    let reasons = ["its column of times is empty", "its points have no time"]
    for (text, reason) in zip(both([",1,1,5", ",91,0,5", ",1,1,5"]), reasons) {
      let outcome = try read(text)
      #expect(outcome.times == [0, 0])
      #expect(!outcome.report.isTimed)
      #expect(outcome.notes == [Self.note(reason)])
      #expect(outcome.remarks == ["F: warning: 1 of 3 points skipped: 1 with a bad coordinate"])
    }
  }

  @Test func `is none when a later point has a time, and those before are skipped`() throws {
    for (index, text) in both([",1,1,5", ",91,0,5", "99,1,1,5", ",1,1,5", "100,1,1,5"]).enumerated()
    {
      let outcome = try read(text)
      #expect(outcome.times == [99_000, 100_000])
      #expect(outcome.notes == [])
      #expect(
        outcome.warnings == [
          "F:\(index + 2): warning: point skipped: there is no time, and other points have one | help: "
            + "give every point a time, or let --ignore-times space the points by distance"
        ])
      #expect(
        outcome.remarks == [
          "F: warning: 3 of 5 points skipped: 1 with a bad coordinate, 2 without time"
        ])
    }
  }

  @Test func `is one whose first thousand points have no time`() throws {
    for (count, isTimed) in [(999, true), (1000, false)] {
      let rows = Array(repeating: ",1,1,5", count: count) + ["99,1,1,5", "x,1,1,5"]
      for text in both(rows) {
        let outcome = try read(text)
        #expect(outcome.report.isTimed == isTimed)
        #expect(outcome.fixes.count == (isTimed ? 1 : count + 2))
        #expect(
          outcome.remarks.last
            == (isTimed
              ? "F: warning: 1000 of 1001 points skipped: 1 with an unreadable time, 999 without time"
              : "F: note: 2 times ignored: the first points have none"))
      }
    }
  }

  @Test func `has its column of times named as a shell takes it`() throws {
    let outcome = try read("Song Time,lat,lon\n2024-05-01T07:00:00Z,1,2\n")
    #expect(outcome.notes.first?.hasSuffix("has times: pass --columns 'time=Song Time'") == true)
  }

  @Test func `has a column of times that are not read named with what makes them readable`()
    throws
  {
    let text = "Started,lat,lon\n5/1/2024 9:10:00 AM,1,2\n"
    let note =
      Self.note("no column is known as one of times (not known: \"Started\")")
      + " | help: its column \"Started\" has times that are not read, as day or month comes first, "
      + "and which is not known: pass --columns 'time=Started:day-first', or :month-first"
    #expect(try read(text).notes == [note])
    let strict = try read(text) { $0.isStrict = true }
    #expect(strict.message == note.replacing("F: note", with: "F: error"))
    // A day without a time of day is none.
    #expect(try read("born,lat,lon\n01.05.2024,1,2\n").notes.count == 1)
    #expect(try read("born,lat,lon\n01.05.2024,1,2\n") { $0.isStrict = true }.error == nil)
  }

  @Test func `of which no point can be used says what helps the first one`() throws {
    #expect(
      try read("time,lat,lon\n45413.3819,1,2\n45413.3820,1,2\n").message
        == "F: error: no usable point among 2: 2 with an unreadable time | help: give the cells the "
        + "format yyyy-mm-dd hh:mm:ss and export them again")
    // The flaws differ: what helps the first one does not help the others.
    #expect(
      try read("time,lat,lon\n45413.3819,1,2\nx,1,2\n7,1,200\n").message?.hasSuffix(
        "help: write 2024-05-01T09:10:00Z, or seconds since 1970") == true)
  }

  @Test func `has columns without a name that are passed over in silence, unless they have times`()
    throws
  {
    let numbered = try read(",lat,lon\n0,1,2\n1,1,2\n")
    #expect(numbered.notes == [Self.note("no column is known as one of times")])
    let indexed = try read(",lat,lon\n2024-05-01T07:00:00Z,1,2\n")
    #expect(
      indexed.notes.first?.hasSuffix("help: a column without a name has times: name it time")
        == true)
  }

  @Test func `keeps what was read before the file breaks off`() throws {
    #expect(try read("t,lat,lon\n,1,2\n,1,2\n,\"").times == [0, 0])
    #expect(
      try read("<gpx><trkpt lat='1' lon='2'/><trkpt lat='1' lon='2'/><trkpt").times == [0, 0])
  }

  @Test(arguments: [
    (
      "when,lat,lon,note,n\n,1,2,x,7\n2024/05/01 07:00,1,2,y,8\n", [Int64(0), 0],
      "no column is known as one of times (not known: \"when\", \"note\", \"n\")"
    ),
    (
      #"{"id":"7","lat":1,"lon":2,"when":"2024-05-01T07:00:00Z"}"#, [0],
      "no key is known as one of times (not known: \"id\", \"when\")"
    ),
  ])
  func `has times in a column or under a key that is not known`(
    text: String, times: [Int64], reason: String
  ) throws {
    let outcome = try read(text)
    #expect(outcome.times == times)
    let note =
      Self.note(reason)
      + " | help: its column \"when\" has times: pass --columns time=when"
    #expect(outcome.notes == [note])
    let strict = try read(text) { $0.isStrict = true }
    #expect(strict.message == note.replacing("F: note", with: "F: error"))
    #expect(try read(text) { $0.columns = .named(["time": "when"]) }.times == [1_714_546_800_000])
  }

  @Test(arguments: [
    "\"made\": \"2024-05-01T07:00:00Z\", \"features\": [F]",
    "\"features\": [F], \"made\": \"2024-05-01T07:00:00Z\"",
  ])
  func `has no times in a key beside its points`(keys: String) throws {
    let line = #"{"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[2, 1]]}}"#
    let outcome = try read("{\(keys.replacing("F", with: line))}") { $0.isStrict = true }
    #expect(outcome.times == [0])
    #expect(outcome.notes.count == 1 && !outcome.notes.joined().contains("help"))
  }

  @Test func `has no times where a key that is known has none`() throws {
    let text = #"{"id":"7","lat":1,"lon":2,"when":"2024-05-01T07:00:00Z"}"#
    #expect(try read(text + #"{"lat":1,"lon":2,"time":null}"#).notes.count == 1)
  }

  @Test func `is not made of bare numbers in a column that is not known`() throws {
    let outcome = try read("when,lat,lon\n1714546800,1,2\n") { $0.isStrict = true }
    #expect(outcome.notes.count == 1)
    #expect(outcome.error == nil)
  }

  @Test func `is the only one that needs a speed and a start`() throws {
    let options = { (options: inout TrackReader.Options) in
      options.speed = 5
      options.start = Timestamp(milliseconds: 1000)
    }
    #expect(
      try read("t,lat,lon\n1,1,2\n", options).remarks == [
        "F: note: --speed has no effect: the track has its own times",
        "F: note: --start has no effect: the track has its own times",
      ])
    #expect(try read("lat,lon\n1,2\n", options).remarks == [])
  }

  @Test func `is none when the first point's time is unreadable`() throws {
    for text in both(["x,1,1,5", "99,1,1,5", ",1,1,5"]) {
      let outcome = try read(text)
      #expect(outcome.times == [99_000])
      #expect(outcome.report.isTimed)
    }
  }

  @Test func `is made of any track by the options`() throws {
    for text in both(["10,1,1,5", "x,1,1,5", "5,1,1,5"]) {
      let outcome = try read(text) { $0.ignoresTimes = true }
      #expect(outcome.times == [0, 0, 0])
      #expect(outcome.notes == [Self.note("its times are ignored as asked")])
      #expect(outcome.remarks == ["F: note: 3 times ignored: as asked"])
    }
  }

  @Test func `spaces its points by distance at a speed from a start`() throws {
    for text in both([",0,1,5", ",1,1,5", ",0,1,5"]) {
      let outcome = try read(text) {
        $0.speed = 10
        $0.start = Timestamp(milliseconds: 5000)
      }
      let there = outcome.times[1] - 5000
      #expect(outcome.times[0] == 5000)
      #expect(abs(Double(there) / 1000 - Self.degree / 10) < 100)
      #expect(abs(outcome.times[2] - 5000 - 2 * there) <= 1)
    }
  }

  @Test func `rounds each time and not each step`() throws {
    let rows = (0...1000).map { ",\(Double($0) * 1e-7),0,5" }
    for text in both(rows) {
      // Steps of 11 mm at 20 m/s take 0.55 ms each: rounded one by one, their time would double.
      let last = try #require(try read(text).times.last)
      #expect(abs(Double(last) - Self.degree * 1e-4 / 20 * 1000) <= 5)
    }
  }

  @Test func `follows each device on a way of its own`() throws {
    let outcome = try read("lat,lon,device\n0,1,a\n50,0,b\n0,1,a\n50,0,b\n")
    #expect(outcome.times == [0, 0, 0, 0])
    #expect(outcome.devices == [0, 1, 0, 1])
  }

  @Test func `needs no time column`() throws {
    let outcome = try read("lat,lon\n0,1\n")
    #expect(outcome.times == [0])
    #expect(outcome.notes == [Self.note("no column has a time")])
    #expect(outcome.remarks == [])
  }

  @Test func `does not go past the year 9999`() throws {
    let outcome = try read("lat,lon\n0,1\n1,1\n") { $0.speed = 1e-300 }
    #expect(outcome.times == [0])
    #expect(
      outcome.message
        == "F:3: error: the time of this point would be after the year 9999 | help: "
        + "choose a higher --speed or an earlier --start")
  }
}
