package struct Example: Hashable, Sendable {
  package let purpose: String
  package let line: String

  package init(_ purpose: String, _ line: String) {
    self.purpose = purpose
    self.line = line
  }
}

/// A verb of the tool: all that dispatch, help, completions and the manual need to know about it.
package struct Command: Sendable {
  package let name: String
  package let abstract: String
  package let synopsis: String
  package let operands: [Parameter]
  package let groups: [ParameterGroup]
  /// All its options, those among them that the help does not show.
  package let parameters: [Parameter]
  package let topics: [Topic]
  package let notes: [String]
  package let examples: [Example]
  /// The statuses that the process may end with; `failure` is the meaning of status 1, if it may be.
  package let exits: [ExitStatus]
  package let failure: String
  package let action: Action
  /// The options that are keys of files instead, and the place of these files in words.
  package let settings: (names: Set<String>, place: String)?

  package enum Action: Sendable {
    /// Runs with the arguments after the name; returns `nil` when they ask for help.
    case run(@Sendable (ArraySlice<String>) throws(UsageError) -> ExitStatus?)
    case choose([Command], standard: String?)
  }

  /// A function that sets further options, as from settings files; a status ends the command.
  package typealias Completing<Target> =
    @Sendable (
      inout Target, [Option<Target>], _ given: Set<String>, _ command: String
    ) -> ExitStatus?

  package init<Target>(
    name: String, abstract: String, synopsis: String, operands: [Parameter],
    groups: [OptionGroup<Target>], notes: [String] = [], examples: [Example] = [],
    exits: [ExitStatus] = ExitStatus.ofRuns, failure: String = "",
    completing: Completing<Target>? = nil, settings: (names: Set<String>, place: String)? = nil,
    defaults: @autoclosure @escaping @Sendable () -> Target,
    run: @escaping @Sendable (Target, [String]) throws(UsageError) -> ExitStatus
  ) {
    self.name = name
    self.abstract = abstract
    self.synopsis = synopsis
    self.operands = operands
    self.groups = groups.map {
      ParameterGroup(
        title: $0.title, argument: $0.argument,
        parameters: $0.options.map(\.parameter).filter { !$0.isUnlisted })
    }
    parameters = groups.flatMap(\.options).map(\.parameter)
    topics = []
    self.settings = settings
    self.notes = notes
    self.examples = examples
    self.exits = failure.isEmpty ? exits.filter { $0 != .expectationFailed } : exits
    self.failure = failure
    action = .run { arguments throws(UsageError) in
      var target = defaults()
      let parser = ArgumentParser(options: groups.flatMap(\.options))
      guard let line = try parser.parse(arguments, into: &target) else { return nil }
      if let status = completing?(&target, parser.options, line.given.names, name) { return status }
      return try run(target, line.operands)
    }
  }

  /// Creates a command of other commands.
  ///
  /// - Parameter standard: the name of the command that runs where none is named.
  package init(
    name: String, abstract: String, options: [Parameter] = [], notes: [String] = [],
    examples: [Example] = [], standard: String? = nil, subcommands: [Command], topics: [Topic] = []
  ) {
    self.name = name
    self.abstract = abstract
    synopsis = standard == nil ? "<command>" : "[<command>] ..."
    operands = []
    groups = options.isEmpty ? [] : [ParameterGroup(title: "options", parameters: options)]
    parameters = options
    self.topics = topics
    self.notes = notes
    self.examples = examples
    exits = []
    failure = ""
    settings = nil
    action = .choose(subcommands, standard: standard)
  }

  package var subcommands: [Command] {
    if case .choose(let commands, _) = action { commands } else { [] }
  }

  package var optionNames: Set<String> { Set(parameters.map(\.name)) }

  package var helpNames: [String] { subcommands.map(\.name) + topics.map(\.name) }

  /// The meaning of each status that the process may end with, as a clause for the help.
  package var exitMeanings: [(status: ExitStatus, meaning: String)] {
    exits.map { ($0, $0 == .expectationFailed ? failure : $0.meaning) }
  }
}
