import GeofenceBytes
import GeofenceCore

/// A test case of a JUnit report.
package struct JUnitCase: Hashable, Sendable {
  /// The group of the case, in which a dot separates packages and classes.
  package var group: String
  /// The name that distinguishes the case within its group.
  package var name: String
  /// The file to which a reader is sent.
  package var file: String
  /// The line in the file, counted from one.
  package var line: Int?
  /// The reason why the case failed; `nil` if it passed.
  package var problem: Problem?

  package struct Problem: Hashable, Sendable {
    /// A Boolean value indicating whether the case could not be tried at all.
    package var isError = false
    /// The type of the problem, as one word for programs.
    package var type: String
    /// The problem in one sentence.
    package var message: String
    /// The full text about the problem.
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
  /// Creates a case that fails with `error`, which names the file and the line.
  ///
  /// - Parameters:
  ///   - type: The type of the problem, as one word.
  ///   - severity: The severity, `error` or `warning`.
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
