/// A mistake in an input: its place, the problem and a hint; the reader adds the input's name.
package struct Diagnosis: Error, Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    case wholeFile
    case line(Int, column: Int? = nil)
    /// A path into a JSON document, such as `regions[3].radius`.
    case path(String)
  }

  package var place: Place
  /// The problem as one clause in lower case, without a full stop.
  package var problem: String
  package var help: String?

  package init(_ problem: String, help: String? = nil, at place: Place = .wholeFile) {
    // The document itself has an empty path.
    self.place = place == .path("") ? .wholeFile : place
    self.problem = problem
    self.help = help
  }

  /// Returns the same mistake for a value that stands at `path` of a larger document.
  package func within(_ path: String) -> Diagnosis {
    var diagnosis = self
    if case .path(let inner) = place {
      diagnosis.place = .path(path.isEmpty ? inner : "\(path).\(inner)")
    } else {
      diagnosis.place = .path(path)
    }
    return diagnosis
  }

  /// The problem and what helps as a clause of a sentence.
  package var clause: String { problem.visible + (help.map { ": \($0.visible)" } ?? "") }

  /// The diagnosis of a track that is far from every region; swapped if it is near one with latitude
  /// and longitude swapped.
  package static func noRegion(within reach: Double, isReachedSwapped: Bool) -> Diagnosis {
    Diagnosis(
      "no region lies within \((reach / 1000).plain) km of the track",
      help: isReachedSwapped
        ? "with latitude and longitude swapped, one does: check their order, here and in the regions"
        : "are these the regions of this track?")
  }
}
