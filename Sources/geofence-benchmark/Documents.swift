import Foundation

/// The tables of figures in the documents, each of which stands between two comments.
enum Documents {
  /// Replaces the rows of a table in every document that contains it.
  static func replaceTable(_ name: String, with rows: [String]) throws {
    try withTable(name) { url, text, place in
      let table = rows.joined(separator: "\n") + "\n"
      let new = text[..<place.lowerBound] + table + text[place.upperBound...]
      try Data(new.utf8).write(to: url)
    }
  }

  /// Returns the rows of a table.
  static func table(_ name: String) throws -> [String] {
    var rows: [String] = []
    try withTable(name) { _, text, place in
      rows = text[place].split(separator: "\n").map(String.init)
    }
    return rows
  }

  /// Calls `body` with the document that contains a table, its text, and the place of the rows.
  private static func withTable(
    _ name: String, _ body: (URL, String, Range<String.Index>) throws -> Void
  ) throws {
    let marks = ("<!-- \(name) -->\n", "<!-- /\(name) -->")
    let pages = URL(fileURLWithPath: "Sources/geofence/Topics/Pages")
    let documents =
      try [URL(fileURLWithPath: "Sources/geofence-benchmark/BENCHMARKS.md")]
      + FileManager.default.contentsOfDirectory(at: pages, includingPropertiesForKeys: nil)
    for url in documents {
      let text = try String(contentsOf: url, encoding: .utf8)
      guard let start = text.range(of: marks.0), let end = text.range(of: marks.1) else { continue }
      return try body(url, text, start.upperBound..<end.lowerBound)
    }
    throw Failure("no document has a place for the table: \(marks.0)\(marks.1)")
  }
}
