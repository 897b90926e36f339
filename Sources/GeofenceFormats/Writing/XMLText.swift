/// Text in XML and HTML, which cannot steer a terminal either.
package enum XMLText {
  /// `text` as it stands between tags or double quotes. What XML cannot hold becomes U+FFFD.
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
    // What ends a CDATA section may stand nowhere else.
    return value.replacing("]]>", with: "]]&gt;")
  }
}
