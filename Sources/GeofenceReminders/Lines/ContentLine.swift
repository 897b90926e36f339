import GeofenceBytes

/// An unfolded content line of iCalendar (RFC 5545 §3.1): a name, parameters and a value.
struct ContentLine: Hashable, Sendable {
  let name: String
  let parameters: [Parameter]
  /// The value as it is written, including its escapes.
  let value: String
  let text: String
  let number: Int
  /// Its bytes in the file, with folds and line end; `nil` for a new line.
  var bytes: ArraySlice<UInt8>?

  struct Parameter: Hashable, Sendable {
    let name: String
    /// The values without quotation marks, and with the escapes of RFC 6868 resolved.
    let values: [String]
    let text: String
  }

  /// The values of the first parameter of a name, joined by commas.
  subscript(parameter: String) -> String? {
    parameters.first { $0.name == parameter }?.values.joined(separator: ",")
  }

  /// Returns a mistake at this line, which does not keep the lines around it from being read.
  func mistake(_ problem: String, help: String) -> Diagnosis {
    Diagnosis(problem, help: help, at: .line(number))
  }
}

// MARK: - Reading

extension ContentLine {
  init(parsing text: String, number: Int) throws(Diagnosis) {
    self.text = text
    self.number = number
    var rest = text.utf8[...]
    let name = rest.prefix(while: Self.isNameByte)
    guard !name.isEmpty else {
      throw Diagnosis(
        "a line without a property: \(text.quotedExcerpt())",
        help: "write NAME:value, or begin the line with a blank if it continues the one before",
        at: .line(number))
    }
    self.name = String(name)?.uppercased() ?? ""
    rest = rest.dropFirst(name.count)
    var parameters: [Parameter] = []
    while rest.first == UInt8(ascii: ";") {
      rest.removeFirst()
      parameters.append(try Self.parameter(&rest, of: text, number))
    }
    guard rest.first == ASCII.colon else {
      throw Diagnosis(
        "a property without a value: \(text.quotedExcerpt())",
        help: "write NAME:value, or NAME;PARAMETER=…:value", at: .line(number))
    }
    self.parameters = parameters
    value = String(rest.dropFirst()) ?? ""
  }

  /// Returns whether a byte is a letter, a digit, a hyphen, or another that some programs put into
  /// names.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._".utf8.contains(byte)
  }

  private static func parameter(_ rest: inout Substring.UTF8View, of text: String, _ number: Int)
    throws(Diagnosis) -> Parameter
  {
    let whole = rest
    let name = rest.prefix(while: isNameByte)
    rest = rest.dropFirst(name.count)
    guard !name.isEmpty, rest.first == UInt8(ascii: "=") else {
      throw Diagnosis(
        "a parameter without a value: \(text.quotedExcerpt())",
        help: "write NAME;PARAMETER=value:…", at: .line(number))
    }
    var values: [String] = []
    repeat {
      rest.removeFirst()
      values.append(try parameterValue(&rest, of: text, number))
    } while rest.first == ASCII.comma
    return Parameter(
      name: String(name)?.uppercased() ?? "", values: values,
      text: String(whole[..<rest.startIndex]) ?? "")
  }

  private static func parameterValue(
    _ rest: inout Substring.UTF8View, of text: String, _ number: Int
  ) throws(Diagnosis) -> String {
    let value: Substring.UTF8View
    if rest.first == ASCII.quote {
      value = rest.dropFirst().prefix { $0 != ASCII.quote }
      rest = rest.dropFirst(value.count + 1)
      guard rest.first == ASCII.quote else {
        throw Diagnosis(
          "a quotation mark without an end: \(text.quotedExcerpt())",
          help: "close the parameter's value with a quotation mark", at: .line(number))
      }
      rest.removeFirst()
    } else {
      value = rest.prefix { ![ASCII.comma, ASCII.colon, UInt8(ascii: ";")].contains($0) }
      rest = rest.dropFirst(value.count)
    }
    return (String(value) ?? "").resolvingCarets
  }
}

extension ContentLine {
  init(_ name: String, _ parameters: [Parameter] = [], value: String) {
    self.name = name
    self.parameters = parameters
    self.value = value
    text = "\(name)\(parameters.map { ";\($0.text)" }.joined()):\(value)"
    number = 0
  }

  init(_ name: String, _ parameters: [Parameter] = [], text: String) {
    self.init(name, parameters, value: text.calendarEscaped)
  }

  /// Returns this line with another value; its name and parameters stay as they are written.
  func with(value: String) -> ContentLine {
    let head = String(text.utf8.dropLast(self.value.utf8.count)) ?? "\(name):"
    return ContentLine(
      name: name, parameters: parameters, value: value, text: head + value, number: 0)
  }

  /// Returns the bytes of the line for a file, folded between characters at 75 octets.
  func folded(_ lineEnd: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var octets = 0
    for scalar in text.unicodeScalars {
      let encoded = Array(String(scalar).utf8)
      if octets + encoded.count > 75 {
        bytes += lineEnd + [ASCII.space]
        octets = 1
      }
      bytes += encoded
      octets += encoded.count
    }
    return bytes + lineEnd
  }
}

extension ContentLine.Parameter {
  init(_ name: String, _ value: String) {
    self.init(name: name, values: [value], text: "\(name)=\(value.parameterQuoted)")
  }
}
