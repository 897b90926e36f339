package enum XMLText {
  /// Returns `text` for XML between tags or double quotes, with U+FFFD for what it cannot hold.
  package static func escaped(_ text: String) -> String {
    var value = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": value += "&amp;"
      case "<": value += "&lt;"
      case "\"": value += "&quot;"
      case "\t", "\n", "\r": value += "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": value += "\u{FFFD}"
      case _ where scalar.isSteering: value += "&#\(scalar.value);"
      default: value.unicodeScalars.append(scalar)
      }
    }
    // The end of a CDATA section may not stand in other text.
    return value.replacing("]]>", with: "]]&gt;")
  }
}
