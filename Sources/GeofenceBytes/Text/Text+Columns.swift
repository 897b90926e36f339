/// Returns a number with its noun, such as `2 regions`.
///
/// - Parameter plural: the plural, where it is not the singular with an `s`.
package func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? singular : plural ?? singular + "s")"
}

extension String {
  package func padded(to width: Int) -> String {
    let missing = width - columns
    return missing > 0 ? self + String(repeating: " ", count: missing) : self
  }

  package var columns: Int { utf8.allSatisfy { 0x20...0x7E ~= $0 } ? utf8.count : count }

  /// Returns the words in lines of at most `width` characters; a longer word has a line to itself.
  package func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension Double {
  package var plain: String {
    self == rounded() && magnitude < 1e15 ? String(Int64(self)) : String(self)
  }

  package var tenths: Double { (self * 10).rounded() / 10 + 0 }

  /// The number of metres as a length for people, such as `7.3 m`, `79 m`, `4.2 km` or `4813 km`.
  package var spokenMetres: String {
    if tenths.magnitude < 10 { return "\(tenths.plain) m" }
    if rounded().magnitude < 1000 { return "\(rounded().plain) m" }
    let kilometres = self / 1000
    return "\((kilometres.magnitude < 100 ? kilometres.tenths : kilometres.rounded()).plain) km"
  }

  /// The metres from a boundary, negative inside, as a place for people: `79 m inside`.
  package var spokenSide: String { "\(magnitude.spokenMetres) \(self <= 0 ? "inside" : "outside")" }

  /// The metres of an event, `558.7 m`, and from ten kilometres as for people, `30.9 km`.
  package var distanceText: String { magnitude < 10_000 ? "\(self) m" : spokenMetres }
}

extension Interval {
  package var text: String { "\(seconds.plain) s" }

  /// The length in its two largest units, such as `45 s` or `3 days 4 h`; exact below a minute.
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
  /// The time in words for people, `-` where there is none, and with a minus where it is negative.
  package var spoken: String { map { ($0.milliseconds < 0 ? "-" : "") + $0.spoken } ?? "-" }
}

extension [String] {
  /// Returns the texts as `a, b and c`.
  ///
  /// - Parameter word: the word before the last text.
  package func joinedInSentence(with word: String = "and") -> String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
  }
}

extension Sequence where Element: Hashable {
  package var distinct: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
