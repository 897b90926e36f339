extension Page {
  package var manualLines: [String] { blocks.flatMap(manualLines) }

  private func manualLines(of block: Block) -> [String] {
    switch block {
    case .heading(1, let title): [".SH \(Roff.text(title.uppercased()))"]
    case .heading(_, let title): [".SS \(Roff.text(title))"]
    case .paragraph(let text): [".PP", words(text)]
    case .items(let items): items.flatMap { [".IP \\(bu 2", words($0)] }
    case .table(let rows): rows.dropFirst().flatMap { row in entry(row, rows[0]) }
    case .code(let lines): [".PP", ".RS 4", ".nf"] + lines.map(Roff.text) + [".fi", ".RE"]
    }
  }

  /// The lines of a row; from the third cell on, each is preceded by its column's title.
  private func entry(_ row: [String], _ head: [String]) -> [String] {
    let others = zip(row, head).dropFirst(2).filter { !$0.0.isEmpty }.map { "\($1): \($0)" }
    let rest = [row.dropFirst().first ?? ""] + others
    return [
      ".TP", words(row[0]), words(rest.filter { !$0.isEmpty }.joined(separator: "; ")),
    ]
  }

  private func words(_ text: String) -> String {
    let line = Self.spans(of: text).map {
      $0.isCode || $0.isStrong ? "\\fB\(Roff.escaped($0.text))\\fR" : Roff.escaped($0.text)
    }
    return Roff.line(line.joined())
  }
}
