import GeofenceBytes

/// An unfolded content line of iCalendar (RFC 5545 §3.1): a name, parameters and a value.
struct ContentLine: Hashable, Sendable {
  let name: String
  let parameters: [Parameter]
  /// The value as it is written, including its escapes.
  let value: String
  let text: String
  let number: Int
  /// The line's bytes in the file, with folds and line end; `nil` for a new line.
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
    var rest = text.utf8[...]
    func refusal(_ problem: String, help: String) -> Diagnosis {
      Diagnosis(
        "\(problem): \(text.quotedExcerpt())",
        help: number == 1
          ? "a calendar begins with BEGIN:VCALENDAR"
          : help, at: .line(number))
    }
    func take(while isWanted: (UInt8) -> Bool) -> String {
      let taken = rest.prefix(while: isWanted)
      rest = rest[taken.endIndex...]
      return String(taken) ?? ""
    }
    func takeParameterValue() throws(Diagnosis) -> String {
      guard rest.first == ASCII.quote else {
        return take { ![ASCII.comma, ASCII.colon, UInt8(ascii: ";")].contains($0) }
      }
      rest.removeFirst()
      let value = take { $0 != ASCII.quote }
      guard rest.popFirst() == ASCII.quote else {
        throw refusal(
          "a quotation mark without an end",
          help: "close the parameter's value with a quotation mark")
      }
      return value
    }
    name = take(while: Self.isNameByte).uppercased()
    guard !name.isEmpty else {
      throw refusal(
        "a line without a property",
        help: "write NAME:value, or begin the line with a blank if it continues the one before")
    }
    var parameters: [Parameter] = []
    while rest.first == UInt8(ascii: ";") {
      rest.removeFirst()
      let whole = rest
      let name = take(while: Self.isNameByte).uppercased()
      guard !name.isEmpty, rest.first == UInt8(ascii: "=") else {
        throw refusal("a parameter without a value", help: "write NAME;PARAMETER=value:…")
      }
      var values: [String] = []
      repeat {
        rest.removeFirst()
        values.append(try takeParameterValue().resolvingCarets)
      } while rest.first == ASCII.comma
      parameters.append(
        Parameter(name: name, values: values, text: String(whole[..<rest.startIndex]) ?? ""))
    }
    guard rest.first == ASCII.colon else {
      throw refusal(
        "a property without a value", help: "write NAME:value, or NAME;PARAMETER=…:value")
    }
    (self.text, self.number, self.parameters) = (text, number, parameters)
    value = String(rest.dropFirst()) ?? ""
  }

  /// Returns whether a byte is a letter, a digit, a hyphen, or another that some programs put into
  /// names.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._".utf8.contains(byte)
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
