typealias XMLBytes = Span<UInt8>

/// Moves over what XML's grammar says may stand in a document, which comes in pieces.
///
/// A piece has only characters that XML allows. Where it ends too early everything throws `breakOff`,
/// and what is behind `scanned` comes again, with more behind it.
struct XMLScanner {
  /// How much of the piece does not come again.
  var scanned = 0
  var offset = 0
  /// The place of the piece's byte at `positionOffset`.
  private var position = TextPosition()
  private(set) var positionOffset = 0
  /// What the last text says before the run that was returned of it.
  var decoded: [UInt8] = []

  /// The encoding that the document names.
  var encoding: String?
  /// Whether all that its entities stand for is in the document.
  var isStandalone = false
  var hasDoctype = false
  /// Whether an unknown entity may be declared where nobody looks.
  var mayBeExternal = false
  /// The root element's local name.
  var root = ""
  /// The names of the open elements, those that a handler wants aside.
  var open: [[UInt8]] = []
  /// Whether the root element has ended.
  var hasEnded = false

  /// Lets go of what does not come again: the next piece begins behind it.
  mutating func letGo(_ source: borrowing ByteSource) {
    _ = line(source.buffer.span.extracting(source.window()))
    (scanned, offset, positionOffset) = (0, 0, 0)
  }

  /// The line of what is next to be scanned.
  mutating func line(_ bytes: XMLBytes) -> Int {
    position = position(of: scanned, bytes)
    positionOffset = scanned
    return position.line
  }

  /// The place of an offset that is not before the last one whose line was asked for.
  func position(of offset: Int, _ bytes: XMLBytes) -> TextPosition {
    var position = position
    position.advance(over: bytes.extracting(positionOffset..<offset))
    return position
  }

  /// The byte that is so many bytes ahead.
  @inline(__always)
  func next(_ bytes: XMLBytes, _ ahead: Int = 0) throws(XMLFault) -> UInt8 {
    guard UInt(bitPattern: offset &+ ahead) < UInt(bitPattern: bytes.count) else { throw .breakOff }
    return bytes[unchecked: offset &+ ahead]
  }

  /// Whether `text` comes next.
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

  /// Moves on behind the next `mark`.
  mutating func pass(_ mark: String, _ bytes: XMLBytes) throws(XMLFault) {
    while try !has(mark, bytes) {
      offset = bytes.offset(of: mark.utf8[mark.startIndex], from: offset + 1)
    }
    offset += mark.utf8.count
  }

  /// - Returns: whether there was one.
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
