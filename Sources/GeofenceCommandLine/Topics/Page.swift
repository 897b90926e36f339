/// A text in the Markdown of the topics: headings, paragraphs, lists, tables and fenced code, which
/// hold no other block, with `code` and **strong** words in them. Other marks read as they stand.
package struct Page: Hashable {
  package enum Block: Hashable {
    case heading(level: Int, String)
    case paragraph(String)
    case items([String])
    case table([[String]])
    case code([String])
  }

  package private(set) var blocks: [Block] = []

  package init(_ markdown: String) {
    var lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("```") {
        blocks.append(.code(lines.prefix { $0 != "```" }.map(String.init)))
        lines = lines.drop { $0 != "```" }.dropFirst()
      } else if line.hasPrefix("#") {
        let title = line.drop { $0 == "#" }
        blocks.append(.heading(level: line.count - title.count, String(title.dropFirst())))
      } else if line.hasPrefix("|") {
        let rows = [line] + lines.prefix { $0.hasPrefix("|") }
        lines = lines.dropFirst(rows.count - 1)
        blocks.append(.table(rows.map(Self.cells).filter { !Self.isRule($0) }))
      } else if !line.isEmpty, !line.hasPrefix("<!--") {
        let others = ["|", "```", "<!--"] + (line.hasPrefix("- ") ? [] : ["- "])
        let rest = lines.prefix { !$0.isEmpty && !others.contains(where: $0.hasPrefix) }
        lines = lines.dropFirst(rest.count)
        add([line] + rest)
      }
    }
  }

  private mutating func add(_ lines: [Substring]) {
    var items: [String] = []
    for line in lines {
      let words = String(line.drop { $0 == " " })
      if words.hasPrefix("- ") {
        items.append(String(words.dropFirst(2)))
      } else if let last = items.popLast() {
        items.append("\(last) \(words)")
      } else {
        items.append(words)
      }
    }
    let isList = lines.first?.hasPrefix("- ") == true
    blocks.append(isList ? .items(items) : .paragraph(items.joined(separator: " ")))
  }

  /// The cells of a row; `\|` is no border.
  private static func cells(of row: Substring) -> [String] {
    let border = "\u{0}"
    return row.dropFirst().dropLast().replacing("\\|", with: border)
      .split(separator: "|", omittingEmptySubsequences: false)
      .map { cell in
        cell.split(separator: " ").joined(separator: " ").replacing(border, with: "|")
      }
  }

  private static func isRule(_ cells: [String]) -> Bool {
    cells.allSatisfy { !$0.isEmpty && $0.allSatisfy { "-:".contains($0) } }
  }

  package struct Span: Hashable {
    package let text: String
    package var isCode = false
    package var isStrong = false
  }

  /// The runs of `text` between backquotes, between double asterisks, and of the rest.
  package static func spans(of text: String) -> [Span] {
    // A code between double asterisks does not end the strong words.
    var isStrong = false
    return text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .flatMap { number, part in
        guard number.isMultiple(of: 2) else {
          return [Span(text: String(part), isCode: true, isStrong: isStrong)]
        }
        return part.split(separator: "**", omittingEmptySubsequences: false).enumerated()
          .map { number, words in
            if number > 0 { isStrong.toggle() }
            return Span(text: String(words), isStrong: isStrong)
          }
      }
      .filter { !$0.text.isEmpty }
  }

  /// Returns `text` without bold: code as it is, strong words between asterisks.
  package static func plain(_ text: String) -> String {
    var (plain, isStrong) = ("", false)
    for span in spans(of: text) + [Span(text: "")] {
      if span.isStrong != isStrong { plain += "*" }
      isStrong = span.isStrong
      plain += span.text
    }
    return plain
  }
}
