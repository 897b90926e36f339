/// A verb of the tool: what dispatch, help and messages need to know of it.
struct Command: Sendable {
  let name: String
  let abstract: String
  let help: Help
  /// Runs the command on the arguments after its name.
  let run: @Sendable (ArraySlice<String>) throws(UsageError) -> ExitStatus

  /// A command whose arguments are options over a `Target` and operands.
  ///
  /// - Parameters:
  ///   - notes: sentences that help closes with.
  ///   - exits: what the process may end with.
  ///   - failure: what status 1 says of this command's result.
  init<Target>(
    name: String, abstract: String, operands: String,
    operandRows: [(name: String, summary: String)], groups: [OptionGroup<Target>],
    notes: [String] = [], exits: [ExitStatus], failure: String = "",
    defaults: @autoclosure @escaping @Sendable () -> Target,
    run: @escaping @Sendable (Target, [String]) throws(UsageError) -> ExitStatus
  ) {
    let optionSections = groups.map { group in
      (title: group.title, rows: group.options.map { (name: $0.usage, summary: $0.summary) })
    }
    let help = Help(
      overview: abstract, usage: "geofence \(name) \(operands)",
      sections: [(title: "arguments", rows: operandRows)] + optionSections
        + [(title: "help", rows: [(name: "--help, -h", summary: "Show this help.")])],
      footer: notes + [Self.exitStatus(exits, failure: failure)])
    self.name = name
    self.abstract = abstract
    self.help = help
    self.run = { arguments throws(UsageError) in
      var target = defaults()
      let parser = ArgumentParser(options: groups.flatMap(\.options))
      switch try parser.parse(arguments, into: &target) {
      case .arguments(let operands): return try run(target, operands)
      case .helpRequested: return .printing(help.text)
      }
    }
  }
}

extension Command {
  private static func exitStatus(_ exits: [ExitStatus], failure: String) -> String {
    let meanings = exits.map { status in
      "\(status.rawValue) \(status == .expectationFailed ? failure : status.meaning)"
    }
    return "Exit status: \(meanings.joined(separator: ", "))."
  }
}

extension ExitStatus {
  /// Prints `text` for a user who asked for it.
  static func printing(_ text: String) -> ExitStatus {
    switch Console.print(text) {
    case .open, .closed: return .success
    case .failed(let reason):
      Console.note("error: standard output: \(reason)")
      return .inputOutput
    }
  }
}
