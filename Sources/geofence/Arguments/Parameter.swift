/// An option or operand as it appears in help, completions and the manual.
struct Parameter: Hashable, Sendable {
  let name: String
  /// The letter of the short spelling of an option: `o` for `-o`.
  var letter: Character?
  /// The placeholder for the value of an option in help; `nil` for a flag.
  var valueName: String?
  let summary: String
  /// The values that a shell offers.
  var completion = Completion.none
  /// A Boolean value that indicates whether the parameter is repeatable.
  var isRepeated = false
  /// One line for the short help; `nil` for what only the long one shows.
  var brief: String?
  /// The rest of a sentence that says what to write instead of this old spelling, which still works
  /// and is shown nowhere; `nil` for a parameter that is shown.
  var replacement: Replacement?

  /// The successor of an old spelling.
  enum Replacement: Hashable, Sendable {
    /// Another option, as it is typed.
    case option(String)
    /// The same name as a key of a settings file.
    case setting
  }
}

/// The values that a shell offers for a parameter.
enum Completion: Hashable, Sendable {
  case none
  case files
  /// One of `words`, or several of them joined by one of `separators`.
  case words([String], separators: String = "")

  /// Returns this completion for several values with `separator` between them.
  func separated(by separator: Character) -> Completion {
    guard case .words(let words, let separators) = self else { return self }
    return .words(words, separators: "\(separators)\(separator)")
  }
}

/// A group of parameters that stand under one heading.
struct ParameterGroup: Hashable, Sendable {
  let title: String
  let parameters: [Parameter]
}

extension Parameter {
  /// The spelling of an option in help and messages: `-o, --output <file>`.
  var usage: String {
    spellings.joined(separator: ", ") + (valueName.map { " <\($0)>" } ?? "")
  }

  /// The spellings of an option, the short one first.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  static let help = Parameter(
    name: "help", letter: "h", summary: "Show all options; -h the usual ones.")
}
