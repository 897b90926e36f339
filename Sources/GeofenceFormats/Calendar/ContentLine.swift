/// A content line of iCalendar (RFC 5545 §3.1), unfolded: a name, parameters and a value.
struct ContentLine: Hashable, Sendable {
  /// In upper case.
  let name: String
  let parameters: [Parameter]
  /// As it is written, escapes included.
  let value: String
  /// The whole line as it is written, without its end.
  let text: String
  /// Where it begins in its file; one-based.
  let number: Int

  struct Parameter: Hashable, Sendable {
    /// In upper case.
    let name: String
    /// Unquoted, and with the escapes of RFC 6868 resolved.
    let values: [String]
  }

  /// The first value of a parameter.
  subscript(parameter: String) -> String? {
    parameters.first { $0.name == parameter }?.values.joined(separator: ",")
  }
}

// MARK: - reading

extension ContentLine {
  /// What is wrong with a line.
  struct Mistake: Error {
    let problem: String
    let help: String
  }

  init(parsing text: String, number: Int) throws(Mistake) {
    self.text = text
    self.number = number
    var rest = text.utf8[...]
    let name = rest.prefix(while: Self.isNameByte)
    guard !name.isEmpty else {
      throw Mistake(
        problem: "a line without a property: \(text.quotedExcerpt())",
        help: "write NAME:value, or begin the line with a blank if it continues the one before")
    }
    self.name = String(name)?.uppercased() ?? ""
    rest = rest.dropFirst(name.count)
    var parameters: [Parameter] = []
    while rest.first == UInt8(ascii: ";") {
      rest.removeFirst()
      parameters.append(try Self.parameter(&rest, of: text))
    }
    guard rest.first == ASCII.colon else {
      throw Mistake(
        problem: "a property without a value: \(text.quotedExcerpt())",
        help: "write NAME:value, or NAME;PARAMETER=…:value")
    }
    self.parameters = parameters
    value = String(rest.dropFirst()) ?? ""
  }

  /// Letters, digits and the hyphen, and what some programs put before or into names.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), ASCII.minus, ASCII.point, UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func parameter(_ rest: inout Substring.UTF8View, of text: String)
    throws(Mistake) -> Parameter
  {
    let name = rest.prefix(while: isNameByte)
    rest = rest.dropFirst(name.count)
    guard !name.isEmpty, rest.first == UInt8(ascii: "=") else {
      throw Mistake(
        problem: "a parameter without a value: \(text.quotedExcerpt())",
        help: "write NAME;PARAMETER=value:…")
    }
    var values: [String] = []
    repeat {
      rest.removeFirst()
      values.append(try parameterValue(&rest, of: text))
    } while rest.first == ASCII.comma
    return Parameter(name: String(name)?.uppercased() ?? "", values: values)
  }

  private static func parameterValue(_ rest: inout Substring.UTF8View, of text: String)
    throws(Mistake) -> String
  {
    let value: Substring.UTF8View
    if rest.first == ASCII.quote {
      value = rest.dropFirst().prefix { $0 != ASCII.quote }
      rest = rest.dropFirst(value.count + 1)
      guard rest.first == ASCII.quote else {
        throw Mistake(
          problem: "a quotation mark without an end: \(text.quotedExcerpt())",
          help: "close the parameter's value with a quotation mark")
      }
      rest.removeFirst()
    } else {
      value = rest.prefix { ![ASCII.comma, ASCII.colon, UInt8(ascii: ";")].contains($0) }
      rest = rest.dropFirst(value.count)
    }
    return (String(value) ?? "").resolvingCarets
  }
}

// MARK: - writing

extension ContentLine {
  /// A line of its own making.
  ///
  /// - Parameter value: escaped as its type asks for.
  init(_ name: String, _ parameters: [(name: String, value: String)] = [], value: String) {
    self.name = name
    self.parameters = parameters.map { Parameter(name: $0.name, values: [$0.value]) }
    self.value = value
    let written = parameters.map { ";\($0.name)=\($0.value.parameterQuoted)" }
    text = "\(name)\(written.joined()):\(value)"
    number = 0
  }

  /// A line whose value is text.
  init(_ name: String, text: String) {
    self.init(name, value: text.calendarEscaped)
  }

  /// This line with another value; its parameters stay as they are written.
  func with(value: String) -> ContentLine {
    ContentLine(
      name: name, parameters: parameters, value: value,
      text: (String(text.utf8.dropLast(self.value.utf8.count)) ?? "\(name):") + value,
      number: number)
  }

  /// The line for a file: folded between characters at 75 octets, with CRLF.
  var folded: [UInt8] {
    var bytes: [UInt8] = []
    var octets = 0
    for scalar in text.unicodeScalars {
      let encoded = Array(String(scalar).utf8)
      if octets + encoded.count > 75 {
        bytes += [ASCII.carriageReturn, ASCII.lineFeed, ASCII.space]
        octets = 1
      }
      bytes += encoded
      octets += encoded.count
    }
    return bytes + [ASCII.carriageReturn, ASCII.lineFeed]
  }
}

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
  fileprivate var resolvingCarets: String {
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
  fileprivate var parameterQuoted: String {
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
