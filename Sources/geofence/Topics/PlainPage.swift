import GeofenceFormats

/// A page as a terminal shows it, 80 columns wide.
struct PlainPage {
  private let page: Page

  private static let width = 80
  /// Between two columns of a table.
  private static let gap = 2

  init(_ page: Page) { self.page = page }

  var text: String {
    page.blocks.map { Self.lines(of: $0).joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private static func lines(of block: Page.Block) -> [String] {
    switch block {
    case .heading(1, let title): [title.uppercased()]
    case .heading(_, let title): ["\(title):"]
    case .paragraph(let text): Page.plain(text).wrapped(to: width)
    case .items(let items):
      items.flatMap { item in
        let lines = Page.plain(item).wrapped(to: width - 4)
        return zip(["  - "] + Array(repeating: "    ", count: lines.count), lines).map { $0 + $1 }
      }
    case .table(let rows):
      table(
        rows.enumerated().map { number, row in
          row.map { number == 0 ? $0.uppercased() : Page.plain($0) }
        })
    case .code(let lines): lines.map { $0.isEmpty ? "" : "    \($0)" }
    }
  }

  /// Columns as wide as they need to be; where that is too wide, the widest are wrapped.
  private static func table(_ rows: [[String]]) -> [String] {
    let columns = (rows.first ?? []).indices
    let wanted = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let room = width - gap * (columns.count - 1)
    let cap = (1...width).last { cap in wanted.reduce(0) { $0 + min($1, cap) } <= room } ?? 1
    let widths = wanted.map { min($0, cap) }
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
