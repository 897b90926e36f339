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

extension Double {
  /// A length in metres for people: `79.3 m`, `4.2 km`, `4813 km`.
  package var spokenMetres: String {
    let tenths = tenths
    if tenths.magnitude < 1000 { return "\(tenths.plain) m" }
    let kilometres = self / 1000
    return "\((kilometres.magnitude < 100 ? kilometres.tenths : kilometres.rounded()).plain) km"
  }
}

extension Interval {
  /// In seconds: `20 s`.
  package var text: String { "\(seconds.plain) s" }

  /// The length for people, in the two largest units that it fills: `45 s`, `5 min 33 s`,
  /// `16 h 40 min`, `3 days 4 h`; exact below a minute.
  package var spoken: String {
    let size = milliseconds.magnitude
    if size < 60_000 { return Interval(milliseconds: Int64(size)).text }
    func joined(_ large: String, _ small: UInt64, _ unit: String) -> String {
      small > 0 ? "\(large) \(small) \(unit)" : large
    }
    let seconds = (size + 500) / 1000
    if seconds < 3600 { return joined("\(seconds / 60) min", seconds % 60, "s") }
    let minutes = (seconds + 30) / 60
    if minutes < 24 * 60 { return joined("\(minutes / 60) h", minutes % 60, "min") }
    let hours = (minutes + 30) / 60
    return joined(counted(Int(hours / 24), "day"), hours % 24, "h")
  }
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
