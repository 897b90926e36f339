import GeofenceBytes
import GeofenceCore

/// A command line that makes a report again, to which a change of the strategy can be added.
package struct ReportCommandLine: Hashable, Sendable {
  private let words: [String]
  /// The options of the settings file that the words name, each as `--name=value`.
  package var settings: [String] = []
  /// The given options that an interface refuses, each with its dashes.
  package var refused: [API: Set<String>] = [:]
  /// The positioning model of each interface, where the report gives each interface another.
  package var models: [API: String] = [:]
  /// The options without a value that an interface may refuse.
  private static let flags: Set = ["--ignore-accuracy"]

  /// Creates the line of some words, but for options that are named here, with their values.
  package init(_ words: [String], without names: Set<String> = []) {
    self.words = Self.words(words, without: names)
  }

  /// Returns the line for a shell that plays one interface, with changes of the strategy in place of
  /// the options it has.
  ///
  /// - Parameter changes: options such as `--rank boundary`, of which a later one counts, or
  ///   `without --expire`.
  func line(of api: API, with changes: [String]) -> String {
    var refused = refused[api] ?? []
    // The expectations are of the run without a change.
    if changes.contains(where: { !$0.isEmpty }), Self.names(in: words).contains("--expect") {
      refused.formUnion(["--expect", "--tolerance"])
    }
    var changed = models[api].map { ["--positioning", $0] } ?? []
    for change in changes {
      let words = change.split(separator: " ").map(String.init)
      let options = Array(words.prefix { $0 != "without" })
      refused.formUnion(Self.names(in: Array(words.dropFirst(options.count))))
      changed = Self.words(changed, without: Self.names(in: words)) + options
    }
    let names = Self.names(in: changed)
    let kept = Self.words(words(without: refused), without: names.union(refused))
    // Behind this mark there are only files.
    let end = kept.firstIndex(of: "--") ?? kept.endIndex
    let options = kept[..<end].map(\.shellWord) + changed + ["-o", "report.html"]
    return (options + kept[end...].map(\.shellWord)).joined(separator: " ")
  }

  /// The words of the line, each as a shell reads it.
  var shellWords: [String] { words.map(\.shellWord) }

  var settingsWords: [String] { settings.map(\.shellWord) }

  /// Returns the words, with the options of the settings file in its place where one of them has to go.
  private func words(without refused: Set<String>) -> [String] {
    guard !Self.names(in: settings).isDisjoint(with: refused) else { return words }
    let given = Self.names(in: words)
    let others = settings.filter { !given.contains(Self.name(of: $0)) }
    let kept = Self.words(words, without: ["--settings"])
    let end = kept.firstIndex(of: "--") ?? kept.endIndex
    return kept[..<end] + others + kept[end...]
  }

  private static func name(of word: String) -> String { String(word.prefix { $0 != "=" }) }

  private static func names(in words: [String]) -> Set<String> {
    Set(words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map(name))
  }

  private static func words(_ words: [String], without names: Set<String>) -> [String] {
    var kept: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if !names.contains(name(of: word)) {
        kept.append(word)
      } else if !word.contains("="), !flags.contains(word) {
        rest = rest.dropFirst()
      }
    }
    return kept
  }
}
