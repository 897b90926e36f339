/// A table of delimited text (CSV) whose first row names the columns, read row by row.
///
/// A caller asks for columns by *slots*: slot `i` is filled by the column that bears the first of
/// the names accepted for it. Only the fields of filled slots are located, and nothing is allocated
/// per row. Blank lines and lines that begin with `#` are passed over.
///
/// ```swift
/// var table = try DelimitedTable(source, slots: [["latitude", "lat"], ["longitude", "lon"]])
/// while try table.next() {
///   print(table.line, table.number(0), table.number(1))
/// }
/// ```
struct DelimitedTable: ~Copyable {
  private(set) var source: ByteSource
  /// The columns' names and what they are for.
  let header: TableHeader
  /// The physical line, from one, on which the current row begins.
  private(set) var line: Int
  private(set) var scanner: RowScanner
  /// The field of each slot; the scanner's last, which is always empty, for a slot not filled.
  let columns: [Int]
  /// The current row's bytes, its line feed included.
  private var rowLength = 0
  /// Line breaks within its quoted fields.
  private var embeddedLines = 0

  /// A row is no longer than this many bytes; what is longer has lost a quotation mark.
  static let longestRow = 16 << 20

  /// Reads up to the header and through it.
  ///
  /// - Parameter slots: for each slot the accepted names in lower case, first the most preferred.
  /// - Throws: an error of kind `data` when there is no header, or it is no text.
  init(_ source: consuming ByteSource, slots: [[String]]) throws(InputError) {
    var line = 1
    try Self.skipByteOrderMark(&source)
    while try Self.skipLine(&source, &line) {}
    header = try TableHeader(&source, line: line, slots: slots)
    let located = header.columns.compactMap { $0.map { $0 + 1 } }.max() ?? 0
    scanner = RowScanner(delimiter: header.delimiter, locating: located)
    columns = header.columns.map { $0 ?? located }
    self.line = line + header.lines
    self.source = source
  }

  /// Goes to the next row.
  ///
  /// - Returns: `false` at the end of the table, or when reading was interrupted.
  /// - Throws: an error of kind `data` for a row that cannot be read as one, `reading` when the
  ///   source fails.
  /// - Complexity: O(n) for a row of n bytes, in whatever pieces it comes.
  mutating func next() throws(InputError) -> Bool {
    endRow()
    scanner.reset()
    if source.count == 0 || source.buffer[source.start] <= ASCII.hash {
      while try Self.skipLine(&source, &line) {}
      if source.count == 0 { return false }
    }
    while true {
      let length = scanner.scan(source)
      guard length ?? source.count <= Self.longestRow else { throw rowTooLong() }
      if let length {
        rowLength = length + 1
        embeddedLines = scanner.embeddedLines
        if scanner.hasQuotedField { unquote() }
        return true
      }
      guard try source.fill() else { return try endOfInput() }
    }
  }

  /// Moves the window to behind the current row.
  @inline(__always)
  mutating func endRow() {
    guard rowLength > 0 else { return }
    source.consume(rowLength)
    line += 1 + embeddedLines
    rowLength = 0
  }

  private mutating func endOfInput() throws(InputError) -> Bool {
    if source.wasInterrupted { return false }
    guard scanner.finish(source) else { throw unclosedQuote() }
    rowLength = source.count
    if scanner.hasQuotedField { unquote() }
    return true
  }

  /// Replaces each quoted field by what it says, within the row's own bytes.
  private mutating func unquote() {
    for column in scanner.fields.indices {
      let field = scanner.fields[column]
      guard field.isQuoted else { continue }
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
}

// MARK: - Lines that are no rows

extension DelimitedTable {
  /// Passes over UTF-8's byte order mark, if there is one.
  static func skipByteOrderMark(_ source: inout ByteSource) throws(InputError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for (index, byte) in mark.enumerated() {
      while source.count <= index {
        guard try source.fill() else { return }
      }
      guard source.buffer[source.start + index] == byte else { return }
    }
    source.consume(mark.count)
  }

  /// Passes over a line that is blank or a comment.
  ///
  /// - Returns: `false` before a row and at the end of the input.
  static func skipLine(_ source: inout ByteSource, _ line: inout Int) throws(InputError) -> Bool {
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
      // After a tab it is the text of a cell.
      if byte == ASCII.hash, offset == 1 {
        source.consume(offset)
        try skipRestOfLine(&source)
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

  private static func skipRestOfLine(_ source: inout ByteSource) throws(InputError) {
    while true {
      for offset in 0..<source.count
      where source.buffer[source.start + offset] == ASCII.lineFeed {
        source.consume(offset + 1)
        return
      }
      source.consume(source.count)
      guard try source.fill() else { return }
    }
  }
}
