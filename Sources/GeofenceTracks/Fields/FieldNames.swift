/// Names of a field, a row of `TrackColumn` or `RegionColumn`: the one place where a name stands.
package struct FieldNames: Hashable, Sendable {
  package struct Files: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    static let tables = Files(rawValue: 1)
    static let json = Files(rawValue: 2)
    package static let gpx = Files(rawValue: 4)
    static let tcx = Files(rawValue: 8)
    package static let kml = Files(rawValue: 16)
  }

  /// The names as people write them, the most preferred first.
  let texts: [String]
  let files: Files
  /// True for names that only single programs use.
  let areOfPrograms: Bool
  let unit: FieldUnit

  static func usual(
    _ texts: String..., unit: FieldUnit = .own, in files: Files = [.tables, .json]
  ) -> Self {
    Self(texts: texts, files: files, areOfPrograms: false, unit: unit)
  }

  static func ofPrograms(_ texts: String..., unit: FieldUnit = .own) -> Self {
    Self(texts: texts, files: [.tables, .json], areOfPrograms: true, unit: unit)
  }

  static func elements(_ texts: String..., in files: Files) -> Self {
    Self(texts: texts, files: files, areOfPrograms: false, unit: .own)
  }
}

package protocol NamedField: CaseIterable, RawRepresentable<Int> {
  /// The names of each field, by slot.
  static var table: [[FieldNames]] { get }
  /// The name of each field in options and messages, by slot; that of its case.
  static var words: [String] { get }
  /// The units that a note in brackets behind a name, or the end of one, can state.
  var notedUnits: [FieldUnit] { get }
}

extension NamedField {
  var declaration: [FieldNames] { Self.table[slot] }

  package var slot: Int { rawValue }

  package var word: String { Self.words[slot] }

  package var names: [String] { names(in: .tables) }

  func names(in files: FieldNames.Files) -> [String] {
    declaration.lazy.filter { !$0.files.isDisjoint(with: files) }.flatMap { $0.texts }
  }

  /// The names in tables and JSON for a message, without those that only single programs use.
  var usualNames: [String] {
    declaration.lazy.filter { !$0.areOfPrograms && $0.files.contains(.tables) }
      .flatMap { $0.texts }
  }

  /// Returns the number of a value's units in a degree, a metre or a metre per second.
  func divisor(_ name: ColumnName) -> Double { unit(name)?.count ?? 1 }

  func unit(_ name: ColumnName) -> FieldUnit? {
    if let unit = noted(name) { return unit }
    let names = declaration.map { row in (row.unit, row.texts.map { ColumnName($0).text }) }
    if let declared = names.first(where: { $0.0 != .own && $0.1.contains(name.text) }) {
      return declared.0
    }
    return name.rank(among: names.flatMap { $0.1 }, notedUnits)?.unit
      ?? notedUnits.first { $0.names.contains(name.ending ?? "") }
  }

  private func noted(_ name: ColumnName) -> FieldUnit? {
    guard let note = name.note else { return nil }
    let words = [note] + note.split { " ,".contains($0) }.map(String.init)
    return words.lazy.compactMap { word in notedUnits.first { $0.names.contains(word) } }.first
  }

  /// Returns the note in a name's brackets if it is not a unit of the field.
  package func unknownUnit(_ name: ColumnName) -> String? { noted(name) == nil ? name.note : nil }

  package static func elements(in files: FieldNames.Files, of fields: [Self]) -> [(String, Self)] {
    fields.flatMap { field in field.names(in: files).map { ($0, field) } }
  }
}
