import Foundation

/// The ratios beside the peers that were recorded once, which no later run may exceed by half.
///
/// A time depends on the machine; the ratio of two times of one run depends on it far less. The
/// recorded ratios stand in a table of `BENCHMARKS.md`, which `--bars --write` renews.
struct Bars {
  /// The recorded ratio of each row, by its name and its peer.
  private let recorded: [String: Double]

  /// The factor at which a ratio fails, wide enough for a machine that others use, too.
  private static let width = 1.5

  init() throws {
    let ratios = try Documents.table("bars").compactMap { row -> (String, Double)? in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count >= 3, let ratio = Double(cells[2]) else { return nil }
      return ("\(cells[0]) | \(cells[1])", ratio)
    }
    recorded = Dictionary(ratios) { _, last in last }
  }

  /// The rows of a table that records some figures.
  static func table(of figures: [Figure]) -> [String] {
    ["| what | peer | ratio |", "|---|---|---|"]
      + figures.filter(\.hasPairs).map { "| \($0.key) | \(text($0.ratios.median)) |" }
  }

  /// Returns the line of a figure, and whether it stays below its bar.
  ///
  /// The least of the measured ratios counts: what disturbs a run only makes it slower.
  func judge(_ figure: Figure) -> (line: String, passes: Bool)? {
    guard figure.hasPairs else { return nil }
    let line = "| \(figure.key) | \(Self.text(figure.ratios.median)) |"
    guard let bar = recorded[figure.key] else { return ("\(line) not recorded | |", true) }
    let passes = figure.ratios[0] <= bar * Self.width
    let fault = passes ? "" : ": slower than \(Self.width) times the recorded"
    let share = Self.text(figure.ratios.median / bar)
    return ("\(line) \(Self.text(bar)) | \(share)\(fault) |", passes)
  }

  /// The head of the table whose rows `judge` returns.
  static let head = ["| what | peer | ratio | recorded | of that |", "|---|---|---|---|---|"]

  private static func text(_ ratio: Double) -> String { String(format: "%.3f", ratio) }
}

extension Figure {
  fileprivate var key: String { "\(name) | \(peer)" }

  /// True if the ratios are those of several pairs; a single one says too little.
  fileprivate var hasPairs: Bool { ratios.first != ratios.last }
}
