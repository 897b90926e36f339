/// Rows of cells, each column as wide as its widest cell.
struct TextTable {
  private enum Row {
    case cells([String])
    /// One cell, then text that runs on over the others.
    case note(String, String)
  }

  private var rows: [Row]
  private let isRightAligned: [Bool]

  /// - Parameter columns: the titles; those that begin with `>` stand over numbers.
  init(_ columns: [String]) {
    isRightAligned = columns.map { $0.hasPrefix(">") }
    rows = [.cells(columns.map { String($0.drop { $0 == ">" }) })]
  }

  mutating func append(_ cells: [String]) { rows.append(.cells(cells)) }

  mutating func append(_ cell: String, note: String) { rows.append(.note(cell, note)) }

  /// The lines, indented by two blanks.
  var lines: [String] {
    let widths = isRightAligned.indices.map { column in
      rows.map { row in
        switch row {
        case .cells(let cells): cells[column].count
        case .note(let cell, _): column == 0 ? cell.count : 0
        }
      }.max() ?? 0
    }
    return rows.map { row in
      let line = "  " + text(row, widths)
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private func text(_ row: Row, _ widths: [Int]) -> String {
    switch row {
    case .note(let cell, let note): return "\(cell.padded(to: widths[0]))  \(note)"
    case .cells(let cells):
      return cells.enumerated().map { column, cell in
        guard isRightAligned[column] else {
          return column == cells.count - 1 ? cell : cell.padded(to: widths[column])
        }
        return String(repeating: " ", count: widths[column] - cell.count) + cell
      }.joined(separator: "  ")
    }
  }
}
