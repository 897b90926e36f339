import GeofenceBytes

/// The place of a field, in bytes counted from the first byte of its row.
struct Field {
  var start = 0
  var end = 0
  var isQuoted = false
}

/// A scanner that finds the end of a row and the fields of its first columns.
///
/// A row may arrive in pieces. `scan` continues where it stopped, so no byte is read more than
/// twice, however long the row is. A quotation mark counts only as a field's first byte, apart from
/// blanks before it. Within a quoted field, delimiters and line breaks are text, and a doubled mark
/// stands for one.
struct RowScanner {
  /// The located fields by column, and one more that is always empty.
  ///
  /// The fields that a short row does not have are empty, too.
  private(set) var fields: [Field]
  /// A Boolean value indicating whether a located field of this row is quoted.
  private(set) var hasQuotedField = false
  /// The number of line breaks within quoted fields of this row.
  private(set) var embeddedLines = 0
  /// The number of columns that were passed so far in this row; at its end, all of them.
  private(set) var column = 0

  /// The offset of a quotation mark that is still open, counted from the row's first byte.
  var openQuote: Int? { isInQuotes ? fieldStart : nil }

  private let delimiter: UInt8

  private var position = 0
  private var fieldStart = 0
  private var isInQuotes = false
  private var isQuoted = false
  /// A Boolean value indicating whether the row before had a quotation mark.
  ///
  /// The next row is likely to have one, too.
  private var expectsQuotes = false
  private var hasMark = false

  /// Creates a scanner.
  ///
  /// - Parameter count: The number of columns to locate; those after them are only counted.
  init(delimiter: UInt8, locating count: Int) {
    self.delimiter = delimiter
    fields = Array(repeating: Field(), count: count + 1)
  }

  /// Begins a new row.
  @inline(__always)
  mutating func reset() {
    position = 0
    fieldStart = 0
    column = 0
    isInQuotes = false
    isQuoted = false
    hasMark = false
    hasQuotedField = false
    embeddedLines = 0
  }

  /// Searches for the row's end in the window of `source`, which begins with the row's first byte.
  ///
  /// - Returns: The row's length in bytes without its line feed; `nil` if it continues behind the
  ///   window.
  /// - Complexity: O(n) for n bytes that have arrived since the last call for the same row.
  @inline(__always)
  mutating func scan(_ source: borrowing ByteSource) -> Int? {
    if position == 0, !expectsQuotes {
      let delimiter = delimiter
      // The array is accessed once for the whole row.
      var span = fields.mutableSpan
      let row = Self.scanPlainRow(source, delimiter, into: &span)
      if let row {
        column = row.columns
        return row.length
      }
    }
    return scanAnyRow(source)
  }

  /// Scans a row without quotation marks that has arrived as a whole, as almost all are.
  ///
  /// - Returns: `nil` for another row, which is left to `scanAnyRow`.
  @inline(__always)
  private static func scanPlainRow(
    _ source: borrowing ByteSource, _ delimiter: UInt8, into fields: inout MutableSpan<Field>
  ) -> (length: Int, columns: Int)? {
    let bytes = source.buffer.span.bytes
    let (base, end) = (source.start, source.end)
    let located = fields.count - 1
    let delimiters = UInt64(repeating: delimiter)
    var (column, start, cursor) = (0, base, base)
    while cursor < end {
      let word = UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: cursor, as: UInt64.self))
      // One comparison finds line feeds, quotation marks and commas, and little else.
      var hits = word.bytesUpToComma
      if delimiter > ASCII.comma { hits |= (word ^ delimiters).zeroBytes }
      while hits != 0 {
        let bit = hits.trailingZeroBitCount
        hits &= hits &- 1
        let byte = UInt8(truncatingIfNeeded: word >> UInt64(bit & 0x38))
        let isLast = byte == ASCII.lineFeed
        guard isLast || byte == delimiter else {
          if byte == ASCII.quote { return nil }
          continue
        }
        let mark = cursor &+ bit &>> 3
        if isLast, mark >= end { return nil }
        if column < located {
          let hasReturn =
            isLast && mark > start
            && bytes.unsafeLoad(fromByteOffset: mark &- 1, as: UInt8.self) == ASCII.carriageReturn
          fields[column] = Field(
            start: start &- base, end: (hasReturn ? mark &- 1 : mark) &- base)
        }
        column &+= 1
        start = mark &+ 1
        guard isLast else { continue }
        for missing in min(column, located)..<located { fields[missing] = Field() }
        return (mark &- base, column)
      }
      cursor &+= 8
    }
    return nil
  }

  /// Scans any row, whatever pieces it arrives in.
  @inline(never)
  private mutating func scanAnyRow(_ source: borrowing ByteSource) -> Int? {
    let bytes = source.buffer.span
    let base = source.start
    let end = source.end
    let delimiters = UInt64(repeating: delimiter)
    let words = bytes.bytes
    var cursor = base + position
    var start = base + fieldStart
    while true {
      if cursor == start || isInQuotes {
        guard passQuotes(bytes, base: base, end: end, cursor: &cursor, start: start) else {
          position = cursor - base
          return nil
        }
      }
      while true {
        let word = UInt64(
          littleEndian: words.unsafeLoadUnaligned(fromByteOffset: cursor, as: UInt64.self))
        let hits = (word ^ delimiters).zeroBytes | (word ^ lineFeeds).zeroBytes
        if hits != 0 {
          cursor += hits.trailingZeroBitCount >> 3
          break
        }
        cursor += 8
        if cursor >= end { break }
      }
      guard cursor < end else {
        position = end - base
        return nil
      }
      let isLast = bytes[cursor] == ASCII.lineFeed
      endField(start - base, cursor - base)
      if isLast {
        endRow()
        return cursor - base
      }
      cursor += 1
      start = cursor
      fieldStart = start - base
    }
  }

  @inline(__always)
  private mutating func endField(_ start: Int, _ end: Int) {
    if column < fields.count - 1 {
      fields[column] = Field(start: start, end: end, isQuoted: isQuoted)
      if isQuoted { hasQuotedField = true }
    }
    isQuoted = false
    column += 1
  }

  @inline(__always)
  private mutating func endRow() {
    if column < fields.count - 1 {
      for missing in column..<(fields.count - 1) { fields[missing] = Field() }
    }
    expectsQuotes = hasMark
  }

  /// Scans a quoted part at `cursor`, if there is one.
  ///
  /// - Returns: False if more bytes are needed.
  @inline(__always)
  private mutating func passQuotes(
    _ bytes: Span<UInt8>, base: Int, end: Int, cursor: inout Int, start: Int
  ) -> Bool {
    if !isInQuotes {
      guard cursor < end else { return false }
      let byte = bytes[cursor]
      if byte > ASCII.quote { return true }
    }
    return passQuotesSlowly(bytes, end: end, cursor: &cursor)
  }

  @inline(never)
  private mutating func passQuotesSlowly(
    _ bytes: Span<UInt8>, end: Int, cursor: inout Int
  ) -> Bool {
    if !isInQuotes {
      var mark = cursor
      // This is enough for a file that is aligned by hand; an endless run of blanks is text.
      let limit = min(end, cursor + 256)
      while mark < limit, bytes[mark] != delimiter,
        bytes[mark] == ASCII.space || bytes[mark] == ASCII.tab
      {
        mark += 1
      }
      guard mark < end else { return false }
      guard bytes[mark] == ASCII.quote else { return true }
      isInQuotes = true
      isQuoted = true
      hasMark = true
      cursor = mark + 1
    }
    while cursor < end {
      switch bytes[cursor] {
      case ASCII.quote:
        // The byte after a mark shows if it closes the field or is the first of two.
        guard cursor + 1 < end else { return false }
        if bytes[cursor + 1] != ASCII.quote {
          isInQuotes = false
          cursor += 1
          return true
        }
        cursor += 2
      case ASCII.lineFeed:
        embeddedLines += 1
        cursor += 1
      default:
        cursor += 1
      }
    }
    return false
  }

  /// Ends the row at the end of the window of `source`, for an input without a last line feed.
  ///
  /// - Returns: False if a quotation mark is still open.
  mutating func finish(_ source: borrowing ByteSource) -> Bool {
    let length = source.count
    if isInQuotes {
      // The scan waits at a mark that may be the first of two; the input's last one closes the
      // field.
      guard position == length - 1, source.buffer[source.start + position] == ASCII.quote
      else { return false }
      isInQuotes = false
    }
    endField(fieldStart, length)
    endRow()
    return true
  }

  /// Replaces a quoted field by the place of its content.
  mutating func replace(_ column: Int, by content: Field) { fields[column] = content }
}

private let lineFeeds = UInt64(repeating: ASCII.lineFeed)
