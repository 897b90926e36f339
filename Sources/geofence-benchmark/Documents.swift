import Foundation

/// The tables of figures in the documents, each of which stands between two comments.
enum Documents {
  static func replaceTable(_ name: String, with rows: [String]) throws {
    let (url, text, place) = try find(name)
    let table = rows.joined(separator: "\n") + "\n"
    try Data((text[..<place.lowerBound] + table + text[place.upperBound...]).utf8).write(to: url)
  }

  static func table(_ name: String) throws -> [String] {
    let (_, text, place) = try find(name)
    return text[place].split(separator: "\n").map(String.init)
  }

  private static func find(_ name: String) throws -> (URL, String, Range<String.Index>) {
    let marks = ("<!-- \(name) -->\n", "<!-- /\(name) -->")
    let pages = URL(fileURLWithPath: "Sources/geofence/Topics/Pages")
    let documents =
      try [URL(fileURLWithPath: "Sources/geofence-benchmark/BENCHMARKS.md")]
      + FileManager.default.contentsOfDirectory(at: pages, includingPropertiesForKeys: nil)
    for url in documents {
      let text = try String(contentsOf: url, encoding: .utf8)
      guard let start = text.range(of: marks.0), let end = text.range(of: marks.1) else { continue }
      return (url, text, start.upperBound..<end.lowerBound)
    }
    throw Failure("no document has a place for the table: \(marks.0)\(marks.1)")
  }
}
