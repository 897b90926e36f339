extension Unicode.Scalar {
  /// Whether it can steer a terminal or reorder a line: a control character, a mark of direction, a
  /// separator of lines.
  var isSteering: Bool {
    if 0x20..<0x7F ~= value { return false }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }

  /// Whether it steers, or nothing is to be seen of it but a blank.
  var isInvisible: Bool {
    if 0x20..<0x7F ~= value { return false }
    return switch properties.generalCategory {
    case .format, .privateUse, .unassigned: true
    default: isSteering
    }
  }

  /// The escape that JSON has for it.
  var jsonEscape: String {
    switch self {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default:
      UTF16.encode(self)?.map { "\\u" + $0.padded(to: 4, radix: 16) }.joined() ?? ""
    }
  }
}

extension String {
  /// This text with the escapes of JSON for what nobody sees, so that whatever a file is called or
  /// says can be shown anywhere, on one line.
  package var visible: String {
    escaping(\.isInvisible) { scalar in
      scalar.lostByte.map { "\\x" + String($0, radix: 16) } ?? scalar.jsonEscape
    }
  }

  /// Whether nothing is to be seen of this text.
  package var showsNothing: Bool {
    unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.isInvisible }
  }

  /// This text for a page, with U+FFFD for what would reorder or hide what stands beside it.
  package var steeringNothing: String {
    escaping(\.isSteering) { _ in "\u{FFFD}" }
  }

  /// This text with the escapes of JSON for the characters that `isUnwanted` names.
  func escaping(
    _ isUnwanted: (Unicode.Scalar) -> Bool, as escape: (Unicode.Scalar) -> String = \.jsonEscape
  ) -> String {
    guard unicodeScalars.contains(where: isUnwanted) else { return self }
    return unicodeScalars.map { isUnwanted($0) ? escape($0) : String($0) }.joined()
  }
}
