package enum TextEncoding: Hashable {
  case utf8
  case utf16(isBigEndian: Bool)
  /// An encoding with one byte per character, and a table of the bytes from 0x80 on (0 for none).
  case codePage([UInt16])

  package static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package init?(name: String, isBigEndian: Bool) {
    let name = String(name.lowercased().map { $0 == "_" ? "-" : $0 })
    switch name {
    case "utf-8", "utf8": self = .utf8
    case "utf-16": self = .utf16(isBigEndian: isBigEndian)
    case "utf-16le": self = .utf16(isBigEndian: false)
    case "utf-16be": self = .utf16(isBigEndian: true)
    case "us-ascii", "ascii": self = .codePage(Array(repeating: 0, count: 128))
    default:
      let aliases = [("latin1", "iso-8859-1"), ("cp125", "windows-125"), ("iso8859-", "iso-8859-")]
      let alias = aliases.first { name.hasPrefix($0.0) }
      let known = alias.map { $0.1 + name.dropFirst($0.0.count) } ?? name
      guard let characters = CodePage.characters(known) else { return nil }
      self = .codePage(characters)
    }
  }

  /// Returns the encoding and mark's length that four bytes show; two ASCII in UTF-16 do, too.
  package static func shown(by start: [UInt8]) -> (encoding: TextEncoding, markLength: Int)? {
    if start.starts(with: [0xFE, 0xFF]) { return (.utf16(isBigEndian: true), 2) }
    if start.starts(with: [0xFF, 0xFE]) { return (.utf16(isBigEndian: false), 2) }
    if start.starts(with: utf8Mark) { return (.utf8, utf8Mark.count) }
    guard start.count >= 4 else { return nil }
    let isText = { (byte: UInt8) in 0x20..<0x7F ~= byte || ASCII.isBlank(byte) }
    return switch (start[0], start[1], start[2], start[3]) {
    case (0, let first, 0, let second) where isText(first) && isText(second):
      (.utf16(isBigEndian: true), 0)
    case (let first, 0, let second, 0) where isText(first) && isText(second):
      (.utf16(isBigEndian: false), 0)
    default: nil
    }
  }
}

/// A converter of text in another encoding to UTF-8, whatever pieces the text arrives in.
package struct Transcoder {
  package let encoding: TextEncoding
  private var rest: [UInt8] = []

  /// The byte that stands for one that is not a character; it is not valid in UTF-8, either.
  private static let badByte: UInt8 = 0xFF

  package init(from encoding: TextEncoding) { self.encoding = encoding }

  /// Returns `bytes` in UTF-8, after the character that the last piece left incomplete. O(n).
  package mutating func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    switch encoding {
    case .utf8: return Array(bytes)
    case .codePage(let characters):
      for byte in bytes {
        let character = byte < 0x80 ? UInt16(byte) : characters[Int(byte) - 0x80]
        Self.append(character == 0 && byte > 0 ? nil : Unicode.Scalar(character), to: &text)
      }
    case .utf16(let isBigEndian):
      let all = rest + bytes
      var index = 0
      func unit(_ index: Int) -> UInt16 {
        let (first, second) = (UInt16(all[index]), UInt16(all[index + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
      }
      while index + 2 <= all.count {
        let lead = unit(index)
        if UTF16.isLeadSurrogate(lead) {
          guard index + 4 <= all.count else { break }
          if case let trail = unit(index + 2), UTF16.isTrailSurrogate(trail) {
            let scalar = 0x1_0000 + (UInt32(lead) & 0x3FF) << 10 + UInt32(trail) & 0x3FF
            Self.append(Unicode.Scalar(scalar), to: &text)
            index += 4
            continue
          }
        }
        Self.append(Unicode.Scalar(lead), to: &text)
        index += 2
      }
      rest = Array(all[index...])
    }
    return text
  }

  package mutating func end() -> [UInt8] {
    defer { rest = [] }
    return rest.isEmpty ? [] : [Self.badByte]
  }

  private static func append(_ character: Unicode.Scalar?, to text: inout [UInt8]) {
    if let character { text += String(character).utf8 } else { text.append(badByte) }
  }
}
