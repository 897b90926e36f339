/// Reads a command's arguments into its options.
///
/// `--name value` and `--name=value` are the same; `--` ends the options; `-` is an argument.
struct ArgumentParser<Target> {
  let options: [Option<Target>]

  /// A command line that has been read.
  struct Line {
    /// The words that are not options, in order.
    var operands: [String] = []
    /// The names of the options that it has.
    var given: Set<String> = []
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
      line.given.insert(option.parameter.name)
      let attached = parts.count == 2 ? String(parts[1]) : nil
      if option.parameter.valueName == nil {
        guard attached == nil else {
          throw UsageError("'--\(option.parameter.name)' takes no value")
        }
        try option.apply(&target, "")
      } else {
        guard let value = attached ?? rest.popFirst() else {
          throw UsageError("Missing value for '\(option.parameter.usage)'")
        }
        try option.apply(&target, value)
      }
    }
    return line
  }

  private func option(spelled spelling: String) throws(UsageError) -> Option<Target> {
    if let option = options.first(where: { $0.parameter.spellings.contains(spelling) }) {
      return option
    }
    throw .unknown(
      "option", spelling, among: options.flatMap(\.parameter.spellings) + ["--help"])
  }
}
