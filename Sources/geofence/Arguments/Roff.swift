/// Text in the language of manual pages.
enum Roff {
  /// A line of text with nothing that roff would take for a request or an escape.
  static func text(_ text: String) -> String { line(escaped(text)) }

  /// `text` with nothing that roff would take for an escape.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "…": result += "\\&..."
      default: result.append(character)
      }
    }
    return result
  }

  /// A line of escaped text that is no request.
  static func line(_ text: String) -> String { text.hasPrefix(".") ? "\\&\(text)" : text }
}
