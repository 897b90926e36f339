/// What a CI runner takes for a command in a line of output: two colons at its beginning, after
/// blanks or none, or two number signs and a bracket anywhere in it, as in `##[error]`,
/// `##vso[…]` and `##teamcity[…]`.
///
/// Sources: GitHub's `ActionCommand.cs` (both forms), Azure's logging commands, TeamCity's service
/// messages.
package enum RunnerCommand {
  /// Returns whether a line of a text is a command, or would be at the beginning of one.
  package static func isIn(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 == colon || $0 == number }) else { return false }
    let bytes = Array(text.utf8)
    return !marks(in: bytes).isEmpty
  }

  /// Returns whether a text is a command where it begins a line.
  package static func begins(_ text: String) -> Bool {
    text.drop { $0.isWhitespace }.hasPrefix("::")
  }

  /// Returns the text with the escapes of JSON for what makes commands of its lines.
  ///
  /// - Complexity: O(n) for n bytes.
  package static func disarmed(_ bytes: [UInt8]) -> [UInt8] {
    let marks = marks(in: bytes)
    guard !marks.isEmpty else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + marks.count * 5)
    var start = 0
    for mark in marks {
      result += bytes[start..<mark]
      result += "\\u00\(UInt64(bytes[mark]).padded(to: 2, radix: 16))".utf8
      start = mark + 1
    }
    return result + bytes[start...]
  }

  package static func disarmed(_ text: String) -> String {
    isIn(text) ? String(decoding: disarmed(Array(text.utf8)), as: UTF8.self) : text
  }

  private static let colon = UInt8(ascii: ":")
  private static let number = UInt8(ascii: "#")

  /// Returns the length of the blank at an offset, of any alphabet; `nil` where there is none.
  private static func blank(at index: Int, of bytes: [UInt8]) -> Int? {
    guard index < bytes.count else { return nil }
    if bytes[index] < 0x80 {
      return bytes[index] == ASCII.space || 9...13 ~= bytes[index] ? 1 : nil
    }
    let scalar = String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.first
    return scalar.flatMap { $0.properties.isWhitespace ? $0.utf8.count : nil }
  }

  /// Returns the offsets of the characters that make commands, one of each, in order.
  private static func marks(in bytes: [UInt8]) -> [Int] {
    var marks: [Int] = []
    let span = bytes.span
    var line = 0
    while line < bytes.count {
      var start = line
      while let length = blank(at: start, of: bytes) { start += length }
      if start + 1 < bytes.count, bytes[start] == colon, bytes[start + 1] == colon {
        marks.append(start)
      }
      line = span.offset(of: ASCII.lineFeed, from: line) + 1
    }
    var index = span.offset(of: number, from: 0)
    while index + 1 < bytes.count {
      if bytes[index + 1] == number {
        var end = index + 2
        while end < bytes.count, ASCII.isLetter(bytes[end]) { end += 1 }
        if end < bytes.count, bytes[end] == ASCII.openBracket { marks.append(index + 1) }
      }
      index = span.offset(of: number, from: index + 1)
    }
    return marks.sorted()
  }
}
