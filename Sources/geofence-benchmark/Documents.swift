import Foundation

/// The tables of figures in the documents, each of which stands between two comments.
enum Documents {
  /// Replaces the rows of a table in every document that contains it.
  ///
  /// - Throws: an error if no document contains the comments.
  static func replaceTable(_ name: String, with rows: [String]) throws {
    let marks = ("<!-- \(name) -->\n", "<!-- /\(name) -->")
    let pages = URL(fileURLWithPath: "Sources/geofence/Topics/Pages")
    let documents =
      try [URL(fileURLWithPath: "Sources/geofence-benchmark/BENCHMARKS.md")]
      + FileManager.default.contentsOfDirectory(at: pages, includingPropertiesForKeys: nil)
    for url in documents {
      let text = try String(contentsOf: url, encoding: .utf8)
      guard let start = text.range(of: marks.0), let end = text.range(of: marks.1) else { continue }
      let table = rows.joined(separator: "\n") + "\n"
      try Data((text[..<start.upperBound] + table + text[end.lowerBound...]).utf8).write(to: url)
      return
    }
    throw Failure("no document has a place for the table: \(marks.0)\(marks.1)")
  }
}
