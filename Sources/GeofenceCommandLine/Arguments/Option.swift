import GeofenceBytes

package struct Option<Target>: Sendable {
  package private(set) var parameter: Parameter
  /// The name of the choice that the option settles; at most one option may be given per choice.
  package private(set) var choice: String?
  /// The value that the option sets; `nil` for one that names a file or decides what is printed.
  package private(set) var setting: Setting<Target>?
  package private(set) var expected = ""
  package let apply: @Sendable (inout Target, String) throws(UsageError) -> Void

  package static func value<Value>(
    _ name: String, _ valueName: String, _ summary: String,
    _ path: WritableKeyPath<Target, Value> & Sendable, _ kind: ValueKind<Value>
  ) -> Self {
    let parameter = Parameter(
      name: name, valueName: valueName, summary: summary, completion: kind.completion)
    return Option(parameter: parameter, expected: kind.expected) {
      (target, text) throws(UsageError) in
      guard let value = kind.parse(text) else {
        throw UsageError(
          "The value '\(text)' is invalid for '--\(name)': expected \(kind.expected)")
      }
      target[keyPath: path] = value
    }
  }

  package static func value<Value>(
    _ name: String, _ valueName: String, _ summary: String,
    _ path: WritableKeyPath<Target, Value?> & Sendable, _ kind: ValueKind<Value>
  ) -> Self {
    value(name, valueName, summary, path, kind.map { .some($0) })
  }

  package static func values<Value>(
    _ name: String, _ valueName: String, _ summary: String,
    _ path: WritableKeyPath<Target, [Value]> & Sendable, _ kind: ValueKind<Value>
  ) -> Self {
    let single = value(name, valueName, summary, path, kind.map { [$0] })
    var parameter = single.parameter
    parameter.isRepeated = true
    return Option(parameter: parameter) { (target, text) throws(UsageError) in
      let before = target[keyPath: path]
      try single.apply(&target, text)
      target[keyPath: path].insert(contentsOf: before, at: 0)
    }
  }

  package static func flag(
    _ name: String, _ summary: String, _ path: WritableKeyPath<Target, Bool> & Sendable
  ) -> Self {
    flag(name, summary) { $0[keyPath: path] = true }
  }

  package static func flag(
    _ name: String, _ summary: String, _ set: @escaping @Sendable (inout Target) -> Void
  ) -> Self {
    Option(parameter: Parameter(name: name, summary: summary)) {
      (target, _) throws(UsageError) in set(&target)
    }
  }

  package func inside<Outer>(_ part: WritableKeyPath<Outer, Target> & Sendable) -> Option<Outer> {
    Option<Outer>(parameter: parameter, choice: choice) { (outer, text) throws(UsageError) in
      try apply(&outer[keyPath: part], text)
    }
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var option = self
    change(&option)
    return option
  }

  /// Returns this option as one that settles `choice`, for which only one option may be given.
  package func settling(_ choice: String) -> Self { with { $0.choice = choice } }

  /// Returns this option as one that makes a run write a file, which no settings file may do.
  package func writing() -> Self { with { $0.parameter.isOutput = true } }

  package func or(_ letter: Character) -> Self { with { $0.parameter.letter = letter } }

  /// Returns this option as a setting.
  ///
  /// - Parameter text: the default in the words of the help; `nil` where the help says none.
  package func setting(_ setting: Setting<Target>, byDefault text: String?) -> Self {
    with { ($0.setting, $0.parameter.byDefault) = (setting, text) }
  }

  package func described(as other: Parameter?) -> Self {
    with {
      $0.parameter.byDefault = other?.byDefault
      $0.parameter.isUnlisted = other?.isUnlisted ?? false
    }
  }

  /// Returns this option as a usual one, which the short help shows in a line.
  package func usual(_ brief: String? = nil) -> Self {
    with { $0.parameter.brief = brief ?? parameter.purpose }
  }

  /// The same, left out of the help, as for a number of the simulated system that is usually a key
  /// of a settings file.
  package var unlisted: Self { with { $0.parameter.isUnlisted = true } }
}

package struct OptionGroup<Target>: Sendable {
  package let title: String
  package let options: [Option<Target>]
  package let argument: String?

  package init(title: String, shownWith argument: String? = nil, options: [Option<Target>]) {
    (self.title, self.argument, self.options) = (title, argument, options)
  }
}

package struct UsageError: Error, Hashable {
  package private(set) var message: String
  private var unknownOption: String?
  private(set) var hasSuggestion = false

  package init(_ message: String, unknownOption: String? = nil) {
    (self.message, self.unknownOption) = (message, unknownOption)
  }

  /// Returns an error that says where the unknown option may stand: as a key in files of `command`,
  /// or behind other commands. If it may nowhere, it is this error.
  package func naming(_ spelling: String, oneOf commands: [Command], for command: Command)
    -> UsageError
  {
    if let unknownOption, let files = command.settings,
      files.names.contains(where: { "--\($0)" == unknownOption })
    {
      return UsageError(
        "Unknown option '\(unknownOption)': write \"\(unknownOption.dropFirst(2))\" into "
          + files.place)
    }
    guard let unknownOption else { return self }
    let owners = commands.filter { command in
      command.parameters.contains { $0.spellings.contains(unknownOption) }
    }
    guard !owners.isEmpty else { return self }
    let names = owners.map { "'\(spelling) \($0.name)'" }.joinedInSentence()
    // A command with formats prints what one wants to have in a file.
    let prints = command.parameters.contains { $0.name == "format" }
    return UsageError(
      "Unknown option '\(unknownOption)', which belongs to \(names)"
        + (prints && ["-o", "--output"].contains(unknownOption)
          ? ". To have what it prints in a file, write > FILE" : ""))
  }

  package static func unknown(_ kind: String, _ name: String, among known: [String]) -> UsageError {
    let closest = Suggestion.closest(to: name, among: known)
    var error = UsageError(
      "Unknown \(kind) '\(name)'" + (closest.map { ". Did you mean '\($0)'?" } ?? ""))
    if kind == "option" { error.unknownOption = name }
    error.hasSuggestion = closest != nil
    return error
  }
}
