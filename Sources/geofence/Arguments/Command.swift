import GeofenceBytes

/// An example of a command line, with its purpose.
struct Example: Hashable, Sendable {
  let purpose: String
  let line: String

  init(_ purpose: String, _ line: String) {
    self.purpose = purpose
    self.line = line
  }
}

/// A verb of the tool: all that dispatch, help, completions and the manual need to know about it.
struct Command: Sendable {
  let name: String
  let abstract: String
  /// The words that follow the name in a usage line.
  let synopsis: String
  let operands: [Parameter]
  /// The options that are shown.
  let groups: [ParameterGroup]
  /// The names of all options, old spellings included.
  let optionNames: Set<String>
  /// Pages that its `help` shows beside the commands'.
  let topics: [Topic]
  /// The sentences that close the help text.
  let notes: [String]
  /// Command lines that a user might type.
  let examples: [Example]
  /// The statuses that the process may end with; `failure` is the meaning of status 1 here.
  let exits: [ExitStatus]
  let failure: String
  let action: Action

  /// The work of a command, or the choice that it offers.
  enum Action: Sendable {
    /// Runs with the arguments after the name; returns `nil` when they ask for help.
    case run(@Sendable (ArraySlice<String>) throws(UsageError) -> ExitStatus?)
    /// Dispatches to one of several commands, to `standard` if the arguments name none.
    case choose([Command], standard: String?)
  }

  /// Creates a command whose arguments are operands, and options that set properties of a `Target`.
  init<Target>(
    name: String, abstract: String, synopsis: String, operands: [Parameter],
    groups: [OptionGroup<Target>], notes: [String] = [], examples: [Example] = [],
    exits: [ExitStatus] = ExitStatus.ofRuns, failure: String = "",
    settings: SettingsAccess<Target>? = nil,
    defaults: @autoclosure @escaping @Sendable () -> Target,
    run: @escaping @Sendable (Target, [String]) throws(UsageError) -> ExitStatus
  ) {
    self.name = name
    self.abstract = abstract
    self.synopsis = synopsis
    self.operands = operands
    self.groups = groups.map {
      ParameterGroup(
        title: $0.title, parameters: $0.options.map(\.parameter).filter { $0.replacement == nil })
    }
    optionNames = Set(groups.flatMap(\.options).map(\.parameter.name))
    topics = []
    self.notes = notes
    self.examples = examples
    self.exits = exits
    self.failure = failure
    action = .run { arguments throws(UsageError) in
      var target = defaults()
      let parser = ArgumentParser(options: groups.flatMap(\.options))
      guard let line = try parser.parse(arguments, into: &target) else { return nil }
      for note in line.given.notes { Console.tell(note, severity: "note") }
      do throws(InputError) {
        try settings?.apply(to: &target, parser.options, except: line.given.names)
      } catch {
        return Command.concluding(name, junit: settings.flatMap { target[keyPath: $0.junit] }) {
          () throws(InputError) in throw error
        }
      }
      return try run(target, line.operands)
    }
  }

  /// Creates a command that offers a choice of other commands.
  ///
  /// - Parameter standard: the name of the command that runs if the arguments name none.
  init(
    name: String, abstract: String, options: [Parameter] = [], notes: [String] = [],
    examples: [Example] = [], standard: String? = nil, subcommands: [Command],
    topics: [Topic] = []
  ) {
    self.name = name
    self.abstract = abstract
    synopsis = standard == nil ? "<command>" : "[<command>] ..."
    operands = []
    groups = options.isEmpty ? [] : [ParameterGroup(title: "options", parameters: options)]
    optionNames = Set(options.map(\.name))
    self.topics = topics
    self.notes = notes
    self.examples = examples
    exits = []
    failure = ""
    action = .choose(subcommands, standard: standard)
  }

  /// The commands that this one offers; none for a command that runs by itself.
  var subcommands: [Command] {
    if case .choose(let commands, _) = action { commands } else { [] }
  }

  /// The names that may follow `help`.
  var helpNames: [String] { subcommands.map(\.name) + topics.map(\.name) }

  /// The meaning of each status that the process may end with, as a clause for the help.
  var exitMeanings: [(status: ExitStatus, meaning: String)] {
    exits.map { ($0, $0 == .expectationFailed ? failure : $0.meaning) }
  }
}
