import GeofenceBytes

/// The columns' names and the slots that they fill, from the first row or the comment before it.
package struct TableHeader {
  /// The names as they are written, without blanks around them; empty if there is no header.
  package let names: [String]
  let delimiter: UInt8
  package private(set) var columns: [Int?]
  /// True if a row may still show that another column fills a slot.
  var isUndecided = false
  private let sought: Int?
  /// The physical line of the header, counted from one.
  let line: Int
  let lines: Int
  /// The first cell of the header's rows, where tables take turns, as in GnssLogger's files.
  let mark: String?

  /// The first cells of rows with places among rows of other tables.
  private static let marks = ["Fix"]

  /// The delimiters, in the order in which ties are settled.
  static let delimiters: [UInt8] = [ASCII.tab, UInt8(ascii: ";"), UInt8(ascii: "|"), ASCII.comma]

  /// True if numbers may have a comma before their fraction.
  package var hasDecimalComma: Bool { delimiter != ASCII.comma }

  /// True if no name has a control character, as names in a binary file do.
  var isText: Bool {
    !names.contains { $0.utf8.contains { $0 < ASCII.space && !ASCII.isBlank($0) } }
  }

  package func name(_ slot: Int) -> ColumnName? {
    columns[slot].flatMap { names.isEmpty ? nil : ColumnName(names[$0]) }
  }

  var located: Int {
    // Without a header no other column is known that might fill a slot.
    if !names.isEmpty {
      if isUndecided { return names.count }
      if let sought, columns[sought] == nil { return names.count }
    }
    return columns.compactMap { $0.map { $0 + 1 } }.max() ?? 0
  }

  package var otherColumns: [Int] { names.indices.filter { !columns.contains($0) } }

  package var otherNames: [String] {
    otherColumns.map { names[$0] }.filter { !$0.isEmpty && $0 != mark }
  }

  /// Reads the first row with the delimiter that finds the most names. An error of kind `data` for
  /// no row, no text, or none of the columns that the user named.
  init(
    _ source: inout ByteSource, line: Int, told: UInt8?, comments: [[UInt8]], _ slots: ColumnSlots
  ) throws(InputError) {
    self.line = line
    sought = slots.sought
    let delimiters = told.map { [$0] } ?? Self.delimiters
    let candidates = try Self.rows(&source, line, delimiters)
    if case .inOrder(let fields) = slots.choice {
      let row = candidates.first { $0.names.count >= fields.count }
      guard let row else {
        throw InputError(
          source: source.name, place: .line(line),
          problem: "no delimiter gives this row \(fields.count) columns",
          help:
            "it has \(candidates.reduce(0) { max($0, $1.names.count) }): name them in order, - for "
            + "one that is passed over")
      }
      (names, delimiter, lines, mark) = ([], row.delimiter, 0, nil)
      columns = slots.fields.map { fields.firstIndex(of: $0) }
      return
    }
    let accepted = slots.comparable
    var (row, knownNames) = Self.best(of: candidates, slots)
    var mark: String?
    for comment in comments {
      var source = ByteSource(bytes: comment, name: source.name)
      let named = Self.best(of: try Self.rows(&source, line, delimiters), slots)
      // A comment with one known word alone may be a sentence, and so may a row with one.
      guard named.known > max(1, 2 * knownNames) else { continue }
      row = Row(names: named.row.names, delimiter: named.row.delimiter)
      knownNames = named.known
      mark =
        comments.count > 1 ? row.names.first.flatMap { Self.marks.contains($0) ? $0 : nil } : nil
    }
    self.mark = mark
    (names, delimiter, lines) = (row.names, row.delimiter, row.lines)
    source.consume(min(row.length, source.count))
    let present = names.map { ColumnName($0) }
    let written = names.map { ColumnName.words(of: $0) }
    columns = accepted.indices.map { slot in
      let ranks = present.map { slots.rank($0, slot, accepted) ?? .max }
      // The first of equals.
      return ranks.min().flatMap { $0 < .max ? ranks.firstIndex(of: $0) : nil }
        ?? slots.suffixes[slot].flatMap { suffix in written.firstIndex { $0.hasSuffix(suffix) } }
    }
    if case .named(let chosen, _) = slots.choice {
      try requireChosen(chosen, slots, source.name)
      // A column has the meaning that the user gives it, and no other.
      let taken = Set(zip(slots.fields, columns).compactMap { chosen[$0] == nil ? nil : $1 })
      for (slot, field) in slots.fields.enumerated() where chosen[field] == nil {
        if let column = columns[slot], taken.contains(column) { columns[slot] = nil }
      }
    }
    if let axes = slots.axes { dropAxes(axes, present.map({ $0.text }), slots) }
    // A word among numbers, such as `gps`, is a cell of a row and no name.
    if slots.choice == nil,
      names.count(where: { Double(decimal: Array($0.utf8).span, comma: true) != nil }) > 1
    {
      for required in slots.required where required.count == 1 { columns[required[0]] = nil }
    }
  }

  /// Returns whether all slots of one of some lists are filled; true without lists.
  package func fills(_ required: [[Int]]) -> Bool {
    required.isEmpty || required.contains { $0.allSatisfy { columns[$0] != nil } }
  }

  /// Returns whether columns called `x` and `y` fill the slots of a place, without the user saying
  /// so.
  package func assumesAxes(_ slots: ColumnSlots) -> Bool {
    slots.axes?.slots.allSatisfy {
      slots.choice?.names?[slots.fields[$0]] == nil
        && TrackColumn.axes.contains(name($0)?.text ?? "")
    } ?? false
  }

  mutating func fill(_ slot: Int, with column: Int?) { columns[slot] = column }

  /// Lets others fill the slots of `x` and `y`, which are a sensor's beside `z` or a place.
  private mutating func dropAxes(
    _ axes: ColumnSlots.Axes, _ present: [String], _ slots: ColumnSlots
  ) {
    func isAxis(_ slot: Int) -> Bool {
      if case .named(let chosen, _) = slots.choice, chosen[slots.fields[slot]] != nil {
        return false
      }
      return columns[slot].map { TrackColumn.axes.contains(present[$0]) } ?? false
    }
    let accepted = slots.comparable
    let others = axes.slots.filter(isAxis).map { slot in
      let names = accepted[slot].filter { !TrackColumn.axes.contains($0) }
      return (slot: slot, column: names.lazy.compactMap { present.firstIndex(of: $0) }.first)
    }
    let areOthers =
      present.contains(TrackColumn.thirdAxis) || axes.others.contains { columns[$0] != nil }
      || axes.slots.contains { columns[$0] != nil && !isAxis($0) }
      || others.contains { $0.column != nil }
    guard areOthers else { return }
    for (slot, column) in others { columns[slot] = column }
  }

  private static func rows(_ source: inout ByteSource, _ line: Int, _ delimiters: [UInt8])
    throws(InputError) -> [Row]
  {
    var isWhole = source.isExhausted
    guard !isWhole || source.count > 0 else {
      throw InputError(
        source: source.name, problem: "is empty",
        help: "its first line names the columns, each line after it is a row")
    }
    while true {
      let candidates = delimiters.compactMap { row(source, $0, isWhole: isWhole) }
      // A line may have ended for one delimiter while a quotation mark keeps it open for another:
      // chance must not decide how many of them are compared.
      let isLast = isWhole || source.count > DelimitedTable.longestRow
      if candidates.count == delimiters.count || isLast && !candidates.isEmpty { return candidates }
      guard !isLast else {
        throw InputError(
          source: source.name, place: .line(line),
          problem: isWhole
            ? "the header does not end"
            : "the header is longer than \(DelimitedTable.longestRow >> 20) MiB",
          help: "look for a quotation mark that is not closed")
      }
      // Each round reads as much again, so that the repeated scans add up to twice the header.
      let wanted = source.count * 2
      repeat { isWhole = try !source.fill() } while !isWhole && !hasLine(source, wanted)
    }
  }

  /// Returns the row with the most known names, and their number; else the widest one.
  private static func best(of candidates: [Row], _ slots: ColumnSlots) -> (row: Row, known: Int) {
    let scores = candidates.map { row in
      let count = row.names.count { slots.match(ColumnName($0)) != nil }
      return (count, count == 0 ? row.names.count : 0)
    }
    // `max` would return the last one of a tie.
    let best = candidates.indices.reduce(0) { scores[$1] > scores[$0] ? $1 : $0 }
    return (candidates[best], scores[best].0)
  }

  private func requireChosen(
    _ chosen: [String: String], _ slots: ColumnSlots, _ source: String
  ) throws(InputError) {
    for (slot, field) in slots.fields.enumerated() where columns[slot] == nil {
      guard let name = chosen[field], name != ColumnChoice.none else { continue }
      throw InputError(
        source: source, place: .line(line), problem: "no column \(name.quotedExcerpt())",
        help: Suggestion.closest(to: name, among: names).map { "did you mean \($0)?" }
          ?? "it names \(names.prefix(12).joined(separator: ", "))")
    }
  }

  private struct Row {
    var names: [String]
    var delimiter: UInt8
    var length = 0
    var lines = 0
  }

  /// Returns whether the second half of `wanted` bytes has a line's end, or is the input's end.
  private static func hasLine(_ source: borrowing ByteSource, _ wanted: Int) -> Bool {
    if source.count >= wanted { return true }
    for offset in (wanted / 2)..<source.count
    where source.buffer[source.start + offset] == ASCII.lineFeed {
      return true
    }
    return false
  }

  private static func row(_ source: borrowing ByteSource, _ delimiter: UInt8, isWhole: Bool) -> Row?
  {
    let bytes = source.buffer.span
    var scanner = RowScanner(delimiter: delimiter, locating: 0)
    guard let length = scanner.scan(source, isWhole: isWhole) else { return nil }
    // The columns are counted now, so that a second scan can locate every one of them.
    let count = scanner.columns
    scanner = RowScanner(delimiter: delimiter, locating: count)
    _ = scanner.scan(source, isWhole: true)
    let names = (0..<count).map { column in
      let field = scanner[column]
      let cell = bytes.extracting((source.start + field.start)..<(source.start + field.end))
      return Self.name(cell.trimmedText)
    }
    return Row(
      names: names, delimiter: delimiter, length: length + 1, lines: 1 + scanner.embeddedLines)
  }

  private static func name(_ text: String) -> String {
    guard text.utf8.count >= 2, text.utf8.first == ASCII.quote, text.utf8.last == ASCII.quote
    else { return text }
    return Array(text.dropFirst().dropLast().utf8).span.trimmedText
  }
}
