package enum JSONEscapes {
  /// Returns a text with escapes in UTF-8, with U+FFFD for half a surrogate pair. O(n).
  package static func decoded(_ text: Span<UInt8>) -> [UInt8] { decoding(text).characters }

  /// Returns a text with escapes in UTF-8, and whether each is JSON's and a character. O(n).
  package static func decoding(_ text: Span<UInt8>) -> (characters: [UInt8], isExact: Bool) {
    var decoded: [UInt8] = []
    var isExact = true
    var index = 0
    while index < text.count {
      let mark = text.offset(of: ASCII.backslash, from: index)
      decoded += text.extracting(index..<mark).array
      guard mark + 1 < text.count else { break }
      let letter = text[mark + 1]
      index = mark + 2
      if letter == UInt8(ascii: "u") {
        let character = character(text, &index)
        decoded += String(character ?? "\u{FFFD}").utf8
        isExact = isExact && character != nil
      } else {
        decoded.append(byte(letter))
        isExact = isExact && #""\/bfnrt"#.utf8.contains(letter)
      }
    }
    return (decoded, isExact)
  }

  private static func byte(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "n"): ASCII.lineFeed
    case UInt8(ascii: "t"): ASCII.tab
    case UInt8(ascii: "r"): ASCII.carriageReturn
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "f"): 12
    default: letter
    }
  }

  /// Returns the character of the four hexadecimal digits at `index`, or of two such escapes.
  private static func character(_ text: Span<UInt8>, _ index: inout Int) -> Unicode.Scalar? {
    guard let first = unit(text, index) else { return nil }
    index += 4
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard index + 6 <= text.count, text[index] == ASCII.backslash,
      text[index + 1] == UInt8(ascii: "u"), let second = unit(text, index + 2),
      UTF16.isTrailSurrogate(second)
    else { return nil }
    index += 6
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private static func unit(_ text: Span<UInt8>, _ index: Int) -> UInt16? {
    guard index + 4 <= text.count, text[index] != ASCII.plus, text[index] != ASCII.minus else {
      return nil
    }
    return UInt16(text.extracting(index..<(index + 4)).text, radix: 16)
  }
}
