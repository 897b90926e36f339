/// Lays out help as Swift command-line tools do.
struct Help {
  let overview: String
  let usage: String
  /// Sections of names with a summary each.
  let sections: [(title: String, rows: [(name: String, summary: String)])]
  /// Paragraphs after the sections.
  var footer: [String] = []

  private static let nameWidth = 26
  private static let lineWidth = 80

  var text: String {
    var blocks = [Self.paragraph("OVERVIEW: \(overview)"), Self.paragraph("USAGE: \(usage)")]
    for section in sections {
      blocks.append(
        "\(section.title.uppercased()):\n" + section.rows.map(Self.row).joined(separator: "\n"))
    }
    if !footer.isEmpty {
      blocks.append(footer.map { "  " + Self.paragraph($0, indent: 2) }.joined(separator: "\n"))
    }
    return blocks.joined(separator: "\n\n")
  }

  private static func row(_ row: (name: String, summary: String)) -> String {
    let name = "  \(row.name)"
    let indent = String(repeating: " ", count: nameWidth)
    let lines = wrapped(row.summary, width: lineWidth - nameWidth)
    guard name.count < nameWidth else {
      return ([name] + lines.map { indent + $0 }).joined(separator: "\n")
    }
    let first = name + indent.dropFirst(name.count) + (lines.first ?? "")
    return ([first] + lines.dropFirst().map { indent + $0 }).joined(separator: "\n")
  }

  /// Lines of `text` at `indent`, the later ones two columns further in.
  private static func paragraph(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return wrapped(text, width: lineWidth - indent - 2).joined(separator: "\n  \(margin)")
  }

  private static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
