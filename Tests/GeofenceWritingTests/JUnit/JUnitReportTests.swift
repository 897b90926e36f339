import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceInputs
@testable import GeofenceTracks
@testable import GeofenceWriting

/// The JUnit XML of a comparison, with regions and devices of any name.
struct JUnitReportTests {
  private static func event(_ second: Int64, _ region: String?, of device: String? = nil)
    -> RecordedEvent
  {
    RecordedEvent(
      time: Timestamp(milliseconds: second * 1000), name: region == nil ? "reselect" : "enter",
      region: region.map { RegionIdentifier($0) }, device: device.map { RegionIdentifier($0) })
  }

  private func report(
    expected: [RecordedEvent], actual: [RecordedEvent], name: String = "expected.jsonl"
  ) -> String {
    JUnitReport(
      Comparison(expected: expected, actual: actual), of: Recording(named: name)
    ).text
  }

  /// Returns the attributes of the elements in a document by the elements' names, and checks it
  /// against the schemas.
  private func elements(of text: String) throws -> [String: [[String: String]]] {
    let document = try JUnitSchema(text)
    #expect(document.violations == [], "\(text)")
    return Dictionary(
      grouping: ["testsuite", "testcase", "failure", "error"].flatMap(document.root.all),
      by: \.name
    ).mapValues { $0.map(\.attributes) }
  }

  @Test func `where nothing was expected and nothing came, that is a case`() {
    #expect(
      report(expected: [], actual: []) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite id="0" package="geofence" name="expected.jsonl" timestamp="1970-01-01T00:00:00" \
        hostname="localhost" tests="1" failures="0" errors="0" time="0">
            <properties/>
            <testcase classname="geofence" name="no event" file="expected.jsonl" time="0"/>
            <system-out></system-out>
            <system-err/>
          </testsuite>
        </testsuites>

        """)
  }

  @Test(
    arguments: [
      "a \"b\" 'c'", "<tag/>", "a & b &amp; c", "]]>", "<![CDATA[", "-->", "tab\tand\nline\r", "é😀",
      "\u{85}\u{2028}\u{202E}", " ",
    ])
  func `names survive the way through XML`(_ name: String) throws {
    let text = report(expected: [Self.event(1, name, of: name)], actual: [], name: name)
    let elements = try elements(of: text)
    #expect(elements["testsuite"]?.map { $0["name"] } == [name])
    #expect(
      elements["testcase"]?.map { [$0["name"], $0["classname"]] }
        == [["enter \(name) #1", name]])
  }

  @Test(arguments: [
    "\u{0}", "\u{1}", "\u{8}", "\u{B}", "\u{1B}[31m", "\u{1F}", "\u{FFFE}", "\u{FFFF}",
  ])
  func `what XML cannot hold is replaced, and the document stays well-formed`(_ name: String) throws
  {
    let elements = try elements(of: report(expected: [], actual: [Self.event(1, "a\(name)b")]))
    let held = "a\u{FFFD}" + name.dropFirst() + "b"
    #expect(elements["testcase"]?.map { $0["name"] } == ["unexpected enter \(held) #1"])
  }

  @Test func `failures are counted, and each names its kind`() throws {
    let elements = try elements(
      of: report(
        expected: [
          Self.event(10, "a"), Self.event(20, "b"), Self.event(30, "c"), Self.event(40, "d"),
        ],
        actual: [
          Self.event(10, "a"), Self.event(19, "b"), Self.event(31, "c"), Self.event(50, "e"),
        ]))
    #expect(elements["failure"]?.map { $0["type"] } == ["early", "late", "missing", "unexpected"])
    let suite = try #require(elements["testsuite"]?.first)
    #expect([suite["tests"], suite["failures"], suite["errors"]] == ["5", "4", "0"])
    #expect(suite["timestamp"] == "1970-01-01T00:00:10")
    #expect(elements["testcase"]?.count == 5)
  }

  @Test func `a case belongs to its device, and an event without a region has none in its name`()
    throws
  {
    let elements = try elements(
      of: report(expected: [Self.event(1, nil, of: "phone"), Self.event(2, "a")], actual: []))
    #expect(
      elements["testcase"]?.map { [$0["classname"], $0["name"]] } == [
        ["phone", "reselect #1"],
        ["geofence", "enter a #1"],
      ])
  }

  @Test func `a case stands in the line of the recording, and has its share of the run's time`()
    throws
  {
    let text = "# the park\n1970-01-01T00:00:10Z enter a\n1970-01-01T00:00:50Z enter b\n"
    let recording = try ExpectationReader.read(Array(text.utf8), source: "drives/expected.txt")
    let comparison = Comparison(expected: recording.events, actual: [Self.event(10, "a")])
    var report = JUnitReport(comparison, of: recording)
    report.duration = Interval(milliseconds: 15)
    let elements = try elements(of: report.text)
    #expect(
      elements["testcase"]?.map { [$0["file"], $0["line"], $0["time"]] } == [
        ["drives/expected.txt", "2", "0.007"], ["drives/expected.txt", "3", "0.008"],
      ])
    #expect(elements["testsuite"]?.first?["time"] == "0.015")
  }

  @Test func `a case keeps its name when its event moves, or others come`() throws {
    let expected = [Self.event(1, "a"), Self.event(9, "a")]
    for actual in [expected, [Self.event(1, "a"), Self.event(5, "a"), Self.event(12, "a")]] {
      let elements = try elements(of: report(expected: expected, actual: actual))
      let names = elements["testcase"]?.compactMap { $0["name"] } ?? []
      #expect(names.filter { !$0.hasPrefix("unexpected") } == ["enter a #1", "enter a #2"])
    }
  }

  @Test func `a run that an error ended is one case with that error`() throws {
    let error = InputError(
      source: "regions.json", place: .line(7, column: 3), problem: "no <radius>",
      help: "add & retry ]]>")
    let document = try JUnitSchema(JUnitReport(error, ending: "simulate").text)
    #expect(document.violations == [])
    let test = try #require(document.root.all("testcase").first)
    #expect(test.attributes["file"] == "regions.json")
    #expect(test.attributes["line"] == "7")
    let problem = try #require(document.root.all("error").first)
    #expect(problem.attributes == ["type": "data", "message": "no <radius>"])
    #expect(problem.text == "regions.json:7:3: error: no <radius>\nhelp: add & retry ]]>")
  }

  @Test func `a finding that counts fails, and others are told beside the cases`() throws {
    func finding(_ severity: Finding.Severity, _ topic: Finding.Topic, _ source: String) -> Finding
    {
      Finding(severity, topic, InputError(source: source, problem: "\(topic) is wrong"))
    }
    let report = FindingsReport([
      finding(.error, .unreadable, "regions.json"), finding(.warning, .slowSteps, "drive.gpx"),
      finding(.note, .ignoredData, "drive.gpx"),
    ])
    for (isStrict, passed, problems, remarks) in [
      (false, ["drive.gpx", "<stdin>"], ["error unreadable"], 2),
      (true, ["<stdin>"], ["error unreadable", "failure slow-steps"], 1),
    ] {
      let document = try JUnitSchema(
        JUnitReport(report, of: ["regions.json", "drive.gpx", "-"], isStrict: isStrict).text)
      #expect(document.violations == [])
      let cases = document.root.all("testcase")
      #expect(cases.filter(\.children.isEmpty).map { $0.attributes["name"] } == passed)
      #expect(
        cases.flatMap(\.children).map { "\($0.name) \($0.attributes["type"] ?? "-")" } == problems)
      let lines = document.root.all("system-out").flatMap { $0.text.split(separator: "\n") }
      #expect(lines.count == remarks)
    }
  }
}
