import GeofenceCore
import GeofenceWriting
import TestSupport
import Testing

/// Crossings in a row, each less than the dwell after the one before, said as one.
struct FlutterTests {
  /// A device that is inside and outside of home by turns, 10 s each, then goes in.
  private let drive = AuditedDrive(
    places: [(0, 700, nil), (10, 790, nil)]
      + (2..<12).map { second in (Int64(second) * 10, second % 2 == 0 ? 810 : 790, nil) }
      + [(200, 1000, nil), (260, 1000, nil)])

  @Test func `a flutter on a boundary is one line, and its crossings are counted as ever`() throws {
    let report = try drive.report()
    #expect(report.strategies[0].counts.geometry == 11)
    #expect(report.strategies[0].counts.lost == 10)
    let losses = try drive.section("losses")
    #expect(losses.count == 1)
    #expect(
      losses[0].hasSuffix(
        "on the boundary of home, 00:00:20Z to 00:01:50Z: 10 crossings that the 20 s are there to "
          + "keep quiet"))
  }

  @Test func `two crossings are none, nor are those a dwell apart`() throws {
    var drive = drive
    drive.places.removeSubrange(4..<12)
    #expect(try drive.section("losses").count == 2)
    drive = self.drive
    drive.places = drive.places.map { ($0.second * 2, $0.metres, $0.accuracy) }
    drive.strategies[0].crossing.dwell = Interval(seconds: 20)
    #expect(try !drive.text().contains("keep quiet"))
  }
}
