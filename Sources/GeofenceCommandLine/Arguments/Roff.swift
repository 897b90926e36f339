package enum Roff {
  /// Returns a line of text that roff takes for neither a request nor an escape.
  package static func text(_ text: String) -> String { line(escaped(text)) }

  /// Returns `text` with everything escaped that roff would take for an escape.
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

  /// Returns a line of escaped text that roff does not take for a request.
  package static func line(_ text: String) -> String { text.hasPrefix(".") ? "\\&\(text)" : text }
}
