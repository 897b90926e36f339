extension Page {
  private static let width = 80
  private static let gap = 2

  /// The page as a terminal shows it, 80 columns wide.
  package var plainText: String {
    blocks.map { Self.lines(of: $0).joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private static func lines(of block: Block) -> [String] {
    switch block {
    case .heading(1, let title): [title.uppercased()]
    case .heading(_, let title): ["\(title):"]
    case .paragraph(let text): plain(text).wrapped(to: width)
    case .items(let items):
      items.flatMap { item in
        let lines = plain(item).wrapped(to: width - 4)
        return zip(["  - "] + Array(repeating: "    ", count: lines.count), lines).map { $0 + $1 }
      }
    case .table(let rows):
      table(
        rows.enumerated().map { number, row in
          row.map { number == 0 && !$0.contains("`") ? $0.uppercased() : plain($0) }
        })
    case .code(let lines): lines.map { $0.isEmpty ? "" : "    \($0)" }
    }
  }

  /// Columns as wide as needed; if that is too wide, wrapped into about as many lines each.
  private static func table(_ rows: [[String]]) -> [String] {
    let columns = (rows.first ?? []).indices
    let wanted = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let room = width - gap * (columns.count - 1)
    var widths = columns.map { column in
      rows.flatMap { $0[column].split(separator: " ") }.map(\.count).max() ?? 1
    }
    while widths.reduce(0, +) < room,
      let tightest = columns.filter({ widths[$0] < wanted[$0] })
        .max(by: { wanted[$0] * widths[$1] < wanted[$1] * widths[$0] })
    {
      widths[tightest] += 1
    }
    return rows.flatMap { row in
      let cells = columns.map { row[$0].wrapped(to: widths[$0]) }
      return (0..<(cells.map(\.count).max() ?? 0)).map { line in
        var (text, column) = ("", 0)
        for (cell, width) in zip(cells, widths) {
          if line < cell.count { text = text.padded(to: column) + cell[line] }
          column += width + gap
        }
        return text
      }
    }
  }
}
