/// Reads a command's arguments into its options.
///
/// `--name value` and `--name=value` are the same; `--` ends the options; `-` is an argument. A word
/// that looks like an option is no value unless it is attached: `--name=-x`. What cannot be repeated
/// is refused when it comes again, so that no value is dropped in silence.
struct ArgumentParser<Target> {
  let options: [Option<Target>]

  /// A command line that has been read.
  struct Line {
    /// The words that are not options, in order.
    var operands: [String] = []
    /// The options that it has.
    fileprivate(set) var given = GivenOptions()
  }

  /// - Returns: `nil` when help is asked for.
  func parse(_ arguments: some Collection<String>, into target: inout Target) throws(UsageError)
    -> Line?
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
        line.operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = try option(spelled: String(parts[0]))
      let attached = parts.count == 2 ? String(parts[1]) : nil
      try line.given.add(option)
      if option.parameter.valueName == nil {
        guard attached == nil else {
          throw UsageError("'--\(option.parameter.name)' takes no value")
        }
        try option.apply(&target, "")
      } else {
        if let attached {
          try option.apply(&target, attached)
        } else {
          try option.apply(&target, value(of: option, in: &rest))
        }
      }
    }
    return line
  }

  /// Takes the value of an option from the words behind it.
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
    throw .unknown(
      "option", spelling, among: options.flatMap(\.parameter.spellings) + ["--help"])
  }
}

/// The options of a command line.
struct GivenOptions: Hashable {
  private(set) var names: Set<String> = []
  /// The name of the option that has settled each choice.
  private var choices: [String: String] = [:]

  /// - Throws: an error where the option would drop what an earlier one said.
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
  /// True for a text that begins as an option does: `-` alone, also as the first of a list, and numbers
  /// do not.
  fileprivate var hasOptionForm: Bool {
    guard hasPrefix("-"), self != "-", !hasPrefix("-,") else { return false }
    let number = dropFirst().first == "." ? dropFirst(2) : dropFirst()
    return number.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) } ?? true
  }
}
