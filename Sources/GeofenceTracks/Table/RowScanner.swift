import GeofenceBytes

struct Field {
  var start = 0
  var end = 0
}

/// A scanner that finds the end of a row and the fields of its first columns.
///
/// A row that has not arrived as a whole is scanned again. A quotation mark counts only as a
/// field's first byte, apart from blanks.
@usableFromInline package struct RowScanner: ~Copyable {
  /// The located fields by column, and one more that is always empty: the text between the marks if
  /// not `coded`. An array would be checked for other owners at every row.
  private let fields: UnsafeMutableBufferPointer<Field>
  /// The columns of this row whose fields have more marks than one before and one behind.
  private(set) var coded: [Int] = []
  private(set) var columns = 0
  private(set) var embeddedLines = 0
  /// The offset of a quotation mark that is still open, counted from the row's first byte.
  private(set) var openQuote: Int?
  /// True if the last row had a field that is not plainly quoted.
  private var hadQuotation = false
  private let delimiter: UInt8
  /// The quotation mark; a line feed where that mark separates the columns.
  private let quote: UInt8

  init(delimiter: UInt8, locating count: Int) {
    self.delimiter = delimiter
    quote = delimiter == ASCII.quote ? ASCII.lineFeed : ASCII.quote
    fields = .allocate(capacity: count + 1)
    fields.initialize(repeating: Field())
  }

  deinit { fields.deallocate() }

  /// The field of a column, or the empty one. Precondition: it is located, which is not checked.
  @inline(__always)
  subscript(unchecked column: Int) -> Field { fields[column] }

  subscript(column: Int) -> Field {
    precondition(fields.indices.contains(column), "a located column")
    return fields[column]
  }

  mutating func replace(_ column: Int, by content: Field) { fields[column] = content }

  /// Searches for the row's end in the window of `source`, which begins with it.
  ///
  /// - Parameter isWhole: whether the window ends the last row.
  /// - Returns: its length without the line feed; `nil` if it goes on.
  @inline(__always)
  mutating func scan(_ source: borrowing ByteSource, isWhole: Bool = false) -> Int? {
    let (start, count) = (source.start, source.count)
    return source.buffer.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { scan($0 + start, count, isWhole: isWhole) }
    }
  }

  /// Searches for the row's end among `count` bytes, which the source's padding follows.
  @inline(__always)
  private mutating func scan(_ bytes: UnsafePointer<UInt8>, _ count: Int, isWhole: Bool) -> Int? {
    if hadQuotation { forgetQuotation() }
    let (fields, located) = (fields, fields.count &- 1)
    let (delimiter, quote) = (delimiter, quote)
    var (column, start, cursor) = (0, 0, 0)
    search: while cursor < count {
      var marks = ByteMarks(at: bytes + cursor, delimiter, ASCII.lineFeed, quote)
      // The bytes behind the window mean nothing.
      marks.cut(at: count &- cursor)
      while true {
        // The lowest mark of a line feed or a quotation; zero if there is none.
        let stop = marks.others & (0 &- marks.others)
        var delimiters = marks.first & (stop &- 1)
        while delimiters != 0 {
          let end = cursor &+ delimiters.trailingZeroBitCount
          delimiters &= delimiters &- 1
          if column < located { fields[column] = Field(start: start, end: end) }
          column &+= 1
          start = end &+ 1
        }
        guard stop != 0 else { break }
        let mark = cursor &+ stop.trailingZeroBitCount
        if bytes[mark] == ASCII.lineFeed {
          let hasReturn = mark > start && bytes[mark &- 1] == ASCII.carriageReturn
          endRow(Field(start: start, end: hasReturn ? mark &- 1 : mark), column)
          return mark
        }
        guard Self.isIndent(bytes, start, mark) else {
          // The mark is one of the text's.
          marks.drop(through: mark &- cursor)
          continue
        }
        var field = Field(start: mark &+ 1, end: 0)
        let closing = (marks.others & (marks.others &- 1)).trailingZeroBitCount &+ cursor
        var end = 0
        if closing &- cursor < ByteMarks.width, bytes[closing] == quote,
          let plain = Self.end(bytes, count, closing &+ 1, delimiter)
        {
          (field.end, end) = (closing, plain)
        } else {
          guard let other = passQuotation(bytes, count, mark &+ 1, isWhole: isWhole) else {
            openQuote = start
            return nil
          }
          if column < located { coded.append(column) }
          (field, end) = (Field(start: start, end: other), other)
        }
        if end == count || bytes[end] == ASCII.lineFeed {
          endRow(field, column)
          return end
        }
        if column < located { fields[column] = field }
        column &+= 1
        start = end &+ 1
        guard start &- cursor < ByteMarks.width else {
          cursor = start
          continue search
        }
        marks.drop(through: end &- cursor)
      }
      cursor &+= ByteMarks.width
    }
    guard isWhole else { return nil }
    endRow(Field(start: start, end: count), column)
    return count
  }

  /// Returns the offset of the delimiter or (carriage return and) line feed at `offset`, if any.
  @inline(__always)
  private static func end(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ offset: Int, _ delimiter: UInt8
  ) -> Int? {
    guard offset < count else { return nil }
    let byte = bytes[offset]
    if byte == delimiter || byte == ASCII.lineFeed { return offset }
    guard byte == ASCII.carriageReturn, offset &+ 1 < count, bytes[offset &+ 1] == ASCII.lineFeed
    else { return nil }
    return offset &+ 1
  }

  /// Returns whether there are only blanks from `start` up to a quotation mark, if any.
  @inline(__always)
  private static func isIndent(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ mark: Int) -> Bool {
    // This is enough for a file that is aligned by hand; an endless run of blanks is text.
    guard mark &- start <= 256 else { return false }
    var offset = start
    while offset < mark, bytes[offset] == ASCII.space || bytes[offset] == ASCII.tab { offset &+= 1 }
    return offset == mark
  }

  @inline(__always)
  private mutating func endRow(_ field: Field, _ column: Int) {
    columns = column &+ 1
    let located = fields.count &- 1
    guard column < located else { return }
    fields[column] = field
    for missing in (column &+ 1)..<located { fields[missing] = Field() }
  }

  // MARK: fields that are not plainly quoted

  /// Scans the rest of a quoted field, with doubled marks, line breaks or text behind it, and
  /// returns the offset of its delimiter or line feed; `nil` for more bytes.
  @inline(never)
  private mutating func passQuotation(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ start: Int, isWhole: Bool
  ) -> Int? {
    hadQuotation = true
    var position = start
    while true {
      let mark = Self.offset(of: quote, ASCII.lineFeed, bytes, from: position, count)
      guard mark < count else { return nil }
      if bytes[mark] == ASCII.lineFeed {
        embeddedLines += 1
        position = mark + 1
      } else if mark + 1 < count, bytes[mark + 1] == quote {
        position = mark + 2
      } else {
        // The byte after a mark shows if it closes the field or is the first of two.
        guard mark + 1 < count || isWhole else { return nil }
        let end = Self.offset(of: delimiter, ASCII.lineFeed, bytes, from: mark + 1, count)
        return end < count || isWhole ? end : nil
      }
    }
  }

  private mutating func forgetQuotation() {
    coded.removeAll(keepingCapacity: true)
    (embeddedLines, openQuote, hadQuotation) = (0, nil, false)
  }

  private static func offset(
    of one: UInt8, _ other: UInt8, _ bytes: UnsafePointer<UInt8>, from start: Int, _ count: Int
  ) -> Int {
    for offset in stride(from: start, to: count, by: ByteMarks.width) {
      let marks = ByteMarks(at: bytes + offset, one, other, other)
      let all = marks.first | marks.others
      if all != 0 { return min(offset &+ all.trailingZeroBitCount, count) }
    }
    return count
  }
}
