import GeofenceBytes

extension DelimitedTable {
  package func has(_ slot: Int) -> Bool { header.columns[slot] != nil }

  /// Returns the range in `source.buffer` of the row's cell for `slot`; empty if it has none.
  @inline(__always)
  func range(_ slot: Int) -> Range<Int> {
    // The columns of slots are made with the scanner, for as many columns as it locates.
    let field = scanner[unchecked: columns.span[unchecked: slot]]
    return Range(uncheckedBounds: (source.start &+ field.start, source.start &+ field.end))
  }

  /// Calls `body` with the bytes of the row's cell for `slot`, including blanks around them.
  @inline(__always)
  package func withCell<Result>(_ slot: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    body(source.buffer.span.extracting(range(slot)))
  }

  @inline(__always)
  package func isBlank(_ slot: Int) -> Bool {
    withCell(slot) { $0.trimmed.isEmpty }
  }

  package func text(_ slot: Int) -> String {
    withCell(slot) { $0.trimmedText }
  }

  /// Returns the cell as a decimal number, if it is one; with a comma if none separates columns.
  @inline(__always)
  package func number(_ slot: Int) -> Double? {
    let range = range(slot)
    if range.isEmpty { return nil }
    return Double(
      decimalAt: range, of: source.buffer.span, comma: header.hasDecimalComma)
  }

  /// Calls `body` with the current row's bytes in a column, which must be one that is located.
  func withColumn<Result>(_ column: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    let field = scanner[column]
    return body(
      source.buffer.span.extracting((source.start + field.start)..<(source.start + field.end)))
  }

  /// The names of the columns that fill no slot and of which the row has a cell.
  package var otherNamesInRow: [String] {
    header.otherColumns.filter { otherText($0)?.isEmpty == false }.map { header.names[$0] }
  }

  package func otherText(_ column: Int) -> String? {
    guard scanner.coded.isEmpty, header.names.indices.contains(column) else { return nil }
    var scanner = RowScanner(delimiter: header.delimiter, locating: header.names.count)
    guard scanner.scan(source, isWhole: true) != nil else { return nil }
    let field = scanner[column]
    return source.buffer.span
      .extracting((source.start + field.start)..<(source.start + field.end)).trimmedText
  }

  package func excerpt(_ slot: Int) -> String {
    withCell(slot) { cell in cell.extracting(cell.trimmed).excerpt() }
  }

  package func rowError(_ problem: String, help: String) -> InputError {
    InputError(source: source.name, place: .line(line), problem: problem, help: help)
  }

  // MARK: columns of which a row shows the one that serves

  /// Returns the columns that may fill a slot, the most preferred first, where there are several;
  /// none where the user has chosen.
  package func rivals(for slot: Int, _ slots: ColumnSlots) -> [Int] {
    guard let first = header.columns[slot], slots.choice?.names?[slots.fields[slot]] == nil else {
      return []
    }
    let ranks = (header.otherColumns + [first]).compactMap { column in
      header.names.isEmpty
        ? nil
        : slots.rank(ColumnName(header.names[column]), slot, slots.comparable).map { ($0, column) }
    }
    return ranks.count > 1 ? ranks.sorted { $0 < $1 }.map { $0.1 } : []
  }

  /// Locates all columns of each row until `endChoice`, so that a row can show which of them fills a
  /// slot.
  package mutating func awaitChoice() {
    var header = header
    header.isUndecided = true
    refill(header)
    locate(all: true)
  }

  /// Fills a slot with the first of some columns whose cell in the row serves, and empties the
  /// columns, if one does.
  package mutating func fill(
    _ slot: Int, from columns: inout [Int], where serves: (Span<UInt8>) -> Bool
  ) {
    guard let column = columns.first(where: { withColumn($0, serves) }) else { return }
    columns = []
    var header = header
    header.fill(slot, with: column)
    refill(header)
  }

  /// Locates only the columns in use, from the next row on. The cells of the current row can be read no
  /// more.
  package mutating func endChoice(all: Bool = false) {
    var header = header
    header.isUndecided = false
    refill(header)
    locate(all: all)
  }

  // MARK: sides of coordinates

  package struct Side: Sendable {
    let letters: Hemispheres
    let slot: Int
    let coordinate: Int
    var word: String { (self.letters == .northSouth ? TrackColumn.northSouth : .eastWest).word }

    init(_ letters: Hemispheres, slot: Int, of coordinate: Int) {
      (self.letters, self.slot, self.coordinate) = (letters, slot, coordinate)
    }
  }

  /// Takes columns without a meaning that have a side's letter in the row: one beside its
  /// coordinate, or two behind both. Returns their names.
  package mutating func sides(_ sides: [Side], _ choice: ColumnChoice?) -> [String] {
    if case .inOrder = choice { return [] }
    var header = header
    var found: [String] = []
    let others = Set(header.otherColumns)
    let last = sides.compactMap { header.columns[$0.coordinate] }.max() ?? 0
    // One of them may have a name that is known.
    let areBehind = sides.indices.allSatisfy { index in
      let column = last + 1 + index
      return header.columns[sides[index].slot] == column
        || others.contains(column) && names(sides[index], column)
    }
    for (index, side) in sides.enumerated() {
      guard header.columns[side.slot] == nil, let column = header.columns[side.coordinate],
        choice?.names?[side.word] != ColumnChoice.none,
        let beside = areBehind
          ? last + 1 + index
          : [column + 1, column - 1].first(where: { others.contains($0) && names(side, $0) })
      else { continue }
      header.fill(side.slot, with: beside)
      found.append(header.names[beside])
    }
    if !found.isEmpty { relocate(header) }
    return found
  }

  private func names(_ side: Side, _ column: Int) -> Bool {
    side.letters.sign(ofWord: Array((otherText(column) ?? "").utf8).span) != nil
  }

  /// Returns a coordinate with the sign of the row's side alone; `nan` where that is none.
  func signed(_ degrees: Double, _ side: Side) -> Double {
    self.side(side).map { $0 * degrees.magnitude } ?? degrees
  }

  package func side(_ side: Side) -> Double? {
    guard header.columns[side.slot] != nil, !isBlank(side.slot) else { return nil }
    return withCell(side.slot) { side.letters.sign(ofWord: $0) } ?? .nan
  }

  // MARK: rows that cannot be read

  func rowTooLong() -> InputError {
    rowError(
      "the row that begins here is longer than \(Self.longestRow >> 20) MiB",
      help: "look for a quotation mark that is not closed")
  }

  func unclosedQuote() -> InputError {
    var line = line
    var column = 1
    for offset in 0..<(scanner.openQuote ?? 0) {
      let isLineFeed = source.buffer[source.start + offset] == ASCII.lineFeed
      if isLineFeed { line += 1 }
      column = isLineFeed ? 1 : column + 1
    }
    return InputError(
      source: source.name, place: .line(line, column: column),
      problem: "a quoted field begins here and does not end",
      help: "close the quotation mark; a mark within a quoted field is written twice")
  }

  // MARK: headers that cannot be used

  package func unknownUnit(_ field: some NamedField, _ unit: String) -> InputError {
    let known = field.notedUnits.compactMap({ $0.names.first }).joined(separator: ", ")
    return InputError(
      source: source.name, place: .line(header.line),
      problem: "the \(field) has the unit \(unit.quotedExcerpt()), which is not known",
      help: "known are \(known): convert the values, or correct the name of the column")
  }

  /// Returns an error about the header, with its names and those accepted, or, for control
  /// characters in it, that of a binary file. It is chance how many bytes behind it have arrived.
  package func headerError(
    missing: [String], accepted: [[String]], _ option: (name: String, example: String)
  ) -> InputError {
    if !header.isText {
      return InputError(
        source: source.name, problem: "is a binary file, not text", help: "give a text file")
    }
    let missing = missing.joined(separator: " and ")
    if header.names.isEmpty {
      return InputError(
        source: source.name, problem: "\(option.name) names no \(missing)",
        help: "name every column in order, - for one that is passed over")
    }
    let names = accepted.map { $0.joined(separator: ", ") }.joined(separator: "; and ")
    return InputError(
      source: source.name, place: .line(header.line),
      problem: "the header has no \(missing): it names \(header.names.listed(limit: 12))",
      help: header.names.contains { Double($0) != nil }
        ? "where there is no header, name the columns in order, such as \(option.name) "
          + "\(option.example) (- is passed over)"
        : "name the column one of \(names), or pass \(option.name)")
  }
}
