import Foundation

/// The ratios beside the peers that were recorded once, which no later run may exceed by half.
///
/// A time depends on the machine; the ratio of two times of one run depends on it far less. The
/// recorded ratios stand in a table of `BENCHMARKS.md`, which `--bars --write` renews.
struct Bars {
  /// The recorded ratio of each row, by its name and its peer.
  private let recorded: [String: Double]

  /// The factor at which a ratio fails, wide enough for a machine that others use, too.
  static let width = 1.5

  init() throws {
    let rows = try Documents.table("bars").map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let ratios = rows.compactMap { cells -> (String, Double)? in
      guard cells.count >= 3, let ratio = Double(cells[2]) else { return nil }
      return (Self.key(cells[0], cells[1]), ratio)
    }
    recorded = Dictionary(ratios) { _, last in last }
  }

  private static func key(_ name: String, _ peer: String) -> String { "\(name) | \(peer)" }

  static func table(of figures: [Figure]) -> [String] {
    ["| what | peer | ratio |", "|---|---|---|"]
      + figures.compactMap { figure in
        figure.pairs.map { "| \(key(figure.name, figure.peer)) | \(text($0.median)) |" }
      }
  }

  /// Returns the line of a figure, and whether it stays below its bar.
  ///
  /// The least of the measured ratios counts: what disturbs a run only makes it slower.
  func judge(_ figure: Figure) -> (line: String, passes: Bool)? {
    guard let ratio = figure.pairs else { return nil }
    let key = Self.key(figure.name, figure.peer)
    guard let bar = recorded[key] else {
      return ("| \(key) | \(Self.text(ratio.median)) | not recorded | |", true)
    }
    let passes = ratio.least <= bar * Self.width
    let share = Self.text(ratio.median / bar)
    return (
      "| \(key) | \(Self.text(ratio.median)) | \(Self.text(bar)) "
        + "| \(share)\(passes ? "" : ": slower than \(Self.width) times the recorded") |", passes
    )
  }

  /// The head of the table whose rows `judge` returns.
  static let head = ["| what | peer | ratio | recorded | of that |", "|---|---|---|---|---|"]

  private static func text(_ ratio: Double) -> String { String(format: "%.3f", ratio) }
}

extension Figure {
  /// The ratio if it is that of several pairs; a single one says too little.
  fileprivate var pairs: (median: Double, least: Double, most: Double)? {
    ratio.flatMap { $0.least < $0.most ? $0 : nil }
  }
}
