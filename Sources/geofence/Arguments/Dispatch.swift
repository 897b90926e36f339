import GeofenceFormats

/// Finds the command that arguments name, and runs it.
struct Dispatch {
  /// The commands from the tool itself down to `command`.
  private var path: [Command]
  private var command: Command

  init(_ root: Command) {
    path = []
    command = root
  }

  /// - Returns: what the process ends with; wrong usage has been told on standard error.
  func run(_ arguments: ArraySlice<String>) -> ExitStatus {
    do {
      switch command.action {
      case .run(let run): return try run(arguments) ?? .printing(help)
      case .choose(let commands, let standard):
        let first = arguments.first
        if first == "--help" || first == "-h" || (first == nil && standard == nil) {
          return .printing(help)
        }
        if first == "help" { return try explain(arguments.dropFirst()) }
        if let standard, !commands.contains(where: { $0.name == first }) {
          return try entering(standard).run(arguments)
        }
        return try entering(first ?? "").run(arguments.dropFirst())
      }
    } catch {
      return refuse(error)
    }
  }

  /// Tells the user of a mistake in the arguments.
  func refuse(_ error: UsageError) -> ExitStatus {
    Console.note(
      "Error: \(error.message.visible)\nUsage: \(usage)\n"
        + "  See '\(spelling) --help' for more information.")
    return .usage
  }

  /// The help of the command that `names` lead to, or the page of a topic.
  private func explain(_ names: ArraySlice<String>) throws(UsageError) -> ExitStatus {
    guard let first = names.first else { return .printing(help) }
    if let topic = command.topics.first(where: { $0.name == first }) {
      return .printing(PlainPage(topic.page).text)
    }
    guard command.subcommands.contains(where: { $0.name == first }) else {
      throw .unknown("command or topic", first, among: command.helpNames)
    }
    return try entering(first).explain(names.dropFirst())
  }

  private func entering(_ name: String) throws(UsageError) -> Dispatch {
    guard let next = command.subcommands.first(where: { $0.name == name }) else {
      guard name.hasPrefix("-") else {
        throw .unknown("command", name, among: command.subcommands.map(\.name) + ["help"])
      }
      throw .unknown("option", name, among: command.options.map { "--\($0.name)" })
    }
    var dispatch = self
    dispatch.path.append(command)
    dispatch.command = next
    return dispatch
  }

  private var spelling: String { (path + [command]).map(\.name).joined(separator: " ") }
  private var usage: String { "\(spelling) \(command.synopsis)" }
  private var help: String { Help(of: command, spelled: spelling).text }
}

extension ExitStatus {
  /// Prints `text` for a user who asked for it.
  static func printing(_ text: String) -> ExitStatus { printed(Console.print(text)) }

  /// What to end with after something was printed.
  static func printed(_ state: Console.OutputState) -> ExitStatus {
    switch state {
    case .open, .closed: return .success
    case .failed(let reason):
      let error = InputError(
        kind: .writing, source: InputError.standardOutputName, problem: reason)
      Console.note(error.description)
      return .inputOutput
    }
  }
}
