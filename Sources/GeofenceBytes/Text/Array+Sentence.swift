extension [String] {
  /// Returns the texts as `a, b and c`.
  ///
  /// - Parameter word: the word before the last text.
  package func joinedInSentence(with word: String = "and") -> String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
  }
}
