package enum MarkdownText {
  /// Returns `text` for a cell of a table in GitHub's Markdown, where it is shown as it is: what
  /// Markdown, HTML or GitHub reads (emphasis, links, images, mentions, addresses, emoji) is written
  /// as a numeric reference, which none of them reads.
  package static func escaped(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var value = ""
    for (index, scalar) in scalars.enumerated() {
      let isRead =
        switch scalar {
        case "!"..."'", "("..."+", "<"..."@", "["..."`", "{"..."~": true
        // A time has digits on both sides of a colon, a message a blank behind it.
        case ":": index + 1 < scalars.count && scalars[index + 1].isLetterOrSign
        case ".": index > 0 && (scalars[index - 1] == "w" || scalars[index - 1] == "W")
        default: false
        }
      if isRead {
        value += "&#\(scalar.value);"
      } else {
        let isLineEnd = scalar == "\n" || scalar == "\r"
        value.unicodeScalars.append(
          isLineEnd ? " " : scalar.isSteering ? "\u{FFFD}" : scalar)
      }
    }
    return value
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrSign: Bool {
    !properties.isWhitespace && !("0"..."9" ~= self)
  }
}
