import GeofenceBytes

typealias XMLBytes = Span<UInt8>

/// A scanner of XML's grammar, for a document that arrives in pieces.
///
/// A function that needs bytes which have not arrived throws `breakOff`; the next piece then begins
/// with the bytes behind `scanned`.
struct XMLScanner {
  var scanned = 0
  var offset = 0
  private var position = TextPosition()
  private(set) var positionOffset = 0
  /// The part of the last text, decoded, that stands before the run that was returned.
  var decoded: [UInt8] = []

  var encoding: String?
  var isStandalone = false
  var hasDoctype = false
  /// A Boolean value that indicates whether an external type may declare an unknown entity.
  var mayBeExternal = false
  var root = ""
  /// The names of the open elements, except those that a handler is interested in.
  var open: [[UInt8]] = []
  var hasEnded = false

  mutating func letGo(_ source: borrowing ByteSource) {
    _ = line(source.buffer.span.extracting(source.window()))
    (scanned, offset, positionOffset) = (0, 0, 0)
  }

  mutating func line(_ bytes: XMLBytes) -> Int {
    position = position(of: scanned, bytes)
    positionOffset = scanned
    return position.line
  }

  func position(of offset: Int, _ bytes: XMLBytes) -> TextPosition {
    var position = position
    position.advance(over: bytes.extracting(positionOffset..<offset))
    return position
  }

  @inline(__always)
  func next(_ bytes: XMLBytes, _ ahead: Int = 0) throws(XMLFault) -> UInt8 {
    guard UInt(bitPattern: offset &+ ahead) < UInt(bitPattern: bytes.count) else { throw .breakOff }
    return bytes[unchecked: offset &+ ahead]
  }

  func has(_ text: String, _ bytes: XMLBytes) throws(XMLFault) -> Bool {
    for (ahead, byte) in text.utf8.enumerated() where try next(bytes, ahead) != byte {
      return false
    }
    return true
  }

  @inline(__always)
  mutating func expect(_ byte: UInt8, _ bytes: XMLBytes, or fault: StaticString) throws(XMLFault) {
    guard try next(bytes) == byte else { throw .notWellFormed(fault, at: offset) }
    offset &+= 1
  }

  mutating func expect(_ text: String, _ bytes: XMLBytes, or fault: StaticString) throws(XMLFault) {
    for byte in text.utf8 { try expect(byte, bytes, or: fault) }
  }

  mutating func pass(_ mark: String, _ bytes: XMLBytes) throws(XMLFault) {
    while try !has(mark, bytes) {
      offset = bytes.offset(of: mark.utf8[mark.startIndex], from: offset + 1)
    }
    offset += mark.utf8.count
  }

  @inline(__always)
  @discardableResult
  mutating func passBlanks(_ bytes: XMLBytes) throws(XMLFault) -> Bool {
    let start = offset
    while try XMLCharacters.isBlank(next(bytes)) { offset &+= 1 }
    return offset > start
  }

  mutating func expectBlanks(_ bytes: XMLBytes) throws(XMLFault) {
    guard try passBlanks(bytes) else { throw .notWellFormed("a blank is missing", at: offset) }
  }
}
