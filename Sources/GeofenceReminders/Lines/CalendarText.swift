extension String {
  /// The value of a TEXT (RFC 5545 §3.3.11) without its escapes.
  var calendarUnescaped: String {
    resolvingEscapes("\\") { scalar in
      switch scalar {
      case "n", "N": "\n"
      case "\\", ";", ",": scalar
      default: nil
      }
    }
  }

  var resolvingCarets: String {
    resolvingEscapes("^") { scalar in
      switch scalar {
      case "n": "\n"
      case "^": "^"
      case "'": "\""
      default: nil
      }
    }
  }

  /// Returns this text with the escapes that begin with `mark` resolved. An unknown escape stays as
  /// it is, since some programs do not escape the mark itself.
  private func resolvingEscapes(
    _ mark: Unicode.Scalar, _ meaning: (Unicode.Scalar) -> Unicode.Scalar?
  ) -> String {
    guard unicodeScalars.contains(mark) else { return self }
    var result = String.UnicodeScalarView()
    var scalars = unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == mark, let next = scalars.next() else {
        result.append(scalar)
        continue
      }
      result.append(contentsOf: meaning(next).map { [$0] } ?? [mark, next])
    }
    return String(result)
  }

  /// The text as a TEXT with its escapes, without the control characters that it must not have.
  var calendarEscaped: String {
    var result = ""
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\\", ";", ",": result += "\\\(scalar)"
      case "\n" where previous == "\r": break
      case "\n", "\r": result += "\\n"
      case "\t": result += "\t"
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text as a parameter's value, escaped by RFC 6868, in quotation marks if it needs them.
  var parameterQuoted: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "^": result += "^^"
      case "\"": result += "^'"
      case "\n": result += "^n"
      case "\t": result += "\t"
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    // Programs trim an unquoted value, and take a backslash in it for the beginning of an escape.
    let ends = [result.unicodeScalars.first, result.unicodeScalars.last]
    let needsQuotes =
      ends.contains { $0?.properties.isWhitespace == true }
      || result.utf8.contains { [UInt8](",:;=\\".utf8).contains($0) }
    return needsQuotes ? "\"\(result)\"" : result
  }
}
