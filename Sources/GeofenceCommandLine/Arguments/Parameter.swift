package struct Parameter: Hashable, Sendable {
  package let name: String
  /// The letter of the short spelling of an option: `o` for `-o`.
  package var letter: Character?
  /// The placeholder for the value of an option in help; `nil` for a flag.
  package var valueName: String?
  /// The purpose of the parameter, with its default.
  package var summary: String { purpose + (byDefault.map { " (default: \($0))" } ?? "") }
  package let purpose: String
  package var byDefault: String?
  package var completion = Completion.none
  package var isRepeated = false
  /// One line for the short help; `nil` for what only the long one shows.
  package var brief: String?
  /// What to write instead of this old, hidden spelling, to end a sentence; `nil` if shown.
  package var replacement: Replacement?

  package init(
    name: String, valueName: String? = nil, summary: String, completion: Completion = .none,
    letter: Character? = nil, isRepeated: Bool = false
  ) {
    (self.name, self.letter, self.valueName) = (name, letter, valueName)
    (self.purpose, self.completion, self.isRepeated) = (summary, completion, isRepeated)
  }

  /// The successor of an old spelling.
  package enum Replacement: Hashable, Sendable {
    case option(String)
    case setting
  }
}

package enum Completion: Hashable, Sendable {
  case none
  case files
  /// One of `words`, or several of them joined by one of `separators`.
  case words([String], separators: String = "")
  /// One of some words, or a file.
  case wordsOrFiles([String])

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

extension Parameter {
  /// The spelling of an option in help and messages: `-o, --output <file>`.
  package var usage: String {
    spellings.joined(separator: ", ") + (valueName.map { " <\($0)>" } ?? "")
  }

  package var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  package static let help = Parameter(
    name: "help", summary: "Show all options; -h the usual ones.", letter: "h")
}
