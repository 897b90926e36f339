/// An option or operand as help, completions and the manual show it.
struct Parameter: Hashable, Sendable {
  let name: String
  /// The short way to spell an option: `-o`.
  var letter: Character?
  /// What stands for the value of an option in help; `nil` for a flag.
  var valueName: String?
  let summary: String
  /// What a shell offers as the value.
  var completion = Completion.none
  /// True for what may be given several times.
  var isRepeated = false
}

/// What a shell offers as a value.
enum Completion: Hashable, Sendable {
  case none
  case files
  /// One of `words`, or several with one of `separators` between them.
  case words([String], separators: String = "")

  /// The same for several values with `separator` between them.
  func separated(by separator: Character) -> Completion {
    guard case .words(let words, let separators) = self else { return self }
    return .words(words, separators: "\(separators)\(separator)")
  }
}

/// Parameters under one heading.
struct ParameterGroup: Hashable, Sendable {
  let title: String
  let parameters: [Parameter]
}

extension Parameter {
  /// How help and messages spell an option.
  var usage: String {
    spellings.joined(separator: ", ") + (valueName.map { " <\($0)>" } ?? "")
  }

  /// The ways to spell an option, the short one first.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  static let help = Parameter(name: "help", letter: "h", summary: "Show this help.")
}
