import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceTracks

/// A row as it is found, or as it should be.
private struct Row: Equatable, CustomStringConvertible {
  var columns = 0
  var embeddedLines = 0
  /// The located fields without blanks around them.
  var fields: [String] = []
  /// The columns whose fields still have their quotation marks.
  var coded: [Int] = []
  /// Whether a quotation mark is still open at the input's end.
  var isOpen = false

  var description: String { "\(columns) \(embeddedLines) \(fields) \(coded) \(isOpen)" }
}

/// The rows of a text, read one byte after the other as `RowScanner` describes them.
private struct PlainRows {
  let bytes: [UInt8]
  let delimiter: UInt8
  let located: Int
  private var offset = 0

  init(_ bytes: [UInt8], _ delimiter: UInt8, located: Int) {
    (self.bytes, self.delimiter, self.located) = (bytes, delimiter, located)
  }

  mutating func next() -> Row? {
    guard offset < bytes.count else { return nil }
    var row = Row(fields: Array(repeating: "", count: located))
    while true {
      let start = offset
      var isCoded = passBlanks()
      var (from, to) = (start, start)
      if isCoded {
        from = offset + 1
        guard let end = passQuotation(&row) else {
          row.isOpen = true
          return row
        }
        to = end
        isCoded = bytes[from..<to].contains(ASCII.quote)
      }
      let behind = offset
      while offset < bytes.count, bytes[offset] != delimiter, bytes[offset] != ASCII.lineFeed {
        offset += 1
      }
      let isQuoted = from > start
      let rest = Array(bytes[behind..<offset])
      if isQuoted, !rest.isEmpty, !isReturn(rest) { isCoded = true }
      if !isQuoted || isCoded { (from, to) = (start, offset) }
      if row.columns < located {
        row.fields[row.columns] = Array(bytes[from..<to]).span.trimmedText
        if isCoded { row.coded.append(row.columns) }
      }
      row.columns += 1
      offset += 1
      if offset > bytes.count || bytes[offset - 1] == ASCII.lineFeed { return row }
    }
  }

  private func isReturn(_ rest: [UInt8]) -> Bool {
    rest == [ASCII.carriageReturn] && offset < bytes.count && bytes[offset] == ASCII.lineFeed
  }

  /// Passes blanks before a quotation mark, and returns whether there is one.
  private mutating func passBlanks() -> Bool {
    guard delimiter != ASCII.quote else { return false }
    var mark = offset
    while mark < bytes.count, mark - offset < 256, bytes[mark] != delimiter,
      bytes[mark] == ASCII.space || bytes[mark] == ASCII.tab
    { mark += 1 }
    guard mark < bytes.count, bytes[mark] == ASCII.quote else { return false }
    offset = mark
    return true
  }

  /// Passes a quotation and returns its end; `nil` if it has none.
  private mutating func passQuotation(_ row: inout Row) -> Int? {
    offset += 1
    while offset < bytes.count {
      if bytes[offset] == ASCII.quote {
        guard offset + 1 < bytes.count, bytes[offset + 1] == ASCII.quote else {
          offset += 1
          return offset - 1
        }
        offset += 1
      }
      if bytes[offset] == ASCII.lineFeed { row.embeddedLines += 1 }
      offset += 1
    }
    return nil
  }
}

/// Returns the rows that the scanner finds in a file whose bytes arrive in pieces.
private func scannedRows(
  _ bytes: [UInt8], _ delimiter: UInt8, located: Int, pieces: Int
) throws -> [Row] {
  try withFile(bytes) { path in
    var source = try ByteSource(path: path) { false }
    source.longestRead = pieces
    var scanner = RowScanner(delimiter: delimiter, locating: located)
    var rows: [Row] = []
    while true {
      while source.count == 0 { guard try source.fill() else { return rows } }
      var length = scanner.scan(source)
      var isOpen = false
      while length == nil {
        if try source.fill() {
          length = scanner.scan(source)
        } else {
          isOpen = scanner.scan(source, isWhole: true) == nil
          length = source.count - 1
        }
      }
      if isOpen {
        // The marks that were found in the row do not count.
        return rows + [Row(isOpen: true)]
      }
      let fields = (0..<located).map { column in
        let field = scanner[column]
        return Array(source.buffer[(source.start + field.start)..<(source.start + field.end)])
          .span.trimmedText
      }
      rows.append(
        Row(
          columns: scanner.columns, embeddedLines: scanner.embeddedLines, fields: fields,
          coded: scanner.coded))
      source.consume((length ?? 0) + 1)
    }
  }
}

@Suite struct `A scanner of rows` {
  @Test func `finds in random bytes what reading one byte after the other finds`() throws {
    var generator = SeededGenerator(seed: 5)
    let alphabets: [[UInt8]] = [
      Array("ab1, ;\t\r\n\"\"\n,".utf8), Array("abcdefgh12345678,,\n".utf8),
      Array("ab\"\"\",\n".utf8), Array("abcdefghijklmnopqrstuvwxyz,\"\n".utf8),
      Array(" \",\n".utf8),
    ]
    for _ in 0..<1500 {
      let alphabet = alphabets.randomElement(using: &generator) ?? []
      let bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? 0
      }
      let delimiter = Array(",,,,; \t\"".utf8).randomElement(using: &generator) ?? ASCII.comma
      let located = Int.random(in: 0...6, using: &generator)
      let pieces = [1, 7, 64, 500].randomElement(using: &generator) ?? 1
      var expected: [Row] = []
      var plain = PlainRows(bytes, delimiter, located: located)
      while let row = plain.next() { expected.append(row.isOpen ? Row(isOpen: true) : row) }
      var found = try scannedRows(bytes, delimiter, located: located, pieces: pieces)
      // A quoted field may keep its marks though it would not have to.
      for (row, other) in zip(found.indices, expected) where row < expected.count {
        for column in found[row].coded where !other.coded.contains(column) {
          found[row].fields[column] = content(of: found[row].fields[column])
        }
        found[row].coded = other.coded
      }
      #expect(found == expected, "\(bytes.span.text.debugDescription) \(delimiter) \(pieces)")
    }
  }

  /// Returns the text between the quotation marks around it.
  private func content(of quoted: String) -> String {
    Array(quoted.utf8.dropFirst().dropLast()).span.trimmedText
  }

  @Test func `takes a quotation mark behind many blanks for one of the text`() throws {
    for (blanks, expected) in [(256, "a,b"), (257, "\"a")] {
      let text = String(repeating: " ", count: blanks) + "\"a,b\"\n"
      let rows = try scannedRows(Array(text.utf8), ASCII.comma, located: 1, pieces: 1000)
      #expect(rows.map(\.fields) == [[expected]])
    }
  }
}
