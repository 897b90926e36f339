package enum Roff {
  /// Returns a line of text that roff takes for neither a request nor an escape.
  package static func text(_ text: String) -> String { line(escaped(text)) }

  package static func escaped(_ text: String) -> String {
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

  package static func line(_ text: String) -> String { text.hasPrefix(".") ? "\\&\(text)" : text }
}
