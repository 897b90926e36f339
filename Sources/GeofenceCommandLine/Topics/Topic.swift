/// A page of reference: `geofence help tracks`, and a section of the manual.
package struct Topic: Sendable {
  package let name: String
  package let abstract: String
  private let markdown: @Sendable () -> String

  package init(
    _ name: String, _ abstract: String, _ markdown: @autoclosure @escaping @Sendable () -> String
  ) {
    self.name = name
    self.abstract = abstract
    self.markdown = markdown
  }

  package var page: Page { Page(markdown()) }

  /// Returns how often a word stands in the page, whatever its case and ending (`kill`, `killed`),
  /// names of files left out.
  func count(of word: String) -> Int {
    let word = word.lowercased()
    let words = markdown().lowercased().split {
      !$0.isLetter && !$0.isNumber && !"-./_".contains($0)
    }
    return words.count { written in
      let other = written.last == "." ? written.dropLast() : written
      let name = other.drop { $0 == "-" }
      return other == word || name == word
        || min(name.count, word.count) > 3 && abs(name.count - word.count) <= 3
          && (name.hasPrefix(word) || word.hasPrefix(name))
    }
  }
}
