import GeofenceBytes

/// The index page of a run of tests: each test with its verdict, its picture and a link to its page,
/// those that failed first.
package struct TestIndex: Sendable {
  package struct Entry: Sendable {
    package let name: String
    package let word: String
    package let hasPassed: Bool
    package let messages: [String]
    /// The path of the page from the folder of the index, without `.html`; `nil` where there is none.
    package let page: String?

    package init(
      name: String, word: String, hasPassed: Bool, messages: [String], page: String?
    ) {
      (self.name, self.word, self.hasPassed) = (name, word, hasPassed)
      (self.messages, self.page) = (messages, page)
    }
  }

  private let entries: [Entry]
  private let summary: String
  private let isComplete: Bool
  private static let shownMessages = 6

  /// - Parameter isComplete: false if some tests were not run.
  package init(_ entries: [Entry], summary: String, isComplete: Bool = true) {
    self.entries = entries.filter { !$0.hasPassed } + entries.filter(\.hasPassed)
    (self.summary, self.isComplete) = (summary, isComplete)
  }

  package var html: String {
    let tone = isComplete && entries.allSatisfy(\.hasPassed) ? "good" : "bad"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self' file:">
      <link rel="icon" href="data:,">
      <title>\(summary.html) · geofence test</title>
      <style>
      \(Palette.style)\(Resource.style)
      </style>
      </head>
      <body>
      <main>
      <h1 class="\(tone)">\(summary.html)</h1>
      <ul class="cases">
      \(entries.map(item).joined(separator: "\n"))
      </ul>
      </main>
      </body>
      </html>

      """
  }

  private func item(_ entry: Entry) -> String {
    let name = HTML.name(entry.name.steeringNothing)
    let address = entry.page.map { PageLink.path($0) }
    let title = address.map { "<a href=\"\($0).html\">\(name)</a>" } ?? name
    let picture = address.map {
      "<a href=\"\($0).html\" tabindex=\"-1\" aria-hidden=\"true\">"
        + "<img src=\"\($0).svg\" alt=\"\" loading=\"lazy\"></a>"
    }
    let rest = entry.messages.count - Self.shownMessages
    let lines = entry.messages.prefix(Self.shownMessages) + (rest > 0 ? ["… and \(rest) more"] : [])
    let messages = lines.joined(separator: "\n").html
    return "<li class=\"card \(entry.hasPassed ? "good" : "lost")\">"
      + "<h2><b class=\"\(entry.hasPassed ? "enter" : "lost")\">"
      + "\(entry.hasPassed ? "✓" : "✕") \(entry.word.html)</b> \(title)</h2>"
      + (picture ?? "") + (messages.isEmpty ? "" : "<pre>\(messages)</pre>") + "</li>"
  }
}
