import GeofenceCore
import Testing

@testable import GeofenceWriting

/// The report of a comparison as a diff and as JUnit XML.
struct ComparisonReportTests {
  private static func event(_ second: Int64, _ name: String, _ region: String) -> RecordedEvent {
    RecordedEvent(
      time: Timestamp(milliseconds: second * 1000), name: name, region: RegionIdentifier(region),
      device: nil)
  }

  private let comparison = Comparison(
    expected: [
      event(10, "enter", "home"), event(90, "exit", "home"), event(200, "enter", "shop"),
      event(300, "exit", "shop"),
    ],
    actual: [
      event(10, "enter", "home"), event(95, "exit", "home"), event(250, "enter", "<&\"\u{1}>"),
      event(300, "exit", "shop"),
    ])

  @Test func `a diff names what is missing, unexpected and late, and sums up`() {
    let text = ComparisonText(
      ExplainedComparison(comparison), source: "expected.jsonl", tolerance: Interval(seconds: 2))
    #expect(
      text.lines.joined(separator: "\n") == #"""
        ~ 1970-01-01T00:01:30Z  exit   home           5 s late: came at 1970-01-01T00:01:35Z
        - 1970-01-01T00:03:20Z  enter  shop           missing; the nearest event of this region is the exit 1 min 40 s later, at 1970-01-01T00:05:00Z
        + 1970-01-01T00:04:10Z  enter  "<&\"\u0001>"  unexpected; nothing is expected of this region
        expected.jsonl: error: 2 of 4 expected events came: 1 missing, 1 early or late, 1 unexpected, tolerance 2 s
        """#)
  }

  @Test func `JUnit has a case for each event and a failure for each difference`() {
    #expect(
      JUnitReport(comparison, of: Recording(named: "a & b")).text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite id="0" package="geofence" name="a &amp; b" timestamp="1970-01-01T00:00:10" hostname="localhost" tests="5" failures="3" errors="0" time="0">
            <properties/>
            <testcase classname="geofence" name="enter home #1" file="a &amp; b" time="0"/>
            <testcase classname="geofence" name="exit home #1" file="a &amp; b" time="0">
              <failure type="late" message="5 s late: came at 1970-01-01T00:01:35Z">5 s late: came at 1970-01-01T00:01:35Z</failure>
            </testcase>
            <testcase classname="geofence" name="enter shop #1" file="a &amp; b" time="0">
              <failure type="missing" message="missing; the nearest event of this region is the exit 1 min 40 s later, at 1970-01-01T00:05:00Z">missing; the nearest event of this region is the exit 1 min 40 s later, at 1970-01-01T00:05:00Z</failure>
            </testcase>
            <testcase classname="geofence" name="unexpected enter &lt;&amp;&quot;\u{FFFD}> #1" file="a &amp; b" time="0">
              <failure type="unexpected" message="unexpected; nothing is expected of this region">unexpected; nothing is expected of this region</failure>
            </testcase>
            <testcase classname="geofence" name="exit shop #1" file="a &amp; b" time="0"/>
            <system-out></system-out>
            <system-err/>
          </testsuite>
        </testsuites>

        """)
  }
}
