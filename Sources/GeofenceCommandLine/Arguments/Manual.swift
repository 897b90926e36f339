/// The manual page, in the macros of man(7). A shared option is described where it comes first.
package struct Manual {
  private let root: Command
  private let version: String
  private static let sections = ["exit-status"]

  package init(of root: Command, version: String) {
    self.root = root
    self.version = version
  }

  package var text: String {
    let name = root.name
    var lines = [
      ".TH \(name.uppercased()) 1 \"\" \"\(name) \(version)\" \"User Commands\"",
      ".SH NAME", "\(name) \\- \(Roff.text(root.abstract))", ".SH SYNOPSIS",
    ]
    let leaves = root.tree().filter { $0.command.subcommands.isEmpty }
    for (path, command) in leaves {
      let words = Roff.escaped(path.joined(separator: " "))
      lines += ["\\fB\(words)\\fR \(Roff.escaped(command.synopsis))", ".br"]
    }
    // A section begins on a line of its own.
    lines.removeLast()
    lines += [".SH OPTIONS"] + root.options.flatMap(entry) + [".SH COMMANDS"]
    // By the name and the summary of a parameter.
    var known: [[String]: String] = [:]
    for (path, command) in leaves {
      lines += section(path.joined(separator: " "), command, &known)
    }
    lines += [".SH TOPICS", "Shown by \\fB\(name) help\\fR and the name of one:"]
    for topic in root.topics {
      lines.append(".IP \"\\fB\(Roff.escaped(topic.name))\\fR\" 14")
      lines.append(Roff.text(topic.abstract))
    }
    for topic in root.topics where Self.sections.contains(topic.name) {
      lines += topic.page.manualLines
    }
    lines += [
      ".SH ENVIRONMENT", ".IP \"\\fBNO_COLOR\\fR\" 8", "When set to anything, no color is used.",
    ]
    return lines.joined(separator: "\n")
  }

  private func section(_ spelling: String, _ command: Command, _ known: inout [[String]: String])
    -> [String]
  {
    var lines = [".SS \(Roff.text(spelling))", Roff.text(command.abstract)]
    for operand in command.operands {
      let key = [operand.name, operand.summary]
      guard known.updateValue(spelling, forKey: key) == nil else { continue }
      lines += [".IP \"\\fI\(Roff.escaped(operand.name))\\fR\" 8", Roff.text(operand.summary)]
    }
    var others: [(place: String, names: [String])] = []
    for group in command.groups {
      var entries: [String] = []
      for option in group.parameters {
        let key = [option.name, option.summary]
        if let place = known[key] {
          let index = others.firstIndex { $0.place == place } ?? others.count
          if index == others.count { others.append((place, [])) }
          others[index].names.append(option.spellings.joined(separator: ", "))
        } else {
          known[key] = spelling
          entries += entry(option)
        }
      }
      if !entries.isEmpty, command.groups.count > 1 {
        lines += [".PP", ".B \(Roff.text(group.title.capitalizedFirst)):"]
      }
      lines += entries
    }
    if !others.isEmpty { lines.append(".PP") }
    for (number, other) in others.enumerated() {
      lines.append(
        "\(number == 0 ? "As" : "as") \\fB\(Roff.escaped(other.place))\\fR: "
          + other.names.map { "\\fB\(Roff.escaped($0))\\fR" }.joined(separator: ", ")
          + (number + 1 < others.count ? ";" : ""))
    }
    for note in command.notes { lines += [".PP", Roff.text(note)] }
    for example in command.examples {
      lines += [
        ".IP \"\(Roff.escaped(example.purpose)):\" 4", ".B \(Roff.text(example.line))",
      ]
    }
    return lines
  }

  private func entry(_ parameter: Parameter) -> [String] {
    let name = Roff.escaped(parameter.spellings.joined(separator: ", "))
    let value = parameter.valueName.map { " \\fI\(Roff.escaped($0))\\fR" } ?? ""
    return [".IP \"\\fB\(name)\\fR\(value)\" 8", Roff.text(parameter.summary)]
  }
}

extension String {
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

package enum Roff {
  /// Returns a line of text that roff takes for neither a request nor an escape.
  package static func text(_ text: String) -> String { line(escaped(text)) }

  package static func escaped(_ text: String) -> String {
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
    return result
  }

  package static func line(_ text: String) -> String { text.hasPrefix(".") ? "\\&\(text)" : text }
}
