public import GeofenceCore

/// A test case of a JUnit report.
public struct JUnitCase: Hashable, Sendable {
  /// The group of the case, in which a dot separates packages and classes.
  public var group: String
  /// The name that distinguishes the case within its group.
  public var name: String
  /// The file to which a reader is sent.
  public var file: String
  /// The line in the file, counted from one.
  public var line: Int?
  /// The duration, by the times of the track.
  public var time: Interval
  /// The reason why the case failed; `nil` if it passed.
  public var problem: Problem?

  public struct Problem: Hashable, Sendable {
    /// A Boolean value indicating whether the case could not be tried at all.
    public var isError = false
    /// The type of the problem, as one word for programs.
    public var type: String
    /// The problem in one sentence.
    public var message: String
    /// The full text about the problem.
    public var details: String

    public init(isError: Bool = false, type: String, message: String, details: String? = nil) {
      self.isError = isError
      self.type = type
      self.message = message
      self.details = details ?? message
    }
  }

  public init(
    group: String, name: String, file: String, line: Int? = nil,
    time: Interval = Interval(milliseconds: 0), problem: Problem? = nil
  ) {
    self.group = group
    self.name = name
    self.file = file
    self.line = line
    self.time = time
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
