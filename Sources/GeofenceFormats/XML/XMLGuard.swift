/// Follows an XML document's markup as far as needed to find what XMLParser must not see.
///
/// It traps on a processing instruction without data (`<?x?>`) and on some declarations of a
/// document's own (`<!DOCTYPE gpx [ … ]>`), which are also where entities grow without bound. No
/// instruction means anything to a track, so all of them are blanked; declarations end the document.
struct XMLGuard {
  enum Finding {
    case nothing
    /// The character is part of an instruction.
    case instruction
    /// The character and the `<` before it begin an instruction, or would begin something where
    /// there is nothing to begin: a parser that goes on after an error may take it for a beginning.
    case start
    case declarations
  }

  private enum State {
    case text, tag, exclamation, dash, declaration, instruction, comment, section
    case doctype(quote: UInt8)
  }
  private var state = State.text
  /// The last two characters.
  private var last: (UInt8, UInt8) = (0, 0)

  /// Whether the last character was a `<`, of which only the next one tells what it begins.
  var isUndecided: Bool {
    if case .tag = state { return true }
    if case .text = state { return false }
    return last.1 == UInt8(ascii: "<")
  }

  /// Takes back the `<` that was the last character.
  mutating func takeBack() {
    if case .tag = state { state = .text }
    last.1 = 0
  }

  /// Passes the XML declaration, the one instruction that stays.
  mutating func beginDeclaration() { state = .declaration }

  /// Whether the characters up to the next `<` mean nothing.
  var isInText: Bool { if case .text = state { true } else { false } }

  /// Takes the next character; any that is not ASCII may be told as 0.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Finding {
    if case .text = state {
      if byte == UInt8(ascii: "<") { state = .tag }
      return .nothing
    }
    return markup(byte)
  }

  private mutating func markup(_ byte: UInt8) -> Finding {
    let before = last
    last = (last.1, byte)
    switch state {
    case .text: break
    case .tag:
      switch byte {
      case UInt8(ascii: "?"):
        state = .instruction
        return .start
      case UInt8(ascii: "!"): state = .exclamation
      case UInt8(ascii: "<"): break
      default: state = .text
      }
    case .declaration:
      if byte == UInt8(ascii: ">") { state = .text }
    case .instruction:
      if byte == UInt8(ascii: ">"), before.1 == UInt8(ascii: "?") { state = .text }
      return .instruction
    case .exclamation:
      switch byte {
      case ASCII.minus: state = .dash
      case UInt8(ascii: "["): state = .section
      default: state = .doctype(quote: 0)
      }
    case .dash:
      state = byte == ASCII.minus ? .comment : byte == UInt8(ascii: "<") ? .tag : .text
      // So that the marks that begin a comment do not end it.
      last = (0, 0)
    case .comment, .section, .doctype:
      if before.1 == UInt8(ascii: "<"), byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!") {
        return .start
      }
      return end(byte, before)
    }
    return .nothing
  }

  /// Looks for the end of a comment, a section or a document type.
  private mutating func end(_ byte: UInt8, _ before: (UInt8, UInt8)) -> Finding {
    let bracket = UInt8(ascii: "]")
    switch (state, byte) {
    case (.comment, UInt8(ascii: ">")) where before == (ASCII.minus, ASCII.minus): state = .text
    case (.section, UInt8(ascii: ">")) where before == (bracket, bracket): state = .text
    case (.doctype(0), UInt8(ascii: "[")): return .declarations
    case (.doctype(0), UInt8(ascii: ">")): state = .text
    case (.doctype(0), ASCII.quote), (.doctype(0), UInt8(ascii: "'")):
      state = .doctype(quote: byte)
    case (.doctype(let quote), byte) where byte == quote: state = .doctype(quote: 0)
    default: break
    }
    return .nothing
  }
}
