import GeofenceBytes
import GeofenceCore

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
