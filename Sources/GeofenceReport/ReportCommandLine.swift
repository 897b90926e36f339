import GeofenceBytes

/// A command line that makes a report again, to which a change of the strategy can be added.
package struct ReportCommandLine: Hashable, Sendable {
  private let words: [String]

  /// Creates the line of some words, but for options that are named here, with their values.
  package init(_ words: [String], without names: Set<String> = []) {
    self.words = Self.words(words, without: names)
  }

  /// Returns the line for a shell with a change of the strategy in place of the options it has.
  ///
  /// - Parameter change: options such as `--rank boundary`.
  func line(with change: String) -> String {
    let changed = change.split(separator: " ").map(String.init)
    let kept = Self.words(words, without: Set(changed.filter { $0.hasPrefix("--") }))
    // Behind this mark there are only files.
    let end = kept.firstIndex(of: "--") ?? kept.endIndex
    let options = kept[..<end].map(\.shellWord) + changed + ["-o", "report.html"]
    return (options + kept[end...].map(\.shellWord)).joined(separator: " ")
  }

  /// The words of the line, each as a shell reads it.
  var shellWords: [String] { words.map(\.shellWord) }

  private static func words(_ words: [String], without names: Set<String>) -> [String] {
    var kept: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if !names.contains(String(word.prefix { $0 != "=" })) {
        kept.append(word)
      } else if !word.contains("=") {
        rest = rest.dropFirst()
      }
    }
    return kept
  }
}
