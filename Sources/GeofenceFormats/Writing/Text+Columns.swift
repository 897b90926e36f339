package import GeofenceCore

/// `1 region`, `2 regions`; `plural` where an `s` does not make it.
package func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? singular : plural ?? singular + "s")"
}

extension String {
  /// Filled up with blanks to `width` characters.
  package func padded(to width: Int) -> String {
    let missing = width - columns
    return missing > 0 ? self + String(repeating: " ", count: missing) : self
  }

  /// How many characters there are; of visible ASCII they are not looked for.
  var columns: Int { utf8.allSatisfy { 0x20...0x7E ~= $0 } ? utf8.count : count }
}

extension Double {
  /// Without a fraction where it is whole: `20`, `12.5`.
  public var plain: String {
    self == rounded() && magnitude < 1e15 ? String(Int64(self)) : String(self)
  }
}

extension Interval {
  /// In seconds: `20 s`.
  package var text: String { "\(seconds.plain) s" }
}

extension Interval? {
  /// In seconds; `-` for none.
  var text: String { self?.text ?? "-" }
}

extension TextFormatter {
  /// `name` as it stands in a column: as it is, or as a JSON string.
  public static func quoted(_ name: String) -> String {
    if isPlainASCII(name) { return name }
    let isPlain = !name.isEmpty && name != "-" && name.unicodeScalars.allSatisfy(isPlain)
    guard !isPlain else { return name }
    return "\"\(name.escaping(isEscaped))\""
  }

  /// Whether there are only visible characters of ASCII in it, and none that would be escaped.
  private static func isPlainASCII(_ name: String) -> Bool {
    name.utf8.count > 1
      && name.utf8.allSatisfy { byte in
        (0x21...0x7E).contains(byte) && byte != ASCII.quote && byte != UInt8(ascii: "\\")
      }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isWhitespace && !isEscaped(scalar)
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "\\" || scalar.isInvisible
  }
}
