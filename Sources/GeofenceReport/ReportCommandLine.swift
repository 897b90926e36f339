import GeofenceBytes
import GeofenceWriting

/// A command line that makes a report again, to which a change of the strategy can be added.
package struct ReportCommandLine: Hashable, Sendable {
  let words: [String]

  package init(_ words: [String]) {
    self.words = words
  }

  /// Returns the line for a shell that makes the report with a change of the strategy.
  ///
  /// An option that the change has is left out of the words.
  ///
  /// - Parameter change: options such as `--rank boundary`.
  func line(with change: String) -> String {
    let changed = change.split(separator: " ").map(String.init)
    let names = Set(changed.filter { $0.hasPrefix("--") })
    var kept: [String] = []
    var isDropping = false
    for word in words {
      if isDropping {
        isDropping = false
        continue
      }
      let name = word.prefix { $0 != "=" }
      if names.contains(String(name)) {
        isDropping = !word.contains("=")
        continue
      }
      kept.append(word)
    }
    return (kept.map(\.shellWord) + changed + ["-o", "report.html"]).joined(separator: " ")
  }
}
