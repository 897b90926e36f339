import GeofenceBytes

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
