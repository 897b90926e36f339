/// A column's name without what does not tell names apart: case, blanks, underscores and hyphens, and
/// what stands in brackets at its end.
struct ColumnName: Hashable {
  /// Such as `horizontalaccuracy`.
  let text: String
  /// What the brackets say, such as `km/h`.
  let note: String?

  init(_ written: String) {
    // So are nearly all.
    if written.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) {
      (text, note) = (written, nil)
      return
    }
    var name = written[...]
    var note: Substring?
    if let last = name.last, let open = [")": "(", "]": "["][String(last)],
      let start = name.lastIndex(of: Character(open)), start > name.startIndex
    {
      note = name[name.index(after: start)...].dropLast()
      name = name[..<start]
    }
    text = name.lowercased().filter { !" _-\u{A0}".contains($0) }
    self.note = note.map { $0.lowercased() }
  }
}
