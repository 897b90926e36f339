@testable import GeofenceBytes

extension FuzzTarget {
  /// A decimal number, beside the standard library's.
  static let decimal = FuzzTarget("decimal") { input in
    try [false, true].map { comma in
      let found = Double(decimal: input.bytes.span, comma: comma)
      let expected = standard(input.bytes, comma: comma)
      try Violation.unless(
        found?.bitPattern == expected?.bitPattern,
        "\(input.bytes): \(String(describing: found)), not \(String(describing: expected))")
      return "\(String(describing: found))"
    }.joined(separator: " ")
  }

  /// What the standard library reads where the text is one of ours: blanks, a sign, digits, one point
  /// or comma, an exponent.
  private static func standard(_ bytes: [UInt8], comma: Bool) -> Double? {
    let isBlank = { (byte: UInt8) in byte == 32 || (9...13).contains(byte) }
    var text = bytes[...]
    while let first = text.first, isBlank(first) { text.removeFirst() }
    while let last = text.last, isBlank(last) { text.removeLast() }
    let allowed = Array("0123456789+-.eE".utf8) + (comma ? [UInt8(ascii: ",")] : [])
    guard text.allSatisfy(allowed.contains), text.contains(where: { 48...57 ~= $0 }) else {
      return nil
    }
    var characters = String(decoding: text, as: UTF8.self).replacing(",", with: ".")
    if characters.hasPrefix("+") {
      characters.removeFirst()
      guard !characters.hasPrefix("-"), !characters.hasPrefix("+") else { return nil }
    }
    return Double(characters)
  }
}
