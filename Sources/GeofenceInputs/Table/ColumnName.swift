/// A column's name without its case, blanks, underscores, hyphens and the note at its end.
///
/// For example, `Speed_Over Ground (km/h)` becomes `speedoverground` with the note `km/h`.
struct ColumnName: Hashable {
  /// The name as it is compared, such as `horizontalaccuracy`.
  let text: String
  /// The note in brackets, such as `km/h`.
  let note: String?
  /// The last word of a name that has several, such as `ms` of `elapsed_ms`.
  let ending: String?

  init(_ written: String) {
    // Nearly all names are lower-case letters already.
    if written.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) {
      (text, note, ending) = (written, nil, nil)
      return
    }
    var name = written[...]
    var note: Substring?
    if let last = name.last, let open = [")": "(", "]": "["][String(last)],
      let start = name.lastIndex(of: Character(open)), start > name.startIndex
    {
      let inner = name[name.index(after: start)...].dropLast()
      // Two numbers are a point of WKT, and no note.
      if !inner.contains(" ") || inner.contains(where: \.isLetter) {
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
}
