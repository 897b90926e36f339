import GeofenceBytes

package struct Dispatch {
  private var path: [Command]
  private var command: Command

  package init(_ root: Command) {
    path = []
    command = root
  }

  package func run(_ arguments: ArraySlice<String>) -> ExitStatus {
    do {
      switch command.action {
      case .run(let run): return try run(arguments) ?? .printing(help(askedFor: arguments))
      case .choose(let commands, let standard):
        let first = arguments.first
        if first == "--help" || first == "-h" {
          return .printing(help(askedFor: arguments.prefix(1)))
        }
        if first == nil, standard == nil {
          return .printing(help(command.examples.isEmpty ? .short : .start))
        }
        if first == "help" { return try explain(arguments.dropFirst()) }
        if let standard, !commands.contains(where: { $0.name == first }) {
          return try entering(standard).run(arguments)
        }
        return try entering(first ?? "").run(arguments.dropFirst())
      }
    } catch {
      guard let root = path.first else { return refuse(error) }
      return refuse(error.naming(root.name, oneOf: root.subcommands, for: command))
    }
  }

  package func refuse(_ error: UsageError) -> ExitStatus {
    Console.note(
      "Error: \(error.message.visible)\nUsage: \(usage)\n"
        + "  See '\(spelling) --help' for more information.")
    return .usage
  }

  private func explain(_ names: ArraySlice<String>) throws(UsageError) -> ExitStatus {
    guard let first = names.first else { return .printing(help(.full)) }
    if names.count == 1, let topic = command.topics.first(where: { $0.name == first }) {
      return .printing(topic.page.plainText)
    }
    guard command.subcommands.contains(where: { $0.name == first }) else {
      if !path.isEmpty, command.subcommands.isEmpty {
        throw UsageError("'help' explains one command: '\(first)' is one word too many")
      }
      throw unknownPage(names)
    }
    return try entering(first).explain(names.dropFirst())
  }

  /// Returns the error of a page that is not there, with the pages that have all its longer words.
  private func unknownPage(_ names: ArraySlice<String>) -> UsageError {
    let name = names.joined(separator: " ")
    let words = name.split(separator: " ").map(String.init)
    let long = words.filter { $0.count > 3 }
    let pages = command.topics.map { topic in
      (name: topic.name, count: (long.isEmpty ? words : long).map(topic.count).min() ?? 0)
    }
    .filter { $0.count > 0 }.sorted { $0.count > $1.count }.prefix(3)
    // A name that only resembles a word is not meant where pages have that word.
    let near = command.helpNames.filter {
      pages.isEmpty || $0.hasPrefix(name) || name.hasPrefix($0)
    }
    let error = UsageError.unknown("command or topic", name, among: near)
    guard !pages.isEmpty else { return error }
    let list = pages.map { "'\(spelling) help \($0.name)'" }.joinedInSentence()
    let subject = words.count == 1 ? "The word is" : "These words are"
    return UsageError("\(error.message)\(error.hasSuggestion ? "" : ".") \(subject) in \(list)")
  }

  private func entering(_ name: String) throws(UsageError) -> Dispatch {
    guard let next = command.subcommands.first(where: { $0.name == name }) else {
      throw name.hasPrefix("-") ? unknownOption(name) : unknownCommand(name)
    }
    var dispatch = self
    dispatch.path.append(command)
    dispatch.command = next
    return dispatch
  }

  private func unknownCommand(_ name: String) -> UsageError {
    let names = command.subcommands.map(\.name)
    if path.isEmpty, FilePath.exists(name) {
      return UsageError(
        "Missing command before '\(name)': such as \(spelling) simulate \(name.shellWord) "
          + "--regions <file>")
    }
    let begun = names.filter { $0.hasPrefix(name) }
    if begun.count == 1 {
      return UsageError("Unknown command '\(name)'. Did you mean '\(begun[0])'?")
    }
    return .unknown("command", name, among: names + ["help"] + optionSpellings)
  }

  private func unknownOption(_ name: String) -> UsageError {
    if ["-v", "-V"].contains(name), optionSpellings.contains("--version") {
      return UsageError("Unknown option '\(name)'. Did you mean '--version'?")
    }
    if let owner = command.subcommands.first(where: {
      $0.optionNames.contains(where: { "--\($0)" == name })
    }) {
      return UsageError(
        "'\(name)' is an option of a command, and comes behind it: such as \(spelling) "
          + "\(owner.name) \(name) …")
    }
    return .unknown("option", name, among: optionSpellings)
  }

  private var optionSpellings: [String] { command.options.map { "--\($0.name)" } }

  private var spelling: String { (path + [command]).map(\.name).joined(separator: " ") }
  private var usage: String { "\(spelling) \(command.synopsis)" }

  private func help(_ size: Help.Size, beside arguments: [String] = []) -> String {
    Help.text(of: command, spelled: spelling, size, beside: arguments)
  }

  private func help(askedFor arguments: some Sequence<String>) -> String {
    let arguments = Array(arguments.prefix { $0 != "--" })
    let isFull = arguments.contains("--\(Parameter.help.name)")
    return help(isFull ? .full : .short, beside: arguments)
  }
}

extension ExitStatus {
  package static func printing(_ text: String) -> ExitStatus { printed(Console.print(text)) }

  package static func printed(_ state: Console.OutputState) -> ExitStatus {
    switch state {
    case .open, .closed: return .success
    case .failed(let reason):
      let error = InputError(kind: .writing, source: InputError.standardOutputName, problem: reason)
      Console.note(error.description)
      return .inputOutput
    }
  }
}
