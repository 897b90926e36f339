/// The first row of a delimited table: the columns' names, and which of them are wanted.
struct TableHeader {
  /// The names as they are written, blanks around them removed.
  let names: [String]
  let delimiter: UInt8
  /// The column of each slot, from zero; `nil` where no column bears an accepted name.
  let columns: [Int?]
  /// The physical line of the header, from one.
  let line: Int
  /// The physical lines that the header takes.
  let lines: Int

  /// The delimiters in the order in which ties are settled.
  static let delimiters: [UInt8] = [ASCII.tab, UInt8(ascii: ";"), UInt8(ascii: "|"), ASCII.comma]

  /// Whether numbers may have a comma before their fraction.
  var hasDecimalComma: Bool { delimiter != ASCII.comma }

  /// The name of the column that fills `slot`, in lower case.
  func name(_ slot: Int) -> String? {
    columns[slot].map { names[$0].lowercased() }
  }

  /// Reads the row at the beginning of `source`; its delimiter is the one that finds the most
  /// accepted names.
  ///
  /// - Throws: an error of kind `data` when there is no row, or it is no text.
  init(_ source: inout ByteSource, line: Int, slots: [[String]]) throws(InputError) {
    let accepted = Set(slots.joined())
    var isWhole = source.isExhausted
    guard !isWhole || source.count > 0 else {
      throw InputError(
        source: source.name, problem: "is empty",
        help: "its first line names the columns, each line after it is a row")
    }
    while true {
      let candidates = Self.delimiters.compactMap { Self.row(source, $0, isWhole: isWhole) }
      // Where no name is known the row with the most columns shows best what there is.
      let scores = candidates.map { row in
        let known = row.names.count { accepted.contains($0.lowercased()) }
        return (known, known == 0 ? row.names.count : 0)
      }
      // `max` would take the last one of a tie.
      let best = candidates.indices.reduce(into: 0) { if scores[$1] > scores[$0] { $0 = $1 } }
      if !candidates.isEmpty {
        let row = candidates[best]
        names = row.names
        delimiter = row.delimiter
        lines = row.lines
        self.line = line
        source.consume(min(row.length + 1, source.count))
        break
      }
      guard !isWhole, source.count <= DelimitedTable.longestRow else {
        throw InputError(
          source: source.name, place: .line(line), problem: "the header does not end",
          help: "look for a quotation mark that is not closed")
      }
      // A whole buffer more each time, so the repeated scans add up to twice the header.
      let wanted = source.count * 2
      repeat { isWhole = try !source.fill() } while !isWhole && !Self.hasLine(source, wanted)
    }
    let lowercased = names.map { $0.lowercased() }
    columns = slots.map { accepted in
      accepted.lazy.compactMap { lowercased.firstIndex(of: $0) }.first
    }
  }

  private struct Row {
    var names: [String]
    var delimiter: UInt8
    var length: Int
    var lines: Int
  }

  /// Whether the bytes after the first half of `wanted` have a line's end, or are all wanted.
  private static func hasLine(_ source: borrowing ByteSource, _ wanted: Int) -> Bool {
    if source.count >= wanted { return true }
    for offset in (wanted / 2)..<source.count
    where source.buffer[source.start + offset] == ASCII.lineFeed {
      return true
    }
    return false
  }

  private static func row(
    _ source: borrowing ByteSource, _ delimiter: UInt8, isWhole: Bool
  ) -> Row? {
    let bytes = source.buffer.span
    var scanner = RowScanner(delimiter: delimiter, locating: 0)
    var length = scanner.scan(source)
    if length == nil, isWhole, scanner.finish(source) { length = source.count }
    guard let length else { return nil }
    // The columns are counted now, so a second scan can locate every one of them.
    let count = scanner.column
    scanner = RowScanner(delimiter: delimiter, locating: count)
    if scanner.scan(source) == nil {
      _ = scanner.finish(source)
    }
    let names = scanner.fields.prefix(count).map { field in
      let cell = bytes.extracting((source.start + field.start)..<(source.start + field.end))
      return Self.name(cell.extracting(cell.trimmed).text)
    }
    return Row(
      names: names, delimiter: delimiter, length: length, lines: 1 + scanner.embeddedLines)
  }

  /// A name without its quotation marks.
  private static func name(_ text: String) -> String {
    guard text.utf8.count >= 2, text.utf8.first == ASCII.quote, text.utf8.last == ASCII.quote
    else { return text }
    let bytes = Array(text.dropFirst().dropLast().utf8)
    let inner = bytes.span
    return inner.extracting(inner.trimmed).text
  }
}
