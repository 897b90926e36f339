import GeofenceBytes

/// A consumer of JSON: it names the keys that it knows, and receives the values under them, those
/// of an array under the array's key.
package protocol JSONHandler {
  associatedtype Name

  mutating func name(of key: Span<UInt8>, at offset: Int) -> Name?

  /// Receives the beginning of an object or array under `name`; true to get its contents.
  mutating func begin(_ container: JSONContainer, _ name: Name?, line: Int) throws(Diagnosis)
    -> Bool

  mutating func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Name) throws(Diagnosis)

  mutating func end(_ container: JSONContainer, _ name: Name?) throws(Diagnosis) -> Bool

  /// Receives the bytes before an object on its line; true if they may stand there.
  mutating func take(prefix: Span<UInt8>) -> Bool
}

package enum JSONContainer { case object, array }

package enum JSONScalar { case text, number, boolean, null }

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

  /// Returns the fault by its name where it is that a comment begins.
  func naming(commentsIn bytes: Span<UInt8>) -> JSONFault {
    let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
    guard case .mistake(_, _, let offset) = self, offset + 1 < bytes.count, bytes[offset] == slash,
      bytes[offset + 1] == slash || bytes[offset + 1] == star
    else { return self }
    let file = ForeignFile.commentedJSON
    return .mistake("is \(file.name)", help: file.advice, at: offset)
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
    guard case .mistake(let problem, let help, let offset) = fault.naming(commentsIn: bytes)
    else { return nil }
    var place = TextPosition()
    place.advance(over: bytes.extracting(0..<offset))
    return Diagnosis(problem, help: help, at: .line(place.line, column: place.column))
  }
}
