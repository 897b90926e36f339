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
    /// The character and the one before it begin an instruction.
    case instructionStart
    case declarations
  }

  private enum State {
    case text, tag, exclamation, dash, instruction, comment, section
    case doctype(quote: UInt8)
  }
  private var state = State.text
  /// The last two characters.
  private var last: (UInt8, UInt8) = (0, 0)

  /// Whether the last character was a `<`, of which only the next one tells what it begins.
  var isUndecided: Bool { if case .tag = state { true } else { false } }

  /// Takes back the `<` that was the last character.
  mutating func takeBack() { state = .text }

  /// Passes the XML declaration, the one instruction that stays.
  mutating func beginDeclaration() { state = .doctype(quote: 0) }

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
      last = (0, 0)
      switch byte {
      case UInt8(ascii: "?"):
        state = .instruction
        return .instructionStart
      case UInt8(ascii: "!"): state = .exclamation
      case UInt8(ascii: "<"): break
      default: state = .text
      }
    case .exclamation:
      last = (0, 0)
      switch byte {
      case ASCII.minus: state = .dash
      case UInt8(ascii: "["): state = .section
      default: state = .doctype(quote: 0)
      }
    case .dash:
      last = (0, 0)
      state = byte == ASCII.minus ? .comment : .text
    case .instruction:
      if byte == UInt8(ascii: ">"), before.1 == UInt8(ascii: "?") { state = .text }
      return .instruction
    case .comment:
      if byte == UInt8(ascii: ">"), before == (ASCII.minus, ASCII.minus) { state = .text }
    case .section:
      let bracket = UInt8(ascii: "]")
      if byte == UInt8(ascii: ">"), before == (bracket, bracket) { state = .text }
    case .doctype(0):
      switch byte {
      case UInt8(ascii: "["): return .declarations
      case UInt8(ascii: ">"): state = .text
      case ASCII.quote, UInt8(ascii: "'"): state = .doctype(quote: byte)
      default: break
      }
    case .doctype(let quote):
      if byte == quote { state = .doctype(quote: 0) }
    }
    return .nothing
  }
}
