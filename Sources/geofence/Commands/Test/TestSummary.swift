import GeofenceBytes
import GeofenceReport

/// A table of the tests in Markdown, as the summary of a job on GitHub takes it.
///
/// A summary of more than 1 MiB is dropped there, so this one ends before: the tests that passed are
/// left out first, then the last of those that failed, and the lines of one are cut.
struct TestSummary {
  private let entries: [TestIndex.Entry]
  private let counts: String
  /// The most bytes of the table's rows.
  static let room = 500_000
  private static let longestCell = 4_000

  init(_ entries: [TestIndex.Entry], counts: String) {
    (self.entries, self.counts) = (entries, counts)
  }

  /// - Complexity: O(n) for n bytes of the entries.
  var text: String {
    let all = entries.map(Self.row)
    var isShown = Array(repeating: true, count: all.count)
    var size = all.reduce(0) { $0 + $1.utf8.count }
    let passed = entries.indices.filter { entries[$0].hasPassed }
    let failed = entries.indices.filter { !entries[$0].hasPassed }
    for index in passed.reversed() + failed.reversed() where size > Self.room {
      isShown[index] = false
      size -= all[index].utf8.count
    }
    let head = ["**\(counts)**", "", "| verdict | test | events | picture |", "|---|---|---|---|"]
    let missing = isShown.count { !$0 }
    let tail =
      missing == 0
      ? [] : ["", "\(counted(missing, "more test is", "more tests are")) in index.html alone."]
    return (head + all.indices.filter { isShown[$0] }.map { all[$0] } + tail)
      .map { "\($0)\n" }.joined()
  }

  private static func row(_ entry: TestIndex.Entry) -> String {
    var messages: [String] = []
    var length = 0
    for message in entry.messages {
      let cell = MarkdownText.escaped(message)
      length += cell.utf8.count
      guard length <= longestCell else {
        messages.append("…")
        break
      }
      messages.append(cell)
    }
    let picture = entry.page.map { "<code>\(MarkdownText.escaped($0)).svg</code>" } ?? "–"
    return "| \(entry.hasPassed ? "✅" : "❌") \(entry.word) "
      + "| <code>\(MarkdownText.escaped(entry.name))</code> "
      + "| \(messages.joined(separator: "<br>")) | \(picture) |"
  }
}
