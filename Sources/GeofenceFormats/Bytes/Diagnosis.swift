/// What is wrong in an input and where, and how to help it; the input's name is added by its reader.
public struct Diagnosis: Error, Hashable, Sendable {
  public enum Place: Hashable, Sendable {
    case wholeFile
    /// One-based.
    case line(Int, column: Int? = nil)
    /// A path into a JSON document, such as `regions[3].radius`.
    case path(String)
  }

  public var place: Place
  /// One clause in lower case, without a full stop.
  public var problem: String
  public var help: String?

  public init(_ problem: String, help: String? = nil, at place: Place = .wholeFile) {
    self.place = place
    self.problem = problem
    self.help = help
  }

  /// The same of a value that stands at `path` of a document.
  func within(_ path: String) -> Diagnosis {
    var diagnosis = self
    if case .path(let inner) = place {
      diagnosis.place = .path("\(path).\(inner)")
    } else {
      diagnosis.place = .path(path)
    }
    return diagnosis
  }
}
