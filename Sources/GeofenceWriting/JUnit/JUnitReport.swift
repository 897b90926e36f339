import GeofenceBytes

/// A report of results as JUnit XML, for Jenkins, GitHub, GitLab and other readers of it.
///
/// The document satisfies the schemas of Ant and of Jenkins, except for `file` and `line` of a test
/// case, which lead the readers of GitHub and GitLab to the place. No name holds a time, so that a
/// case keeps its history when its event moves.
package struct JUnitReport: Sendable {
  private let name: String
  private let start: Timestamp?
  private let cases: [JUnitCase]
  private let remarks: [String]
  /// The time that the run took, of which each case has an equal share.
  package var duration = Interval(milliseconds: 0)

  package init(
    _ cases: [JUnitCase], named name: String, startingAt start: Timestamp? = nil,
    remarks: [String] = []
  ) {
    self.name = name
    self.start = start
    self.cases = Self.numbered(cases)
    self.remarks = remarks
  }

  package init(_ parts: [JUnitReport], named name: String) {
    self.init(
      parts.flatMap(\.cases), named: name, startingAt: parts.lazy.compactMap(\.start).first,
      remarks: parts.flatMap(\.remarks))
  }

  package init(_ error: InputError, ending command: String) {
    let end = JUnitCase(
      group: "geofence", name: command, error, isError: true, type: "\(error.kind)")
    self.init([end], named: "geofence \(command)")
  }

  package var text: String { Self.text(of: [self]) }

  package static func text(of suites: [JUnitReport]) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites>
    \(suites.enumerated().map { $1.element(numbered: $0) }.joined())\
    </testsuites>

    """
  }

  private func element(numbered number: Int) -> String {
    let problems = cases.compactMap(\.problem)
    let errors = problems.count(where: \.isError)
    let attributes = [
      ("id", "\(number)"), ("package", "geofence"), ("name", name),
      ("timestamp", String((start ?? Timestamp(milliseconds: 0)).rfc3339.prefix(19))),
      ("hostname", "localhost"), ("tests", "\(cases.count)"),
      ("failures", "\(problems.count - errors)"), ("errors", "\(errors)"),
      ("time", duration.seconds.plain),
    ]
    return """
        <testsuite\(Self.written(attributes))>
          <properties/>
      \(cases.indices.map { "    \(Self.element(cases[$0], taking: share($0)))\n" }.joined())\
          <system-out>\(XMLText.escaped(remarks.joined(separator: "\n")))</system-out>
          <system-err/>
        </testsuite>

      """
  }

  /// Returns the time of a case; the shares add up to the whole.
  private func share(_ number: Int) -> Interval {
    let (whole, count) = (duration.milliseconds, Int64(cases.count))
    return Interval(
      milliseconds: whole * Int64(number + 1) / count - whole * Int64(number) / count)
  }

  private static func element(_ test: JUnitCase, taking time: Interval) -> String {
    let line = test.line.map { [("line", "\($0)")] } ?? []
    let head =
      "<testcase"
      + written(
        [("classname", test.group), ("name", test.name), ("file", test.file)] + line
          + [("time", time.seconds.plain)])
    guard let problem = test.problem else { return head + "/>" }
    let kind = problem.isError ? "error" : "failure"
    return """
      \(head)>
            <\(kind)\(written([("type", problem.type), ("message", problem.message)]))>\
      \(XMLText.escaped(problem.details))</\(kind)>
          </testcase>
      """
  }

  private static func written(_ attributes: [(name: String, value: String)]) -> String {
    attributes.map { " \($0.name)=\"\(XMLText.escaped($0.value))\"" }.joined()
  }

  /// Returns the cases with a number behind each name that its group has already.
  ///
  /// Readers treat cases of the same name as one.
  private static func numbered(_ cases: [JUnitCase]) -> [JUnitCase] {
    var counts: [[String]: Int] = [:]
    return cases.map { test in
      let count = counts[[test.group, test.name], default: 0] + 1
      counts[[test.group, test.name]] = count
      guard count > 1 else { return test }
      var test = test
      test.name += " (\(count))"
      return test
    }
  }
}

package struct JUnitCase: Hashable, Sendable {
  /// The group of the case, in which a dot separates packages and classes.
  package var group: String
  package var name: String
  package var file: String
  /// The line in the file, counted from one.
  package var line: Int?
  package var problem: Problem?

  package struct Problem: Hashable, Sendable {
    package var isError = false
    /// The type of the problem, as one word for programs.
    package var type: String
    package var message: String
    package var details: String

    package init(isError: Bool = false, type: String, message: String, details: String? = nil) {
      self.isError = isError
      self.type = type
      self.message = message
      self.details = details ?? message
    }
  }

  package init(
    group: String, name: String, file: String, line: Int? = nil, problem: Problem? = nil
  ) {
    self.group = group
    self.name = name
    self.file = file
    self.line = line
    self.problem = problem
  }
}

extension JUnitCase {
  init(
    group: String, name: String, _ error: InputError, isError: Bool, type: String,
    severity: String = "error"
  ) {
    let line: Int? = if case .line(let line, _) = error.place { line } else { nil }
    self.init(
      group: group, name: name, file: error.source, line: line,
      problem: Problem(
        isError: isError, type: type, message: error.problem,
        details: error.rendered(severity: severity)))
  }
}
