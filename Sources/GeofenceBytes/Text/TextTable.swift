package struct TextTable {
  private enum Row {
    case cells([String])
    case note(String, String)
  }

  private var rows: [Row]
  private let isRightAligned: [Bool]

  private static let margin = 2
  private static let gap = 2
  private static let leastText = 24

  /// - Parameter columns: the titles; a title that begins with `>` stands over numbers.
  package init(_ columns: [String]) {
    isRightAligned = columns.map { $0.hasPrefix(">") }
    rows = [.cells(columns.map { String($0.drop { $0 == ">" }) })]
  }

  package mutating func append(_ cells: [String]) { rows.append(.cells(cells)) }

  package mutating func append(_ cell: String, note: String) { rows.append(.note(cell, note)) }

  package var lines: [String] { lines(fitting: nil) }

  /// Returns the lines, indented by two blanks, in at most `width` characters. A text in the last
  /// column goes on below its beginning. Of a table of numbers that is too wide, the last columns
  /// are left out, and a line says which. Without a width, every row is one line.
  package func lines(fitting width: Int?) -> [String] {
    let widths = widths
    guard let width, Self.total(widths) > width else {
      return rows.map { Self.trimmed(text($0, widths)) }
    }
    let room = width - Self.total(widths.dropLast()) - Self.gap
    if isRightAligned.last == false, room >= Self.leastText {
      return rows.flatMap { wrapped($0, widths, room, width) }
    }
    let fitting = widths.indices.last { Self.total(widths[...$0]) <= width } ?? 0
    guard case .cells(let titles) = rows[0], fitting < widths.count - 1 else {
      return rows.flatMap { wrapped($0, widths, room, width) }
    }
    let left = titles[(fitting + 1)...].filter { !$0.isEmpty }
    return rows.flatMap { row in
      switch row {
      case .note: wrapped(row, widths, 0, width)
      case .cells(let cells): [Self.trimmed(text(.cells(Array(cells[...fitting])), widths))]
      }
    } + ["  (a wider terminal shows \(left.joined(separator: ", ")), too)"]
  }

  private var widths: [Int] {
    isRightAligned.indices.map { column in
      rows.map { row in
        switch row {
        case .cells(let cells): cells[column].columns
        case .note(let cell, _): column == 0 ? cell.columns : 0
        }
      }.max() ?? 0
    }
  }

  private static func total(_ widths: some Collection<Int>) -> Int {
    widths.reduce(margin - gap) { $0 + gap + $1 }
  }

  /// Returns a row whose last text is wrapped to `room` characters, or to `width` if it is a note.
  private func wrapped(_ row: Row, _ widths: [Int], _ room: Int, _ width: Int) -> [String] {
    let (head, text): (String, String)
    switch row {
    case .note(let cell, let note):
      head = cell.padded(to: widths[0])
      text = note
    case .cells(let cells):
      head = self.text(.cells(cells.dropLast() + [""]), widths)
        .padded(to: Self.total(widths.dropLast()) - Self.margin + Self.gap)
      text = cells[cells.count - 1]
    }
    var first = head
    if case .note = row { first += String(repeating: " ", count: Self.gap) }
    let indent = Self.margin + first.count
    let lines = text.wrapped(to: max(Self.leastText, width - indent))
    let hanging = String(repeating: " ", count: indent)
    return [Self.trimmed(first + (lines.first ?? ""))] + lines.dropFirst().map { hanging + $0 }
  }

  private static func trimmed(_ text: String) -> String {
    let line = String(repeating: " ", count: margin) + text
    let end = line.utf8.lastIndex { $0 != ASCII.space }
    return end.flatMap { String(line.utf8[...$0]) } ?? ""
  }

  private func text(_ row: Row, _ widths: [Int]) -> String {
    let gap = String(repeating: " ", count: Self.gap)
    switch row {
    case .note(let cell, let note): return "\(cell.padded(to: widths[0]))\(gap)\(note)"
    case .cells(let cells):
      return cells.enumerated().map { column, cell in
        guard isRightAligned[column] else {
          return column == cells.count - 1 ? cell : cell.padded(to: widths[column])
        }
        return String(repeating: " ", count: widths[column] - cell.columns) + cell
      }.joined(separator: gap)
    }
  }
}
