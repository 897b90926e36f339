import GeofenceBytes

/// A scanner of JSON's tokens (RFC 8259) that delivers the values under known keys to a handler.
///
/// Where `scan` needs bytes that have not arrived, it throws `breakOff`; the next piece then begins
/// with the bytes behind `offset`.
struct JSONScanner<Handler: JSONHandler> {
  private enum Expectation {
    case document, value, firstElement, firstKey, key, colon, rest, nothing
  }

  private struct Level {
    let container: JSONContainer
    let name: Handler.Name?

    var isUnnamed: Bool { name == nil && container == .array }
  }

  private(set) var offset = 0
  private(set) var hasForeignNumber = false
  private(set) var isStopped = false
  private var levels: [Level] = []
  /// The innermost level, which for the document is like a list under no key.
  private var innermost: Level
  private var expectation: Expectation
  private var name: Handler.Name?
  private var told = 0

  /// True if objects follow each other, as in JSON lines.
  let isSequence: Bool
  private var hasBegun = false

  private var position: TextPosition
  private var positionOffset = 0

  private static var deepest: Int { 500 }

  init(isSequence: Bool, line: Int = 1) {
    self.isSequence = isSequence
    position = TextPosition(line: line)
    innermost = Level(container: .array, name: nil)
    expectation = isSequence ? .document : .value
  }

  /// True if the input may end here.
  var isComplete: Bool { expectation == .document || expectation == .nothing }

  var missing: StaticString {
    switch expectation {
    case .document, .nothing: "the end of the document"
    case .value, .firstElement: "a value"
    case .firstKey, .key: "a key in quotation marks"
    case .colon: "':'"
    case .rest: innermost.container == .object ? "',' or '}'" : "',' or ']'"
    }
  }

  /// Returns the line and column of an offset at or behind the end of the scanned bytes.
  func position(of offset: Int, _ bytes: Span<UInt8>) -> TextPosition {
    var position = position
    position.advance(over: bytes.extracting(positionOffset..<offset))
    return position
  }

  mutating func letGo(_ source: borrowing ByteSource) {
    position = position(of: offset, source.buffer.span.extracting(source.window()))
    (offset, positionOffset) = (0, 0)
  }

  mutating func scan(_ source: borrowing ByteSource, _ handler: inout Handler) throws(JSONFault) {
    try scan(source.buffer.span.extracting(source.window()), isWhole: source.isExhausted, &handler)
  }

  mutating func scan(_ bytes: Span<UInt8>, isWhole: Bool, _ handler: inout Handler)
    throws(JSONFault)
  {
    while !isStopped {
      while offset < bytes.count, Self.isBlank(bytes[offset]) { offset &+= 1 }
      guard offset < bytes.count else { throw .breakOff }
      switch expectation {
      case .document: try document(bytes, isWhole: isWhole, &handler)
      case .value: try value(bytes, isWhole: isWhole, &handler)
      case .firstElement:
        if bytes[offset] == ASCII.closeBracket {
          try end(.array, bytes, &handler)
        } else {
          try value(bytes, isWhole: isWhole, &handler)
        }
      case .firstKey:
        if bytes[offset] == ASCII.closeBrace {
          try end(.object, bytes, &handler)
        } else {
          try key(bytes, &handler)
        }
      case .key: try key(bytes, &handler)
      case .colon:
        guard bytes[offset] == ASCII.colon else { throw .expected("':'", at: offset) }
        passColon()
      case .rest: try rest(bytes, &handler)
      case .nothing: throw .expected("the end of the document", at: offset)
      }
    }
  }

  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool { ASCII.isBlank(byte) || byte == 0x1E }

  private mutating func document(_ bytes: Span<UInt8>, isWhole: Bool, _ handler: inout Handler)
    throws(JSONFault)
  {
    if bytes[offset] != ASCII.openBrace, bytes[offset] != ASCII.openBracket {
      let open = bytes.offset(ofAny: ASCII.openBrace, ASCII.lineFeed, ASCII.lineFeed, from: offset)
      if open == bytes.count, !isWhole { throw .breakOff }
      guard open < bytes.count, bytes[open] == ASCII.openBrace,
        handler.take(prefix: bytes.extracting(offset..<open))
      else { throw .expected("an object", at: offset) }
      offset = open
    }
    guard !hasBegun || bytes[offset] == ASCII.openBrace else {
      throw .expected("an object", at: offset)
    }
    hasBegun = true
    try value(bytes, isWhole: isWhole, &handler)
  }

  @inline(__always)
  private mutating func value(_ bytes: Span<UInt8>, isWhole: Bool, _ handler: inout Handler)
    throws(JSONFault)
  {
    switch bytes[offset] {
    case ASCII.openBrace: try begin(.object, bytes, &handler)
    case ASCII.openBracket: try begin(.array, bytes, &handler)
    case ASCII.quote:
      let text = try text(bytes)
      if isTold, let name = valueName {
        if text.isCoded {
          let decoded = JSONEscapes.decoded(bytes.extracting(text.range))
          try tell(.text, decoded.span, name, at: offset &- 1, &handler)
        } else {
          try tell(.text, bytes.extracting(text.range), name, at: offset &- 1, &handler)
        }
      }
      endValue()
    default: try word(bytes, isWhole: isWhole, &handler)
    }
  }

  @inline(__always)
  private func tell(
    _ value: JSONScalar, _ text: Span<UInt8>, _ name: Handler.Name, at offset: Int,
    _ handler: inout Handler
  ) throws(JSONFault) {
    do throws(Diagnosis) {
      try handler.take(value, text, name)
    } catch {
      throw JSONFault(error, at: offset)
    }
  }

  private mutating func begin(
    _ container: JSONContainer, _ bytes: Span<UInt8>, _ handler: inout Handler
  ) throws(JSONFault) {
    guard levels.count < Self.deepest else {
      throw .mistake(
        "more than \(Self.deepest) lists and objects within each other",
        help: "nothing that is read here is so deep: look for brackets that are not closed",
        at: offset)
    }
    let name = valueName
    if isTold, name != nil || innermost.isUnnamed {
      position.advance(over: bytes.extracting(positionOffset..<offset))
      positionOffset = offset
      do throws(Diagnosis) {
        if try handler.begin(container, name, line: position.line) {
          told = levels.count + 1
        }
      } catch {
        throw JSONFault(error, at: offset)
      }
    }
    levels.append(innermost)
    innermost = Level(container: container, name: name)
    offset &+= 1
    expectation = container == .object ? .firstKey : .firstElement
  }

  @inline(__always)
  private mutating func end(
    _ container: JSONContainer, _ bytes: Span<UInt8>, _ handler: inout Handler
  ) throws(JSONFault) {
    offset &+= 1
    let level = innermost
    innermost = levels.removeLast()
    if told > levels.count {
      told = levels.count
      do throws(Diagnosis) {
        isStopped = try !handler.end(container, level.name)
      } catch {
        throw JSONFault(error, at: offset &- 1)
      }
    }
    endValue()
  }

  private var isTold: Bool { told == levels.count }

  @inline(__always)
  private var valueName: Handler.Name? {
    innermost.container == .object ? name : innermost.name
  }

  @inline(__always)
  private mutating func endValue() {
    expectation = levels.isEmpty ? (isSequence ? .document : .nothing) : .rest
  }

  @inline(__always)
  private mutating func key(_ bytes: Span<UInt8>, _ handler: inout Handler) throws(JSONFault) {
    guard bytes[offset] == ASCII.quote else {
      throw .expected("a key in quotation marks", at: offset)
    }
    let key = try text(bytes)
    if isTold {
      if key.isCoded {
        let decoded = JSONEscapes.decoded(bytes.extracting(key.range))
        name = handler.name(of: decoded.span, at: key.range.lowerBound)
      } else {
        name = handler.name(of: bytes.extracting(key.range), at: key.range.lowerBound)
      }
    }
    expectation = .colon
    // Nearly always the colon follows at once.
    if offset < bytes.count, bytes[unchecked: offset] == ASCII.colon { passColon() }
  }

  @inline(__always)
  private mutating func passColon() {
    offset &+= 1
    expectation = .value
  }

  @inline(__always)
  private mutating func rest(_ bytes: Span<UInt8>, _ handler: inout Handler) throws(JSONFault) {
    let isObject = innermost.container == .object
    switch bytes[offset] {
    case ASCII.comma:
      offset &+= 1
      expectation = isObject ? .key : .value
    case ASCII.closeBrace where isObject: try end(.object, bytes, &handler)
    case ASCII.closeBracket where !isObject: try end(.array, bytes, &handler)
    default: throw .expected(missing, at: offset)
    }
  }

  @inline(__always)
  private mutating func text(_ bytes: Span<UInt8>) throws(JSONFault) -> (
    range: Range<Int>, isCoded: Bool
  ) {
    let start = offset &+ 1
    var index = start
    var isCoded = false
    while true {
      index = bytes.offsetOfTextMark(from: index)
      guard index < bytes.count else { throw .breakOff }
      switch bytes[unchecked: index] {
      case ASCII.quote:
        offset = index &+ 1
        return (start..<index, isCoded)
      case ASCII.backslash:
        isCoded = true
        index &+= 2
        guard index <= bytes.count else { throw .breakOff }
      case ASCII.lineFeed: throw .expected("a closing quotation mark", at: index)
      default: throw .expected("an escaped control character", at: index)
      }
    }
  }

  @inline(__always)
  private mutating func word(_ bytes: Span<UInt8>, isWhole: Bool, _ handler: inout Handler)
    throws(JSONFault)
  {
    if let end = bytes.endOfPlainNumber(from: offset), end < bytes.count,
      bytes.endsJSONWord(at: end)
    {
      try endWord(.number, end, bytes, &handler)
    } else {
      try otherWord(bytes, isWhole: isWhole, &handler)
    }
  }

  @inline(never)
  private mutating func otherWord(_ bytes: Span<UInt8>, isWhole: Bool, _ handler: inout Handler)
    throws(JSONFault)
  {
    var end = offset
    while end < bytes.count, !bytes.endsJSONWord(at: end) { end &+= 1 }
    if end == bytes.count, !isWhole { throw .breakOff }
    let word = bytes.extracting(offset..<end)
    let kind: JSONScalar
    switch bytes[offset] {
    case UInt8(ascii: "t") where word.text == "true", UInt8(ascii: "f") where word.text == "false":
      kind = .boolean
    case UInt8(ascii: "n") where word.text == "null": kind = .null
    default:
      guard Double(decimal: word) != nil else { throw .expected("a value", at: offset) }
      kind = .number
      if bytes[offset] != ASCII.minus, !ASCII.isDigit(bytes[offset]) { hasForeignNumber = true }
    }
    try endWord(kind, end, bytes, &handler)
  }

  @inline(__always)
  private mutating func endWord(
    _ kind: JSONScalar, _ end: Int, _ bytes: Span<UInt8>, _ handler: inout Handler
  ) throws(JSONFault) {
    if isTold, let name = valueName {
      try tell(kind, bytes.extracting(offset..<end), name, at: offset, &handler)
    }
    offset = end
    endValue()
  }
}
