import Foundation

/// The tables of figures in README.md, each between two comments.
enum Readme {
  static func replaceTable(_ name: String, with rows: [String]) throws {
    let marks = ("<!-- \(name) -->\n", "<!-- /\(name) -->")
    let url = URL(fileURLWithPath: "README.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    guard let start = text.range(of: marks.0), let end = text.range(of: marks.1) else {
      throw Failure("README.md has no place for the table: \(marks.0)\(marks.1)")
    }
    let table = rows.joined(separator: "\n") + "\n"
    try Data((text[..<start.upperBound] + table + text[end.lowerBound...]).utf8).write(to: url)
  }
}
