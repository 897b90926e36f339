import GeofenceBytes

package enum Help {
  package enum Size { case start, short, full }

  private static let nameWidth = 26
  private static let lineWidth = 80

  /// - Parameter arguments: what stands beside the question, such as `--api geofencingclient`.
  package static func text(
    of command: Command, spelled spelling: String, _ size: Size, beside arguments: [String] = []
  ) -> String {
    let blocks =
      switch size {
      case .start: start(command, spelling)
      case .short: short(command, spelling)
      case .full: full(command, spelling, arguments.joined(separator: " "))
      }
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func start(_ command: Command, _ spelling: String) -> [String] {
    [
      command.abstract,
      "TRY, with a recorded drive and a file of an app's regions:\n"
        + rows(of: command.examples).joined(separator: "\n"),
      "  See '\(spelling) -h' for the commands, and '\(spelling) help regions' for such a file.",
    ]
  }

  private static func short(_ command: Command, _ spelling: String) -> [String] {
    let groups = command.groups.compactMap { group in
      section(
        group.title,
        group.parameters.compactMap { option in option.brief.map { (option.usage, $0) } })
    }
    let commands = section("commands", command.subcommands.map { ($0.name, $0.abstract) })
    let topics = command.topics.map(\.name).joined(separator: ", ")
    var notes: [String] = []
    if let example = command.examples.first, command.subcommands.isEmpty {
      notes.append("Such as: \(continued(example.line, after: 9))")
    }
    if command.subcommands.isEmpty {
      let count = counted(command.options.count, "option")
      notes.append("See '\(spelling) --help' for all \(count).")
    } else {
      let (one, all) = (
        "'\(spelling) help <command>' for one of them", "'\(spelling) --help' for all"
      )
      let note = "See \(one), \(all)."
      notes += note.count <= lineWidth - 2 ? [note] : ["See \(one),", "and \(all)."]
    }
    return head(command, spelling) + [
      (groups + [commands].compactMap(\.self)).joined(separator: "\n"),
      topics.isEmpty
        ? ""
        : "TOPICS, by '\(spelling) help <topic>':\n  " + paragraph(topics, indent: 2, hanging: 0),
      notes.map { "  \($0)" }.joined(separator: "\n"),
    ]
  }

  private static func full(_ command: Command, _ spelling: String, _ given: String) -> [String] {
    var sections = [section("arguments", command.operands.map { ("<\($0.name)>", $0.summary) })]
    for group in command.groups {
      // Alternatives and another spelling name the system, too.
      if let argument = group.argument, let value = argument.split(separator: " ").last,
        !given.contains(value)
      {
        sections.append(
          "\(group.title.uppercased()):\n  See '\(spelling) \(argument) --help'.")
      } else {
        sections.append(section(group.title, group.parameters.map { ($0.usage, $0.summary) }))
      }
    }
    sections += [
      section("help", [(Parameter.help.usage, Parameter.help.summary)]),
      section("commands", command.subcommands.map { ($0.name, $0.abstract) }),
      section("topics", command.topics.map { ($0.name, $0.abstract) }),
    ]
    var notes = command.notes
    let exits = command.exitMeanings.map { "\($0.status.rawValue) \($0.meaning)" }
    if !exits.isEmpty { notes.append("Exit status: \(exits.joined(separator: ", ")).") }
    if !command.subcommands.isEmpty {
      notes.append("See '\(spelling) help <command>' for the options of a command.")
    }
    if !command.topics.isEmpty {
      notes.append("See '\(spelling) help <topic>' for more about a topic.")
    }
    let examples = rows(of: command.examples)
    return head(command, spelling) + sections.compactMap(\.self) + [
      examples.isEmpty ? "" : "EXAMPLES:\n" + examples.joined(separator: "\n"),
      notes.map { "  " + paragraph($0, indent: 2) }.joined(separator: "\n"),
    ]
  }

  private static func head(_ command: Command, _ spelling: String) -> [String] {
    ["OVERVIEW: \(command.abstract)", "USAGE: \(spelling) \(command.synopsis)"]
      .map { paragraph($0) }
  }

  private static func section(_ title: String, _ rows: [(name: String, summary: String)]) -> String?
  {
    rows.isEmpty ? nil : "\(title.uppercased()):\n" + rows.map(row).joined(separator: "\n")
  }

  private static func rows(of examples: [Example]) -> [String] {
    examples.map { "  # \($0.purpose)\n  \(continued($0.line))" }
  }

  private static func continued(_ line: String, after column: Int = 0) -> String {
    line.wrapped(to: lineWidth - 6 - column).joined(separator: " \\\n    ")
  }

  private static func row(_ row: (name: String, summary: String)) -> String {
    let name = "  \(row.name)"
    let indent = String(repeating: " ", count: nameWidth)
    let lines = row.summary.wrapped(to: lineWidth - nameWidth)
    guard name.count < nameWidth else {
      return ([name] + lines.map { indent + $0 }).joined(separator: "\n")
    }
    let first = name + indent.dropFirst(name.count) + (lines.first ?? "")
    return ([first] + lines.dropFirst().map { indent + $0 }).joined(separator: "\n")
  }

  private static func paragraph(_ text: String, indent: Int = 0, hanging: Int = 2) -> String {
    let margin = String(repeating: " ", count: indent + hanging)
    return text.wrapped(to: lineWidth - indent - hanging).joined(separator: "\n\(margin)")
  }
}
