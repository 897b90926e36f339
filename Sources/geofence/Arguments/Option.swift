import GeofenceFormats

/// An option of a command, and how its value changes the command's options.
struct Option<Target>: Sendable {
  private(set) var parameter: Parameter
  /// The choice that it settles: of the options that settle one, only one may be given.
  private(set) var choice: String?
  let apply: @Sendable (inout Target, String) throws(UsageError) -> Void

  /// An option with a value.
  static func value<Value>(
    _ name: String, _ valueName: String, _ summary: String,
    _ path: WritableKeyPath<Target, Value> & Sendable, _ kind: ValueKind<Value>
  ) -> Self {
    let parameter = Parameter(
      name: name, valueName: valueName, summary: summary, completion: kind.completion)
    return Option(parameter: parameter) { (target, text) throws(UsageError) in
      guard let value = kind.parse(text) else {
        throw UsageError(
          "The value '\(text)' is invalid for '--\(name)': expected \(kind.expected)")
      }
      target[keyPath: path] = value
    }
  }

  /// An option with a value, for a property that may be absent.
  static func value<Value>(
    _ name: String, _ valueName: String, _ summary: String,
    _ path: WritableKeyPath<Target, Value?> & Sendable, _ kind: ValueKind<Value>
  ) -> Self {
    let optional = ValueKind<Value?>(expected: kind.expected, completion: kind.completion) { text in
      kind.parse(text).map { .some($0) }
    }
    return value(name, valueName, summary, path, optional)
  }

  /// An option with a value that may come several times.
  static func values<Value>(
    _ name: String, _ valueName: String, _ summary: String,
    _ path: WritableKeyPath<Target, [Value]> & Sendable, _ kind: ValueKind<Value>
  ) -> Self {
    let list = ValueKind<[Value]>(expected: kind.expected, completion: kind.completion) { text in
      kind.parse(text).map { [$0] }
    }
    let single = value(name, valueName, summary, path, list)
    var parameter = single.parameter
    parameter.isRepeated = true
    return Option(parameter: parameter) { (target, text) throws(UsageError) in
      let before = target[keyPath: path]
      try single.apply(&target, text)
      target[keyPath: path].insert(contentsOf: before, at: 0)
    }
  }

  /// An option without a value, which sets a flag.
  static func flag(
    _ name: String, _ summary: String, _ path: WritableKeyPath<Target, Bool> & Sendable
  ) -> Self {
    Option(parameter: Parameter(name: name, summary: summary)) { (target, _) throws(UsageError) in
      target[keyPath: path] = true
    }
  }

  /// An option without a value.
  static func flag(
    _ name: String, _ summary: String, _ set: @escaping @Sendable (inout Target) -> Void
  ) -> Self {
    Option(parameter: Parameter(name: name, summary: summary)) {
      (target, _) throws(UsageError) in set(&target)
    }
  }

  /// The same; of all the options that settle `choice` only one may be given.
  func settling(_ choice: String) -> Self {
    var option = self
    option.choice = choice
    return option
  }

  /// The same option of a target that has this one's as a part.
  func inside<Outer>(_ part: WritableKeyPath<Outer, Target> & Sendable) -> Option<Outer> {
    Option<Outer>(parameter: parameter, choice: choice) { (outer, text) throws(UsageError) in
      try apply(&outer[keyPath: part], text)
    }
  }

  /// The same with a short spelling beside its name.
  func or(_ letter: Character) -> Self {
    var option = self
    option.parameter.letter = letter
    return option
  }
}

/// Options under one heading of the help.
struct OptionGroup<Target>: Sendable {
  let title: String
  let options: [Option<Target>]
}

/// A mistake in the arguments; one sentence, with what to do about it.
struct UsageError: Error, Hashable {
  let message: String

  init(_ message: String) { self.message = message }

  /// Nothing is called so; what is called nearly so is suggested.
  static func unknown(_ kind: String, _ name: String, among known: [String]) -> UsageError {
    let closest = Suggestion.closest(to: name, among: known)
    return UsageError(
      "Unknown \(kind) '\(name)'" + (closest.map { ". Did you mean '\($0)'?" } ?? ""))
  }
}
