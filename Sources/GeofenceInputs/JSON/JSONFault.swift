import GeofenceBytes

/// A reason why scanning JSON cannot continue; offsets count from the start of the scanned piece.
enum JSONFault: Error {
  /// The piece ends before the document does; the bytes that follow may not have arrived yet.
  case breakOff
  case mistake(_ problem: String, help: String, at: Int)

  init(_ diagnosis: Diagnosis, at offset: Int) {
    self = .mistake(diagnosis.problem, help: diagnosis.help ?? "", at: offset)
  }

  /// Returns the fault for a place at which only `text` would be well-formed.
  static func expected(_ text: StaticString, at offset: Int) -> JSONFault {
    .mistake("not well-formed JSON", help: "\(text) is expected here", at: offset)
  }
}

extension JSONScanner {
  /// Returns the mistake that a fault is in a whole document; `nil` if the document is complete.
  func mistake(_ fault: JSONFault, in bytes: Span<UInt8>) -> Diagnosis? {
    var fault = fault
    if case .breakOff = fault {
      if isComplete { return nil }
      let isInText = !bytes.extracting(offset..<bytes.count).trimmed.isEmpty
      fault = .expected(isInText ? "a closing quotation mark" : missing, at: bytes.count)
    }
    guard case .mistake(let problem, let help, let offset) = fault else { return nil }
    var place = TextPosition()
    place.advance(over: bytes.extracting(0..<offset))
    return Diagnosis(problem, help: help, at: .line(place.line, column: place.column))
  }
}
