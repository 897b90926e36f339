/// Where a field lies, counted from the first byte of its row.
struct Field {
  var start = 0
  var end = 0
  var isQuoted = false
}

/// Finds the end of a row and, on the way, the fields of the columns that are wanted.
///
/// A row may come in pieces: `scan` goes on where it stopped, so no byte is looked at twice however
/// long the row is. A quotation mark counts only as a field's first byte, blanks before it aside;
/// within a quoted field delimiters and line breaks are text and a doubled mark stands for one.
struct RowScanner {
  /// The fields found, by slot; empty where the row is too short.
  private(set) var fields: [Field]
  /// Whether a wanted field of this row is quoted.
  private(set) var hasQuotedField = false
  /// Line breaks within quoted fields of this row.
  private(set) var embeddedLines = 0
  /// Columns passed so far in this row; all of them at its end.
  private(set) var column = 0

  /// Where the quotation mark stands that is still open, counted from the row's first byte.
  var openQuote: Int? { isInQuotes ? fieldStart : nil }

  private let delimiter: UInt8
  /// The wanted columns in ascending order, closed by one that no row has.
  private let wanted: [(column: Int, slot: Int)]

  private var position = 0
  private var fieldStart = 0
  private var next = 0
  private var isInQuotes = false
  private var isQuoted = false

  /// - Parameter columns: the column of each slot; `nil` for a slot that no column fills.
  init(delimiter: UInt8, columns: [Int?]) {
    self.delimiter = delimiter
    var wanted = columns.enumerated().compactMap { slot, column in
      column.map { (column: $0, slot: slot) }
    }
    wanted.sort { $0.column < $1.column }
    self.wanted = wanted + [(.max, 0)]
    fields = Array(repeating: Field(), count: columns.count)
  }

  /// Begins a new row.
  @inline(__always)
  mutating func reset() {
    position = 0
    fieldStart = 0
    column = 0
    next = 0
    isInQuotes = false
    isQuoted = false
    hasQuotedField = false
    embeddedLines = 0
  }

  /// Looks for the row's end in the window of `source`, which begins with the row's first byte.
  ///
  /// - Returns: the row's length without its line feed; `nil` when it goes on after the window.
  /// - Complexity: O(n) for n bytes that have come since the last call for the same row.
  @inline(__always)
  mutating func scan(_ source: borrowing ByteSource) -> Int? {
    let bytes = source.buffer.span
    let base = source.start
    let end = source.end
    let delimiters = repeated(delimiter)
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
    while wanted[next].column == column {
      fields[wanted[next].slot] = Field(start: start, end: end, isQuoted: isQuoted)
      if isQuoted { hasQuotedField = true }
      next += 1
    }
    isQuoted = false
    column += 1
  }

  @inline(__always)
  private mutating func endRow() {
    while next < wanted.count - 1 {
      fields[wanted[next].slot] = Field()
      next += 1
    }
  }

  /// Passes a quoted part at `cursor`, if there is one.
  ///
  /// - Returns: `false` when more bytes are needed.
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
      // Enough for a file that is aligned by hand; an endless run of blanks is text.
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
      cursor = mark + 1
    }
    while cursor < end {
      switch bytes[cursor] {
      case ASCII.quote:
        // Whether a mark closes or is the first of two is seen from the byte after it.
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

  /// Ends the row with the window of `source`, where the input ends without a line feed.
  ///
  /// - Returns: `false` when a quotation mark is still open.
  mutating func finish(_ source: borrowing ByteSource) -> Bool {
    let length = source.count
    if isInQuotes {
      // The scan waits at a mark that may be the first of two; the input's last one closes.
      guard position == length - 1, source.buffer[source.start + position] == ASCII.quote
      else { return false }
      isInQuotes = false
    }
    endField(fieldStart, length)
    endRow()
    return true
  }

  /// Puts what a quoted field says in its place, for every slot that its column fills.
  mutating func replace(_ field: Field, by content: Field) {
    for slot in fields.indices where fields[slot].isQuoted && fields[slot].start == field.start {
      fields[slot] = content
    }
  }
}

private let lineFeeds = repeated(ASCII.lineFeed)

@inline(__always)
private func repeated(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }
