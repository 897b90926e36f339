package import GeofenceCore

/// The choices of a strategy that an audit varies, as columns.
package struct AuditColumn: Sendable {
  package let title: String
  package let value: @Sendable (Settings) -> String

  package static let all: [AuditColumn] = [
    AuditColumn(title: "rank") { $0.ranking.rawValue },
    AuditColumn(title: "reselect-on") { $0.triggers.names.joined(separator: ",") },
    AuditColumn(title: "limit") { "\($0.limit)" },
    AuditColumn(title: "renew") { $0.renewal.rawValue },
    AuditColumn(title: "dwell") { "\($0.crossing.dwell.seconds.plain) s" },
    AuditColumn(title: "cushion") { "\($0.crossing.cushion.plain) m" },
  ]

  /// Whether `strategies` differ in it.
  func varies(among strategies: [AuditReport.Strategy]) -> Bool {
    Set(strategies.map { value($0.settings) }).count > 1
  }
}

/// Rows of cells, each column as wide as its widest cell.
struct TextTable {
  private var rows: [[String]]
  private let isRightAligned: [Bool]

  /// - Parameter columns: the titles; those that begin with `>` stand over numbers.
  init(_ columns: [String]) {
    isRightAligned = columns.map { $0.hasPrefix(">") }
    rows = [columns.map { String($0.drop { $0 == ">" }) }]
  }

  mutating func append(_ cells: [String]) { rows.append(cells) }

  /// The lines, indented by two blanks.
  var lines: [String] {
    let widths = isRightAligned.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        guard isRightAligned[column] else {
          return column == row.count - 1 ? cell : cell.padded(to: widths[column])
        }
        return String(repeating: " ", count: widths[column] - cell.count) + cell
      }
      let line = "  " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
