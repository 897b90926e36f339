import GeofenceBytes

/// A column's name without case, blanks and hyphens: `Speed_Over Ground (km/h)` is
/// `speedoverground` with the note `km/h`.
package struct ColumnName: Hashable {
  package let text: String
  let note: String?
  let ending: String?

  package init(_ written: String) {
    // A header may be a comment.
    let bare = written.drop { $0 == "#" || $0 == " " }
    var name = bare.isEmpty ? written[...] : bare
    var note: Substring?
    if let last = name.last, let open = [")": "(", "]": "["][String(last)],
      let start = name.lastIndex(of: Character(open)), start > name.startIndex
    {
      let inner = name[name.index(after: start)...].dropLast()
      // Two numbers are a point of WKT, and no note.
      if !inner.contains(" ") || inner.contains(where: { $0.isLetter }) {
        note = inner
        name = name[..<start]
      }
    }
    text = name.lowercased().filter { character in
      switch character {
      case " ", "_", "-", "\u{A0}": false
      default: true
      }
    }
    self.note = note.map { $0.lowercased() }
    let words = name.split { " _-".contains($0) }
    ending = words.count > 1 ? words.last.map { $0.lowercased() } : nil
  }

  /// Returns a name in small letters, with `_` where it has a capital behind a small letter:
  /// `station_id` for `stationId`.
  static func words(of written: String) -> String {
    var words: [UInt8] = []
    for byte in written.utf8 {
      if let last = words.last, last &- UInt8(ascii: "a") < 26, byte &- UInt8(ascii: "A") < 26 {
        words.append(UInt8(ascii: "_"))
      }
      words.append(byte)
    }
    return String(decoding: words, as: UTF8.self).lowercased()
  }

  /// Returns the name's place in a list, behind all others if it ends in a unit: `time_ms`,
  /// `timeInMillis`, or one letter that stands apart.
  func rank(among names: [String], _ units: [FieldUnit]) -> (rank: Int, unit: FieldUnit?)? {
    if let rank = names.firstIndex(of: text) { return (rank, nil) }
    guard !units.isEmpty else { return nil }
    for (rank, name) in names.enumerated() where text.utf8.starts(with: name.utf8) {
      let rest = text.dropFirst(name.count)
      let ends = [rest, rest.hasPrefix("in") ? rest.dropFirst(2) : ""].map { String($0) }
      // `t_min` is rather the least temperature than a time in minutes.
      for end in ends where name.count > 1 && rest.count > 1 || end == ending && rest != "min" {
        if let unit = units.first(where: { $0.names.contains(end) }) {
          return (names.count + rank, unit)
        }
      }
    }
    return nil
  }
}
