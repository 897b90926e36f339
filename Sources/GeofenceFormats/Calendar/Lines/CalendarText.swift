extension String {
  /// The value of a TEXT (RFC 5545 §3.3.11) without its escapes.
  var calendarUnescaped: String {
    var result = String.UnicodeScalarView()
    var scalars = unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch scalars.next() {
      case "n", "N": result.append("\n")
      case let other? where "\\;,".unicodeScalars.contains(other): result.append(other)
      // No escape: some programs write a backslash as it is.
      case let other?: result.append(contentsOf: ["\\", other])
      case nil: result.append("\\")
      }
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

  /// A parameter's value without the escapes of RFC 6868.
  var resolvingCarets: String {
    guard utf8.contains(UInt8(ascii: "^")) else { return self }
    var result = String.UnicodeScalarView()
    var scalars = unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "^" else {
        result.append(scalar)
        continue
      }
      switch scalars.next() {
      case "n": result.append("\n")
      case "^": result.append("^")
      case "'": result.append("\"")
      case let other?: result.append(contentsOf: ["^", other])
      case nil: result.append("^")
      }
    }
    return String(result)
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
