extension Unicode.Scalar {
  package var isSteering: Bool {
    if 0x20..<0x7F ~= value { return false }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }

  /// True if the character steers, or shows at most a blank.
  package var isInvisible: Bool {
    if 0x20..<0x7F ~= value { return false }
    return switch properties.generalCategory {
    case .format, .privateUse, .unassigned: true
    default: isSteering
    }
  }

  package var jsonEscape: String {
    switch self {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: UTF16.encode(self)?.map { "\\u" + $0.padded(to: 4, radix: 16) }.joined() ?? ""
    }
  }
}

extension String {
  /// The text on one line, with JSON's escapes for invisible characters and for what makes it a
  /// command to a CI runner; one that begins as a command is in quotation marks.
  package var visible: String {
    let visible = escaping(
      { $0.isInvisible },
      as: { scalar in
        scalar.lostByte.map { "\\x" + String($0, radix: 16) } ?? scalar.jsonEscape
      })
    guard RunnerCommand.isIn(visible) else { return visible }
    return RunnerCommand.disarmed(RunnerCommand.begins(visible) ? "\"\(visible)\"" : visible)
  }

  package var showsNothing: Bool {
    unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.isInvisible }
  }

  /// The text for a page, with U+FFFD for characters that would reorder or hide those beside them.
  package var steeringNothing: String {
    escaping({ $0.isSteering }, as: { _ in "\u{FFFD}" })
  }

  /// The text as JSON, between quotation marks.
  package var jsonText: String {
    "\"" + escaping { $0.value < 0x20 || $0 == "\"" || $0 == "\\" } + "\""
  }

  package func escaping(
    _ isUnwanted: (Unicode.Scalar) -> Bool,
    as escape: (Unicode.Scalar) -> String = { $0.jsonEscape }
  ) -> String {
    guard unicodeScalars.contains(where: isUnwanted) else { return self }
    return unicodeScalars.map { isUnwanted($0) ? escape($0) : String($0) }.joined()
  }

  /// The text as one word of a shell command, with quotation marks only if it needs them.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      ASCII.isLetter(byte) || ASCII.isDigit(byte) || "./_-=".utf8.contains(byte)
    }
    return isPlain ? self : shellQuoted
  }

  package var shellQuoted: String { "'\(replacing("'", with: "'\\''"))'" }
}

package enum VisibleText {
  /// Returns `name` for a column: as it is, or as a JSON string if it would blur the columns, or a
  /// CI runner could take it for a command.
  package static func quoted(_ name: String) -> String {
    if isPlainASCII(name) { return name }
    let isPlain = !name.isEmpty && name != "-" && name.unicodeScalars.allSatisfy(isPlain)
    if isPlain, !RunnerCommand.isIn(name) { return name }
    return RunnerCommand.disarmed("\"\(name.escaping(isEscaped))\"")
  }

  /// Returns whether a name is known at once to be no wider in a column than `width` characters.
  package static func fits(_ name: String, within width: Int) -> Bool {
    name.utf8.count <= width && isPlainASCII(name)
  }

  private static func isPlainASCII(_ name: String) -> Bool {
    func isPlain(_ byte: UInt8) -> Bool {
      (0x21...0x7E).contains(byte) && byte != ASCII.quote && byte != UInt8(ascii: "\\")
        && byte != UInt8(ascii: ":") && byte != UInt8(ascii: "#")
    }
    return name.utf8.count > 1
      && name.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isPlain) }
        ?? name.utf8.allSatisfy(isPlain)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isWhitespace && !isEscaped(scalar)
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "\\" || scalar.isInvisible
  }
}

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
