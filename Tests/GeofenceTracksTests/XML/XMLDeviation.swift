/// The deviations of the toolchain's parser, libxml2, from XML 1.0 (fifth edition).
enum XMLDeviation {
  /// The numbers of messages that report no fault, with the reasons.
  private static let messages: [Int: String] = [
    27: "an entity may be declared in a file that nobody reads (4.1)",
    97: "a document of a later version 1.x is read (2.8)",
    99: "namespaces are not of XML 1.0, nor what is an address of one",
    100: "nor that it is not relative",
    102: "the treatment of blanks is no rule of well-formedness (2.10)",
    200: "nor that a prefix stands for one",
    201: "a prefix may be undeclared",
    202: "a name may have any colons",
    203: "two prefixes may be of one namespace",
    205: "a colon may be in the name of an instruction",
  ]

  /// The message about names that begin with `xml`, which are reserved (2.6); it is a warning if
  /// parsing continues.
  private static let reservedName = 64

  static func counts(_ message: Int, isParsed: Bool) -> Bool {
    messages[message] == nil && !(isParsed && message == reservedName)
  }

  /// The documents on which the two parsers differ, with the reasons.
  private static let documents: [(reason: String, has: @Sendable (String, XMLVerdict) -> Bool)] = [
    (
      "its own declarations are refused by this package, whatever they say",
      { $1.isRefused(for: "its own declarations") }
    ),
    (
      "so are more elements within each other than any format has",
      { $1.isRefused(for: "too many elements within each other") }
    ),
    (
      "and so are encodings other than UTF-8, UTF-16 and those of one byte",
      { $1.isRefused(for: "is not one that is read") }
    ),
    (
      "blanks before the declaration are no fault to this package: files have them",
      { text, _ in text.first?.isWhitespace == true && text.contains("<?xml") }
    ),
    (
      "a blank is missing behind DOCTYPE (2.8), which libxml2 does not see",
      { text, _ in text.contains(/<!DOCTYPE[^\s]/) }
    ),
    (
      "a version has a digit behind its point (2.8), which libxml2 does not see",
      { text, _ in text.contains(/version\s*=\s*["']1\.["']/) }
    ),
  ]

  /// Returns the reason for which the two may differ on a document; `nil` if there is none.
  static func reason(_ bytes: [UInt8], reader: XMLVerdict) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return documents.first { $0.has(text, reader) }?.reason
  }

  /// Returns a document that cannot harm the toolchain's parser and is as well-formed as the given
  /// one.
  ///
  /// - Returns: `nil` for a document that is malformed in a way which that parser would not notice.
  static func harmless(_ bytes: [UInt8]) -> [UInt8]? {
    // The parser waits for a fourth byte, and the shortest document has four.
    guard bytes.count >= 4 else { return nil }
    // The parser takes half of a UTF-16 character for a whole one.
    if let isBigEndian = byteOrder(bytes) {
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + (isBigEndian ? 0 : 1)]) << 8 | UInt16(bytes[$0 + (isBigEndian ? 1 : 0)])
      }
      let isWhole = bytes.count.isMultiple(of: 2)
      guard isWhole, String(validating: units, as: UTF16.self) != nil else { return nil }
      return withData(units).flatMap {
        isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
      }
    }
    // On Linux the parser crashes if a name has bytes that are no characters.
    if String(validating: bytes, as: UTF8.self) == nil {
      let head = String(decoding: bytes.prefix(60), as: UTF8.self)
      switch head.firstMatch(of: /^<\?xml\s.*encoding\s*=\s*["']([^"']*)["']/)?.1 {
      case "ISO-8859-1": break
      case "windows-1252" where bytes.allSatisfy { ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }:
        break
      default: return nil
      }
    }
    return withData(bytes)
  }

  /// Returns whether UTF-16 is big-endian, by its mark or first character; `nil` for another
  /// encoding.
  private static func byteOrder(_ bytes: [UInt8]) -> Bool? {
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF), (0, 0x3C): true
    case (0xFF, 0xFE), (0x3C, 0): false
    default: nil
    }
  }

  /// Returns the text with a blank before the end of each processing instruction.
  ///
  /// On Linux the toolchain's parser crashes if an instruction ends right after its name.
  private static func withData<Unit: FixedWidthInteger>(_ text: [Unit]) -> [Unit] {
    var result: [Unit] = []
    for (index, unit) in text.enumerated() {
      let next = index + 1 < text.count ? text[index + 1] : 0
      if unit == 0x3F, next == 0x3E { result.append(0x20) }
      result.append(unit)
    }
    return result
  }
}

extension XMLVerdict {
  fileprivate func isRefused(for problem: String) -> Bool {
    if case .refused(let text) = self { text.contains(problem) } else { false }
  }
}
