/// The bytes of an XML document, handed on in pieces that are safe to parse.
///
/// XMLParser takes names for UTF-8 without a check and traps when they are not: libxml2 reports bad
/// bytes, yet goes on with them. So it never gets to see them, nor what `XMLGuard` finds. The XML
/// declaration is a piece of its own, because a parser that does not know the encoding it names
/// takes what follows as it is.
struct XMLInput: ~Copyable {
  /// Why the document ends before the input does.
  enum Obstacle { case badBytes, unknownEncoding, declarations }

  private(set) var source: ByteSource
  /// Line breaks before the document, which the parser does not get to see.
  private(set) var skippedLines = 0
  private(set) var obstacle: Obstacle?
  /// The mark that was the last piece: alone, so that the parser's answer to it tells whether it is
  /// one, and whether elements may stand behind it.
  private(set) var mark: TrackMark?

  private var markup = XMLGuard()
  private var encoding = XMLEncoding.utf8
  private var isAtStart = true
  /// So many bytes of the window are known to be whole characters of UTF-8.
  private var checked = 0

  private var marks = TrackMarks()
  private var run: PlainTrackPoints?

  /// The parser tells the encoding from the first bytes, and wants them in its first piece.
  private static let shortestStart = 12
  private static let longestDeclaration = 1024

  /// - Parameter source: its window has the first byte that is not blank.
  init(_ source: consuming ByteSource) {
    self.source = source
    skipBlanks()
  }

  /// Finds the next piece: so many bytes at the beginning of the source's window.
  ///
  /// - Parameter limit: the most bytes that can be taken.
  /// - Returns: 0 at the end of the input, at an obstacle, and when reading was interrupted.
  /// - Complexity: O(n) for a piece of n bytes.
  mutating func next(limit: Int) throws(InputError) -> Int {
    if isAtStart {
      let declaration = try start()
      if declaration > 0 { return declaration }
    }
    if let run, run.isFull { return min(limit, run.last.lowerBound) }
    while obstacle == nil {
      let count = guarded(piece(limit: limit))
      if count > 0 { return count }
      guard obstacle == nil, try source.fill() else { return 0 }
    }
    return 0
  }

  /// Passes over bytes that have been taken.
  mutating func consume(_ count: Int) {
    source.consume(count)
    checked = max(checked - count, 0)
    marks.consume(count)
    run?.consume(count)
  }

  /// The length of what may be taken as far as the encoding goes: whole characters.
  private mutating func piece(limit: Int) -> Int {
    if source.wasInterrupted { return 0 }
    let available = min(limit, source.count)
    switch encoding {
    case .other: return available
    case .utf16: return available & ~1
    case .utf8: return utf8Piece(available)
    }
  }

  private mutating func utf8Piece(_ available: Int) -> Int {
    if checked < available {
      let rest = (source.start + checked)..<(source.start + available)
      let (count, isCut) = source.buffer.span.extracting(rest).validUTF8Prefix
      checked += count
      if checked == 0, !isCut { obstacle = .badBytes }
    }
    var count = min(available, checked)
    while count < checked, count > 0, source.buffer[source.start + count] & 0xC0 == 0x80 {
      count -= 1
    }
    return count
  }

  /// Blanks instructions in the next `count` bytes, and stops before what is not safe.
  private mutating func guarded(_ count: Int) -> Int {
    let step = encoding.unit
    var offset = 0
    while offset < count {
      if step == 1, markup.isInText {
        offset = textEnd(from: offset, to: count)
        if offset == count { break }
        if offset + TrackMark.length <= count, let found = marks.mark(at: offset, source) {
          guard offset == 0 else { return offset }
          mark = found
          return TrackMark.length
        }
      }
      switch markup.take(encoding.character(source.buffer, source.start + offset)) {
      case .nothing: break
      case .instruction: blank(at: offset)
      case .start:
        blank(at: offset - step)
        blank(at: offset)
      case .declarations:
        obstacle = .declarations
        return 0
      }
      offset += step
    }
    if markup.isUndecided {
      markup.takeBack()
      return count - step
    }
    return count
  }

  /// Where the text at `offset` ends: at the next `<`, or at `count`.
  private func textEnd(from offset: Int, to count: Int) -> Int {
    let bytes = source.buffer.span.bytes
    var offset = offset
    while offset < count {
      let word = bytes.unsafeLoadUnaligned(
        fromByteOffset: source.start + offset, as: UInt64.self)
      let hits = (UInt64(littleEndian: word) ^ 0x3C3C_3C3C_3C3C_3C3C).zeroBytes
      if hits != 0 { return min(offset + hits.trailingZeroBitCount >> 3, count) }
      offset += 8
    }
    return count
  }

  private mutating func blank(at offset: Int) {
    for index in offset..<(offset + encoding.unit) {
      let byte = source.buffer[source.start + index]
      if byte != 0, byte != ASCII.lineFeed { source.rewrite(ASCII.space, at: index) }
    }
  }
}

// MARK: - Plain track points

extension XMLInput {
  /// Whether a run of plain points waits for the parser to take blanks.
  var isInRun: Bool { run != nil }

  /// Reads the plain track points at the window's start past the parser.
  ///
  /// - Parameters:
  ///   - line: the one of the window's start; `nil` when no element may stand there.
  ///   - body: is given each point, its line and the bytes that its ranges are of; `false` ends
  ///     the run.
  /// - Returns: whether the first element that the parser gets next has been read.
  mutating func readPlainPoints(
    line: Int?, _ body: (PlainTrackPoint, Int, Span<UInt8>) -> Bool
  ) throws(InputError) -> Bool {
    mark = nil
    var run = self.run ?? line.map(PlainTrackPoints.init)
    let before = (run?.skippedLines ?? 0, run?.skippedBytes ?? 0)
    defer {
      skippedLines += (run?.skippedLines ?? 0) - before.0
      checked = max(checked - (run?.skippedBytes ?? 0) + before.1, 0)
    }
    if try run?.read(&source, body) == true {
      self.run = run
      return false
    }
    self.run = nil
    marks.note(run)
    return run?.last.isEmpty == false
  }
}

// MARK: - The beginning

extension XMLInput {
  /// Finds the encoding.
  ///
  /// - Returns: the length of the XML declaration, which is the first piece; 0 when there is none.
  private mutating func start() throws(InputError) -> Int {
    while source.count < Self.shortestStart {
      guard try source.fill() else { break }
    }
    isAtStart = false
    encoding = XMLEncoding(start: head)
    guard XMLEncoding.beginsDeclaration(head, encoding) else { return 0 }
    guard encoding.unit == 1 else {
      markup.beginDeclaration()
      return 0
    }
    var end = head.firstIndex(of: UInt8(ascii: ">"))
    while end == nil, head.count < Self.longestDeclaration, try source.fill() {
      end = head.firstIndex(of: UInt8(ascii: ">"))
    }
    guard let end, !source.wasInterrupted else { return 0 }
    guard let declared = XMLEncoding(declaration: head[...end]) else {
      obstacle = .unknownEncoding
      return 0
    }
    encoding = declared
    return end + 1 - source.start
  }

  private var head: ArraySlice<UInt8> {
    source.buffer[source.start..<min(source.end, source.start + Self.longestDeclaration)]
  }

  /// XML allows no blanks before its declaration, and files have them.
  private mutating func skipBlanks() {
    let mark = head.prefix(4)
    if mark.starts(with: XMLEncoding.byteOrderMark), mark.last.map(ASCII.isBlank) == true {
      source.consume(3)
    }
    while source.count > 0, ASCII.isBlank(source.buffer[source.start]) {
      if source.buffer[source.start] == ASCII.lineFeed { skippedLines += 1 }
      source.consume(1)
    }
  }
}
