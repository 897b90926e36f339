/// A parser that reads the arguments of a command into its options.
///
/// A word that looks like an option is a value only if it is attached: `--name=-x`. An option that
/// is not repeatable is refused when it is given twice, so that no value is dropped in silence.
package struct ArgumentParser<Target> {
  package let options: [Option<Target>]

  package init(options: [Option<Target>]) { self.options = options }

  package struct Line {
    package var operands: [String] = []
    package fileprivate(set) var given = GivenOptions()
  }

  /// Reads the arguments into `target`. Returns their rest, or `nil` when they ask for help.
  package func parse(_ arguments: some Collection<String>, into target: inout Target)
    throws(UsageError) -> Line?
  {
    var rest = Array(arguments)[...]
    var line = Line()
    while let argument = rest.popFirst() {
      if argument == "--" {
        line.operands += rest
        return line
      }
      if Parameter.help.spellings.contains(argument) { return nil }
      guard argument.hasPrefix("-"), argument != "-" else {
        try refuseDash(of: argument)
        line.operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = try option(spelled: String(parts[0]))
      let attached = parts.count == 2 ? String(parts[1]) : nil
      try line.given.add(option)
      var value = ""
      if option.parameter.valueName == nil {
        guard attached == nil else {
          throw UsageError("'--\(option.parameter.name)' takes no value")
        }
      } else if let attached {
        value = attached
      } else {
        value = try self.value(of: option, in: &rest)
      }
      try option.apply(&target, value)
    }
    return line
  }

  /// Throws an error for an option behind a dash of prose, such as `—verbose`, to which a text
  /// processor joins two hyphens.
  private func refuseDash(of argument: String) throws(UsageError) {
    let name = argument.drop { "-\u{2012}\u{2013}\u{2014}\u{2212}".contains($0) }
    let spelling = "--\(name.prefix { $0 != "=" })"
    guard name.count < argument.count, (try? option(spelled: spelling)) != nil else { return }
    throw UsageError("'\(argument)' begins with another dash: write '--\(name)'")
  }

  /// Returns the options of arguments that can be parsed, with their values, that another command has,
  /// too.
  package func words<Other>(
    in arguments: some Collection<String>, alsoOf others: [Option<Other>]
  ) -> [String] {
    let names = Set(others.map(\.parameter.name))
    var rest = Array(arguments)[...]
    var words: [String] = []
    while let word = rest.popFirst(), word != "--" {
      guard let option = try? option(spelled: String(word.prefix { $0 != "=" })) else { continue }
      let isAttached = option.parameter.valueName == nil || word.contains("=")
      let value = isAttached ? nil : rest.popFirst()
      if names.contains(option.parameter.name) { words += [word] + [value].compactMap(\.self) }
    }
    return words
  }

  private func value(of option: Option<Target>, in rest: inout ArraySlice<String>)
    throws(UsageError) -> String
  {
    let missing = "Missing value for '\(option.parameter.usage)'"
    guard let word = rest.first else { throw UsageError(missing) }
    guard word.hasOptionForm else {
      rest.removeFirst()
      return word
    }
    let isOption = (try? self.option(spelled: word)) != nil
    throw UsageError(
      isOption || word == "--"
        ? missing : "\(missing): if '\(word)' is one, write '--\(option.parameter.name)=\(word)'")
  }

  private func option(spelled spelling: String) throws(UsageError) -> Option<Target> {
    if let option = options.first(where: { $0.parameter.spellings.contains(spelling) }) {
      return option
    }
    let known = options.map(\.parameter).filter { !$0.isUnlisted }
    // A letter says only where the name begins.
    if spelling.count == 2, !spelling.hasPrefix("--") {
      let begun = known.filter { $0.name.hasPrefix(spelling.suffix(1)) }
      throw UsageError(
        "Unknown option '\(spelling)'"
          + (begun.count == 1 ? ". Did you mean '--\(begun[0].name)'?" : ""),
        unknownOption: spelling)
    }
    throw .unknown("option", spelling, among: known.flatMap(\.spellings) + ["--help"])
  }
}

package struct GivenOptions: Hashable {
  package private(set) var names: Set<String> = []
  private var choices: [String: String] = [:]

  fileprivate mutating func add<Target>(_ option: Option<Target>) throws(UsageError) {
    let parameter = option.parameter
    let isNew = names.insert(parameter.name).inserted
    if !isNew, parameter.valueName != nil, !parameter.isRepeated {
      throw UsageError("'--\(parameter.name)' is given twice, and can have one value only")
    }
    guard let choice = option.choice else { return }
    if let other = choices.updateValue(parameter.name, forKey: choice), other != parameter.name {
      throw UsageError("'--\(other)' and '--\(parameter.name)' exclude each other")
    }
  }
}

extension String {
  /// True if the argument looks like an option. A single `-` and a negative number do not.
  fileprivate var hasOptionForm: Bool {
    guard hasPrefix("-"), self != "-", !hasPrefix("-,") else { return false }
    let number = dropFirst().first == "." ? dropFirst(2) : dropFirst()
    return number.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) } ?? true
  }
}
