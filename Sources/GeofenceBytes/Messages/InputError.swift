/// An error in an input, printed as compilers do: `file:line:column: error: problem`, `help: help`.
@dynamicMemberLookup
package struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The category of an error, which decides the exit status of the caller.
  package enum Kind: Hashable, Sendable {
    case data
    case usage
    case missing
    case reading
    /// An output cannot be created or replaced, which is known before anything is written.
    case creating
    /// Writing failed, for example on a full disk; an existing file is unchanged.
    case writing
    case forbidden
    case interruption
  }

  package typealias Place = Diagnosis.Place

  package var kind: Kind
  /// The input as the user named it; `<stdin>` for standard input, `geofence` for none.
  package var source: String
  package var diagnosis: Diagnosis

  package init(_ diagnosis: Diagnosis, source: String, kind: Kind = .data) {
    self.kind = kind
    self.source = source
    self.diagnosis = diagnosis
  }

  package init(
    kind: Kind = .data, source: String, place: Place = .wholeFile, problem: String,
    help: String? = nil
  ) {
    self.init(Diagnosis(problem, help: help, at: place), source: source, kind: kind)
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<Diagnosis, Value>) -> Value {
    get { diagnosis[keyPath: path] }
    set { diagnosis[keyPath: path] = newValue }
  }

  package static let toolName = "geofence"
  package static let standardOutputName = "<stdout>"

  package var description: String { rendered(severity: "error") }

  /// Returns the text for a terminal with `severity`, and control characters made visible.
  package func rendered(severity: String) -> String {
    let (source, problem) = (source.isEmpty ? "''" : source.visible, diagnosis.problem.visible)
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
