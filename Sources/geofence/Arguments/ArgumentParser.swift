/// Reads a command's arguments into its options.
///
/// `--name value` and `--name=value` are the same; `--` ends the options; `-` is an argument.
struct ArgumentParser<Target> {
  let options: [Option<Target>]

  /// - Returns: what is not an option, in order; `nil` when help is asked for.
  func parse(_ arguments: some Collection<String>, into target: inout Target) throws(UsageError)
    -> [String]?
  {
    var rest = Array(arguments)[...]
    var operands: [String] = []
    while let argument = rest.popFirst() {
      if argument == "--" { return operands + rest }
      if Parameter.help.spellings.contains(argument) { return nil }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = try option(spelled: String(parts[0]))
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
    return operands
  }

  private func option(spelled spelling: String) throws(UsageError) -> Option<Target> {
    if let option = options.first(where: { $0.parameter.spellings.contains(spelling) }) {
      return option
    }
    throw .unknown(
      "option", spelling, among: options.flatMap(\.parameter.spellings) + ["--help"])
  }
}
