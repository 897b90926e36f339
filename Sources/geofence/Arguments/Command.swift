import GeofenceFormats

/// A command line, and what it is for.
struct Example: Hashable, Sendable {
  let purpose: String
  let line: String

  init(_ purpose: String, _ line: String) {
    self.purpose = purpose
    self.line = line
  }
}

/// A verb of the tool: what dispatch, help, completions and the manual need to know of it.
struct Command: Sendable {
  let name: String
  let abstract: String
  /// What follows the name in a usage line.
  let synopsis: String
  let operands: [Parameter]
  let groups: [ParameterGroup]
  /// Pages that its `help` shows beside the commands'.
  let topics: [Topic]
  /// Sentences that help closes with.
  let notes: [String]
  /// What somebody might type.
  let examples: [Example]
  /// What the process may end with, and what status 1 says of this command's result.
  let exits: [ExitStatus]
  let failure: String
  let action: Action

  enum Action: Sendable {
    /// Runs on the arguments after the name; `nil` when they ask for help.
    case run(@Sendable (ArraySlice<String>) throws(UsageError) -> ExitStatus?)
    /// One of several commands; the one of that name where the arguments name none.
    case choose([Command], standard: String?)
  }

  /// A command whose arguments are options over a `Target` and operands.
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
      ParameterGroup(title: $0.title, parameters: $0.options.map(\.parameter))
    }
    topics = []
    self.notes = notes
    self.examples = examples
    self.exits = exits
    self.failure = failure
    action = .run { arguments throws(UsageError) in
      var target = defaults()
      let parser = ArgumentParser(options: groups.flatMap(\.options))
      guard let line = try parser.parse(arguments, into: &target) else { return nil }
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

  /// A command that is a choice of others.
  ///
  /// - Parameter standard: the name of the one that runs where none is named.
  init(
    name: String, abstract: String, options: [Parameter] = [], notes: [String] = [],
    standard: String? = nil, subcommands: [Command], topics: [Topic] = []
  ) {
    self.name = name
    self.abstract = abstract
    synopsis = standard == nil ? "<command>" : "[<command>] ..."
    operands = []
    groups = options.isEmpty ? [] : [ParameterGroup(title: "options", parameters: options)]
    self.topics = topics
    self.notes = notes
    examples = []
    exits = []
    failure = ""
    action = .choose(subcommands, standard: standard)
  }

  /// The commands that this one is a choice of.
  var subcommands: [Command] {
    if case .choose(let commands, _) = action { commands } else { [] }
  }

  /// What may follow `help`.
  var helpNames: [String] { subcommands.map(\.name) + topics.map(\.name) }

  /// What the process may end with, one sentence each.
  var exitMeanings: [(status: ExitStatus, meaning: String)] {
    exits.map { ($0, $0 == .expectationFailed ? failure : $0.meaning) }
  }
}
