/// How an XML document's characters are written, as far as its markup goes.
enum XMLEncoding: Equatable {
  case utf8
  /// Two bytes a character, or four.
  case utf16(isBigEndian: Bool)
  /// One that has ASCII's characters as single bytes that stand for nothing else.
  case other

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The encoding that a document's first bytes show.
  init(start: ArraySlice<UInt8>) {
    switch Array(start.prefix(2)) {
    case [0xFE, 0xFF], [0x00, 0x3C]: self = .utf16(isBigEndian: true)
    case [0xFF, 0xFE], [0x3C, 0x00]: self = .utf16(isBigEndian: false)
    default: self = .utf8
    }
  }

  /// The encoding that a declaration in single bytes names; `nil` for one that writes markup in
  /// ways of its own.
  init?(declaration: ArraySlice<UInt8>) {
    let text = String(decoding: declaration, as: UTF8.self)
    // A parser does not get to the encoding of a declaration that does not end as it should.
    guard text.hasSuffix("?>"), let range = text.firstRange(of: "encoding") else {
      self = .utf8
      return
    }
    let name = text[range.upperBound...].drop { !$0.isLetter }
      .prefix { $0 != "\"" && $0 != "'" }.lowercased()
    if ["utf-7", "iso-2022", "hz", "ebcdic", "cp037", "ibm"].contains(where: name.hasPrefix) {
      return nil
    }
    // A document in single bytes is none of the wide encodings, whatever it says.
    let isUTF8 = ["utf", "ucs", "iso-10646", "us-ascii", "ascii"].contains(where: name.hasPrefix)
    self = isUTF8 ? .utf8 : .other
  }

  /// The bytes of a character of ASCII.
  var unit: Int { if case .utf16 = self { 2 } else { 1 } }

  /// The character of ASCII at `index`; 0 where there is another, or half of one.
  @inline(__always)
  func character(_ bytes: borrowing [UInt8], _ index: Int) -> UInt8 {
    guard case .utf16(let isBigEndian) = self else { return bytes[index] }
    let (high, low) = isBigEndian ? (index, index + 1) : (index + 1, index)
    return bytes[high] == 0 ? bytes[low] : 0
  }

  /// Whether a document begins with an XML declaration.
  static func beginsDeclaration(_ start: ArraySlice<UInt8>, _ encoding: XMLEncoding) -> Bool {
    let marks: [[UInt8]] = [byteOrderMark, [0xFE, 0xFF], [0xFF, 0xFE]]
    let mark = marks.first { start.starts(with: $0) }?.count ?? 0
    let characters = start.dropFirst(mark).filter { $0 != 0 }.prefix(6)
    return characters.starts(with: Array("<?xml".utf8))
      && characters.last.map(ASCII.isBlank) == true
  }
}
