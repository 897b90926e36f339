public import GeofenceCore

/// A comparison as JUnit XML: a test case for each expected event, and a failed one for each that
/// nobody expected.
///
/// The document satisfies the schemas of Ant and of Jenkins. It has no clock of its own: the time
/// stamp is that of the first event, and no test case takes time.
public struct JUnitReport {
  private let comparison: Comparison
  private let name: String

  /// - Parameter name: what the suite is called.
  public init(_ comparison: Comparison, name: String) {
    self.comparison = comparison
    self.name = name
  }

  public var text: String {
    let findings = comparison.findings
    let failures = findings.count { if case .met = $0 { false } else { true } }
    let start = findings.first.map { $0.event.time.rfc3339.prefix(19) } ?? "1970-01-01T00:00:00"
    let cases = findings.map { Self.testCase($0) + "\n" }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite id="0" package="geofence" name=\(Self.quoted(name)) timestamp="\(start)" \
      hostname="localhost" tests="\(findings.count)" failures="\(failures)" errors="0" time="0">
          <properties/>
      \(cases)    <system-out/>
          <system-err/>
        </testsuite>
      </testsuites>

      """
  }

  private static func testCase(_ finding: Comparison.Finding) -> String {
    let event = finding.event
    let title = [event.name, event.region?.rawValue, "at \(event.time.rfc3339)"]
      .compactMap { $0 }.joined(separator: " ")
    let head =
      "    <testcase classname=\(quoted(event.device?.rawValue ?? "geofence")) "
      + "name=\(quoted(title)) time=\"0\""
    guard let type = type(of: finding) else { return head + "/>" }
    let explanation = quoted(ComparisonText.explanation(finding))
    return """
      \(head)>
            <failure type="\(type)" message=\(explanation)/>
          </testcase>
      """
  }

  private static func type(of finding: Comparison.Finding) -> String? {
    switch finding {
    case .met: nil
    case .missing: "missing"
    case .unexpected: "unexpected"
    case .shifted(let expected, let actual): actual.time > expected.time ? "late" : "early"
    }
  }

  private static func quoted(_ text: String) -> String { "\"\(XMLText.escaped(text))\"" }
}
