import Foundation

/// The table of figures in README.md, between two comments.
enum Readme {
  private static let marks = ("<!-- benchmark -->\n", "<!-- /benchmark -->")

  static func replaceTable(with rows: [String]) throws {
    let url = URL(fileURLWithPath: "README.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    guard let start = text.range(of: marks.0), let end = text.range(of: marks.1) else {
      throw Failure("README.md has no place for the table: \(marks.0)\(marks.1)")
    }
    let table = rows.joined(separator: "\n") + "\n"
    try Data((text[..<start.upperBound] + table + text[end.lowerBound...]).utf8).write(to: url)
  }
}
