package struct Parameter: Hashable, Sendable {
  package let name: String
  package var letter: Character?
  /// The placeholder for the value of an option in help; `nil` for a flag.
  package var valueName: String?
  /// The purpose of the parameter, with its default.
  package var summary: String { purpose + (byDefault.map { " (default: \($0))" } ?? "") }
  package let purpose: String
  package var byDefault: String?
  package var completion = Completion.none
  package var isRepeated = false
  /// True if the option names a file that the run writes.
  package var isOutput = false
  /// One line for the short help; `nil` for what only the long one shows.
  package var brief: String?
  /// True if the option is accepted, but listed neither in help and manual nor in completions.
  package var isUnlisted = false

  package init(
    name: String, valueName: String? = nil, summary: String, completion: Completion = .none,
    letter: Character? = nil, isRepeated: Bool = false
  ) {
    (self.name, self.letter, self.valueName) = (name, letter, valueName)
    (self.purpose, self.completion, self.isRepeated) = (summary, completion, isRepeated)
  }

  package var usage: String {
    spellings.joined(separator: ", ") + (valueName.map { " <\($0)>" } ?? "")
  }

  package var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  package static let help = Parameter(
    name: "help", summary: "Show all options; -h the usual ones.", letter: "h")
}

package enum Completion: Hashable, Sendable {
  case none
  case files
  case words([String], separators: String = "")
  case wordsOrFiles([String])

  /// Returns whether `text` is the path of a file, and none of the words that may stand for one.
  package func namesFile(_ text: String) -> Bool {
    switch self {
    case .files: text != "-"
    case .wordsOrFiles(let words): text != "-" && !words.contains(text)
    case .none, .words: false
    }
  }

  /// Returns this completion for several values with `separator` between them.
  package func separated(by separator: Character) -> Completion {
    guard case .words(let words, let separators) = self else { return self }
    return .words(words, separators: "\(separators)\(separator)")
  }
}

package struct ParameterGroup: Hashable, Sendable {
  package let title: String
  package var argument: String?
  package let parameters: [Parameter]
}
