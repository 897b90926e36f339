public import GeofenceCore

/// A test case of a JUnit report.
public struct JUnitCase: Hashable, Sendable {
  /// What it belongs to; a dot parts packages and classes.
  public var group: String
  /// What tells it from the others of its group.
  public var name: String
  /// The file that a reader is sent to, and the line in it, from one.
  public var file: String
  public var line: Int?
  /// How long it took on the clock of the track.
  public var time: Interval
  /// Why it did not pass; `nil` where it did.
  public var problem: Problem?

  public struct Problem: Hashable, Sendable {
    /// Whether the case could not be tried at all.
    public var isError = false
    /// One word for programs.
    public var type: String
    /// One sentence.
    public var message: String
    /// Everything there is to say.
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
  /// A case that does not pass because of `error`, which names the file and the line.
  ///
  /// - Parameters:
  ///   - type: one word for what is wrong.
  ///   - severity: `error` or `warning`.
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
