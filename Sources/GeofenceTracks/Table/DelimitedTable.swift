import GeofenceBytes

/// A table of delimited text (CSV) whose first row names the columns, read row by row.
///
/// A caller asks for columns by *slots*: slot `i` is filled by the column that bears the first of
/// the names accepted for it. Only the fields of filled slots are located, and nothing is allocated
/// per row. Blank lines and lines that begin with `#` are skipped.
package struct DelimitedTable: ~Copyable {
  package private(set) var source: ByteSource
  package private(set) var header: TableHeader
  package private(set) var line: Int
  private(set) var scanner: RowScanner
  /// The field of each slot; the scanner's last, which is always empty, for a slot not filled.
  private(set) var columns: [Int]
  private var located: Int
  /// True if the file may be cut in its last field.
  private(set) var mayBeCut = false
  private var rowLength = 0
  /// The number of line breaks within the current row's quoted fields, which outlives the scanner.
  private var embeddedLines = 0

  /// The largest length of a row in bytes; a longer one has lost a quotation mark.
  static var longestRow: Int { ByteSource.longestLine }

  /// Reads the table through its header; an error of kind `data` where there is none, or no text.
  package init(_ source: consuming ByteSource, _ slots: ColumnSlots) throws(InputError) {
    var line = 1
    try source.skipByteOrderMark()
    try source.endLinesWithLineFeeds()
    let told = try Self.takeDelimiter(&source)
    if told != nil { line += 1 }
    var comments: [[UInt8]] = []
    while try Self.skipLine(
      &source, &line,
      comment: { piece in
        if comments.isEmpty || comments[comments.count - 1].last == ASCII.lineFeed {
          comments = comments.suffix(Self.longestPreamble) + [[]]
        }
        if comments[comments.count - 1].count < Self.longestRow {
          comments[comments.count - 1] += piece.array
        }
      })
    {}
    let first = try TableHeader(&source, line: line, told: told, comments: comments, slots)
    let header = try Self.laterHeader(&source, after: first, told: told, slots) ?? first
    located = header.located
    scanner = RowScanner(delimiter: header.delimiter, locating: located)
    columns = header.columns.map { [located] in min($0 ?? located, located) }
    self.header = header
    self.line = header.line + header.lines
    self.source = source
  }

  /// A report may say what it is of before its table: so many lines.
  private static let longestPreamble = 30

  private static func laterHeader(
    _ source: inout ByteSource, after first: TableHeader, told: UInt8?, _ slots: ColumnSlots
  ) throws(InputError) -> TableHeader? {
    guard slots.choice == nil, first.isText else { return nil }
    if first.fills(slots.required), try !isTitle(first, before: &source, told: told, slots) {
      return nil
    }
    var line = first.line + first.lines
    for _ in 0..<longestPreamble {
      while try skipLine(&source, &line) {}
      guard source.count > 0,
        case .some(let header) = try? TableHeader(
          &source, line: line, told: told, comments: [], slots), header.isText
      else { return nil }
      if header.fills(slots.required) { return header }
      line += header.lines
    }
    return nil
  }

  /// Returns true if a header of one name is a title, such as `Position`, above the names of columns.
  private static func isTitle(
    _ header: TableHeader, before source: inout ByteSource, told: UInt8?, _ slots: ColumnSlots
  ) throws(InputError) -> Bool {
    guard header.names.count == 1 else { return false }
    var lines: [ArraySlice<UInt8>] = []
    while true {
      lines = source.prefix(4096).split(separator: ASCII.lineFeed)
        .filter { !$0.allSatisfy(ASCII.isBlank) }
      if lines.count > 1 || source.count >= 4096 { break }
      guard try source.fill() else { break }
    }
    guard let line = lines.first else { return false }
    var next = ByteSource(bytes: Array(line), name: source.name)
    let later = try? TableHeader(&next, line: header.line, told: told, comments: [], slots)
    return later.map { $0.names.count > 1 && $0.fills(slots.required) } ?? false
  }

  /// True if the current row has more fields than the header, and the last one is not blank.
  @inline(__always)
  package var isTooLong: Bool {
    scanner.columns > header.names.count && !header.names.isEmpty && endsInText
  }

  private var endsInText: Bool {
    let row = source.buffer.span.extracting(source.window(rowLength))
    return row.indices.last { !ASCII.isBlank(row[$0]) }.map { row[$0] != header.delimiter } ?? false
  }

  mutating func refill(_ header: TableHeader) {
    self.header = header
    columns = header.columns.map { [located] in min($0 ?? located, located) }
  }

  /// Lets other columns fill slots from this row on. Precondition: none of its fields is coded.
  mutating func relocate(_ header: TableHeader) {
    self.header = header
    locate(all: header.isUndecided)
    _ = scanner.scan(source, isWhole: true)
  }

  mutating func locate(all: Bool) {
    located = all ? header.names.count : header.located
    scanner = RowScanner(delimiter: header.delimiter, locating: located)
    columns = header.columns.map { [located] in min($0 ?? located, located) }
  }

  private mutating func noteEnd() {
    guard source.count > 0 else { return }
    let last = source.buffer[source.end - 1]
    // The end of a quoted text, of a time in UTC, or of a line.
    mayBeCut = !(last == ASCII.quote || last == UInt8(ascii: "Z") || ASCII.isBlank(last))
  }

  /// Goes to the next row; false at the table's end or an interruption. An error of kind `data` for
  /// a row that cannot be read, `reading` for the source. O(n) for n bytes.
  @inline(__always)
  package mutating func next() throws(InputError) -> Bool {
    endRow()
    guard source.count > 0, source.buffer.span[unchecked: source.start] > ASCII.hash else {
      return try seekRow()
    }
    // Nearly all rows have arrived as a whole, and need nothing else.
    let length = scanner.scan(source)
    guard let length, length <= Self.longestRow, scanner.coded.isEmpty else {
      return try completeRow(length)
    }
    rowLength = length &+ 1
    embeddedLines = scanner.embeddedLines
    return true
  }

  @inline(never)
  private mutating func seekRow() throws(InputError) -> Bool {
    while try Self.skipLine(&source, &line) {}
    return source.count == 0 ? false : try completeRow(scanner.scan(source))
  }

  /// Completes a row of `length`; `nil` if its end has not arrived yet.
  @inline(never)
  private mutating func completeRow(_ length: Int?) throws(InputError) -> Bool {
    var length = length
    while length == nil, source.count <= Self.longestRow {
      guard try source.fillAgain() else { return try endOfInput() }
      length = scanner.scan(source)
    }
    guard let length, length <= Self.longestRow else { throw rowTooLong() }
    rowLength = length + 1
    embeddedLines = scanner.embeddedLines
    if !scanner.coded.isEmpty { unquote() }
    return true
  }

  @inline(__always)
  mutating func endRow() {
    guard rowLength > 0 else { return }
    source.consume(rowLength)
    line &+= 1 &+ embeddedLines
    rowLength = 0
  }

  private mutating func endOfInput() throws(InputError) -> Bool {
    if source.wasInterrupted { return false }
    guard scanner.scan(source, isWhole: true) != nil else { throw unclosedQuote() }
    noteEnd()
    rowLength = source.count
    if !scanner.coded.isEmpty { unquote() }
    return true
  }

  /// Replaces each field in quotation marks by its content, within the row's own bytes.
  @inline(never)
  private mutating func unquote() {
    for column in scanner.coded {
      let field = scanner[column]
      var from = field.start
      while source.buffer[source.start + from] != ASCII.quote { from += 1 }
      from += 1
      var to = field.start
      var isInside = true
      while from < field.end {
        var byte = source.buffer[source.start + from]
        if isInside, byte == ASCII.quote {
          from += 1
          guard from < field.end, source.buffer[source.start + from] == ASCII.quote else {
            isInside = false
            continue
          }
          byte = ASCII.quote
        }
        source.rewrite(byte, at: to)
        from += 1
        to += 1
      }
      scanner.replace(column, by: Field(start: field.start, end: to))
    }
  }

  // MARK: lines that are no rows

  static func takeDelimiter(_ source: inout ByteSource) throws(InputError) -> UInt8? {
    let mark = Array("sep=".utf8)
    while source.count < 7, try source.fill() {}
    let start = source.prefix(7)
    guard start.count > 5, start.prefix(4).map(ASCII.lowercased) == mark else { return nil }
    let hasReturn = start[5] == ASCII.carriageReturn && start.last == ASCII.lineFeed
    guard hasReturn || start[5] == ASCII.lineFeed else { return nil }
    source.consume(hasReturn ? 7 : 6)
    return start[4]
  }

  /// Skips a line that is blank or a comment; false before a row, and at the end of the input.
  private static func skipLine(
    _ source: inout ByteSource, _ line: inout Int, comment: (Span<UInt8>) -> Void = { _ in }
  ) throws(InputError) -> Bool {
    var offset = 0
    while true {
      while offset == source.count {
        guard try source.fill() else {
          source.consume(offset)
          return false
        }
      }
      let byte = source.buffer[source.start + offset]
      offset += 1
      if byte == ASCII.lineFeed { break }
      // Behind a tab, the # is the text of a cell.
      if byte == ASCII.hash, offset == 1 {
        source.consume(offset)
        try skipRestOfLine(&source, comment)
        line += 1
        return true
      }
      guard ASCII.isBlank(byte) else { return false }
      guard offset < longestRow else { return false }
    }
    source.consume(offset)
    line += 1
    return true
  }

  private static func skipRestOfLine(_ source: inout ByteSource, _ take: (Span<UInt8>) -> Void)
    throws(InputError)
  {
    while true {
      let window = source.window()
      let end = source.buffer.span.extracting(window).offset(of: ASCII.lineFeed, from: 0)
      let hasEnded = end < window.count
      let length = hasEnded ? end + 1 : end
      take(source.buffer.span.extracting(source.window(length)))
      source.consume(length)
      guard !hasEnded, try source.fill() else { return }
    }
  }
}
