package enum Suggestion {
  /// Returns the first candidate with the fewest edits from `word`, if they are one or at most a
  /// third of its letters.
  package static func closest(to word: String, among candidates: [String]) -> String? {
    guard let best = nearest(to: word, among: candidates), best.edits <= max(1, word.count / 3)
    else { return nil }
    return best.name
  }

  /// Returns the candidate that begins with `word`, or has it in it, or else the closest one.
  package static func likeliest(for word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    let longer = word.count < 3 ? [] : candidates.filter { $0.lowercased().contains(word) }
    return longer.first { $0.lowercased().hasPrefix(word) } ?? longer.first
      ?? closest(to: word, among: candidates)
  }

  package static func sentence(for word: String, among candidates: [String]) -> String? {
    likeliest(for: word, among: candidates).map { "did you mean \(VisibleText.quoted($0))?" }
      ?? nearest(to: word, among: candidates).map {
        "the name most like it is \($0.name.quotedExcerpt())"
      }
  }

  private static func nearest(to word: String, among candidates: [String]) -> (
    name: String, edits: Int
  )? {
    let ranked = candidates.map { (name: $0, edits: edits(from: word.lowercased(), to: $0)) }
    return ranked.min { $0.edits < $1.edits }
  }

  /// Returns the least number of edits and swaps, in the first 64 characters. O(m · n).
  package static func edits(from first: String, to second: String) -> Int {
    let (first, second) = (Array(first.prefix(64)), Array(second.lowercased()))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (i, character) in first.enumerated() {
      var row = [i + 1]
      for (j, other) in second.enumerated() {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (character == other ? 0 : 1))
        if i > 0, j > 0, character == second[j - 1], first[i - 1] == other {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[second.count]
  }
}
