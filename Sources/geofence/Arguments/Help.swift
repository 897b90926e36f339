/// The help text of a command, laid out as Swift command-line tools do.
struct Help {
  private let blocks: [String]

  private static let nameWidth = 26
  private static let lineWidth = 80

  init(of command: Command, spelled spelling: String) {
    var sections: [(title: String, rows: [(name: String, summary: String)])] = []
    func add(_ title: String, _ rows: [(name: String, summary: String)]) {
      if !rows.isEmpty { sections.append((title, rows)) }
    }
    add("arguments", command.operands.map { ("<\($0.name)>", $0.summary) })
    for group in command.groups {
      add(group.title, group.parameters.map { ($0.usage, $0.summary) })
    }
    add("help", [(Parameter.help.usage, Parameter.help.summary)])
    add("commands", command.subcommands.map { ($0.name, $0.abstract) })
    add("topics", command.topics.map { ($0.name, $0.abstract) })

    var notes = command.notes
    let exits = command.exitMeanings.map { "\($0.status.rawValue) \($0.meaning)" }
    if !exits.isEmpty { notes.append("Exit status: \(exits.joined(separator: ", ")).") }
    if !command.subcommands.isEmpty {
      notes.append("See '\(spelling) help <command>' for the options of a command.")
    }
    if !command.topics.isEmpty {
      notes.append("See '\(spelling) help <topic>' for more about a topic.")
    }
    blocks =
      ["OVERVIEW: \(command.abstract)", "USAGE: \(spelling) \(command.synopsis)"]
      .map { Self.paragraph($0) }
      + sections.map { section in
        "\(section.title.uppercased()):\n" + section.rows.map(Self.row).joined(separator: "\n")
      } + [Self.examples(command.examples)] + [
        notes.map { "  " + Self.paragraph($0, indent: 2) }.joined(separator: "\n")
      ]
  }

  var text: String { blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") }

  private static func examples(_ examples: [Example]) -> String {
    guard !examples.isEmpty else { return "" }
    return "EXAMPLES:\n"
      + examples.map { "  # \($0.purpose)\n  \(continued($0.line))" }.joined(separator: "\n")
  }

  /// Returns a command line, continued with backslashes over as many lines as it needs.
  private static func continued(_ line: String) -> String {
    line.wrapped(to: lineWidth - 6).joined(separator: " \\\n    ")
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

  /// Returns `text` wrapped at `indent` columns, with later lines two columns further in.
  private static func paragraph(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return text.wrapped(to: lineWidth - indent - 2).joined(separator: "\n  \(margin)")
  }
}
