/// The manual page of the tool, in the macros of man(7).
struct Manual {
  private let root: Command
  private let version: String

  init(of root: Command, version: String) {
    self.root = root
    self.version = version
  }

  var text: String {
    let name = root.name
    var lines = [
      ".TH \(name.uppercased()) 1 \"\" \"\(name) \(version)\" \"User Commands\"",
      ".SH NAME", "\(name) \\- \(Roff.text(root.abstract))", ".SH SYNOPSIS",
    ]
    let leaves = root.tree().filter { $0.command.subcommands.isEmpty }
    for (path, command) in leaves {
      lines += [
        ".B \(Roff.text(path.joined(separator: " ")))", Roff.text(command.synopsis), ".br",
      ]
    }
    lines += [".SH OPTIONS"] + root.options.flatMap(entry) + [".SH COMMANDS"]
    for (path, command) in leaves { lines += section(path, command) }
    lines += root.topics.flatMap { ManualPage($0.page).lines }
    lines += [
      ".SH ENVIRONMENT", ".TP", ".B NO_COLOR", "When set to anything, no color is used.",
    ]
    return lines.joined(separator: "\n")
  }

  private func section(_ path: [String], _ command: Command) -> [String] {
    var lines = [".SS \(Roff.text(path.joined(separator: " ")))", Roff.text(command.abstract)]
    for operand in command.operands {
      lines += [".TP", ".I \(Roff.text(operand.name))", Roff.text(operand.summary)]
    }
    for group in command.groups {
      lines += [".PP", ".B \(Roff.text(group.title.capitalizedFirst)):"]
      lines += group.parameters.flatMap(entry)
    }
    for note in command.notes { lines += [".PP", Roff.text(note)] }
    if !command.examples.isEmpty { lines += [".PP", ".B Examples:"] }
    for example in command.examples {
      lines += [".TP", Roff.text("\(example.purpose):"), ".B \(Roff.text(example.line))"]
    }
    return lines
  }

  private func entry(_ option: Parameter) -> [String] {
    let name = Roff.text(option.spellings.joined(separator: ", "))
    let title = option.valueName.map { ".BI \"\(name)\" \" \(Roff.text($0))\"" } ?? ".B \"\(name)\""
    return [".TP", title, Roff.text(option.summary)]
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
