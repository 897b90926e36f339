package import GeofenceCore

/// Returns a number with its noun, such as `1 region` or `2 regions`.
///
/// - Parameter plural: The plural, if it is not the singular with an `s`.
package func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? singular : plural ?? singular + "s")"
}

extension String {
  /// Returns the text, padded with blanks at its end to `width` characters.
  package func padded(to width: Int) -> String {
    let missing = width - columns
    return missing > 0 ? self + String(repeating: " ", count: missing) : self
  }

  /// The number of characters, which visible ASCII gives without searching for them.
  var columns: Int { utf8.allSatisfy { 0x20...0x7E ~= $0 } ? utf8.count : count }
}

extension Double {
  /// The number without a fraction if it is whole, such as `20` or `12.5`.
  public var plain: String {
    self == rounded() && magnitude < 1e15 ? String(Int64(self)) : String(self)
  }
}

extension Double {
  /// The number of metres as a length for people, such as `79.3 m`, `4.2 km` or `4813 km`.
  package var spokenMetres: String {
    let tenths = tenths
    if tenths.magnitude < 1000 { return "\(tenths.plain) m" }
    let kilometres = self / 1000
    return "\((kilometres.magnitude < 100 ? kilometres.tenths : kilometres.rounded()).plain) km"
  }
}

extension Interval {
  /// The length in seconds, such as `20 s`.
  package var text: String { "\(seconds.plain) s" }

  /// The length for people, in the two largest units that it fills.
  ///
  /// For example `45 s`, `5 min 33 s`, `16 h 40 min` or `3 days 4 h`. It is exact below a minute.
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
  /// The length in seconds; `-` if there is none.
  var text: String { self?.text ?? "-" }

  /// For people; `-` for none, and with a minus where it is negative.
  var spoken: String { map { ($0.milliseconds < 0 ? "-" : "") + $0.spoken } ?? "-" }
}

extension TextFormatter {
  /// Returns `name` for a column: as it is, or as a JSON string if it would blur the columns.
  public static func quoted(_ name: String) -> String {
    if isPlainASCII(name) { return name }
    let isPlain = !name.isEmpty && name != "-" && name.unicodeScalars.allSatisfy(isPlain)
    guard !isPlain else { return name }
    return "\"\(name.escaping(isEscaped))\""
  }

  /// Returns whether a name has only visible characters of ASCII that need no escape.
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
