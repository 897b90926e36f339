/// What is wrong with an input: where, what, and how to help it.
///
/// Printed as compilers print it, so that what reads their messages reads these:
/// `file:line:column: error: problem` and, on a line of its own, `help: help`. What is about no file is
/// said of `geofence`.
@dynamicMemberLookup
public struct InputError: Error, Hashable, Sendable {
  /// What the failure means for the caller's exit status.
  public enum Kind: Hashable, Sendable {
    /// The input was read and is not what it should be.
    case data
    /// The input was read, and what is asked for is not in it.
    case usage
    /// There is no such input, or it may not be opened.
    case missing
    /// The input was opened and reading it failed.
    case reading
    /// An output cannot be made or replaced, which is known before anything is written.
    case creating
    /// Writing failed, as on a full disk; a file is as it was.
    case writing
    /// Nobody has allowed it to be read.
    case forbidden
    /// The user wished to stop before it was done.
    case interruption
  }

  public typealias Place = Diagnosis.Place

  public var kind: Kind
  /// The input as the user named it; `<stdin>` for standard input, `geofence` for none.
  public var source: String
  public var diagnosis: Diagnosis

  public init(_ diagnosis: Diagnosis, source: String, kind: Kind = .data) {
    self.kind = kind
    self.source = source
    self.diagnosis = diagnosis
  }

  public init(
    kind: Kind = .data, source: String, place: Place = .wholeFile, problem: String,
    help: String? = nil
  ) {
    self.init(Diagnosis(problem, help: help, at: place), source: source, kind: kind)
  }

  public subscript<Value>(dynamicMember path: WritableKeyPath<Diagnosis, Value>) -> Value {
    get { diagnosis[keyPath: path] }
    set { diagnosis[keyPath: path] = newValue }
  }
}

extension InputError {
  /// The name that messages about no file begin with.
  public static let toolName = "geofence"
  /// The name of standard output in messages.
  public static let standardOutputName = "<stdout>"
}

extension InputError: CustomStringConvertible {
  public var description: String { rendered(severity: "error") }

  /// The text for a terminal, which nothing in it can steer, with `severity` (`error`, `warning`) after the place.
  public func rendered(severity: String) -> String {
    let (source, problem) = (
      source.isEmpty ? "''" : source.visible, diagnosis.problem.visible
    )
    let head =
      switch diagnosis.place {
      case .wholeFile: "\(source): \(severity): \(problem)"
      case .line(let line, nil): "\(source):\(line): \(severity): \(problem)"
      case .line(let line, let column?): "\(source):\(line):\(column): \(severity): \(problem)"
      case .path(let path): "\(source): \(severity): \(path.visible): \(problem)"
      }
    return diagnosis.help.map { "\(head)\nhelp: \($0.visible)" } ?? head
  }
}
