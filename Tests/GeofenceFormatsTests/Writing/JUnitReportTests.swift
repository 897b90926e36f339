import Foundation
import GeofenceCore
import GeofenceFormats
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A comparison as JUnit XML, whatever the regions and devices are called.
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
    JUnitReport(Comparison(expected: expected, actual: actual), name: name).text
  }

  /// The elements of a well-formed document, by their names.
  private func elements(of text: String) throws -> [String: [[String: String]]] {
    let collector = Collector()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = collector
    #expect(parser.parse(), "\(String(describing: parser.parserError)): \(text)")
    return collector.elements
  }

  private final class Collector: NSObject, XMLParserDelegate {
    var elements: [String: [[String: String]]] = [:]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) { elements[name, default: []].append(attributes) }
  }

  @Test func `a run without an event is a suite without a case`() {
    #expect(
      report(expected: [], actual: []) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite id="0" package="geofence" name="expected.jsonl" timestamp="1970-01-01T00:00:00" \
        hostname="localhost" tests="0" failures="0" errors="0" time="0">
            <properties/>
            <system-out/>
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
        == [["enter \(name) at 1970-01-01T00:00:01Z", name]])
  }

  @Test(arguments: [
    "\u{0}", "\u{1}", "\u{8}", "\u{B}", "\u{1B}[31m", "\u{1F}", "\u{FFFE}", "\u{FFFF}",
  ])
  func `what XML cannot hold is replaced, and the document stays well-formed`(_ name: String) throws
  {
    let elements = try elements(of: report(expected: [], actual: [Self.event(1, "a\(name)b")]))
    let held = "a\u{FFFD}" + name.dropFirst() + "b"
    #expect(elements["testcase"]?.map { $0["name"] } == ["enter \(held) at 1970-01-01T00:00:01Z"])
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
        ["phone", "reselect at 1970-01-01T00:00:01Z"],
        ["geofence", "enter a at 1970-01-01T00:00:02Z"],
      ])
  }
}
