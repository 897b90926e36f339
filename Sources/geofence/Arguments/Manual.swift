/// The manual page, in the macros of man(7).
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
      ".SH NAME", "\(name) \\- \(roff(root.abstract))", ".SH SYNOPSIS",
    ]
    let leaves = root.tree().filter { $0.command.subcommands.isEmpty }
    for (path, command) in leaves {
      lines += [
        ".B \(roff(path.joined(separator: " ")))", roff(command.synopsis), ".br",
      ]
    }
    lines += [".SH OPTIONS"] + root.options.flatMap(entry) + [".SH COMMANDS"]
    for (path, command) in leaves { lines += section(path, command) }
    lines += [".SH EXIT STATUS"]
    for status in ExitStatus.allCases {
      let own = leaves.filter { $0.command.exits.contains(status) && !$0.command.failure.isEmpty }
        .map { "\($0.command.name): \($0.command.failure)" }
      let meaning =
        status == .expectationFailed ? own.joined(separator: "; ") : status.meaning
      lines += [".TP", ".B \(status.rawValue)", roff(meaning)]
    }
    lines += [
      ".SH ENVIRONMENT", ".TP", ".B NO_COLOR", "When set to anything, no color is used.",
    ]
    return lines.joined(separator: "\n")
  }

  private func section(_ path: [String], _ command: Command) -> [String] {
    var lines = [".SS \(roff(path.joined(separator: " ")))", roff(command.abstract)]
    for operand in command.operands {
      lines += [".TP", ".I \(roff(operand.name))", roff(operand.summary)]
    }
    for group in command.groups {
      lines += [".PP", ".B \(roff(group.title.capitalizedFirst)):"]
      lines += group.parameters.flatMap(entry)
    }
    for note in command.notes { lines += [".PP", roff(note)] }
    return lines
  }

  private func entry(_ option: Parameter) -> [String] {
    let name = roff(option.spellings.joined(separator: ", "))
    let title = option.valueName.map { ".BI \"\(name)\" \" \(roff($0))\"" } ?? ".B \"\(name)\""
    return [".TP", title, roff(option.summary)]
  }

  /// `text` with nothing that roff would take for a request or an escape.
  private func roff(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "…": result += "\\&..."
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") ? "\\&\(result)" : result
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
