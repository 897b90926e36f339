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

  /// A parameter's value without the escapes of RFC 6868.
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

  /// This text with what the scalars behind each `mark` mean; where they mean nothing, both stay, as
  /// some programs write a mark as it is.
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

  /// A TEXT with its escapes, without the control characters that it may not have.
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

  /// A parameter's value with the escapes of RFC 6868, in quotation marks where it needs them.
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
    // Programs trim what is not quoted, and take a backslash there for the beginning of an escape.
    let ends = [result.unicodeScalars.first, result.unicodeScalars.last]
    let needsQuotes =
      ends.contains { $0?.properties.isWhitespace == true }
      || result.utf8.contains { [UInt8](",:;=\\".utf8).contains($0) }
    return needsQuotes ? "\"\(result)\"" : result
  }
}
