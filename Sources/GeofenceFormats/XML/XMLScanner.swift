/// Scans the markup of an XML document in whatever pieces it comes, and tells a handler of what it
/// knows by name.
///
/// Each function scans as many tokens as there are, a value and a record being one. Where it throws
/// `breakOff`, what is behind `offset` has to come again, with more behind it. A document type is
/// passed over; one with declarations of its own is a fault.
struct XMLScanner {
  /// How much of the piece has been scanned.
  var offset = 0
  /// The root element's local name, when it has been found.
  private(set) var root: String?
  /// Whether the root element has ended.
  var hasEnded = false
  /// Whether the handler saw no reason to go on.
  var isStopped = false
  /// Whether the document says that nothing outside of it declares an entity.
  var isStandalone = false
  /// Whether an unknown entity may be declared where nobody looks.
  private(set) var mayBeExternal = false
  private var hasDoctype = false
  /// The names of the open elements, those within records aside.
  var open: [[UInt8]] = []

  /// The place of the piece's byte at `positionOffset`.
  private(set) var position = TextPosition()
  private var positionOffset = 0

  /// Moves `position` to what is to be scanned next.
  mutating func movePosition(_ bytes: Span<UInt8>) {
    position.advance(over: bytes.extracting(positionOffset..<offset))
    positionOffset = offset
  }

  /// The place of an offset behind what has been scanned.
  func position(of offset: Int, _ source: borrowing ByteSource) -> TextPosition {
    var position = position
    let passed = source.window(offset).dropFirst(positionOffset)
    position.advance(over: source.buffer.span.extracting(passed))
    return position
  }

  /// Lets go of the first bytes of the window: the next piece begins with what is behind them.
  mutating func letGo(_ count: Int, _ source: borrowing ByteSource) {
    position = position(of: count, source)
    (offset, positionOffset) = (0, 0)
  }

  /// Scans up to the root element, which is the next token then.
  ///
  /// - Parameter count: the bytes of the window that are the piece.
  mutating func scanProlog(_ source: borrowing ByteSource, _ count: Int) throws(XMLFault) {
    let bytes = source.buffer.span.extracting(source.window(count))
    while root == nil {
      try passMiscellany(bytes)
      var cursor = XMLCursor(offset: offset)
      try cursor.expect(ASCII.lessThan, bytes, or: "something stands before the root element")
      if try cursor.next(bytes) == ASCII.exclamationMark {
        try passDoctype(bytes)
      } else {
        let name = try cursor.name(bytes)
        root = bytes.extracting(name.local..<name.end).text
      }
    }
  }

  /// Scans the root element, unless the handler has enough, and what follows it; breaks off where the
  /// document ends.
  mutating func scan(_ source: borrowing ByteSource, _ count: Int, _ handler: inout some XMLHandler)
    throws(XMLFault)
  {
    let bytes = source.buffer.span.extracting(source.window(count))
    try scanContent(bytes, &handler)
    if isStopped { return }
    try passMiscellany(bytes)
    throw .notWellFormed("", at: offset)
  }

  /// Passes over blanks, comments and instructions.
  private mutating func passMiscellany(_ bytes: Span<UInt8>) throws(XMLFault) {
    while true {
      while offset < bytes.count, XMLCharacters.isBlank(bytes[offset]) { offset += 1 }
      var cursor = XMLCursor(offset: offset)
      guard try cursor.next(bytes) == ASCII.lessThan else { return }
      if try cursor.next(bytes, 1) == ASCII.questionMark {
        try cursor.passInstruction(bytes)
      } else if try cursor.next(bytes, 1) == ASCII.exclamationMark,
        try cursor.next(bytes, 2) == ASCII.minus
      {
        try cursor.passComment(bytes)
      } else {
        return
      }
      offset = cursor.offset
    }
  }

  private mutating func passDoctype(_ bytes: Span<UInt8>) throws(XMLFault) {
    let problem: StaticString = "a document type that is wrong or not at the beginning"
    guard !hasDoctype else { throw .notWellFormed(problem, at: offset) }
    var cursor = XMLCursor(offset: offset)
    try cursor.expect("<!DOCTYPE", bytes, or: problem)
    try cursor.expectBlanks(bytes)
    _ = try cursor.name(bytes)
    if try cursor.passBlanks(bytes), try "PS".utf8.contains(cursor.next(bytes)) {
      let isPublic = try cursor.next(bytes) == UInt8(ascii: "P")
      try cursor.expect(isPublic ? "PUBLIC" : "SYSTEM", bytes, or: problem)
      try cursor.expectBlanks(bytes)
      let identifier = bytes.extracting(try cursor.literal(bytes).text).text
      if isPublic {
        guard identifier.wholeMatch(of: /[-A-Za-z0-9 \n\r'()+,.\/:=?;!*#@$_%]*/) != nil else {
          throw .notWellFormed(problem, at: cursor.offset)
        }
        try cursor.expectBlanks(bytes)
        _ = try cursor.literal(bytes)
      }
      try cursor.passBlanks(bytes)
      mayBeExternal = !isStandalone
    }
    if try cursor.next(bytes) == ASCII.openBracket { throw .declarations }
    try cursor.expect(ASCII.greaterThan, bytes, or: problem)
    hasDoctype = true
    offset = cursor.offset
  }
}
