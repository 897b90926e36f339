/// What is wrong with an input: where, what, and how to help it.
///
/// Printed as `file:line:column: error: problem` and, on a line of its own, `help: help`.
public struct InputError: Error, Hashable, Sendable {
  /// What the failure means for the caller's exit status.
  public enum Kind: Hashable, Sendable {
    /// The input was read and is not what it should be.
    case data
    /// There is no such input, or it may not be opened.
    case missing
    /// The input was opened and reading it failed.
    case reading
    /// A file could not be written; it is as it was.
    case writing
    /// The user wished to stop before it was done.
    case interruption
  }

  public enum Place: Hashable, Sendable {
    case wholeFile
    /// One-based.
    case line(Int, column: Int? = nil)
    /// A path into a JSON document, such as `regions[3].radius`.
    case path(String)
  }

  public var kind: Kind
  /// The input as the user named it; `<stdin>` for standard input.
  public var source: String
  public var place: Place
  /// One clause in lower case, without a full stop.
  public var problem: String
  public var help: String?

  public init(
    kind: Kind = .data, source: String, place: Place = .wholeFile, problem: String,
    help: String? = nil
  ) {
    self.kind = kind
    self.source = source
    self.place = place
    self.problem = problem
    self.help = help
  }
}

extension InputError: CustomStringConvertible {
  public var description: String { rendered(severity: "error") }

  /// The text for a terminal, which nothing in it can steer, with `severity` (`error`, `warning`) after the place.
  public func rendered(severity: String) -> String {
    let (source, problem) = (source.visible, problem.visible)
    let head =
      switch place {
      case .wholeFile: "\(source): \(severity): \(problem)"
      case .line(let line, nil): "\(source):\(line): \(severity): \(problem)"
      case .line(let line, let column?): "\(source):\(line):\(column): \(severity): \(problem)"
      case .path(let path): "\(source): \(severity): \(path.visible): \(problem)"
      }
    return help.map { "\(head)\nhelp: \($0.visible)" } ?? head
  }
}
