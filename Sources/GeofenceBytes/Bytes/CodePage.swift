private import EmbeddedFiles

/// The encodings with one byte per character: ISO-8859 and windows-125x.
///
/// `code-pages.txt` has the code points of the bytes from 0xA0 (ISO-8859) or 0x80 (windows) on, in
/// hexadecimal, as Unicode's mapping tables have them. A dash stands for a run of them, `?` for a
/// byte that has no character, `?4` for four such bytes.
package enum CodePage {
  package static func characters(_ name: String) -> [UInt16]? {
    let file = code_pages()
    let tables = UnsafeBufferPointer(start: file.bytes, count: file.count)
    let row = String(decoding: tables, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(name + " ") }
    guard let parts = row?.split(separator: " ").dropFirst() else { return nil }
    // ISO-8859 has control characters at 0x80 to 0x9F, and its tables begin behind them.
    var characters: [UInt16] = name.hasPrefix("iso") ? Array(0x80..<0xA0) : []
    for part in parts {
      if part.hasPrefix("?") {
        characters += repeatElement(0, count: Int(part.dropFirst()) ?? 1)
      } else {
        let ends = part.split(separator: "-").compactMap { UInt16($0, radix: 16) }
        characters += ends[0]...ends[ends.count - 1]
      }
    }
    return characters
  }
}
