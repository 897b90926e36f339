import GeofenceCore
import Testing

@testable import GeofenceBytes

/// Returns a KML document around `content`, which stands on line 2.
private func kml(_ content: String) -> String {
  "<kml xmlns='http://www.opengis.net/kml/2.2' xmlns:gx='http://www.google.com/kml/ext/2.2'>\n"
    + "\(content)\n</kml>\n"
}

@Suite struct `A KML track` {
  @Test(arguments: [
    "<Placemark><gx:Track><when>10</when><when>20</when><gx:coord>1 2 3</gx:coord><gx:coord>1 4</gx:coord></gx:Track></Placemark>",
    "<gx:MultiTrack><gx:Track><when>10</when><gx:coord>1 2 3</gx:coord></gx:Track><gx:Track><gx:coord>1 4</gx:coord><when>20</when></gx:Track></gx:MultiTrack>",
    "<Track><gx:coord>1 2 3</gx:coord><gx:coord>1 4</gx:coord><when>10</when><when>20</when></Track>",
    "<Placemark><TimeStamp><when>10</when></TimeStamp><Point><coordinates>1,2,3</coordinates></Point></Placemark>"
      + "<Placemark><Point><coordinates> 1,4 </coordinates></Point><TimeSpan><begin>20</begin></TimeSpan></Placemark>",
    "<Placemark><TimeStamp><when>5</when></TimeStamp><Point><coordinates>9,9</coordinates></Point></Placemark>"
      + "<gx:Track><when>10</when><when>20</when><gx:coord>1 2 3</gx:coord><gx:coord>1 4</gx:coord></gx:Track>",
  ])
  func `is a track, or placemarks with times`(content: String) throws {
    let outcome = try read(kml(content))
    #expect(outcome.message == nil)
    #expect(outcome.times == [10_000, 20_000])
    #expect(outcome.latitudes == [2, 4])
    #expect(outcome.fixes.map(\.altitude) == [3, nil])
  }

  @Test(arguments: [
    (30, [10_000, 20_000, 30_000]), (20, [10_000, 20_000]), (5, [10_000, 20_000]),
  ])
  func `of a span of time stays there until its end`(end: Int, times: [Int64]) throws {
    let outcome = try read(
      kml(
        "<Placemark><TimeStamp><when>10</when></TimeStamp><Point><coordinates>1,2</coordinates>"
          + "</Point></Placemark><Placemark><TimeSpan><begin>20</begin><end>\(end)</end></TimeSpan>"
          + "<Point><coordinates>1,4</coordinates></Point></Placemark>"))
    #expect(outcome.times == times)
    #expect(outcome.latitudes == Array([2, 4, 4].prefix(times.count)))
    #expect(outcome.remarks.isEmpty)
  }

  @Test func `of more places than times may have the times of others, and says so`() throws {
    let outcome = try read(
      kml(
        "<gx:Track><when>10</when><gx:coord>1 2 3</gx:coord><gx:coord>1 4</gx:coord></gx:Track>"))
    #expect(outcome.times == [10_000])
    #expect(
      outcome.remarks.contains(
        "F: warning: a track has 1 times for 2 places: its times may be those of other places "
          + "| help: each gx:coord needs its own when, in the same order"))
  }

  @Test func `passes over placemarks without a time, and counts those that a track displaces`()
    throws
  {
    let places =
      "<Placemark><Point><coordinates>9,9</coordinates></Point></Placemark>"
      + "<Placemark><TimeStamp><when>5</when></TimeStamp><Point><coordinates>9,9</coordinates></Point></Placemark>"
      + "<Placemark><TimeStamp><when>6</when></TimeStamp><Polygon><coordinates>9,9</coordinates></Polygon></Placemark>"
    let outcome = try read(
      kml(places + "<gx:Track><when>10</when><gx:coord>1 2</gx:coord></gx:Track>"))
    #expect(outcome.times == [10_000])
    #expect(
      outcome.remarks == [
        "F: note: 1 placemark ignored: the file has a track",
        "F: note: 1 placemark passed over: no time",
      ])
  }

  private static let line =
    "<LineString><coordinates>\n 1,2,3\n\t1,4 </coordinates></LineString>"

  @Test(arguments: [
    "<gx:Track><gx:coord>1 2 3</gx:coord><gx:coord>1 4</gx:coord></gx:Track>",
    "<Placemark>\(line)</Placemark>",
    "<Placemark><TimeStamp><when>10</when></TimeStamp>\(line)</Placemark>",
    "<Placemark><MultiGeometry><Polygon><coordinates>9,9</coordinates></Polygon>\(line)</MultiGeometry></Placemark>",
  ])
  func `without times is untimed`(content: String) throws {
    let outcome = try read(kml(content))
    #expect(outcome.message == nil)
    #expect(outcome.latitudes == [2, 4])
    #expect(outcome.fixes.map(\.altitude) == [3, nil])
    #expect(
      outcome.notes == [
        "F: note: its points have no time: taken as untimed, spaced by distance at 20 m/s from "
          + "1970-01-01T00:00:00Z"
      ])
  }

  @Test func `of places without times is refused`() throws {
    let outcome = try read(
      kml("<Placemark><Point><coordinates>9,9</coordinates></Point></Placemark>"))
    #expect(outcome.fixes.isEmpty)
    #expect(outcome.error?.problem == "is a file of places without times, not a track")
  }

  @Test(arguments: [
    ("<gx:Track><when>10</when><gx:coord>1 2</gx:coord></gx:Track>", "a track"),
    (
      "<Placemark><TimeStamp><when>10</when></TimeStamp><Point><coordinates>1,2</coordinates></Point></Placemark>",
      "placemarks with a time"
    ),
  ])
  func `has no lines beside points with times`(content: String, better: String) throws {
    for content in ["<Placemark>\(Self.line)</Placemark>\(content)", "\(content)\(Self.line)"] {
      let outcome = try read(kml(content))
      #expect(outcome.times == [10_000])
      #expect(
        outcome.remarks == ["F: note: 2 LineString points ignored: the file has \(better)"])
    }
  }

  @Test func `names a bad place of a line`() throws {
    let outcome = try read(kml("<LineString><coordinates>1,2 1,99 1,4</coordinates></LineString>"))
    #expect(outcome.latitudes == [2, 4])
    #expect(
      outcome.warnings.last?.hasPrefix("F:2: warning: point skipped: the latitude 99.0 is beyond")
        == true)
  }

  @Test func `names a bad point by its line`() throws {
    let outcome = try read(
      kml("<Track><when>10</when><coord>1 2</coord>\n<when>x</when>\n<coord>1 2</coord></Track>"))
    #expect(
      outcome.warnings.first?.hasPrefix("F:4: warning: point skipped: the time cannot be read")
        == true)
  }
}

@Suite struct `A TCX track` {
  @Test func `has the points that have a position`() throws {
    let position =
      "<Position><LatitudeDegrees>46.05</LatitudeDegrees><LongitudeDegrees>14.5</LongitudeDegrees></Position>"
    let outcome = try read(
      """
      <TrainingCenterDatabase xmlns="x"><Activities><Activity><Id>5</Id><Lap StartTime="5"><Track>
      <Trackpoint><Time>10</Time>\(position)<AltitudeMeters>300</AltitudeMeters><HeartRateBpm><Value>99</Value></HeartRateBpm><Extensions><n:TPX xmlns:n="n"><n:Speed>3</n:Speed></n:TPX></Extensions></Trackpoint>
      <Trackpoint><Time>11</Time></Trackpoint>
      <Trackpoint><Time>12</Time>\(position)</Trackpoint>
      </Track></Lap></Activity></Activities></TrainingCenterDatabase>
      """)
    #expect(outcome.times == [10_000, 12_000])
    #expect(outcome.fixes.first?.altitude == 300)
    #expect(outcome.fixes.first?.speed == 3)
    #expect(outcome.remarks == ["F: note: 1 Trackpoint passed over: no place"])
  }
}
